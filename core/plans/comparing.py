"""Two or more things side by side: a table with one fact a cell, copied with its place, or "not stated".

A language model reads from the request what is compared, and what of it; the documents say the rest.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from core.answer.asking.injection import unfenced
from core.events import DraftDelta, Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.compared_things import Thing, compared_things, without_names
from core.plans.comparison_request import Aspect, read_aspects, read_things, translated
from core.plans.document_outline import Line
from core.plans.stated_cells import nearest_lines, stated
from core.plans.translating import in_language
from core.types import AnswerTable

_READ = 6  # sentences of a thing that aspects are taken from
_FEWEST = 2  # aspects that are stated, of every thing one; else the subject itself is asked for
_MOST_COLUMNS = 3  # of sentences side by side; more things are rows, if there are fewer aspects


def compare(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """Each aspect of each thing: the sentence that states it most certainly, or none. An aspect that nothing
    states is told as missing. See `Plan`."""
    compared = yield from read_things(request, tools)
    things = yield from compared_things(compared, request, tools)
    lines: list[Line] = []
    for thing in things if tools.model is not None else ():
        near = yield from nearest_lines(thing, compared.subject, _READ, tools)
        lines += [line for line in near if line not in lines]
    asked = list((yield from read_aspects(request, lines, tools)))
    asked = [
        replace(one, question=without_names(one.question, compared.things))
        for one in asked
        if without_names(one.name, compared.things) != "it"  # a thing is no aspect
    ]
    questions = yield from _questions(asked, things, tools)
    cells = yield from _cells(asked, things, questions, tools)
    if len({aspect for aspect, _, _ in cells}) < _FEWEST or {thing for _, thing, _ in cells} != set(things):
        whole = Aspect(compared.subject, compared.subject)
        questions = yield from _questions([whole], things, tools)
        asked = [whole, *asked]
        told = {(thing, line) for _, thing, line in cells}
        more = yield from _cells([whole], things, questions, tools)
        cells = [cell for cell in more if cell[1:] not in told] + cells
    aspects = list(dict.fromkeys(aspect for aspect, _, _ in cells))
    is_turned = len(things) > _MOST_COLUMNS and len(aspects) < len(things)
    if is_turned:
        cells.sort(key=lambda cell: things.index(cell[1]))
    groups = renumbered([line] for _, _, line in cells)
    copies = yield from in_language(request, groups, tools)
    drafts = []
    for (aspect, thing, _), copy in zip(cells, copies, strict=True):
        row, column = (thing.name, aspect.name) if is_turned else (aspect.name, thing.name)
        drafts.append(replace(copy, bullet=False, row=row, column=column))
    names = tuple(thing.name for thing in things), tuple(aspect.name for aspect in aspects)
    table = AnswerTable(*names) if is_turned else AnswerTable(*reversed(names))
    missing = tuple(aspect.name for aspect in asked if aspect not in aspects)
    return PlanResult(tuple(drafts), sources_of(groups), missing=missing, table=table)


def _cells(
    aspects: Sequence[Aspect],
    things: Sequence[Thing],
    questions: Mapping[tuple[Thing, Aspect], str],
    tools: PlanTools,
) -> Generator[Event, None, list[tuple[Aspect, Thing, Line]]]:
    """What is stated, aspect by aspect; each is shown as it is found."""
    cells: list[tuple[Aspect, Thing, Line]] = []
    for aspect in aspects:
        for thing in things:
            line = yield from stated(thing, questions[thing, aspect], tools)
            if line is not None:
                text = f"- {thing.name}, {aspect.name}: {unfenced(line.text)}\n"
                yield tools.stamp(DraftDelta, text=text, attempt=1)
                cells.append((aspect, thing, line))
    return cells


def _questions(
    aspects: Sequence[Aspect], things: Sequence[Thing], tools: PlanTools
) -> Generator[Event, None, dict[tuple[Thing, Aspect], str]]:
    """What is asked of each thing, in the language of its document: there the judges tell best."""
    asked = {
        (thing, aspect): f"{thing.asked}: {aspect.question}" if thing.asked else aspect.question
        for thing in things
        for aspect in aspects
    }
    languages = dict.fromkeys(
        thing.outline.document.language
        for (thing, _), question in asked.items()
        if not thing.outline.is_in_language_of(question)
    )
    for language in languages:
        cells = [cell for cell in asked if cell[0].outline.document.language == language]
        texts = list(dict.fromkeys(asked[cell] for cell in cells))
        told = yield from translated(texts, language, tools)
        if told is not None:
            by_text = dict(zip(texts, told, strict=True))
            asked |= {cell: by_text[asked[cell]] for cell in cells}
    return asked
