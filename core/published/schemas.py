"""The published JSON shapes of the command line (docs/schema/): runs, searches, documents, measurements.

`docuchat schema FOLDER` writes the JSON Schemas. What fills the shapes is in `core.published.output`; rows of
the trace are in `core.published.trace_rows`, the specifications' own shapes in `core.published.seed_output`.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, RootModel

from core.agent.demands.constraints import PromptConstraints
from core.published.research_schemas import ResearchOutput
from core.published.seed_output import SeedAgentAnswer, SeedChatAnswer, SeedClarification
from core.published.trace_rows import TraceRow
from core.types import Operation
from core.types.research import ClarificationType
from core.types.scope import AskedScope


class _Output(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _OfDocument(_Output):
    document: str
    document_id: str


class EvidenceOutput(_OfDocument):
    """`last_page`: as in citations."""

    page: int
    last_page: int | None = None
    quote: str


StatusName = Literal["quoted", "supported", "weak", "unsupported"]


class OperandOutput(_Output):
    """A figure of a calculation as the statement writes it, and the sentence it was taken from."""

    text: str
    evidence: EvidenceOutput


class CalculationOutput(_Output):
    """How a figure of a statement was recomputed; `result`, `stated` and `tolerance` are decimal numbers."""

    operation: Operation
    operands: list[OperandOutput]
    shown: str
    result: str
    stated: str
    tolerance: str
    is_right: bool


class StatementOutput(_Output):
    """`section` is the heading it stands under, where the question asked for sections; `row` and `column`
    are those of the answer's `table` that it is the cell of, empty outside one."""

    text: str
    status: StatusName
    reason: str
    section: str
    row: str = ""
    column: str = ""
    evidence: list[EvidenceOutput]
    calculation: CalculationOutput | None


PageKindName = Literal["page", "sheet", "slide", "section", "message"]
SourceStateName = Literal["present", "changed", "missing", "unreachable"]


class _PassageOutput(_OfDocument):
    page: int
    last_page: int | None = None
    page_kind: PageKindName
    page_label: str
    place: str
    chunk_id: str
    score: float
    container: str = ""
    source_state: SourceStateName = "present"
    read_at: float | None = None


class CitationOutput(_PassageOutput):
    """`page` counts pages, or sheets, slides, sections or messages, as `page_kind` says. `last_page` is the
    one on which a sentence ends that runs over the end of its page, null for all others.

    `page_label` is its name; `sheet` is that name for sheets and null otherwise. `place` is where on it, in
    formats without page images: "B3:D3", "¶ 12", "lines 14–18". `score` is the dense cosine, three decimals.
    `from_snippet`: only the search result was read, the passage itself was never opened. `gives_orders`: the
    passage reads like an order to the program, and was used as a quotation only.

    `container`: name of the mail or archive that the document lies in, else empty. `source_state`: how its
    file stood when the answer was given; the quote is of the text as it was read at `read_at` (seconds since
    the epoch, UTC; null where answers were stored without it).
    """

    number: int
    sheet: str | None
    chunk_index: int
    quote: str
    snippet: str
    from_snippet: bool
    gives_orders: bool = False


class NearestOutput(_PassageOutput):
    """A passage that comes nearest where no answer was found; it is cited by nothing.

    `section` is the report's heading under which nothing was found; empty in other modes.
    """

    quote: str
    section: str


class LeftOutOutput(_OfDocument):
    """A document and a sentence that says what of it could not be searched."""

    reason: str


class CoverageOutput(_Output):
    """How much was searched. `left_out` and `partly` name at most 50 documents each.

    `total` - `searched` were left out altogether, of which `waiting` are just not read yet; of `partly_total`
    some pages are missing. `by_keyword` of the searched ones are not (wholly) understood yet: they were
    searched by their words only.
    """

    total: int
    searched: int
    left_out: list[LeftOutOutput]
    partly: list[LeftOutOutput]
    partly_total: int
    waiting: int
    by_keyword: int


class InsufficiencyOutput(_Output):
    """`kind`: `gap` the documents do not say it, `unmet` a demand about how to work that was not met,
    `left_out` something was written and is not shown, because nothing carries it.
    """

    section: str
    missing: str
    queries_tried: list[str]
    kind: Literal["gap", "unmet", "left_out"]


class ConflictSideOutput(_OfDocument):
    """What one document gives; `citation` numbers the passage, `date` is empty when unknown."""

    date: str
    citation: int
    page: int
    value: str
    quote: str


class ConflictOutput(_Output):
    """Two documents that disagree. `decided`: by the `rule` of the question the first counts."""

    first: ConflictSideOutput
    second: ConflictSideOutput
    rule: str
    decided: bool


class UsageOutput(_Output):
    model: str
    prompt_tokens: int
    evaluated_tokens: int
    distinct_prompt_tokens: int
    completion_tokens: int
    seconds: float


class ErrorOutput(_Output):
    code: str
    message: str
    hint: str


OutcomeName = Literal["answered", "no_answer", "refused", "needs_input", "cancelled", "failed"]


class AnswerTableOutput(_Output):
    """A comparison: the names of rows and columns as shown. A cell is the statement with its `row` and
    `column`; without one, the documents do not state it."""

    rows: list[str]
    columns: list[str]


class NeedsInputOutput(_Output):
    """What is asked back. `type` is empty where a research waits for its list to be agreed to."""

    type: ClarificationType
    prompt: str
    missing_info: str
    options: list[str]


class AnswerOutput(_Output):
    """One object per question of `docuchat ask --json`; `docuchat runs export` prints it of a stored run.

    `error` is set when `outcome` is `failed` (also for a line of a batch that names an unknown document) or
    `cancelled`; `draft` is then what had been written, which nothing has checked. A refused question has the
    outcome `refused` and says why in `answer` and `safety_flags`; with `may_ask_anyway` it only reads like an
    order to the program, and `--anyway` answers it. `research` is null in other modes. `kind` is what chat
    took the question for, "list" or "steps", say; empty in other modes.
    `coverage` is null when it ended before anything could be searched, `scope` in runs of earlier versions.
    `table` is null but for a comparison, `needs_input` but for that outcome.
    """

    run_id: str
    question_id: str
    question: str
    mode: Literal["chat", "agent", "research"]
    kind: str = ""
    answer: str
    draft: str
    statements: list[StatementOutput]
    citations: list[CitationOutput]
    insufficiencies: list[InsufficiencyOutput]
    conflicts: list[ConflictOutput]
    table: AnswerTableOutput | None = None
    nearest: list[NearestOutput]
    confidence: Literal["high", "medium", "low"]
    safety_flags: list[str]
    may_ask_anyway: bool = False
    reasoning: str
    coverage: CoverageOutput | None
    scope: AskedScope | None = None
    outcome: OutcomeName
    error: ErrorOutput | None
    usage: UsageOutput
    seconds: float
    trace: list[TraceRow]
    needs_input: NeedsInputOutput | None = None
    research: ResearchOutput | None = None


class QuoteCheckOutput(_OfDocument):
    """`page` is the one that was cited, `where` that place in words. `found_on` is the page where the quote
    stands now; null: nowhere.

    `state`: `exact` at its place word for word; `moved` elsewhere in the same content, which was read anew;
    `missing` not there; `changed` the file has other content by now, of which `found_on` tells; `removed` the
    document is not in the library any more. `source_state`: how the file stands, null when it is not known.
    `version`: the first digits of the cited content's hash; `read_at`: when it was read (seconds since the
    epoch, UTC), null when the library does not hold it any more.
    """

    citation: int
    page: int
    page_kind: PageKindName
    where: str
    quote: str
    state: Literal["exact", "moved", "missing", "changed", "removed"]
    found_on: int | None
    source_state: SourceStateName | None
    version: str
    read_at: float | None


class StatementCheckOutput(_Output):
    """`then` is the verdict the answer was shown with, `now` today's on the same quotes, for `reason`."""

    text: str
    then: StatusName
    now: StatusName
    reason: str
    holds: bool
    quotes: list[QuoteCheckOutput]


class RunCheckOutput(_Output):
    """The one object of `docuchat runs verify --json`: a stored answer checked anew, without a model.

    `result`: `holds` every quote stands and no statement is carried less than it was; `differs` one is not,
    or the text that is shown is not that of its statements and citations;
    `source_changed` all holds in the text as it was read, but a file has changed or cannot be seen since;
    `source_gone` nothing speaks against it, but that text is not in the library any more; `nothing_to_check`
    the run gave no statement.
    """

    run_id: str
    question: str
    outcome: str
    result: Literal["holds", "differs", "source_changed", "source_gone", "nothing_to_check"]
    citations: list[QuoteCheckOutput]
    statements: list[StatementCheckOutput]


class RunOutput(_Output):
    """One object per run of `docuchat runs list --json`. Times are seconds since the epoch (UTC).

    `outcome` is empty while the run goes on, and where a crash cut it off.
    """

    run_id: str
    conversation_id: str
    parent_run_id: str
    mode: Literal["chat", "agent", "research"]
    question: str
    started_at: float
    finished_at: float | None
    outcome: str


class HitOutput(_PassageOutput):
    """`page`, `page_kind`, `page_label` and `place`: as in citations, of where the passage begins.

    `container`, `source_state` and `read_at`: as in citations.
    """

    snippet: str


class SearchOutput(_Output):
    """One object per query of `docuchat search --json`. `milliseconds` per stage.

    `error` is set for a query that could not be carried out, such as one in an unknown document.
    """

    question_id: str
    query: str
    hits: list[HitOutput]
    milliseconds: dict[str, float]
    embedding_failed: bool
    coverage: CoverageOutput | None = None
    error: ErrorOutput | None = None


class ProblemOutput(_Output):
    """`pages` as in "3–5, 9", empty when it concerns the document as a whole."""

    pages: str
    reason: str


class PlacedTextOutput(_Output):
    """A piece of text, and its place in words; of the document as a whole `page` is 0 and `where` empty.
    `reason`: why it was set aside; empty for what was said about a page, which can be asked about."""

    page: int
    where: str
    reason: str
    text: str


class ReadingReportOutput(_Output):
    """How a document was read. The text of `recognised` pages was taken from their picture, that of `waiting`
    ones still will be, and `unchecked` ones may not enter prompts yet: places in words. `files`: the ids of
    documents that lie in it."""

    recognised: list[str]
    waiting: list[str]
    unchecked: list[str]
    set_aside: list[PlacedTextOutput]
    properties: list[PlacedTextOutput]
    notes: list[PlacedTextOutput]
    files: list[str]


class DocumentOutput(_Output):
    """One object per document of `docuchat docs --json`.

    `source_state`: how the file at `path` stands now. `member` names the part of it that was read (a mail's
    attachment, a file of an archive), of which `container_id` is the document. `language`: ISO 639-1, empty
    when unknown. `duplicates`: where else the same content lies. `unchecked_pages` may not enter prompts yet.
    `report` only of `docuchat docs FILE`, else null.
    """

    document_id: str
    document: str
    path: str
    title: str
    status: str
    failure: str
    pages: int
    chunks: int
    embedded: int
    size_bytes: int
    format: str
    language: str
    flags: list[Literal["ocr", "scan_text", "bad_text", "hidden_text"]]
    problems: list[ProblemOutput]
    source_state: SourceStateName
    ocr_pages: int
    unchecked_pages: int
    member: str
    container_id: str
    duplicates: list[str]
    report: ReadingReportOutput | None = None


class FigureOutput(_Output):
    """One figure of a report. A share also says what it is of: `count` of `of`."""

    value: float | None
    unit: str
    better: Literal["higher", "lower"]
    target: float | None
    met: bool | None
    count: int | None = None
    of: int | None = None


class OutcomeOutput(_Output):
    """How many files ended in one way for one reason, and some of their names."""

    outcome: str
    reason: str
    files: int
    examples: list[str]


class BenchOutput(_Output):
    """The one object of `docuchat self-check --json`, and of a benchmark. `left_out`: what was not measured.

    `notes` are findings in words; `outcomes` is the table of a robustness run.
    """

    name: str
    commit: str
    machine: str
    results: dict[str, FigureOutput]
    left_out: list[str]
    notes: list[str] = []
    outcomes: list[OutcomeOutput] = []


class GuidePartOutput(_Output):
    """`found`: how many lines the document has for it; more than are shown where it has many."""

    part: Literal["what", "key", "dates", "amounts", "terms", "outline"]
    found: int
    statements: list[StatementOutput]


class GuideQuestionOutput(_Output):
    """`evidence`: the sentence that answers it, or what it is about."""

    text: str
    evidence: EvidenceOutput


class GuideOutput(_OfDocument):
    """What `docuchat about` prints. `model` had a word in it; empty where the judges worked alone."""

    title: str
    page_count: int
    model: str
    parts: list[GuidePartOutput]
    questions: list[GuideQuestionOutput]


class PromptConstraintsShape(RootModel[PromptConstraints]):
    """The demands of a question (`core.agent.demands.constraints`), under the names of the specification."""


SCHEMAS: dict[str, type[BaseModel]] = {
    "answer": AnswerOutput,
    "seed-answer": SeedAgentAnswer,
    "seed-chat-answer": SeedChatAnswer,
    "seed-clarification": SeedClarification,
    "run": RunOutput,
    "run-check": RunCheckOutput,
    "search": SearchOutput,
    "document": DocumentOutput,
    "guide": GuideOutput,
    "bench": BenchOutput,
    "prompt-constraints": PromptConstraintsShape,
}
