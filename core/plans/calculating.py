"""A figure over a column of a table, or over quantities of sentences: chosen by the model, computed exactly.

The program says what was computed of which rows, with each cell cited, so that a wrong choice can be seen. It
is answered only where the request's own figures, times and names all go into the computation, and the model
holds the computation for an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from core.answer.calculated.combined import Part, sentence_of_both
from core.answer.calculated.computing import Choice, Computed, Refused, compute
from core.answer.calculated.drawn_grids import drawn_grids
from core.answer.calculated.grid import Grid, grids_in
from core.answer.calculated.quantity_rows import quantity_grid
from core.answer.calculated.request_values import is_accounted_for, says_something
from core.answer.calculated.told import sentence_of
from core.answer.judged_sentences import judge_sentences
from core.answer.sources import SourceSentence
from core.answer.statements import DraftStatement
from core.errors import ModelError
from core.events import Event
from core.llm.base import NO_LOG_ODDS, ChatModel
from core.plans.base import Notices, PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.choosing_computations import chosen, left_out, odds
from core.plans.document_outline import Line, Outline
from core.plans.figure_forms import Form, figures_asked, form_asked
from core.plans.scope_reading import documents_of, sections_asked
from core.search.concepts import words
from core.search.drawn_cells import DrawnCell
from core.types import SearchHit, Span

_MOST_DOCUMENTS = 2
_NEAREST_HITS = 3  # whose quantities count beside those of the section that is asked about
_BEST_SENTENCES, _TWO = 2, 2
_BEST_HITS = 5  # of the search, one of which is of the table
SURELY_A_FIGURE = 0.3  # by so much another kind may be likelier where quantities stand in sentences
_PAGES_AROUND = 5  # that a table may go on over
_MOST_GRIDS = 3  # that the model is asked about
_MOST_ROWS = 400  # that an answer cites
_LEAST_ODDS = 0.4  # of eight requests that no table answers the likeliest had 0.12
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Answer:
    grid: Grid
    done: Computed | Refused
    odds: float


def calculate(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """One figure, or the rows that fulfil a condition; nothing where no model can choose. See `Plan`."""
    if tools.model is None:
        return PlanResult()
    outlines, hits = yield from documents_of(request, tools, _MOST_DOCUMENTS)
    if not outlines:
        return PlanResult()
    found = {hit.chunk.chunk_id for hit in hits[:_BEST_HITS]}
    grids = [grid for outline in outlines for grid in _tables(outline, found, tools)]
    figure = partial(_figure, grids=grids, outline=outlines[0], hits=hits, model=tools.model, tools=tools)
    form: Form = "one"
    if grids:
        try:
            form = form_asked(request.text, tools.model, tools)
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
    if form in ("several", "difference"):
        texts = yield from figures_asked(request.text, form, tools.model, tools)
        answers: list[_Answer | None] = []
        for text in texts:
            answers.append((yield from figure(replace(request, text=text))))
        told = _told_together(request, outlines, answers, is_difference=form == "difference")
        if told.drafts:
            return told
    best = yield from figure(request, is_share=form == "share")
    if best is None:
        return PlanResult()
    if isinstance(best.done, Refused):
        refused: Notices = ((best.done.code, best.done.values),)
        return PlanResult(notices=refused, is_final=True)  # no row says of itself that it is the highest
    german, part = request.language == "de", Part(best.grid, best.done)
    if form != "share":
        return _told(outlines, [(sentence_of(part.grid, part.done, german=german), [part])])
    of = _whole_of(part)
    share = "" if of is None else sentence_of_both(part, of, "share", german=german)
    if of is None or isinstance(share, Refused):
        return PlanResult()
    return _told(outlines, [(share, [part, of])])


def _whole_of(part: Part) -> Part | None:
    """What a sum or a number of rows is a part of: that of all rows; None where it may be another whole, as
    of those that fulfil one of two conditions."""
    choice = part.done.choice
    columns = {one.column for one in choice.conditions}
    if choice.act not in ("sum", "count") or len(columns) + bool(choice.rows) != 1:
        return None
    whole = _computed(part.grid, replace(choice, rows=(), conditions=()))
    is_part = isinstance(whole, Computed) and {*part.done.rows} < {*whole.rows}
    return Part(part.grid, whole) if isinstance(whole, Computed) and is_part else None


def _figure(
    request: PlanRequest,
    *,
    is_share: bool = False,
    grids: Sequence[Grid],
    outline: Outline,
    hits: Sequence[SearchHit],
    model: ChatModel,
    tools: PlanTools,
) -> Generator[Event, None, _Answer | None]:
    """A single figure over one of the tables, or over quantities of sentences; `is_share`: which part of a
    whole it is."""
    best = yield from _best(request, _nearest(request, grids, tools), model, tools, is_share=is_share)
    told = tools.kinds.kind_of(request.text)
    if best is None and (told.short_of_figure <= SURELY_A_FIGURE or not told.scores):
        sections = yield from sections_asked(request, outline, hits, tools)
        nearest = {hit.chunk.chunk_id for hit in hits[:_NEAREST_HITS]}
        lines = [
            line.sentence
            for section in outline.sections
            for line in section.lines
            if section in sections or line.source.chunk.chunk_id in nearest
        ]
        heading, of = sections[0].heading if sections else "", outline.document.language
        grid = quantity_grid(heading, lines, of)
        best = yield from _best(request, [grid] if grid else [], model, tools, is_share=is_share)
        between = quantity_grid("", _likeliest(request, outline, hits, tools), of) if best is None else None
        if between is not None and len(between.rows) == _TWO:
            few = yield from _best(request, [between], model, tools, is_share=is_share)
            done = few.done if few is not None else None
            best = few if isinstance(done, Computed) and done.choice.act == "difference" else None
    return best


def _likeliest(
    request: PlanRequest, outline: Outline, hits: Sequence[SearchHit], tools: PlanTools
) -> list[SourceSentence]:
    """The sentences that most likely answer: of a few quantities a model finds the two that differ."""
    found = {hit.chunk.chunk_id for hit in hits}
    sources = [source for source in outline.sources if source.chunk.chunk_id in found]
    judged = judge_sentences(request.text, request.language, sources, tools.judge, _BEST_SENTENCES)
    return [one.sentence for one in judged.sentences]


def _tables(outline: Outline, found: Container[str], tools: PlanTools) -> list[Grid]:
    """The tables of a document of which the search found a row, and that were read as a whole."""
    sources = {source.number: source for source in outline.sources}
    document_id = outline.document.document_id
    in_part = {page for problem in outline.document.problems for page in problem.pages}
    if outline.document.unchecked_pages:  # what they have is held back
        return []

    def is_found(grid: Grid) -> bool:
        whole = in_part.isdisjoint(row.sentence.page for row in grid.rows)
        return whole and any(sources[row.sentence.citation].chunk.chunk_id in found for row in grid.rows)

    def place_of(span: Span) -> str:
        return tools.retriever.locate(document_id, [span]).place

    def cells_of(page: int, spans: Sequence[Span]) -> Sequence[tuple[DrawnCell, ...]]:
        return tools.retriever.drawn_cells(document_id, page, spans)

    if outline.document.format != "pdf":
        grids = grids_in(outline.title, list(sources.values()), place_of)
    else:
        pages = {source.page for source in sources.values() if source.chunk.chunk_id in found}
        near = [
            source
            for source in sources.values()
            if any(abs(source.page - page) <= _PAGES_AROUND for page in pages)
        ]
        grids = drawn_grids(outline.title, near, cells_of)
    return [grid for grid in grids if is_found(grid)]


def _nearest(request: PlanRequest, grids: Sequence[Grid], tools: PlanTools) -> list[Grid]:
    """Those whose names of columns and rows come nearest to the request."""
    if len(grids) <= _MOST_GRIDS:
        return list(grids)
    texts = [
        " ".join((grid.title, *grid.names, *(grid.name_of(row) for row in range(min(8, len(grid.rows))))))
        for grid in grids
    ]
    near = tools.embedder.embed(texts) @ tools.embedder.embed_query(request.text)
    order = sorted(range(len(grids)), key=lambda place: -near[place])
    return [grids[place] for place in order[:_MOST_GRIDS]]


def _best(
    request: PlanRequest, grids: Sequence[Grid], model: ChatModel, tools: PlanTools, *, is_share: bool
) -> Generator[Event, None, _Answer | None]:
    """The computation that the model holds for the answer, else why one was refused; None for neither."""
    found: list[_Answer] = []
    refused: _Answer | None = None
    try:
        out = left_out(request.text, model, tools) if grids else 0.0
        for grid in grids:
            choice = yield from chosen(request, grid, out, model, tools, is_share=is_share)
            if isinstance(choice, Refused):
                refused = refused or _Answer(grid, choice, 0.0)
                continue
            if choice is None or not says_something(choice):
                continue
            choice = _of_named_column(request.text, grid, choice)
            if not is_accounted_for(request.text, grid, choice):
                continue
            likely = odds(request.text, grid, choice, model, tools, is_share=is_share)
            if likely >= _LEAST_ODDS:
                found.append(_Answer(grid, _computed(grid, choice), likely))
    except ModelError as error:
        if error.code != NO_LOG_ODDS:
            raise
        log.warning("no figure is computed from tables: %s", error)
        return None
    return max(found, key=lambda one: one.odds, default=refused)


def _of_named_column(request: str, grid: Grid, choice: Choice) -> Choice:
    """The computation; where the request does not name the column that was chosen, and names one other that
    no condition is about, of that: "votes for"."""
    asked = set(words(request))
    beside = {grid.label, *(one.column for one in choice.conditions)}
    named = [
        place
        for place, name in enumerate(grid.names)
        if place not in beside and grid.has_figures(place) and words(name) and {*words(name)} <= asked
    ]
    is_other = grid.head is not None and choice.column >= 0 and len(named) == 1
    is_named = choice.column >= 0 and bool(asked & {*words(grid.names[choice.column])})
    return replace(choice, column=named[0]) if is_other and not is_named else choice


def _computed(grid: Grid, choice: Choice) -> Computed | Refused:
    done = compute(grid, choice)
    if isinstance(done, Computed) and len(done.looked) > _MOST_ROWS:
        return Refused("too_many_rows", {"count": len(done.looked), "most": _MOST_ROWS})
    return done


def _told_together(
    request: PlanRequest,
    outlines: Sequence[Outline],
    answers: Sequence[_Answer | None],
    *,
    is_difference: bool,
) -> PlanResult:
    """Each figure in a statement of its own, or both with their difference in one; nothing where one is
    missing: the request is read as a whole then."""
    german = request.language == "de"
    found = [
        Part(one.grid, one.done) for one in answers if one is not None and isinstance(one.done, Computed)
    ]
    if len(found) < len(answers) or len(found) < 2:
        return PlanResult()
    if not is_difference:
        return _told(outlines, [(sentence_of(one.grid, one.done, german=german), [one]) for one in found])
    text = sentence_of_both(found[0], found[1], "difference", german=german)
    return PlanResult() if isinstance(text, Refused) else _told(outlines, [(text, found)])


def _told(outlines: Sequence[Outline], told: Sequence[tuple[str, Sequence[Part]]]) -> PlanResult:
    """Statements that cite the heads of their tables and each row that was looked at."""
    sources = {source.number: source for outline in outlines for source in outline.sources}
    told = [(text, parts) for text, parts in told if text]
    cited = [list(dict.fromkeys(one for part in parts for one in _cited(part))) for _, parts in told]
    groups = renumbered([[Line(sources[one.citation], one) for one in own] for own in cited])
    drafts = []
    for (text, parts), own, lines in zip(told, cited, groups, strict=True):
        again = {old.label: line.sentence.label for old, line in zip(own, lines, strict=True)}
        operands = tuple(
            (again[part.grid.rows[row].sentence.label], part.grid.rows[row].cells[_column(part)])
            for part in parts
            for row in part.done.rows
        )
        citations = tuple(dict.fromkeys(line.sentence.citation for line in lines))
        labels = tuple(line.sentence.label for line in lines)
        drafts.append(DraftStatement(text, citations, labels, operands=operands))
    return PlanResult(tuple(drafts), sources_of(groups))


def _cited(part: Part) -> Iterator[SourceSentence]:
    grid, done = part.grid, part.done
    if grid.head:
        yield grid.head
    yield from (grid.rows[row].sentence for row in (done.looked if done.choice.act == "count" else done.rows))


def _column(part: Part) -> int:
    """The column whose cells are shown: the computed one, or the one that was tested."""
    choice = part.done.choice
    if choice.column >= 0:
        return choice.column
    return choice.conditions[0].column if choice.conditions else part.grid.label
