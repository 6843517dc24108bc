"""Figures that a question asks of tables, in an agent run: read once, under numbers that nothing else has.

They are read from whole pages of what was found, which no model sees; the pages that they rest on can be
cited once a figure stands in an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.answer.asking.question_parts import parts_of
from core.answer.sources import Source, numbered
from core.answer.statements import DraftStatement
from core.errors import KnownError

log = logging.getLogger(__name__)


def read_figures(state: AgentState, tools: AgentTools) -> None:
    """Fill `state.figures` and `state.tables`, if the question or a part of it asks for a figure.

    A figure whose pages were not opened is none: what is cited has been opened. What is opened later gets
    numbers behind those of the pages, so a figure's citations name its own pages whatever happens after this.
    """
    opened = {source.chunk.chunk_id for source in state.opened}
    found, pages = _found(state, tools)
    by_number = {page.number: page for page in pages}
    found = {
        question: figure
        for question, figure in found.items()
        if all(by_number[number].chunk.chunk_id in opened for number in figure.citations)
    }
    cited = {number for figure in found.values() for number in figure.citations}
    used = [page for page in pages if page.number in cited]
    free = {page.number: number for number, page in enumerate(used, state.next_number)}
    state.tables = tuple(numbered(page, free[page.number]) for page in used)
    state.figures = {question: _renumbered(figure, free) for question, figure in found.items()}


def unopened_page(state: AgentState, tools: AgentTools) -> int:
    """The number of the listed result on whose page a figure stands that is not open yet; 0 without one."""
    found, pages = _found(state, tools)
    cited = {number for figure in found.values() for number in figure.citations}
    opened = {source.chunk.chunk_id for source in state.opened}
    for page in pages:
        if page.number in cited and page.chunk.chunk_id not in opened:
            return state.number_of(page.chunk.chunk_id)
    return 0


def _found(state: AgentState, tools: AgentTools) -> tuple[dict[str, DraftStatement], tuple[Source, ...]]:
    """For the question or its parts the statement with its figure, and the pages of all results.

    A page is known by an opened chunk of it where there is one. Where the library cannot be read there is no
    figure; that is logged.
    """
    demanded = state.constraints
    asked = [part.standing for part in parts_of(state.question)] or [state.question]
    if demanded.required_sections or demanded.requires_exact_quote:
        return {}, ()
    opened = {source.chunk.chunk_id for source in state.opened}
    hits = sorted((listed.hit for listed in state.results), key=lambda hit: hit.chunk.chunk_id not in opened)
    try:
        pages = tools.table_pages(hits)
        read = {question: tools.figures.read(question, pages).statements for question in asked if pages}
    except KnownError as error:
        log.warning("no figure is read from tables: %s", error)
        return {}, ()
    # Several figures the model lists itself, from what it opened.
    return {question: drafts[0] for question, drafts in read.items() if len(drafts) == 1}, pages


def _renumbered(figure: DraftStatement, numbers: Mapping[int, int]) -> DraftStatement:
    return replace(
        figure,
        citations=tuple(numbers[number] for number in figure.citations),
        labels=tuple(_relabelled(figure.labels, numbers)),
    )


def _relabelled(labels: Iterable[str], numbers: Mapping[int, int]) -> Iterable[str]:
    for label in labels:
        number, _, sentence = label.partition(".")
        yield f"{numbers[int(number)]}.{sentence}"
