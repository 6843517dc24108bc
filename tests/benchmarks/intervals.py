"""The 95 % intervals of means and shares. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import numpy as np

_RESAMPLES = 2000
_SEED = 4


def mean_with_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and the bounds of its 95 % bootstrap interval (percentiles of resampled means)."""
    if not values:
        return 0.0, 0.0, 0.0
    array = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(array), size=(_RESAMPLES, len(array)))
    low, high = np.percentile(array[drawn].mean(axis=1), [2.5, 97.5])
    return float(array.mean()), float(low), float(high)


def share_with_interval(successes: int, count: int) -> tuple[float, float, float]:
    """A share and the bounds of its 95 % interval after Wilson (1927), which holds for few cases, too."""
    z = NormalDist().inv_cdf(0.975)
    share = successes / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return share, max(0.0, middle - half), min(1.0, middle + half)
