"""The figures of the agent benchmark: what held, what was right, what it cost; shares with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.published.schemas import FigureOutput
from tests.benchmarks.agent.lines import Judged
from tests.benchmarks.figures import Results, counted, figure
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.reporting import Endings, bounds
from tests.benchmarks.shares import bounded, number, percentiles, share

WAYS = ("agent", "chat", "copied")
RATIO_TARGET = 1.15
UNANSWERABLE = "unanswerable"
_ENDINGS: Endings = (".low", ".high")


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
    cited, quotes = sum(one.citations for one in runs), sum(one.quotes for one in runs)
    snippets = sum(row.from_snippet for one in runs for row in one.facts.answer.citations)
    wrong = sum(len(one.not_verbatim) for one in runs)
    shares = {
        "ended inside the limits": (sum(not one.line.over_limits for one in runs), len(runs)),
        "citations at passages it read": (sum(one.pointing for one in runs), cited),
        "demands met or disclosed": (sum(not one.unmet_demands for one in demanding), len(demanding)),
    }
    return {
        **{name: counted(*of, better="higher", target=target) for name, of in shares.items()},
        "citations": number(cited, "citations"),
        "citations marked as snippets": number(snippets, "citations", "lower"),
        "quotes not verbatim": number(wrong, "quotes", "lower", 0.0).model_copy(
            update={"count": wrong, "of": quotes}
        ),
        "quotes": number(quotes, "quotes"),
    }


def _quality(runs: Sequence[Judged]) -> Results:
    answerable = [one for one in runs if one.task.kind != UNANSWERABLE]
    gaps = [one for one in runs if one.task.kind == UNANSWERABLE]
    kinds = dict.fromkeys(one.task.kind for one in answerable)
    rows = [
        ("correct", "higher", [one.grade.correct for one in answerable]),
        *(
            (f"correct.{kind}", "higher", [one.grade.correct for one in answerable if one.task.kind == kind])
            for kind in kinds
        ),
        ("answered wrongly", "lower", [one.wrong for one in answerable]),
        (
            "answered wrongly and marked as verified",
            "lower",
            [one.wrong and one.verified for one in answerable],
        ),
        (
            "no answer though there is one",
            "lower",
            [not one.grade.correct and not one.wrong for one in answerable],
        ),
        ("unanswerable rightly disclosed", "higher", [one.grade.correct for one in gaps]),
        ("unanswerable answered", "lower", [one.wrong for one in gaps]),
        (
            "right pages read",
            "higher",
            [one.right_pages_read for one in runs if one.right_pages_read is not None],
        ),
    ]
    results: Results = {}
    for name, better, held in rows:
        results |= bounded(name, sum(held), len(held), _ENDINGS, better)
    return results


def _costs(runs: Sequence[Judged]) -> Results:
    used = [one.facts.usage for one in runs]
    evaluated = sum(usage.evaluated_tokens for usage in used)
    distinct = sum(usage.distinct_prompt_tokens for usage in used)
    ratios = [one.evaluated_tokens / one.distinct_prompt_tokens for one in used if one.distinct_prompt_tokens]
    name = "prompt tokens evaluated / distinct"
    results = {
        **percentiles("seconds.", [one.facts.seconds for one in runs], "s", 0.5, 0.95),
        **percentiles("tool calls.", [one.facts.tool_calls for one in runs], "calls", 0.5, 0.95),
        name: _ratio(evaluated / distinct if distinct else None).model_copy(
            update={"count": evaluated, "of": distinct}
        ),
        f"{name}, highest of a run": _ratio(max(ratios, default=None)),
    }
    if runs[0].line.way == "agent":
        anew, prompts = sum(one.prefix_breaks for one in runs), sum(len(one.facts.prefixes) for one in runs)
        row = number(anew, "prompts", "lower", 0.0)
        results["prompts read anew"] = row.model_copy(update={"count": anew, "of": prompts})
    return results


def _ratio(value: float | None) -> FigureOutput:
    return figure(value, "ratio", better="lower", target=RATIO_TARGET, digits=3)


def findings(runs: Sequence[Judged]) -> list[str]:
    """What must not happen, task by task, and the reasons of wrong answers, counted."""
    notes: list[str] = []
    for one in runs:
        told = [
            "; ".join(one.line.over_limits),
            *(f"not verbatim: {quote}" for quote in one.not_verbatim[:1]),
        ]
        if one.line.way == "agent":
            if one.pointing < one.citations:
                told.append(f"{one.citations - one.pointing} citations of passages that were not opened")
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
