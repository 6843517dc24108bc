"""Tasks for the agent: a question, the documents it is asked of, and the rule that tells a right answer.

`tests/benchmarks/data/agent/tasks.jsonl` holds one task a line; its README says what each field means.
"""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import Field

from core.agent.demands.constraints import PromptConstraints
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

    @property
    def key(self) -> tuple[str, ...]:
        return (self.task_id,)

    @property
    def fingerprint(self) -> str:
        """Tells whether a task still asks the same; a kept run is judged by the rule of now."""
        return hashlib.sha256(f"{self.question}\n{self.documents}".encode()).hexdigest()[:16]

    @property
    def files(self) -> set[str]:
        """The documents that it is about."""
        return {row.document for row in self.evidence} | set(self.documents or ())


def load_tasks() -> list[Task]:
    lines = (own_data() / "agent" / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    return [Task.model_validate_json(line) for line in lines]
