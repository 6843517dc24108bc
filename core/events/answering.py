"""What happens while a question is answered, from `RunStarted` to the checked answer."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.events.base import BaseEvent
from core.types import Answer, Mode, NearestPassage, Usage
from core.types.requests import FollowUp, RequestKind
from core.types.research import ClarificationType
from core.types.scope import AskedScope


class RunStarted(BaseEvent):
    """A question was accepted. `parent_run_id` names the run that asked the user for input, if any.

    `scope`: what of the library it is asked about; None in runs of earlier versions.
    """

    kind: Literal["run_started"] = "run_started"
    mode: Mode
    question: str
    conversation_id: str = ""
    parent_run_id: str = ""
    scope: AskedScope | None = None


class StepStarted(BaseEvent):
    """A named step of a pipeline began: guard, retriever, reasoner, validator, responder, …"""

    kind: Literal["step_started"] = "step_started"
    step: str
    note: str = ""


class QuestionRewritten(BaseEvent):
    """A follow-up was made to stand by itself: everything after works on `standalone`.

    `source` is `model` or `rule`. `rejected`: what the model wrote, where it lost or invented something.
    `how`: it changes the answer to `standalone`, and asks nothing new (`core.types.requests.ON_ANSWER`).
    """

    kind: Literal["question_rewritten"] = "question_rewritten"
    standalone: str
    source: Literal["model", "rule"]
    rejected: str = ""
    how: FollowUp | None = None


class KindTold(BaseEvent):
    """The kind of request (`core.types.requests.RequestKind`), which decides what is read to answer it.

    `scores`: how likely each kind is by the embedder, likeliest first; empty where the user chose it.
    """

    kind: Literal["kind_told"] = "kind_told"
    request_kind: RequestKind
    scores: dict[str, float] = Field(default_factory=dict)


class QuestionDecomposed(BaseEvent):
    """A question over a bucket was taken apart: the JSON of `core.corpus.decomposition`, and its conditions
    in words."""

    kind: Literal["question_decomposed"] = "question_decomposed"
    decomposition: dict[str, Any]
    conditions: str = ""


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


# The two tools of the agent, what a library answers exactly, and its own searches.
ToolName = Literal[
    "search_docs",
    "open_citation",
    "count",
    "list",
    "sum",
    "average",
    "min",
    "max",
    "group by",
    "compare",
    "search_text",
    "search_semantic",
]


class ToolCalled(BaseEvent):
    """The agent (or the pipeline's single retrieval) calls a tool.

    `plan_step` is the step of the plan it serves, counted from 1; 0 where there is no plan.
    """

    kind: Literal["tool_called"] = "tool_called"
    call_id: str
    tool: ToolName
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


class EvidenceFound(BaseEvent):
    """The sentences that most likely answer, best first, before anything is written.

    `judge` names the model that scored them; scores of one judge are comparable between questions. The first
    `likely` of the passages answer the question, as far as it can tell.
    """

    kind: Literal["evidence_found"] = "evidence_found"
    passages: tuple[NearestPassage, ...]
    likely: int = 0
    judge: str = ""


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
    with_answer: bool = False  # it belongs below the answer, not only in the trace


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
    """The run needs its user; the reply starts a new run with `parent_run_id`.

    `type` says why: nothing fits (`no_results`), too much does (`overload`), or the question may mean several
    things (`ambiguous`); empty where a plan waits to be agreed to. `missing_info`: what would help, also part
    of the prompt.
    """

    kind: Literal["input_required"] = "input_required"
    prompt: str
    options: tuple[str, ...] = ()
    type: ClarificationType = ""
    missing_info: str = ""
