"""The locations table: every place on disk where a document's content lies, and how it stands there.

A document is read from one of them (`documents.path` and `member`); the others are its duplicates. Any
thread, through `Database`.
"""

from __future__ import annotations

import json
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
        """The content was seen here just now: a new place, or news of one that is known; it is present.

        What is inside the document lies here as well. With a `member` the time is that of the file at `path`.
        """
        with self._database.transaction() as connection:
            known = self._places(connection, document_id)
            if member:
                row = connection.execute(
                    "SELECT mtime_ns FROM locations WHERE path = ? AND member = ''", (path,)
                ).fetchone()
                mtime_ns = row["mtime_ns"] if row else mtime_ns
            connection.execute(
                "INSERT INTO locations (document_id, path, member, size_bytes, mtime_ns, state) "
                "VALUES (?, ?, ?, ?, ?, 'present') ON CONFLICT (document_id, path, member) DO UPDATE SET "
                "size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns, state = 'present'",
                (document_id, path, member, size_bytes, mtime_ns),
            )
            if known and (member or path not in {place for place, _member in known}):
                source = (path, member) if (path, member) in known else known[0]
                self._add_inside(connection, source, (path, member), mtime_ns)

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
        if document_ids is not None and len(document_ids) == 1:
            return self.of_document(document_ids[0])
        if document_ids is None:
            rows = self._database.query(f"SELECT {_COLUMNS} FROM locations")  # noqa: S608 - constants
        else:
            rows = self._database.query(
                "SELECT place.document_id, place.path, place.member, place.size_bytes, place.mtime_ns, "
                "place.state FROM json_each(?) AS wanted CROSS JOIN locations AS place "
                "ON place.document_id = wanted.value JOIN documents AS d USING (document_id) "
                "ORDER BY wanted.key, d.path != place.path OR d.member != place.member, location_id",
                (json.dumps(list(document_ids)),),
            )
        states = {state.value: state for state in SourceState}
        return [
            Location(name, path, member, size, mtime_ns, states[state])
            for name, path, member, size, mtime_ns, state in rows
        ]

    def missing(self) -> list[str]:
        """Documents of which every place is missing."""
        rows = self._database.query(
            "SELECT document_id FROM locations GROUP BY document_id HAVING MIN(state = 'missing') = 1"
        )
        return [row["document_id"] for row in rows]

    def set_states(self, changes: Iterable[tuple[str, SourceState]]) -> None:
        """Many files at once, by path; what is inside a file stands as the file does.

        What an earlier content left at a path stays CHANGED until it is replaced.
        """
        rows = [(state.value, path) for path, state in changes]
        if rows:
            self._database.execute_many(
                "UPDATE locations SET state = ?1 WHERE path = ?2 AND (state != 'changed' OR ?1 = 'missing' "
                "OR NOT EXISTS (SELECT 1 FROM locations AS other WHERE other.path = ?2 AND other.member = '' "
                "AND locations.member = '' AND other.document_id != locations.document_id))",
                rows,
            )

    def touch(self, document_id: str, path: str, size_bytes: int, mtime_ns: int) -> None:
        """The file was written or looked at without a change of its content."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE locations SET mtime_ns = ?1, state = 'present' WHERE path = ?2 AND member != '' AND "
                "mtime_ns = (SELECT mtime_ns FROM locations WHERE document_id = ?3 AND path = ?2 "
                "AND member = '')",
                (mtime_ns, path, document_id),
            )
            connection.execute(
                "UPDATE locations SET size_bytes = ?, mtime_ns = ?, state = 'present' "
                "WHERE document_id = ? AND path = ? AND member = ''",
                (size_bytes, mtime_ns, document_id, path),
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

    def remove_inside(self, path: str, member: str, *, outdated_only: bool = False) -> list[str]:
        """Forget the places inside a container; the documents that are left without any.

        With `outdated_only` those stay that were seen since the file was last written to.
        """
        prefix = inside(member)
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT location_id, document_id FROM locations WHERE path = ?1 AND member != '' "
                "AND substr(member, 1, ?2) = ?3 AND NOT (?4 AND mtime_ns IN "
                "(SELECT mtime_ns FROM locations WHERE path = ?1 AND member = ''))",
                (path, len(prefix), prefix, outdated_only),
            ).fetchall()
            connection.executemany(
                "DELETE FROM locations WHERE location_id = ?", [(row["location_id"],) for row in rows]
            )
            names = dict.fromkeys(row["document_id"] for row in rows)
            return [name for name in names if not self._read_from_another(connection, name)]

    def find_home(self, document_id: str) -> bool:
        """Make sure that the document is read from a place that is listed; False when none is left."""
        with self._database.transaction() as connection:
            return self._read_from_another(connection, document_id)

    @staticmethod
    def _places(connection: sqlite3.Connection, document_id: str) -> list[tuple[str, str]]:
        """(path, member) of the places, present ones first."""
        rows = connection.execute(
            "SELECT path, member FROM locations WHERE document_id = ? "
            "ORDER BY state != 'present', location_id",
            (document_id,),
        )
        return [(row["path"], row["member"]) for row in rows]

    @staticmethod
    def _add_inside(
        connection: sqlite3.Connection, source: tuple[str, str], target: tuple[str, str], mtime_ns: int
    ) -> None:
        """What lies inside one copy of a container lies inside the other, too."""
        before, after = inside(source[1]), inside(target[1])
        connection.execute(
            "INSERT INTO locations (document_id, path, member, size_bytes, mtime_ns, state) "
            "SELECT document_id, ?1, ?2 || substr(member, ?3 + 1), size_bytes, ?4, 'present' FROM locations "
            "WHERE path = ?5 AND member != '' AND substr(member, 1, ?3) = ?6 "
            "ON CONFLICT (document_id, path, member) DO UPDATE SET "
            "mtime_ns = excluded.mtime_ns, state = 'present'",
            (target[0], after, len(before), mtime_ns, source[0], before),
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
        # The newest document at the place around it, which may still wait for an older one to leave.
        holder = connection.execute(
            "SELECT document_id FROM locations JOIN documents USING (document_id) WHERE locations.path = ? "
            "AND locations.member = ? AND document_id != ? ORDER BY locations.state != 'present', "
            "documents.added_at DESC LIMIT 1",
            (path, member.rpartition(MEMBER_SEPARATOR)[0], document_id),
        ).fetchone()
        connection.execute(
            "UPDATE documents SET path = ?, member = ?, filename = ?, mtime = ?, container_id = ? "
            "WHERE document_id = ?",
            (
                path,
                member,
                Path(name).name,
                row["mtime_ns"] / 1e9,
                holder["document_id"] if member and holder else "",
                document_id,
            ),
        )
        return True
