"""A whole procedure in its order: the counted block of the section that is asked about, over page ends."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import inf

from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import judge_sentences, log_odds_each
from core.answer.sources import is_one_paragraph
from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import Line, Outline, Section
from core.plans.scope_reading import documents_of, named_sections, sections_asked, with_code
from core.plans.translating import in_language
from core.text.places import section_number
from core.text.textspan import is_question

_MOST_DOCUMENTS = 1
_LEAST_STEPS = 3
_NEAR = 0.5  # of log-odds: blocks that come as near as the nearest one belong to the answer
_LIKELY = 0.0  # log-odds of a block
_LEAST_ELSEWHERE = -1.0  # log-odds of a block where the nearest section has none
_READ = 700  # characters of a block that are compared with the request
_MOST_UNNUMBERED = 12  # lines
_BY_NUMBERS, _BY_LETTERS = "1", "a"
_LETTERED = re.compile(r"\(?([a-z])\)\s")
_NAMED = re.compile(r"([^\W\d_]+) (\d{1,2})\s?[:.)–-]\s")  # "Step 1: …", in any language


@dataclass(frozen=True, slots=True)
class Block:
    """Numbered steps, each with its lines; `lead`: the heading, and the line before the first."""

    lead: str
    steps: tuple[tuple[Line, ...], ...]

    @property
    def is_numbered(self) -> bool:
        """And not lettered, as the clauses of contracts are, which are seldom steps."""
        return _count(self.steps[0][0].text)[0] == _BY_NUMBERS

    @property
    def text(self) -> str:
        return f"{self.lead}: {' '.join(line.text for step in self.steps for line in step)}"[:_READ]


def in_steps(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """The steps of a procedure. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS)
    if not outlines:
        return PlanResult()
    outline = outlines[0]
    sections = yield from sections_asked(request, outline, hits, tools)
    lines = [line for section in sections for line in section.lines]
    found = {hit.chunk.chunk_id for hit in hits}
    elsewhere = [
        section
        for section in outline.sections
        if section not in sections and any(line.source.chunk.chunk_id in found for line in section.lines)
    ]
    if named_sections(request.text, outline) or with_code(request.text, outline):
        elsewhere = []
    others = [block for section in elsewhere for block in blocks_of([section]) if block.is_numbered]
    blocks = _asked_for(request, outline, blocks_of(sections), others, tools)
    if not blocks and any(is_question(line.text) for line in lines):
        return PlanResult()  # each of its questions has an answer of its own
    steps = [step for block in blocks for step in block.steps]
    steps = steps or [(line,) for line in _unnumbered(request, lines, tools)]
    groups = renumbered(steps)
    drafts = yield from in_language(request, groups, tools)
    return PlanResult(tuple(drafts), sources_of(groups))


def blocks_of(sections: Sequence[Section]) -> list[Block]:
    """Runs of lines that count on (1, 2, 3, …, or a, b, c, …, or "Step 1", "Step 2", …), in their order,
    each with what stands between two of them; one may go on in the next section. What is counted within a
    step belongs to it: the way of counting that comes first is the outer one."""
    lines = [(section, line) for section in sections for line in section.lines]
    kinds = dict.fromkeys(kind for kind, number in (_count(line.text) for _, line in lines) if number == 1)
    blocks: list[Block] = []
    taken: set[str] = set()
    for kind in kinds:
        for block in _counted(lines, kind):
            own = {line.sentence.label for step in block.steps for line in step}
            if taken.isdisjoint(own):
                taken |= own
                blocks.append(block)
    return sorted(blocks, key=lambda block: block.steps[0][0].sentence.span)


def _count(text: str) -> tuple[str, int]:
    """How a line is counted, and its number from 1; 0 where it is not."""
    number = section_number(text)
    if number.isdigit():
        return _BY_NUMBERS, int(number)
    if lettered := _LETTERED.match(text):
        return _BY_LETTERS, ord(lettered[1]) - ord("a") + 1
    named = _NAMED.match(text)
    return (named[1].casefold(), int(named[2])) if named else ("", 0)


def _counted(lines: Sequence[tuple[Section, Line]], kind: str) -> list[Block]:
    blocks: list[Block] = []
    steps: list[list[Line]] = []
    lead, before = "", ""

    def close() -> None:
        if len(steps) >= _LEAST_STEPS:
            blocks.append(Block(lead, tuple(map(tuple, steps))))
        steps.clear()

    for section, line in lines:
        counted, number = _count(line.text)
        if counted == kind and number == 1:
            close()
            lead = " › ".join(filter(None, (section.heading, before)))
            steps.append([line])
        elif steps and counted == kind and number == len(steps) + 1:
            steps.append([line])
        elif steps and line.text.endswith(":"):  # what leads to something else
            close()
        elif steps:
            steps[-1].append(line)
        before = line.text
    close()
    return [_without_what_follows(block) for block in blocks]


def _without_what_follows(block: Block) -> Block:
    """Behind the last step only what its own paragraph has: a list ends where that does."""
    last = block.steps[-1]
    own = [last[0]]
    for line in last[1:]:
        one = own[-1]
        if line.source.number != one.source.number:
            break
        if not is_one_paragraph(one.source, one.sentence, line.sentence):
            break
        own.append(line)
    return Block(block.lead, (*block.steps[:-1], tuple(own)))


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
    request: PlanRequest, outline: Outline, own: Sequence[Block], elsewhere: Sequence[Block], tools: PlanTools
) -> list[Block]:
    """Of the blocks of the nearest section, or of others that come nearer, those that likely answer, and
    those that come about as near as the nearest."""
    language = question_language(request.text)
    read = [block.text for block in (*own, *elsewhere)]
    odds = log_odds_each(request.text, language, read, tools.judge, texts_in=outline.document.language)
    of_own, of_others = odds[: len(own)], odds[len(own) :]
    is_elsewhere = max(of_others, default=-inf) > max(of_own, default=_LEAST_ELSEWHERE) + _NEAR
    chosen = zip(elsewhere, of_others, strict=True) if is_elsewhere else zip(own, of_own, strict=True)
    near = max(of_others if is_elsewhere else of_own, default=0.0) - _NEAR
    return [block for block, odds in chosen if odds >= min(near, _LIKELY)]
