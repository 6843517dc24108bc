"""Where the tables stand that may hold a figure, and what to search for. Pure functions."""

from __future__ import annotations

from core.answer.figures.figure_questions import FigureQuestion
from core.answer.figures.formulas import items_of
from core.answer.figures.lexicon import lexicon
from core.answer.figures.requests import figure_request
from core.answer.figures.table_columns import columns_at_end
from core.answer.sources import Source
from core.search.concepts import load_concepts
from core.text.textspan import is_table_row

MOST_DOCUMENTS = 3


def searches_of(asked: FigureQuestion) -> tuple[str, ...]:
    """The question, and one text for each statement that holds line items it names."""
    request = figure_request(asked.text)
    formulas = request.formulas if request is not None else ()
    names = [asked.text, *(item.words for formula in formulas for item in items_of(formula))]
    known: dict[str, dict[str, None]] = {}
    for _, _, key in (found for name in names for found in lexicon().named_in(name)):
        if (item := lexicon().items.get(key)) is not None:
            known.setdefault(item.role, {})[item.names[0]] = None
    roles = load_concepts().roles
    years = " ".join(map(str, asked.years))
    statements = (
        f"What is {', '.join(own)} {years}? {roles[role].headings[0] if role in roles else ''}".strip()
        for role, own in known.items()
    )
    return (asked.text, *statements)


def has_columns(source: Source) -> bool:
    """Whether a line of years stands in it that may be the heads of columns."""
    return any(columns_at_end([sentence.text]) is not None for sentence in source.sentences)


def has_rows(source: Source) -> bool:
    """Whether a row of a table stands in it."""
    return any(is_table_row(sentence.text) for sentence in source.sentences)
