"""The benchmark of retrieval: measures, halves, intervals; a real quick run over real reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.bench.judged import JudgedQuestion
from core.bench.measures import mean_with_interval, per_question
from core.bench.retrieval import STAGES, run_retrieval
from core.cancel import CancelToken
from core.errors import UsageError
from core.paths import AppPaths
from tests.conftest import MODELS_FOLDER


def test_measures_come_from_the_library() -> None:
    rankings = {"a": ["x", "y", "z"], "b": ["n"]}
    judged = {"a": {"y": 1}, "b": {"m": 1}, "c": {"k": 1}}
    assert per_question("Success@1", rankings, judged) == {"a": 0.0, "b": 0.0, "c": 0.0}
    assert per_question("Success@2", rankings, judged) == {"a": 1.0, "b": 0.0, "c": 0.0}
    assert per_question("nDCG@10", rankings, judged)["a"] == pytest.approx(0.6309, abs=1e-4)


def test_the_interval_holds_the_mean_and_narrows() -> None:
    few, many = mean_with_interval([0.0, 1.0] * 8), mean_with_interval([0.0, 1.0] * 200)
    assert few[1] < few[0] == 0.5 < few[2]
    assert many[2] - many[1] < (few[2] - few[1]) / 2


def test_halves_stay_what_they_are() -> None:
    halves = [JudgedQuestion(f"question {number}", "").held_out for number in range(200)]
    assert 70 < sum(halves) < 130
    assert halves == [JudgedQuestion(f"question {number}", "x").held_out for number in range(200)]


def test_without_data_it_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCUCHAT_SHARED", raising=False)
    paths = AppPaths(tmp_path / "d", tmp_path / "m", tmp_path / "c", tmp_path / "l")
    with pytest.raises(UsageError, match="evaluation data"):
        run_retrieval(paths=paths, quick=True, cancel=CancelToken(), work=tmp_path)


@pytest.mark.model
def test_a_quick_run(tmp_path: Path, shared_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUCHAT_SHARED", str(shared_folder))
    paths = AppPaths(tmp_path / "d", MODELS_FOLDER, tmp_path / "c", tmp_path / "l")
    report = run_retrieval(
        paths=paths,
        quick=True,
        cancel=CancelToken(),
        work=tmp_path,
        stages={name: STAGES[name] for name in ("fused", "reranked")},
    )
    assert any("scifact" in note for note in report.left_out)
    value = report.results["financebench.one.reranked.page_recall@10"].value
    assert value is not None
    assert value >= 0.5
    assert report.results["financebench.all.reranked.ms.p50"].value
