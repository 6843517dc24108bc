"""`docuchat bench scale`: figures of the sizes that were asked for, and synthetic chunks like real ones."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from core.published.schemas import SCHEMAS
from core.search.base import ScoredPoint
from tests.benchmarks.scale.server import same_ranking
from tests.benchmarks.scale.synthetic import SyntheticLibrary
from tests.e2e.program import docuchat


@pytest.mark.slow
def test_figures_of_a_small_index(tmp_path: Path) -> None:
    done = docuchat("bench", "scale", "--json", "--points", "1500", home=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMAS["bench"].model_json_schema())
    results = {name.removeprefix("1500."): found["value"] for name, found in report["results"].items()}
    for name in (
        "insert_per_s",
        "hybrid_p95_ms",
        "hybrid_one_document_p50_ms",
        "retriever_p95_ms",
        "disk_mb",
    ):
        assert results[name] > 0, name
    assert results["graph_build_s"] > 0
    assert results["recall_10"] >= 0.95
    assert results["graph_recall_10"] >= 0.95
    assert results["server_same_rankings"] == 1.0
    assert results["server_same_first_ten"] >= 0.95  # equal scores change places
    assert results["server_hybrid_one_document_p50_ms"] > 0
    assert any("load of the computer" in note for note in report["notes"])


def test_sizes_out_of_range_are_refused(tmp_path: Path) -> None:
    done = docuchat("bench", "scale", "--points", "7", home=tmp_path)
    assert done.returncode == 2
    assert "--points 7" in done.stderr


def ranking(*scored: tuple[str, float]) -> list[ScoredPoint]:
    return [ScoredPoint(name, "d", score) for name, score in scored]


def test_rankings_are_the_same_but_for_equal_scores() -> None:
    one = ranking(("a", 0.9), ("b", 0.8), ("c", 0.8), ("d", 0.5))
    assert same_ranking(one, one)
    assert same_ranking(one, ranking(("a", 0.9001), ("c", 0.8), ("b", 0.8), ("e", 0.5)))
    assert not same_ranking(one, one[:3])
    assert not same_ranking(one, ranking(("a", 0.9), ("b", 0.8), ("c", 0.8), ("d", 0.4)))
    assert not same_ranking(one, ranking(("a", 0.9), ("b", 0.8), ("x", 0.8), ("d", 0.5)))
    assert not same_ranking(one, ranking(("b", 0.9), ("a", 0.8), ("c", 0.8), ("d", 0.5)))
    assert same_ranking([], [])


def test_synthetic_chunks_are_like_real_ones() -> None:
    library = SyntheticLibrary(4000)
    documents = list(library)
    vectors = np.concatenate([document.vectors for document in documents])
    assert len(vectors) == 4000
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert 0.48 < np.linalg.norm(vectors.mean(axis=0)) < 0.62  # of real ones: 0.54
    cosines = vectors[:300] @ vectors.T
    cosines[np.arange(300), np.arange(300)] = -1
    assert 0.72 < np.median(cosines.max(axis=1)) < 0.90  # 0.87
    again = library.document(2)
    np.testing.assert_array_equal(again.vectors, documents[2].vectors)
    assert again.texts == documents[2].texts
    lengths = [len(text.split()) for document in documents for text in document.texts]
    assert 130 < np.median(lengths) < 180  # 163
    assert len({name for document in documents for name in document.chunk_ids()}) == 4000
