"""What closing interrupts, as text for the next start: questions that wait for an answer, paths that are not
in the library yet, and what the next question is to be asked about. Pure; no widgets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints
from core.types import Mode
from core.types.scope import WHOLE_LIBRARY, Scope


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question that is asked when those before it are done, in the conversation it was written in.

    `of_run`, `kind`, `how`, `demands`: as `core.engine.question.Question` has them; empty: none.
    """

    text: str
    mode: Mode
    scope: Scope
    anyway: bool
    conversation_id: str
    style: str = ""
    of_run: str = ""
    kind: str = ""
    how: str = ""
    demands: PromptConstraints = NO_DEMANDS


@dataclass(frozen=True, slots=True)
class Addition:
    """Files and folders to be added to the library, and to a workspace unless its id is empty."""

    paths: tuple[str, ...]
    workspace_id: str = ""


def scope_text(scope: Scope) -> str:
    return json.dumps({"workspace": scope.workspace_id, "documents": scope.document_ids})


def scope_of(text: object) -> Scope:
    """The whole library where the text is not what was written."""
    try:
        return _scope(json.loads(text) if isinstance(text, str) and text else {})
    except (KeyError, TypeError, ValueError):
        return WHOLE_LIBRARY


def _scope(row: Any) -> Scope:
    """Raises KeyError or TypeError."""
    documents = row["documents"]
    return Scope(str(row["workspace"]), None if documents is None else tuple(map(str, documents)))


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
            "of_run": one.of_run,
            "kind": one.kind,
            "how": one.how,
            "demands": asdict(one.demands),
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
                _scope(row),
                bool(row["anyway"]),
                str(row["conversation"]),
                str(row["style"]),
                str(row.get("of_run", "")),
                str(row.get("kind", "")),
                str(row.get("how", "")),
                _demands(row.get("demands", {})),
            )
            for row in _rows(text)
        ]
    except (KeyError, TypeError, ValueError):
        return []


def _demands(row: dict[str, Any]) -> PromptConstraints:
    """Raises TypeError."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
    }
    return PromptConstraints(**values)


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
