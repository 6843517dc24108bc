"""Workspaces: named parts of the library, of documents and of folders. Any thread, through `Database`.

A document may be in several workspaces, and in none. What lies in a mail or an archive goes with it.
"""

from __future__ import annotations

import os
import sqlite3
import time
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.store.database import Database

# What is in a workspace: documents put there, documents below its folders and what lies inside either;
# without what was taken out again, and what lies inside that. ?2 and ?3: see `_below`.
_MEMBERS = """
WITH RECURSIVE put (document_id) AS (
    SELECT document_id FROM workspace_documents WHERE workspace_id = ?1 AND kept = 1
), inside (document_id) AS (
    SELECT document_id FROM put
    UNION
    SELECT places.document_id FROM workspace_folders AS folders JOIN locations AS places
        ON places.path > folders.path || ?2 AND places.path < folders.path || ?3
        WHERE folders.workspace_id = ?1
    UNION
    SELECT parts.document_id FROM inside JOIN documents AS parts ON parts.container_id = inside.document_id
), outside (document_id) AS (
    SELECT document_id FROM workspace_documents WHERE workspace_id = ?1 AND kept = 0
    UNION
    SELECT parts.document_id FROM outside JOIN documents AS parts ON parts.container_id = outside.document_id
        WHERE parts.document_id NOT IN put
)
SELECT documents.document_id FROM documents
    WHERE document_id IN inside AND document_id NOT IN outside ORDER BY added_at, rowid
"""


@dataclass(frozen=True, slots=True)
class Workspace:
    """One workspace. `folders`: absolute paths; `created_at`: seconds since the epoch (UTC)."""

    workspace_id: str
    name: str
    created_at: float
    folders: tuple[str, ...] = ()


class WorkspaceRepository:
    """Deleted workspaces are hidden from everything here, and gone after `purge`. Documents always stay."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Workspace]:
        """By name, whatever the case."""
        folders: dict[str, list[str]] = {}
        for row in self._database.query("SELECT workspace_id, path FROM workspace_folders ORDER BY path"):
            folders.setdefault(row["workspace_id"], []).append(row["path"])
        rows = self._database.query("SELECT * FROM workspaces WHERE deleted_at IS NULL")
        found = [_workspace(row, folders.get(row["workspace_id"], ())) for row in rows]
        return sorted(found, key=lambda one: (one.name.casefold(), one.workspace_id))

    def get(self, workspace_id: str) -> Workspace | None:
        row = self._database.query_one(
            "SELECT * FROM workspaces WHERE workspace_id = ? AND deleted_at IS NULL", (workspace_id,)
        )
        if row is None:
            return None
        folders = self._database.query(
            "SELECT path FROM workspace_folders WHERE workspace_id = ? ORDER BY path", (workspace_id,)
        )
        return _workspace(row, [folder["path"] for folder in folders])

    def create(self, name: str) -> Workspace:
        made = Workspace(str(uuid.uuid4()), name, time.time())
        self._database.execute(
            "INSERT INTO workspaces (workspace_id, name, created_at) VALUES (?, ?, ?)",
            (made.workspace_id, made.name, made.created_at),
        )
        return made

    def rename(self, workspace_id: str, name: str) -> bool:
        """False when there is no such workspace."""
        return self._set(workspace_id, "name = ?", name)

    def delete(self, workspace_id: str) -> bool:
        """Hide it until `restore` or `purge`."""
        return self._set(workspace_id, "deleted_at = ?", time.time())

    def restore(self, workspace_id: str) -> bool:
        """False when it is not among the deleted ones any more."""
        changed = self._database.execute(
            "UPDATE workspaces SET deleted_at = NULL WHERE workspace_id = ? AND deleted_at IS NOT NULL",
            (workspace_id,),
        )
        return changed == 1

    def deleted_name(self, workspace_id: str) -> str:
        """The name of a workspace that can still be restored; empty of any other."""
        row = self._database.query_one(
            "SELECT name FROM workspaces WHERE workspace_id = ? AND deleted_at IS NOT NULL", (workspace_id,)
        )
        return str(row["name"]) if row else ""

    def purge(self) -> int:
        """Remove the deleted ones for good; how many those were. Their conversations belong to none then."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE conversations SET workspace_id = '' WHERE workspace_id IN "
                "(SELECT workspace_id FROM workspaces WHERE deleted_at IS NOT NULL)"
            )
            return connection.execute("DELETE FROM workspaces WHERE deleted_at IS NOT NULL").rowcount

    # --- what is in them ------------------------------------------------------------------------

    def add(self, workspace_id: str, document_ids: Iterable[str]) -> int:
        """Put documents into it; how many were not in it before. Ids of no document are passed over."""
        before = set(self.document_ids(workspace_id))
        chosen = list(dict.fromkeys(document_ids))
        self._database.execute_many(
            "INSERT INTO workspace_documents (workspace_id, document_id, kept) "
            "SELECT ?1, document_id, 1 FROM documents WHERE document_id = ?2 "
            "ON CONFLICT (workspace_id, document_id) DO UPDATE SET kept = 1",
            [(workspace_id, name) for name in chosen],
        )
        return len(set(chosen) & (set(self.document_ids(workspace_id)) - before))

    def take_out(self, workspace_id: str, document_ids: Iterable[str]) -> int:
        """Documents, which stay in the library; how many were in it. They stay out although a folder of the
        workspace may hold them."""
        wanted = set(document_ids)
        inside = [name for name in self.document_ids(workspace_id) if name in wanted]
        self._database.execute_many(
            "INSERT INTO workspace_documents (workspace_id, document_id, kept) VALUES (?, ?, 0) "
            "ON CONFLICT (workspace_id, document_id) DO UPDATE SET kept = 0",
            [(workspace_id, name) for name in inside],
        )
        return len(inside)

    def add_folder(self, workspace_id: str, path: str) -> None:
        """Whatever lies below belongs to it from now on; what was taken out and lies there comes back."""
        bare = path.rstrip(os.sep)
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO workspace_folders (workspace_id, path) VALUES (?, ?)",
                (workspace_id, bare),
            )
            connection.execute(
                "DELETE FROM workspace_documents WHERE workspace_id = ? AND kept = 0 AND document_id IN "
                "(SELECT document_id FROM locations WHERE path > ? AND path < ?)",
                (workspace_id, *(bare + bound for bound in _below())),
            )

    def drop_folder(self, workspace_id: str, path: str) -> bool:
        """What lies below belongs to it no more, but for documents put there by themselves."""
        changed = self._database.execute(
            "DELETE FROM workspace_folders WHERE workspace_id = ? AND path = ?",
            (workspace_id, path.rstrip(os.sep)),
        )
        return changed == 1

    def document_ids(self, workspace_id: str) -> tuple[str, ...]:
        """All that is in it, in the order of adding; empty where there is no such workspace."""
        if self.get(workspace_id) is None:
            return ()
        rows = self._database.query(_MEMBERS, (workspace_id, *_below()))
        return tuple(row["document_id"] for row in rows)

    def _set(self, workspace_id: str, change: str, value: object) -> bool:
        changed = self._database.execute(
            f"UPDATE workspaces SET {change} WHERE workspace_id = ? AND deleted_at IS NULL",  # noqa: S608
            (value, workspace_id),
        )
        return changed == 1


def follow_versions(connection: sqlite3.Connection, path: str, document_id: str) -> None:
    """The new content of a file takes the old one's place in workspaces and in what was asked about; so does
    each part of it that has the name of an old one. To be called while both are there, in a transaction.
    """
    pairs = connection.execute(
        "SELECT DISTINCT old.document_id, new.document_id FROM locations AS old JOIN locations AS new "
        "ON new.path = old.path AND new.member = old.member AND new.document_id != old.document_id "
        "WHERE old.path = ?1 AND old.document_id != ?2 "
        "AND (new.document_id = ?2 OR (new.member != '' AND new.mtime_ns > old.mtime_ns))",
        (path, document_id),
    ).fetchall()
    for old, new in pairs:
        connection.execute(
            "INSERT OR IGNORE INTO workspace_documents (workspace_id, document_id, kept) "
            "SELECT workspace_id, ?, kept FROM workspace_documents WHERE document_id = ?",
            (new, old),
        )
        connection.execute(
            "INSERT OR IGNORE INTO selected_documents (selection_id, document_id) "
            "SELECT selection_id, ? FROM selected_documents WHERE document_id = ?",
            (new, old),
        )


def _below() -> tuple[str, str]:
    """Behind a folder's path: above the first, and below the second, is what lies in it."""
    return os.sep, chr(ord(os.sep) + 1)


def _workspace(row: sqlite3.Row, folders: Sequence[str]) -> Workspace:
    return Workspace(row["workspace_id"], row["name"], row["created_at"], tuple(folders))
