"""Page roles: which pages of a document are its income statement, its balance sheet, its table of contents.

Told by the labels of table rows, not by headings alone: notes and discussions have the same headings. Pure
functions; run in the parser process.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from core.ingest.readers.base import ReadPage
from core.search.concepts import Concepts, load_concepts, words
from core.store.facts import RolePage
from core.text.textspan import is_table_row

CONTENTS = "contents"
_LEAST_SCORE = 0.5
_MOST_PAGES = 2  # of a role: a statement, and where it goes on
_LEAST_ROWS = 6
_LABEL_WORDS = 8
_HEADING_LINES = 8
_HEADING_SHARE = 0.25  # of the score: the page is called so at its top
_ENTRY = re.compile(r"[^\W\d_].*?(?:[.\s…·_]{2,}|\s)(\d{1,4})\s*$")


def find_roles(
    pages: Sequence[ReadPage], concepts: Concepts | None = None
) -> dict[str, tuple[RolePage, ...]]:
    """Role → its likeliest pages, best first; roles without a page are left out."""
    known = concepts or load_concepts()
    scored: dict[str, list[RolePage]] = {}
    contents: list[RolePage] = []
    for page in pages:
        lines = [page.text[line.start : line.end] for line in page.lines]
        if _is_contents(lines):
            contents.append(RolePage(page.number, 1.0))
            continue
        for role, score in _scores(lines, known):
            scored.setdefault(role, []).append(RolePage(page.number, score))
    found = {
        role: tuple(sorted(candidates, key=lambda page: (-page.score, page.number))[:_MOST_PAGES])
        for role, candidates in scored.items()
    }
    if contents:
        found[CONTENTS] = tuple(contents[:_MOST_PAGES])
    return found


def _scores(lines: Sequence[str], concepts: Concepts) -> list[tuple[str, float]]:
    rows = [line for line in lines if is_table_row(line)]
    if len(rows) < _LEAST_ROWS:
        return []
    labels = "\n" + "\n".join(f" {_label(row)} " for row in rows)
    headings = " ".join(f" {' '.join(words(line))} " for line in lines[:_HEADING_LINES])
    found = []
    for role in concepts.roles.values():
        signatures, names = _prepared(role.signatures, role.headings)
        score = max(
            (
                sum(any(phrase in labels for phrase in group) for group in groups) / len(groups)
                for groups in signatures
            ),
            default=0.0,
        )
        named = any(name in headings for name in names)
        score = score * (1 - _HEADING_SHARE) + _HEADING_SHARE * named
        if score >= _LEAST_SCORE:
            found.append((role.key, score))
    return found


@cache
def _prepared(
    signatures: tuple[tuple[tuple[str, ...], ...], ...], headings: tuple[str, ...]
) -> tuple[tuple[tuple[tuple[str, ...], ...], ...], tuple[str, ...]]:
    """The phrases as whole words, as they stand in labels."""

    def phrase(text: str) -> str:
        return f" {' '.join(words(text))} "

    return (
        tuple(tuple(tuple(phrase(text) for text in group) for group in groups) for groups in signatures),
        tuple(phrase(text) for text in headings),
    )


def _label(row: str) -> str:
    """The words that a row begins with, up to its first figure."""
    label: list[str] = []
    for word in words(row[:120]):
        if word.isdigit() and label:
            break
        if not word.isdigit():
            label.append(word)
    return " ".join(label[:_LABEL_WORDS])


def _is_contents(lines: Sequence[str]) -> bool:
    """Most lines end in a number, and the numbers only rise: a table of contents."""
    entries = [int(match[1]) for line in lines if (match := _ENTRY.match(line.strip()))]
    if len(entries) < 8 or len(entries) < 0.4 * len(lines):
        return False
    rising = sum(after >= before for before, after in pairwise(entries))
    return rising >= 0.9 * (len(entries) - 1) and entries[-1] > entries[0] + 3
