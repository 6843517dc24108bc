"""Figures that are asked of tables: told with row and year, recomputed, or declined."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.figures.figure_answers import FigureReader, figure_statements
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.cancel import CancelToken
from core.errors import ModelError
from core.judge.operations import Operation
from core.judge.similarity import TextSimilarity
from core.judge.word_judge import WordJudge
from core.runs.recheck import _judged
from core.types import Confidence, Statement, StatementStatus
from tests.answer.helpers import source_of
from tests.library_kit import answer_judge
from tests.scored import scored
from tests.scripted_model import ScriptedModel

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


def answered(
    question: str, sources: list[Source], operation: Operation = "value"
) -> tuple[str, Statement | None]:
    """The first statement; those behind it list the figures it is computed from."""
    model = ScriptedModel([], choice=lambda _text: operation)
    drafts = FigureReader(answer_judge(), model, CancelToken()).read(question, sources).statements
    return (drafts[0].text, judge_statement(drafts[0], sources, question)) if drafts else ("", None)


@scored("verdicts")
def test_a_figure_is_told_with_its_rows_and_verified(question: str, operation: Operation, text: str) -> None:
    sources = pages(INCOME, BALANCE, CASH)
    said, statement = answered(question, sources, operation)
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
    assert figure_statements(question, "value", sources[:1], answer_judge())
    assert not figure_statements(question, "value", sources, answer_judge())


def test_two_documents_that_are_named_can_be_compared() -> None:
    question = "Who had more total current assets in 2021, Acme or Brolin?"
    sources = [source_of(1, BALANCE, "acme.pdf"), source_of(2, BALANCE.replace("198", "298"), "brolin.pdf")]
    drafts = figure_statements(question, "larger", sources, answer_judge())
    assert [(draft.text, draft.citations) for draft in drafts] == [
        ("Total current assets 2021: 298 million", (2,)),
        ("Total current assets 2021: 198 million", (1,)),
    ]


def test_what_is_done_with_figures_the_model_says_and_without_it_they_are_listed() -> None:
    question, sources = "How much more inventories were there at Karst in 2020 than in 2021?", pages(BALANCE)
    asked: list[str] = []

    def choice(text: str) -> str:
        asked.append(text)
        return "difference"

    model = ScriptedModel([], choice=choice)
    told = FigureReader(answer_judge(), model, CancelToken()).read(question, sources)
    assert told.statements[0].text == "“Inventories” 2021 − “Inventories” 2020 = -6 million"
    assert told.confidence is Confidence.HIGH
    assert asked == [question]
    unsure = FigureReader(answer_judge(), ScriptedModel([]), CancelToken()).read(question, sources)
    without = FigureReader(answer_judge(), None, CancelToken()).read(question, sources)
    assert unsure == without
    assert [draft.text for draft in without.statements] == [
        "Inventories 2020: 35 million",
        "Inventories 2021: 29 million",
    ]
    assert without.confidence is Confidence.MEDIUM
    none = ScriptedModel([], choice=lambda _text: "none")
    assert not FigureReader(answer_judge(), none, CancelToken()).read(question, sources).statements


def test_a_word_that_neither_row_nor_document_has_is_no_figure_of_theirs() -> None:
    sources = pages(INCOME, BALANCE, CASH)
    assert answered("What was the operating income of Karst in 2016?", sources)[0]
    for question in (
        "What was the adjusted operating income of Karst in 2016?",
        "What was the operating income of Karst per employee in 2016?",
        "What was the operating income of Karst in Mexico in 2016?",
        "What was the operating income of Aldermoor in 2016?",
        "What was the operating income of Karst in the third quarter of 2016?",
    ):
        assert not answered(question, sources)[0], question


def test_german_tables_and_questions() -> None:
    sources = pages(GERMAN)
    text, statement = answered("Wie hoch war der Umsatz von Karst im Jahr 2021?", sources)
    assert text == "Umsatzerlöse 2021: 1.234,5 Tsd."
    assert statement is not None
    assert statement.status is StatementStatus.SUPPORTED
    text, statement = answered("Wie hoch war die Bruttomarge von Karst 2020 in Prozent?", sources, "ratio")
    assert text == "„Rohertrag“ 2020 ÷ „Umsatzerlöse“ 2020 = 43,6 %"
    text, statement = answered("Ist der Umsatz von Karst zwischen 2020 und 2021 gesunken?", sources, "trend")
    assert text == "„Umsatzerlöse“ stieg von 1.100 Tsd. (2020) auf 1.234,5 Tsd. (2021), um 12,2 %"
    assert statement is not None
    assert statement.status is StatementStatus.SUPPORTED


def test_a_calculation_over_rows_that_are_not_there_is_not_verified() -> None:
    text = "“Total assets” 2021 ÷ “Total current liabilities” 2021 = 1.42"
    statement = judge_statement(DraftStatement(text, (1,)), pages(BALANCE), "What is it?")
    assert statement.status in (StatementStatus.WEAK, StatementStatus.UNSUPPORTED)


class Broken:
    name = "ms-marco-minilm-l-12-v2"
    similarity = TextSimilarity()

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        raise ModelError("The model is damaged.")


def test_a_judge_that_fails_costs_a_figure_and_no_answer() -> None:
    question = "How much more research and development was there at Karst in 2016 than in 2014?"
    assert FigureReader(answer_judge(), None, CancelToken()).read(question, pages(INCOME)).statements
    assert not FigureReader(Broken(), None, CancelToken()).read(question, pages(INCOME)).statements


def test_scores_of_a_judge_that_nothing_was_chosen_for_find_no_row() -> None:
    sources = pages(BALANCE.replace("Inventories (Notes 1 and 3)", "Kiosk rentals"))
    question = "What were the kiosk rentals of Karst in 2020?"
    assert [draft.text for draft in figure_statements(question, "value", sources, answer_judge())] == [
        "Kiosk rentals 2020: 35 million"
    ]
    assert not figure_statements(question, "value", sources, WordJudge())
