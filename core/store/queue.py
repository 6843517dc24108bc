"""The ingest queue: which documents still have work, and which. Survives a crash by being in SQLite."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from core.store.database import Database

Stage = Literal["parse", "embed"]


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One document's next piece of work. `attempts` counts how often it was begun."""

    document_id: str
    stage: Stage
    attempts: int


class IngestQueue:
    """First in, first out within a priority; a document that was begun before goes behind the fresh ones."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, document_id: str, stage: Stage, priority: int = 0) -> None:
        """Set a document's next stage; an existing entry keeps its place."""
        self._database.execute(
            "INSERT INTO ingest_queue (document_id, stage, priority, queued_at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (document_id) DO UPDATE SET stage = excluded.stage, "
            "attempts = CASE WHEN stage = excluded.stage THEN attempts ELSE 0 END, "
            "priority = MAX(priority, excluded.priority)",
            (document_id, stage, priority, time.time()),
        )

    def next(self, stage: Stage) -> QueueEntry | None:
        """The entry to work on now; it stays in the queue until `remove` or `put` with the next stage."""
        row = self._database.query_one(
            "SELECT document_id, stage, attempts FROM ingest_queue WHERE stage = ? "
            "ORDER BY priority DESC, attempts, queued_at, rowid LIMIT 1",
            (stage,),
        )
        return None if row is None else QueueEntry(row["document_id"], row["stage"], row["attempts"])

    def begin(self, document_id: str) -> None:
        """Count an attempt before the work starts, so that a document that ends the program moves back."""
        self._database.execute(
            "UPDATE ingest_queue SET attempts = attempts + 1 WHERE document_id = ?", (document_id,)
        )

    def give_back(self, document_id: str) -> None:
        """The work ended in order without being done (Stop, a full disk): that attempt does not count."""
        self._database.execute(
            "UPDATE ingest_queue SET attempts = MAX(attempts - 1, 0) WHERE document_id = ?", (document_id,)
        )

    def remove(self, document_id: str) -> None:
        self._database.execute("DELETE FROM ingest_queue WHERE document_id = ?", (document_id,))

    def stages(self) -> dict[str, str]:
        """document_id → stage of everything that is queued."""
        rows = self._database.query("SELECT document_id, stage FROM ingest_queue")
        return {row["document_id"]: row["stage"] for row in rows}

    def sizes(self) -> dict[str, int]:
        """stage → number of documents."""
        rows = self._database.query("SELECT stage, COUNT(*) AS size FROM ingest_queue GROUP BY stage")
        return {row["stage"]: row["size"] for row in rows}
