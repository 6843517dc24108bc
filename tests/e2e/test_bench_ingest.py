"""`docuchat bench ingest`: generated reports are what they claim, figures hold together, endings are told."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import jsonschema
import pymupdf
import pytest

from core.cancel import CancelToken
from core.published.schemas import SCHEMAS, BenchOutput
from core.system.paths import AppPaths, resources
from tests.benchmarks.ingest.generate import generate_documents
from tests.benchmarks.ingest.library import LibraryRun
from tests.benchmarks.ingest.run import Sizes, bound, run_ingest
from tests.conftest import MODELS_FOLDER
from tests.e2e.program import docuchat, last_line

TINY = Sizes(
    memory_documents=2,
    memory_pages=1,
    reports=0,
    pages_per_report=3,
    embedded_chunks=8,
    generated_reports=1,
    generated_pages=4,
    first_answer_pages=12,
)


def paths_in(home: Path) -> AppPaths:
    return AppPaths(data=home / "data", models=MODELS_FOLDER, cache=home / "cache", logs=home / "logs")


def test_generated_documents_are_distinct_and_the_same_every_time(tmp_path: Path) -> None:
    first, again, other = (
        generate_documents(tmp_path / name, documents=3, pages=3, seed=seed, cancel=CancelToken())
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    digests = [hashlib.sha256(one.path.read_bytes()).hexdigest() for one in first]
    assert digests == [hashlib.sha256(one.path.read_bytes()).hexdigest() for one in again]
    assert len({*digests, *(hashlib.sha256(one.path.read_bytes()).hexdigest() for one in other)}) == 6
    pages: list[str] = []
    for one in first:
        with pymupdf.open(one.path) as document:
            texts = [" ".join(page.get_text().split()) for page in document]
        assert len(texts) == one.pages == 3
        assert [one.phrase in text for text in texts] == [False, False, True]
        header = texts[0].partition(" | page ")[0]
        assert all(text.startswith(header) for text in texts)
        assert "Item" in texts[1]  # the table
        pages += texts
    assert len(set(pages)) == 9
    assert sum(first[0].phrase in text for text in pages) == 1
    assert min(len(text.split()) for text in pages) > 250


@pytest.mark.model
def test_every_figure_is_measured_and_the_stages_make_up_the_whole(tmp_path: Path) -> None:
    report = run_ingest(
        paths=paths_in(tmp_path),
        quick=False,
        cancel=CancelToken(),
        documents=[resources() / "samples" / "b-120-manual.pdf"],
        profile=tmp_path / "profile",
        sizes=TINY,
    )
    jsonschema.validate(report.model_dump(mode="json"), SCHEMAS["bench"].model_json_schema())
    results = report.results
    for name, figure in results.items():
        assert figure.value is not None, name
        assert (figure.met is None) == (figure.target is None), name
    for name in ("words_with_boxes_pages_per_s", "hidden_check_pages_per_s", "pss_mb_while_ingesting"):
        assert value(report, name) > 0
    for name in ("first_answer_s_cold", "first_answer_s_warm", "embedding_ratio", "embedding_memory_ratio"):
        assert value(report, name) > 0
    assert (
        0 < value(report, "word_boxes_bytes_per_page_mean") <= value(report, "word_boxes_bytes_per_page_max")
    )
    assert value(report, "chunks_embedded") + value(report, "chunks_reused") == value(report, "chunks") > 0
    stages = [
        figure.value
        for name, figure in results.items()
        if name.startswith("library_")
        and name not in ("library_pages", "library_searchable_s", "library_total_s")
    ]
    assert sum(stages) == pytest.approx(value(report, "library_total_s"), abs=0.25)
    assert value(report, "library_searchable_s") <= value(report, "library_total_s")
    assert any(note.startswith("bound by ") for note in report.notes)
    assert {path.name for path in (tmp_path / "profile").iterdir()} == {
        "read.txt",
        "check.txt",
        "complete.txt",
        "cut.txt",
        "ingest-thread.txt",
    }
    assert "get_text" in (tmp_path / "profile" / "read.txt").read_text()


def value(report: BenchOutput, name: str) -> float:
    found = report.results[name].value
    assert found is not None, name
    return found


def test_what_bounds_it_is_the_stage_that_took_longest() -> None:
    run = LibraryRun(seconds=10.0, pages=20, stage_seconds={"parsing": 2.0, "embedding": 7.0, "adding": 1.0})
    assert bound(run) == "bound by embedding: of 10.0 s for 20 pages, embedding 70%, parsing 20%, adding 10%"
    assert run.embedding_share == pytest.approx(0.7)


@pytest.mark.model
def test_robustness_counts_every_file_by_outcome_and_reason(tmp_path: Path) -> None:
    folder = tmp_path / "odd" / "below"
    folder.mkdir(parents=True)
    manual = resources() / "samples" / "b-120-manual.pdf"
    shutil.copy(manual, folder / "whole.pdf")
    shutil.copy(manual, folder / "whole again.pdf")
    with pymupdf.open(manual) as document:
        document.save(
            folder / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open", owner_pw="own"
        )
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n" + b"\x00" * 200)
    (folder / "unknown.xyz").write_bytes(b"\x00\x01")
    done = docuchat(
        "bench", "ingest", "--json", "--robustness", str(tmp_path / "odd"), home=tmp_path / "home"
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMAS["bench"].model_json_schema())
    rows = {row["outcome"]: row for row in report["outcomes"]}
    assert rows["indexed"]["files"] == rows["same content"]["files"] == 1
    read, repeated = rows["indexed"]["examples"], rows["same content"]["examples"]
    assert sorted(read + repeated) == ["whole again.pdf", "whole.pdf"]
    assert sum(row["files"] for row in report["outcomes"]) == 5
    assert rows["password needed"]["examples"] == ["locked.pdf"]
    assert "password" in rows["password needed"]["reason"]
    assert rows["failed"]["examples"] == ["broken.pdf"]
    assert rows["failed"]["reason"]
    assert sum(row["files"] for row in report["outcomes"]) == sum(
        figure["value"] for name, figure in report["results"].items() if name.startswith("files_")
    )


def test_what_cannot_be_measured_is_said(tmp_path: Path) -> None:
    done = docuchat("bench", "ingest", "--robustness", str(tmp_path / "gone"), home=tmp_path)
    assert done.returncode == 2
    assert "gone" in last_line(done)
    done = docuchat("bench", "smoke", "--profile", str(tmp_path), home=tmp_path)
    assert done.returncode == 2
    assert "--profile" in last_line(done)
