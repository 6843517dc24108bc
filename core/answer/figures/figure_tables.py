"""Where the tables stand that hold a figure: documents that are meant, what to search for. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.figures.document_naming import is_named
from core.answer.figures.formulas import Item, items_of
from core.answer.figures.lexicon import lexicon
from core.answer.figures.requests import FigureRequest
from core.answer.sources import Source
from core.search.concepts import load_concepts
from core.text.textspan import is_table_row

MOST_DOCUMENTS = 3


def searches_of(request: FigureRequest) -> tuple[str, ...]:
    """One text to search with for each statement that holds line items of the request.

    Of a row that no statement is known to have the search for the question finds as much.
    """
    named: dict[str, dict[str, None]] = {}
    for formula in request.formulas:
        for item in items_of(formula):
            if known := lexicon().item(item.words):
                named.setdefault(known.role, {})[known.names[0]] = None
    roles = load_concepts().roles
    years = " ".join(str(year) for year in sorted({*request.years, *_years_of(request)}))
    return tuple(
        f"What is {', '.join(names)} {years}? {roles[role].headings[0] if role in roles else ''}".strip()
        for role, names in named.items()
    )


def meant_documents(request: FigureRequest, sources: Sequence[Source]) -> tuple[str, ...]:
    """Ids of the documents that the question may mean, the best found first; none if these are too many."""
    found = dict.fromkeys(
        source.document.document_id
        for source in sources
        if is_named(request.unexplained, [other for other in sources if other.document == source.document])
    )
    return tuple(found) if len(found) <= MOST_DOCUMENTS else ()


def has_rows(source: Source) -> bool:
    """Whether a row of a table stands in it."""
    return any(is_table_row(sentence.text) for sentence in source.sentences)


def _years_of(request: FigureRequest) -> set[int]:
    items: list[Item] = [item for formula in request.formulas for item in items_of(formula)]
    return {item.year or request.years[-1] + item.offset for item in items}
