"""A reply, note or memo: the passages that it has to rest on are found first, then it is written."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.answer.replies import reply
from core.events import Event
from core.judge.calibration import NEAR
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, renumbered, sources_of
from core.plans.document_outline import Line
from core.plans.key_lines import most_telling
from core.plans.scope_reading import documents_of, names_places, sections_asked
from core.plans.subjects import TO_BE_TOLD, subject_of
from core.plans.writing import Order, written
from core.types import Span

_MOST_CHARACTERS = 4000
_MOST_SENTENCES = 8
_COPIED = 600  # characters of the facts that are shown before the text
_LETTER = Order(
    "Write the text that the request asks for, ready to be sent, with a greeting and a closing where they "
    "belong. Use the rules, figures, periods and dates of the sentences and put the number of the sentence "
    "behind each; a line that only greets or closes has no number. Invent no names and no figures.",
    least_lines=5,
    most_lines=10,
    uncited=True,
)


def draft(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """A text for somebody else, over cited facts. See `Plan`. Without a model only the facts."""
    subject = yield from subject_of(TO_BE_TOLD, request, tools)
    about = request if names_places(request.text) else replace(request, text=subject)
    outlines, hits = yield from documents_of(about, tools, 2)
    if not outlines:
        return PlanResult()
    read: list[Line] = []
    likely: list[JudgedSentence] = []
    near: list[JudgedSentence] = []
    for outline in outlines:
        sections = yield from sections_asked(about, outline, hits, tools)
        own = [line for section in sections for line in section.lines]
        sources = list({line.source.number: line.source for line in outline.lines}.values())
        best = judge_sentences(subject, request.language, sources, tools.judge, _MOST_SENTENCES)
        likely += best.likely
        near += [one for one in best.sentences if one.certainty >= NEAR]
        told = {one.sentence.span for one in best.sentences}
        room = _MOST_CHARACTERS // len(outlines)
        if sum(len(line.text) for line in own) > room:
            own = most_telling([section.lines for section in sections], room)
        around = [line for line in outline.lines if line.sentence.span in told and line not in own]
        read += sorted((*own, *around), key=lambda line: line.sentence.span)
    (lines,) = groups = renumbered([read])
    longest = max((len(line.text) for line in lines), default=0)
    wanted = _surest(likely or near)
    facts = [line for line in lines if _place(line) in wanted]
    if tools.model is None and not facts:
        facts = most_telling([lines], max(_COPIED, longest))
    doubt = "" if likely or tools.model is None else reply("may_not_answer", request.language)
    drafts = [replace(copied([line]), doubt=doubt) for line in facts]
    if tools.model is None:
        return PlanResult(tuple(drafts), sources_of(groups), (("draft_needs_model", {}),))
    heading = "\n".join(f"Document: {one.title} ({one.document.filename})" for one in outlines)
    text = yield from written(_LETTER, request.text, heading, lines, request.language, tools.model, tools)
    text = [replace(one, line=True) for one in text]
    return PlanResult((*drafts, *text), sources_of(groups), (("is_draft", {}),))


def _surest(likely: Sequence[JudgedSentence]) -> frozenset[tuple[str, Span]]:
    """Where the surest sentences stand, as many as are shown."""
    kept: list[JudgedSentence] = []
    for one in sorted(likely, key=lambda one: -one.certainty):
        if kept and sum(len(each.sentence.text) for each in (*kept, one)) > _COPIED:
            break
        kept.append(one)
    return frozenset(map(_place, kept))


def _place(one: Line | JudgedSentence) -> tuple[str, Span]:
    return one.source.document.document_id, one.sentence.span
