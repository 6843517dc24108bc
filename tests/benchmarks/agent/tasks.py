"""Tasks for the agent: a question, the documents it is asked of, and the rule that tells a right answer.

`tests/benchmarks/data/agent/tasks.jsonl` holds one task a line; its README says what each field means.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from core.agent.demands.constraints import PromptConstraints
from core.errors import UsageError
from tests.benchmarks.evaluation_data import own_data
from tests.benchmarks.grading.rules import Part, Rule

Kind = Literal["single", "two_documents", "quote", "sections", "conflict", "unanswerable"]


class Gold(Part):
    """Where a fact stands: some words of the 1-based page, as they are printed there."""

    document: str
    page: int = Field(ge=1)
    text: str


class Task(Part):
    """`documents` are file names the question is asked of, None the whole library.

    `demands` are what the question itself asks of the run, as a reader understands it.
    """

    task_id: str
    kind: Kind
    question: str = Field(min_length=10, max_length=1000)
    documents: tuple[str, ...] | None = None
    answer: Rule
    evidence: tuple[Gold, ...] = ()
    demands: PromptConstraints = PromptConstraints()


def load_tasks(path: Path | None = None) -> list[Task]:
    """The tasks of a file of JSON lines; ours by default."""
    path = path or own_data() / "agent" / "tasks.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [Task.model_validate_json(line) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The tasks {path} cannot be read ({error}).") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            f"A line of {path} is not a task: {where}: {first['msg']}.",
            "README.md beside the tasks says what a line holds.",
        ) from error


def spread(tasks: Sequence[Task], count: int) -> list[Task]:
    """So many tasks, the same ones every time, in turn from every kind."""
    by_kind: dict[str, list[Task]] = {}
    for task in tasks:
        by_kind.setdefault(task.kind, []).append(task)
    chosen: list[Task] = []
    while len(chosen) < min(count, len(tasks)):
        for waiting in by_kind.values():
            if waiting and len(chosen) < count:
                chosen.append(waiting.pop(0))
    return chosen
