"""A research as it is shown: its to-do list, its quality, and where each source of its report came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ClarificationType = Literal["", "no_results", "overload", "ambiguous"]
ClarificationEnd = Literal["", "user_end", "max_iterations", "convergence", "skipped"]
# The phases of a research in their order, as the steps of its runs are called.
RESEARCH_PHASES = ("clarification", "to-do list", "tasks", "synthesis", "quality check", "attribution")
TaskStatus = Literal["open", "done", "empty"]
TaskOrigin = Literal["plan", "user", "added"]
QualityName = Literal[
    "factual_accuracy", "semantic_validity", "structural_integrity", "citation_correctness", "query_relevance"
]


@dataclass(frozen=True, slots=True)
class TodoItem:
    """A task of the list. `empty`: it was worked off and nothing was found. `added`: by the program, while it
    worked."""

    task_id: int
    title: str
    query: str
    status: TaskStatus = "open"
    origin: TaskOrigin = "plan"


@dataclass(frozen=True, slots=True)
class QualityScore:
    """`score` is 0 to 100; `judged_by` says whether it was computed or comes from the language model."""

    name: QualityName
    score: int
    judged_by: Literal["program", "model"] = "program"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A document, a passage of one, or an address outside the library.

    `node_id` is the document's id, the chunk's id or the address; `number` that of the passage among the
    report's sources. `page` counts from 1; 0 where there is none. `where` is the passage's place in words
    ("page 3", "lines 14–18"); empty in runs from before it was kept.
    """

    node_id: str
    kind: Literal["document", "passage", "external"]
    label: str
    document_id: str = ""
    page: int = 0
    number: int = 0
    where: str = ""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """`contains`: a document its passage. `reference`: a passage names it with `text`. `search`: a passage
    names something with `text`, it is not known what is meant, and a search for it found this."""

    source: str
    target: str
    kind: Literal["contains", "search", "reference"]
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReportSource:
    """A passage the report rests on, and the references that led to it: numbers of passages, the first one
    found by a search, each of the others named by the one before it, or found by a search for what that
    names (`ResearchReport.is_searched`); `references` are these names."""

    number: int
    document_id: str
    filename: str
    chunk_id: str
    page: int
    sections: tuple[str, ...]
    path: tuple[int, ...]
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenReference:
    """A reference that was not followed, with the reason; `address` of one that leads out of the library,
    `where` it stands in words ("section 2 (Prices)"), empty in older runs."""

    text: str
    kind: str
    document_id: str
    filename: str
    page: int
    reason: str
    address: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class ResearchReport:
    """What a research adds to its answer.

    `title` is the question. `sections` are the report's headings in order. `quality` has five scores or none;
    `quality_total` is their sum (0 to 500), `retried` whether the report was written a second time.
    `limits` are sentences on the guards that ended something, `issues` those of the last quality check.
    """

    title: str
    language: str
    clarified_by: ClarificationEnd
    sections: tuple[str, ...]
    tasks: tuple[TodoItem, ...]
    quality: tuple[QualityScore, ...]
    quality_total: int
    accepted: bool
    retried: bool
    issues: tuple[str, ...]
    sources: tuple[ReportSource, ...]
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    open_references: tuple[OpenReference, ...] = ()
    open_questions: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()

    def is_searched(self, source: int, target: int) -> bool:
        """The one passage did not lead to the other: a search for what it names did."""
        ids = {node.number: node.node_id for node in self.nodes if node.kind == "passage"}
        ends = (ids.get(source), ids.get(target))
        return any((edge.source, edge.target) == ends and edge.kind == "search" for edge in self.edges)
