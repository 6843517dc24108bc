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
from core.trace import TraceState, fold_all, seed_trace
from core.types import Answer, Citation, Document, SearchResult


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


class CitationOutput(_Output):
    """`sheet` is null for documents with pages; `score` is the dense cosine, three decimals."""

    number: int
    document: str
    document_id: str
    page: int
    sheet: str | None
    chunk_id: str
    chunk_index: int
    quote: str
    snippet: str
    score: float


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
    outcome: str
    error: ErrorOutput | None
    usage: UsageOutput
    seconds: float
    trace: list[dict[str, Any]]


class HitOutput(_Output):
    document: str
    document_id: str
    page: int
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
    error: ErrorOutput | None = None


class DocumentOutput(_Output):
    """One object per document of `docuchat docs --json`."""

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


class FigureOutput(_Output):
    value: float | None
    unit: str
    better: Literal["higher", "lower"]
    target: float | None
    met: bool | None


class BenchOutput(_Output):
    """The one object of `docuchat bench NAME --json`. `left_out` says what `--quick` did not do."""

    name: str
    commit: str
    machine: str
    results: dict[str, FigureOutput]
    left_out: list[str]


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
            "outcome": state.outcome,
            "error": error,
            "usage": _usage(state),
            "seconds": round(state.elapsed_ms / 1000, 3),
            "trace": seed_trace(events),
        }
    )


def search_output(result: SearchResult, question_id: str) -> SearchOutput:
    return SearchOutput(
        question_id=question_id,
        query=result.query,
        hits=[
            HitOutput(
                document=hit.filename,
                document_id=hit.chunk.document_id,
                page=hit.page,
                chunk_id=hit.chunk.chunk_id,
                score=round(hit.score, 3),
                snippet=hit.snippet,
            )
            for hit in result.hits
        ],
        milliseconds={stage: round(value, 2) for stage, value in result.milliseconds.items()},
        embedding_failed=result.embedding_failed,
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


def document_output(document: Document) -> DocumentOutput:
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
    )


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
                "sheet": None,
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
        "sheet": None,
        "chunk_id": citation.chunk_id,
        "chunk_index": citation.chunk_index,
        "quote": citation.quote,
        "snippet": citation.snippet,
        "score": round(citation.score, 3),
    }


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
