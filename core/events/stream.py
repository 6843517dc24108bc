"""Any event, its end, how it gets number and time, and how it is read back from its JSON."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, TypeAdapter

from core.errors import KnownError
from core.events.answering import (
    AnswerReady,
    DraftDelta,
    DraftWritten,
    EvidenceDropped,
    EvidenceFound,
    GateChecked,
    InputRequired,
    KindTold,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    QuestionDecomposed,
    QuestionRewritten,
    Reprompted,
    RunStarted,
    StepFailed,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.events.base import BaseEvent
from core.events.reading import (
    DocumentFiled,
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    DownloadProgressed,
    FolderSynced,
    IngestProgressed,
    PathRejected,
)
from core.events.researching import (
    ClarificationAssessed,
    FindingKept,
    QualityChecked,
    ReferenceJudged,
    ResearchReported,
    TodoListed,
)
from core.events.versions import upcast


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
    | KindTold
    | QuestionRewritten
    | QuestionDecomposed
    | PlanMade
    | ToolCalled
    | ToolReturned
    | ModelCalled
    | EvidenceDropped
    | EvidenceFound
    | DraftDelta
    | DraftWritten
    | GateChecked
    | Reprompted
    | NoticeGiven
    | StepFailed
    | AnswerReady
    | InputRequired
    | ClarificationAssessed
    | TodoListed
    | FindingKept
    | ReferenceJudged
    | QualityChecked
    | ResearchReported
    | DocumentQueued
    | DocumentProgressed
    | IngestProgressed
    | DocumentStatusChanged
    | DocumentFiled
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
        core.events.versions.NewerEventError: it was written by a newer version.
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
