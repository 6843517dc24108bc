"""What happens in a research besides searches and calls of the model."""

from __future__ import annotations

from typing import Literal

from core.events.base import BaseEvent
from core.types.research import ClarificationEnd, QualityScore, ResearchReport, TodoItem


class ClarificationAssessed(BaseEvent):
    """What a round of searches found of what is asked for, and what the user is asked about the rest.

    `found` hits, `new` of them unknown before; `coverage` and `overlap` from 0 to 1. `ended_by` is set when
    the clarification is over, whatever gaps are left.
    """

    kind: Literal["clarification_assessed"] = "clarification_assessed"
    round: int
    queries: tuple[str, ...] = ()
    found: int = 0
    new: int = 0
    coverage: float = 0.0
    overlap: float = 0.0
    gaps: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    ended_by: ClarificationEnd = ""


class TodoListed(BaseEvent):
    """The to-do list as it is now, and how long what is open will take (seconds).

    `measured`: that comes from the model's own speed; `approved`: the user has agreed to it.
    """

    kind: Literal["todo_listed"] = "todo_listed"
    tasks: tuple[TodoItem, ...]
    estimated_seconds: float = 0.0
    measured: bool = False
    approved: bool = False


class FindingKept(BaseEvent):
    """A passage that the report may rest on, under its number.

    `relevance` is 0 to 1; `refilled`: below the limit, kept because too few were above it. `via_number` is
    the passage that names it, 0 where a search found it. `where` is the place in words ("page 3", "lines
    14–18"); empty in runs from before it was kept.
    """

    kind: Literal["finding_kept"] = "finding_kept"
    number: int
    task_id: int
    document_id: str
    chunk_id: str
    filename: str
    page: int
    where: str = ""
    snippet: str
    relevance: float
    refilled: bool = False
    depth: int = 0
    via_number: int = 0


class ReferenceJudged(BaseEvent):
    """The gate's decision about a reference of passage `number`, which lies in `document_id`, and why.

    `target_id` and `target_name` are of the document it leads to, as far as that is known.
    """

    kind: Literal["reference_judged"] = "reference_judged"
    number: int
    text: str
    reference_kind: str
    depth: int
    followed: bool
    reason: str
    document_id: str
    target_id: str = ""
    target_name: str = ""


class QualityChecked(BaseEvent):
    """Five scores of 0 to 100 and their sum. `decision`: whether the report is written once more."""

    kind: Literal["quality_checked"] = "quality_checked"
    scores: tuple[QualityScore, ...]
    total: int
    decision: Literal["accept", "retry", "keep"]
    issues: tuple[str, ...] = ()
    focus: str = ""


class ResearchReported(BaseEvent):
    """What the report adds to the answer that follows it: its sections, tasks, scores, sources and graph."""

    kind: Literal["research_reported"] = "research_reported"
    report: ResearchReport
