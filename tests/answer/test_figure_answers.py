"""Figures that are asked of tables: told with row and year, recomputed, or declined."""

from __future__ import annotations

from core.answer.figures.figure_answers import figure_statements
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.runs.recheck import _judged
from core.types import Statement, StatementStatus
from tests.answer.helpers import source_of
from tests.scored import scored

INCOME = """Karst Works
Consolidated Statements of Income
(In thousands, except per share data)

Years Ended
December 2,
2016
November 27,
2015
November 28,
2014
Revenue:
Pumps $ 800 $ 700 $ 650
Seals 200 180 150
Total revenue 1,000 880 800
Cost of revenue:
Pumps (450) (420) (400)
Seals (150) (130) (120)
Total cost of revenue (600) (550) (520)
Gross profit 400 330 280
Operating expenses:
Research and development 100 90 80
Operating income 300 240 (20)
Net income $ 210 $ 168 $ 140
Earnings per share:
Basic 2.10 1.68 1.40"""
BALANCE = """Karst Works
Consolidated Balance Sheets
(in millions, except par value)

December 31,
2021 2020
Assets
Current assets
Cash and cash equivalents $ 36 $ 31
Inventories (Notes 1 and 3) 29 35
Total current assets 198 190
Property, plant and equipment, net 75 72
Liabilities and equity
Current liabilities
Accounts payable $ 7 $ 8
Total current liabilities 139 138"""
CASH = """Karst Works
Consolidated Statements of Cash Flows
(in millions)

Year Ended December 31,

2019 2020 2021
Operating activities
Net income 140 145 151
Depreciation and amortization 20 21 22
Net cash provided by operating activities 160 170 180
Investing activities
Purchases of property and equipment (130) (131) (133)"""
GERMAN = """Karst GmbH
Gewinn- und Verlustrechnung für das Geschäftsjahr 2021
Angaben in TEUR

2021 2020
Umsatzerlöse 1.234,5 1.100,0
Rohertrag 500,5 480,0"""


def pages(*texts: str) -> list[Source]:
    """All of one document."""
    return [source_of(number, text, "karst_2021.pdf") for number, text in enumerate(texts, 1)]


def answered(question: str, sources: list[Source]) -> tuple[str, Statement | None]:
    drafts = figure_statements(question, sources)
    if not drafts:
        return "", None
    (draft,) = drafts
    return draft.text, judge_statement(draft, sources, question)


@scored("verdicts")
def test_a_figure_is_told_with_its_rows_and_verified(question: str, text: str) -> None:
    sources = pages(INCOME, BALANCE, CASH)
    said, statement = answered(question, sources)
    assert said == text
    assert statement is not None
    assert statement.status is StatementStatus.SUPPORTED, statement.reason
    # It rests on the very rows and on what stands over them, and comes out again from these quotes alone.
    quotes = [row.quote for row in statement.evidence]
    assert any("2016" in quote or "2021" in quote for quote in quotes)
    assert _judged(statement, statement.evidence, question, "")[0] is StatementStatus.SUPPORTED


def test_two_statements_that_disagree_are_doubt() -> None:
    of_parent = BALANCE.replace("198 190", "48 40")
    question = "What are the total current assets of Karst in 2021?"
    assert answered(question, pages(BALANCE, BALANCE))[0]
    assert not answered(question, pages(BALANCE, of_parent))[0]
    assert answered(question, pages(BALANCE, of_parent.replace("Karst Works", "Guarantor information")))[0]


def test_of_documents_that_nobody_names_all_must_say_the_same() -> None:
    question = "What are the total current assets in 2021?"
    sources = [source_of(1, BALANCE, "a.pdf"), source_of(2, BALANCE.replace("198", "298"), "b.pdf")]
    assert figure_statements(question, sources[:1])
    assert not figure_statements(question, sources)


def test_german_tables_and_questions() -> None:
    sources = pages(GERMAN)
    text, statement = answered("Wie hoch war der Umsatz von Karst im Jahr 2021?", sources)
    assert text == "Umsatzerlöse 2021: 1.234,5 Tsd."
    assert statement is not None
    assert statement.status is StatementStatus.SUPPORTED
    text, statement = answered("Wie hoch war die Bruttomarge von Karst 2020 in Prozent?", sources)
    assert text == "„Rohertrag“ 2020 ÷ „Umsatzerlöse“ 2020 = 43,6 %"
    text, statement = answered("Ist der Umsatz von Karst zwischen 2020 und 2021 gesunken?", sources)
    assert text == "Nein: „Umsatzerlöse“ stieg von 1.100 Tsd. (2020) auf 1.234,5 Tsd. (2021), um 12,2 %"
    assert statement is not None
    assert statement.status is StatementStatus.SUPPORTED


def test_a_calculation_over_rows_that_are_not_there_is_not_verified() -> None:
    text = "“Total assets” 2021 ÷ “Total current liabilities” 2021 = 1.42"
    statement = judge_statement(DraftStatement(text, (1,)), pages(BALANCE), "What is it?")
    assert statement.status in (StatementStatus.WEAK, StatementStatus.UNSUPPORTED)
