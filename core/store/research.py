"""States of researches, one a run, as JSON. Any thread, through `Database`.

What is stored of a document leaves with it: its passages, and the drafts and notes that may repeat them.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection
from typing import Any

from core.store.database import Database

_AFTER_READING = ("synthesis", "quality check", "attribution", "done")


class ResearchRepository:
    """The state of each run after its last step."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, run_id: str, phase: str, state: str) -> None:
        """In place of the one before; the run must have been started."""
        self._database.execute(
            "INSERT INTO research_states (run_id, phase, state, saved_at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (run_id) DO UPDATE SET phase = excluded.phase, state = excluded.state, "
            "saved_at = excluded.saved_at",
            (run_id, phase, state, time.time()),
        )

    def load(self, run_id: str) -> str | None:
        """The JSON that was saved last; None where the run has stored none."""
        row = self._database.query_one("SELECT state FROM research_states WHERE run_id = ?", (run_id,))
        return str(row["state"]) if row else None


def forget_in_states(connection: sqlite3.Connection, document_ids: Collection[str]) -> int:
    """Take these documents out of all stored states; the number of states that changed.

    A research that was writing, or had just written, goes back to the writing of its report, with the
    passages that are left. Part of the caller's transaction; files of older formats have no states.
    """
    if not connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'research_states'"
    ).fetchone():
        return 0
    changes = []
    for run_id, text in connection.execute("SELECT run_id, state FROM research_states").fetchall():
        if not any(name in text for name in document_ids):
            continue
        state = json.loads(text)
        _forget(state, frozenset(document_ids))
        changes.append((json.dumps(state, ensure_ascii=False), state.get("phase", ""), run_id))
    connection.executemany("UPDATE research_states SET state = ?, phase = ? WHERE run_id = ?", changes)
    return len(changes)


def _forget(state: dict[str, Any], wanted: frozenset[str]) -> None:
    for name in ("findings", "open_references"):
        state[name] = [row for row in state.get(name, ()) if row["document_id"] not in wanted]
    left = {row["number"] for row in state["findings"]}
    for row in state["findings"]:  # by which words it was named stood in what is gone
        if row.get("via") and row["via"]["number"] not in left:
            row["via"] = None
    state["links"] = [
        row for row in state.get("links", ()) if row["source"] in left and row["target"] in left
    ]
    if state.get("document_ids"):
        state["document_ids"] = [name for name in state["document_ids"] if name not in wanted]
    state["visited"] = [name for name in state.get("visited", ()) if not any(one in name for one in wanted)]
    for task in state.get("tasks", ()):
        task["note"] = ""
    state["sections"] = state["earlier_sections"] = state["quality"] = []
    state["focus"] = ""
    if state.get("phase") in _AFTER_READING:
        state["phase"] = "synthesis"
