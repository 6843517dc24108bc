"""Questions that a document answers: written by a language model from its lines and judged, or made of its
headings."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from core.answer.judged_sentences import judge_texts
from core.answer.replies import reply
from core.events import Event
from core.judge.calibration import LEAST
from core.llm.base import ChatModel
from core.plans.base import PlanTools
from core.plans.document_outline import Line, Outline
from core.plans.writing import Order, written
from core.text.places import section_number
from core.types import Evidence
from core.types.guides import GuideQuestion

MOST_QUESTIONS = 5
_WRITTEN = 7  # of which those are taken that are answered
_ORDER = Order(
    "Write short questions that somebody could ask who has not read the document, each of which one of these "
    "sentences answers. Name the thing that is asked about. One question a line.",
    least_lines=3,
    most_lines=_WRITTEN,
    asks=True,
)


@dataclass(frozen=True, slots=True)
class _Asked:
    text: str
    line: Line


def written_questions(
    outline: Outline, lines: Sequence[Line], language: str, model: ChatModel, tools: PlanTools
) -> Generator[Event, None, list[GuideQuestion]]:
    """Those that the judge finds answered by the sentence that the model names for them.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    request = reply("guide_asks", language)
    heading = f"Document: {outline.title}"
    drafts = yield from written(_ORDER, request, heading, lines, language, model, tools)
    by_label = {line.sentence.label: line for line in lines}
    asked = [_Asked(draft.text, by_label[draft.labels[0]]) for draft in drafts if draft.text.endswith("?")]
    return [_question(one) for one in asked if _is_answered(one, language, tools)][:MOST_QUESTIONS]


def questions_of_headings(outline: Outline) -> list[GuideQuestion]:
    """What the document says under each of its longest headings, in their order."""
    language, file = outline.document.language, outline.document.filename
    headed = [section for section in outline.sections if section.head and section.lines]
    longest = sorted(headed, key=lambda section: -section.characters)[:MOST_QUESTIONS]
    asked = [
        _Asked(reply("guide_section", language, file=file, heading=heading), section.lines[0])
        for section in headed
        if section in longest and (heading := _bare(section.heading)) not in ("", outline.title)
    ]
    return [_question(one) for one in {one.text: one for one in reversed(asked)}.values()][::-1]


def _bare(heading: str) -> str:
    """Without its number."""
    return heading.partition(section_number(heading))[2].lstrip(".) ") if section_number(heading) else heading


def _is_answered(asked: _Asked, language: str, tools: PlanTools) -> bool:
    judged = judge_texts(asked.text, language, {asked.line.text: asked.line.source}, tools.judge)
    return any(one.certainty >= LEAST for one in judged.texts)


def _question(asked: _Asked) -> GuideQuestion:
    sentence, source = asked.line.sentence, asked.line.source
    evidence = Evidence(
        source.number,
        source.document.document_id,
        sentence.page,
        sentence.spans,
        sentence.text,
        sentence.last_page,
    )
    return GuideQuestion(asked.text, evidence)


def once(questions: Iterable[GuideQuestion]) -> tuple[GuideQuestion, ...]:
    """Each text once, as many as a guide has."""
    return tuple({one.text.casefold(): one for one in questions}.values())[:MOST_QUESTIONS]
