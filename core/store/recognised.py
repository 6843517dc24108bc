"""The recognised_pages table: text recognised on pictures, page by page, until the document is cut with it.

A page is stored as soon as it is recognised, so that a killed program loses one page at most. Any thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.store.database import Database


@dataclass(frozen=True, slots=True)
class RecognisedText:
    """One page: `lines` and `words` packed as in the pages table; `confidence` 0–1, 0 when it failed:
    then `text` is the reason, or empty."""

    number: int
    text: str
    lines: bytes
    words: bytes
    confidence: float


class RecognisedRepository:
    """Recognised pages by document."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, document_id: str, page: RecognisedText) -> None:
        self._database.execute(
            "INSERT OR REPLACE INTO recognised_pages VALUES (?, ?, ?, ?, ?, ?)",
            (document_id, page.number, page.text, page.lines, page.words, page.confidence),
        )

    def of_document(self, document_id: str) -> dict[int, RecognisedText]:
        """number → page."""
        rows = self._database.query(
            "SELECT number, text, lines, words, confidence FROM recognised_pages WHERE document_id = ?",
            (document_id,),
        )
        return {row["number"]: RecognisedText(*row) for row in rows}

    def delete(self, document_id: str) -> None:
        self._database.execute("DELETE FROM recognised_pages WHERE document_id = ?", (document_id,))
