"""Workspaces as the window knows them, and what to search in them. Values only; no Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListedWorkspace:
    """One workspace with the ids of all that is in it."""

    workspace_id: str
    name: str
    document_ids: frozenset[str]
    folders: tuple[str, ...] = ()
