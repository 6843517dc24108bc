"""The locations table: every place on disk where a document's content lies, and how it stands there.

A document is read from one of them (`documents.path` and `member`); the others are its duplicates. Any
thread, through `Database`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.store.database import Database
from core.types import Location, SourceState

MEMBER_SEPARATOR = "!/"  # between the levels of files inside files: "outer.zip!/inner.eml"
_COLUMNS = "document_id, path, member, size_bytes, mtime_ns, state"


def _location(row: sqlite3.Row) -> Location:
    return Location(
        document_id=row["document_id"],
        path=row["path"],
        member=row["member"],
        size_bytes=row["size_bytes"],
        mtime_ns=row["mtime_ns"],
        state=SourceState(row["state"]),
    )


def inside(member: str) -> str:
    """What the members of a container begin with that is itself this member (empty: a file of its own)."""
    return member + MEMBER_SEPARATOR if member else ""


def below(folder: str) -> tuple[str, str]:
    """The half-open range in which all paths below a folder sort."""
    prefix = folder if folder.endswith(os.sep) else folder + os.sep
    return prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)


class LocationRepository:
    """Places by document and by path. Writers take their own transaction or join the caller's."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, document_id: str, path: str, member: str, size_bytes: int, mtime_ns: int) -> None:
        """The content was seen here just now: a new place, or news of one that is known; it is present."""
        self._database.execute(
            "INSERT INTO locations (document_id, path, member, size_bytes, mtime_ns, state) "
            "VALUES (?, ?, ?, ?, ?, 'present') ON CONFLICT (document_id, path, member) DO UPDATE SET "
            "size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns, state = 'present'",
            (document_id, path, member, size_bytes, mtime_ns),
        )

    def of_document(self, document_id: str) -> list[Location]:
        """All places of a document; the one it is read from first, then in the order they were found."""
        rows = self._database.query(
            f"SELECT {_COLUMNS} FROM locations AS place WHERE document_id = ? ORDER BY NOT EXISTS "  # noqa: S608
            "(SELECT 1 FROM documents AS d WHERE d.document_id = place.document_id AND d.path = place.path "
            "AND d.member = place.member), location_id",
            (document_id,),
        )
        return [_location(row) for row in rows]

    def at_path(self, path: str, member: str | None = "") -> list[Location]:
        """What is known at a path: more than one document only while a new version replaces an old one.

        With `member` None also everything inside the file.
        """
        rows = self._database.query(
            f"SELECT {_COLUMNS} FROM locations WHERE path = ? AND (?2 IS NULL OR member = ?2)",  # noqa: S608
            (path, member),
        )
        return [_location(row) for row in rows]

    def below(self, folder: str) -> list[Location]:
        """Files (not what is inside them) anywhere below a folder."""
        rows = self._database.query(
            f"SELECT {_COLUMNS} FROM locations WHERE path >= ? AND path < ? AND member = ''",  # noqa: S608
            below(folder),
        )
        return [_location(row) for row in rows]

    def all(self, document_ids: Sequence[str] | None = None) -> list[Location]:
        """Every place of these documents, or of all."""
        if document_ids is not None:
            return [place for name in document_ids for place in self.of_document(name)]
        return [_location(row) for row in self._database.query(f"SELECT {_COLUMNS} FROM locations")]  # noqa: S608

    def missing(self) -> list[str]:
        """Documents of which every place is missing."""
        rows = self._database.query(
            "SELECT document_id FROM locations GROUP BY document_id HAVING MIN(state = 'missing') = 1"
        )
        return [row["document_id"] for row in rows]

    def set_state(self, document_id: str, path: str, member: str, state: SourceState) -> None:
        self._database.execute(
            "UPDATE locations SET state = ? WHERE document_id = ? AND path = ? AND member = ?",
            (state.value, document_id, path, member),
        )

    def set_states(self, changes: Iterable[tuple[str, SourceState]]) -> None:
        """Many files at once, by path; what is inside a file stands as the file does."""
        rows = [(state.value, path) for path, state in changes]
        if rows:
            self._database.execute_many("UPDATE locations SET state = ? WHERE path = ?", rows)

    def touch(self, document_id: str, path: str, size_bytes: int, mtime_ns: int) -> None:
        """The file was written or looked at without a change of its content."""
        with self._database.transaction():
            self._database.execute(
                "UPDATE locations SET size_bytes = ?, mtime_ns = ?, state = 'present' "
                "WHERE document_id = ? AND path = ? AND member = ''",
                (size_bytes, mtime_ns, document_id, path),
            )
            self._database.execute(
                "UPDATE locations SET state = 'present' "
                "WHERE path = ? AND member != '' AND state != 'present'",
                (path,),
            )

    def outdate(self, path: str, size_bytes: int, mtime_ns: int) -> None:
        """The file holds something else now; what was read from it before says so until it is replaced."""
        with self._database.transaction():
            self._database.execute(
                "UPDATE locations SET size_bytes = ?, mtime_ns = ? WHERE path = ? AND member = ''",
                (size_bytes, mtime_ns, path),
            )
            self._database.execute("UPDATE locations SET state = 'changed' WHERE path = ?", (path,))

    def move(self, old: str, new: str, size_bytes: int, mtime_ns: int) -> None:
        """A file was moved or renamed: follow it, with everything inside it. Nothing is read again."""
        with self._database.transaction() as connection:
            # What the new path held before is gone from there; a place cannot be listed twice.
            connection.execute(
                "DELETE FROM locations WHERE path = ?1 AND EXISTS (SELECT 1 FROM locations AS old WHERE "
                "old.document_id = locations.document_id AND old.member = locations.member "
                "AND old.path = ?2)",
                (new, old),
            )
            connection.execute("UPDATE locations SET path = ?, state = 'present' WHERE path = ?", (new, old))
            connection.execute(
                "UPDATE locations SET size_bytes = ?, mtime_ns = ? WHERE path = ? AND member = ''",
                (size_bytes, mtime_ns, new),
            )
            connection.execute(
                "UPDATE documents SET filename = ? WHERE path = ? AND member = ''", (Path(new).name, old)
            )
            connection.execute(
                "UPDATE documents SET path = ?, mtime = ? WHERE path = ?", (new, mtime_ns / 1e9, old)
            )

    def remove(self, document_id: str, path: str, member: str = "") -> bool:
        """Forget one place. The document is read from another one if it was read from this.

        False when no place is left; then the caller decides about the document.
        """
        with self._database.transaction() as connection:
            connection.execute(
                "DELETE FROM locations WHERE document_id = ? AND path = ? AND member = ?",
                (document_id, path, member),
            )
            return self._read_from_another(connection, document_id)

    def remove_inside(self, path: str, member: str, only: Sequence[str] | None = None) -> list[str]:
        """Forget the places (of these documents only) inside a container; the documents left without any."""
        prefix = inside(member)
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT document_id, member FROM locations WHERE path = ? AND member != '' "
                "AND substr(member, 1, ?) = ?",
                (path, len(prefix), prefix),
            ).fetchall()
            found = [row for row in rows if only is None or row["document_id"] in only]
            connection.executemany(
                "DELETE FROM locations WHERE path = ? AND document_id = ? AND member = ?",
                [(path, row["document_id"], row["member"]) for row in found],
            )
            names = dict.fromkeys(row["document_id"] for row in found)
            return [name for name in names if not self._read_from_another(connection, name)]

    def carry_inside(self, container_id: str, old: tuple[str, str], new: tuple[str, str]) -> None:
        """What came from a container is from now on read from another copy of it. Pairs (path, member)."""
        before, after = inside(old[1]), inside(new[1])
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT location_id, document_id, member FROM locations WHERE path = ? AND member != '' "
                "AND substr(member, 1, ?) = ? AND document_id IN "
                "(SELECT document_id FROM documents WHERE container_id = ?)",
                (old[0], len(before), before, container_id),
            ).fetchall()
            for row in rows:
                member = after + row["member"][len(before) :]
                connection.execute(
                    "UPDATE OR REPLACE locations SET path = ?, member = ? WHERE location_id = ?",
                    (new[0], member, row["location_id"]),
                )
                connection.execute(
                    "UPDATE documents SET path = ?, member = ? "
                    "WHERE document_id = ? AND path = ? AND member = ?",
                    (new[0], member, row["document_id"], old[0], row["member"]),
                )

    @staticmethod
    def _read_from_another(connection: sqlite3.Connection, document_id: str) -> bool:
        """Make sure that the document is read from a place that is listed, present ones first."""
        row = connection.execute(
            "SELECT place.path, place.member, place.mtime_ns FROM locations AS place JOIN documents AS d "
            "USING (document_id) WHERE place.document_id = ? ORDER BY place.state != 'present', "
            "place.path != d.path OR place.member != d.member, place.location_id LIMIT 1",
            (document_id,),
        ).fetchone()
        if row is None:
            return False
        path, member = row["path"], row["member"]
        name = member.rpartition(MEMBER_SEPARATOR)[2] if member else path
        connection.execute(
            "UPDATE documents SET path = ?1, member = ?2, filename = ?3, mtime = ?4, container_id = CASE "
            "WHEN ?2 = '' THEN '' ELSE COALESCE((SELECT holder.document_id FROM locations AS holder "
            "WHERE holder.path = ?1 AND holder.member = ?5 AND holder.document_id != ?6 LIMIT 1), "
            "container_id) END WHERE document_id = ?6 AND (path != ?1 OR member != ?2)",
            (
                path,
                member,
                Path(name).name,
                row["mtime_ns"] / 1e9,
                member.rpartition(MEMBER_SEPARATOR)[0],
                document_id,
            ),
        )
        return True
