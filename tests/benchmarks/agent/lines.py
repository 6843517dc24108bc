"""What the agent benchmark keeps of each task, and the judgement of a run by the rules of its task."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.prefix import breaks
from core.events import Event
from core.types import Mode
from tests.benchmarks.agent.demands import unmet_demands
from tests.benchmarks.agent.facts import (
    PageText,
    found_citations,
    opened_citations,
    over_limits,
    read_pages,
    run_facts,
)
from tests.benchmarks.agent.quotes import not_verbatim
from tests.benchmarks.agent.tasks import Task
from tests.benchmarks.grading.grades import Grade, grade, verified_texts
from tests.benchmarks.kept_lines import KeptLine


class Asked(BaseModel):
    """One task in one mode: how the run ended, its grade, what did not hold, what it cost.

    `cited`: how many citations point at what was read, of how many. `demanding`: the question makes demands.
    `verified`: some statement counts as verified. `prefix_breaks`: of the `prompts` those that did not extend
    the one before, but for the one that may.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    task_id: str
    kind: str
    mode: Mode
    outcome: str
    grade: Grade
    over_limits: tuple[str, ...] = ()
    cited: tuple[int, int] = (0, 0)
    citations_from_snippets: int = 0
    quotes: int = 0
    not_verbatim: tuple[str, ...] = ()
    demanding: bool = True
    unmet_demands: tuple[str, ...] = ()
    right_pages_read: bool | None = None
    verified: bool = False
    seconds: float = 0.0
    tool_calls: int = 0
    evaluated_tokens: int = 0
    distinct_prompt_tokens: int = 0
    prompts: int = 0
    prefix_breaks: int = 0


class KeptRun(BaseModel):
    """A judged run with its answer and its events, drafts left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    asked: Asked
    answer: str
    events: tuple[Event, ...]


class TaskLine(KeptLine):
    """A task that was asked in both modes."""

    task_id: str
    kind: str
    question: str
    commit: str
    model: str
    agent: KeptRun
    chat: KeptRun

    @property
    def key(self) -> tuple[str, ...]:
        return (self.task_id,)

    @property
    def runs(self) -> tuple[KeptRun, KeptRun]:
        return self.agent, self.chat


def fingerprint(task: Task) -> str:
    """Tells whether a task is still the one that was asked."""
    return hashlib.sha256(task.model_dump_json().encode()).hexdigest()[:16]


def by_commit(lines: Iterable[TaskLine]) -> str:
    """By which commits the lines were answered, and how many by each."""
    counts = Counter(line.commit for line in lines)
    told = ", ".join(f"{name} ({number})" for name, number in counts.items())
    return f"answered by {len(counts)} commit{'s' if len(counts) != 1 else ''}: {told}"


def judged(task: Task, mode: Mode, events: Iterable[Event], limits: Limits, page_text: PageText) -> Asked:
    """What came of a run, by its events."""
    facts = run_facts(list(events))
    agent = mode is Mode.AGENT
    quotes, wrong = not_verbatim(facts, task.question, page_text)
    gold = {(row.document, row.page) for row in task.evidence}
    return Asked(
        task_id=task.task_id,
        kind=task.kind,
        mode=mode,
        outcome=facts.outcome,
        grade=grade(task.answer, task.question, facts.answer),
        over_limits=over_limits(facts, limits),
        cited=opened_citations(facts) if agent else found_citations(facts),
        citations_from_snippets=facts.citations_from_snippets,
        quotes=quotes,
        not_verbatim=wrong,
        demanding=task.demands != PromptConstraints(),
        unmet_demands=unmet_demands(facts, task.demands, task.answer, task.question, page_text),
        right_pages_read=gold <= read_pages(facts, opened_only=agent) if gold else None,
        verified=bool(verified_texts(facts.answer)),
        seconds=facts.seconds,
        tool_calls=facts.tool_calls,
        evaluated_tokens=facts.usage.evaluated_tokens,
        distinct_prompt_tokens=facts.usage.distinct_prompt_tokens,
        prompts=len(facts.prefixes),
        prefix_breaks=breaks(facts.prefixes),
    )
