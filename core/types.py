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
from typing import Literal

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
    """Where a document stands. `SEARCHABLE` and `INDEXED` both count as the specification's INDEXED.

    `LOCKED` waits for a password; it is no failure, and no text of it is known.
    """

    QUEUED = "queued"
    PARSING = "parsing"
    SEARCHABLE = "searchable"
    INDEXED = "indexed"
    LOCKED = "locked"
    FAILED = "failed"

    @property
    def can_be_searched(self) -> bool:
        return self in (DocumentStatus.SEARCHABLE, DocumentStatus.INDEXED)


class DocumentFlag(StrEnum):
    """What a user should know about a document that was read.

    `OCR`: some of its text was recognised on page images. `SCAN_TEXT`: it is a scan that came with a text
    layer of its own. `BAD_TEXT`: a text layer was unusable. `HIDDEN_TEXT`: text a reader cannot see was set
    aside.
    """

    OCR = "ocr"
    SCAN_TEXT = "scan_text"
    BAD_TEXT = "bad_text"
    HIDDEN_TEXT = "hidden_text"


class SourceState(StrEnum):
    """How the file a document was read from stands now. `UNREACHABLE`: its drive or folder cannot be seen."""

    PRESENT = "present"
    CHANGED = "changed"
    MISSING = "missing"
    UNREACHABLE = "unreachable"


class PageKind(StrEnum):
    """What one `Page` is in its format. Only a `PAGE` can have a picture and word boxes."""

    PAGE = "page"
    SHEET = "sheet"
    SLIDE = "slide"
    SECTION = "section"
    MESSAGE = "message"


class Mode(StrEnum):
    CHAT = "chat"
    AGENT = "agent"


class StatementStatus(StrEnum):
    """How well the cited sentences carry a statement; only the first two are shown as verified."""

    QUOTED = "quoted"
    SUPPORTED = "supported"
    WEAK = "weak"
    UNSUPPORTED = "unsupported"


class VerdictCode(StrEnum):
    """Why a statement got its status; the sentence beside it is for people, this is for checks.

    `MISSING_…`: not in the cited sentence. `…_DIFFERS`, `OPPOSITE`, `EXCHANGED`: all its words stand there,
    and yet something else is said. `OTHER_…`, `SWAPPED_RELATION`: a figure, date or name stands with other
    words. The others limit what can be told.
    """

    CARRIED = "carried"
    UNCITED = "uncited"
    ELSEWHERE = "elsewhere"
    MISSING_FIGURE = "missing_figure"
    MISSING_DATE = "missing_date"
    MISSING_IDENTIFIER = "missing_identifier"
    MISSING_NAME = "missing_name"
    MISSING_WORDS = "missing_words"
    DENIAL_DIFFERS = "denial_differs"
    OPPOSITE = "opposite"
    EXCHANGED = "exchanged"
    OTHER_FIGURE = "other_figure"
    OTHER_DATE = "other_date"
    SWAPPED_RELATION = "swapped_relation"
    WRONG_CALCULATION = "wrong_calculation"
    LIMITED = "limited"
    TITLE_ONLY = "title_only"
    TABLE_COLUMN = "table_column"
    DISSIMILAR = "dissimilar"


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
class Place:
    """Where a span of the *document's* text stands in a format without page images.

    `kind` is `paragraph`, `row`, `cell`, `shape`, `element`, `line`, `header`, …; `address` is what a user of
    the format would call it ("B3", "¶ 12", "line 40").
    """

    span: Span
    kind: str
    address: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page as stored. `span` is its range of the document's text; `rotation` in degrees (0, 90, …).

    In formats without pages this is a sheet, a slide, a section or a message; `label` is its name. `checked`:
    text that a reader cannot see has been taken out. `ocr`: the text was recognised on the page's image.
    """

    number: int
    text: str
    span: Span
    width: float
    height: float
    rotation: int = 0
    words: tuple[Word, ...] = ()
    label: str = ""
    kind: PageKind = PageKind.PAGE
    places: tuple[Place, ...] = ()
    checked: bool = True
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text of a document that a reader cannot see, and why: kept apart, never part of the document's text.

    `page` is 1-based, 0 for the document as a whole (metadata). `reason` is one of `white`, `tiny`,
    `invisible`, `transparent`, `covered`, `off_page`, `hidden_layer`, `annotation`, `metadata`, `markup`.
    """

    page: int
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class PageProblem:
    """Pages (1-based) of a document that could not be read, and a sentence that says why."""

    pages: tuple[int, ...]
    reason: str


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
    """One file the user added. `added_at` is seconds since the epoch (UTC).

    `member` names the part of the file at `path` that was read (a mail's attachment, a file of an archive),
    of which `container_id` is the document. `language` is ISO 639-1, empty when unknown. `unchecked_pages`:
    pages that may not enter prompts yet. `date`: what the document says about its own date, ISO 8601 as
    precisely as it is known ("2024-05-03", "2024"); empty when unknown, and in lists of the whole library.
    """

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
    format: str = "pdf"
    member: str = ""
    container_id: str = ""
    language: str = ""
    flags: frozenset[DocumentFlag] = frozenset()
    problems: tuple[PageProblem, ...] = ()
    source_state: SourceState = SourceState.PRESENT
    ocr_pages: int = 0
    unchecked_pages: int = 0
    date: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A place on disk where a document's content lies; a document with several has duplicates."""

    document_id: str
    path: str
    member: str
    size_bytes: int
    mtime_ns: int
    state: SourceState = SourceState.PRESENT


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document a search could not look into, and a sentence that says why."""

    document_id: str
    filename: str
    reason: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what was asked about could be searched: "searched 412 of 430 documents".

    `partly` are searched documents of which some pages could not be read, `partly_total` of them. Both lists
    name the first few only; how many were left out is `total - searched`; `waiting` of
    these are just not read yet, `locked` need a password.
    """

    total: int
    searched: int
    left_out: tuple[LeftOut, ...] = ()
    partly: tuple[LeftOut, ...] = ()
    partly_total: int = 0
    waiting: int = 0
    locked: int = 0


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """Where cited spans stand, as a user of the format says it: page 2 is the sheet "Sales", place "B3:D3".

    `place` is empty in formats whose places are seen on a page image.
    """

    page: int
    page_kind: PageKind = PageKind.PAGE
    page_label: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One retrieved chunk. `score` is the dense cosine (-1..1, 0.0 when there is no vector yet).

    `place` says where it begins, as a user of the format says it.
    """

    chunk: Chunk
    filename: str
    page: int
    score: float
    fused_score: float
    snippet: str
    dense_rank: int | None = None
    keyword_rank: int | None = None
    place: CitedPlace | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first, and what each stage took in milliseconds.

    `unchecked_documents`: of so many a passage was held back from a prompt, because text that a reader cannot
    see has not been looked for there yet.
    """

    query: str
    hits: tuple[SearchHit, ...]
    milliseconds: dict[str, float] = field(default_factory=dict)
    embedding_failed: bool = False
    unchecked_documents: int = 0


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
    """`[number]` of an answer. Carries hash, page, spans and quote, so that it outlives its document.

    `page_kind`, `page_label` and `place` say where it stands in a format without page images: sheet "Sales",
    cells "B3:D3". `from_snippet`: only the search result's snippet was read, the passage was never opened.
    `gives_orders`: the passage reads like an order to the program, and was used as a quotation only.
    """

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
    page_kind: PageKind = PageKind.PAGE
    page_label: str = ""
    place: str = ""
    from_snippet: bool = False
    gives_orders: bool = False


@dataclass(frozen=True, slots=True)
class NearestPassage:
    """A passage shown beside an answer that found nothing: close to the question, and cited by nothing.

    `quote` is the sentence of it that comes nearest, word for word, at `spans`; `score` is the dense cosine.
    """

    document_id: str
    content_hash: str
    filename: str
    chunk_id: str
    chunk_index: int
    page: int
    spans: tuple[Span, ...]
    quote: str
    score: float
    page_kind: PageKind = PageKind.PAGE
    page_label: str = ""
    place: str = ""


Operation = Literal["difference", "percent change", "ratio", "sum", "average"]


@dataclass(frozen=True, slots=True)
class Operand:
    """A figure of a calculation as the statement writes it, and the sentence it was taken from."""

    text: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Calculation:
    """A figure of a statement recomputed from cited figures.

    `shown` is the calculation in full ("(120 − 100) ÷ 100 = 20 %"), `result` what it comes to and `stated`
    what the statement says; they may differ by `tolerance`, the rounding of `stated`. All as decimal text.
    """

    operation: Operation
    operands: tuple[Operand, ...]
    shown: str
    result: str
    stated: str
    tolerance: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the answer with the evidence it rests on and the verdict on it.

    `section`: the heading it stands under, where the question asked for sections. `calculation`: how a figure
    of it was recomputed. `code` says `reason` for checks; empty in answers that were stored without it.
    """

    text: str
    status: StatementStatus
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    section: str = ""
    calculation: Calculation | None = None
    code: VerdictCode | Literal[""] = ""


class InsufficiencyKind(StrEnum):
    """`gap`: the documents do not say it. `unmet`: a demand of the question about how to work. `left_out`:
    what was written and is not shown, because nothing carries it.
    """

    GAP = "gap"
    UNMET = "unmet"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Insufficiency:
    """Something the documents do not say, or a demand that was not met, with the queries that were tried.

    `section`: the heading it belongs to, empty when it concerns the answer as a whole.
    """

    section: str
    missing: str
    queries_tried: tuple[str, ...] = ()
    kind: InsufficiencyKind = InsufficiencyKind.GAP


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
class ConflictSide:
    """What one document gives. `citation` numbers the passage among those read; `date` is ISO, as precise as
    known, empty when unknown; `value` as it is written ("30 days").
    """

    document_id: str
    filename: str
    date: str
    citation: int
    page: int
    value: str
    quote: str


@dataclass(frozen=True, slots=True)
class DocumentConflict:
    """Two documents that disagree. `decided`: by the question's `rule` the first side counts."""

    first: ConflictSide
    second: ConflictSide
    rule: str = ""
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run shows: the text with `[n]` markers, its statements, citations and verdict.

    `nearest`: where no answer was found, or none that the documents carry, what comes nearest. `conflicts`:
    where documents disagree about what it says, if the question asked for that.
    """

    text: str
    statements: tuple[Statement, ...] = ()
    citations: tuple[Citation, ...] = ()
    insufficiencies: tuple[Insufficiency, ...] = ()
    confidence: Confidence = Confidence.LOW
    safety_flags: tuple[str, ...] = ()
    reasoning: str = ""
    coverage: Coverage | None = None
    nearest: tuple[NearestPassage, ...] = ()
    conflicts: tuple[DocumentConflict, ...] = ()
