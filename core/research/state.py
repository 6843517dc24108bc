"""The state of a research: what each phase reads and returns, and what is stored after every step.

It names passages by their ids and sentences by their place, and holds no text of a document besides the
drafted report and the notes on tasks; `core.store.research` takes these out when a document is removed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict

from core.answer.statements import DraftStatement
from core.research.limits import Pace
from core.types import Usage
from core.types.research import (
    ClarificationEnd,
    OpenReference,
    QualityScore,
    TaskOrigin,
    TaskStatus,
    TodoItem,
)

Waiting = Literal["", "questions", "approval"]


class Phase(StrEnum):
    CLARIFICATION = "clarification"
    TODO = "to-do list"
    TASKS = "tasks"
    SYNTHESIS = "synthesis"
    QUALITY = "quality check"
    ATTRIBUTION = "attribution"
    DONE = "done"


class _Part(BaseModel):
    """Fields that an earlier version wrote, and this one does not know, are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    def but(self, **changes: Any) -> Self:
        """A copy with other values in these fields."""
        return self.model_copy(update=changes)


class Round(_Part):
    """One round of the clarification. `found` counts the hits, `new` the passages that were not known.

    `ended`: the user wants no more questions. Of the `reply`, `said` is searched for (None: not read yet),
    `left_out` is not wanted, and `limits` says whether it named the documents to read.
    """

    queries: tuple[str, ...]
    found: int
    new: int
    coverage: float
    overlap: float
    gaps: tuple[str, ...]
    questions: tuple[str, ...] = ()
    reply: str = ""
    ended: bool = False
    said: str | None = None
    left_out: tuple[str, ...] = ()
    limits: bool = False


class Via(_Part):
    """How a passage was come by: passage `number` names it with `text`. `searched`: what these words mean is
    not known, and a search for them found it."""

    number: int
    text: str
    kind: str
    searched: bool = False


class Finding(_Part):
    """A passage that was kept. `number` is its number in the report and stays. `score` is the dense cosine,
    `relevance` 0 to 1; `sentences` are those that matter (places in the passage, from 0), best first.
    `task_id` 0: found by the clarification."""

    number: int
    document_id: str
    chunk_id: str
    score: float
    relevance: float
    sentences: tuple[int, ...] = ()
    task_id: int = 0
    depth: int = 0
    via: Via | None = None


class Link(_Part):
    """Passage `source` names passage `target` with `text`, and was followed there; or (`searched`) a search
    for `text` led there."""

    source: int
    target: int
    text: str
    searched: bool = False


class Task(_Part):
    """`note` is for reading on, never evidence. `stopped` says which guards ended the following of
    references."""

    task_id: int
    title: str
    query: str
    origin: TaskOrigin = "plan"
    status: TaskStatus = "open"
    queries: tuple[str, ...] = ()
    note: str = ""
    stopped: tuple[str, ...] = ()
    reference_tokens: int = 0

    def shown(self) -> TodoItem:
        return TodoItem(self.task_id, self.title, self.query, self.status, self.origin)


class Section(_Part):
    """A drafted section. `left_out`: how many sentences of the draft are not shown, because nothing carries
    them."""

    task_id: int
    title: str
    statements: tuple[DraftStatement, ...] = ()
    left_out: int = 0


class Quality(_Part):
    scores: tuple[QualityScore, ...]
    issues: tuple[str, ...] = ()
    rewrite: tuple[int, ...] = ()  # tasks whose sections would be written again
    accepted: bool = False

    @property
    def total(self) -> int:
        return sum(one.score for one in self.scores)


class ResearchState(_Part):
    """`document_ids` None: the whole library. `questions`: the question, or those that it asks at once, each
    standing by itself. `aspects` are what the question asks for, each to be covered;
    `context` is what the user said in reply, `problems` what was not understood of the last one. `guarded`:
    the question has passed the guard; `ask_anyway` lets one that reads like an order pass. `extractive`: no
    language model is asked. `only`: the documents that the user limited it to in a reply, which are its
    `document_ids` then. `approved`: the to-do list may be worked off; `removed` are titles that the user took
    off it; `ended`: the user wants no report. `earlier_sections` and the first of `quality` are those before
    the retry. `pace` and `usage` sum up all runs of this research."""

    question: str
    language: str = "en"
    document_ids: tuple[str, ...] | None = None
    only: tuple[str, ...] = ()
    extractive: bool = False
    skip_questions: bool = False
    approve_tasks: bool = False
    ask_anyway: bool = False
    guarded: bool = False
    phase: Phase = Phase.CLARIFICATION
    waiting: Waiting = ""
    approved: bool = False
    ended: bool = False
    problems: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    clarified_by: ClarificationEnd = ""
    questions: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    removed: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    links: tuple[Link, ...] = ()
    visited: tuple[str, ...] = ()
    open_references: tuple[OpenReference, ...] = ()
    sections: tuple[Section, ...] = ()
    earlier_sections: tuple[Section, ...] = ()
    quality: tuple[Quality, ...] = ()
    focus: str = ""
    answered: bool = False
    pace: Pace = Pace()
    usage: Usage = Usage()
    safety_flags: tuple[str, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Its question has passed the guard; states of earlier versions say so by their searches."""
        return self.guarded or bool(self.rounds)

    @property
    def next_task(self) -> Task | None:
        return next((task for task in self.tasks if task.status == "open"), None)

    @property
    def asked(self) -> tuple[str, ...]:
        """Its questions; before they are told apart, the one."""
        return self.questions or (self.question,)

    @property
    def needs(self) -> str:
        """What is searched for: the question with what the user added to it."""
        return " ".join([self.question, *self.said])

    @property
    def said(self) -> tuple[str, ...]:
        """What the user added and can be searched for."""
        return tuple(filter(None, (round_.said for round_ in self.rounds)))

    @property
    def left_out(self) -> tuple[str, ...]:
        """What the user wants left out, in the user's words."""
        return tuple(thing for round_ in self.rounds for thing in round_.left_out)

    def within(self, document_ids: tuple[str, ...]) -> tuple[str, ...]:
        """Of these documents those that the user limited it to; all where none of them is left."""
        return tuple(one for one in document_ids if one in self.only) or document_ids

    def todo(self) -> tuple[TodoItem, ...]:
        return tuple(task.shown() for task in self.tasks)

    def with_task(self, changed: Task) -> ResearchState:
        tasks = tuple(changed if task.task_id == changed.task_id else task for task in self.tasks)
        return self.but(tasks=tasks)

    def still_open(self) -> tuple[OpenReference, ...]:
        """The references that no task followed: what one left out, another may have followed."""
        documents = {found.number: found.document_id for found in self.findings}
        followed = {(link.text, documents.get(link.source, "")) for link in self.links}
        return tuple(row for row in self.open_references if (row.text, row.document_id) not in followed)

    def findings_of(self, task_id: int) -> tuple[Finding, ...]:
        return tuple(found for found in self.findings if found.task_id == task_id)

    def passage(self, chunk_id: str) -> Finding | None:
        return next((found for found in self.findings if found.chunk_id == chunk_id), None)
