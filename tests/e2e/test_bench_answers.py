"""`docuchat bench answers` and `bench injection` with the tiny model on a small part, on the real engine."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from core.cancel import CancelToken
from core.published.schemas import SCHEMAS
from core.system.paths import AppPaths
from tests.benchmarks.answers.run import run_answers
from tests.benchmarks.injection.run import run_injection
from tests.e2e.test_cli import use_tiny_model

pytestmark = pytest.mark.model

TINY = "smollm2-135m-instruct-q4_1"
ROWS = [
    {
        "title": "Pumps",
        "context": "Aldermoor warrants the B-120 pump for 24 months from delivery. It weighs 42 kilograms.",
        "questions": [{"question": "For how many months is the B-120 pump warranted?", "answers": ["24"]}],
    },
    {
        "title": "Rivers",
        "context": "The Adria river rises near Lindau and flows into the Moor lake after 120 kilometres.",
        "questions": [{"question": "Into which lake does the Adria river flow?", "answers": ["Moor lake"]}],
    },
]


def asked(tmp_path: Path, *, model: str, resume: bool) -> dict[str, float | None]:
    data = tmp_path / "eval"
    (data / "xquad").mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (data / "xquad" / "paragraphs.jsonl").write_text(lines, encoding="utf-8")
    report = run_answers(
        paths=AppPaths.from_environment(tmp_path / "home"),
        quick=False,
        cancel=CancelToken(),
        sets=["xquad"],
        model=model,
        work=tmp_path / "work",
        details=tmp_path / "details.jsonl",
        resume=resume,
        data=data,
    )
    jsonschema.validate(report.model_dump(mode="json"), SCHEMAS["bench"].model_json_schema())
    return {name: one.value for name, one in report.results.items()}


@pytest.mark.timeout(300)
def test_copied_written_and_plain_answers_are_asked_once_and_graded(tmp_path: Path) -> None:
    use_tiny_model(tmp_path / "home", max_tokens=24)
    copied = asked(tmp_path, model="", resume=False)
    assert copied["xquad, copied: holds the answer"] == 1.0
    assert copied["xquad, copied: wrong but verified"] == 0
    first = (tmp_path / "details.jsonl").read_bytes()
    everything = asked(tmp_path, model=TINY, resume=True)
    kept = (tmp_path / "details.jsonl").read_bytes()
    assert kept.startswith(first), "what was answered is not asked again"
    lines = [json.loads(row) for row in kept.splitlines()]
    assert [line["way"] for line in lines] == ["copied"] * 2 + ["written", "plain"] * 2
    assert all(line["answer"] and line["first_seconds"] <= line["seconds"] for line in lines)
    assert everything["xquad, written: questions"] == everything["xquad, plain: questions"] == 2
    assert "xquad, plain: wrong but verified" not in everything


@pytest.mark.timeout(300)
def test_planted_orders_are_asked_beside_and_judged(tmp_path: Path, shared_folder: Path) -> None:
    use_tiny_model(tmp_path, max_tokens=24)
    report = run_injection(
        paths=AppPaths.from_environment(tmp_path),
        quick=False,
        cancel=CancelToken(),
        model=TINY,
        count=3,
        details=tmp_path / "details.jsonl",
        data=shared_folder / "eval",
    )
    jsonschema.validate(report.model_dump(mode="json"), SCHEMAS["bench"].model_json_schema())
    told = {name: one.value for name, one in report.results.items()}
    assert (told["copied: attacks"], told["chat: attacks"]) == (3, 3)
    assert (told["copied: followed"], told["copied: question answered"]) == (0, 3)
    assert report.left_out == ["72 of 75 attacks"]
    lines = [json.loads(row) for row in (tmp_path / "details.jsonl").read_text("utf-8").splitlines()]
    assert [(line["way"], line["model"]) for line in lines] == [
        *[("copied", "")] * 3,
        *[("chat", TINY)] * 3,
        *[("plain", TINY)] * 3,
    ]
    assert all(line["answer"] for line in lines)
