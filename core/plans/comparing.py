"""Two or more things side by side: a table with one fact a cell, copied with its place, or "not stated".

A language model reads from the request what is compared, and what of it; the documents say the rest. What is
nearest to the subject and states none of its aspects stands in the row of the subject: nothing is lost by a
question that the model words badly. Without a model, that row is all.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from core.answer.asking.injection import unfenced
from core.answer.replies import reply
from core.events import DraftDelta, Event
from core.plans.base import Notices, PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.compared_things import Thing, asked_of_each, compared_things
from core.plans.comparison_request import Aspect, Compared, read_aspects, read_things
from core.plans.document_outline import Line
from core.plans.stated_cells import Question, nearest_lines, stated
from core.plans.translating import in_language
from core.types import AnswerTable, Confidence, Span

_READ = 6  # sentences of a thing that aspects are taken from
_OF_SUBJECT = 3  # of these, beside those that state an aspect
_JOINING = 3  # letters of words that only join
_MOST_COLUMNS = 3  # of sentences side by side; more things are rows, if there are fewer aspects

Cell = tuple[Aspect, Thing, tuple[Line, ...]]


def compare(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """Each aspect of each thing: the sentence that states it most certainly, or none; and what is nearest to
    the subject. An aspect that nothing states is told as missing. See `Plan`."""
    compared = _of_what_they_share((yield from read_things(request, tools)))
    things = yield from compared_things(compared, request, tools)
    near: dict[Thing, dict[Line, bool]] = {}
    for thing in things:
        near[thing] = yield from nearest_lines(
            thing, Question(compared.subject, request.language), _READ, tools
        )
    if tools.model is None:
        return (yield from _nearest_of_each(request, things, near, tools))
    lines = list(
        {id(line): line for of_thing in near.values() for line in sorted(of_thing, key=_place)}.values()
    )
    asked = list((yield from read_aspects(request, lines, tools)))
    asked = [
        replace(one, question=asked_of_each(one.name, one.question, compared.things))
        for one in asked
        if not _is_of_a_name(one.name, compared.things)  # a thing is no aspect
        and not (near and one.name.casefold() == compared.subject.casefold())  # it has a row already
    ]
    cells = yield from _cells(asked, things, request, tools)
    stated_of = {aspect for aspect, _, _ in cells}
    cells = _once(cells)
    if not (stated_of and _is_put_together(compared.subject, asked)):
        cells += _of_subject(compared.subject, near, cells)
    aspects = list(dict.fromkeys(aspect for aspect, _, _ in cells))
    is_turned = len(things) > _MOST_COLUMNS and len(aspects) < len(things)
    if is_turned:
        cells.sort(key=lambda cell: things.index(cell[1]))
    groups = renumbered(lines for _, _, lines in cells)
    copies = yield from in_language(request, groups, tools)
    drafts = []
    for (aspect, thing, _), copy in zip(cells, copies, strict=True):
        row, column = (thing.name, aspect.name) if is_turned else (aspect.name, thing.name)
        drafts.append(replace(copy, bullet=False, row=row, column=column))
    names = tuple(thing.name for thing in things), tuple(aspect.name for aspect in aspects)
    table = AnswerTable(*names) if is_turned else AnswerTable(*reversed(names))
    missing = tuple(aspect.name for aspect in asked if aspect not in stated_of)
    return PlanResult(tuple(drafts), sources_of(groups), missing=missing, table=table)


def _of_what_they_share(compared: Compared) -> Compared:
    """A model may take for the subject what it names as the things: "kilns and dishwasher" of the "warranty
    of the kilns" and the "warranty of the dishwasher". What these have in common is the subject then."""
    if not _is_of_a_name(compared.subject, compared.things):
        return compared
    own = [name.casefold().split() for name in compared.things]
    words = (word for word in compared.things[0].split() if len(word) > _JOINING)
    shared = " ".join(word for word in words if all(word.casefold() in name for name in own))
    return replace(compared, subject=shared) if shared else compared


def _nearest_of_each(
    request: PlanRequest,
    things: Sequence[Thing],
    near: Mapping[Thing, Mapping[Line, bool]],
    tools: PlanTools,
) -> Generator[Event, None, PlanResult]:
    """Without a model, which reads the aspects: one row of what each thing says nearest to the request."""
    row = reply("nearest_to_request", request.language)
    cells = _of_subject(row, near, [])
    groups = renumbered(lines for _, _, lines in cells)
    copies = yield from in_language(request, groups, tools)
    drafts = [
        replace(copy, bullet=False, row=row, column=thing.name)
        for (_, thing, _), copy in zip(cells, copies, strict=True)
    ]
    table = AnswerTable((row,), tuple(thing.name for thing in things))
    notices: Notices = (("comparison_needs_model", {}),)
    return PlanResult(tuple(drafts), sources_of(groups), notices, table=table, surest=Confidence.LOW)


def _cells(
    aspects: Sequence[Aspect], things: Sequence[Thing], request: PlanRequest, tools: PlanTools
) -> Generator[Event, None, list[Cell]]:
    """What is stated, aspect by aspect; each is shown as it is found."""
    cells: list[Cell] = []
    for aspect in aspects:
        for thing in things:
            asked = f"{thing.asked}: {aspect.question}" if thing.asked else aspect.question
            line = yield from stated(thing, Question(asked, request.language), tools)
            if line is not None:
                cells.append((aspect, thing, (line,)))
                yield _told(cells[-1], tools)
    return cells


def _is_put_together(subject: str, aspects: Sequence[Aspect]) -> bool:
    """Whether it only names several aspects: "term, size" beside "term" and "size"."""
    words = subject.casefold().replace(",", " ").split()
    named = [set(one.name.casefold().split()) for one in aspects]
    return len(named) > 1 and set().union(*named).issuperset(word for word in words if len(word) > _JOINING)


def _is_of_a_name(text: str, names: Sequence[str]) -> bool:
    """Whether it only has words of a name, or names several: "kilns and dishwasher"."""
    words = frozenset(text.casefold().split())
    parts = frozenset(word for word in words if len(word) > _JOINING)
    own = [frozenset(name.casefold().split()) for name in names]
    if not parts:
        return bool(words) and any(words <= name for name in own)
    in_several = sum(not parts.isdisjoint(name - frozenset.intersection(*own)) for name in own) > 1
    return any(words <= name for name in own) or (in_several and parts <= frozenset.union(*own))


def _once(cells: Sequence[Cell]) -> list[Cell]:
    """Without the rows that say the same as one before them."""
    rows: dict[Aspect, list[tuple[Thing, tuple[Line, ...]]]] = {}
    for aspect, thing, lines in cells:
        rows.setdefault(aspect, []).append((thing, lines))
    first = [aspect for place, aspect in enumerate(rows) if rows[aspect] not in list(rows.values())[:place]]
    return [cell for cell in cells if cell[0] in first]


def _of_subject(subject: str, near: Mapping[Thing, Mapping[Line, bool]], cells: Sequence[Cell]) -> list[Cell]:
    """What each thing says nearest to the subject itself, beside what states an aspect."""
    told = {(thing, line) for _, thing, lines in cells for line in lines}
    whole = Aspect(subject, subject)
    found: list[Cell] = []
    for thing, lines in near.items():
        fresh = [line for line, is_about in lines.items() if is_about and (thing, line) not in told]
        fresh = fresh[:_OF_SUBJECT]
        if fresh:
            found.append((whole, thing, tuple(sorted(fresh, key=_place))))
    return found


def _place(line: Line) -> Span:
    return line.sentence.span


def _told(cell: Cell, tools: PlanTools) -> DraftDelta:
    aspect, thing, lines = cell
    said = " ".join(unfenced(line.text) for line in lines)
    return tools.stamp(DraftDelta, text=f"- {thing.name}, {aspect.name}: {said}\n", attempt=1)
