"""Measures of rankings from `ir-measures`, an optional part (`pip install "docuchat[bench]"`).

Pure functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import UsageError

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


def _library() -> Any:
    try:
        import ir_measures
    except ImportError as error:
        raise UsageError(
            "The measures of `docuchat bench retrieval` come from ir-measures, which is not installed.",
            'Install it with `pip install "docuchat[bench]"`.',
        ) from error
    return ir_measures
