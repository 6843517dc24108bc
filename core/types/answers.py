"""Answers: their statements and what these rest on, the verdicts on them, what is missing, what it cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from core.types.documents import ORIGIN_UNKNOWN, Origin, PageKind, Span
from core.types.retrieval import CitedPlace, Coverage, NearestPassage


class Mode(StrEnum):
    CHAT = "chat"
    AGENT = "agent"
    RESEARCH = "research"


class StatementStatus(StrEnum):
    """How well the cited sentences carry a statement; only the first two are shown as verified."""

    QUOTED = "quoted"
    SUPPORTED = "supported"
    WEAK = "weak"
    UNSUPPORTED = "unsupported"


class VerdictCode(StrEnum):
    """Why a statement got its status; the sentence beside it is for people, this is for checks.

    `MISSING_…`: not in the cited sentence. `DENIAL_DIFFERS`: one of them denies something.
    `SWAPPED_RELATION`: all its words stand there, in another order. `LIMITED`: a part of a sentence, or a
    duty for a possibility. `EMPTY`: no word, name or figure that a source could carry. `FIELD`: it was read
    as the value of a field, or computed from such values. `UNCHECKED`: no rule can tell, as of a sentence in
    another language than its source. `OPPOSITE`, `EXCHANGED`, `OTHER_…` and `DISSIMILAR`: of older answers.
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
    UNCHECKED = "unchecked"
    TITLE_ONLY = "title_only"
    TABLE_COLUMN = "table_column"
    DISSIMILAR = "dissimilar"
    EMPTY = "empty"
    FIELD = "field"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a cited chunk that a statement rests on; `quote` is a copy of the document's own text.
    `last_page`: see `CitedPlace`."""

    citation: int
    document_id: str
    page: int
    spans: tuple[Span, ...]
    quote: str
    last_page: int = 0


@dataclass(frozen=True, slots=True)
class Citation:
    """`[number]` of an answer. Carries hash, page, spans and quote, so that it outlives its document.

    `page_kind`, `page_label` and `place` say where it stands in a format without page images: sheet "Sales",
    cells "B3:D3"; `last_page`: see `CitedPlace`. `from_snippet`: only the search result's snippet was read,
    the passage was never opened. `gives_orders`: the passage reads like an order to the program, and was used
    as a quotation only. `origin`: what it was read from, as that stood when the answer was given.
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
    origin: Origin = ORIGIN_UNKNOWN
    last_page: int = 0

    @property
    def cited_place(self) -> CitedPlace:
        return CitedPlace(self.page, self.page_kind, self.page_label, self.place, self.last_page)

    def place_on(self, page: int, last_page: int = 0) -> CitedPlace:
        """Where evidence of it stands; the name of another sheet or slide is not known, its number is."""
        if page == self.page:
            return replace(self.cited_place, last_page=last_page)
        return CitedPlace(page, self.page_kind, last_page=last_page)


Operation = Literal[
    "difference", "percent change", "ratio", "sum", "average", "formula", "highest", "lowest", "count"
]


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
    `row` and `column`: those of the answer's table that it is the cell of; empty outside one.
    """

    text: str
    status: StatementStatus
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    section: str = ""
    calculation: Calculation | None = None
    code: VerdictCode | Literal[""] = ""
    row: str = ""
    column: str = ""

    @property
    def is_own_words(self) -> bool:
        """A line of a draft with no figure and no word of what was read, such as its greeting: it rests on
        nothing and bears no mark."""
        return self.code == VerdictCode.UNCHECKED and not self.evidence


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
class AnswerTable:
    """Names of rows and columns, as shown. A cell is the statement of its row and column; without one, the
    documents do not state it."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """Model and tokens of a run.

    `evaluated_tokens` are the prompt tokens really computed, after prefix reuse; `distinct_prompt_tokens`
    those that had to be: they stood in no earlier prompt of the run, and the model did not write them.
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

    `nearest`: where no answer was found, or none that the documents carry, what comes nearest; of a report,
    under each such `section`. `conflicts`: where documents disagree about what it says, if the question asked
    for that. `table`: the rows and columns of a comparison, whose cells are the statements.
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
    table: AnswerTable | None = None
