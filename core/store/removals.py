"""Deleting documents from the library file, and what is still owed elsewhere: index, backups, stored runs.

Rows go in one transaction together with the note of what is owed, so that a removal that was begun is always
brought to its end (`core.ingest.queue.removal`). Any thread, through `Database`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from core.store.database import Database
from core.store.identity import library_id
from core.store.locations import MEMBER_SEPARATOR, LocationRepository
from core.store.workspaces import follow_versions

_OWED = "removal_owed"


@dataclass(frozen=True, slots=True)
class OwedRemoval:
    """What is not gone from everywhere yet.

    `traces`: ids of documents the user removed, which runs and backups may still tell of. `points`: ids of
    documents, earlier versions included, that the files of the index may still hold.
    """

    traces: tuple[str, ...] = ()
    points: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.traces or self.points)


class RemovalRepository:
    """Removes documents with all that came from them alone, and remembers what is owed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._locations = LocationRepository(database)

    def delete(self, document_ids: Sequence[str]) -> list[str]:
        """Remove documents, and those that came only from inside them, at the user's word.

        Their files in watched folders, and inside other files, stay out of the library from now on. Returns
        the ids of all that went; what is left of them elsewhere is owed. Part of the caller's transaction if
        there is one.
        """
        with self._database.transaction():
            folders = self._folders()
            for name in document_ids:
                self._exclude(name, folders)
            removed = self._delete_rows(document_ids)
            if removed:
                everything = (*removed, *self._former(removed))
                self._owe(OwedRemoval(traces=everything, points=everything))
            return removed

    def drop_place(self, document_id: str, path: str) -> bool:
        """Forget one of several places of a document, at the user's word; the document stays.

        The file stays out of watched folders from now on. False, and nothing is changed, when the document
        lies nowhere else or not there.
        """
        with self._database.transaction():
            places = [place.path for place in self._locations.of_document(document_id) if not place.member]
            if path not in places or len(places) < 2:
                return False
            digest = self.digester()
            self._database.execute_many(
                "INSERT OR IGNORE INTO excluded_files (folder_id, digest) VALUES (?, ?)",
                [
                    (folder_id, digest(path))
                    for folder_id, folder in self._folders().items()
                    if path.startswith(folder)
                ],
            )
            self._locations.remove(document_id, path)
            orphans = self._locations.remove_inside(path, "")
            removed = self._delete_rows(orphans)
            if removed:
                self._owe(OwedRemoval(traces=tuple(removed), points=tuple(removed)))
            return True

    def replace_others(self, path: str, document_id: str, only: Sequence[str] | None = None) -> list[str]:
        """This document is what the file holds now: earlier contents (of these only) leave it, and the
        library if it was their last place. Returns the ids of those that went.
        """
        with self._database.transaction() as connection:
            follow_versions(connection, path, document_id)
            others = {place.document_id for place in self._locations.at_path(path)}
            others |= {
                row["document_id"]
                for row in connection.execute(
                    "SELECT document_id FROM documents WHERE path = ? AND member = ''", (path,)
                )
            }
            others -= {document_id}
            if only is not None:
                others &= set(only)
            gone = [name for name in sorted(others) if not self._leave(name, path)]
            if others:
                gone += self._locations.remove_inside(path, "", outdated_only=True)
            removed = self._delete_rows(gone)
            if removed:
                connection.executemany(
                    "INSERT OR REPLACE INTO former_versions (document_id, replaced_by) VALUES (?, ?)",
                    [(name, document_id) for name in removed],
                )
                self._owe(OwedRemoval(points=tuple(removed)))
            connection.execute("DELETE FROM former_versions WHERE document_id = ?", (document_id,))
            return removed

    def replaced_by(self, document_id: str) -> str | None:
        """The document that holds a newer content of the same file, if this one was replaced by it."""
        row = self._database.query_one(
            "SELECT replaced_by FROM former_versions WHERE document_id = ?", (document_id,)
        )
        return str(row["replaced_by"]) if row else None

    def owed(self) -> OwedRemoval:
        """What is not gone from everywhere yet; documents that were added again meanwhile are left out."""
        row = self._database.query_one("SELECT value FROM meta WHERE name = ?", (_OWED,))
        stored = json.loads(row["value"]) if row else {}
        names = {name for part in stored.values() for name in part}
        alive = {name for name in names if self._exists(name)}
        return OwedRemoval(
            tuple(name for name in stored.get("traces", ()) if name not in alive),
            # Points are deleted before a document is added again; its old ones are still in the files.
            tuple(stored.get("points", ())),
        )

    def settle(self, *, traces: Collection[str] = (), points: Collection[str] = ()) -> None:
        """These are gone; what was added to the debt meanwhile stays."""
        with self._database.transaction():
            now = self.owed()
            self._write(
                OwedRemoval(
                    tuple(name for name in now.traces if name not in traces),
                    tuple(name for name in now.points if name not in points),
                )
            )

    # --- files that stay out -------------------------------------------------------------------

    def excluded(self, folder_id: int) -> frozenset[bytes]:
        """Digests of the paths and contents that were removed from a watched folder."""
        rows = self._database.query("SELECT digest FROM excluded_files WHERE folder_id = ?", (folder_id,))
        return frozenset(row["digest"] for row in rows)

    def excluded_anywhere(self, name: str) -> bool:
        """True when this path or content hash was removed from any watched folder."""
        if self._database.query_one("SELECT 1 FROM excluded_files LIMIT 1") is None:
            return False
        digest = self.digester()(name)
        row = self._database.query_one("SELECT 1 FROM excluded_files WHERE digest = ? LIMIT 1", (digest,))
        return row is not None

    def was_removed(self, container_id: str, content_hash: str) -> bool:
        """True when the user removed this content from among the files inside that file."""
        row = self._database.query_one(
            "SELECT 1 FROM removed_members WHERE document_id = ? AND digest = ?",
            (container_id, self.digester()(content_hash)),
        )
        return row is not None

    def include_again(self, *names: str) -> None:
        """The user adds a path, or a content hash, by hand: it is no longer kept out."""
        if self._database.query_one("SELECT 1 FROM excluded_files LIMIT 1") is None:
            return
        digest = self.digester()
        self._database.execute_many(
            "DELETE FROM excluded_files WHERE digest = ?", [(digest(name),) for name in names]
        )

    def digester(self) -> _Digester:
        """Turns a path or a content hash into what `excluded` holds."""
        return _Digester(library_id(self._database))

    # --- inside --------------------------------------------------------------------------------

    def _exclude(self, document_id: str, folders: dict[int, str]) -> None:
        places = self._locations.of_document(document_id)
        inside = [place for place in places if place.member]
        if not (folders or inside):
            return
        digest = self.digester()
        row = self._database.query_one(
            "SELECT content_hash FROM documents WHERE document_id = ?", (document_id,)
        )
        names = [row["content_hash"]] if row else []
        for place in inside:
            self._database.execute_many(
                "INSERT OR IGNORE INTO removed_members (document_id, digest) "
                "SELECT document_id, ?1 FROM locations WHERE path = ?2 AND member = ?3",
                [(digest(name), place.path, place.member.rpartition(MEMBER_SEPARATOR)[0]) for name in names],
            )
        paths = [place.path for place in places if not place.member]
        for folder_id, folder in folders.items():
            here = [path for path in paths if path.startswith(folder)]
            if here:
                self._database.execute_many(
                    "INSERT OR IGNORE INTO excluded_files (folder_id, digest) VALUES (?, ?)",
                    [(folder_id, digest(name)) for name in (*here, *names)],
                )

    def _folders(self) -> dict[int, str]:
        rows = self._database.query("SELECT folder_id, path FROM folders")
        return {row["folder_id"]: row["path"].rstrip(os.sep) + os.sep for row in rows}

    def _leave(self, document_id: str, path: str) -> bool:
        """The document no longer lies here; False when it surely lies nowhere else either."""
        self._locations.remove(document_id, path)
        return any(place.state != "missing" for place in self._locations.of_document(document_id))

    def _delete_rows(self, document_ids: Iterable[str]) -> list[str]:
        """Delete documents, and then what came from inside them alone; the ids of all."""
        pending, removed = list(document_ids), []
        with self._database.transaction() as connection:
            while pending:
                name = pending.pop()
                places = self._locations.of_document(name)
                rows = connection.execute("SELECT document_id FROM documents WHERE container_id = ?", (name,))
                children = [row["document_id"] for row in rows]
                if not connection.execute("DELETE FROM documents WHERE document_id = ?", (name,)).rowcount:
                    continue
                removed.append(name)
                for place in places:
                    # A newer content may be here already, and hold some of the same files.
                    newer = bool(self._locations.at_path(place.path, place.member))
                    pending += self._locations.remove_inside(place.path, place.member, outdated_only=newer)
                pending += [child for child in children if not self._locations.find_home(child)]
        return removed

    def _former(self, document_ids: Sequence[str]) -> list[str]:
        """Earlier contents of these documents' files, however far back, that are documents no more."""
        found: dict[str, None] = {}
        for name in document_ids:
            rows = self._database.query(
                "WITH RECURSIVE former (name) AS (SELECT ?1 UNION SELECT f.document_id "
                "FROM former_versions AS f JOIN former ON f.replaced_by = former.name) "
                "SELECT name FROM former WHERE name != ?1",
                (name,),
            )
            found.update(dict.fromkeys(row["name"] for row in rows if not self._exists(row["name"])))
        self._database.execute_many(
            "DELETE FROM former_versions WHERE document_id = ?", [(name,) for name in found]
        )
        return list(found)

    def _exists(self, document_id: str) -> bool:
        row = self._database.query_one("SELECT 1 FROM documents WHERE document_id = ?", (document_id,))
        return row is not None

    def _owe(self, more: OwedRemoval) -> None:
        now = self.owed()
        self._write(
            OwedRemoval(
                tuple(dict.fromkeys((*now.traces, *more.traces))),
                tuple(dict.fromkeys((*now.points, *more.points))),
            )
        )

    def _write(self, owed: OwedRemoval) -> None:
        if not owed:
            self._database.execute("DELETE FROM meta WHERE name = ?", (_OWED,))
            return
        value = json.dumps({"traces": owed.traces, "points": owed.points})
        self._database.execute(
            "INSERT INTO meta (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (_OWED, value),
        )


class _Digester:
    """Salted with the library's id, so that equal files do not show across libraries."""

    def __init__(self, salt: str) -> None:
        self._start = hashlib.sha256(salt.encode())

    def __call__(self, name: str) -> bytes:
        digest = self._start.copy()
        digest.update(name.encode("utf-8", "surrogatepass"))
        return digest.digest()[:16]
