"""What closing interrupts, as text for the next start: questions that wait for an answer, and paths that are
not in the library yet. Pure; no widgets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.types import Mode
from core.types.scope import Scope


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question that is asked when those before it are done, in the conversation it was written in."""

    text: str
    mode: Mode
    scope: Scope
    anyway: bool
    conversation_id: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Addition:
    """Files and folders to be added to the library, and to a workspace unless its id is empty."""

    paths: tuple[str, ...]
    workspace_id: str = ""


def questions_text(questions: Sequence[Waiting]) -> str:
    rows = [
        {
            "text": one.text,
            "mode": one.mode.value,
            "workspace": one.scope.workspace_id,
            "documents": one.scope.document_ids,
            "anyway": one.anyway,
            "conversation": one.conversation_id,
            "style": one.style,
        }
        for one in questions
    ]
    return json.dumps(rows)


def questions_of(text: object) -> list[Waiting]:
    """Nothing where the text is not what was written."""
    try:
        return [
            Waiting(
                str(row["text"]),
                Mode(row["mode"]),
                Scope(
                    str(row["workspace"]),
                    None if row["documents"] is None else tuple(map(str, row["documents"])),
                ),
                bool(row["anyway"]),
                str(row["conversation"]),
                str(row["style"]),
            )
            for row in _rows(text)
        ]
    except (KeyError, TypeError, ValueError):
        return []


def additions_text(additions: Sequence[Addition]) -> str:
    return json.dumps([{"paths": one.paths, "workspace": one.workspace_id} for one in additions])


def additions_of(text: object) -> list[Addition]:
    """Nothing where the text is not what was written."""
    try:
        return [Addition(tuple(map(str, row["paths"])), str(row["workspace"])) for row in _rows(text)]
    except (KeyError, TypeError, ValueError):
        return []


def _rows(text: object) -> list[dict[str, Any]]:
    """Raises ValueError or TypeError."""
    found = json.loads(text) if isinstance(text, str) and text else []
    return found if isinstance(found, list) else []
