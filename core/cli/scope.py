"""`--workspace` and `--document`: what of the library a command looks into, and how that is told."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from core.engine import Engine
from core.errors import UsageError
from core.types.scope import AskedScope, Scope


def add_scope(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--workspace", metavar="NAME", help="only what is in this workspace (name or id)")
    parser.add_argument(
        "--document",
        action="append",
        metavar="NAME",
        help="only this document (file name, end of its path, or id); may be given several times",
    )


def chosen_scope(engine: Engine, workspace: str | None, documents: Sequence[str] | None) -> Scope:
    """What the options say.

    Raises:
        UsageError: there is no such workspace or document, or the document is not in the workspace.
    """
    found = engine.workspaces.find(workspace) if workspace else None
    ids = engine.resolve_documents(documents) if documents else None
    if found is not None and ids is not None:
        inside = set(engine.workspaces.document_ids(found.workspace_id))
        for name, document_id in zip(documents or (), ids, strict=True):
            if document_id not in inside:
                raise UsageError(
                    f"{name} is not in the workspace {found.name}.",
                    f"`docuchat workspaces show {found.workspace_id[:8]}` lists what is.",
                )
    return Scope(found.workspace_id if found is not None else "", ids)


def scope_sentence(scope: AskedScope | None) -> str:
    """What was searched, where it was not the whole library."""
    return f"Asked about {scope.words}" if scope is not None and scope.words else ""
