"""Reciprocal rank fusion against figures worked out by hand."""

from __future__ import annotations

import pytest

from core.search.fusion import reciprocal_rank_fusion


def test_scores_by_hand() -> None:
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["c", "a"]])
    assert [item for item, _ in fused] == ["a", "c", "b"]
    assert dict(fused) == pytest.approx({"a": 1 / 61 + 1 / 62, "c": 1 / 63 + 1 / 61, "b": 1 / 62})


def test_one_ranking_keeps_its_order_and_none_gives_none() -> None:
    assert [item for item, _ in reciprocal_rank_fusion([["x", "y", "z"], []])] == ["x", "y", "z"]
    assert reciprocal_rank_fusion([[], []]) == []


def test_ties_keep_the_first_seen_first() -> None:
    assert [item for item, _ in reciprocal_rank_fusion([["a", "b"], ["b", "a"]])] == ["a", "b"]
