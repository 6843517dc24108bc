"""Everything of one sort: every sentence and row in scope is looked at, and those that are items are copied.

A model says what one item is (`core.plans.listed_items`). By that the judge and the embedder rank all lines,
and the model reads the likeliest, and on while it finds items. A list that the document itself makes ("one of
the following: …") is taken as a whole.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from core.answer.sources import is_one_paragraph
from core.errors import ModelError
from core.events import Event
from core.judge.calibration import reads
from core.plans.base import Notices, PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import FEW, Line, Outline, item_mark
from core.plans.listed_items import Item, ReadLines, is_list_of, read_item, read_lines
from core.plans.scope_reading import documents_of, named_sections
from core.plans.translating import in_language
from core.search.base import Vectors
from core.text.table_heads import header_rows
from core.text.textspan import CELL_SEPARATOR, is_table_row
from core.types import Confidence, SearchHit

_MOST_LINES = 2000  # that are looked at one by one; of more, those around what the search found
_BATCH = 64  # of them, between two looks at Stop
_MOST_DOCUMENTS = 4
_ROW = "row"  # the mark of a row of a table, which is a list where a line leads to it
_MOST_BETWEEN = 3  # lines without a mark, of an item
_MOST_LISTS = 8  # that the document makes, and the model is shown
_FIRST, _AS_SURE = 8, 0.5  # of what is read, and below the surest: there a line leads to the list
# Where no model reads: of so many, those this much of the way from an ordinary line to the nearest one, a
# standard deviation of the judge counting for so much of it. Fitted on the tuned half of `lists`.
_FOUND, _RESEMBLES, _BY_JUDGE = 32, 0.6, 0.3
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Place:
    """A line with the heading over it; `group` numbers the list of the document that it belongs to, or 0."""

    line: Line
    heading: str
    group: int
    leads: int  # the list that it introduces, or 0

    @property
    def read(self) -> str:
        return f"{self.heading}: {self.line.text}" if self.heading else self.line.text


@dataclass(frozen=True, slots=True)
class _Items:
    places: set[_Place]
    read: ReadLines


def list_all(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """Every item that the documents have, copied, in their order. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS if request.document_ids else 1)
    every = [place for outline in outlines for place in _places(request, outline)]
    places = _best_found(every, hits)
    if not places:
        return PlanResult()
    chosen = yield from _items(request, outlines, places, tools)
    groups = renumbered([place.line] for place in places if place in chosen.places)
    drafts = yield from in_language(request, groups, tools)
    names = ", ".join(outline.document.filename for outline in outlines)
    looked = chosen.read.read if chosen.read.is_cut else len(places)
    told: dict[str, object] = {"looked": looked, "sentences": len(every), "files": names}
    code = "looked_at" if looked == len(every) else "looked_at_best"
    if not chosen.read.is_guessed:
        return PlanResult(tuple(drafts), sources_of(groups), ((code, told),))
    notices: Notices = ((code, told), ("list_needs_model", {}))
    return PlanResult(tuple(drafts), sources_of(groups), notices, surest=Confidence.LOW)


def _best_found(places: Sequence[_Place], hits: Sequence[SearchHit]) -> list[_Place]:
    """All, or of too many those nearest to what the search found, in their order."""
    if len(places) <= _MOST_LINES:
        return list(places)
    found = {hit.chunk.chunk_id for hit in hits}
    anchors = [place for place, one in enumerate(places) if one.line.source.chunk.chunk_id in found] or [0]
    nearest = sorted(range(len(places)), key=lambda place: min(abs(place - anchor) for anchor in anchors))
    return [places[place] for place in sorted(nearest[:_MOST_LINES])]


def _places(request: PlanRequest, outline: Outline) -> list[_Place]:
    """The lines of the sections that are named, or of all, with the lists that the document makes."""
    sections = named_sections(request.text, outline) or outline.sections
    found: list[_Place] = []
    group, mark = 0, ""
    for section in sections:
        marks = [_ROW if is_table_row(line.text) else item_mark(line.text) for line in section.lines]
        ends = heads = 0  # of the list that the lines belong to, and of the heads of a table
        for place, line in enumerate(section.lines):
            behind = marks[place + 1] if place + 1 < len(marks) else ""
            belongs = group if heads <= place < ends and marks[place] in ("", mark) else 0
            free = not belongs or line.text.endswith(":")
            begins = free and behind not in ("", marks[place])
            begins = begins and (behind != _ROW or line.text.endswith(":"))
            end = _end_of_list(section.lines, marks, place + 1) if begins else 0
            found.append(_Place(line, section.heading, belongs, group + 1 if end else 0))
            if end:
                group, mark, ends = group + 1, behind, end
                rows = [one.text.split(CELL_SEPARATOR) for one in section.lines[place + 1 : end]]
                heads = place + 1 + (header_rows(rows) if mark == _ROW else 0)
    return found


def _end_of_list(lines: Sequence[Line], marks: Sequence[str], first: int) -> int:
    """Where the list ends whose first item stands there; 0 for a single item. What an item goes on with in
    sentences of its own, in its paragraph, stands between it and the next."""
    mark, last, count = marks[first], first, 1
    for place in range(first + 1, len(marks)):
        if marks[place] == mark:
            last, count = place, count + 1
        elif (
            mark in (FEW, _ROW)
            or place - last > _MOST_BETWEEN
            or not _goes_on(lines[place - 1], lines[place])
        ):
            break
    return last + 1 if count > 1 else 0


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a line is a further sentence of the item before it, and leads to nothing."""
    source = line.source
    if item_mark(line.text):  # of a list within the item
        return True
    ends = before.text.rstrip().endswith((".", "!", "?")) and not line.text.rstrip().endswith(":")
    return (
        ends
        and source.number == before.source.number
        and is_one_paragraph(source, before.sentence, line.sentence)
    )


def _items(
    request: PlanRequest, outlines: Sequence[Outline], places: Sequence[_Place], tools: PlanTools
) -> Generator[Event, None, _Items]:
    """Those that are items of what is asked for."""
    item = yield from read_item(request, tools)
    near = _nearness(item, places, tools)
    judged = _judged(item, outlines, places, tools)
    turns = chain.from_iterable(zip(np.argsort(-_in_turn(judged, near)), np.argsort(-near), strict=True))
    likeliest = list(dict.fromkeys(map(int, turns)))
    ranked = [(place, places[place].line.text) for place in likeliest]
    is_list: dict[_Place, bool] = {}  # by what leads to it

    def confirmed(chosen: Mapping[_Place, float]) -> list[list[_Place]]:
        lists = sorted(
            _lists(places, chosen), key=lambda one: -max(chosen.get(place, -np.inf) for place in one)
        )
        for one in lists[:_MOST_LISTS]:
            if one[0] not in is_list:
                is_list[one[0]] = is_list_of(item, [place.line.text for place in one], tools)
        return [one for one in lists if is_list.get(one[0])]

    def is_listed(odds: Mapping[int, float]) -> bool:
        return bool(confirmed({places[number]: one for number, one in odds.items() if one > 0}))

    standing = dict(enumerate(judged.tolist()))
    read = yield from read_lines(item, ranked, standing, is_listed, tools)
    if read is None:
        alike = near + np.float32(_BY_JUDGE) * judged
        found = [int(place) for place in np.argsort(-alike)[:_FOUND] if alike[place] >= _RESEMBLES]
        read = ReadLines({place: float(alike[place]) for place in found}, len(places), is_guessed=True)
    chosen = {places[place]: score for place, score in read.stating.items()}
    first = {places[place] for place in likeliest[:_FIRST]}
    lists = confirmed(chosen)
    whole = {place for lead, *rest in lists for place in (*rest, *({lead} & chosen.keys()))}
    beside: set[_Place] = set()
    for lead, *_ in lists:
        own = {place: score for place, score in chosen.items() if _document(place) == _document(lead)}
        if read.is_dense:  # the model says yes to most: what the document lists is surer
            beside |= own.keys()
        elif lead in first and lead in own and own[lead] >= max(own.values()) - _AS_SURE:
            # The document itself says that this is the list.
            beside |= {place for place, score in own.items() if score <= own[lead]}
    return _Items(whole | (chosen.keys() - beside), read)


def _in_turn(judged: Vectors, near: Vectors) -> Vectors:
    """By the judge where it could say anything."""
    return judged if judged.any() else near


def _document(place: _Place) -> str:
    return place.line.source.document.document_id


def _lists(places: Sequence[_Place], chosen: Container[_Place]) -> list[list[_Place]]:
    """The lists that documents make, and of which something is chosen: what leads to it, then its items."""
    found: dict[tuple[str, int], list[_Place]] = {}
    for place in places:
        document = place.line.source.document.document_id
        if (document, place.group) in found:  # it may lead to a list of its own, too
            found[document, place.group].append(place)
        if place.leads:
            found[document, place.leads] = [place]
    return [one for one in found.values() if any(place in chosen for place in one)]


def _batches(places: Sequence[_Place], tools: PlanTools) -> Iterator[Sequence[_Place]]:
    """So many at a time that Stop need not wait for all of them."""
    for start in range(0, len(places), _BATCH):
        tools.cancel.check()
        yield places[start : start + _BATCH]


def _nearness(item: Item, places: Sequence[_Place], tools: PlanTools) -> Vectors:
    """How near each line comes by its meaning, of shape (lines,): 0 for an ordinary, 1 for the nearest."""
    wanted = tools.embedder.embed_query(item.text)
    vectors = [
        tools.embedder.embed([place.line.text for place in batch]) for batch in _batches(places, tools)
    ]
    cosines = np.concatenate(vectors) @ wanted
    ordinary = np.float32(np.median(cosines))
    near: Vectors = (cosines - ordinary) / np.float32(max(float(cosines.max() - ordinary), 1e-6))
    return near


def _judged(item: Item, outlines: Sequence[Outline], places: Sequence[_Place], tools: PlanTools) -> Vectors:
    """In standard deviations above the ordinary line, of shape (lines,); zeros in a language that the judge
    does not have, and where it fails."""
    has = {
        outline.document.document_id
        for outline in outlines
        if all(reads(tools.judge.name, code) for code in (item.language, outline.document.language or "en"))
    }
    judged = [place for place, one in enumerate(places) if _document(one) in has]
    scores: list[float] = []
    try:
        for batch in _batches([places[place] for place in judged], tools):
            scores += tools.judge.answers(item.text, [place.read for place in batch])
    except ModelError as error:
        log.warning("items of a list are found by their meaning alone: %s", error)
        scores = []
    standing: Vectors = np.zeros(len(places), dtype=np.float32)
    if scores:
        found = np.asarray(scores, dtype=np.float32)
        standing[judged] = (found - np.median(found)) / np.float32(max(float(found.std()), 1e-6))
    return standing
