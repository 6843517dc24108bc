"""Does confidence mean what it says? Expected calibration error and a reliability table of kept answers.

The score of an answer (0 to 1, `core.answer.confidence`) is held against whether it is right, sets pooled,
on the half of the questions that nothing was fitted on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.answer.confidence import COPIED, WRITTEN, Calibration, Features, score_of, word_for
from tests.benchmarks.answers.lines import AnswerLine
from tests.benchmarks.evaluation_data import is_held_out
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.intervals import share_with_interval
from tests.benchmarks.reporting import bounds

BINS = 10
_RESAMPLES = 1000
_SEED = 6
LEAST_CASES = 10
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """The score and word of an answer that says something and that a rule can grade."""

    score: float
    word: str
    right: bool


def calibration_figures(name: str, lines: Sequence[AnswerLine]) -> tuple[Results, list[str]]:
    """ECE on the held-out half with its bootstrap interval, which adds a little itself; and the table."""
    ours = [
        Case(score_of(_features(line), _table_of(line)), word_of(line), line.holds)
        for line in lines
        if line.features and line.kind != "text" and not line.declined and is_held_out(line.question_id)
    ]
    if len(ours) < LEAST_CASES:
        return {}, []
    scores = np.array([case.score for case in ours], dtype=np.float64)
    right = np.array([case.right for case in ours], dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(ours), size=(_RESAMPLES, len(ours)))
    found = [expected_calibration_error(scores[row], right[row]) for row in drawn]
    error, (low, high) = f"{name}: calibration error", np.percentile(found, [2.5, 97.5])
    told = figure(expected_calibration_error(scores, right), "share", better="lower", digits=3)
    return {
        error: told,
        **bounds(error, float(low), float(high), endings=(", low", ", high"), better="lower"),
        f"{name}: answers of the held-out half": figure(len(ours), "answers", better="higher", digits=0),
    }, _table(name, ours)


def expected_calibration_error(scores: Numbers, right: Numbers, bins: int = BINS) -> float:
    """Mean distance of score and share right over bins of equal width, weighted by size (Naeini 2015)."""
    places = np.minimum((scores * bins).astype(int), bins - 1)
    total = 0.0
    for place in np.unique(places):
        inside = places == place
        total += inside.mean() * abs(scores[inside].mean() - right[inside].mean())
    return float(total)


def _table(name: str, cases: Sequence[Case]) -> list[str]:
    rows = []
    for word in ("high", "medium", "low"):
        some = [case.right for case in cases if case.word == word]
        if some:
            share, low, high = share_with_interval(sum(some), len(some))
            rows.append(f"{name}, {word}: {share:.2f} of {len(some)} are right [{low:.2f}, {high:.2f}]")
    return rows


def word_of(line: AnswerLine) -> str:
    """The confidence as the tables tell it now; a kept line may have been shown with an older one."""
    return word_for(_features(line), _table_of(line)).value if line.features else line.confidence


def _table_of(line: AnswerLine) -> Calibration:
    return COPIED if "extractive_answer" in line.flags else WRITTEN


def _features(line: AnswerLine) -> Features:
    names = {field.name for field in fields(Features)}
    known: dict[str, Any] = {name: value for name, value in line.features.items() if name in names}
    return Features(**{**known, "hedged": bool(known.get("hedged"))})
