"""Everything of one sort: every sentence and row in scope is looked at, and those that are items are copied.

What an item looks like a model says first, in example sentences; the embedder finds what resembles them, the
judge what answers the request, and the model reads each of those once. A list that the document itself makes
("one of the following: …") is taken as a whole.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.answer.asking.injection import unfenced
from core.answer.asking.question_language import LANGUAGE_NAMES
from core.errors import ModelError
from core.events import DraftDelta, Event
from core.llm.base import NO, NO_LOG_ODDS, YES, GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import Line, Outline, item_mark
from core.plans.scope_reading import documents_of, named_sections
from core.plans.translating import in_language
from core.search.base import Vectors
from core.types import SearchHit

_MOST_LINES = 2000  # that are looked at one by one; of more, those around what the search found
_BATCH = 64  # of them, between two looks at Stop
_MOST_DOCUMENTS = 4
_READ = 16  # sentences that the model reads at once, twice at most
_FEW = 14  # lines in scope, of which it reads all
_BY_JUDGE = 6  # of these, by how well they answer the request
_RESEMBLES = 0.4  # of the way from an ordinary sentence to the one that resembles the examples most
_SURELY = 0.8  # where no model reads it once more
_EXAMPLES = 4
_LONGEST = 500  # characters of a sentence that the model reads
_IMAGINE = (
    "You help to search a document. Write {count} short, different example sentences as they could stand in "
    "it, each with one item of what the user asks for. Write in {language}."
)
_IMAGINED = "Request: {request}"
_CHECK = (
    'A user wants this from a document: "{request}" You are shown one sentence of the document at a time. '
    "Does the sentence contain an item of that list? Answer Yes or No."
)
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
    vectors = np.concatenate(
        [tools.embedder.embed([place.line.text for place in batch]) for batch in _batches(places, tools)]
    )
    examples = yield from _examples(request, outlines, tools)
    near = _resemblance(
        vectors, examples if len(examples) else tools.embedder.embed_query(request.text)[None]
    )
    answering = _answering(request, outlines, places, tools)[:_BY_JUDGE]
    read = _to_read(near, answering, frozenset())
    kept = yield from _confirmed(request, places, read, tools)
    if kept is None:
        kept = {place: 0.0 for place in read if near[place] >= _SURELY}
    elif len(kept) > 1:  # what resembles the items that were found is read, too
        again = _to_read(_resemblance(vectors, vectors[list(kept)]), [], frozenset(read))
        kept |= (yield from _confirmed(request, places, again, tools)) or {}
    chosen = {places[place]: odds for place, odds in kept.items()}
    lists = {place.leads for place in chosen if place.leads}
    of_lists = {place for place in places if place.group and place.group in lists}
    leads = {place for place in chosen if place.leads}
    others = [odds for place, odds in chosen.items() if place not in of_lists | leads]
    if of_lists and max(chosen[place] for place in leads) >= max(others, default=0.0):
        return leads | of_lists  # the document itself says that this is the list
    return {*chosen, *of_lists}


def _batches(places: Sequence[_Place], tools: PlanTools) -> Iterator[Sequence[_Place]]:
    """So many at a time that Stop need not wait for all of them."""
    for start in range(0, len(places), _BATCH):
        tools.cancel.check()
        yield places[start : start + _BATCH]


def _to_read(near: Vectors, answering: Sequence[int], known: Container[int]) -> list[int]:
    """The lines that most likely are items, and were not read before; all of a few."""
    if len(near) <= _FEW:
        return [place for place in range(len(near)) if place not in known]
    wanted = [*answering, *map(int, np.argsort(-near))]
    fit = [place for place in dict.fromkeys(wanted) if near[place] >= _RESEMBLES and place not in known]
    return fit[:_READ]


def _examples(
    request: PlanRequest, outlines: Sequence[Outline], tools: PlanTools
) -> Generator[Event, None, Vectors]:
    """The vectors of sentences that a model imagines; none without one."""
    if tools.model is None:
        return np.zeros((0, tools.embedder.dimensions), dtype=np.float32)
    language = LANGUAGE_NAMES.get(outlines[0].document.language, "English")
    system = _IMAGINE.format(count=_EXAMPLES, language=language)
    asked = _IMAGINED.format(request=request.text)
    rows = ' "\\n" '.join(f'"{number}. " row' for number in range(1, _EXAMPLES + 1))
    generation = GenerationRequest(
        (Message("system", system), Message("user", asked)),
        max_tokens=40 * _EXAMPLES,
        temperature=tools.settings.temperature,
        grammar=Grammar(gbnf=f"root ::= {rows}\nrow ::= [^\\n]{{8,120}}"),
    )
    done = yield from call_model(
        tools.model, generation, "examples", tools.stamp, tools.cancel, meter=tools.meter
    )
    return tools.embedder.embed(
        [row.partition(". ")[2].strip() or row for row in done.text.splitlines() if row.strip()]
        or [request.text]
    )


def _resemblance(vectors: Vectors, examples: Vectors) -> Vectors:
    """How much each line resembles the examples: 0 for an ordinary one, 1 for the one that does most.

    Args:
        vectors: of shape (lines, dimensions); `examples` likewise. Both of unit length.
    """
    cosines = vectors @ examples.T
    near = (cosines.max(1) + cosines.mean(1)) / 2
    ordinary = float(np.median(near))
    found: Vectors = (near - ordinary) / max(float(near.max()) - ordinary, 1e-6)
    return found


def _answering(
    request: PlanRequest, outlines: Sequence[Outline], places: Sequence[_Place], tools: PlanTools
) -> list[int]:
    """The lines in the order of how well they answer, where the judge has their language."""
    if not all(one.is_in_language_of(request.text) for one in outlines):
        return []
    try:
        scores = [
            score
            for batch in _batches(places, tools)
            for score in tools.judge.answers(request.text, [place.read for place in batch])
        ]
    except ModelError as error:
        log.warning("items of a list are found by their meaning alone: %s", error)
        return []
    return sorted(range(len(places)), key=lambda place: -scores[place])


def _confirmed(
    request: PlanRequest, places: Sequence[_Place], read: Sequence[int], tools: PlanTools
) -> Generator[Event, None, dict[int, float] | None]:
    """Those that the model takes for items, with its log-odds; None where there is no model, or one that
    gives no probabilities.

    Raises:
        core.errors.ModelError: the model failed otherwise.
    """
    if tools.model is None:
        return None
    system = Message("system", _CHECK.format(request=request.text))
    kept: dict[int, float] = {}
    for place in read:
        text = unfenced(places[place].line.text)
        asked = Message("user", text[:_LONGEST])
        try:
            yes, no = tools.model.choose((system, asked), (YES, NO), tools.cancel, kept=1)
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
            log.warning("items of a list are not read once more: %s", error)
            return None
        if yes > no:
            kept[place] = yes - no
            yield tools.stamp(DraftDelta, text=f"- {text}\n", attempt=1)
    return kept
