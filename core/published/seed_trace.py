"""The trace in the specification's JSON: rows of type plan, tool_call, validation, reprompt, final, error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.events import (
    AnswerReady,
    Event,
    GateChecked,
    PlanMade,
    Reprompted,
    RunFinished,
    StepFailed,
    ToolCalled,
    ToolReturned,
)

_NAMES = {"document_id": "docId", "chunk_id": "chunkId"}


def seed_trace(events: Iterable[Event]) -> list[dict[str, Any]]:
    """A row for each event the specification knows."""
    rows: list[dict[str, Any]] = []
    calls: dict[str, ToolCalled] = {}
    for event in events:
        if isinstance(event, ToolCalled):
            calls[event.call_id] = event
        elif (row := seed_row(event, calls)) is not None:
            rows.append(row)
    return rows


def seed_row(event: Event, calls: Mapping[str, ToolCalled]) -> dict[str, Any] | None:
    """The row of one event, if it has one. A call has its row when it returns; `calls` finds it by its id."""
    match event:
        case PlanMade():
            return {"type": "plan", "steps": list(event.steps)}
        case ToolReturned() if event.call_id in calls:
            return _tool_row(calls[event.call_id], event)
        case GateChecked() if not event.passed:
            return {
                "type": "validation",
                "validationErrors": list(event.messages),
                "notes": f"Validation failed (attempt {event.attempt})",
            }
        case Reprompted():
            return {"type": "reprompt", "notes": ", ".join(event.codes)}
        case AnswerReady():
            return {"type": "final", "notes": f"Validated with {len(event.answer.citations)} citations"}
        case StepFailed():
            return {"type": "error", "notes": event.message}
        case RunFinished() if event.outcome in ("failed", "cancelled"):
            return {"type": "error", "notes": event.message or event.outcome}
        case _:
            return None


def _tool_row(call: ToolCalled, returned: ToolReturned) -> dict[str, Any]:
    tool_input = {_NAMES.get(key, key): value for key, value in call.tool_input.items()}
    return {
        "type": "tool_call",
        "tool": call.tool,
        "input": tool_input,
        "outputSummary": returned.summary,
    }
