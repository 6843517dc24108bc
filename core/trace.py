"""The pure reducer that folds events into what is shown: by the window, the terminal and a replay alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from core.events import (
    AnswerReady,
    DraftDelta,
    Event,
    EvidenceDropped,
    GateChecked,
    InputRequired,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    Reprompted,
    RunFinished,
    RunStarted,
    StepFailed,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.types import Answer, Usage

StepState = Literal["running", "ok", "failed", "note"]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One line of the trace. `kind` is the event's kind that opened it; `detail` may have several lines."""

    kind: str
    title: str
    detail: str = ""
    state: StepState = "ok"
    t_ms: int = 0
    duration_ms: int | None = None
    call_id: str = ""
    plan_step: int = 0


@dataclass(frozen=True, slots=True)
class TraceState:
    """All a front end needs to draw a run, finished or not.

    `plan_done` are the steps of the plan that are done, counted from 1, in the order they were done.
    """

    run_id: str = ""
    mode: str = ""
    question: str = ""
    plan: tuple[str, ...] = ()
    plan_done: tuple[int, ...] = ()
    steps: tuple[TraceStep, ...] = ()
    draft: str = ""
    answer: Answer | None = None
    usage: Usage = field(default_factory=Usage)
    input_prompt: str = ""
    input_options: tuple[str, ...] = ()
    outcome: str = ""
    error_code: str = ""
    message: str = ""
    hint: str = ""
    elapsed_ms: int = 0

    @property
    def finished(self) -> bool:
        return bool(self.outcome)


def fold(state: TraceState, event: Event) -> TraceState:
    """The state after `event`. Pure: the same events give the same state, live or replayed."""
    state = replace(state, elapsed_ms=max(state.elapsed_ms, event.t_ms))
    match event:
        case RunStarted():
            return replace(state, run_id=event.run_id, mode=event.mode.value, question=event.question)
        case StepStarted():
            return _add(
                _close_running_step(state, event.t_ms), _step(event, event.step, event.note, "running")
            )
        case PlanMade():
            return _add(replace(state, plan=event.steps), _step(event, "plan", _plan_text(event.steps)))
        case ToolCalled():
            step = _step(event, event.tool, _input_text(event), "running")
            return _add(state, replace(step, call_id=event.call_id, plan_step=event.plan_step))
        case ToolReturned():
            return _return_tool(state, event)
        case ModelCalled():
            detail = (
                f"{event.prompt_tokens} prompt tokens, {event.evaluated_tokens} evaluated, "
                f"{event.completion_tokens} written"
            )
            step = replace(
                _step(event, f"model: {event.purpose}", detail), duration_ms=int(event.seconds * 1000)
            )
            return _add(state, step)
        case EvidenceDropped():
            detail = "; ".join(event.labels)
            return _add(state, _step(event, "evidence left out (prompt full)", detail, "note"))
        case DraftDelta():
            return replace(state, draft=state.draft + event.text)
        case GateChecked():
            title = "checked" if event.passed else "check failed"
            step = _step(event, title, "\n".join(event.messages), "ok" if event.passed else "failed")
            return _add(state, step)
        case Reprompted():
            return _add(replace(state, draft=""), _step(event, "asked again", ", ".join(event.codes), "note"))
        case NoticeGiven():
            return _add(state, _step(event, "note", event.message, "note"))
        case StepFailed():
            return _add(state, _step(event, "error", event.message, "failed"))
        case AnswerReady():
            closed = _tick(_close_running_step(state, event.t_ms), len(state.plan))
            return replace(closed, answer=event.answer, usage=event.usage)
        case InputRequired():
            return replace(state, input_prompt=event.prompt, input_options=event.options)
        case RunFinished():
            closed = _close_running_step(state, event.t_ms, failed=event.outcome in ("failed", "cancelled"))
            return replace(
                closed,
                outcome=event.outcome,
                error_code=event.error_code,
                message=event.message,
                hint=event.hint,
            )
        case _:
            return state


def fold_all(events: Iterable[Event]) -> TraceState:
    state = TraceState()
    for event in events:
        state = fold(state, event)
    return state


def seed_trace(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The trace in the specification's JSON: types plan, tool_call, validation, reprompt, final, error."""
    rows: list[dict[str, Any]] = []
    calls: dict[str, ToolCalled] = {}
    citations = 0
    for event in events:
        match event:
            case PlanMade():
                rows.append({"type": "plan", "steps": list(event.steps)})
            case ToolCalled():
                calls[event.call_id] = event
            case ToolReturned():
                call = calls[event.call_id]
                row: dict[str, Any] = {"type": "tool_call", "tool": call.tool, "input": _seed_input(call)}
                rows.append({**row, "outputSummary": event.summary})
            case GateChecked() if not event.passed:
                rows.append(
                    {
                        "type": "validation",
                        "validationErrors": list(event.messages),
                        "notes": f"Validation failed (attempt {event.attempt})",
                    }
                )
            case Reprompted():
                rows.append({"type": "reprompt", "notes": ", ".join(event.codes)})
            case AnswerReady():
                citations = len(event.answer.citations)
                rows.append({"type": "final", "notes": f"Validated with {citations} citations"})
            case StepFailed():
                rows.append({"type": "error", "notes": event.message})
            case RunFinished() if event.outcome in ("failed", "cancelled"):
                rows.append({"type": "error", "notes": event.message or event.outcome})
            case _:
                pass
    return rows


def _seed_input(call: ToolCalled) -> dict[str, str]:
    names = {"document_id": "docId", "chunk_id": "chunkId"}
    return {names.get(key, key): value for key, value in call.tool_input.items()}


def _step(event: Event, title: str, detail: str, state: StepState = "ok") -> TraceStep:
    return TraceStep(kind=event.kind, title=title, detail=detail, state=state, t_ms=event.t_ms)


def _add(state: TraceState, step: TraceStep) -> TraceState:
    return replace(state, steps=(*state.steps, step))


def _close_running_step(state: TraceState, t_ms: int, *, failed: bool = False) -> TraceState:
    """Nothing may look as if it were still running once the run has moved on."""
    steps = tuple(
        replace(step, state="failed" if failed else "ok", duration_ms=t_ms - step.t_ms)
        if step.state == "running"
        else step
        for step in state.steps
    )
    return replace(state, steps=steps)


def _plan_text(plan: Sequence[str], done: Sequence[int] = ()) -> str:
    return "\n".join(
        f"{number}. {step}{' ✓' if number in done else ''}" for number, step in enumerate(plan, start=1)
    )


def _tick(state: TraceState, plan_step: int) -> TraceState:
    """The state with that step of the plan done, also where the plan is shown."""
    if not 0 < plan_step <= len(state.plan) or plan_step in state.plan_done:
        return state
    done = (*state.plan_done, plan_step)
    steps = tuple(
        replace(step, detail=_plan_text(state.plan, done)) if step.kind == "plan_made" else step
        for step in state.steps
    )
    return replace(state, plan_done=done, steps=steps)


def _return_tool(state: TraceState, event: ToolReturned) -> TraceState:
    steps = []
    plan_step = 0
    for step in state.steps:
        if step.call_id == event.call_id and step.state == "running":
            plan_step = step.plan_step if event.ok else 0
            lines = [step.detail, event.summary]
            lines += [
                f"{hit.score:.3f}  {hit.filename}, {hit.where or f'page {hit.page}'}: {hit.snippet}"
                for hit in event.hits
            ]
            if event.text:
                lines.append(event.text)
            step = replace(
                step,
                detail="\n".join(line for line in lines if line),
                state="ok" if event.ok else "failed",
                duration_ms=event.t_ms - step.t_ms,
            )
        steps.append(step)
    return _tick(replace(state, steps=tuple(steps)), plan_step)


def _input_text(event: ToolCalled) -> str:
    if event.tool == "search_docs":
        return f"“{event.tool_input.get('query', '')}”"
    return ", ".join(f"{key} {value}" for key, value in event.tool_input.items())
