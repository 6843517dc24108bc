"""`docuchat bench library` reads generated documents and asks questions, and tells how many were left."""

from __future__ import annotations

from pathlib import Path

from core.cancel import CancelToken
from tests.benchmarks.library.run import run_library


def test_a_small_library_is_scored(tmp_path: Path) -> None:
    details = tmp_path / "details.txt"
    report = run_library(quick=True, cancel=CancelToken(), documents=18, scanned=1, seed=5, details=details)
    results = report.results
    assert results["sorter.right"].of is not None
    assert 10 <= results["sorter.right"].of <= 18
    for name in ("fields.clean.f1", "questions.all", "questions.answered wrongly", "reading.p50"):
        assert results[name].value is not None, name
    f1 = results["fields.clean.f1"].value
    assert f1 is not None
    assert f1 > 0.7
    misses = results["questions.all"].of - results["questions.all"].count  # type: ignore[operator]
    told = [line for line in details.read_text(encoding="utf-8").splitlines() if line.startswith("[")]
    assert len(told) == misses
    assert results["sorter.scanned"].of == 1
    scanned = results["fields.scanned.recall"].value
    assert scanned is not None
    assert scanned > 0.3
    assert not report.left_out
