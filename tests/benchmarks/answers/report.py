"""The figures of the answers benchmark, and its failures in words. Pure functions on the kept lines."""

from __future__ import annotations

from collections.abc import Sequence

from core.published.schemas import FigureOutput
from tests.benchmarks.answers.calibration import calibration_figures, word_of
from tests.benchmarks.answers.lines import AnswerLine
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.intervals import mean_with_interval
from tests.benchmarks.reporting import bounds

LISTED = 25


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


def is_wrong_but_verified(line: AnswerLine) -> bool:
    """Not right, not declined, and a sentence of it is marked as carried by the documents.

    Only where a rule can tell right from wrong; a right figure beside others counts as wrong, a right half
    with the other told as missing does not.
    """
    right = line.holds or line.partly
    return line.kind != "text" and not line.declined and not right and line.verified > 0


def _figures(group: Sequence[AnswerLine]) -> Results:
    answered = [line for line in group if not line.declined]
    results = {
        "questions": figure(len(group), "questions", better="higher", digits=0),
        "answered": figure(len(answered), "questions", better="higher", digits=0),
        "declined": figure(len(group) - len(answered), "questions", better="lower", digits=0),
    }
    words = [line for line in group if line.kind == "words"]
    if words:
        results["exact match"] = _share([line.exact for line in words])
        results["F1"] = _share([line.f1 for line in words])
        results |= _with_interval("holds the answer", words)
        if any(line.partly for line in words):
            results["one half, the other told as missing"] = figure(
                sum(line.partly for line in words), "answers", better="higher", digits=0
            )
    for kind, name in (
        ("figure", "right figure alone"),
        ("direction", "right direction"),
        ("text", "half the gold words"),
    ):
        if some := [line for line in group if line.kind == kind]:
            results[name] = _of(sum(line.holds and not line.declined for line in some), some)
    if absent := [line.declined for line in group if line.kind == "absent"]:
        results["declined, as it should"] = _share(absent)
    if beside := [line.beside for line in group if line.kind == "figure"]:
        results["right figure beside others"] = _of(sum(beside), beside)
    if group[0].way != "plain":
        results |= _checked(group)
    for share in (0.5, 0.9):
        firsts = [line.first_seconds for line in group if line.first_seconds is not None]
        results[f"first words, p{share * 100:.0f}"] = figure(percentile(firsts, share), "s", better="lower")
        total = percentile([line.seconds for line in group], share)
        results[f"whole answer, p{share * 100:.0f}"] = figure(total, "s", better="lower")
    return results


def _checked(group: Sequence[AnswerLine]) -> Results:
    """What the verdicts were worth."""
    statements = sum(len(line.statements) for line in group)
    verified = sum(line.verified for line in group)
    certain = [
        line for line in group if word_of(line) == "high" and line.kind != "text" and not line.declined
    ]
    return {
        "statements": figure(statements, "statements", better="higher", digits=0),
        "statements verified": figure(
            verified / statements if statements else None, "share", better="higher", digits=3
        ),
        "wrong but verified": figure(
            sum(map(is_wrong_but_verified, group)), "answers", better="lower", target=0, digits=0
        ),
        "high confidence": figure(len(certain), "answers", better="higher", digits=0),
        "high confidence, wrong": figure(
            sum(not line.holds for line in certain), "answers", better="lower", target=0, digits=0
        ),
    }


def _with_interval(name: str, lines: Sequence[AnswerLine]) -> Results:
    mean, low, high = mean_with_interval([float(line.holds and not line.declined) for line in lines])
    told = figure(mean, "share", better="higher", digits=3)
    return {name: told, **bounds(name, low, high, endings=(", low", ", high"))}


def _of(count: int, group: Sequence[object]) -> FigureOutput:
    return figure(count, f"of {len(group)}", better="higher", digits=0)


def _share(values: Sequence[float]) -> FigureOutput:
    return figure(sum(values) / len(values), "share", better="higher", digits=3)


def _failures(name: str, group: Sequence[AnswerLine]) -> list[str]:
    """High confidence first, because that is what a user trusts."""
    wrong = sorted(
        filter(is_wrong_but_verified, group),
        key=lambda line: ("high", "medium", "low").index(word_of(line) or "low"),
    )
    told = [
        f"{name}, wrong but verified ({word_of(line)}): {line.question} → "
        f"{' '.join(line.answer.split())[:300]} (right: {line.gold[:120]})"
        for line in wrong
    ]
    more = [f"{name}: … and {len(told) - LISTED} more"] if len(told) > LISTED else []
    return told[:LISTED] + more
