"""The ingest queue: which documents still have work, and which. Survives a crash by being in SQLite."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from core.store.database import Database

Stage = Literal["parse", "check", "embed", "ocr", "renew", "wait", "left"]
BEHIND_ALL = -1  # priority of what is brought up to date: the user has it already
MOST_ATTEMPTS = 3  # begun and never ended: the program was killed each time
RECENT_S = 3600.0  # a document that was opened so long ago goes before the others


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One document's next piece of work. `attempts` counts how often it was begun."""

    document_id: str
    stage: Stage
    attempts: int


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is left to do in one stage. `unread` documents have no known number of pages yet."""

    documents: int = 0
    pages: int = 0
    chunks: int = 0
    unread: int = 0
    unread_bytes: int = 0


class IngestQueue:
    """One entry a document.

    `parse` is first in, first out; `check` (hidden text), `embed`, `ocr` and `renew` (what earlier readers
    read, or another chunker cut) prefer what was opened lately and what is nearly done. Within both a
    document that was begun before goes behind the fresh ones. `wait`: its file cannot be seen at present.
    `left`: the program ended again and again while it was embedded; its words can be searched.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, document_id: str, stage: Stage, priority: int | None = None) -> None:
        """Set a document's next stage; an existing entry keeps its place, and its priority unless a higher
        one is given. One that was removed gets none."""
        self._database.execute(
            "INSERT INTO ingest_queue (document_id, stage, priority, queued_at) "
            "SELECT ?1, ?2, COALESCE(?3, 0), ?4 "
            "WHERE EXISTS (SELECT 1 FROM documents WHERE document_id = ?1) "
            "ON CONFLICT (document_id) DO UPDATE SET stage = excluded.stage, "
            "attempts = CASE WHEN stage = excluded.stage THEN attempts ELSE 0 END, "
            "priority = MAX(priority, COALESCE(?3, priority))",
            (document_id, stage, priority, time.time()),
        )

    def next(self, stage: Stage) -> QueueEntry | None:
        """The entry to work on now; it stays in the queue until `remove` or `put` with the next stage."""
        # The order of an index, `remaining` included, which triggers keep: asked again after every window,
        # among 100,000 documents. Opened lately are but a few.
        row = self._database.query_one(
            "SELECT document_id, stage, attempts, priority FROM ingest_queue WHERE stage = ? "
            "ORDER BY priority DESC, attempts, remaining, queued_at, rowid LIMIT 1",
            (stage,),
        )
        if row is not None and stage not in ("parse", "wait"):
            opened = self._database.query_one(
                "SELECT document_id, stage, attempts FROM documents INDEXED BY documents_by_opening "
                "CROSS JOIN ingest_queue USING (document_id) WHERE opened_at > 0 AND opened_at > ? "
                "AND stage = ? AND priority = ? AND attempts = ? ORDER BY opened_at DESC LIMIT 1",
                (time.time() - RECENT_S, stage, row["priority"], row["attempts"]),
            )
            row = opened or row
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

    def forgive(self, document_id: str) -> None:
        """Its earlier attempts do not count any more."""
        self._database.execute(
            "UPDATE ingest_queue SET attempts = 0 WHERE document_id = ? AND attempts != 0", (document_id,)
        )

    def got_on(self, document_id: str) -> None:
        """This attempt has done a part that is kept, so that earlier ones do not count any more."""
        self._database.execute(
            "UPDATE ingest_queue SET attempts = 1 WHERE document_id = ? AND attempts > 1", (document_id,)
        )

    def remove(self, document_id: str) -> None:
        self._database.execute("DELETE FROM ingest_queue WHERE document_id = ?", (document_id,))

    def stages(self) -> dict[str, str]:
        """document_id → stage of everything that is queued."""
        rows = self._database.query("SELECT document_id, stage FROM ingest_queue")
        return {row["document_id"]: row["stage"] for row in rows}

    def waiting(self) -> list[tuple[str, str]]:
        """(document_id, path) of documents whose file could not be seen."""
        rows = self._database.query(
            "SELECT document_id, path FROM ingest_queue JOIN documents USING (document_id) "
            "WHERE stage = 'wait' ORDER BY queued_at, ingest_queue.rowid"
        )
        return [(row["document_id"], row["path"]) for row in rows]

    def backlog(self, *, renewing: bool = False) -> dict[str, Backlog]:
        """stage → what is left to do of what the user added, or of what is brought up to date; not what waits
        for its file, or was given up."""
        rows = self._database.query(
            "SELECT stage, COUNT(*) AS documents, SUM(page_count) AS pages, "
            "SUM(chunk_count - embedded_count) AS chunks, SUM(page_count = 0) AS unread, "
            "SUM(CASE WHEN page_count = 0 THEN size_bytes ELSE 0 END) AS unread_bytes "
            "FROM ingest_queue JOIN documents USING (document_id) WHERE stage NOT IN ('wait', 'left') "
            "AND (priority < 0) = ? GROUP BY stage",
            (renewing,),
        )
        return {
            row["stage"]: Backlog(
                row["documents"], row["pages"], row["chunks"], row["unread"], row["unread_bytes"]
            )
            for row in rows
        }

    def read_so_far(self) -> tuple[int, int, int]:
        """(bytes, pages, chunks) of all documents that have been read."""
        row = self._database.query_one(
            "SELECT SUM(size_bytes) AS size, SUM(page_count) AS pages, SUM(chunk_count) AS chunks "
            "FROM documents WHERE page_count > 0"
        )
        return (0, 0, 0) if row is None else (row["size"] or 0, row["pages"] or 0, row["chunks"] or 0)

    def sizes(self) -> dict[str, int]:
        """stage → number of documents."""
        rows = self._database.query("SELECT stage, COUNT(*) AS size FROM ingest_queue GROUP BY stage")
        return {row["stage"]: row["size"] for row in rows}
