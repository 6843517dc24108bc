"""What of the library a question is asked about: all of it, a workspace, or documents that were checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ScopeKind = Literal["all", "workspace", "documents"]


@dataclass(frozen=True, slots=True)
class Scope:
    """A choice of the user's, as it is stored with a question.

    `workspace_id` empty: of the whole library. `document_ids`: only these, of the workspace if one is named;
    None: all of it. An empty tuple is a choice of nothing.
    """

    workspace_id: str = ""
    document_ids: tuple[str, ...] | None = None

    @property
    def kind(self) -> ScopeKind:
        if self.document_ids is not None:
            return "documents"
        return "workspace" if self.workspace_id else "all"


WHOLE_LIBRARY = Scope()


@dataclass(frozen=True, slots=True)
class AskedScope:
    """What was searched for an answer, as it is told: by name and number, without ids.

    `workspace` is its name when the question was asked, `documents` how many of them it meant then.
    """

    kind: ScopeKind = "all"
    workspace: str = ""
    documents: int = 0

    @property
    def words(self) -> str:
        """`the workspace Seals (2 documents)`, `3 documents`; empty for the whole library."""
        documents = f"{self.documents} document{'' if self.documents == 1 else 's'}"
        if self.kind == "workspace":
            return f"the workspace {self.workspace} ({documents})"
        if self.kind == "documents":
            return f"{documents} of the workspace {self.workspace}" if self.workspace else documents
        return ""
