"""Does confidence mean what it says? Expected calibration error and a reliability table of kept answers.

The score of an answer (0 to 1, `core.answer.confidence`) is held against whether it is right, sets pooled,
on the half of the questions that nothing was fitted on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.answers.lines import AnswerLine
from tests.benchmarks.evaluation_data import is_held_out
from tests.benchmarks.figures import Results
from tests.benchmarks.intervals import share_with_interval
from tests.benchmarks.reporting import bounds
from tests.benchmarks.shares import number, share

BINS = 10
_RESAMPLES = 1000
_SEED = 6
LEAST_CASES = 10


def calibration_figures(name: str, lines: Sequence[AnswerLine]) -> tuple[Results, list[str]]:
    """ECE on the held-out half with its bootstrap interval, which adds a little itself; and the table."""
    ours = [line for line in lines if line.features and line.gradable and is_held_out(line.question_id)]
    if len(ours) < LEAST_CASES:
        return {}, []
    scores, right = (
        np.array(of, dtype=np.float64) for of in zip(*((one.score, one.holds) for one in ours), strict=True)
    )
    drawn = np.random.default_rng(_SEED).integers(0, len(ours), size=(_RESAMPLES, len(ours)))
    low, high = np.percentile([_calibration_error(scores[row], right[row]) for row in drawn], [2.5, 97.5])
    error, table = f"{name}: calibration error", []
    for word in ("high", "medium", "low"):
        if some := [line.holds for line in ours if line.word == word]:
            told, least, most = share_with_interval(sum(some), len(some))
            table.append(f"{name}, {word}: {told:.2f} of {len(some)} are right [{least:.2f}, {most:.2f}]")
    return {
        error: share(_calibration_error(scores, right), "lower"),
        **bounds(error, float(low), float(high), endings=(", low", ", high"), better="lower"),
        f"{name}: answers of the held-out half": number(len(ours), "answers"),
    }, table


def _calibration_error(scores: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Mean distance of score and share right over bins of equal width, weighted by size (Naeini 2015)."""
    places = np.minimum((scores * BINS).astype(int), BINS - 1)
    inside = [places == place for place in np.unique(places)]
    return float(sum(one.mean() * abs(scores[one].mean() - right[one].mean()) for one in inside))
