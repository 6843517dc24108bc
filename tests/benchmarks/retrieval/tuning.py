"""`retrieval --tune`: weights chosen on one half of the questions, reported on the other.

One weight after another is tried at several values, the others as they are shipped; what counts is the mean
reciprocal rank of the first right page, of both settings (one document, all documents) together, on the half
to tune on. The values that won by more than a question's worth, all together, are then compared with the
shipped ones on the half that was held out. Nothing is changed: whoever runs it decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.search.ranking import RetrievalOptions
from tests.benchmarks.judged_sets import JudgedQuestion

# Weight → values tried besides the shipped one. With a dot: of the re-ranker.
VALUES: Mapping[str, tuple[float, ...]] = {
    "dense_weight": (0.5, 1.5),
    "keyword_weight": (0.5, 1.5),
    "expansion_weight": (0.0, 0.5, 1.5),
    "role_weight": (0.0, 0.5, 1.0, 2.0),
    "route_weight": (0.0, 0.5, 2.0),
    "reranking.coverage": (0.0, 0.15, 0.6),
    "reranking.figure_coverage": (0.15, 0.3),
    "reranking.listing": (0.0, -0.8),
    "reranking.leaning": (0.0, 0.4),
    "reranking.same_page": (0.3, 0.8, 1.0),
}
SETTINGS = ("one", "all")

# Options, questions, setting → the 1-based place of the first right page for each question, 0 for none.
Places = Callable[[RetrievalOptions, Sequence[JudgedQuestion], str], Sequence[int]]


def with_weight(options: RetrievalOptions, name: str, value: float) -> RetrievalOptions:
    """The options with one weight of `VALUES` changed."""
    if name.startswith("reranking."):
        return replace(
            options, reranking=replace(options.reranking, **{name.removeprefix("reranking."): value})
        )
    return replace(options, **{name: value})  # type: ignore[arg-type]


def weight_of(options: RetrievalOptions, name: str) -> float:
    """The value of one weight of `VALUES`."""
    held = options.reranking if name.startswith("reranking.") else options
    return float(getattr(held, name.removeprefix("reranking.")))


def reciprocal(places: Sequence[int]) -> float:
    """Mean reciprocal rank."""
    return sum(1 / place for place in places if place) / len(places) if places else 0.0


def tuned(
    questions: Sequence[JudgedQuestion], places: Places, check: Callable[[], None]
) -> tuple[dict[str, float], dict[str, float], RetrievalOptions]:
    """Mean reciprocal ranks of each value on the tuned half, those on the held-out half, and the winners.

    The first are named `WEIGHT=VALUE.SETTING`, the second `shipped.SETTING` and `chosen.SETTING`. A value
    wins only when it is better by a fifth of a question: less is chance. What `check` raises after Stop.
    """
    tune = [question for question in questions if not question.held_out]
    held = [question for question in questions if question.held_out]
    shipped = chosen = RetrievalOptions()
    found: dict[str, float] = {}
    standing = {setting: reciprocal(places(shipped, tune, setting)) for setting in SETTINGS}
    for name, values in VALUES.items():
        best, most = weight_of(shipped, name), sum(standing.values()) + 0.2 / max(1, len(tune))
        for setting in SETTINGS:
            found[f"{name}={best:g}.{setting}"] = standing[setting]
        for value in values:
            check()
            options = with_weight(shipped, name, value)
            ranks = {setting: reciprocal(places(options, tune, setting)) for setting in SETTINGS}
            found |= {f"{name}={value:g}.{setting}": rank for setting, rank in ranks.items()}
            if sum(ranks.values()) > most:
                best, most = value, sum(ranks.values())
        chosen = with_weight(chosen, name, best)
    reported = {
        f"{label}.{setting}": reciprocal(places(options, held, setting))
        for label, options in (("shipped", shipped), ("chosen", chosen))
        for setting in SETTINGS
    }
    return found, reported, chosen
