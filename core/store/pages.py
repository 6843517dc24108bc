"""The pages table: text, size and word boxes of each page. Any thread, through `Database`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from core.store.database import Database
from core.store.places import unpack_places
from core.store.words import unpack_words
from core.types import Page, PageKind, Span

_WITHOUT_WORDS = (
    "document_id, number, text, start_at, end_at, width, height, rotation, label, X'' AS words, kind, "
    "places, checked, ocr"
)


class OcrState(IntEnum):
    """Whether a page's text comes, or will come, from its picture."""

    NONE = 0
    WANTED = 1
    DONE = 2


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A page as it comes from the parser: words, lines and places already packed.

    See `core.store.words`, `core.ingest.structure.lines` and `core.store.places`. `ocr`: see `OcrState`.
    """

    number: int
    text: str
    span: Span
    width: float
    height: float
    rotation: int
    label: str
    words: bytes
    kind: PageKind = PageKind.PAGE
    lines: bytes = b""
    places: bytes = b""
    checked: bool = True
    ocr: OcrState = OcrState.NONE


class PageShape(NamedTuple):
    """What a viewer must know of a page before it is drawn: points of the unrotated page, degrees, name."""

    number: int
    width: float
    height: float
    rotation: int
    label: str
    kind: PageKind


def _page(row: sqlite3.Row) -> Page:
    return Page(
        number=row["number"],
        text=row["text"],
        span=Span(row["start_at"], row["end_at"]),
        width=row["width"],
        height=row["height"],
        rotation=row["rotation"],
        words=unpack_words(row["words"], row["start_at"]),
        label=row["label"],
        kind=PageKind(row["kind"]),
        places=unpack_places(row["places"], row["start_at"]),
        checked=bool(row["checked"]),
        ocr=row["ocr"] == OcrState.DONE,
    )


def _record(row: sqlite3.Row) -> PageRecord:
    return PageRecord(
        number=row["number"],
        text=row["text"],
        span=Span(row["start_at"], row["end_at"]),
        width=row["width"],
        height=row["height"],
        rotation=row["rotation"],
        label=row["label"],
        words=row["words"],
        kind=PageKind(row["kind"]),
        lines=row["lines"],
        places=row["places"],
        checked=bool(row["checked"]),
        ocr=OcrState(row["ocr"]),
    )


class PageRepository:
    """Pages of documents, 1-based."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_many(self, document_id: str, pages: Iterable[PageRecord]) -> None:
        """Store a batch in one transaction; pages that are there already are replaced."""
        self._database.execute_many(
            "INSERT OR REPLACE INTO pages (document_id, number, start_at, end_at, width, height, rotation, "
            "label, text, words, kind, lines, places, checked, ocr) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    document_id,
                    page.number,
                    page.span.start,
                    page.span.end,
                    page.width,
                    page.height,
                    page.rotation,
                    page.label,
                    page.text,
                    page.words,
                    page.kind.value,
                    page.lines,
                    page.places,
                    page.checked,
                    int(page.ocr),
                )
                for page in pages
            ),
        )

    def get(self, document_id: str, number: int) -> Page | None:
        """One page with its words."""
        row = self._database.query_one(
            "SELECT * FROM pages WHERE document_id = ? AND number = ?", (document_id, number)
        )
        return _page(row) if row else None

    def at_offset(self, document_id: str, offset: int) -> Page | None:
        """The page that holds a character offset of the document's text, without its words."""
        row = self._database.query_one(
            f"SELECT {_WITHOUT_WORDS} FROM pages WHERE document_id = ? AND start_at <= ? "  # noqa: S608
            "ORDER BY number DESC LIMIT 1",
            (document_id, offset),
        )
        return _page(row) if row else None

    def numbered(self, document_id: str, number: int) -> Page | None:
        """A page by its number, without its words."""
        row = self._database.query_one(
            f"SELECT {_WITHOUT_WORDS} FROM pages WHERE document_id = ? AND number = ?",  # noqa: S608
            (document_id, number),
        )
        return _page(row) if row else None

    def without_words(self, document_id: str) -> list[Page]:
        """All pages in order."""
        rows = self._database.query(
            f"SELECT {_WITHOUT_WORDS} FROM pages WHERE document_id = ? ORDER BY number",  # noqa: S608
            (document_id,),
        )
        return [_page(row) for row in rows]

    def starts(self, document_id: str, first: int, last: int) -> list[tuple[int, int]]:
        """(number, offset at which it starts) of the pages `first` to `last`, in order."""
        rows = self._database.query(
            "SELECT number, start_at FROM pages WHERE document_id = ? AND number BETWEEN ? AND ? "
            "ORDER BY number",
            (document_id, first, last),
        )
        return [(row["number"], row["start_at"]) for row in rows]

    def shapes(self, document_id: str) -> list[PageShape]:
        """Of all pages in order, without reading their texts into memory."""
        rows = self._database.query(
            "SELECT number, width, height, rotation, label, kind FROM pages WHERE document_id = ? "
            "ORDER BY number",
            (document_id,),
        )
        return [
            PageShape(
                row["number"],
                row["width"],
                row["height"],
                row["rotation"],
                row["label"],
                PageKind(row["kind"]),
            )
            for row in rows
        ]

    def around(self, document_id: str, number: int, characters: int) -> list[Page]:
        """Pages in order without their words: `number`, and its neighbours by turns for as long as the texts
        together have at most `characters`."""
        middle = self.numbered(document_id, number)
        if middle is None:
            return []
        found = [middle]
        room = characters - len(middle.text)
        before, after = number - 1, number + 1
        while before or after:
            for step in (1, -1):
                at = after if step > 0 else before
                page = self.numbered(document_id, at) if at else None
                if page is None or len(page.text) > room:
                    before, after = (before, 0) if step > 0 else (0, after)
                    continue
                room -= len(page.text)
                found.insert(len(found) if step > 0 else 0, page)
                before, after = (before, at + 1) if step > 0 else (at - 1, after)
        return found

    def numbered_texts(self, document_id: str, first: int, last: int) -> list[tuple[int, int, str]]:
        """(number, start, text) of the pages `first` to `last`, in order."""
        rows = self._database.query(
            "SELECT number, start_at, text FROM pages WHERE document_id = ? AND number BETWEEN ? AND ? "
            "ORDER BY number",
            (document_id, first, last),
        )
        return [(row["number"], row["start_at"], row["text"]) for row in rows]

    def records(self, document_id: str) -> list[PageRecord]:
        """All pages in order as they are stored, to be cut again without the file."""
        rows = self._database.query(
            "SELECT * FROM pages WHERE document_id = ? ORDER BY number", (document_id,)
        )
        return [_record(row) for row in rows]

    def unchecked(self, document_id: str) -> list[int]:
        """Numbers of the pages in which hidden text has not been looked for."""
        rows = self._database.query(
            "SELECT number FROM pages WHERE document_id = ? AND checked = 0 ORDER BY number", (document_id,)
        )
        return [row["number"] for row in rows]

    def unchecked_among(self, document_ids: Sequence[str]) -> dict[str, set[int]]:
        """document_id → numbers of its pages in which hidden text has not been looked for; without any: left
        out."""
        rows = self._database.query(
            "SELECT document_id, number FROM pages WHERE checked = 0 "
            "AND document_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(document_ids)),),
        )
        found: dict[str, set[int]] = {}
        for row in rows:
            found.setdefault(row["document_id"], set()).add(row["number"])
        return found

    def mark_checked(self, document_id: str, numbers: Iterable[int]) -> None:
        """These pages hold nothing that a reader cannot see."""
        self._database.execute_many(
            "UPDATE pages SET checked = 1 WHERE document_id = ? AND number = ?",
            ((document_id, number) for number in numbers),
        )

    def awaiting_ocr(self, document_id: str) -> list[int]:
        """Numbers of the pages whose text is still to be recognised."""
        rows = self._database.query(
            "SELECT number FROM pages WHERE document_id = ? AND ocr = ? ORDER BY number",
            (document_id, int(OcrState.WANTED)),
        )
        return [row["number"] for row in rows]

    def texts(self, document_id: str, first: int, last: int) -> list[tuple[int, str]]:
        """(start, text) of the pages `first` to `last`, in order, without their boxes."""
        rows = self._database.query(
            "SELECT start_at, text FROM pages WHERE document_id = ? AND number BETWEEN ? AND ? "
            "ORDER BY number",
            (document_id, first, last),
        )
        return [(row["start_at"], row["text"]) for row in rows]

    def page_of(self, document_id: str, offset: int) -> int | None:
        """1-based number of the page that holds a character offset of the document's text."""
        row = self._database.query_one(
            "SELECT number FROM pages WHERE document_id = ? AND start_at <= ? ORDER BY number DESC LIMIT 1",
            (document_id, offset),
        )
        return None if row is None else int(row["number"])

    def has_any(self, document_id: str) -> bool:
        """True when text of this document is stored; it is then a whole version of it."""
        row = self._database.query_one("SELECT 1 FROM pages WHERE document_id = ? LIMIT 1", (document_id,))
        return row is not None

    def delete(self, document_id: str) -> None:
        self._database.execute("DELETE FROM pages WHERE document_id = ?", (document_id,))
