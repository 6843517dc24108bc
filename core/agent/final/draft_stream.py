"""What of a final answer can be shown while it is still being written."""

from __future__ import annotations

import json
import re

_TEXT = re.compile(r'"(?:text|answer)"\s*:\s*"')
_HEADING = re.compile(r'("(?:[^"\\]|\\.)*")\s*:\s*\[\s*\{')
_LISTS = frozenset({"statements", "quotes", "insufficiencies", "used_citations"})


class StatementStream:
    """Turns the streaming JSON into the text a user reads while it is written.

    Feed it the pieces; it returns what became visible: the heading of each section, the `text` of each
    statement and then its citation numbers. Everything else of the JSON stays hidden.
    """

    def __init__(self) -> None:
        self._buffer = ""
        self._position = 0
        self._in_text = False
        self._markers = ""
        self._texts = 0

    def feed(self, piece: str) -> str:
        self._buffer += piece
        shown: list[str] = []
        while True:
            if not self._in_text:
                heading = self._find_text()
                if heading is None:
                    break
                self._texts += 1
                if heading:
                    shown.append(f"\n\n### {heading}\n" if self._texts > 1 else f"### {heading}\n")
                elif self._texts > 1:
                    shown.append(" ")
            text, closed = self._read_string()
            shown.append(text)
            if not closed:
                break
            shown.append(self._markers)
            self._in_text = False
        return "".join(shown)

    def _find_text(self) -> str | None:
        """The heading before the next text, mostly empty; None when no text has begun yet."""
        start = _TEXT.search(self._buffer, self._position)
        if start is None:
            return None
        before = self._buffer[self._position : start.start()]
        self._markers = _citations(before)
        self._position = start.end()
        self._in_text = True
        names = [_decoded(name) for name in _HEADING.findall(before)]
        return next((name for name in reversed(names) if name not in _LISTS), "")

    def _read_string(self) -> tuple[str, bool]:
        """Decode what has arrived of the current string; escapes that are still incomplete wait."""
        end = self._position
        while end < len(self._buffer) and self._buffer[end] != '"':
            step = 1
            if self._buffer[end] == "\\":
                step = 6 if self._buffer[end + 1 : end + 2] == "u" else 2
                if self._buffer[end + 2 : end + 4].lower() in ("d8", "d9", "da", "db"):
                    step = 12  # the first half of a surrogate pair needs its second
                if end + step > len(self._buffer):
                    break
            end += step
        closed = end < len(self._buffer) and self._buffer[end] == '"'
        raw = self._buffer[self._position : end]
        self._position = end + 1 if closed else end
        try:
            return str(json.loads(f'"{raw}"', strict=False)), closed
        except json.JSONDecodeError:
            return "", closed


def _decoded(name: str) -> str:
    """A heading out of its quotation marks; as it stands where its escapes are none."""
    try:
        return str(json.loads(name, strict=False))
    except json.JSONDecodeError:
        return name.strip('"')


def _citations(before: str) -> str:
    """` [1][2]` from the last list of labels before a text."""
    opening, closing = before.rfind("["), before.rfind("]")
    if opening < 0 or closing < opening:
        return ""
    try:
        labels = json.loads(before[opening : closing + 1])
    except json.JSONDecodeError:
        return ""
    numbers = dict.fromkeys(str(label).split(".", maxsplit=1)[0] for label in labels)
    return " " + "".join(f"[{number}]" for number in numbers)
