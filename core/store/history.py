"""Past conversations as their user keeps them: found by their text, pinned, deleted with a way back; what was
said of answers. Any thread, through `Database`.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.store.database import Database

Verdict = Literal["good", "bad"]

_EXCERPT_CHARACTERS = 90
_EXCERPT_BEFORE = 24


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One conversation in the list. `questions` is how many were asked; `excerpt` is where the searched words
    stand, empty when the title has them or nothing was searched for. Times are seconds since the epoch.
    `workspace` is the name of the one it belongs to, empty for none.
    """

    conversation_id: str
    title: str
    created_at: float
    updated_at: float
    pinned: bool = False
    questions: int = 0
    excerpt: str = ""
    workspace: str = ""


_COLUMNS = (
    "conversation_id, title, created_at, updated_at, pinned, "
    "(SELECT COUNT(*) FROM messages WHERE messages.conversation_id = conversations.conversation_id "
    "AND role = 'user') AS questions, "
    "COALESCE((SELECT name FROM workspaces WHERE workspaces.workspace_id = conversations.workspace_id "
    "AND workspaces.deleted_at IS NULL), '') AS workspace"
)


class HistoryRepository:
    """Deleted conversations are hidden from everything here, and gone after `purge`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def entries(self, text: str = "", limit: int = 1000) -> list[HistoryEntry]:
        """Pinned ones first, then newest first; with `text` those that have all its words in their title,
        workspace, questions and answers, whatever the case.
        """
        rows = self._database.query(
            f"SELECT {_COLUMNS} FROM conversations WHERE deleted_at IS NULL "  # noqa: S608 - constants
            "ORDER BY pinned DESC, updated_at DESC, rowid DESC"
        )
        words = text.casefold().split()
        found: list[HistoryEntry] = []
        for row in rows:
            excerpt = self._excerpt(row, words) if words else ""
            if excerpt is not None:
                found.append(_entry(row, excerpt))
            if len(found) == limit:
                break
        return found

    def entry(self, conversation_id: str) -> HistoryEntry | None:
        """None when there is no such conversation, or it was deleted."""
        row = self._database.query_one(
            f"SELECT {_COLUMNS} FROM conversations "  # noqa: S608 - constants
            "WHERE conversation_id = ? AND deleted_at IS NULL",
            (conversation_id,),
        )
        return _entry(row, "") if row else None

    def starting_with(self, prefix: str, limit: int = 10) -> list[HistoryEntry]:
        """Conversations whose id begins so."""
        wanted = prefix.casefold()
        return [one for one in self.entries() if one.conversation_id.startswith(wanted)][:limit]

    def rename(self, conversation_id: str, title: str) -> bool:
        """False when there is no such conversation, or nothing is left of the name without its spaces."""
        name = " ".join(title.split())
        return bool(name) and self._set(conversation_id, "title = ?", name)

    def pin(self, conversation_id: str, pinned: bool) -> bool:
        return self._set(conversation_id, "pinned = ?", int(pinned))

    def delete(self, conversation_id: str) -> bool:
        """Hide it until `restore` or `purge`."""
        return self._set(conversation_id, "deleted_at = ?", time.time())

    def restore(self, conversation_id: str) -> bool:
        """False when it is not among the deleted ones any more."""
        changed = self._database.execute(
            "UPDATE conversations SET deleted_at = NULL WHERE conversation_id = ? AND deleted_at IS NOT NULL",
            (conversation_id,),
        )
        return changed == 1

    def purge(self) -> int:
        """Remove the deleted ones for good, with their messages, runs and feedback; how many those were."""
        with self._database.transaction() as connection:
            connection.execute(
                "DELETE FROM runs WHERE conversation_id IN "
                "(SELECT conversation_id FROM conversations WHERE deleted_at IS NOT NULL)"
            )
            gone = connection.execute("DELETE FROM conversations WHERE deleted_at IS NOT NULL").rowcount
        if gone:
            self._database.checkpoint()
        return gone

    def give_feedback(self, run_id: str, verdict: Verdict | None) -> None:
        """What the user thinks of an answer; None takes it back. A run that is not stored is passed over."""
        if verdict is None:
            self._database.execute("DELETE FROM feedback WHERE run_id = ?", (run_id,))
            return
        self._database.execute(
            "INSERT INTO feedback SELECT run_id, ?, ? FROM runs WHERE run_id = ? "
            "ON CONFLICT (run_id) DO UPDATE SET verdict = excluded.verdict, given_at = excluded.given_at",
            (verdict, time.time(), run_id),
        )

    def feedback(self, conversation_id: str) -> dict[str, Verdict]:
        """By run id."""
        rows = self._database.query(
            "SELECT run_id, verdict FROM feedback JOIN runs USING (run_id) WHERE conversation_id = ?",
            (conversation_id,),
        )
        return {row["run_id"]: row["verdict"] for row in rows}

    def _set(self, conversation_id: str, change: str, value: object) -> bool:
        changed = self._database.execute(
            f"UPDATE conversations SET {change} WHERE conversation_id = ? AND deleted_at IS NULL",  # noqa: S608
            (value, conversation_id),
        )
        return changed == 1

    def _excerpt(self, row: sqlite3.Row, words: Sequence[str]) -> str | None:
        """None when a word stands nowhere in the conversation."""
        title = f"{row['title']} {row['workspace']}".casefold()
        if all(word in title for word in words):
            return ""
        texts = [
            " ".join(message["content"].split())
            for message in self._database.query(
                "SELECT content FROM messages WHERE conversation_id = ? ORDER BY message_id",
                (row["conversation_id"],),
            )
        ]
        folded = [text.casefold() for text in texts]
        if not all(word in title or any(word in text for text in folded) for word in words):
            return None
        best = max(range(len(texts)), key=lambda at: sum(word in folded[at] for word in words))
        return _around(texts[best], folded[best], words)


def _entry(row: sqlite3.Row, excerpt: str) -> HistoryEntry:
    return HistoryEntry(
        row["conversation_id"],
        row["title"],
        row["created_at"],
        row["updated_at"],
        bool(row["pinned"]),
        row["questions"],
        excerpt,
        row["workspace"],
    )


def _around(text: str, folded: str, words: Sequence[str]) -> str:
    """The words with what stands beside them. Casefolding may move places by a letter or two ("ß")."""
    at = min((folded.find(word) for word in words if word in folded), default=0)
    start = max(min(at, len(text)) - _EXCERPT_BEFORE, 0)
    cut = text[start : start + _EXCERPT_CHARACTERS]
    before = "… " if start else ""
    after = " …" if start + _EXCERPT_CHARACTERS < len(text) else ""
    return f"{before}{cut.strip()}{after}"
