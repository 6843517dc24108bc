"""Runs, searches and documents as their published objects (`core.published.schemas`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from core.answer.asking.eligibility import offers_anyway
from core.errors import KnownError
from core.events import Event
from core.published.research_schemas import research_output
from core.published.schemas import (
    AnswerOutput,
    CoverageOutput,
    DocumentOutput,
    ErrorOutput,
    GuideOutput,
    HitOutput,
    LeftOutOutput,
    PlacedTextOutput,
    ProblemOutput,
    ReadingReportOutput,
    RunCheckOutput,
    RunOutput,
    SearchOutput,
)
from core.published.seed_output import sheet_of
from core.published.trace_rows import trace_rows
from core.runs.recheck import QuoteCheck, RunCheck
from core.runs.trace import fold_all
from core.search.coverage import page_list
from core.search.place_words import place_words
from core.store.runs import StoredRun
from core.types import (
    Answer,
    Citation,
    CitedPlace,
    ConflictSide,
    Coverage,
    Document,
    Evidence,
    LeftOut,
    Location,
    NearestPassage,
    Origin,
    SearchResult,
    Statement,
)
from core.types.guides import DocumentGuide, GuidePart
from core.types.reading_report import PlacedText, ReadingReport


def answer_output(events: Sequence[Event], question_id: str = "") -> AnswerOutput:
    """A run that has ended as its published object."""
    state = fold_all(events)
    answer = state.answer or Answer("")
    error = None
    if state.outcome in ("failed", "cancelled"):
        error = ErrorOutput(code=state.error_code or state.outcome, message=state.message, hint=state.hint)
    return AnswerOutput.model_validate(
        {
            "run_id": state.run_id,
            "question_id": question_id,
            "question": state.question,
            "mode": state.mode,
            "kind": state.request_kind,
            "answer": answer.text,
            "draft": state.draft.text if state.draft else "",
            "statements": [_statement(statement, answer) for statement in answer.statements],
            "citations": [_citation(citation) for citation in answer.citations],
            "insufficiencies": [
                {
                    "section": row.section,
                    "missing": row.missing,
                    "queries_tried": list(row.queries_tried),
                    "kind": row.kind.value,
                }
                for row in answer.insufficiencies
            ],
            "conflicts": [
                {
                    "first": _conflict_side(conflict.first),
                    "second": _conflict_side(conflict.second),
                    "rule": conflict.rule,
                    "decided": conflict.decided,
                }
                for conflict in answer.conflicts
            ],
            "table": asdict(answer.table) if answer.table else None,
            "nearest": [_nearest(passage) for passage in answer.nearest],
            "confidence": answer.confidence.value,
            "safety_flags": list(answer.safety_flags),
            "may_ask_anyway": offers_anyway(answer, state.outcome),
            "reasoning": answer.reasoning,
            "coverage": coverage_output(answer.coverage),
            "scope": asdict(state.scope) if state.scope else None,
            "outcome": state.outcome,
            "error": error,
            "usage": asdict(state.usage),
            "seconds": round(state.elapsed_ms / 1000, 3),
            "trace": trace_rows(events),
            "needs_input": {
                "type": state.input_type,
                "prompt": state.input_prompt,
                "missing_info": state.input_missing,
                "options": list(state.input_options),
            }
            if state.outcome == "needs_input"
            else None,
            "research": research_output(state),
        }
    )


def _statement(statement: Statement, answer: Answer) -> dict[str, Any]:
    names = {citation.document_id: citation.filename for citation in answer.citations}
    calculation = None
    if statement.calculation is not None:
        operands = [
            {"text": operand.text, "evidence": _evidence(operand.evidence, names)}
            for operand in statement.calculation.operands
        ]
        calculation = asdict(statement.calculation) | {"operands": operands}
    return {
        "text": statement.text,
        "status": statement.status.value,
        "reason": statement.reason,
        "section": statement.section,
        "row": statement.row,
        "column": statement.column,
        "evidence": [_evidence(evidence, names) for evidence in statement.evidence],
        "calculation": calculation,
    }


def guide_output(guide: DocumentGuide) -> GuideOutput:
    """The guide to a document as its published object."""
    names = {guide.document_id: guide.filename}
    parts = []
    for part, statements in groupby(guide.answer.statements, key=lambda statement: statement.section):
        own = [_statement(statement, guide.answer) for statement in statements]
        parts.append({"part": part, "found": guide.found.get(GuidePart(part), len(own)), "statements": own})
    return GuideOutput.model_validate(
        {
            "document": guide.filename,
            "document_id": guide.document_id,
            "title": guide.title,
            "page_count": guide.page_count,
            "model": guide.model,
            "parts": parts,
            "questions": [
                {"text": question.text, "evidence": _evidence(question.evidence, names)}
                for question in guide.questions
            ],
        }
    )


def _conflict_side(side: ConflictSide) -> dict[str, Any]:
    return {
        "document": side.filename,
        "document_id": side.document_id,
        "date": side.date,
        "citation": side.citation,
        "page": side.page,
        "value": side.value,
        "quote": side.quote,
    }


def _evidence(evidence: Evidence, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "document": names.get(evidence.document_id, evidence.document_id),
        "document_id": evidence.document_id,
        "page": evidence.page,
        "last_page": evidence.last_page or None,
        "quote": evidence.quote,
    }


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
        by_keyword=coverage.by_keyword,
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
                **_origin(hit.origin),
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


def document_output(
    document: Document, locations: Sequence[Location] = (), report: ReadingReport | None = None
) -> DocumentOutput:
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
        report=None if report is None else _report(report),
    )


def _report(report: ReadingReport) -> ReadingReportOutput:
    def texts(found: Sequence[PlacedText]) -> list[PlacedTextOutput]:
        return [
            PlacedTextOutput(
                page=one.place.page,
                where=place_words(one.place) if one.place.page else "",
                reason=one.reason,
                text=one.text,
            )
            for one in found
        ]

    return ReadingReportOutput(
        recognised=[place_words(place) for place in report.recognised],
        waiting=[place_words(place) for place in report.waiting],
        unchecked=[place_words(place) for place in report.unchecked],
        set_aside=texts(report.set_aside),
        properties=texts(report.properties),
        notes=texts(report.notes),
        files=[one.document_id for one in report.files],
    )


def full_path(path: str, member: str) -> str:
    """`/mails/offer.eml!/plan.pdf`: a file, or what lies in it."""
    return f"{path}!/{member}" if member else path


def run_output(run: StoredRun) -> RunOutput:
    return RunOutput.model_validate(asdict(run))


def run_check_output(check: RunCheck) -> RunCheckOutput:
    return RunCheckOutput.model_validate(
        {
            "run_id": check.run_id,
            "question": check.question,
            "outcome": check.outcome,
            "result": check.result,
            "citations": [_quote_check(quote) for quote in check.citations],
            "statements": [
                {
                    "text": statement.text,
                    "then": statement.then.value,
                    "now": statement.now.value,
                    "reason": statement.reason,
                    "holds": statement.holds,
                    "quotes": [_quote_check(quote) for quote in statement.quotes],
                }
                for statement in check.statements
            ],
        }
    )


def _quote_check(quote: QuoteCheck) -> dict[str, Any]:
    row = asdict(quote)
    row["document"] = row.pop("filename")
    return row


def _nearest(passage: NearestPassage) -> dict[str, Any]:
    return {
        "document": passage.filename,
        "document_id": passage.document_id,
        "page": passage.page,
        "last_page": passage.last_page or None,
        "page_kind": passage.page_kind.value,
        "page_label": passage.page_label,
        "place": passage.place,
        "chunk_id": passage.chunk_id,
        "quote": passage.quote,
        "section": passage.section,
        "score": round(passage.score, 3),
        **_origin(passage.origin),
    }


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "number": citation.number,
        "document": citation.filename,
        "document_id": citation.document_id,
        "page": citation.page,
        "last_page": citation.last_page or None,
        "page_kind": citation.page_kind.value,
        "page_label": citation.page_label,
        "place": citation.place,
        "sheet": sheet_of(citation),
        "chunk_id": citation.chunk_id,
        "chunk_index": citation.chunk_index,
        "quote": citation.quote,
        "snippet": citation.snippet,
        "score": round(citation.score, 3),
        "from_snippet": citation.from_snippet,
        "gives_orders": citation.gives_orders,
        **_origin(citation.origin),
    }


def _origin(origin: Origin) -> dict[str, Any]:
    return {
        "container": origin.container,
        "source_state": origin.source_state.value,
        "read_at": origin.read_at or None,
    }
