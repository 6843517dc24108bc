"""A guide made: the lines of its parts copied, what a model adds judged like any answer, all of it cited."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace

from core.answer.replies import reply
from core.answer.statements import DraftStatement
from core.events import Event
from core.guide.guide_parts import lines_of
from core.guide.guide_questions import once, questions_of_headings, written_questions
from core.plans.about_documents import beginning_of, written_about
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, sources_of
from core.plans.document_outline import Line, outline_of
from core.plans.plan_answers import planned_answer
from core.types.guides import DocumentGuide, GuidePart, GuideQuestion
from core.types.requests import RequestKind

_ASKED_ABOUT = (GuidePart.KEY, GuidePart.DATES, GuidePart.AMOUNTS)  # lines that questions are written from
_MOST_LINES = 14


def made_guide(document_id: str, tools: PlanTools) -> Generator[Event, None, DocumentGuide | None]:
    """The guide to a document; None where there is none any more, or nothing in it can be read.

    Its language is that of the document. `tools.model` writes what the document is and the questions.

    Raises:
        core.errors.KnownError: library, embedder or model cannot be used.
        core.errors.Cancelled: Stop was asked for.
    """
    outline = outline_of(tools.retriever, document_id)
    if outline is None or not outline.lines:
        return None
    found = lines_of(outline, tools.judge, tools.embedder)
    tools.cancel.check()
    language = outline.document.language
    request = PlanRequest(reply("guide_what", language), RequestKind.ABOUT, language, (document_id,))
    drafts: list[DraftStatement] = []
    questions: list[GuideQuestion] = []
    for part, (lines, _) in found.items():
        drafts += [copied([line], section=part.value) for line in lines]
        if part is GuidePart.WHAT and tools.model is not None:
            first = _once([*lines, *beginning_of(outline)])
            said = yield from written_about(outline, first, request, tools.model, tools)
            drafts += [
                replace(one, section=part.value, bullet=True) for one in said if not one.text.endswith("?")
            ]
    if tools.model is not None:
        asked_about = _once(line for part in _ASKED_ABOUT for line in found[part][0])[:_MOST_LINES]
        if asked_about:
            questions = yield from written_questions(outline, asked_about, language, tools.model, tools)
    questions += questions_of_headings(outline)
    used = {label for draft in drafts for label in draft.labels}
    sources = sources_of([[line for line in outline.all_lines if line.sentence.label in used]])
    answer = planned_answer(request, PlanResult(tuple(drafts), sources), tools)
    document = outline.document
    return DocumentGuide(
        document_id=document_id,
        filename=document.filename,
        title=outline.title,
        page_count=document.page_count,
        answer=answer,
        found={part: count for part, (lines, count) in found.items() if count > len(lines)},
        questions=once(questions),
        model=tools.model.model_name if tools.model is not None else "",
    )


def _once(lines: Iterable[Line]) -> list[Line]:
    """Each sentence once, in the order of the document."""
    by_label = {line.sentence.label: line for line in lines}
    return sorted(by_label.values(), key=lambda line: (line.source.number, line.sentence.span))
