"""The values every room of `core` shares: frozen, without behaviour that needs a library or a thread.

Coordinates: character offsets are half-open `[start, end)` into *the document's text*, which is the text
of all pages joined with `PAGE_BREAK`. Page numbers are 1-based. Boxes are in PDF points on the unrotated
page, origin top left, y downwards.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

PAGE_BREAK = "\f"
ID_NAMESPACE = uuid.UUID("5b6f1c52-6f5e-5d0a-9c1c-0d0c0c0a7001")


def document_id_for(content_hash: str) -> str:
    """UUIDv5 of a document: the same bytes get the same id on every computer."""
    return str(uuid.uuid5(ID_NAMESPACE, content_hash))


def chunk_id_for(content_hash: str, spans: Sequence[Span]) -> str:
    """UUIDv5 of a chunk: content hash of its document and the spans it covers."""
    name = content_hash + "|" + ",".join(f"{span.start}-{span.end}" for span in spans)
    return str(uuid.uuid5(ID_NAMESPACE, name))


class DocumentStatus(StrEnum):
    """Where a document stands. `SEARCHABLE` and `INDEXED` both count as the specification's INDEXED."""

    QUEUED = "queued"
    PARSING = "parsing"
    SEARCHABLE = "searchable"
    INDEXED = "indexed"
    FAILED = "failed"

    @property
    def can_be_searched(self) -> bool:
        return self in (DocumentStatus.SEARCHABLE, DocumentStatus.INDEXED)


class Mode(StrEnum):
    CHAT = "chat"
    AGENT = "agent"


class StatementStatus(StrEnum):
    """How well the cited sentences carry a statement; only the first two are shown as verified."""

    QUOTED = "quoted"
    SUPPORTED = "supported"
    WEAK = "weak"
    UNSUPPORTED = "unsupported"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open character range of a document's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Box:
    """Rectangle on a page, PDF points, origin top left of the unrotated page."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its span in the *document's* text and its box on the page."""

    span: Span
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """One page as stored. `span` is its range of the document's text; `rotation` in degrees (0, 90, …)."""

    number: int
    text: str
    span: Span
    width: float
    height: float
    rotation: int = 0
    words: tuple[Word, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """An ordered list of spans of the document's text, plus borrowed context kept apart.

    `text` is the spans' text joined with a newline; `context` (title, heading path, repeated table header)
    helps the encoders but is never quoted or highlighted.
    """

    chunk_id: str
    document_id: str
    index: int
    spans: tuple[Span, ...]
    first_page: int
    last_page: int
    text: str
    context: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One file the user added. `added_at` is seconds since the epoch (UTC)."""

    document_id: str
    content_hash: str
    path: str
    filename: str
    title: str
    size_bytes: int
    page_count: int
    status: DocumentStatus
    chunk_count: int = 0
    embedded_count: int = 0
    added_at: float = 0.0
    failure: str = ""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One retrieved chunk. `score` is the dense cosine (-1..1, 0.0 when there is no vector yet)."""

    chunk: Chunk
    filename: str
    page: int
    score: float
    fused_score: float
    snippet: str
    dense_rank: int | None = None
    keyword_rank: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first, and what each stage took in milliseconds."""

    query: str
    hits: tuple[SearchHit, ...]
    milliseconds: dict[str, float] = field(default_factory=dict)
    embedding_failed: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a cited chunk that a statement rests on; `quote` is a copy of the document's own text."""

    citation: int
    document_id: str
    page: int
    spans: tuple[Span, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class Citation:
    """`[number]` of an answer. Carries hash, page, spans and quote, so that it outlives its document."""

    number: int
    document_id: str
    content_hash: str
    filename: str
    chunk_id: str
    chunk_index: int
    page: int
    spans: tuple[Span, ...]
    quote: str
    snippet: str
    score: float


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the answer with the evidence it rests on and the verdict on it."""

    text: str
    status: StatementStatus
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Insufficiency:
    """Something the documents do not say, with the queries that looked for it."""

    section: str
    missing: str
    queries_tried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """Model and tokens of a run.

    `evaluated_tokens` are the prompt tokens really computed, after prefix reuse.
    """

    model: str = ""
    prompt_tokens: int = 0
    evaluated_tokens: int = 0
    distinct_prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run shows: the text with `[n]` markers, its statements, citations and verdict."""

    text: str
    statements: tuple[Statement, ...] = ()
    citations: tuple[Citation, ...] = ()
    insufficiencies: tuple[Insufficiency, ...] = ()
    confidence: Confidence = Confidence.LOW
    safety_flags: tuple[str, ...] = ()
    reasoning: str = ""
