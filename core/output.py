"""The published JSON shapes of the command line (docs/schema/): answers, searches, documents, benchmarks.

A superset of the specifications' objects; `seed_answer` prints exactly theirs. `docuchat schema FOLDER`
writes the JSON Schemas.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from core.errors import KnownError
from core.events import Event
from core.search.coverage import page_list
from core.seed_trace import seed_trace
from core.trace import TraceState, fold_all
from core.types import (
    Answer,
    Citation,
    CitedPlace,
    Coverage,
    Document,
    LeftOut,
    Location,
    PageKind,
    SearchResult,
)


class _Output(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EvidenceOutput(_Output):
    document: str
    document_id: str
    page: int
    quote: str


class StatementOutput(_Output):
    text: str
    status: Literal["quoted", "supported", "weak", "unsupported"]
    reason: str
    evidence: list[EvidenceOutput]


PageKindName = Literal["page", "sheet", "slide", "section", "message"]


class CitationOutput(_Output):
    """`page` counts pages, or sheets, slides, sections or messages, as `page_kind` says.

    `page_label` is its name; `sheet` is that name for sheets and null otherwise. `place` is where on it, in
    formats without page images: "B3:D3", "¶ 12", "lines 14–18". `score` is the dense cosine, three decimals.
    """

    number: int
    document: str
    document_id: str
    page: int
    page_kind: PageKindName
    page_label: str
    place: str
    sheet: str | None
    chunk_id: str
    chunk_index: int
    quote: str
    snippet: str
    score: float


class LeftOutOutput(_Output):
    """A document and a sentence that says what of it could not be searched."""

    document: str
    document_id: str
    reason: str


class CoverageOutput(_Output):
    """How much was searched. `left_out` and `partly` name at most 50 documents each.

    `total` - `searched` were left out altogether, of which `waiting` are just not read yet; of `partly_total`
    some pages are missing.
    """

    total: int
    searched: int
    left_out: list[LeftOutOutput]
    partly: list[LeftOutOutput]
    partly_total: int
    waiting: int


class InsufficiencyOutput(_Output):
    section: str
    missing: str
    queries_tried: list[str]


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


class AnswerOutput(_Output):
    """One object per question of `docuchat ask --json`.

    `error` is set when `outcome` is `failed` (also for a line of a batch that names an unknown document) or
    `cancelled`. A refused question has the outcome `refused` and says why in `answer` and `safety_flags`.
    `coverage` is null when it ended before anything could be searched.
    """

    question_id: str
    question: str
    mode: Literal["chat", "agent"]
    answer: str
    statements: list[StatementOutput]
    citations: list[CitationOutput]
    insufficiencies: list[InsufficiencyOutput]
    confidence: Literal["high", "medium", "low"]
    safety_flags: list[str]
    reasoning: str
    coverage: CoverageOutput | None
    outcome: str
    error: ErrorOutput | None
    usage: UsageOutput
    seconds: float
    trace: list[dict[str, Any]]


class HitOutput(_Output):
    """`page`, `page_kind`, `page_label` and `place`: as in citations, of where the passage begins."""

    document: str
    document_id: str
    page: int
    page_kind: PageKindName
    page_label: str
    place: str
    chunk_id: str
    score: float
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


class DocumentOutput(_Output):
    """One object per document of `docuchat docs --json`.

    `source_state`: how the file at `path` stands now. `member` names the part of it that was read (a mail's
    attachment, a file of an archive), of which `container_id` is the document. `language`: ISO 639-1, empty
    when unknown. `duplicates`: where else the same content lies. `unchecked_pages` may not enter prompts yet.
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
    source_state: Literal["present", "changed", "missing", "unreachable"]
    ocr_pages: int
    unchecked_pages: int
    member: str
    container_id: str
    duplicates: list[str]


class FigureOutput(_Output):
    value: float | None
    unit: str
    better: Literal["higher", "lower"]
    target: float | None
    met: bool | None


class OutcomeOutput(_Output):
    """How many files ended in one way for one reason, and some of their names."""

    outcome: str
    reason: str
    files: int
    examples: list[str]


class BenchOutput(_Output):
    """The one object of `docuchat bench NAME --json`. `left_out` says what `--quick` did not do.

    `notes` are findings in words; `outcomes` is the table of a robustness run.
    """

    name: str
    commit: str
    machine: str
    results: dict[str, FigureOutput]
    left_out: list[str]
    notes: list[str] = []
    outcomes: list[OutcomeOutput] = []


def answer_output(events: Sequence[Event], question_id: str, names: dict[str, str]) -> AnswerOutput:
    """A finished run as its published object. `names` maps document ids to file names."""
    state = fold_all(events)
    answer = state.answer or Answer("")
    error = None
    if state.outcome in ("failed", "cancelled"):
        error = ErrorOutput(code=state.error_code or state.outcome, message=state.message, hint=state.hint)
    return AnswerOutput.model_validate(
        {
            "question_id": question_id,
            "question": state.question,
            "mode": state.mode,
            "answer": answer.text,
            "statements": [
                {
                    "text": statement.text,
                    "status": statement.status.value,
                    "reason": statement.reason,
                    "evidence": [
                        {
                            "document": _name(evidence.document_id, answer, names),
                            "document_id": evidence.document_id,
                            "page": evidence.page,
                            "quote": evidence.quote,
                        }
                        for evidence in statement.evidence
                    ],
                }
                for statement in answer.statements
            ],
            "citations": [_citation(citation) for citation in answer.citations],
            "insufficiencies": [
                {
                    "section": row.section,
                    "missing": row.missing,
                    "queries_tried": list(row.queries_tried),
                }
                for row in answer.insufficiencies
            ],
            "confidence": answer.confidence.value,
            "safety_flags": list(answer.safety_flags),
            "reasoning": answer.reasoning,
            "coverage": coverage_output(answer.coverage),
            "outcome": state.outcome,
            "error": error,
            "usage": _usage(state),
            "seconds": round(state.elapsed_ms / 1000, 3),
            "trace": seed_trace(events),
        }
    )


def coverage_output(coverage: Coverage | None) -> CoverageOutput | None:
    def rows(documents: Sequence[LeftOut]) -> list[LeftOutOutput]:
        return [
            LeftOutOutput(document=row.filename, document_id=row.document_id, reason=row.reason)
            for row in documents
        ]

    if coverage is None:
        return None
    return CoverageOutput(
        total=coverage.total,
        searched=coverage.searched,
        left_out=rows(coverage.left_out),
        partly=rows(coverage.partly),
        partly_total=coverage.partly_total,
        waiting=coverage.waiting,
    )


def search_output(result: SearchResult, question_id: str, coverage: Coverage) -> SearchOutput:
    return SearchOutput(
        question_id=question_id,
        query=result.query,
        hits=[
            HitOutput(
                document=hit.filename,
                document_id=hit.chunk.document_id,
                page=hit.page,
                page_kind=place.page_kind.value,
                page_label=place.page_label,
                place=place.place,
                chunk_id=hit.chunk.chunk_id,
                score=round(hit.score, 3),
                snippet=hit.snippet,
            )
            for hit in result.hits
            for place in [hit.place or CitedPlace(hit.page)]
        ],
        milliseconds={stage: round(value, 2) for stage, value in result.milliseconds.items()},
        embedding_failed=result.embedding_failed,
        coverage=coverage_output(coverage),
    )


def search_failure(query: str, question_id: str, error: KnownError) -> SearchOutput:
    """A query of a batch that could not be carried out."""
    return SearchOutput(
        question_id=question_id,
        query=query,
        hits=[],
        milliseconds={},
        embedding_failed=False,
        error=ErrorOutput(code=error.code, message=error.message, hint=error.hint),
    )


def document_output(document: Document, locations: Sequence[Location] = ()) -> DocumentOutput:
    """`locations` are all places where its content lies."""
    here = (document.path, document.member)
    return DocumentOutput(
        document_id=document.document_id,
        document=document.filename,
        path=document.path,
        title=document.title,
        status=document.status.value,
        failure=document.failure,
        pages=document.page_count,
        chunks=document.chunk_count,
        embedded=document.embedded_count,
        size_bytes=document.size_bytes,
        format=document.format,
        language=document.language,
        flags=[flag.value for flag in sorted(document.flags)],
        problems=[
            ProblemOutput(pages=page_list(problem.pages, shown=1000), reason=problem.reason)
            for problem in document.problems
        ],
        source_state=document.source_state.value,
        ocr_pages=document.ocr_pages,
        unchecked_pages=document.unchecked_pages,
        member=document.member,
        container_id=document.container_id,
        duplicates=[
            full_path(place.path, place.member) for place in locations if (place.path, place.member) != here
        ],
    )


def full_path(path: str, member: str) -> str:
    """`/mails/offer.eml!/plan.pdf`: a file, or what lies in it."""
    return f"{path}!/{member}" if member else path


def seed_answer(events: Sequence[Event]) -> dict[str, Any]:
    """Exactly the response of the specification (docs/specification.md), chat or agent."""
    state = fold_all(events)
    answer = state.answer or Answer("")
    if state.mode == "agent":
        return {
            "answer": answer.text,
            "citations": [
                {
                    "docId": citation.document_id,
                    "chunkId": citation.chunk_id,
                    "snippet": citation.snippet,
                    "filename": citation.filename,
                }
                for citation in answer.citations
            ],
            "insufficiencies": [
                {"section": row.section, "missing": row.missing, "queriesTried": list(row.queries_tried)}
                for row in answer.insufficiencies
            ],
            "trace": seed_trace(events),
        }
    return {
        "answer": answer.text,
        "citations": [
            {
                "doc_id": citation.document_id,
                "filename": citation.filename,
                "page": citation.page,
                "sheet": _sheet(citation),
                "chunk_id": citation.chunk_id,
                "score": round(citation.score, 3),
            }
            for citation in answer.citations
        ],
        "confidence": answer.confidence.value,
        "safety_flags": list(answer.safety_flags),
        "reasoning": answer.reasoning,
    }


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "number": citation.number,
        "document": citation.filename,
        "document_id": citation.document_id,
        "page": citation.page,
        "page_kind": citation.page_kind.value,
        "page_label": citation.page_label,
        "place": citation.place,
        "sheet": _sheet(citation),
        "chunk_id": citation.chunk_id,
        "chunk_index": citation.chunk_index,
        "quote": citation.quote,
        "snippet": citation.snippet,
        "score": round(citation.score, 3),
    }


def _sheet(citation: Citation) -> str | None:
    return citation.page_label if citation.page_kind is PageKind.SHEET else None


def _usage(state: TraceState) -> dict[str, Any]:
    usage = state.usage
    return {
        "model": usage.model,
        "prompt_tokens": usage.prompt_tokens,
        "evaluated_tokens": usage.evaluated_tokens,
        "distinct_prompt_tokens": usage.distinct_prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "seconds": usage.seconds,
    }


def _name(document_id: str, answer: Answer, names: dict[str, str]) -> str:
    for citation in answer.citations:
        if citation.document_id == document_id:
            return citation.filename
    return names.get(document_id, document_id)


SCHEMAS: dict[str, type[BaseModel]] = {
    "answer": AnswerOutput,
    "search": SearchOutput,
    "document": DocumentOutput,
    "bench": BenchOutput,
}
