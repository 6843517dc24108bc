"""What is kept of each run of the agent benchmark, its judgement by rule, and the figures of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.agent.demands.constraints import PromptConstraints
from core.events import Event
from core.published.schemas import FigureOutput
from tests.benchmarks.agent.demands import unmet_demands
from tests.benchmarks.agent.facts import PageText, RunFacts, breaks, cited, read_pages, run_facts
from tests.benchmarks.agent.quotes import not_verbatim
from tests.benchmarks.agent.tasks import Task
from tests.benchmarks.asking import ThingLine
from tests.benchmarks.figures import Results, counted, figure
from tests.benchmarks.grading.grades import Grade, grade, verified_texts
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.reporting import Endings, bounds
from tests.benchmarks.shares import bounded, number, percentiles, share

WAYS = ("agent", "chat", "copied")
RATIO_TARGET = 1.15
UNANSWERABLE = "unanswerable"
_ENDINGS: Endings = (".low", ".high")


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


def summed_up(runs: Sequence[Judged]) -> Results:
    """The figures of each way, and how much more of the same tasks the agent gets right than chat."""
    results: Results = {}
    for way in WAYS:
        if own := [one for one in runs if one.line.way == way]:
            figures = _safety(own) | _quality(own) | _costs(own)
            results |= {f"{way}.{name}": one for name, one in figures.items()}
    right = {(one.task.task_id, one.line.way): one.grade.correct for one in runs}
    if gains := [
        float(held) - float(right[task, "chat"]) for (task, way), held in right.items() if way == "agent"
    ]:
        gain, low, high = mean_with_interval(gains)
        name = "correct, agent minus chat"
        results |= {name: share(gain), **bounds(name, low, high, endings=_ENDINGS)}
    return results


def _safety(runs: Sequence[Judged]) -> Results:
    """What must hold always; chat is no agent and has no target but for its quotes."""
    target = 1.0 if runs[0].line.way == "agent" else None
    demanding = [one for one in runs if one.demanding]
    shares = {
        "ended inside the limits": (sum(not one.line.over_limits for one in runs), len(runs)),
        "citations at passages it read": [sum(of) for of in zip(*(one.cited for one in runs), strict=True)],
        "demands met or disclosed": (sum(not one.unmet_demands for one in demanding), len(demanding)),
    }
    wrong = sum(len(one.not_verbatim) for one in runs)
    return {
        **{name: counted(*of, better="higher", target=target) for name, of in shares.items()},
        "quotes not verbatim": _none(wrong, sum(one.quotes for one in runs), "quotes"),
    }


def _quality(runs: Sequence[Judged]) -> Results:
    answerable = [one for one in runs if one.task.kind != UNANSWERABLE]
    kinds = dict.fromkeys(one.task.kind for one in answerable)
    held = {
        "correct": [one.grade.correct for one in answerable],
        **{
            f"correct.{kind}": [one.grade.correct for one in answerable if one.task.kind == kind]
            for kind in kinds
        },
        "answered wrongly": [one.wrong for one in answerable],
        "answered wrongly and marked as verified": [one.wrong and one.verified for one in answerable],
        "no answer though there is one": [not one.grade.correct and not one.wrong for one in answerable],
        "unanswerable rightly disclosed": [
            one.grade.correct for one in runs if one.task.kind == UNANSWERABLE
        ],
        "right pages read": [one.right_pages_read for one in runs if one.right_pages_read is not None],
    }
    results: Results = {}
    for name, values in held.items():
        better = "lower" if name.startswith(("answered wrongly", "no answer")) else "higher"
        results |= bounded(name, sum(values), len(values), _ENDINGS, better)
    return results


def _costs(runs: Sequence[Judged]) -> Results:
    used = [one.facts.usage for one in runs]
    evaluated = sum(usage.evaluated_tokens for usage in used)
    distinct = sum(usage.distinct_prompt_tokens for usage in used)
    ratios = [one.evaluated_tokens / one.distinct_prompt_tokens for one in used if one.distinct_prompt_tokens]
    name = "prompt tokens evaluated / distinct"
    whole = _ratio(evaluated / distinct if distinct else None)
    results = {
        **percentiles("seconds.", [one.facts.seconds for one in runs], "s", 0.5, 0.95),
        name: whole.model_copy(update={"count": evaluated, "of": distinct}),
        f"{name}, highest of a run": _ratio(max(ratios, default=None)),
    }
    if runs[0].line.way == "agent":
        anew, prompts = sum(one.prefix_breaks for one in runs), sum(len(one.facts.prefixes) for one in runs)
        results["prompts read anew"] = _none(anew, prompts, "prompts")
    return results


def _ratio(value: float | None) -> FigureOutput:
    return figure(value, "ratio", better="lower", target=RATIO_TARGET, digits=3)


def _none(count: int, of: int, unit: str) -> FigureOutput:
    """What there must be none of."""
    return number(count, unit, "lower", 0.0).model_copy(update={"count": count, "of": of})


def findings(runs: Sequence[Judged]) -> list[str]:
    """What must not happen, task by task, and the reasons of wrong answers, counted."""
    notes: list[str] = []
    for one in runs:
        told = [
            "; ".join(one.line.over_limits),
            *(f"not verbatim: {quote}" for quote in one.not_verbatim[:1]),
        ]
        if one.line.way == "agent":
            if unread := one.cited[1] - one.cited[0]:
                told.append(f"{unread} citations of passages that were not opened")
            told.append("; ".join(one.unmet_demands))
        notes += [f"{one.line.way}, {one.task.task_id}: {said}" for said in told if said]
    for way in WAYS:
        reasons = Counter(
            one.grade.reason if one.wrong else "no answer"
            for one in runs
            if one.line.way == way and one.task.kind != UNANSWERABLE and not one.grade.correct
        )
        if reasons:
            told = [f"{reason} ({number})" for reason, number in reasons.most_common()]
            notes.append(f"{way}, not right: {', '.join(told)}")
    return notes
