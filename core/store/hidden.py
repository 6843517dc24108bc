"""The hidden_text table: what was struck out or cannot be seen, kept apart from the text. Any thread."""

from __future__ import annotations

import json
from collections.abc import Sequence

from core.store.database import Database
from core.types import HiddenText


class HiddenTextRepository:
    """Hidden text by document, in the order of its pages; page 0 is the document as a whole."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def replace(self, document_id: str, hidden: Sequence[HiddenText]) -> None:
        """All that is known now; what was known before goes."""
        with self._database.transaction():
            self._database.execute("DELETE FROM hidden_text WHERE document_id = ?", (document_id,))
            self._add(document_id, hidden)

    def replace_pages(self, document_id: str, pages: Sequence[int], hidden: Sequence[HiddenText]) -> None:
        """The same for these pages only."""
        with self._database.transaction():
            self._database.execute(
                "DELETE FROM hidden_text WHERE document_id = ? AND page IN (SELECT value FROM json_each(?))",
                (document_id, json.dumps(list(pages))),
            )
            self._add(document_id, hidden)

    def of_document(self, document_id: str, page: int | None = None) -> list[HiddenText]:
        """Of one page, or of all."""
        rows = self._database.query(
            "SELECT page, reason, text FROM hidden_text WHERE document_id = ?1 AND (?2 IS NULL OR page = ?2) "
            "ORDER BY page, place",
            (document_id, page),
        )
        return [HiddenText(row["page"], row["reason"], row["text"]) for row in rows]

    def _add(self, document_id: str, hidden: Sequence[HiddenText]) -> None:
        places: dict[int, int] = {}
        rows = []
        for found in hidden:
            place = places[found.page] = places.get(found.page, -1) + 1
            rows.append((document_id, found.page, place, found.reason, found.text))
        self._database.execute_many("INSERT INTO hidden_text VALUES (?, ?, ?, ?, ?)", rows)
