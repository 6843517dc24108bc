"""`docuchat bench smoke`: the same pages everywhere, own documents on request, and nothing left unsaid."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pymupdf
import pytest

from core.published.schemas import SCHEMAS
from core.system.paths import AppPaths, resources
from tests.benchmarks.smoke.pages import make_documents
from tests.conftest import MODELS_FOLDER
from tests.e2e.program import docuchat, last_line
from tests.e2e.test_cli import use_tiny_model

pytestmark = pytest.mark.model


def texts(folder: Path) -> list[str]:
    pages: list[str] = []
    for path in sorted(folder.glob("*.pdf")):
        with pymupdf.open(path) as document:
            pages += [page.get_text() for page in document]
    return pages


def test_generated_pages_are_full_different_and_the_same_every_time(tmp_path: Path) -> None:
    first, second = (texts(make_documents(tmp_path / name, 60)) for name in ("a", "b"))
    assert first == second
    assert len(first) == len(set(first)) == 60
    assert min(len(text) for text in first) > 1000


def test_quick_measures_own_documents_with_the_models_of_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOCUCHAT_MODELS")
    home = tmp_path / "home"
    use_tiny_model(home)
    AppPaths.from_environment(home).models.symlink_to(MODELS_FOLDER)
    own = tmp_path / "own.pdf"
    shutil.copy(resources() / "samples" / "b-120-manual.pdf", own)
    done = docuchat("bench", "smoke", "--quick", "--json", "--documents", str(own), home=home)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMAS["bench"].model_json_schema())
    with pymupdf.open(own) as document:
        assert report["results"]["pages"]["value"] == document.page_count
    for name in ("chunks embedded", "prompt", "decode", "prompt tokens evaluated / distinct, two turns"):
        assert report["results"][name]["value"] > 0, name
    assert not any("generated pages" in note for note in report["left_out"])
    assert any("agent run" in note for note in report["left_out"])
    assert "measured with smollm2-135m-instruct-q4_1" in report["left_out"]


def test_documents_that_cannot_be_measured_are_named(tmp_path: Path) -> None:
    use_tiny_model(tmp_path)
    done = docuchat("bench", "smoke", "--documents", str(tmp_path / "gone.pdf"), home=tmp_path)
    assert done.returncode == 2
    assert "gone.pdf" in last_line(done)
