"""What the agent benchmark keeps of each task: one JSON line in a file that a later run can go on with.

A line is written as soon as its task has been asked in both modes, so that a benchmark that is killed loses
at most one task. Of a line that is read only what the summary needs stays in memory, not the traces.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from core.errors import UsageError
from core.types import Mode
from tests.benchmarks.agent.tasks import Task
from tests.benchmarks.grading.grades import Grade

HINT = "Name another file with --details, or leave out --resume to begin this one anew."


class Asked(BaseModel):
    """One task in one mode: how the run ended, its grade, what did not hold, what it cost.

    `cited`: how many citations point at what was read, of how many. `demanding`: the question makes demands.
    `verified`: some statement counts as verified. `prefix_breaks`: of the `prompts` those that did not extend
    the one before, but for the one that may.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    task_id: str
    kind: str
    mode: Mode
    outcome: str
    grade: Grade
    over_limits: tuple[str, ...] = ()
    cited: tuple[int, int] = (0, 0)
    citations_from_snippets: int = 0
    quotes: int = 0
    not_verbatim: tuple[str, ...] = ()
    demanding: bool = True
    unmet_demands: tuple[str, ...] = ()
    right_pages_read: bool | None = None
    verified: bool = False
    seconds: float = 0.0
    tool_calls: int = 0
    evaluated_tokens: int = 0
    distinct_prompt_tokens: int = 0
    prompts: int = 0
    prefix_breaks: int = 0


def _both_modes(runs: tuple[Asked, ...]) -> tuple[Asked, ...]:
    if [run.mode for run in runs] != [Mode.AGENT, Mode.CHAT]:
        raise ValueError("a task is asked in agent mode and then in chat mode")
    return runs


class TaskLine(BaseModel):
    """A finished task as it is kept: the runs, and by which code and model."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    task_id: str
    fingerprint: str
    commit: str
    model: str
    runs: Annotated[tuple[Asked, ...], AfterValidator(_both_modes)]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a run brings with it: the judged run, and what only the file holds (the answer and its trace)."""

    asked: Asked
    run: Mapping[str, Any]


def fingerprint(task: Task) -> str:
    """Tells whether a task is still the one that was asked."""
    return hashlib.sha256(task.model_dump_json().encode()).hexdigest()[:16]


def append_line(file: Path, task: Task, commit: str, model: str, kept: Sequence[Kept]) -> TaskLine:
    """Add a finished task to the file, on the disk when this returns.

    Raises:
        UsageError: the file cannot be written.
    """
    line = line_of(task, commit, model, kept)
    content: dict[str, Any] = {
        "task_id": task.task_id,
        "kind": task.kind,
        "question": task.question,
        "fingerprint": line.fingerprint,
        "commit": commit,
        "model": model,
    }
    for one in kept:
        run = one.asked.model_dump(mode="json", exclude={"task_id", "kind", "mode"})
        content[one.asked.mode.value] = {
            "correct": one.asked.grade.correct,
            **run,
            "answer": one.run.get("answer", ""),
            "run": one.run,
        }
    text = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    try:
        with file.open("ab") as opened:
            opened.write(text + b"\n")
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        raise UsageError(f"The details cannot be written to {file} ({error.strerror}).") from error
    return line


def line_of(task: Task, commit: str, model: str, kept: Sequence[Kept]) -> TaskLine:
    return TaskLine(
        task_id=task.task_id,
        fingerprint=fingerprint(task),
        commit=commit,
        model=model,
        runs=tuple(one.asked for one in kept),
    )


def begin_file(file: Path) -> None:
    """Make an empty file, and its folder.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
    except OSError as error:
        raise UsageError(f"The details cannot be written to {file} ({error.strerror}).") from error


def read_lines(file: Path, tasks: Sequence[Task], model: str) -> dict[str, TaskLine]:
    """Finished tasks by id; a last line that a kill cut off is taken out of the file.

    Tasks that were changed since, or are none of `tasks`, are left out.

    Raises:
        UsageError: the file cannot be read, is another kind of file, or holds answers of another model.
    """
    now = {task.task_id: fingerprint(task) for task in tasks}
    done: dict[str, TaskLine] = {}
    good = 0
    try:
        with file.open("rb") as opened:
            for number, raw in enumerate(opened, start=1):
                if not raw.endswith(b"\n"):
                    break
                line = _line(file, number, raw)
                if line.model != model:
                    raise UsageError(f"{file} holds answers of {line.model}, not of {model}.", HINT)
                if now.get(line.task_id) == line.fingerprint:
                    done[line.task_id] = line
                good += len(raw)
        if file.stat().st_size > good:
            os.truncate(file, good)
    except OSError as error:
        raise UsageError(f"The details {file} cannot be read ({error.strerror}).", HINT) from error
    return done


def kept_runs(file: Path, tasks: Sequence[Task]) -> list[tuple[TaskLine, Mapping[str, Any]]]:
    """Finished tasks with the answers and traces of their runs by mode, by whatever model.

    The file stays as it is. Of a task that is there twice, the last one.

    Raises:
        UsageError: the file cannot be read or is another kind of file.
    """
    now = {task.task_id: fingerprint(task) for task in tasks}
    kept: dict[str, tuple[TaskLine, Mapping[str, Any]]] = {}
    try:
        with file.open("rb") as opened:
            for number, raw in enumerate(opened, start=1):
                if not raw.endswith(b"\n"):
                    break
                line = _line(file, number, raw)
                content = json.loads(raw)
                if now.get(line.task_id) == line.fingerprint:
                    runs = {mode.value: content[mode.value].get("run") for mode in (Mode.AGENT, Mode.CHAT)}
                    kept[line.task_id] = (line, runs)
    except OSError as error:
        raise UsageError(f"The details {file} cannot be read ({error.strerror}).", HINT) from error
    return list(kept.values())


def by_commit(lines: Iterable[TaskLine]) -> str:
    """By which commits the lines were answered, and how many by each."""
    counts = Counter(line.commit for line in lines)
    told = ", ".join(f"{name} ({number})" for name, number in counts.items())
    return f"answered by {len(counts)} commit{'s' if len(counts) != 1 else ''}: {told}"


def _line(file: Path, number: int, raw: bytes) -> TaskLine:
    try:
        content = json.loads(raw)
        runs = [
            {
                **content[mode.value],
                "task_id": content["task_id"],
                "kind": content["kind"],
                "mode": mode.value,
            }
            for mode in (Mode.AGENT, Mode.CHAT)
        ]
        return TaskLine.model_validate({**content, "runs": runs})
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise UsageError(f"Line {number} of {file} is no finished task of this benchmark.", HINT) from error
