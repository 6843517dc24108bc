"""What the answers benchmark keeps of each answer, its figures, and its failures in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.answers.marks import Marks
from tests.benchmarks.answers.sets import Kind, KnownAnswer
from tests.benchmarks.asking import ThingLine
from tests.benchmarks.evaluation_data import is_held_out
from tests.benchmarks.figures import Results
from tests.benchmarks.intervals import mean_with_interval, share_with_interval
from tests.benchmarks.reporting import bounds
from tests.benchmarks.shares import number, percentiles, share, share_of

LISTED = 25
_BINS = 10
_RESAMPLES = 1000
_SEED = 6
_LEAST_CASES = 10
_BY_KIND = {"figure": "right figure alone", "direction": "right direction", "text": "half the gold words"}


class AnswerLine(ThingLine):
    """One question answered in one way, its marks, and what confidence was told from.

    `way`: `copied` by the program, `written` by the model and checked, or `plain`: the model over the five
    best chunks. `certainty` of the best sentence, 0 to 1. The words that `first_seconds` waits for are those
    of the draft. `statements`, and how many of them are `verified`.
    """

    thing: KnownAnswer
    marks: Marks
    outcome: str = ""
    declined: bool = False
    confidence: str = ""
    flags: tuple[str, ...] = ()
    statements: int = 0
    verified: int = 0
    certainty: float = 0.0
    evidence_seconds: float | None = None
    first_seconds: float | None = None

    @property
    def right(self) -> bool:
        return self.marks.holds and not self.declined

    @property
    def gradable(self) -> bool:
        """It says something, and a rule can tell right from wrong."""
        return self.thing.kind != "text" and not self.declined

    @property
    def wrong_but_verified(self) -> bool:
        """A right figure beside others counts as wrong, a right half with the other told as missing not."""
        return self.gradable and not (self.marks.holds or self.marks.partly) and self.verified > 0


def summed_up(lines: Sequence[AnswerLine]) -> tuple[Results, list[str]]:
    """Figures by set and way, and every answer that was verified or looked certain and is wrong."""
    results: Results = {}
    notes: list[str] = []
    groups: dict[str, list[AnswerLine]] = {}
    for line in lines:
        groups.setdefault(f"{line.thing.set_name}, {line.way}", []).append(line)
    for name, group in groups.items():
        results |= {f"{name}: {key}": value for key, value in _figures(group).items()}
        notes += _failures(name, group)
    for way in ("copied", "written"):
        figures, table = _calibration(f"all, {way}", [line for line in lines if line.way == way])
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
    of_kind = {kind: [line for line in group if line.thing.kind == kind] for kind in get_args(Kind)}
    if words := of_kind["words"]:
        mean, low, high = mean_with_interval([float(line.right) for line in words])
        results |= {
            "exact match": share_of([line.marks.exact for line in words]),
            "F1": share_of([line.marks.f1 for line in words]),
            "holds the answer": share(mean),
            **bounds("holds the answer", low, high, endings=(", low", ", high")),
        }
        if partly := sum(line.marks.partly for line in words):
            results["one half, the other told as missing"] = number(partly, "answers")
    for kind, name in _BY_KIND.items():
        if some := of_kind[kind]:
            results[name] = number(sum(line.right for line in some), f"of {len(some)}")
    if absent := of_kind["absent"]:
        results["declined, as it should"] = share_of([line.declined for line in absent])
    if beside := of_kind["figure"]:
        found = sum(line.marks.beside for line in beside)
        results["right figure beside others"] = number(found, f"of {len(beside)}")
    if group[0].way != "plain":  # what the verdicts were worth
        statements, verified = sum(line.statements for line in group), sum(line.verified for line in group)
        certain = [line.marks.holds for line in group if line.confidence == "high" and line.gradable]
        wrong = sum(line.wrong_but_verified for line in group)
        results |= {
            "statements": number(statements, "statements"),
            "statements verified": share(verified / statements if statements else None),
            "wrong but verified": number(wrong, "answers", "lower", 0),
            "high confidence": number(len(certain), "answers"),
            "high confidence, wrong": number(certain.count(False), "answers", "lower", 0),
        }
    shown = [line.evidence_seconds for line in group if line.evidence_seconds is not None]
    for one in (0.5, 0.95):
        results |= percentiles("evidence, ", shown, "s", one)
    firsts = [line.first_seconds for line in group if line.first_seconds is not None]
    for one in (0.5, 0.9):
        results |= percentiles("first words, ", firsts, "s", one)
        results |= percentiles("whole answer, ", [line.seconds for line in group], "s", one)
    return results


def _failures(name: str, group: Sequence[AnswerLine]) -> list[str]:
    """High confidence first, because that is what a user trusts."""
    wrong = [line for line in group if line.wrong_but_verified]
    wrong.sort(key=lambda line: ("high", "medium", "low").index(line.confidence or "low"))
    told = [
        f"{name}, wrong but verified ({line.confidence}): {line.thing.question} → "
        f"{' '.join(line.answer.split())[:300]} (right: {line.thing.gold[:120]})"
        for line in wrong
    ]
    more = [f"{name}: … and {len(told) - LISTED} more"] if len(told) > LISTED else []
    return told[:LISTED] + more


def _calibration(name: str, lines: Sequence[AnswerLine]) -> tuple[Results, list[str]]:
    """Does confidence mean what it says? ECE with its bootstrap interval, which adds a little, and a table.

    The score of an answer is held against whether it is right, sets pooled, on the half of the questions that
    nothing was fitted on.
    """
    ours = [line for line in lines if line.gradable and is_held_out(line.thing.question_id)]
    if len(ours) < _LEAST_CASES:
        return {}, []
    scores, right = (
        np.array(of, dtype=np.float64)
        for of in zip(*((one.certainty, one.marks.holds) for one in ours), strict=True)
    )
    drawn = np.random.default_rng(_SEED).integers(0, len(ours), size=(_RESAMPLES, len(ours)))
    low, high = np.percentile([_calibration_error(scores[row], right[row]) for row in drawn], [2.5, 97.5])
    error, table = f"{name}: calibration error", []
    for word in ("high", "medium", "low"):
        if some := [line.marks.holds for line in ours if line.confidence == word]:
            told, least, most = share_with_interval(sum(some), len(some))
            table.append(f"{name}, {word}: {told:.2f} of {len(some)} are right [{least:.2f}, {most:.2f}]")
    return {
        error: share(_calibration_error(scores, right), "lower"),
        **bounds(error, float(low), float(high), endings=(", low", ", high"), better="lower"),
        f"{name}: answers of the held-out half": number(len(ours), "answers"),
    }, table


def _calibration_error(scores: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Mean distance of score and share right over bins of equal width, weighted by size (Naeini 2015)."""
    places = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    inside = [places == place for place in np.unique(places)]
    return float(sum(one.mean() * abs(scores[one].mean() - right[one].mean()) for one in inside))
