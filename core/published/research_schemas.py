"""The published shape of what a research adds to an answer (`research` in docs/schema/answer.schema.json)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Literal

from pydantic import BaseModel, ConfigDict

from core.runs.trace import TraceState
from core.types.research import ClarificationEnd, QualityName, TaskOrigin, TaskStatus


class _Output(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TodoItemOutput(_Output):
    """`added`: by the program, while it worked; `empty`: worked off, and nothing was found."""

    task_id: int
    title: str
    query: str
    status: TaskStatus
    origin: TaskOrigin


class QualityScoreOutput(_Output):
    """0 to 100; computed, or (in part) judged by the language model."""

    name: QualityName
    score: int
    judged_by: Literal["program", "model"]


class GraphNodeOutput(_Output):
    node_id: str
    kind: Literal["document", "passage", "external"]
    label: str
    document_id: str
    page: int
    number: int
    where: str


class GraphEdgeOutput(_Output):
    """A document contains a passage, or a passage refers to another with the words of `text`; `search`: it
    is not known what these mean, and a search for them found the other."""

    source: str
    target: str
    kind: Literal["contains", "search", "reference"]
    text: str


class ReportSourceOutput(_Output):
    """`path`: numbers of the passages that led here, the first one found by a search; `references` are the
    words with which each named the next, or by which a search found it (an edge of kind `search`)."""

    number: int
    document_id: str
    filename: str
    chunk_id: str
    page: int
    sections: list[str]
    path: list[int]
    references: list[str]


class OpenReferenceOutput(_Output):
    text: str
    kind: str
    document_id: str
    filename: str
    page: int
    reason: str
    address: str
    where: str


class ReportOutput(_Output):
    """The five scores add up to `quality_total`, of 500. `retried`: the report was written a second time."""

    title: str
    language: str
    clarified_by: ClarificationEnd
    sections: list[str]
    tasks: list[TodoItemOutput]
    quality: list[QualityScoreOutput]
    quality_total: int
    accepted: bool
    retried: bool
    issues: list[str]
    sources: list[ReportSourceOutput]
    nodes: list[GraphNodeOutput]
    edges: list[GraphEdgeOutput]
    open_references: list[OpenReferenceOutput]
    open_questions: list[str]
    limits: list[str]


class ResearchOutput(_Output):
    """`prompt` and `options` are set where the run waits for its user; the reply is the next question of the
    conversation. `estimated_seconds`: of what is open of the list. `report` is null until it is written."""

    prompt: str
    options: list[str]
    todo: list[TodoItemOutput]
    todo_approved: bool
    estimated_seconds: float
    report: ReportOutput | None


def research_output(state: TraceState) -> ResearchOutput | None:
    """None for a run of another mode."""
    if state.mode != "research":
        return None
    return ResearchOutput.model_validate(
        {
            "prompt": state.input_prompt,
            "options": list(state.input_options),
            "todo": [asdict(item) for item in state.todo],
            "todo_approved": state.todo_approved,
            "estimated_seconds": state.estimated_seconds,
            "report": asdict(state.report) if state.report else None,
        }
    )
