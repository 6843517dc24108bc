"""Measures of rankings from `ir-measures`. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import ir_measures

Rankings = Mapping[str, Sequence[str]]  # question id → ids, best first
Judgements = Mapping[str, Mapping[str, int]]  # question id → id → grade


def per_question(measure: str, rankings: Rankings, judgements: Judgements) -> dict[str, float]:
    """The value of a measure (`Success@5`, `R@100`) for each judged question; 0 without a ranking."""
    qrels = {question: dict(items) for question, items in judgements.items()}
    run = {
        question: {item: float(-rank) for rank, item in enumerate(items)}
        for question, items in rankings.items()
    }
    measures = [ir_measures.parse_measure(measure)]
    found = {value.query_id: float(value.value) for value in ir_measures.iter_calc(measures, qrels, run)}
    return {question: found.get(question, 0.0) for question in judgements}
