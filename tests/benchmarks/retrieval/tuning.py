"""`retrieval --tune`: weights chosen on one half of the questions, reported on the other.

One weight after another is tried at several values, the others as they are shipped; what counts is the mean
reciprocal rank of the first right page, of both settings (one document, all documents) together, on the half
to tune on. The values that won by a fifth of a question, as less is chance, are then compared all together
with the shipped ones on the half that was held out. Nothing is changed: whoever runs it decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.engine import Engine
from core.search.ranking import RetrievalOptions
from tests.benchmarks.judged_sets import JudgedSet
from tests.benchmarks.reporting import Bench

_LIMIT = 60  # chunks asked for
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


def tune_weights(engine: Engine, judged: JudgedSet, bench: Bench) -> None:
    """Mean reciprocal ranks: `tune.WEIGHT=VALUE.SETTING`, `held_out.shipped.SETTING` and `.chosen.`."""
    ids = {document.filename: document.document_id for document in engine.documents()}
    halves = [[one for one in judged.questions if one.held_out is half] for half in (False, True)]

    def ranks(options: RetrievalOptions, held_out: bool) -> dict[str, float]:
        bench.cancel.check()
        means: dict[str, float] = {}
        for setting in SETTINGS:
            places = []
            for question in halves[held_out]:
                within = [ids[question.filename]] if setting == "one" else None
                hits = engine.retriever(options).search(question.text, limit=_LIMIT, document_ids=within).hits
                pages = dict.fromkeys((hit.filename, hit.page) for hit in hits)
                right = {(question.filename, page) for page in question.pages}
                places.append(next((rank for rank, page in enumerate(pages, 1) if page in right), 0))
            means[setting] = reciprocal(places)
        return means

    def tell(name: str, means: Mapping[str, float]) -> None:
        for setting, rank in means.items():
            bench.add(f"{name}.{setting}", rank, "MRR", "higher", digits=3)

    shipped = chosen = RetrievalOptions()
    standing = ranks(shipped, held_out=False)
    won: list[str] = []
    for name, values in VALUES.items():
        best = usual = _weight(shipped, name)
        most = sum(standing.values()) + 0.2 / max(1, len(halves[False]))
        tell(f"tune.{name}={usual:g}", standing)
        for value in values:
            means = ranks(_with_weight(shipped, name, value), held_out=False)
            tell(f"tune.{name}={value:g}", means)
            if sum(means.values()) > most:
                best, most = value, sum(means.values())
        if best != usual:
            chosen = _with_weight(chosen, name, best)
            won.append(f"{name} {best:g}")
    tell("held_out.shipped", ranks(shipped, held_out=True))
    tell("held_out.chosen", ranks(chosen, held_out=True))
    bench.notes.append(
        f"{len(halves[False])} questions to tune on, {len(halves[True])} held out; "
        f"better than shipped by a fifth of a question: {', '.join(won) or 'nothing'}"
    )


def reciprocal(places: Sequence[int]) -> float:
    """Mean reciprocal rank of 1-based places; 0 is none."""
    return sum(1 / place for place in places if place) / len(places) if places else 0.0


def _weight(options: RetrievalOptions, name: str) -> float:
    held = options.reranking if name.startswith("reranking.") else options
    return float(getattr(held, name.removeprefix("reranking.")))


def _with_weight(options: RetrievalOptions, name: str, value: float) -> RetrievalOptions:
    changed: dict[str, Any] = {name.removeprefix("reranking."): value}
    if name.startswith("reranking."):
        return replace(options, reranking=replace(options.reranking, **changed))
    return replace(options, **changed)
