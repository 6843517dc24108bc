"""What one document says and on which page it came to stand.

A value is wrapped with `Facts.say` into a string that starts with a private mark; when that string is drawn,
the sheet tells the page. What is never drawn is never true of the document.
"""

from __future__ import annotations

import re

from tests.benchmarks.library.generator.schema import FIELDS
from tests.benchmarks.library.generator.truth import FieldTruth, FieldValue

# Private use: two switches for bold, then one character for each value said.
BOLD, PLAIN = "\ue000", "\ue001"
_FIRST_MARK = 0xE100
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_MARKS = re.compile("[\ue100-\uf8ff]")
NBSP = "\u00a0"  # keeps words on one line; printed as a space


def bold(text: str) -> str:
    return f"{BOLD}{text}{PLAIN}"


def bare(text: str) -> str:
    """`text` as it is read from the page."""
    return _PRIVATE.sub("", text).replace(NBSP, " ")


class Facts:
    """The values one document of a kind states."""

    def __init__(self, bucket: str) -> None:
        self._kinds = FIELDS[bucket]
        self._said: list[tuple[str, FieldValue, str]] = []
        self._drawn: list[tuple[int, int]] = []  # page, index of what was said

    def say(self, field: str, value: FieldValue, text: str) -> str:
        """`text`, marked: where it is drawn first, the document states `value` of `field`.

        Raises:
            KeyError: the kind has no such field. ValueError: no such key of an enum, or nothing to print.
        """
        kind = self._kinds[field]
        if kind.keys and value not in kind.keys:
            raise ValueError(f"{field} has no key {value}.")
        if not bare(text).strip():
            raise ValueError(f"{field} has nothing to print.")
        self._said.append((field, value, " ".join(bare(text).split())))
        return chr(_FIRST_MARK + len(self._said) - 1) + text

    def note(self, line: str, page: int) -> None:
        """A line with or without marks was drawn on `page` (1-based)."""
        self._drawn.extend((page, ord(mark) - _FIRST_MARK) for mark in _MARKS.findall(line))

    def truths(self) -> dict[str, FieldTruth]:
        """What is printed, as it is printed on the earliest page."""
        found: dict[str, FieldTruth] = {}
        for page, index in sorted(self._drawn, key=lambda drawn: drawn[0]):
            field, value, text = self._said[index]
            found.setdefault(field, FieldTruth(value, page, text))
        return {field: found[field] for field in self._kinds if field in found}
