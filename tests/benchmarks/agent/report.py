"""The figures of the agent benchmark: what held, what was right, what it cost; shares with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from core.types import Mode
from tests.benchmarks.agent.lines import Asked
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.intervals import mean_with_interval, share_with_interval
from tests.benchmarks.reporting import bounds

RATIO_TARGET = 1.15
UNANSWERABLE = "unanswerable"


def summed_up(asked: Sequence[Asked], names: Mapping[Mode, str] | None = None) -> Results:
    """The figures of both modes, and how much more of the same tasks one of them gets right.

    `names`: what a mode is called among the figures, where it is not asked as usual.
    """
    results: Results = {}
    for mode in (Mode.AGENT, Mode.CHAT):
        runs = [one for one in asked if one.mode is mode]
        name = (names or {}).get(mode, mode.value)
        if runs:
            _safety(results, name, runs)
            _quality(results, name, runs)
            _costs(results, name, runs)
    right = {(one.task_id, one.mode): one.grade.correct for one in asked}
    gains = [
        float(right[one.task_id, Mode.AGENT]) - float(right[one.task_id, Mode.CHAT])
        for one in asked
        if one.mode is Mode.AGENT
    ]
    if gains:
        gain, low, high = mean_with_interval(gains)
        name = "correct, agent minus chat"
        results[name] = figure(gain, "share", better="higher", digits=3)
        results |= bounds(name, low, high, endings=(".low", ".high"))
    return results


def _safety(results: Results, mode: str, runs: Sequence[Asked]) -> None:
    """What must hold always; chat is no agent and has no target but for its quotes."""
    target = 1.0 if mode == Mode.AGENT else None
    demanding = [one for one in runs if one.demanding]
    pointing, cited = (sum(one.cited[place] for one in runs) for place in (0, 1))
    for name, held, of in (
        ("ended inside the limits", sum(not one.over_limits for one in runs), len(runs)),
        ("citations at passages it read", pointing, cited),
        ("demands met or disclosed", sum(not one.unmet_demands for one in demanding), len(demanding)),
    ):
        results[f"{mode}.{name}"] = counted(held, of, better="higher", target=target)
    results[f"{mode}.citations"] = figure(cited, "citations", better="higher", digits=0)
    snippets = sum(one.citations_from_snippets for one in runs)
    results[f"{mode}.citations marked as snippets"] = figure(snippets, "citations", better="lower", digits=0)
    wrong = sum(len(one.not_verbatim) for one in runs)
    quotes = sum(one.quotes for one in runs)
    row = figure(wrong, "quotes", better="lower", target=0.0, digits=0)
    results[f"{mode}.quotes not verbatim"] = row.model_copy(update={"count": wrong, "of": quotes})
    results[f"{mode}.quotes"] = figure(quotes, "quotes", better="higher", digits=0)


def _quality(results: Results, mode: str, runs: Sequence[Asked]) -> None:
    answerable = [one for one in runs if one.kind != UNANSWERABLE]
    _share(results, f"{mode}.correct", [one.grade.correct for one in answerable])
    for kind in dict.fromkeys(one.kind for one in answerable):
        of_kind = [one.grade.correct for one in answerable if one.kind == kind]
        _share(results, f"{mode}.correct.{kind}", of_kind)
    wrong = [_is_wrong(one) for one in answerable]
    _share(results, f"{mode}.answered wrongly", wrong, better="lower")
    verified = [_is_wrong(one) and one.verified for one in answerable]
    _share(results, f"{mode}.answered wrongly and marked as verified", verified, better="lower")
    none = [not one.grade.correct and not _is_wrong(one) for one in answerable]
    _share(results, f"{mode}.no answer though there is one", none, better="lower")
    gaps = [one for one in runs if one.kind == UNANSWERABLE]
    _share(results, f"{mode}.unanswerable rightly disclosed", [one.grade.correct for one in gaps])
    _share(results, f"{mode}.unanswerable answered", [_is_wrong(one) for one in gaps], better="lower")
    pages = [one.right_pages_read for one in runs if one.right_pages_read is not None]
    _share(results, f"{mode}.right pages read", pages)


def _is_wrong(one: Asked) -> bool:
    """It answered, and neither rightly nor with an honest gap."""
    return one.outcome == "answered" and not one.grade.correct and not one.grade.disclosed


def _costs(results: Results, mode: str, runs: Sequence[Asked]) -> None:
    for name, unit, values in (
        ("seconds", "s", [one.seconds for one in runs]),
        ("tool calls", "calls", [float(one.tool_calls) for one in runs]),
    ):
        for share in (0.5, 0.95):
            key = f"{mode}.{name}.p{round(100 * share)}"
            results[key] = figure(percentile(values, share), unit, better="lower")
    evaluated = sum(one.evaluated_tokens for one in runs)
    distinct = sum(one.distinct_prompt_tokens for one in runs)
    results[f"{mode}.prompt tokens evaluated / distinct"] = figure(
        evaluated / distinct if distinct else None, "ratio", better="lower", target=RATIO_TARGET, digits=3
    ).model_copy(update={"count": evaluated, "of": distinct})
    ratios = [one.evaluated_tokens / one.distinct_prompt_tokens for one in runs if one.distinct_prompt_tokens]
    results[f"{mode}.prompt tokens evaluated / distinct, highest of a run"] = figure(
        max(ratios, default=None), "ratio", better="lower", target=RATIO_TARGET, digits=3
    )
    if mode == Mode.AGENT:
        anew = sum(one.prefix_breaks for one in runs)
        row = figure(anew, "prompts", better="lower", target=0.0, digits=0)
        prompts = sum(one.prompts for one in runs)
        results[f"{mode}.prompts read anew"] = row.model_copy(update={"count": anew, "of": prompts})


def _share(results: Results, name: str, values: Sequence[bool], *, better: str = "higher") -> None:
    """A share with its interval; nothing where there is no case."""
    if not values:
        return
    _, low, high = share_with_interval(sum(values), len(values))
    results[name] = counted(sum(values), len(values), better=better)
    results.update(bounds(name, low, high, endings=(".low", ".high"), better=better))


def findings(asked: Sequence[Asked]) -> list[str]:
    """What must not happen, task by task, and the reasons of wrong answers, counted."""
    notes: list[str] = []
    for one in asked:
        where = f"{one.mode.value}, {one.task_id}"
        if one.over_limits:
            notes.append(f"{where}: {'; '.join(one.over_limits)}")
        if one.not_verbatim:
            notes.append(f"{where}: not verbatim: {one.not_verbatim[0]}")
        if one.mode is Mode.AGENT and one.cited[0] < one.cited[1]:
            notes.append(f"{where}: {one.cited[1] - one.cited[0]} citations of passages that were not opened")
        if one.mode is Mode.AGENT and one.unmet_demands:
            notes.append(f"{where}: {'; '.join(one.unmet_demands)}")
    for mode in (Mode.AGENT, Mode.CHAT):
        reasons = Counter(
            one.grade.reason if _is_wrong(one) else "no answer"
            for one in asked
            if one.mode is mode and one.kind != UNANSWERABLE and not one.grade.correct
        )
        told = ", ".join(f"{reason} ({number})" for reason, number in reasons.most_common())
        if told:
            notes.append(f"{mode.value}, not right: {told}")
    return notes
