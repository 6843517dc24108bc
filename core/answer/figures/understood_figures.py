"""The figure of a question of which every word is understood, from the cells of tables; none in any doubt.

Pure functions over sources, in milliseconds. What is written passes the check that every statement has to, or
is not given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.answer.confidence import VERIFIED
from core.answer.figures.document_naming import is_named
from core.answer.figures.formulas import Formula, Item, dated, evaluate, items_of, replaced, undated
from core.answer.figures.requests import FigureRequest, figure_request
from core.answer.figures.statement_rows import FoundCell, Rows
from core.answer.figures.value_sentences import development_text, equation_text, value_text
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.judge.base import AnswerJudge


def understood_figure(
    question: str, sources: Sequence[Source], judge: AnswerJudge
) -> tuple[DraftStatement, ...]:
    """The figure that is asked for, read or calculated; empty where the question asks for none, or in doubt.

    Of several documents that may be meant all must give the same answer.
    """
    request = figure_request(question)
    if request is None:
        return ()
    found: list[DraftStatement] = []
    documents = dict.fromkeys(source.document.document_id for source in sources)
    for document_id in documents:
        own = [source for source in sources if source.document.document_id == document_id]
        if not is_named(request.unexplained, own):
            continue
        draft = _answer(question, request, Rows(own, judge))
        if draft is not None and judge_statement(draft, own, question).status in VERIFIED:
            found.append(draft)
    # A question that names nobody may mean any of them.
    if len({draft.text for draft in found}) != 1 or (not request.unexplained and len(found) < len(documents)):
        return ()
    return (found[0],)


def _answer(question: str, request: FigureRequest, rows: Rows) -> DraftStatement | None:
    for formula in request.formulas:
        draft = _of_formula(question, request, formula, rows)
        if draft is not None:
            return draft
    return None


def _of_formula(question: str, request: FigureRequest, formula: Formula, rows: Rows) -> DraftStatement | None:
    develops = request.kind in ("change", "direction")
    if develops and any(item.year or item.offset for item in items_of(formula)):
        return None  # a year of its own does not move with the others
    years = request.years if develops else request.years[-1:]
    cells: dict[Item, FoundCell] = {}
    read: list[Formula] = []
    for year in years:
        own = dated(formula, year)
        for item in items_of(own):
            found = rows.cell(item.words, item.year)
            if found is None:
                return None
            cells[item] = found
        read.append(own)
    if len({found.cell.german for found in cells.values()}) > 1:
        return None
    if request.kind == "value":
        (found,) = cells.values()
        if request.percent != found.cell.percent:
            return None
        return _draft(value_text(found.cell, request.wish, german=request.german), list(cells.values()))
    if not _go_together(cells):
        return None
    results = [evaluate(own, lambda item: _amount(cells[item])) for own in read]
    labels = {item: Item(cells[item].cell.label, item.year, 0, cells[item].unsigned) for item in cells}
    told = [replaced(own, lambda item: labels[item]) for own in read]
    if any(result is None for result in results) or any(
        "”" in one.words or "“" in one.words for one in labels.values()
    ):
        return None
    text = _text(question, request, told, [result for result in results if result is not None], cells)
    return _draft(text, list(cells.values())) if text else None


def _text(
    question: str,
    request: FigureRequest,
    told: Sequence[Formula],
    results: Sequence[Decimal],
    cells: dict[Item, FoundCell],
) -> str:
    shares = {found.cell.percent for found in cells.values()}
    percent = request.percent if request.kind == "result" else (request.percent and not request.amount)
    if request.kind in ("change", "direction"):
        # The change is told in percent; what changes is told as it is.
        percent = (request.percent and not isinstance(told[0], Item)) or shares == {True}
    amount = request.amount and not percent and shares == {False}
    scale = 0
    if amount or (isinstance(told[0], Item) and not percent):
        scale = (
            request.wish.scale
            if request.wish.scale > 1
            else min(found.cell.scale for found in cells.values())
        )
    if request.kind == "result":
        return equation_text(told[0], results[0], scale, request.wish, percent=percent, german=request.german)
    first, last = told
    if undated(first) != undated(last):
        return ""  # the rows of the two years are called differently, or one of them is negative
    change = request.kind == "change"
    if change and (results[0] <= 0 or results[1] < 0 or percent):
        return ""
    wish = replace(request.wish, percent=percent, places=request.wish.places if not (change or scale) else -1)
    positive = results[0] > 0 and results[1] >= 0
    return development_text(
        undated(first),
        (request.years[0], request.years[1]),
        (results[0], results[1]),
        scale,
        wish,
        percent=percent,
        by_places=request.wish.places if scale and positive else None,
        german=request.german,
    )


def _amount(found: FoundCell) -> Decimal:
    amount = found.cell.amount / 100 if found.cell.percent else found.cell.amount
    return abs(amount) if found.unsigned else amount


def _go_together(cells: dict[Item, FoundCell]) -> bool:
    """All in one unit: amounts with amounts."""
    return len({found.cell.percent for found in cells.values()}) == 1


def _draft(text: str, cells: Sequence[FoundCell]) -> DraftStatement:
    labels = dict.fromkeys(
        sentence.label for found in cells for sentence in (*found.row.heading, found.row.sentence)
    )
    numbers = sorted({found.row.source.number for found in cells})
    return DraftStatement(text, tuple(numbers), tuple(labels))
