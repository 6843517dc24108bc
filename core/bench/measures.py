"""Measures of rankings from `ir-measures`, and the intervals of means and shares.

Pure functions. `ir-measures` is an optional part (`pip install "docuchat[bench]"`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from core.errors import UsageError

_RESAMPLES = 2000
_SEED = 4

Rankings = Mapping[str, Sequence[str]]  # question id → ids, best first
Judgements = Mapping[str, Mapping[str, int]]  # question id → id → grade


def per_question(measure: str, rankings: Rankings, judgements: Judgements) -> dict[str, float]:
    """The value of a measure (`Success@5`, `nDCG@10`, `R@100`) for each judged question; 0 without a ranking.

    Raises:
        UsageError: `ir-measures` is not installed.
    """
    measures = _library()
    parsed = measures.parse_measure(measure)
    qrels = [
        measures.Qrel(question, item, grade)
        for question, items in judgements.items()
        for item, grade in items.items()
    ]
    run = [
        measures.ScoredDoc(question, item, float(-rank))
        for question, items in rankings.items()
        for rank, item in enumerate(items)
    ]
    found = {value.query_id: float(value.value) for value in measures.iter_calc([parsed], qrels, run)}
    return {question: found.get(question, 0.0) for question in judgements}


def mean_with_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and the bounds of its 95 % bootstrap interval (percentiles of resampled means)."""
    if not values:
        return 0.0, 0.0, 0.0
    array = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(array), size=(_RESAMPLES, len(array)))
    low, high = np.percentile(array[drawn].mean(axis=1), [2.5, 97.5])
    return float(array.mean()), float(low), float(high)


def share_with_interval(successes: int, count: int) -> tuple[float, float, float]:
    """A share and the bounds of its 95 % interval after Wilson (1927), which holds for few cases, too.

    Raises:
        ZeroDivisionError: `count` is 0.
    """
    z = NormalDist().inv_cdf(0.975)
    share = successes / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return share, max(0.0, middle - half), min(1.0, middle + half)


def _library() -> Any:
    try:
        import ir_measures
    except ImportError as error:
        raise UsageError(
            "The measures of `docuchat bench retrieval` come from ir-measures, which is not installed.",
            'Install it with `pip install "docuchat[bench]"`.',
        ) from error
    return ir_measures
