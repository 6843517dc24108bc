"""Conversations and their messages. Any thread, through `Database`."""

from __future__ import annotations

import sqlite3
import time
import uuid
from dataclasses import dataclass

from core.store.database import Database


@dataclass(frozen=True, slots=True)
class Conversation:
    """One thread of questions; times are seconds since the epoch (UTC)."""

    conversation_id: str
    title: str
    created_at: float
    updated_at: float


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One turn: `role` is `user` or `assistant`; `run_id` names the run that produced or answered it."""

    role: str
    content: str
    run_id: str
    created_at: float


def _conversation(row: sqlite3.Row) -> Conversation:
    return Conversation(row["conversation_id"], row["title"], row["created_at"], row["updated_at"])


class ConversationRepository:
    """Conversations, newest first, and the messages of each in order."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, title: str = "", conversation_id: str = "") -> Conversation:
        """Make a conversation; with a known id the existing one is returned unchanged."""
        now = time.time()
        chosen = conversation_id or str(uuid.uuid4())
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO conversations (conversation_id, title, created_at, updated_at) "
                "VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (chosen, title, now, now),
            )
            row = connection.execute(
                "SELECT * FROM conversations WHERE conversation_id = ?", (chosen,)
            ).fetchone()
        return _conversation(row)

    def get(self, conversation_id: str) -> Conversation | None:
        row = self._database.query_one(
            "SELECT * FROM conversations WHERE conversation_id = ?", (conversation_id,)
        )
        return _conversation(row) if row else None

    def recent(self, limit: int = 50) -> list[Conversation]:
        rows = self._database.query(
            "SELECT * FROM conversations WHERE deleted_at IS NULL "
            "ORDER BY updated_at DESC, rowid DESC LIMIT ?",
            (limit,),
        )
        return [_conversation(row) for row in rows]

    def rename(self, conversation_id: str, title: str) -> None:
        self._database.execute(
            "UPDATE conversations SET title = ? WHERE conversation_id = ?", (title, conversation_id)
        )

    def add_message(self, conversation_id: str, role: str, content: str, run_id: str = "") -> None:
        """Append a turn and move the conversation to the top."""
        now = time.time()
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO messages (conversation_id, role, content, run_id, created_at) "
                "VALUES (?, ?, ?, ?, ?)",
                (conversation_id, role, content, run_id, now),
            )
            connection.execute(
                "UPDATE conversations SET updated_at = ? WHERE conversation_id = ?", (now, conversation_id)
            )

    def messages(self, conversation_id: str) -> list[StoredMessage]:
        rows = self._database.query(
            "SELECT role, content, run_id, created_at FROM messages WHERE conversation_id = ? "
            "ORDER BY message_id",
            (conversation_id,),
        )
        return [StoredMessage(row["role"], row["content"], row["run_id"], row["created_at"]) for row in rows]

    def delete(self, conversation_id: str) -> None:
        """Remove the conversation with its messages and runs."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM runs WHERE conversation_id = ?", (conversation_id,))
            connection.execute("DELETE FROM conversations WHERE conversation_id = ?", (conversation_id,))
        self._database.checkpoint()
