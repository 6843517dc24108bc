"""Scores that hardly differ keep the order they came in."""

from __future__ import annotations

from core.judge.ranking_order import best_first


def test_what_scores_alike_stays_in_its_order_and_the_rest_is_best_first() -> None:
    scores = {"a": 1.0, "b": 3.04, "c": 3.0, "d": 2.95, "e": 5.0}
    assert best_first(scores, scores.__getitem__, 0.1) == ["e", "b", "c", "d", "a"]
    noisy = scores | {"b": 2.99, "c": 3.05}
    assert best_first(noisy, noisy.__getitem__, 0.1) == ["e", "b", "c", "d", "a"]
    assert best_first([], float, 0.1) == []
