"""What a question may look into: its user's choice made documents, at the moment it is asked. Any thread.

A choice that cannot be kept is refused. It is never widened: who asked about a workspace that is gone must
not get an answer from the whole library.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.library_workspaces import LibraryWorkspaces
from core.errors import KnownError
from core.store.database import Database
from core.store.scopes import ScopeRepository
from core.types.scope import WHOLE_LIBRARY, AskedScope, Scope


@dataclass(frozen=True, slots=True)
class Reach:
    """`scope` is what was chosen, `told` the same in words and numbers; `document_ids` may be looked into
    (None: all). With a `problem` nothing may be."""

    scope: Scope = WHOLE_LIBRARY
    told: AskedScope | None = None
    document_ids: tuple[str, ...] | None = None
    problem: KnownError | None = None


class LibraryScopes:
    """Scopes of one library, those of questions to come and of past ones."""

    def __init__(self, database: Database, workspaces: LibraryWorkspaces) -> None:
        self._database = database
        self._stored = ScopeRepository(database)
        self._workspaces = workspaces

    def of_run(self, run_id: str) -> Scope:
        """What a past question was asked about."""
        return self._stored.of_run(run_id)

    def of_runs(self, conversation_id: str) -> dict[str, Scope]:
        """By run id, for each question of a conversation."""
        return self._stored.of_runs(conversation_id)

    def last(self, conversation_id: str) -> Scope:
        """That of the last question of a conversation; of one without questions the whole library."""
        return next(reversed(self._stored.of_runs(conversation_id).values()), WHOLE_LIBRARY)

    def begin(self, scope: Scope, goes_on_with: str = "") -> Reach:
        """What a question may look into; `goes_on_with` names a run whose scope it takes over. Never raises:
        what stands against it is the answer's to tell."""
        try:
            return self.reach(self.of_run(goes_on_with) if goes_on_with else scope)
        except KnownError as error:
            return Reach(scope, document_ids=(), problem=error)

    def reach(self, scope: Scope) -> Reach:
        """What it means now. Checked documents that are not in the scope's workspace are left out.

        Raises:
            UsageError: its workspace does not exist (any more).
        """
        name, inside = "", None
        if scope.workspace_id:
            inside = self._workspaces.document_ids(scope.workspace_id)
            found = self._workspaces.get(scope.workspace_id)
            name = found.name if found is not None else ""
        allowed = inside
        if scope.document_ids is not None:
            chosen = tuple(dict.fromkeys(scope.document_ids))
            among = None if inside is None else frozenset(inside)
            allowed = chosen if among is None else tuple(one for one in chosen if one in among)
        count = len(allowed) if allowed is not None else self._count()
        return Reach(scope, AskedScope(scope.kind, name, count), allowed)

    def _count(self) -> int:
        row = self._database.query_one("SELECT COUNT(*) FROM documents")
        return int(row[0]) if row else 0
