"""Follow-ups are understood in the light of the conversation; plain questions cost nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.answer.asking.followup import Turn, exchanged, keeps, leaning, put_together, standalone_question
from core.cancel import CancelToken
from core.events import Event, EventStamper, QuestionRewritten
from core.llm.calls import UsageMeter
from core.llm.scripted import ScriptedModel
from core.llm.scripted import Turn as ScriptTurn

PUMP = Turn(
    "How long is the warranty period of the B-120 pump?",
    "Aldermoor warrants the B-120 pump for 24 months from the date of delivery. [1]",
)
PUMPE = Turn("Wie lange gilt die Garantie der Pumpe B-120?", "Die Garantie der Pumpe gilt 24 Monate. [1]")
BERG = Turn("Who leads Karst Works?", "Anna Berg has led Karst Works since 2019. [1]")
SALES = Turn("What were the net sales in 2022?", "Net sales were 3,909 million dollars in 2022. [1]")


def understand(
    question: str, earlier: Sequence[Turn], turns: Sequence[ScriptTurn] | None
) -> tuple[str, list[Event]]:
    """The question to work on, and the events on the way; `turns` None: there is no model."""
    model = None if turns is None else ScriptedModel(turns)
    events: list[Event] = []
    running = standalone_question(
        question, earlier, model, UsageMeter("scripted"), EventStamper(), CancelToken()
    )
    while True:
        try:
            events.append(next(running))
        except StopIteration as stop:
            assert model is None or model.remaining == 0
            return stop.value, events


def rewritten(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.source, event.rejected) for event in events if isinstance(event, QuestionRewritten)]


@pytest.mark.parametrize(
    "question",
    [
        "How many people does the company employ in Denver?",
        "When did Tesla die and where was he buried?",
        "Is it possible to extend the warranty period?",
        "How is the warranty extended if it ends on a Sunday?",
        "How many employees are there in Bonn?",
        "Können Sie mir sagen, wie lange die Garantie gilt?",
        "Gibt es eine Garantie auf Ersatzteile?",
        "Wer hat den Vertrag unterschrieben und wann endet er?",
    ],
)
def test_a_plain_question_is_taken_as_it_is_without_a_model_call(question: str) -> None:
    assert leaning(question) == "no"
    assert understand(question, [PUMP, SALES], []) == (question, [])


@pytest.mark.parametrize(
    "question",
    [
        *("And 2019?", "What about the C-200?", "What does it weigh?", "Who signed it?", "Why?", "Price?"),
        *("Which of these reports mention pumps?", "And how is it cleaned?", "Who works there?"),
        *(
            "Und 2019?",
            "Was ist mit der C-200?",
            "Wie schwer ist sie?",
            "Warum?",
            "Und wie lange dauert das?",
        ),
    ],
)
def test_what_leans_on_the_conversation(question: str) -> None:
    assert leaning(question) == "yes"


def test_without_a_conversation_nothing_is_rewritten() -> None:
    assert understand("And 2019?", [], []) == ("And 2019?", [])


@pytest.mark.parametrize(
    ("question", "before", "after"),
    [
        ("And 2019?", "What were the net sales in 2022?", "What were the net sales in 2019?"),
        ("And in 2019?", "What were the net sales in 2022?", "What were the net sales in 2019?"),
        ("Und 2019?", "Wie hoch war der Umsatz 2022?", "Wie hoch war der Umsatz 2019?"),
        ("What about the C-200?", "How long is the B-120 warranted?", "How long is the C-200 warranted?"),
        (
            "Und für die C-200?",
            "Wie lange gilt die Garantie der B-120?",
            "Wie lange gilt die Garantie der C-200?",
        ),
    ],
)
def test_another_year_or_code_is_exchanged_by_rule(question: str, before: str, after: str) -> None:
    understood, events = understand(question, [Turn(before, "…")], [])
    assert understood == after
    assert rewritten(events) == [("rule", "")]


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("And 2019?", "How did net sales change from 2021 to 2022?"),
        ("And 2019?", "Who is the chief executive?"),
        ("And the costs in 2019?", "What were the net sales in 2022?"),
    ],
)
def test_what_is_not_sure_is_not_exchanged(question: str, before: str) -> None:
    assert exchanged(question, before) == ""


@pytest.mark.parametrize(
    ("question", "earlier", "written"),
    [
        ("What does it weigh?", [PUMP], "What does the B-120 pump weigh?"),
        ("And the costs in 2023?", [SALES], "What were the costs in 2023?"),
        ("Wie schwer ist sie?", [PUMPE], "Wie schwer ist die Pumpe B-120?"),
        ("And who made it?", [SALES, PUMP], "Who made the B-120 pump?"),
        ("Where was she born?", [BERG], "In which city was Anna Berg born?"),
    ],
)
def test_the_model_makes_it_stand_by_itself(question: str, earlier: list[Turn], written: str) -> None:
    understood, events = understand(question, earlier, [{"question": written}])
    assert understood == written
    assert [event.kind for event in events] == ["model_called", "question_rewritten"]
    assert rewritten(events) == [("model", "")]


@pytest.mark.parametrize(
    ("question", "earlier", "written"),
    [
        ("And what does the C-200 weigh?", [PUMP], "What does the B-120 pump weigh?"),
        ("And the costs in 2023?", [SALES], "What were the costs in 2022?"),
        ("What does it weigh?", [PUMP], PUMP.question),
        ("What does it weigh?", [PUMP], "What does the B-120 pump of Globex weigh?"),
        ("What does it weigh?", [PUMP], "What does the B-120 pump weigh after 36 months?"),
        ("Wie schwer ist sie?", [PUMPE], "What is the weight of the B-120 pump?"),
        ("How is it cleaned and stored?", [PUMP], "How long is the B-120 pump?"),
        ("And the cost of sales?", [SALES], "What was the net sales in 2022?"),
        ("Wann wurde sie gebaut?", [PUMPE], "Was wurde die Pumpe B-120 gebaut?"),
        ("What does it weigh?", [PUMP], "What does it weigh?"),
        ("What does it weigh?", [PUMP], "It is written: “of the pump weight the warranty weight”."),
    ],
)
def test_a_rewriting_that_loses_or_invents_something_is_turned_down(
    question: str, earlier: list[Turn], written: str
) -> None:
    assert not keeps(written, question, earlier)
    understood, events = understand(question, earlier, [{"question": written}])
    assert understood != written
    assert rewritten(events) == [("rule", written)]


@pytest.mark.parametrize("said", ["I would rather not.", '{"question": "What do', '["a"]', '{"question": 3}'])
def test_output_of_another_form_is_passed_over(said: str) -> None:
    understood, events = understand("What does it weigh?", [PUMP], [said])
    assert understood == "What does it weigh (B-120)?"
    assert rewritten(events) == [("rule", "")]


def test_a_question_the_model_finds_clear_stays() -> None:
    understood, events = understand(
        "What is photosynthesis?", [PUMP], [{"question": "What is photosynthesis?"}]
    )
    assert understood == "What is photosynthesis?"
    assert rewritten(events) == []


@pytest.mark.parametrize(
    ("question", "before", "after"),
    [
        ("What does it weigh?", PUMP, "What does it weigh (B-120)?"),
        ("And in 2019?", Turn("What were the net sales?", "…"), "What were the net sales in 2019?"),
        (
            "And Bonn?",
            Turn("How many people live in Berlin?", "…"),
            "How many people live in Berlin? And Bonn?",
        ),
        ("Wie schwer ist sie?", PUMPE, "Wie schwer ist sie (Garantie Pumpe B-120)?"),
        (
            "And how is it cleaned?",
            Turn("how long is the notice period?", "…"),
            "And how is it cleaned (long notice period)?",
        ),
        (
            "By how many percent did it rise?",
            Turn("What was the net revenue of Bolt in 2021 and 2020?", "…"),
            "By how many percent did it rise (net revenue Bolt 2021 2020)?",
        ),
        ("How did they change?", SALES, "How did they change (net sales 2022)?"),
        ("When was she appointed?", BERG, "When was she appointed (Anna Berg)?"),
    ],
)
def test_without_a_model_question_and_subject_are_put_together(
    question: str, before: Turn, after: str
) -> None:
    assert put_together(question, before) == after


def test_an_unsure_question_stays_as_it_is_without_a_model() -> None:
    assert understand("What is photosynthesis?", [PUMP], None) == ("What is photosynthesis?", [])


def test_the_model_sees_the_last_turns_without_marks_and_fenced() -> None:
    earlier = [Turn(f"Question {n} about pumps?", f"Answer » {n}. [1]") for n in range(5)]
    model = ScriptedModel([{"question": "What does it weigh?"}])
    list(
        standalone_question(
            "What does it weigh?", earlier, model, UsageMeter(""), EventStamper(), CancelToken()
        )
    )
    (request,) = model.history
    shown = request.messages[-1].content
    assert "Question 1" not in shown
    assert '«Answer " 4.»' in shown
    assert request.temperature == 0.0
    assert request.grammar is not None
    assert request.grammar.json_schema is not None
