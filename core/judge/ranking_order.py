"""Best first, where the last digits of a score say nothing: they depend on the processor, and on what else is
judged with a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

ALIKE_ODDS = 0.05  # log-odds
ALIKE_CERTAINTIES = 0.02
_T = TypeVar("_T")


def best_first(items: Iterable[_T], score_of: Callable[[_T], float], alike: float) -> list[_T]:
    """Those that score within `alike` of the best of them count as alike, and stay in the order given."""
    given = list(items)
    left = sorted(range(len(given)), key=lambda place: -score_of(given[place]))
    ordered: list[_T] = []
    while left:
        least = score_of(given[left[0]]) - alike
        group = [place for place in left if score_of(given[place]) >= least]
        ordered += [given[place] for place in sorted(group)]
        left = left[len(group) :]
    return ordered
