"""The one event stream: what every long operation yields, and all that any front end ever sees of it.

Frozen pydantic models with the discriminator `kind`. The window, the command line, the tests and the
stored trace fold the same events (see `core.runs.trace`). Rules, tested over every scripted run:

- `seq` rises strictly within a run; `t_ms` is milliseconds since the run began;
- exactly one `RunFinished`, and it is last;
- each `ToolCalled` has one `ToolReturned` with the same `call_id`, even on Stop;
- no `AnswerReady` before the gate has passed on that attempt; until then text is a `DraftDelta`.

What is stored differs in one thing: the deltas of an attempt are one `DraftWritten` (see `core.runs.drafts`).

Names are in the past tense: an event reports what has happened.
"""

from __future__ import annotations

from core.events.answering import (
    AnswerReady,
    DraftDelta,
    DraftWritten,
    EvidenceDropped,
    EvidenceFound,
    GateChecked,
    HitSummary,
    InputRequired,
    KindTold,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    PromptPrefix,
    QuestionDecomposed,
    QuestionRewritten,
    Reprompted,
    RunStarted,
    StepFailed,
    StepStarted,
    ToolCalled,
    ToolName,
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
from core.events.stream import (
    TRANSIENT_KINDS,
    Event,
    EventStamper,
    EventStream,
    RunFinished,
    failed,
    parse_event,
)

__all__ = [
    "TRANSIENT_KINDS",
    "AnswerReady",
    "BaseEvent",
    "ClarificationAssessed",
    "DocumentFiled",
    "DocumentProgressed",
    "DocumentQueued",
    "DocumentStatusChanged",
    "DownloadProgressed",
    "DraftDelta",
    "DraftWritten",
    "Event",
    "EventStamper",
    "EventStream",
    "EvidenceDropped",
    "EvidenceFound",
    "FindingKept",
    "FolderSynced",
    "GateChecked",
    "HitSummary",
    "IngestProgressed",
    "InputRequired",
    "KindTold",
    "ModelCalled",
    "NoticeGiven",
    "PathRejected",
    "PlanMade",
    "PromptPrefix",
    "QualityChecked",
    "QuestionDecomposed",
    "QuestionRewritten",
    "ReferenceJudged",
    "Reprompted",
    "ResearchReported",
    "RunFinished",
    "RunStarted",
    "StepFailed",
    "StepStarted",
    "TodoListed",
    "ToolCalled",
    "ToolName",
    "ToolReturned",
    "failed",
    "parse_event",
]
