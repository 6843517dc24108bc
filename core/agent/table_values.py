"""Figures that a question asks of tables, in an agent run, read from whole pages of what was found."""

from __future__ import annotations

import logging
from dataclasses import replace

from core.agent.state import AgentState
from core.agent.tools import AgentTools
from core.answer.figures.figure_answers import FigureAnswer
from core.answer.sources import Source, numbered
from core.answer.statements import renumbered
from core.errors import KnownError

log = logging.getLogger(__name__)


def figures_of(state: AgentState, tools: AgentTools) -> tuple[dict[str, FigureAnswer], tuple[Source, ...]]:
    """For the parts that ask for one the figure, and the pages that it rests on, under numbers of their own.

    A page is known by an opened chunk of it where there is one. Where the library cannot be read there is no
    figure; that is logged.
    """
    if state.constraints.requires_exact_quote:
        return {}, ()
    opened = {source.chunk.chunk_id for source in state.opened}
    hits = sorted((listed.hit for listed in state.results), key=lambda hit: hit.chunk.chunk_id not in opened)
    try:
        pages = tools.table_pages(hits)
        read = {part.standing: tools.figures.read(part.standing, pages) for part in state.parts if pages}
    except KnownError as error:
        log.warning("no figure is read from tables: %s", error)
        return {}, ()
    figures = {asked: figure for asked, figure in read.items() if figure.statements}
    cited = {number for figure in figures.values() for one in figure.statements for number in one.citations}
    used = [page for page in pages if page.number in cited]
    free = {page.number: number for number, page in enumerate(used, state.next_number)}
    shown = {
        asked: replace(figure, statements=tuple(renumbered(one, free) for one in figure.statements))
        for asked, figure in figures.items()
    }
    return shown, tuple(numbered(page, free[page.number]) for page in used)
