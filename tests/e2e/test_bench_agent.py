"""`docuchat bench agent` on the sample documents with the tiny model: it measures, and keeps what it saw."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from core.cancel import CancelToken
from core.engine import Engine
from core.published.schemas import SCHEMAS, BenchOutput
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.agent.kept import judge_again
from tests.benchmarks.agent.run import run_agent, run_copied
from tests.benchmarks.agent.tasks import Task
from tests.e2e.conftest import SAMPLES
from tests.e2e.program import docuchat, last_line
from tests.e2e.test_cli import use_tiny_model

pytestmark = pytest.mark.model

TASKS = [
    Task.model_validate(row)
    for row in (
        {
            "task_id": "delivery",
            "kind": "quote",
            "question": "Quote word for word within how many days Karst Seals must deliver.",
            "documents": ["seal-supply-contract.pdf"],
            "answer": {"rule": "quote", "text": "within 21 days of the date of the order"},
            "evidence": [{"document": "seal-supply-contract.pdf", "page": 2, "text": "21 days"}],
            "demands": {"requires_exact_quote": True},
        },
        {
            "task_id": "staff",
            "kind": "unanswerable",
            "question": "How many people work for Karst Seals?",
            "answer": {"rule": "disclosed"},
        },
    )
]


@pytest.mark.timeout(600)
def test_every_task_is_asked_twice_graded_and_kept(tmp_path: Path) -> None:
    home, details = tmp_path / "library", tmp_path / "kept" / "details.jsonl"
    use_tiny_model(tmp_path)

    def ask(count: int, *, resume: bool) -> BenchOutput:
        return run_agent(
            paths=AppPaths.from_environment(tmp_path),
            quick=False,
            cancel=CancelToken(),
            count=count,
            library=home,
            details=details,
            resume=resume,
            tasks=TASKS,
            documents=[SAMPLES],
        )

    first = ask(1, resume=False)
    assert first.left_out == ["1 of 2 tasks (--tasks)"]
    kept = details.read_bytes()
    details.write_bytes(kept + b'{"task_id": "staff", "ki')  # what a kill leaves behind
    report = ask(0, resume=True)
    assert details.read_bytes().startswith(kept), "what was answered is not asked again"
    jsonschema.validate(report.model_dump(mode="json"), SCHEMAS["bench"].model_json_schema())
    results = report.results
    for mode in ("agent", "chat"):
        assert results[f"{mode}.ended inside the limits"].value == 1.0
        assert results[f"{mode}.quotes not verbatim"].value == 0
        assert results[f"{mode}.seconds.p50"].value
        assert results[f"{mode}.tool calls.p95"].value
    assert results["agent.citations at passages it read"].value in (1.0, None)
    assert results["agent.demands met or disclosed"].target == 1.0
    low, share, high = (results[f"agent.correct{bound}"].value for bound in (".low", "", ".high"))
    assert share in (0.0, 1.0)
    assert high - low > 0.5, "one task says little, and the interval has to show it"
    assert report.notes[0].startswith("2 of 2 tasks over 5 documents")
    same = first.commit == report.commit
    by = f"1 commit: {report.commit} (2)" if same else f"2 commits: {first.commit} (1), {report.commit} (1)"
    assert report.notes[1] == f"answered by {by}"
    assert not report.left_out

    lines = [json.loads(line) for line in details.read_text("utf-8").splitlines()]
    assert [line["task_id"] for line in lines] == ["delivery", "staff"]
    for line in lines:
        for mode in ("agent", "chat"):
            jsonschema.validate(line[mode]["run"], SCHEMAS["answer"].model_json_schema())
            assert line[mode]["run"]["trace"]
            assert line[mode]["run"]["mode"] == mode
            assert line[mode]["answer"] == line[mode]["run"]["answer"]
            assert bool(line[mode]["grade"]["reason"]) != line[mode]["correct"]
    assert share == lines[0]["agent"]["correct"]

    with Engine.open(AppPaths.from_environment(home), Settings()) as kept:
        assert len(kept.documents()) == 5
    check_judged_again(tmp_path, details, home, report)


def check_judged_again(tmp_path: Path, details: Path, home: Path, report: BenchOutput) -> None:
    """Without a model the same figures, whatever verdicts the file holds; it is left as it is."""
    paths = AppPaths.from_environment(tmp_path)
    lines = [json.loads(line) for line in details.read_text("utf-8").splitlines()]
    for line in lines:
        old = {
            "unmet_demands": ["an old verdict"],
            "not_verbatim": ["another"],
            "quotes": 99,
            "verified": True,
        }
        line["agent"] |= old
        line["agent"]["grade"] = {"correct": True, "disclosed": True, "reason": ""}
    details.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"cut off', "utf-8")
    before = details.read_bytes()
    again = judge_again(paths=paths, cancel=CancelToken(), details=details, library=home, tasks=TASKS)
    assert again.results == report.results
    assert again.notes[0].startswith("2 of 2 tasks, answered by smollm2")
    assert again.notes[1:] == report.notes[1:]
    assert not again.left_out
    assert details.read_bytes() == before


def test_judging_again_needs_answers_and_their_library(tmp_path: Path) -> None:
    done = docuchat("bench", "agent", "--judge-again", "--details", "answers.jsonl", home=tmp_path)
    assert done.returncode == 2
    assert "--library HOME" in last_line(done)


def test_what_copying_answers_is_measured_without_a_language_model(tmp_path: Path) -> None:
    report = run_copied(
        paths=AppPaths.from_environment(tmp_path),
        quick=False,
        cancel=CancelToken(),
        tasks=TASKS,
        documents=sorted(SAMPLES.glob("*.pdf")),
    )
    assert report.notes[0] == f"{len(TASKS)} tasks over 5 documents, answered by copied sentences"
    found = {name for name in report.results if name.startswith("facts in the first")}
    assert {name.split(".")[0] for name in report.results} - found == {"copied"}
    facts = [fact for task in TASKS if task.kind != "sections" for fact in task.evidence]
    first, third = (report.results[f"facts in the first {n} results, as listed"] for n in (1, 3))
    assert (first.of, third.of) == (len(facts), len(facts))
    assert (first.count or 0) <= (third.count or 0) == len(facts)
    assert report.results["copied.correct"].value == 1.0
    assert report.results["copied.quotes not verbatim"].value == 0
    assert report.results["copied.quotes"].value


def test_a_run_that_takes_too_long_is_stopped_counted_and_kept(tmp_path: Path) -> None:
    use_tiny_model(tmp_path)
    details = tmp_path / "details.jsonl"
    report = run_agent(
        paths=AppPaths.from_environment(tmp_path),
        quick=False,
        cancel=CancelToken(),
        details=details,
        task_seconds=0.02,
        tasks=TASKS[:1],
        documents=[SAMPLES / "seal-supply-contract.pdf"],
    )
    ended = report.results["agent.ended inside the limits"]
    assert (ended.count, ended.of, ended.met) == (0, 1, False)
    assert "agent, delivery: stopped after 0.02 s" in report.notes
    (line,) = details.read_text("utf-8").splitlines()
    assert json.loads(line)["agent"]["outcome"] == "cancelled"


def test_quick_reads_two_documents_ends_in_time_and_says_what_it_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmarks.agent.run.QUICK_SECONDS", 1.0)
    use_tiny_model(tmp_path)
    third = TASKS[0].model_copy(update={"task_id": "third"})
    report = run_agent(
        paths=AppPaths.from_environment(tmp_path),
        quick=True,
        cancel=CancelToken(),
        tasks=[*TASKS, third],
        documents=sorted(SAMPLES.glob("*.pdf")),
    )
    assert report.left_out[0].startswith("3 of 5 documents, 1 of 3 tasks")
    assert report.left_out[-1].endswith("the time was over (without --quick)")


@pytest.mark.slow
def test_quick_over_real_reports_ends_in_time_and_says_what_it_left_out(
    tmp_path: Path, shared_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCUCHAT_SHARED", str(shared_folder))
    use_tiny_model(tmp_path)
    done = docuchat("bench", "agent", "--quick", "--tasks", "2", "--json", home=tmp_path, timeout=170)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert any(note.startswith("18 of 20 documents") for note in report["left_out"])
    assert any(note.endswith("tasks (--tasks)") for note in report["left_out"])
    ended = report["results"].get("agent.ended inside the limits")
    if ended is None:
        assert any("the time was over" in note for note in report["left_out"])
    else:
        assert ended["value"] == 1.0


def test_a_model_that_is_not_there_is_told_before_anything_is_read(tmp_path: Path) -> None:
    done = docuchat("bench", "agent", "--model", "qwen3-8b-q4_k_m", home=tmp_path)
    assert done.returncode != 0
    assert "qwen3-8b-q4_k_m" in last_line(done) or "Qwen3" in done.stderr
