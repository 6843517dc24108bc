"""The logistic regression that judges are calibrated with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_ROUNDS, _RIDGE = 50, 1e-3


def fitted(signs: Floats, holds: NDArray[np.bool_]) -> Floats:
    """Bias and weights of a logistic regression with a little ridge, by Newton's method."""
    mean, spread = signs.mean(0), signs.std(0) + 1e-9
    given = np.c_[np.ones(len(signs)), (signs - mean) / spread]
    ridge = np.diag([0.0, *[_RIDGE * len(signs)] * signs.shape[1]])
    weights = np.zeros(given.shape[1])
    for _ in range(_ROUNDS):
        guess = 1 / (1 + np.exp(-given @ weights))
        slope = given.T @ (guess - holds) + ridge @ weights
        curve = (given * (guess * (1 - guess))[:, None]).T @ given + ridge
        weights -= np.linalg.solve(curve, slope)
    scaled = weights[1:] / spread
    return np.array([weights[0] - scaled @ mean, *scaled])


def logistic(signs: Floats, weights: Floats) -> Floats:
    """The certainty, 0 to 1, that bias and weights give to each row of signs."""
    found: Floats = 1 / (1 + np.exp(-(weights[0] + signs @ weights[1:])))
    return found
