"""The pure reducer that folds events into what is shown: by the window, the terminal and a replay alike.

A run that is replayed from the library ends in the same state as it did live.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.events import (
    AnswerReady,
    ClarificationAssessed,
    DraftDelta,
    DraftWritten,
    Event,
    EvidenceDropped,
    EvidenceFound,
    FindingKept,
    GateChecked,
    InputRequired,
    KindTold,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    QualityChecked,
    QuestionDecomposed,
    QuestionRewritten,
    ReferenceJudged,
    Reprompted,
    ResearchReported,
    RunFinished,
    RunStarted,
    StepFailed,
    StepStarted,
    TodoListed,
    ToolCalled,
    ToolReturned,
)
from core.runs.research_lines import research_line
from core.search.place_words import place_words
from core.types import Answer, NearestPassage, Usage
from core.types.research import RESEARCH_PHASES, ClarificationEnd, ClarificationType, ResearchReport, TodoItem
from core.types.scope import AskedScope

_READ_ANEW = {
    "evicted": "evidence left the prompt, what follows it is read anew",
    "displaced": "read anew after another prompt",
    "broken": "the beginning of the prompt has changed, and it is read anew",
}
StepState = Literal["running", "ok", "failed", "note"]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Of one model call: its prompt, what of it was new to the model, and what it wrote."""

    prompt: int
    evaluated: int
    written: int


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One line of the trace. `kind` is the event's kind that opened it; `detail` may have several lines.

    `codes` are those of a check, a reprompt or a failure; `tokens` those of a model call; `plan_step` is the
    step of the plan that a tool call serves, counted from 1. `events` are those it was made of, for whoever
    words it anew; a draft, which grows with each of its own, has none.
    """

    kind: str
    title: str
    detail: str = ""
    state: StepState = "ok"
    t_ms: int = 0
    duration_ms: int | None = None
    call_id: str = ""
    codes: tuple[str, ...] = ()
    tokens: Tokens | None = None
    plan_step: int = 0
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that has not passed the gate. `rejected`: it failed there, for `problems`; another may follow."""

    attempt: int
    text: str
    rejected: bool = False
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceState:
    """All a front end needs to draw a run, finished or not.

    `plan_done` are the steps of the plan that are done, counted from 1, in the order they were done.
    `evidence` are the sentences that likely answer, best first, known before there is an answer.
    `request_kind` is what chat takes the question for ("list", "steps", …), empty where nothing told it.
    `notes` belong below the answer: what was looked at for it, what it could not do.
    `conditions` are those of a question over a bucket, in its own words.
    Of a research, `phase` is that of `RESEARCH_PHASES` that was begun last, `questions` are what the user is
    asked, `clarified_by` why that ended, `todo` is its list, with the seconds that it will take, `kept` are
    the passages that its report may rest on, `report` is what it adds to its answer.
    `draft` is the newest one until the answer takes its place; of a run without an answer, what there was.
    """

    run_id: str = ""
    mode: str = ""
    request_kind: str = ""
    question: str = ""
    scope: AskedScope | None = None
    plan: tuple[str, ...] = ()
    plan_done: tuple[int, ...] = ()
    steps: tuple[TraceStep, ...] = ()
    evidence: tuple[NearestPassage, ...] = ()
    notes: tuple[str, ...] = ()
    draft: Draft | None = None
    answer: Answer | None = None
    usage: Usage = field(default_factory=Usage)
    input_prompt: str = ""
    input_options: tuple[str, ...] = ()
    input_type: ClarificationType = ""
    input_missing: str = ""
    conditions: tuple[str, ...] = ()
    phase: str = ""
    questions: tuple[str, ...] = ()
    clarified_by: ClarificationEnd = ""
    todo: tuple[TodoItem, ...] = ()
    todo_approved: bool = False
    estimated_seconds: float = 0.0
    kept: tuple[FindingKept, ...] = ()
    report: ResearchReport | None = None
    outcome: str = ""
    error_code: str = ""
    message: str = ""
    hint: str = ""
    elapsed_ms: int = 0

    @property
    def finished(self) -> bool:
        return bool(self.outcome)


def fold(state: TraceState, event: Event) -> TraceState:
    """The state after `event`. Pure and total: kinds that show nothing leave the state as it is."""
    state = replace(state, elapsed_ms=max(state.elapsed_ms, event.t_ms))
    match event:
        case RunStarted():
            state = replace(state, run_id=event.run_id, mode=event.mode.value, scope=event.scope)
            return replace(state, question=event.question)
        case StepStarted():
            if event.step in RESEARCH_PHASES:
                state = replace(state, phase=event.step)
            return _add(_close_running(state, event.t_ms), _step(event, event.step, event.note, "running"))
        case QuestionRewritten():
            return _add(state, _step(event, "understood as", event.standalone, "note"))
        case KindTold():
            told = replace(state, request_kind=event.request_kind.value)
            return _add(told, _step(event, "kind of request", event.request_kind.value, "note"))
        case QuestionDecomposed():
            read = replace(state, conditions=_in_words(event))
            return _add(read, _step(event, "conditions", event.conditions, "note"))
        case PlanMade():
            return _add(replace(state, plan=event.steps), _step(event, "plan", _plan_text(event.steps)))
        case ToolCalled():
            step = _step(event, event.tool, _input_text(event), "running")
            return _add(state, replace(step, call_id=event.call_id, plan_step=event.plan_step))
        case ToolReturned():
            return _return_tool(state, event)
        case ModelCalled():
            return _add(state, _model_step(event))
        case EvidenceFound():
            found = replace(state, evidence=event.passages[: event.likely])
            return _add(found, _step(event, "evidence", _evidence_text(event)))
        case EvidenceDropped():
            detail = "; ".join(event.labels)
            return _add(state, _step(event, "evidence left out (prompt full)", detail, "note"))
        case DraftDelta():
            return _grow_draft(state, event, event.t_ms)
        case DraftWritten():
            return _grow_draft(state, event, event.began_ms)
        case GateChecked():
            title = "checked" if event.passed else "check failed"
            step = _step(event, title, _verdict_text(event), "ok" if event.passed else "failed")
            return _add(_settle_draft(state, event), replace(step, codes=event.codes))
        case Reprompted():
            step = replace(
                _step(event, "asked again", ", ".join(event.codes), "note"), codes=tuple(event.codes)
            )
            return _add(_reject_draft(state), step)
        case NoticeGiven():
            below = (event.message,) if event.with_answer else ()
            noted = replace(state, notes=(*state.notes, *below))
            return _add(noted, _step(event, "note", event.message, "note"))
        case StepFailed():
            step = _step(event, "error", event.message, "failed")
            return _add(state, replace(step, codes=(event.code,)))
        case AnswerReady():
            closed = _end_drafts(_close_running(state, event.t_ms), "ok")
            ticked = _tick(closed, len(state.plan))
            return replace(ticked, answer=event.answer, usage=event.usage, draft=None)
        case ClarificationAssessed():
            asked = replace(state, questions=event.questions, clarified_by=event.ended_by)
            return _add_line(asked, event)
        case FindingKept():
            return _add_line(replace(state, kept=(*state.kept, event)), event)
        case ReferenceJudged() | QualityChecked():
            return _add_line(state, event)
        case TodoListed():
            listed = replace(
                state,
                todo=event.tasks,
                todo_approved=event.approved,
                estimated_seconds=event.estimated_seconds,
            )
            return _add_line(listed, event)
        case ResearchReported():
            return _add_line(replace(state, report=event.report), event)
        case InputRequired():
            return replace(
                state,
                input_prompt=event.prompt,
                input_options=event.options,
                input_type=event.type,
                input_missing=event.missing_info,
            )
        case RunFinished():
            return _finish(state, event)
        case _:
            return state


def fold_all(events: Iterable[Event]) -> TraceState:
    state = TraceState()
    for event in events:
        state = fold(state, event)
    return state


def _step(event: Event, title: str, detail: str, state: StepState = "ok") -> TraceStep:
    return TraceStep(event.kind, title, detail, state, event.t_ms, events=(event,))


def _add(state: TraceState, step: TraceStep) -> TraceState:
    return replace(state, steps=(*state.steps, step))


def _add_line(state: TraceState, event: Event) -> TraceState:
    """A step of a research, in words."""
    line = research_line(event)
    return _add(state, _step(event, *line)) if line else state


def _close_running(state: TraceState, t_ms: int, *, failed: bool = False) -> TraceState:
    """Nothing may look as if it were still running once the run has moved on. A draft waits for its check."""
    steps = tuple(
        replace(step, state="failed" if failed else "ok", duration_ms=t_ms - step.t_ms)
        if step.state == "running" and step.kind != "draft"
        else step
        for step in state.steps
    )
    return replace(state, steps=steps)


def _finish(state: TraceState, event: RunFinished) -> TraceState:
    failed = event.outcome in ("failed", "cancelled")
    closed = _end_drafts(_close_running(state, event.t_ms, failed=failed), "failed" if failed else "ok")
    return replace(
        closed,
        outcome=event.outcome,
        error_code=event.error_code,
        message=event.message,
        hint=event.hint,
    )


# --- plan, tools and the model -----------------------------------------------------------------


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
                f"{hit.score:.3f}  {hit.filename}, {hit.where}: {hit.snippet}"
                for hit in event.hits
                if hit.filename
            ]
            if event.text:
                lines.append(event.text)
            step = replace(
                step,
                detail="\n".join(line for line in lines if line),
                state="ok" if event.ok else "failed",
                duration_ms=event.t_ms - step.t_ms,
                events=(*step.events, event),
            )
        steps.append(step)
    return _tick(replace(state, steps=tuple(steps)), plan_step)


def _in_words(event: QuestionDecomposed) -> tuple[str, ...]:
    """The words of the question that conditions were made of, each once."""
    constraints = event.decomposition.get("constraints", ())
    words = (str(entry.get("raw_text", "")) for entry in constraints if isinstance(entry, dict))
    return tuple(dict.fromkeys(word for word in words if word))


def _input_text(event: ToolCalled) -> str:
    if event.tool == "search_docs":
        return f"“{event.tool_input.get('query', '')}”"
    return ", ".join(f"{key} {value}" for key, value in event.tool_input.items())


def _evidence_text(event: EvidenceFound) -> str:
    return "\n".join(
        f"{passage.score:.3f}  {passage.filename}, {place_words(passage.cited_place)}: {passage.quote}"
        for passage in event.passages
    )


def _model_step(event: ModelCalled) -> TraceStep:
    tokens = Tokens(event.prompt_tokens, event.evaluated_tokens, event.completion_tokens)
    detail = f"read {tokens.prompt} tokens, {tokens.evaluated} of them new; wrote {tokens.written}"
    if event.prefix in _READ_ANEW:
        detail += f"; {_READ_ANEW[event.prefix]}"
    step = _step(event, f"model: {event.purpose}", detail)
    return replace(step, duration_ms=int(event.seconds * 1000), tokens=tokens)


# --- drafts and the gate -----------------------------------------------------------------------


def _grow_draft(state: TraceState, event: DraftDelta | DraftWritten, began_ms: int) -> TraceState:
    """More of the draft, or a new attempt; one before it that never came to a check is over."""
    draft = state.draft
    if draft is None or draft.rejected or draft.attempt != event.attempt:
        length = event.t_ms - began_ms
        step = TraceStep("draft", "draft", event.text, "running", began_ms, duration_ms=length)
        over = _end_drafts(state, "failed")
        return _add(replace(over, draft=Draft(event.attempt, event.text)), step)
    grown = replace(draft, text=draft.text + event.text)
    steps = list(state.steps)
    at = max(place for place, step in enumerate(steps) if step.kind == "draft")
    steps[at] = replace(steps[at], detail=grown.text, duration_ms=event.t_ms - steps[at].t_ms)
    return replace(state, draft=grown, steps=tuple(steps))


def _verdict_text(event: GateChecked) -> str:
    """A line a problem: its code and what it says."""
    pairs = zip(event.codes, event.messages, strict=False)
    lines = [f"{code}: {message}" for code, message in pairs]
    lines += event.messages[len(lines) :] or event.codes[len(lines) :]
    return "\n".join(lines)


def _settle_draft(state: TraceState, event: GateChecked) -> TraceState:
    if event.passed:
        return _end_drafts(state, "ok")
    return _reject_draft(state, event.messages)


def _reject_draft(state: TraceState, problems: tuple[str, ...] = ()) -> TraceState:
    if state.draft is None or state.draft.rejected:
        return state
    rejected = replace(state.draft, rejected=True, problems=problems)
    return _end_drafts(replace(state, draft=rejected), "failed")


def _end_drafts(state: TraceState, how: StepState) -> TraceState:
    steps = tuple(
        replace(step, state=how) if step.kind == "draft" and step.state == "running" else step
        for step in state.steps
    )
    return replace(state, steps=steps)
