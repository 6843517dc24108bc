"""The statements that answer a question for a figure, from cells of tables; none where anything is in doubt.

The one implementation for chat and agent. Over sources, in a fraction of a second. What is written passes the
check that every statement has to, or is not given.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answer.confidence import VERIFIED
from core.answer.figures.document_naming import is_named
from core.answer.figures.figure_questions import (
    FigureQuestion,
    accounted_for,
    asking_part,
    figure_question,
)
from core.answer.figures.formulas import (
    Formula,
    Item,
    Term,
    average,
    evaluate,
    items_of,
    undated,
)
from core.answer.figures.statement_rows import FoundCell, Rows
from core.answer.figures.understood_figures import understood_figure
from core.answer.figures.value_sentences import development_text, equation_text, value_text
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.cancel import CancelToken
from core.errors import ModelError
from core.judge.base import AnswerJudge
from core.judge.operations import Chosen, Operation, operation_of
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.types import Confidence

_log = logging.getLogger(__name__)
_Cells = tuple[FoundCell, ...]  # of one row, in the order of their years
LISTED: Operation = "years"  # true whatever is to be done with the figures
_WAYS: tuple[Operation, ...] = (LISTED, "larger")  # of one document, of two
_NO_ROW: tuple[Operation, ...] = ("none", "ratio")  # what one row cannot answer
_LEAST_CHANCE = 0.6  # from which on a model is believed
_TWO_YEARS: tuple[Operation, ...] = ("difference", "growth", "trend")


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """Statements that tell figures; none where none is meant. `confidence`: that they are what was asked."""

    statements: tuple[DraftStatement, ...] = ()
    confidence: Confidence = Confidence.LOW


class FigureReader:
    """Reads the figures that questions ask of tables. For one run; what a model said of a question is kept.

    Where no `model` says what is to be done with them, the figures themselves are listed.
    """

    def __init__(self, judge: AnswerJudge, model: ChatModel | None, cancel: CancelToken) -> None:
        self._judge = RunJudge(judge)  # the same rows are judged for every way to read them
        self._model = model
        self._cancel = cancel
        self._chosen: dict[str, Chosen | None] = {}

    def read(self, question: str, sources: Sequence[Source]) -> FigureAnswer:
        """The figure that is asked for, read or calculated from the tables in the sources.

        Where the judge fails there is none; that is logged.

        Raises:
            core.errors.Cancelled: after Stop.
        """
        try:
            return self._read(question, sources)
        except ModelError as error:
            _log.warning("no figure is read from tables: %s", error)
            return FigureAnswer()

    def _read(self, question: str, sources: Sequence[Source]) -> FigureAnswer:
        if understood := understood_figure(question, sources, self._judge):
            return FigureAnswer(understood, Confidence.HIGH)
        ways = {
            operation: figure_statements(question, operation, sources, self._judge) for operation in _WAYS
        }
        plain = next((drafts for drafts in ways.values() if drafts), ())
        if not plain:  # no row is meant: no need to ask what would be done with it
            return FigureAnswer()
        chosen = self._operation(question)
        if chosen is not None and chosen.chance >= _LEAST_CHANCE:
            if chosen.operation in _NO_ROW:
                return FigureAnswer()
            if found := figure_statements(question, chosen.operation, sources, self._judge):
                return FigureAnswer(found, Confidence.HIGH)
        return FigureAnswer(plain, Confidence.MEDIUM)

    def _operation(self, question: str) -> Chosen | None:
        if self._model is None:
            return None
        if question not in self._chosen:
            self._chosen[question] = operation_of(asking_part(question), self._model, self._cancel)
        return self._chosen[question]


def figure_statements(
    question: str, operation: Operation, sources: Sequence[Source], judge: AnswerJudge
) -> tuple[DraftStatement, ...]:
    """The figures that are asked for, read or calculated; empty where it asks for none, or in doubt.

    Of several documents that may be meant all must give the same answer, unless two are compared.

    Raises:
        core.errors.ModelError: the judge is missing or damaged.
    """
    asked = figure_question(question, operation)
    if asked is None:
        return ()
    by_document: dict[str, list[Source]] = {}
    for source in sources:
        by_document.setdefault(source.document.document_id, []).append(source)
    found: list[_Read] = []
    for own in by_document.values():
        naming = sources if operation == "larger" else own
        readings = [
            one
            for one in _Reading(asked, Rows(own, judge)).readings()
            if is_named(accounted_for(asked.left, one.told), naming)
            and all(judge_statement(draft, own, question).status in VERIFIED for draft in one.drafts)
        ]
        if readings:  # the one whose row itself says most of the question
            found.append(min(readings, key=lambda one: len(accounted_for(asked.left, one.told))))
    alone = [one for one in found if _names_one(asked, one, sources)]
    if operation == "larger" and len(alone) == 2 and all(len(one.cells) == 1 for one in alone):
        alone.sort(key=lambda one: -_amount(one.cells[0]))
        return tuple(draft for one in alone for draft in one.drafts)
    found = [one for one in found if is_named(accounted_for(asked.left, one.told), _own(one, sources))]
    alone = [one for one in found if one in alone]
    if len(alone) == 1:
        return alone[0].drafts
    named = [one for one in found if accounted_for(asked.left, one.told)]
    # A question that names nobody may mean any of them.
    meant = named or (found if len(found) == len(by_document) else [])
    texts = {tuple(draft.text for draft in one.drafts) for one in meant}
    return meant[0].drafts if len(texts) == 1 else ()


def _own(read: _Read, sources: Sequence[Source]) -> list[Source]:
    """All sources of the document that something was read from."""
    cited = {number for draft in read.drafts for number in draft.citations}
    document = next(source.document.document_id for source in sources if source.number in cited)
    return [source for source in sources if source.document.document_id == document]


def _names_one(asked: FigureQuestion, read: _Read, sources: Sequence[Source]) -> bool:
    """Whether a word of the question is one that only the document of what was read is called by."""
    own = _own(read, sources)
    others = [source for source in sources if source.document != own[0].document]
    return any(is_named((word,), own) and not is_named((word,), others) for word in asked.left)


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read from the rows of one document, and the texts that account for words of the question."""

    drafts: tuple[DraftStatement, ...]
    cells: _Cells
    told: tuple[str, ...]


class _Reading:
    """What a question asks, read from the rows of one document."""

    def __init__(self, asked: FigureQuestion, rows: Rows) -> None:
        self._asked = asked
        self._rows = rows

    def readings(self) -> Iterator[_Read]:
        """The surest first."""
        for cells, name in self._rows.cells(self._asked.text, self._years_of_row()):
            if drafts := self._of_row(cells):
                row = cells[0].row
                yield _Read(drafts, cells, (name, row.sentence.text, row.standing))

    def _years_of_row(self) -> tuple[int, ...]:
        """The years that are asked about, of a change with the one before; empty where the row has to say."""
        years = self._asked.years
        if self._asked.operation in _TWO_YEARS and len(years) == 1:
            return (years[0] - 1, years[0])
        return years

    def _of_row(self, cells: _Cells) -> tuple[DraftStatement, ...]:
        cells = tuple(sorted(cells, key=lambda found: found.cell.year))
        if not _go_together(cells):
            return ()
        operation, asked = self._asked.operation, self._asked
        if operation == "value" and not asked.years:
            cells = cells[-1:]  # the latest
        if operation in _TWO_YEARS and not asked.years:
            cells = cells[-2:]
        plain = tuple(_draft(self._value(found), [found]) for found in cells)
        if len(cells) == 1:
            return plain
        items = [Item(found.cell.label, found.cell.year, 0, found.unsigned) for found in cells]
        match operation:
            case "sum":
                return (*self._computed(_added(items), cells), *plain)
            case "average":
                return (*self._computed(average(list(items)), cells), *plain)
            case "difference":
                ends = (cells[0], cells[-1])
                return (*self._computed(Term("−", items[-1], items[0]), ends), plain[0], plain[-1])
            case "growth" | "trend":
                text = self._development(items[-1], (cells[0], cells[-1]))
                between = plain if len(cells) > 2 or not text else ()
                return (*([_draft(text, [cells[0], cells[-1]])] if text else []), *between)
            case "larger":
                largest = sorted(zip(cells, plain, strict=True), key=lambda one: -_amount(one[0]))
                return tuple(draft for _, draft in largest)
        return plain

    def _value(self, found: FoundCell) -> str:
        return value_text(found.cell, self._asked.wish, german=found.cell.german)

    def _computed(self, formula: Formula, cells: Sequence[FoundCell]) -> tuple[DraftStatement, ...]:
        by_year = {found.cell.year: found for found in cells}
        result = evaluate(formula, lambda item: _amount(by_year[item.year]))
        percent = cells[0].cell.percent
        if result is None or not _is_quotable(formula):
            return ()
        scale = (
            0 if percent else self._asked.wish.scale if self._asked.wish.scale > 1 else cells[0].cell.scale
        )
        german = cells[0].cell.german
        text = equation_text(formula, result, scale, self._asked.wish, percent=percent, german=german)
        return (_draft(text, cells),)

    def _development(self, item: Formula, cells: Sequence[FoundCell]) -> str:
        first, last = cells
        percent, german = first.cell.percent, first.cell.german
        if not _is_quotable(item):
            return ""
        wish = self._asked.wish
        scale = 0 if percent else wish.scale if wish.scale > 1 else first.cell.scale
        values = (_amount(first), _amount(last))
        return development_text(
            undated(item),
            (first.cell.year, last.cell.year),
            values,
            scale,
            replace(wish, percent=percent, places=-1),
            percent=percent,
            by_places=wish.places if scale and values[0] > 0 and values[1] >= 0 else None,
            german=german,
        )


def _added(items: Sequence[Item]) -> Formula:
    total: Formula = items[0]
    for item in items[1:]:
        total = Term("+", total, item)
    return total


def _is_quotable(formula: Formula) -> bool:
    """Whether its labels can stand in quotation marks."""
    return not any("”" in item.words or "“" in item.words for item in items_of(formula))


def _amount(found: FoundCell) -> Decimal:
    amount = found.cell.amount / 100 if found.cell.percent else found.cell.amount
    return abs(amount) if found.unsigned else amount


def _go_together(cells: Iterable[FoundCell]) -> bool:
    """All in one unit and written in one way: amounts with amounts."""
    return len({(found.cell.percent, found.cell.german) for found in cells}) == 1


def _draft(text: str, cells: Sequence[FoundCell]) -> DraftStatement:
    labels = dict.fromkeys(
        sentence.label for found in cells for sentence in (*found.row.heading, found.row.sentence)
    )
    numbers = sorted({found.row.source.number for found in cells})
    return DraftStatement(text, tuple(numbers), tuple(labels))
