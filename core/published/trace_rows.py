"""The trace in `--json`: the specification's rows with times, tokens and codes, and rows for all else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.events import (
    ClarificationAssessed,
    Event,
    EvidenceDropped,
    FindingKept,
    GateChecked,
    KindTold,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    PromptPrefix,
    QualityChecked,
    QuestionRewritten,
    ReferenceJudged,
    Reprompted,
    RunFinished,
    StepFailed,
    StepStarted,
    TodoListed,
    ToolCalled,
    ToolReturned,
)
from core.published.seed_trace import seed_row
from core.runs.research_lines import research_line
from core.runs.trace import fold_all


class _TraceRow(BaseModel):
    """`t_ms` is milliseconds since the run began."""

    model_config = ConfigDict(extra="forbid")

    t_ms: int


class StageRow(_TraceRow):
    """A stage of the pipeline began: guard, retriever, planner, …"""

    type: Literal["stage"]
    stage: str


class PlanRow(_TraceRow):
    """`done`: the steps that were carried out, counted from 1."""

    type: Literal["plan"]
    steps: list[str]
    done: list[int]


class ToolCallRow(_TraceRow):
    """`plan_step` is the step of the plan it serves, counted from 1, or 0."""

    type: Literal["tool_call"]
    tool: str
    input: dict[str, str]
    outputSummary: str
    ok: bool
    seconds: float
    plan_step: int


class ModelCallRow(_TraceRow):
    """`evaluated_tokens` are those of the prompt that were new to the model.

    `prefix`: how the prompt goes on from the run's last one; `broken` should never be.
    """

    type: Literal["model_call"]
    purpose: str
    prompt_tokens: int
    evaluated_tokens: int
    completion_tokens: int
    seconds: float
    prefix: PromptPrefix


class ValidationRow(_TraceRow):
    """A verdict of the gate. With `passed` the errors are warnings."""

    type: Literal["validation"]
    validationErrors: list[str]
    notes: str
    codes: list[str]
    attempt: int
    passed: bool


class RepromptRow(_TraceRow):
    type: Literal["reprompt"]
    notes: str
    codes: list[str]


class NoteRow(_TraceRow):
    """A sentence for the user about the run, such as a search by keywords only."""

    type: Literal["note"]
    notes: str
    code: str


class FinalRow(_TraceRow):
    type: Literal["final"]
    notes: str


class ErrorRow(_TraceRow):
    """A part of the run failed, or the run as a whole."""

    type: Literal["error"]
    notes: str
    code: str


TraceRow = Annotated[
    StageRow
    | PlanRow
    | ToolCallRow
    | ModelCallRow
    | ValidationRow
    | RepromptRow
    | NoteRow
    | FinalRow
    | ErrorRow,
    Field(discriminator="type"),
]


def trace_rows(events: Sequence[Event]) -> list[dict[str, Any]]:
    """The rows of a run in order, as `TraceRow` has them."""
    calls = {event.call_id: event for event in events if isinstance(event, ToolCalled)}
    done = list(fold_all(events).plan_done)
    rows: list[dict[str, Any]] = []
    for event in events:
        row = (seed_row(event, calls) or {}) | _beyond_seed(event, calls, done)
        if row:
            rows.append(row | {"t_ms": event.t_ms})
    return rows


def _beyond_seed(event: Event, calls: Mapping[str, ToolCalled], plan_done: list[int]) -> dict[str, Any]:
    match event:
        case StepStarted():
            return {"type": "stage", "stage": event.step}
        case PlanMade():
            return {"done": plan_done}
        case ToolReturned() if event.call_id in calls:
            call = calls[event.call_id]
            seconds = (event.t_ms - call.t_ms) / 1000
            return {"ok": event.ok, "seconds": seconds, "plan_step": call.plan_step}
        case ModelCalled():
            names = ModelCallRow.model_fields.keys() - {"type", "t_ms"}
            return {"type": "model_call", **{name: getattr(event, name) for name in names}}
        case GateChecked():
            told = {"codes": list(event.codes), "attempt": event.attempt, "passed": event.passed}
            if not event.passed:
                return told
            notes = f"Validation passed (attempt {event.attempt})"
            return {**told, "type": "validation", "validationErrors": list(event.messages), "notes": notes}
        case Reprompted():
            return {"codes": list(event.codes)}
        case NoticeGiven():
            return {"type": "note", "notes": event.message, "code": event.code}
        case QuestionRewritten():
            return {"type": "note", "notes": event.standalone, "code": "question_rewritten"}
        case KindTold():
            return {"type": "note", "notes": event.request_kind.value, "code": "kind_told"}
        case EvidenceDropped():
            notes = f"Left out of the prompt, which was full: {', '.join(event.labels)}"
            return {"type": "note", "notes": notes, "code": "evidence_dropped"}
        case ClarificationAssessed() | TodoListed() | FindingKept() | ReferenceJudged() | QualityChecked():
            line = research_line(event)
            return {"type": "note", "notes": line[1], "code": event.kind} if line else {}
        case StepFailed():
            return {"code": event.code}
        case RunFinished() if event.outcome in ("failed", "cancelled"):
            return {"code": event.error_code or event.outcome}
        case _:
            return {}
