"""What the agent benchmark keeps of a task, and how a later run goes on with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import UsageError
from core.types import Mode
from tests.benchmarks.agent.lines import Asked, Kept, append_line, begin_file, read_lines
from tests.benchmarks.agent.tasks import Task, load_tasks, spread
from tests.benchmarks.grading.grades import Grade


def task(name: str, question: str = "How many are there?") -> Task:
    rule = {"rule": "number", "value": 7}
    return Task.model_validate({"task_id": name, "kind": "single", "question": question, "answer": rule})


def runs(name: str, seconds: float = 1.5) -> list[Kept]:
    grade = Grade(False, False, "another figure")
    return [
        Kept(
            Asked(task_id=name, kind="single", mode=mode, outcome="answered", grade=grade, seconds=seconds),
            {"answer": "It is 8 \ud83d.", "trace": [{"kind": "run_started"}]},
        )
        for mode in (Mode.AGENT, Mode.CHAT)
    ]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "new folder" / "details.jsonl"
    begin_file(path)
    for name in ("a", "b"):
        append_line(path, task(name), "c0ffee", "tiny", runs(name))
    return path


def test_a_task_is_read_as_it_was_written_with_all_that_a_reader_wants_beside_it(file: Path) -> None:
    done = read_lines(file, [task("a"), task("b"), task("c")], "tiny")
    assert list(done) == ["a", "b"]
    assert done["a"].runs == tuple(kept.asked for kept in runs("a"))
    assert (done["a"].commit, done["a"].model) == ("c0ffee", "tiny")
    line = json.loads(file.read_text("utf-8").splitlines()[0])
    assert line["question"] == "How many are there?"
    assert line["agent"]["answer"] == line["chat"]["run"]["answer"] == "It is 8 ?."
    assert line["agent"]["grade"]["reason"] == "another figure"
    assert line["agent"]["run"]["trace"]


@pytest.mark.parametrize("cut", [1, 40])
def test_a_line_that_a_kill_cut_off_is_asked_again(file: Path, cut: int) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    tasks = [task("a"), task("b")]
    assert list(read_lines(file, tasks, "tiny")) == ["a"]
    append_line(file, task("b"), "c0ffee", "tiny", runs("b"))
    assert file.read_bytes() == whole
    assert list(read_lines(file, tasks, "tiny")) == ["a", "b"]


def test_a_task_that_was_changed_or_taken_out_does_not_count(file: Path) -> None:
    changed = [task("b", "How many are there now?"), task("c")]
    assert read_lines(file, changed, "tiny") == {}
    append_line(file, changed[0], "dad", "tiny", runs("b", 9.0))
    (line,) = read_lines(file, changed, "tiny").values()
    assert (line.commit, line.runs[0].seconds) == ("dad", 9.0)


def test_answers_of_another_model_are_not_summed_up_with_these(file: Path) -> None:
    with pytest.raises(UsageError, match="holds answers of tiny, not of large"):
        read_lines(file, [task("a")], "large")


@pytest.mark.parametrize("text", ["no JSON", "[]", "{}", '{"task_id": "a", "kind": "single", "agent": 1}'])
def test_another_file_is_refused_and_left_alone(file: Path, text: str) -> None:
    with file.open("a") as opened:
        opened.write(text + "\n")
    before = file.read_bytes()
    with pytest.raises(UsageError, match=r"Line 3 of .* is no finished task"):
        read_lines(file, [task("a")], "tiny")
    assert file.read_bytes() == before


def test_any_part_of_the_tasks_is_balanced() -> None:
    tasks = load_tasks()
    in_turn = spread(tasks, len(tasks))
    kinds = {task.kind for task in tasks}
    assert {task.kind for task in in_turn[: len(kinds)]} == kinds
    assert {task.task_id for task in in_turn} == {task.task_id for task in tasks}
