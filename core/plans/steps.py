"""A whole procedure in its order: the numbered block of the section that is asked about, over page ends."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from core.answer.judged_sentences import judge_sentences
from core.errors import ModelError
from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import Line, Outline
from core.plans.scope_reading import documents_of, sections_asked
from core.plans.translating import in_language
from core.text.places import section_number
from core.text.textspan import is_question

_MOST_DOCUMENTS = 1
_LEAST_STEPS = 3
_NEAR = 1.5  # of the judge's score: blocks that come as near as the nearest one belong to the answer
_MOST_UNNUMBERED = 12  # lines
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Block:
    """Numbered steps, each with its lines; `lead`: the line before the first."""

    lead: str
    steps: tuple[tuple[Line, ...], ...]


def in_steps(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """The steps of a procedure. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS)
    if not outlines:
        return PlanResult()
    outline = outlines[0]
    sections = yield from sections_asked(request, outline, hits, tools)
    lines = [line for section in sections for line in section.lines]
    blocks = _asked_for(request, outline, blocks_of(lines), tools)
    if not blocks and any(is_question(line.text) for line in lines):
        return PlanResult()  # each of its questions has an answer of its own
    steps = [step for block in blocks for step in block.steps]
    steps = steps or [(line,) for line in _unnumbered(request, lines, tools)]
    groups = renumbered(steps)
    drafts = yield from in_language(request, groups, tools)
    return PlanResult(tuple(drafts), sources_of(groups))


def blocks_of(lines: Sequence[Line]) -> list[Block]:
    """Runs of lines that are numbered 1, 2, 3, …, each with what stands between two numbers."""
    blocks: list[Block] = []
    steps: list[list[Line]] = []
    lead, before = "", ""

    def close() -> None:
        if len(steps) >= _LEAST_STEPS:
            blocks.append(Block(lead, tuple(map(tuple, steps))))
        steps.clear()

    for line in lines:
        number = section_number(line.text)
        if number == "1":
            close()
            lead = before
            steps.append([line])
        elif steps and number == str(len(steps) + 1):
            steps.append([line])
        elif steps and line.text.endswith(":"):  # what leads to something else
            close()
        elif steps:
            steps[-1].append(line)
        before = line.text
    close()
    return [_without_what_follows(block) for block in blocks]


def _without_what_follows(block: Block) -> Block:
    """Behind the last step only what its own passage has: a list ends where the passage does."""
    last = block.steps[-1]
    own = tuple(line for line in last if line.source.number == last[0].source.number)
    return Block(block.lead, (*block.steps[:-1], own))


def _unnumbered(request: PlanRequest, lines: Sequence[Line], tools: PlanTools) -> Sequence[Line]:
    """A short section whole; of a longer one what stands from the first to the last line that the judge takes
    for an answer, if that is short."""
    told = [line for line in lines if any(map(str.isalpha, line.text))]
    if len(told) <= _MOST_UNNUMBERED:
        return told
    sources = sources_of([told])
    everything = sum(len(source.sentences) for source in sources)
    judged = judge_sentences(request.text, request.language, sources, tools.judge, everything)
    likely = {one.sentence.label for one in judged.likely}
    places = [place for place, line in enumerate(told) if line.sentence.label in likely]
    meant = told[places[0] : places[-1] + 1] if places else []
    return meant if len(meant) <= _MOST_UNNUMBERED else [told[place] for place in places[:_MOST_UNNUMBERED]]


def _asked_for(
    request: PlanRequest, outline: Outline, blocks: Sequence[Block], tools: PlanTools
) -> list[Block]:
    """Those of several blocks that come nearest to the request."""
    if len(blocks) < 2 or not outline.is_in_language_of(request.text):
        return list(blocks)
    read = [f"{block.lead} {' '.join(line.text for line in block.steps[0])}" for block in blocks]
    try:
        scores = tools.judge.answers(request.text, read)
    except ModelError as error:
        log.warning("all blocks of steps are shown: %s", error)
        return list(blocks)
    return [block for block, score in zip(blocks, scores, strict=True) if score >= max(scores) - _NEAR]
