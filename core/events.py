"""The one event stream: what every long operation yields, and all that any front end ever sees of it.

Frozen pydantic models with the discriminator `kind`. The window, the command line, the tests and the
stored trace fold the same events (see `core.trace`). Rules, tested over every scripted run:

- `seq` rises strictly within a run; `t_ms` is milliseconds since the run began;
- exactly one `RunFinished`, and it is last;
- each `ToolCalled` has one `ToolReturned` with the same `call_id`, even on Stop;
- no `AnswerReady` before the gate has passed on that attempt; until then text is a `DraftDelta`.

What is stored differs in one thing: the deltas of an attempt are one `DraftWritten` (see `core.drafts`).

Names are in the past tense: an event reports what has happened.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.errors import KnownError
from core.event_versions import SCHEMA_VERSION, upcast
from core.types import Answer, DocumentStatus, Mode, Usage


class BaseEvent(BaseModel):
    """Fields every event carries."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: str
    seq: int
    t_ms: int
    schema_version: int = SCHEMA_VERSION


# --- answering ---------------------------------------------------------------------------------


class RunStarted(BaseEvent):
    """A question was accepted. `parent_run_id` names the run that asked the user for input, if any."""

    kind: Literal["run_started"] = "run_started"
    mode: Mode
    question: str
    conversation_id: str = ""
    parent_run_id: str = ""


class StepStarted(BaseEvent):
    """A named step of a pipeline began: guard, retriever, reasoner, validator, responder, …"""

    kind: Literal["step_started"] = "step_started"
    step: str
    note: str = ""


class QuestionRewritten(BaseEvent):
    """A follow-up was made to stand by itself: everything after works on `standalone`.

    `source` is `model` or `rule`. `rejected`: what the model wrote, where it lost or invented something.
    """

    kind: Literal["question_rewritten"] = "question_rewritten"
    standalone: str
    source: Literal["model", "rule"]
    rejected: str = ""


class PlanMade(BaseEvent):
    """2–5 steps, the last one composes the answer. `source` is `model`, `repaired` or `default`."""

    kind: Literal["plan_made"] = "plan_made"
    steps: tuple[str, ...]
    source: str = "model"


class HitSummary(BaseModel):
    """One search hit as shown in the trace and to the model: never the full text.

    `where` is its place in words ("page 3", "sheet Sales, B3:D3"). Without `filename`, `snippet` and `where`
    it is of a document that was removed since.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    document_id: str
    chunk_id: str
    chunk_index: int
    filename: str
    page: int
    snippet: str
    score: float
    where: str = ""


class ToolCalled(BaseEvent):
    """The agent (or the pipeline's single retrieval) calls a tool.

    `plan_step` is the step of the plan it serves, counted from 1; 0 where there is no plan.
    """

    kind: Literal["tool_called"] = "tool_called"
    call_id: str
    tool: Literal["search_docs", "open_citation"]
    tool_input: dict[str, str]
    plan_step: int = 0


class ToolReturned(BaseEvent):
    """Exactly one per `ToolCalled`. `hits` for a search; `text` for an opened citation."""

    kind: Literal["tool_returned"] = "tool_returned"
    call_id: str
    ok: bool
    summary: str
    hits: tuple[HitSummary, ...] = ()
    text: str = ""
    milliseconds: dict[str, float] = Field(default_factory=dict)


PromptPrefix = Literal["", "first", "extended", "evicted", "displaced", "broken"]


class ModelCalled(BaseEvent):
    """One model call ended: tokens of the prompt, those really evaluated, those produced.

    `prefix`: how the prompt goes on from the run's last one ("" where a run has one prompt only). It extends
    it; evidence was evicted; another prompt was sent in between; or it is broken, which would be our mistake.
    """

    kind: Literal["model_called"] = "model_called"
    purpose: str
    prompt_tokens: int
    evaluated_tokens: int
    completion_tokens: int
    seconds: float
    prefix: PromptPrefix = ""


class EvidenceDropped(BaseEvent):
    """The prompt did not fit; the oldest evidence left it. Instructions never leave."""

    kind: Literal["evidence_dropped"] = "evidence_dropped"
    labels: tuple[str, ...]
    prompt_tokens: int
    context_tokens: int


class DraftDelta(BaseEvent):
    """Streamed text that has not passed the gate yet. Not stored."""

    kind: Literal["draft_delta"] = "draft_delta"
    text: str
    attempt: int = 1


class DraftWritten(BaseEvent):
    """All that streamed of one attempt, stored in place of its deltas under the `seq` and `t_ms` of the last.

    `began_ms` is the time of the first delta.
    """

    kind: Literal["draft_written"] = "draft_written"
    text: str
    attempt: int = 1
    began_ms: int


class GateChecked(BaseEvent):
    """The gate's verdict on one attempt; `codes` and `messages` are parallel.

    With `passed` they are warnings: the answer is shown, and what they are about is marked.
    """

    kind: Literal["gate_checked"] = "gate_checked"
    attempt: int
    passed: bool
    codes: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


class Reprompted(BaseEvent):
    """The model was told what is missing and asked again."""

    kind: Literal["reprompted"] = "reprompted"
    attempt: int
    codes: tuple[str, ...]


class NoticeGiven(BaseEvent):
    """A plain sentence for the user about the run (keyword fallback, forced synthesis, a skipped file)."""

    kind: Literal["notice_given"] = "notice_given"
    code: str
    message: str


class StepFailed(BaseEvent):
    """A part of the run failed, and the run goes on without it: a time limit was reached, say."""

    kind: Literal["step_failed"] = "step_failed"
    code: str
    message: str


class AnswerReady(BaseEvent):
    """The checked answer."""

    kind: Literal["answer_ready"] = "answer_ready"
    answer: Answer
    usage: Usage = Usage()


class InputRequired(BaseEvent):
    """The run needs its user; the reply starts a new run with `parent_run_id`."""

    kind: Literal["input_required"] = "input_required"
    prompt: str
    options: tuple[str, ...] = ()


# --- ingestion ---------------------------------------------------------------------------------


class DocumentQueued(BaseEvent):
    kind: Literal["document_queued"] = "document_queued"
    document_id: str
    filename: str
    path: str


class DocumentProgressed(BaseEvent):
    """`stage` is `embedding` (units: chunks); `parsing`, `checking` (hidden text), `recognising` (pages)."""

    kind: Literal["document_progressed"] = "document_progressed"
    document_id: str
    filename: str
    stage: Literal["parsing", "checking", "recognising", "embedding"]
    done: int
    total: int
    per_second: float = 0.0
    eta_seconds: float | None = None


class IngestProgressed(BaseEvent):
    """Where the whole queue stands. `percent` counts work, not files; `eta_seconds` is None while unknown.

    `pages_per_second` is the speed at which pages become complete; `paused` by the user or for an answer.
    """

    kind: Literal["ingest_progressed"] = "ingest_progressed"
    documents_done: int
    documents_total: int
    percent: float
    pages_per_second: float = 0.0
    eta_seconds: float | None = None
    paused: bool = False


class DocumentStatusChanged(BaseEvent):
    """`failure` is the sentence for the user when `status` is `failed` or `locked`."""

    kind: Literal["document_status_changed"] = "document_status_changed"
    document_id: str
    filename: str
    status: DocumentStatus
    page_count: int = 0
    chunk_count: int = 0
    failure: str = ""


class PathRejected(BaseEvent):
    """A dropped path never became a document: missing, unreadable, an unknown type, a duplicate."""

    kind: Literal["path_rejected"] = "path_rejected"
    path: str
    reason: str
    hint: str = ""


class FolderSynced(BaseEvent):
    """A watched folder was compared with the library. `problem`: why it could not be, nothing was changed."""

    kind: Literal["folder_synced"] = "folder_synced"
    folder_id: int
    path: str
    added: int = 0
    changed: int = 0
    moved: int = 0
    missing: int = 0
    ignored: int = 0
    in_cloud: int = 0
    problem: str = ""


# --- models ------------------------------------------------------------------------------------


class DownloadProgressed(BaseEvent):
    kind: Literal["download_progressed"] = "download_progressed"
    model_id: str
    stage: str
    done_bytes: int
    total_bytes: int


# --- the end -----------------------------------------------------------------------------------


class RunFinished(BaseEvent):
    """Always last. `error_code`, `exit_code`, `message` and `hint` are set when `outcome` is `failed`.

    `exit_code` is what the command line returns. With another outcome `message` may add a sentence for the
    user (the answer could not be saved).
    """

    kind: Literal["run_finished"] = "run_finished"
    outcome: Literal["answered", "no_answer", "refused", "needs_input", "cancelled", "failed", "done"]
    error_code: str = ""
    exit_code: int = 0
    message: str = ""
    hint: str = ""


Event = Annotated[
    RunStarted
    | StepStarted
    | QuestionRewritten
    | PlanMade
    | ToolCalled
    | ToolReturned
    | ModelCalled
    | EvidenceDropped
    | DraftDelta
    | DraftWritten
    | GateChecked
    | Reprompted
    | NoticeGiven
    | StepFailed
    | AnswerReady
    | InputRequired
    | DocumentQueued
    | DocumentProgressed
    | IngestProgressed
    | DocumentStatusChanged
    | PathRejected
    | FolderSynced
    | DownloadProgressed
    | RunFinished,
    Field(discriminator="kind"),
]

EventStream = Iterator[Event]
_ADAPTER: TypeAdapter[Event] = TypeAdapter(Event)
_E = TypeVar("_E", bound=BaseEvent)

# For the eye only, never stored.
TRANSIENT_KINDS = frozenset(
    {"draft_delta", "document_progressed", "ingest_progressed", "download_progressed"}
)


def parse_event(data: str | bytes) -> Event:
    """Read one stored event of this version or an earlier one from its JSON.

    Raises:
        core.event_versions.NewerEventError: it was written by a newer version.
        ValueError: it is no event (`json.JSONDecodeError` and `pydantic.ValidationError` are of this kind).
    """
    stored = json.loads(data)
    if not isinstance(stored, dict):
        raise ValueError("an event is a JSON object")
    return _ADAPTER.validate_python(upcast(stored))


class EventStamper:
    """Gives events their run id, rising `seq` and time. One per run; used from one thread."""

    def __init__(self, run_id: str = "") -> None:
        self.run_id = run_id or str(uuid.uuid4())
        self._seq = 0
        self._t0 = time.monotonic()

    @classmethod
    def after(cls, last: BaseEvent) -> EventStamper:
        """Goes on with the run of `last`, from its number and time."""
        stamp = cls(last.run_id)
        stamp._seq = last.seq
        stamp._t0 -= last.t_ms / 1000
        return stamp

    def __call__(self, event_type: type[_E], **fields: Any) -> _E:
        self._seq += 1
        t_ms = int((time.monotonic() - self._t0) * 1000)
        return event_type(run_id=self.run_id, seq=self._seq, t_ms=t_ms, **fields)


def failed(stamp: EventStamper, error: KnownError) -> RunFinished:
    """The end of a run that an error stopped. The only way an error becomes an event."""
    return stamp(
        RunFinished,
        outcome="failed",
        error_code=error.code,
        exit_code=error.exit_code,
        message=error.message,
        hint=error.hint,
    )
