"""Everything of one sort: every sentence and row in scope is looked at, and those that are items are copied.

A model says what one item is (`core.plans.listed_items`). By that the judge and the embedder rank all lines,
and the model reads the likeliest. A list that the document itself makes ("one of the following: …") is taken
as a whole.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from core.errors import ModelError
from core.events import Event
from core.judge.calibration import reads
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import Line, Outline, item_mark
from core.plans.listed_items import is_list_of, read_item, stating
from core.plans.scope_reading import documents_of, named_sections
from core.plans.translating import in_language
from core.search.base import Vectors
from core.types import SearchHit

_MOST_LINES = 2000  # that are looked at one by one; of more, those around what the search found
_BATCH = 64  # of them, between two looks at Stop
_MOST_DOCUMENTS = 4
_READ = 32  # lines that the model reads
_FIRST, _AS_SURE = 8, 0.5  # of what is read, and below the highest log-odds: there a line leads to the list
_RESEMBLES = 0.8  # of the way from an ordinary line to the nearest one: an item, where no model reads
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


def list_all(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """Every item that the documents have, copied, in their order. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS if request.document_ids else 1)
    every = [place for outline in outlines for place in _places(request, outline)]
    places = _best_found(every, hits)
    if not places:
        return PlanResult()
    chosen = yield from _items(request, outlines, places, tools)
    groups = renumbered([place.line] for place in places if place in chosen)
    drafts = yield from in_language(request, groups, tools)
    names = ", ".join(outline.document.filename for outline in outlines)
    told: dict[str, object] = {"looked": len(places), "sentences": len(every), "files": names}
    code = "looked_at" if len(places) == len(every) else "looked_at_best"
    return PlanResult(tuple(drafts), sources_of(groups), ((code, told),))


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
        marks = [item_mark(line.text) for line in section.lines]
        for place, line in enumerate(section.lines):
            behind = marks[place + 1] if place + 1 < len(marks) else ""
            free = not (marks[place] and marks[place] == mark) or line.text.endswith(":")
            begins = (
                free and behind not in ("", marks[place]) and marks[place + 1 : place + 3] == [behind] * 2
            )
            belongs = group if marks[place] and marks[place] == mark else 0
            found.append(_Place(line, section.heading, belongs, group + 1 if begins else 0))
            if begins:
                group, mark = group + 1, behind
            elif not marks[place]:
                mark = mark if belongs else ""
    return found


def _items(
    request: PlanRequest, outlines: Sequence[Outline], places: Sequence[_Place], tools: PlanTools
) -> Generator[Event, None, set[_Place]]:
    """Those that are items of what is asked for."""
    item = yield from read_item(request, tools)
    near = _nearness(item, places, tools)
    judged = _judged(item, outlines, places, tools)
    by_judge = judged if judged.any() else near
    turns = chain.from_iterable(zip(np.argsort(-by_judge), np.argsort(-near), strict=True))
    likeliest = list(dict.fromkeys(map(int, turns)))[:_READ]
    texts = {place: places[place].line.text for place in likeliest}
    kept = yield from stating(item, texts, dict(enumerate(judged.tolist())), tools)
    if kept is None:
        kept = {place: 0.0 for place in likeliest if near[place] >= _RESEMBLES}
    chosen = {places[place]: odds for place, odds in kept.items()}
    lists = [one for one in _lists(places, chosen) if is_list_of(item, [p.line.text for p in one], tools)]
    whole = {place for lead, *rest in lists for place in (*rest, *({lead} & chosen.keys()))}
    first = {places[place] for place in likeliest[:_FIRST]}
    surest = max(chosen.values(), default=0.0)
    if any(lead in first and chosen.get(lead, -np.inf) >= surest - _AS_SURE for lead, *_ in lists):
        return whole  # the document itself says that this is the list
    return {*chosen, *whole}


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


def _nearness(item: str, places: Sequence[_Place], tools: PlanTools) -> Vectors:
    """How near each line comes by its meaning, of shape (lines,): 0 for an ordinary, 1 for the nearest."""
    wanted = tools.embedder.embed_query(item)
    vectors = [
        tools.embedder.embed([place.line.text for place in batch]) for batch in _batches(places, tools)
    ]
    cosines = np.concatenate(vectors) @ wanted
    ordinary = np.float32(np.median(cosines))
    near: Vectors = (cosines - ordinary) / np.float32(max(float(cosines.max() - ordinary), 1e-6))
    return near


def _judged(item: str, outlines: Sequence[Outline], places: Sequence[_Place], tools: PlanTools) -> Vectors:
    """In standard deviations above the ordinary line, of shape (lines,); zeros where the judge does not have
    the language, or fails."""
    scores: list[float] = []
    try:
        if all(reads(tools.judge.name, outline.document.language or "en") for outline in outlines):
            for batch in _batches(places, tools):
                scores += tools.judge.answers(item, [place.read for place in batch])
    except ModelError as error:
        log.warning("items of a list are found by their meaning alone: %s", error)
        scores = []
    found = np.asarray(scores or [0.0] * len(places), dtype=np.float32)
    judged: Vectors = (found - np.median(found)) / np.float32(max(float(found.std()), 1e-6))
    return judged
