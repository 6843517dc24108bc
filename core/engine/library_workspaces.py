"""Workspaces as front ends see them: made, named, filled, deleted with a way back. Any thread."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from core.errors import KnownError, UsageError
from core.store.database import Database
from core.store.locations import LocationRepository
from core.store.workspaces import Workspace, WorkspaceRepository

NAME_CHARACTERS = 80


class LibraryWorkspaces:
    """The workspaces of one library. A deleted one can be restored until the library is closed."""

    def __init__(self, database: Database) -> None:
        self._stored = WorkspaceRepository(database)
        self._locations = LocationRepository(database)

    def all(self) -> list[Workspace]:
        """By name."""
        return self._stored.all()

    def get(self, workspace_id: str) -> Workspace | None:
        return self._stored.get(workspace_id)

    def find(self, name: str) -> Workspace:
        """The workspace of this name, whatever its case, or of this id or its beginning.

        Raises:
            UsageError: there is none, or there are several.
        """
        wanted = _folded(name)
        existing = self.all()
        named = [one for one in existing if _folded(one.name) == wanted]
        found = named or [one for one in existing if wanted and one.workspace_id.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(one.workspace_id for one in found)
            raise UsageError(f"Several workspaces begin with {name}: {ids}.", "Give the name.")
        names = ", ".join(one.name for one in existing)
        told = f"There are {names}." if names else "Make one: `docuchat workspaces create NAME`."
        raise UsageError(f"There is no workspace {name}.", told)

    def create(self, name: str) -> Workspace:
        """A new, empty one.

        Raises:
            UsageError: the name is empty, too long or taken.
        """
        return self._stored.create(self._free(name))

    def rename(self, workspace_id: str, name: str) -> None:
        """Raises:
        UsageError: the name is empty, too long or taken, or there is no such workspace.
        """
        if not self._stored.rename(workspace_id, self._free(name, workspace_id)):
            raise UsageError(*_GONE)

    def delete(self, workspace_id: str) -> bool:
        """Its documents and conversations stay. False when there is no such workspace."""
        return self._stored.delete(workspace_id)

    def restore(self, workspace_id: str) -> bool:
        """Undo of `delete`, under another name if its own was taken since; False when it is gone for good."""
        name = self._stored.deleted_name(workspace_id)
        if not name or not self._stored.restore(workspace_id):
            return False
        taken = {_folded(one.name) for one in self.all() if one.workspace_id != workspace_id}
        free, number = name, 2
        while _folded(free) in taken:
            free, number = f"{name} {number}", number + 1
        if free != name:
            self._stored.rename(workspace_id, free)
        return True

    def forget_deleted(self) -> None:
        """Remove what was deleted for good. A library that cannot be written keeps it for the next time."""
        with suppress(KnownError):
            self._stored.purge()

    # --- what is in them ------------------------------------------------------------------------

    def document_ids(self, workspace_id: str) -> tuple[str, ...]:
        """All that is in it, with what lies in its folders and inside its mails and archives.

        Raises:
            UsageError: there is no such workspace.
        """
        self._existing(workspace_id)
        return self._stored.document_ids(workspace_id)

    def add(self, workspace_id: str, document_ids: Sequence[str]) -> int:
        """Put documents into it; how many were not in it before.

        Raises:
            UsageError: there is no such workspace.
        """
        self._existing(workspace_id)
        return self._stored.add(workspace_id, document_ids)

    def take_out(self, workspace_id: str, document_ids: Iterable[str]) -> int:
        """Documents, which stay in the library; how many were in it.

        Raises:
            UsageError: there is no such workspace.
        """
        self._existing(workspace_id)
        return self._stored.take_out(workspace_id, document_ids)

    def add_paths(self, workspace_id: str, paths: Iterable[Path]) -> None:
        """Files that are in the library by now, and folders, whose files belong to it now and later.

        Raises:
            UsageError: there is no such workspace.
        """
        self._existing(workspace_id)
        found: list[str] = []
        for path in paths:
            absolute = os.path.abspath(path.expanduser())
            if os.path.isdir(absolute):
                self._stored.add_folder(workspace_id, absolute)
            else:
                found += [place.document_id for place in self._locations.at_path(absolute)]
        self._stored.add(workspace_id, found)

    def drop_folder(self, workspace_id: str, path: Path) -> bool:
        """What lies below belongs to it no more, but for documents that were put there by themselves.

        Raises:
            UsageError: there is no such workspace.
        """
        self._existing(workspace_id)
        return self._stored.drop_folder(workspace_id, os.path.abspath(path.expanduser()))

    def _existing(self, workspace_id: str) -> Workspace:
        found = self._stored.get(workspace_id)
        if found is None:
            raise UsageError(*_GONE)
        return found

    def _free(self, name: str, workspace_id: str = "") -> str:
        """The name on one line, if it may be given to this workspace (empty: a new one)."""
        plain = " ".join(name.split())
        if not plain:
            raise UsageError("A workspace needs a name.", "Give a word or two.")
        if len(plain) > NAME_CHARACTERS:
            raise UsageError(
                f"The name of a workspace has at most {NAME_CHARACTERS} characters; this one has "
                f"{len(plain)}.",
                "Give a shorter one.",
            )
        others = [one for one in self.all() if one.workspace_id != workspace_id]
        if any(_folded(one.name) == _folded(plain) for one in others):
            raise UsageError(f"There is a workspace {plain} already.", "Give another name.")
        return plain


_GONE = ("This workspace does not exist any more.", "Choose another one, or all documents.")


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
