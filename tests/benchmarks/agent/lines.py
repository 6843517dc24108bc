"""What the agent benchmark keeps of each run, and the judgement of it by the rules of its task."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.demands.constraints import PromptConstraints
from core.agent.prefix import breaks
from core.events import Event
from tests.benchmarks.agent.demands import unmet_demands
from tests.benchmarks.agent.facts import PageText, RunFacts, cited, read_pages, run_facts
from tests.benchmarks.agent.quotes import not_verbatim
from tests.benchmarks.agent.tasks import Task
from tests.benchmarks.asking import ThingLine
from tests.benchmarks.grading.grades import Grade, grade, verified_texts


class RunLine(ThingLine):
    """A task that was asked in one way: `agent`, `chat`, or `copied` without a model.

    `over_limits`: in words; told when it was asked, by the limits of then. `events`: drafts left out.
    """

    thing: Task
    over_limits: tuple[str, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A run: its grade, what did not hold, what it cost.

    `cited`: how many citations point at what was read, of how many. `demanding`: the question makes demands.
    `prefix_breaks`: of its prompts those that did not extend the one before, but for the one that may.
    """

    task: Task
    line: RunLine
    facts: RunFacts
    grade: Grade
    cited: tuple[int, int]
    quotes: int
    not_verbatim: tuple[str, ...]
    demanding: bool
    unmet_demands: tuple[str, ...]
    right_pages_read: bool | None
    prefix_breaks: int

    @property
    def wrong(self) -> bool:
        """It answered, and neither rightly nor with an honest gap."""
        return self.facts.outcome == "answered" and not self.grade.correct and not self.grade.disclosed

    @property
    def verified(self) -> bool:
        return bool(verified_texts(self.facts.answer))


def judged(task: Task, line: RunLine, page_text: PageText) -> Judged:
    """What came of a run, by its events and the rules of now."""
    facts, agent = run_facts(line.events), line.way == "agent"
    quotes, wrong = not_verbatim(facts, task.question, page_text)
    gold = {(row.document, row.page) for row in task.evidence}
    return Judged(
        task,
        line,
        facts,
        grade(task.answer, task.question, facts.answer),
        cited(facts, opened_only=agent),
        quotes,
        wrong,
        task.demands != PromptConstraints(),
        unmet_demands(facts, task.demands, task.answer, task.question, page_text),
        gold <= read_pages(facts, opened_only=agent) if gold else None,
        breaks(facts.prefixes),
    )
