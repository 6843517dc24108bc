"""Does confidence mean what it says? Expected calibration error and a reliability table of kept answers.

Pure functions. The score of an answer (0 to 1, `core.answer.confidence`) is held against whether it is right,
all sets pooled, on the half of the questions that nothing was fitted on. Beside it stands the best that a
shift and a stretch of the score, fitted on the other half (Platt 1999), could do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from core.answer.confidence import COPIED, WRITTEN, Calibration, Features, score_of, word_for
from core.published.schemas import FigureOutput
from tests.benchmarks.answers.lines import AnswerLine
from tests.benchmarks.evaluation_data import is_held_out
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.intervals import share_with_interval

BINS = 10
_RESAMPLES = 1000
_SEED = 6
LEAST_CASES = 10
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """An answer's score and word, and whether it is right."""

    score: float
    word: str
    right: bool
    held_out: bool


def cases_of(lines: Sequence[AnswerLine]) -> list[Case]:
    """Answers that say something and that a rule can grade."""
    return [
        Case(_score(line), word_of(line), line.holds, is_held_out(line.question_id))
        for line in lines
        if line.features and line.kind != "text" and not line.declined
    ]


def calibration_figures(name: str, lines: Sequence[AnswerLine]) -> tuple[Results, list[str]]:
    """ECE on the held-out half, with its bootstrap interval, as it is and after a fit; and the table."""
    cases = cases_of(lines)
    ours, others = [case for case in cases if case.held_out], [case for case in cases if not case.held_out]
    if len(ours) < LEAST_CASES or len(others) < LEAST_CASES:
        return {}, []
    scores, right = _arrays(ours)
    slope, shift = platt(*_arrays(others))
    results: Results = {}
    for what, values in (("", scores), (" after a fit", stretched(scores, slope, shift))):
        low, high = ece_interval(values, right)
        results |= {
            f"{name}: calibration error{what}": _share(expected_calibration_error(values, right)),
            f"{name}: calibration error{what}, low": _share(low),
            f"{name}: calibration error{what}, high": _share(high),
        }
    results[f"{name}: answers of the held-out half"] = figure(len(ours), "answers", better="higher", digits=0)
    return results, [
        *_table(name, ours),
        f"{name}: best fit of the other half: {slope:.2f} · logit {shift:+.2f}",
    ]


def expected_calibration_error(scores: Numbers, right: Numbers, bins: int = BINS) -> float:
    """Mean distance of score and share right over bins of equal width, weighted by size (Naeini 2015)."""
    places = np.minimum((scores * bins).astype(int), bins - 1)
    total = 0.0
    for place in np.unique(places):
        inside = places == place
        total += inside.mean() * abs(scores[inside].mean() - right[inside].mean())
    return float(total)


def ece_interval(scores: Numbers, right: Numbers) -> tuple[float, float]:
    """The bounds of its 95 % bootstrap interval; resampling itself adds a little error."""
    drawn = np.random.default_rng(_SEED).integers(0, len(scores), size=(_RESAMPLES, len(scores)))
    found = [expected_calibration_error(scores[row], right[row]) for row in drawn]
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)


def platt(scores: Numbers, right: Numbers) -> tuple[float, float]:
    """Slope and shift of the logit that make the scores likeliest, a little drawn to (1, 0)."""
    logits = _logit(scores)
    weights = np.array([1.0, 0.0])
    prior = np.array([1.0, 0.0])
    columns = np.column_stack([logits, np.ones_like(logits)])
    for _ in range(200):
        told = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (told - right) + (weights - prior)
        curve = columns.T @ (columns * (told * (1 - told))[:, None]) + np.eye(2)
        step = np.linalg.solve(curve, slope)
        # Newton's step, but no logit moves by more than 1 at once: far off it would overshoot.
        weights = weights - step / max(1.0, float(np.abs(columns @ step).max()))
        if float(np.abs(step).max()) < 1e-9:
            break
    return float(weights[0]), float(weights[1])


def stretched(scores: Numbers, slope: float, shift: float) -> Numbers:
    """Scores after such a fit."""
    return np.asarray(1 / (1 + np.exp(-(slope * _logit(scores) + shift))), dtype=np.float64)


def _logit(scores: Numbers) -> Numbers:
    inside = np.clip(scores, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(inside / (1 - inside)), dtype=np.float64)


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


def _score(line: AnswerLine) -> float:
    return score_of(_features(line), _table_of(line))


def _table_of(line: AnswerLine) -> Calibration:
    return COPIED if "extractive_answer" in line.flags else WRITTEN


def _features(line: AnswerLine) -> Features:
    names = {field.name for field in fields(Features)}
    known = {name: value for name, value in line.features.items() if name in names}
    return Features(**{**known, "hedged": bool(known.get("hedged"))})  # type: ignore[arg-type]


def _arrays(cases: Sequence[Case]) -> tuple[Numbers, Numbers]:
    return (
        np.array([case.score for case in cases], dtype=np.float64),
        np.array([case.right for case in cases], dtype=np.float64),
    )


def _share(value: float) -> FigureOutput:
    return figure(value, "share", better="lower", digits=3)
