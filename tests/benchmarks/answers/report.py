"""The figures of the answers benchmark, and its failures in words. Pure functions on the kept lines."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks.answers.calibration import calibration_figures
from tests.benchmarks.answers.lines import AnswerLine
from tests.benchmarks.figures import Results
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.reporting import bounds
from tests.benchmarks.shares import number, percentiles, share, share_of

LISTED = 25
_BY_KIND = {"figure": "right figure alone", "direction": "right direction", "text": "half the gold words"}


def summed_up(lines: Sequence[AnswerLine]) -> tuple[Results, list[str]]:
    """Figures by set and way, and every answer that was verified or looked certain and is wrong."""
    results: Results = {}
    notes: list[str] = []
    groups: dict[str, list[AnswerLine]] = {}
    for line in lines:
        groups.setdefault(f"{line.set_name}, {line.way}", []).append(line)
    for name, group in groups.items():
        results |= {f"{name}: {key}": value for key, value in _figures(group).items()}
        notes += _failures(name, group)
    for way in ("copied", "written"):
        figures, table = calibration_figures(f"all, {way}", [line for line in lines if line.way == way])
        results |= figures
        notes = [*table, *notes]
    return results, notes


def _figures(group: Sequence[AnswerLine]) -> Results:
    declined = sum(line.declined for line in group)
    results = {
        "questions": number(len(group), "questions"),
        "answered": number(len(group) - declined, "questions"),
        "declined": number(declined, "questions", "lower"),
    }
    if words := [line for line in group if line.kind == "words"]:
        mean, low, high = mean_with_interval([float(line.holds and not line.declined) for line in words])
        results |= {
            "exact match": share_of([line.exact for line in words]),
            "F1": share_of([line.f1 for line in words]),
            "holds the answer": share(mean),
            **bounds("holds the answer", low, high, endings=(", low", ", high")),
        }
        if partly := sum(line.partly for line in words):
            results["one half, the other told as missing"] = number(partly, "answers")
    for kind, name in _BY_KIND.items():
        if some := [line for line in group if line.kind == kind]:
            right = sum(line.holds and not line.declined for line in some)
            results[name] = number(right, f"of {len(some)}")
    if absent := [line.declined for line in group if line.kind == "absent"]:
        results["declined, as it should"] = share_of(absent)
    if beside := [line.beside for line in group if line.kind == "figure"]:
        results["right figure beside others"] = number(sum(beside), f"of {len(beside)}")
    if group[0].way != "plain":
        results |= _checked(group)
    firsts = [line.first_seconds for line in group if line.first_seconds is not None]
    for one in (0.5, 0.9):
        results |= percentiles("first words, ", firsts, "s", one)
        results |= percentiles("whole answer, ", [line.seconds for line in group], "s", one)
    return results


def _checked(group: Sequence[AnswerLine]) -> Results:
    """What the verdicts were worth."""
    statements, verified = (sum(getattr(line, name) for line in group) for name in ("statements", "verified"))
    certain = [line.holds for line in group if line.word == "high" and line.gradable]
    return {
        "statements": number(statements, "statements"),
        "statements verified": share(verified / statements if statements else None),
        "wrong but verified": number(sum(line.wrong_but_verified for line in group), "answers", "lower", 0),
        "high confidence": number(len(certain), "answers"),
        "high confidence, wrong": number(certain.count(False), "answers", "lower", 0),
    }


def _failures(name: str, group: Sequence[AnswerLine]) -> list[str]:
    """High confidence first, because that is what a user trusts."""
    wrong = [line for line in group if line.wrong_but_verified]
    wrong.sort(key=lambda line: ("high", "medium", "low").index(line.word or "low"))
    told = [
        f"{name}, wrong but verified ({line.word}): {line.question} → "
        f"{' '.join(line.answer.split())[:300]} (right: {line.gold[:120]})"
        for line in wrong
    ]
    more = [f"{name}: … and {len(told) - LISTED} more"] if len(told) > LISTED else []
    return told[:LISTED] + more
