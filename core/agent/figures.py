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
from core.answer.figures.answers import figure_statements
from core.answer.figures.requests import figure_request
from core.answer.parts import parts_of
from core.answer.sources import numbered
from core.answer.statements import DraftStatement
from core.errors import KnownError

log = logging.getLogger(__name__)


def read_figures(state: AgentState, tools: AgentTools) -> None:
    """Fill `state.figures` and `state.tables`, if the question or a part of it asks for a figure.

    Where the library cannot be read there is no figure; that is logged. What is opened later gets numbers
    behind those of the pages, so a figure's citations name its own pages whatever happens after this.
    """
    demanded = state.constraints
    asked = [part.standing for part in parts_of(state.question)] or [state.question]
    wanted = [question for question in asked if figure_request(question)]
    if demanded.required_sections or demanded.requires_exact_quote or not wanted:
        return
    try:
        pages = tools.table_pages([listed.hit for listed in state.results])
    except KnownError as error:
        log.warning("no figure is read from tables: %s", error)
        return
    found = {
        question: statements[0] for question in wanted if (statements := figure_statements(question, pages))
    }
    cited = {number for figure in found.values() for number in figure.citations}
    used = [page for page in pages if page.number in cited]
    free = {page.number: number for number, page in enumerate(used, state.next_number)}
    state.tables = tuple(numbered(page, free[page.number]) for page in used)
    state.figures = {question: _renumbered(figure, free) for question, figure in found.items()}


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
