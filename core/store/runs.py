"""Runs and their events: what reopening a conversation replays. Any thread, through `Database`."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import StorageError
from core.events import TRANSIENT_KINDS, Event, parse_event
from core.events.versions import NewerEventError
from core.store.database import Database
from core.store.scopes import keep_scope
from core.types import Mode
from core.types.scope import WHOLE_LIBRARY, Scope


@dataclass(frozen=True, slots=True)
class StoredRun:
    """`outcome` is empty while the run is going on, and after a crash that cut it off."""

    run_id: str
    conversation_id: str
    parent_run_id: str
    mode: Mode
    question: str
    started_at: float
    finished_at: float | None
    outcome: str


def _run(row: sqlite3.Row) -> StoredRun:
    return StoredRun(
        run_id=row["run_id"],
        conversation_id=row["conversation_id"],
        parent_run_id=row["parent_run_id"],
        mode=Mode(row["mode"]),
        question=row["question"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        outcome=row["outcome"],
    )


class RunRepository:
    """One row per run, one row per stored event: of drafts whole attempts, of progress nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(
        self,
        run_id: str,
        conversation_id: str,
        mode: Mode,
        question: str,
        parent_run_id: str = "",
        scope: Scope = WHOLE_LIBRARY,
    ) -> None:
        """Begin a run; its conversation belongs to the scope's workspace from now on."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO runs (run_id, conversation_id, parent_run_id, mode, question, started_at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (run_id, conversation_id, parent_run_id, mode.value, question, time.time()),
            )
            keep_scope(connection, run_id, conversation_id, scope)

    def append(self, events: Sequence[Event]) -> None:
        """Store events of runs that were started; transient kinds are skipped."""
        rows = [
            (event.run_id, event.seq, event.kind, event.model_dump_json())
            for event in events
            if event.kind not in TRANSIENT_KINDS
        ]
        if rows:
            self._database.execute_many(
                "INSERT INTO events (run_id, seq, kind, event) VALUES (?, ?, ?, ?)", rows
            )

    def finish(self, run_id: str, outcome: str) -> None:
        self._database.execute(
            "UPDATE runs SET finished_at = ?, outcome = ? WHERE run_id = ?", (time.time(), outcome, run_id)
        )

    def get(self, run_id: str) -> StoredRun | None:
        row = self._database.query_one("SELECT * FROM runs WHERE run_id = ?", (run_id,))
        return _run(row) if row else None

    def begun_by(self, run: StoredRun) -> StoredRun:
        """The run that a reply goes back to, over the replies between; itself where it is none."""
        seen = {run.run_id}
        while run.parent_run_id and run.parent_run_id not in seen:
            seen.add(run.parent_run_id)
            before = self.get(run.parent_run_id)
            if before is None:
                break
            run = before
        return run

    def starting_with(self, prefix: str, limit: int = 10) -> list[StoredRun]:
        """Runs whose id begins so, newest first."""
        rows = self._database.query(
            "SELECT * FROM runs WHERE substr(run_id, 1, ?) = ? ORDER BY started_at DESC, rowid DESC LIMIT ?",
            (len(prefix), prefix, limit),
        )
        return [_run(row) for row in rows]

    def load_events(self, run_id: str) -> list[Event]:
        """The stored events of a run in order.

        Raises:
            StorageError: an event does not validate, or is from a newer version.
        """
        events: list[Event] = []
        for row in self._database.query(
            "SELECT seq, event FROM events WHERE run_id = ? ORDER BY seq", (run_id,)
        ):
            try:
                events.append(parse_event(row["event"]))
            except NewerEventError as error:
                raise StorageError(
                    f"A stored run in {self._database.path} was written by a newer DocuChat.",
                    "Install the newer version to open it.",
                ) from error
            except ValueError as error:
                raise StorageError(
                    f"Step {row['seq']} of a stored run in {self._database.path} cannot be read.",
                    "Ask the question again; the other conversations are not affected.",
                ) from error
        return events

    def quoting(self, document_ids: Sequence[str]) -> int:
        """The number of runs whose answer quotes one of these documents, removed ones included."""
        row = self._database.query_one(
            "SELECT COUNT(DISTINCT run_id) AS number FROM events, json_each(event, '$.answer.citations') "
            "WHERE kind = 'answer_ready' "
            "AND json_extract(json_each.value, '$.document_id') IN (SELECT value FROM json_each(?))",
            (json.dumps(list(document_ids)),),
        )
        return int(row["number"]) if row else 0

    def recent(self, limit: int = 50) -> list[StoredRun]:
        """Newest first."""
        rows = self._database.query(
            "SELECT * FROM runs ORDER BY started_at DESC, rowid DESC LIMIT ?", (limit,)
        )
        return [_run(row) for row in rows]

    def of_conversation(self, conversation_id: str) -> list[StoredRun]:
        """Oldest first."""
        rows = self._database.query(
            "SELECT * FROM runs WHERE conversation_id = ? ORDER BY started_at, rowid", (conversation_id,)
        )
        return [_run(row) for row in rows]
