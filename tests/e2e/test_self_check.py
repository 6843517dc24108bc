"""`docuchat self-check` with a real model, its name of before, and the list of benchmarks that left."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from core.published.schemas import BenchOutput
from core.system.paths import resources
from tests.e2e.program import ROOT, docuchat, last_line
from tests.e2e.test_cli import use_tiny_model
from tests.published import check_shape

BENCHMARKS = {
    *("smoke", "ingest", "retrieval", "german", "scale", "window", "library"),
    *("agent", "verification", "answers", "injection", "constraints", "research"),
}


@pytest.mark.slow
@pytest.mark.model
def test_it_measures_own_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Starts take seconds each; that window and commands start is looked at elsewhere.
    monkeypatch.setattr("core.self_check.run._STARTS", (("start", ("-c", "pass"), None),))
    monkeypatch.setattr("core.self_check.run.SEARCHES", 20)
    use_tiny_model(tmp_path)
    own = resources() / "samples" / "invoice-2025-0417.pdf"
    done = docuchat("self-check", "--quick", "--json", "--documents", str(own), home=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    check_shape(report, "bench")
    with pymupdf.open(own) as document:
        assert report["results"]["pages"]["value"] == document.page_count
    speeds = ("start", "chunks embedded", "prompt", "decode")
    for name in (*speeds, "prompt tokens evaluated / distinct, two turns"):
        assert report["results"][name]["value"] > 0, name
    assert report["results"]["prompt tokens evaluated / distinct, two turns"]["met"]  # each about once
    assert "measured with smollm2-135m-instruct-q4_1" in report["left_out"]


def test_the_name_of_before_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def check(**wanted: Any) -> BenchOutput:
        asked.append(wanted)
        return BenchOutput(name="smoke", commit="c", machine="m", results={}, left_out=[])

    monkeypatch.setattr("core.self_check.run.run_self_check", check)
    options = ("--quick", "--json", "--documents", "own.pdf")
    earlier, now = (
        docuchat(*command, *options, home=tmp_path) for command in (("bench", "smoke"), ("self-check",))
    )
    assert earlier.stderr.splitlines() == ["docuchat: `docuchat bench smoke` is now `docuchat self-check`."]
    assert (earlier.returncode, earlier.stdout, now.stderr) == (0, now.stdout, "")
    assert [(one["quick"], one["documents"]) for one in asked] == [(True, [Path("own.pdf")])] * 2


def test_what_cannot_be_measured_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.self_check.run._STARTS", ())
    done = docuchat("self-check", "--documents", str(tmp_path / "gone.pdf"), home=tmp_path)
    assert done.returncode == 2
    assert "gone.pdf" in last_line(done)


@pytest.mark.parametrize("arguments", [(), ("ingest", "--json"), ("agent", "--copied")])
def test_other_benchmarks_say_where_they_are_now(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = docuchat("bench", *arguments, home=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "python -m tests.benchmarks NAME" in last_line(done)


@pytest.mark.slow
def test_the_runner_lists_every_benchmark() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "--help"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert set(done.stdout.split()) >= BENCHMARKS
