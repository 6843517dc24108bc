"""A figure that is asked of a table, in agent mode: in the place of an answer that lacks it, or of none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.answer.sources import Source
from core.types import Chunk, Document, Span, StatementStatus
from tests.agent.scripted_run import Finding, Run, opening, search
from tests.answer.helpers import source_of
from tests.answer.test_figure_answers import BALANCE

ASKED = "What is Karst's FY2021 net working capital?"
TOLD = "“Total current assets” 2021 − “Total current liabilities” 2021 = 59 million"
PROSE = source_of(0, "Karst keeps its net working capital low.", "karst report.pdf")
REPORT = source_of(0, BALANCE, "karst 2021.pdf")


class Reports(Finding):
    """Finds and opens two documents, whatever is asked."""

    def __init__(self) -> None:
        super().__init__([PROSE, REPORT])

    def open_chunk(
        self,
        document_id: str,
        chunk_id: str,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
        beside: Sequence[Span] | None = None,
    ) -> tuple[Document, Chunk] | None:
        found: list[Source] = [one for one in (PROSE, REPORT) if one.chunk.chunk_id == chunk_id]
        return (found[0].document, found[0].chunk) if found else None


@pytest.mark.parametrize(
    "written",
    [
        {
            "statements": [{"text": "Karst keeps its net working capital low.", "evidence": ["1.1"]}],
            "insufficiencies": [],
        },
        {"statements": [], "insufficiencies": []},
        {
            "statements": [{"text": "The net working capital is 77 million.", "evidence": ["1.1"]}],
            "insufficiencies": [],
        },
    ],
)
def test_an_answer_without_the_figure_gives_way_to_it(written: dict[str, object]) -> None:
    run = Run([search("net working capital"), opening(1), written, written], ASKED, retriever=Reports())
    (ready,) = run.of("answer_ready")
    (statement,) = ready.answer.statements
    assert statement.text == TOLD
    assert statement.status is StatementStatus.SUPPORTED
    assert statement.calculation is not None
    assert {citation.filename for citation in ready.answer.citations} == {"karst 2021.pdf"}


def test_in_doubt_nothing_is_put_in_its_place() -> None:
    written = {
        "statements": [{"text": "Karst keeps its net working capital low.", "evidence": ["1.1"]}],
        "insufficiencies": [],
    }
    run = Run(
        [search("x"), opening(1), written], "What is Karst's FY2019 net working capital?", retriever=Reports()
    )
    (ready,) = run.of("answer_ready")
    assert TOLD not in ready.answer.text


def test_each_of_two_questions_gets_its_figure() -> None:
    asked = (
        "What were Karst's total current assets in 2021, and what were Karst's total current "
        "liabilities in 2020?"
    )
    written = {
        "statements": [{"text": "Karst keeps its net working capital low.", "evidence": ["1.1"]}],
        "insufficiencies": [],
    }
    run = Run([search("current assets"), opening(1), written, written], asked, retriever=Reports())
    (ready,) = run.of("answer_ready")
    assert [statement.text for statement in ready.answer.statements] == [
        "Total current assets 2021: 198 million",
        "Total current liabilities 2020: 138 million",
    ]
    assert {statement.status for statement in ready.answer.statements} == {StatementStatus.SUPPORTED}
