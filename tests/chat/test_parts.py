"""Two questions asked at once: both are searched for, and each is answered or told as missing."""

from __future__ import annotations

from core.events import ToolCalled
from core.types import Confidence, StatementStatus
from tests.chat.conftest import PUMP, Chat, answer_of


def test_both_are_searched_for_and_answered(chat: Chat) -> None:
    events = chat.ask("How many kg does the B-120 pump weigh, and what do operators wear?", None)
    queries = [event.tool_input["query"] for event in events if isinstance(event, ToolCalled)]
    assert queries[1:] == ["How many kg does the B-120 pump weigh", "what do operators wear"]
    answer = answer_of(events)
    told = " ".join(statement.text for statement in answer.statements)
    assert "42 kg" in told
    assert "gloves" in told
    assert not answer.insufficiencies
    assert {statement.status for statement in answer.statements} == {StatementStatus.QUOTED}


def test_what_only_one_of_them_finds_is_told(chat: Chat) -> None:
    question = "How many kg does the B-120 pump weigh, and who painted the ceiling of the Sistine Chapel?"
    answer = answer_of(chat.ask(question, None))
    (missing,) = answer.insufficiencies
    assert missing.missing == "who painted the ceiling of the Sistine Chapel?"
    assert missing.queries_tried == ("who painted the ceiling of the Sistine Chapel",)
    assert any("42 kg" in statement.text for statement in answer.statements)
    assert all(statement.text in PUMP for statement in answer.statements)
    assert answer.confidence is not Confidence.HIGH


def test_where_neither_is_found_nothing_is_claimed(chat: Chat) -> None:
    question = "Who painted the ceiling of the Sistine Chapel, and how old is the Queen of Denmark?"
    answer = answer_of(chat.ask(question, None))
    assert not answer.statements
    assert [one.missing for one in answer.insufficiencies] == [question]


def test_each_of_two_names_is_searched_for_by_itself(chat: Chat) -> None:
    question = "What were the sales of Aldermoor in 2022 and the sales of Karst in 2023?"
    events = chat.ask(question, None)
    queries = [event.tool_input["query"] for event in events if isinstance(event, ToolCalled)]
    assert queries[1:] == [
        "What were the sales of Aldermoor in 2022",
        "What were the sales of Karst in 2023?",
    ]
