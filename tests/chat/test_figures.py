"""A figure that is asked of a table: read by the program, whatever a model writes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from core.types import Confidence, StatementStatus
from tests.answer.test_figure_answers import BALANCE, INCOME
from tests.chat.conftest import Chat, answer_of
from tests.library_kit import Library, open_library
from tests.scripted_model import Turn

ASKED = "What is Karst's FY2021 net working capital?"
TOLD = "“Total current assets” 2021 − “Total current liabilities” 2021 = 59 million"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("figures")
    library = open_library(folder / "home")
    for name, text in (("karst 2021.txt", BALANCE), ("karst 2016.txt", INCOME)):
        (folder / name).write_text(text, encoding="utf-8")
    library.ingest(folder / "karst 2021.txt", folder / "karst 2016.txt")
    yield library
    library.close()


def test_without_a_model_the_figure_is_calculated_from_its_rows(reports: Library) -> None:
    answer = answer_of(Chat(reports).ask(ASKED, None))
    (statement,) = answer.statements
    assert statement.text == TOLD
    assert statement.status is StatementStatus.SUPPORTED
    assert statement.calculation is not None
    assert statement.calculation.shown == "198 − 139 = 59"
    assert {row.quote for row in statement.evidence} >= {"Total current assets 198 190", "2021 2020"}
    assert {citation.filename for citation in answer.citations} == {"karst 2021.txt"}
    assert answer.confidence is Confidence.HIGH


def test_no_model_is_asked_for_it(reports: Library) -> None:
    answer = answer_of(Chat(reports).ask(ASKED, []))
    assert [statement.text for statement in answer.statements] == [TOLD]


TWO = "What were Karst's total current assets in 2021, and what was Karst's net income in fiscal 2016?"
BOTH = ["Total current assets 2021: 198 million", "Net income 2016: $210 thousand"]


@pytest.mark.parametrize("turns", [None, ["no question"]])
def test_each_of_two_questions_gets_its_figure(reports: Library, turns: Sequence[Turn] | None) -> None:
    answer = answer_of(Chat(reports).ask(TWO, turns))
    told = [statement.text for statement in answer.statements]
    assert [text.replace("$ ", "$") for text in told] == BOTH
    assert {statement.status for statement in answer.statements} == {StatementStatus.SUPPORTED}
    assert {citation.filename for citation in answer.citations} == {"karst 2021.txt", "karst 2016.txt"}
    assert not answer.insufficiencies
