"""A figure that is asked of a table, in agent mode: in the place of an answer that lacks it, or of none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.types import StatementStatus
from tests.agent.scripted_run import ACTING, NOTHING, Finding, Run, opening, search
from tests.answer.helpers import source_of
from tests.answer.test_figure_answers import BALANCE

ASKED = "What is Karst's FY2021 net working capital?"
TOLD = "“Total current assets” 2021 − “Total current liabilities” 2021 = 59 million"
PROSE = source_of(0, "Karst keeps its net working capital low.", "karst report.pdf")
REPORT = source_of(0, BALANCE, "karst 2021.pdf")
SITES = [source_of(0, f"Karst keeps site {name} tidy.", f"karst site {name}.pdf") for name in "ABCDE"]
FOUND = (PROSE, REPORT)
TIDY = {"statements": [{"text": "Karst keeps its net working capital low.", "evidence": ["1.1"]}]}
OTHER = {"statements": [{"text": "The net working capital is 77 million.", "evidence": ["1.1"]}]}
BOTH = (
    "What were Karst's total current assets in 2021, and what were Karst's total current liabilities in 2020?"
)
ASSETS = "Total current assets 2021: 198 million"
LIABILITIES = "Total current liabilities 2020: 138 million"


@pytest.mark.parametrize("written", [TIDY, NOTHING, OTHER])
def test_an_answer_without_the_figure_gives_way_to_it(written: dict[str, object]) -> None:
    run = Run([search("net working capital"), opening(1), written, written], ASKED, retriever=Finding(FOUND))
    (ready,) = run.of("answer_ready")
    (statement,) = ready.answer.statements
    assert statement.text == TOLD
    assert statement.status is StatementStatus.SUPPORTED
    assert statement.calculation is not None
    assert {citation.filename for citation in ready.answer.citations} == {"karst 2021.pdf"}


def test_in_doubt_nothing_is_put_in_its_place() -> None:
    run = Run(
        [search("x"), opening(1), TIDY],
        "What is Karst's FY2019 net working capital?",
        retriever=Finding(FOUND),
    )
    (ready,) = run.of("answer_ready")
    assert TOLD not in ready.answer.text


def test_each_of_two_questions_gets_its_figure() -> None:
    run = Run([search("current assets"), opening(1), TIDY, TIDY], BOTH, retriever=Finding(FOUND))
    (ready,) = run.of("answer_ready")
    assert [statement.text for statement in ready.answer.statements] == [ASSETS, LIABILITIES]
    assert {statement.status for statement in ready.answer.statements} == {StatementStatus.SUPPORTED}


@pytest.mark.parametrize("place", [0, 4])
@pytest.mark.parametrize("grammar", [True, False])
@pytest.mark.parametrize(("asked", "figures"), [(ASKED, [TOLD]), (BOTH, [ASSETS, LIABILITIES])])
def test_what_is_opened_after_the_figures_were_read_takes_none_of_their_numbers(
    asked: str, figures: list[str], *, grammar: bool, place: int
) -> None:
    found = [*SITES[:place], REPORT, *SITES[place:]]
    beside = {"statements": [{"text": "Karst keeps its sites tidy.", "evidence": ["1.1", "2.1"]}]}
    openings = [opening(number) for number in (1, 2, 3)]
    run = Run(
        [*openings, {"type": "final"}, beside, opening(4), beside, opening(5), beside],
        asked,
        limits=replace(ACTING, max_tool_calls=5),
        grammar=grammar,
        retriever=Finding(found),
    )
    assert len(run.of("tool_called")) >= 4
    (ready,) = run.of("answer_ready")
    assert [statement.text for statement in ready.answer.statements] == figures
    assert {statement.status for statement in ready.answer.statements} == {StatementStatus.SUPPORTED}
    assert {citation.filename for citation in ready.answer.citations} == {"karst 2021.pdf"}
    quotes = {row.quote for statement in ready.answer.statements for row in statement.evidence}
    assert "Total current assets 198 190" in quotes


def test_figures_are_given_although_what_was_opened_is_about_other_years() -> None:
    beside = {"statements": [{"text": "Karst keeps its sites tidy.", "evidence": ["2.1"]}]}
    openings = [opening(number) for number in (1, 2, 3)]
    run = Run([*openings, beside, beside], BOTH, retriever=Finding([*SITES[:4], REPORT]))
    (ready,) = run.of("answer_ready")
    assert [statement.text for statement in ready.answer.statements] == [ASSETS, LIABILITIES]
    assert not ready.answer.insufficiencies


def test_a_figure_takes_the_place_of_its_row_quoted_for_an_attempt_that_did_not_pass() -> None:
    beside = {"statements": [{"text": "Karst keeps its sites tidy.", "evidence": ["1.1"]}]}
    openings = [opening(number) for number in (1, 2, 3)]
    run = Run([*openings, beside], BOTH, retriever=Finding([SITES[0], REPORT, *SITES[1:]]))
    (ready,) = run.of("answer_ready")
    assert [statement.text for statement in ready.answer.statements] == [ASSETS, LIABILITIES]


def test_two_years_of_one_row_are_two_figures() -> None:
    asked = (
        "What were Karst's total current assets in 2021, and what were Karst's total current assets in 2020?"
    )
    run = Run([opening(1), opening(2), {"type": "final"}], asked, retriever=Finding(FOUND))
    (ready,) = run.of("answer_ready")
    assert [row.text for row in ready.answer.statements] == [ASSETS, "Total current assets 2020: 190 million"]


def test_a_part_without_a_figure_is_copied_beside_the_figure_of_the_other() -> None:
    asked = "What were Karst's total current assets in 2021, and how does Karst keep site C?"
    run = Run([opening(1), opening(2), {"type": "final"}], asked, retriever=Finding([SITES[2], REPORT]))
    (ready,) = run.of("answer_ready")
    assert [row.text for row in ready.answer.statements] == [ASSETS, "Karst keeps site C tidy."]
    assert {row.filename for row in ready.answer.citations} == {"karst 2021.pdf", "karst site C.pdf"}
