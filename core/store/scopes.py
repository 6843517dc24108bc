"""What questions were asked about, kept with their runs. Any thread, through `Database`.

Checked documents follow their files: a newer content takes the old one's place, a removed one leaves.
"""

from __future__ import annotations

import sqlite3
import uuid

from core.store.database import Database
from core.types.scope import WHOLE_LIBRARY, Scope


class ScopeRepository:
    """Scopes by run, and that of the last question of a conversation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_run(self, run_id: str) -> Scope:
        """That of a run of an earlier format, or of none, is the whole library."""
        row = self._database.query_one(
            "SELECT workspace_id, selection_id FROM runs WHERE run_id = ?", (run_id,)
        )
        return self._scope(row)

    def of_runs(self, conversation_id: str) -> dict[str, Scope]:
        """By run id, for each question of a conversation."""
        rows = self._database.query(
            "SELECT run_id, workspace_id, selection_id FROM runs WHERE conversation_id = ? "
            "ORDER BY started_at, rowid",
            (conversation_id,),
        )
        known: dict[tuple[str, str], Scope] = {}
        found: dict[str, Scope] = {}
        for row in rows:
            key = (row["workspace_id"], row["selection_id"])
            if key not in known:
                known[key] = self._scope(row)
            found[row["run_id"]] = known[key]
        return found

    def _scope(self, row: sqlite3.Row | None) -> Scope:
        if row is None:
            return WHOLE_LIBRARY
        if not row["selection_id"]:
            return Scope(row["workspace_id"])
        chosen = self._database.query(
            "SELECT document_id FROM selected_documents WHERE selection_id = ? ORDER BY document_id",
            (row["selection_id"],),
        )
        return Scope(row["workspace_id"], tuple(one["document_id"] for one in chosen))


def keep_scope(connection: sqlite3.Connection, run_id: str, conversation_id: str, scope: Scope) -> None:
    """With a run that has been started, and its conversation; part of the caller's transaction."""
    selection_id = _kept_selection(connection, conversation_id, scope.document_ids)
    connection.execute(
        "UPDATE runs SET workspace_id = ?, selection_id = ? WHERE run_id = ?",
        (scope.workspace_id, selection_id, run_id),
    )
    connection.execute(
        "UPDATE conversations SET workspace_id = ? WHERE conversation_id = ?",
        (scope.workspace_id, conversation_id),
    )


def _kept_selection(
    connection: sqlite3.Connection, conversation_id: str, document_ids: tuple[str, ...] | None
) -> str:
    """Under which id these documents are kept: that of the question before, if it had the same ones."""
    if document_ids is None:
        return ""
    last = connection.execute(
        "SELECT selection_id FROM runs WHERE conversation_id = ? AND selection_id != '' "
        "ORDER BY started_at DESC, rowid DESC LIMIT 1",
        (conversation_id,),
    ).fetchone()
    wanted = set(document_ids)
    if last is not None:
        rows = connection.execute(
            "SELECT document_id FROM selected_documents WHERE selection_id = ?", (last[0],)
        )
        if {row[0] for row in rows} == wanted:
            return str(last[0])
    selection_id = str(uuid.uuid4())
    connection.execute("INSERT INTO selections VALUES (?)", (selection_id,))
    connection.executemany(
        "INSERT INTO selected_documents (selection_id, document_id) "
        "SELECT ?, document_id FROM documents WHERE document_id = ?",
        [(selection_id, name) for name in sorted(wanted)],
    )
    return selection_id
