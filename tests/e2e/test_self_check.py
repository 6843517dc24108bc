"""`docuchat self-check` with a real model, its name of before, and the list of benchmarks that left."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pymupdf
import pytest

from core.published.schemas import SCHEMAS
from core.system.paths import resources
from tests.e2e.program import ROOT, docuchat, last_line
from tests.e2e.test_cli import use_tiny_model

BENCHMARKS = {
    *("smoke", "ingest", "retrieval", "german", "scale", "window", "library"),
    *("agent", "verification", "answers", "injection", "constraints", "research"),
}


@pytest.mark.model
def test_it_measures_own_documents_under_both_names(tmp_path: Path) -> None:
    use_tiny_model(tmp_path)
    own = tmp_path / "own.pdf"
    shutil.copy(resources() / "samples" / "b-120-manual.pdf", own)
    options = ("--quick", "--json", "--documents", str(own))
    done = docuchat("bench", "smoke", *options, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == ["docuchat: `docuchat bench smoke` is now `docuchat self-check`."]
    earlier = json.loads(done.stdout)
    done = docuchat("self-check", *options, home=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMAS["bench"].model_json_schema())
    assert report["results"].keys() == earlier["results"].keys()
    with pymupdf.open(own) as document:
        assert report["results"]["pages"]["value"] == document.page_count
    for name in ("chunks embedded", "prompt", "decode", "prompt tokens evaluated / distinct, two turns"):
        assert report["results"][name]["value"] > 0, name
    assert "measured with smollm2-135m-instruct-q4_1" in report["left_out"]


def test_what_cannot_be_measured_is_said(tmp_path: Path) -> None:
    use_tiny_model(tmp_path)
    done = docuchat("self-check", "--documents", str(tmp_path / "gone.pdf"), home=tmp_path)
    assert done.returncode == 2
    assert "gone.pdf" in last_line(done)


@pytest.mark.parametrize("arguments", [(), ("ingest", "--json"), ("agent", "--copied")])
def test_other_benchmarks_say_where_they_are_now(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = docuchat("bench", *arguments, home=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "python -m tests.benchmarks NAME" in last_line(done)


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
