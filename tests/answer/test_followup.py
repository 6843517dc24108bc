"""Follow-ups are understood in the light of the conversation; plain questions cost nothing."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.asking.followup import Turn, keeps, standalone_question
from core.cancel import CancelToken
from core.events import Event, EventStamper, QuestionRewritten
from core.llm.calls import UsageMeter
from core.llm.scripted import ScriptedModel
from core.llm.scripted import Turn as ScriptTurn
from tests.scored import scored

PUMP = Turn(
    "How long is the warranty period of the B-120 pump?",
    "Aldermoor warrants the B-120 pump for 24 months from the date of delivery. [1]",
)
PUMPE = Turn("Wie lange gilt die Garantie der Pumpe B-120?", "Die Garantie der Pumpe gilt 24 Monate. [1]")
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


def test_without_a_conversation_nothing_is_rewritten() -> None:
    assert understand("And 2019?", [], []) == ("And 2019?", [])


@scored("verdicts")
def test_a_rewriting_that_loses_or_invents_something_is_turned_down(
    question: str, before: str, written: str
) -> None:
    earlier = [{"PUMP": PUMP, "PUMPE": PUMPE, "SALES": SALES}[before]]
    assert not keeps(written, question, earlier)
    understood, events = understand(question, earlier, [{"question": written}])
    assert understood != written
    assert rewritten(events) == [("rule", written)]


def test_a_question_the_model_finds_clear_stays() -> None:
    understood, events = understand(
        "What is photosynthesis?", [PUMP], [{"question": "What is photosynthesis?"}]
    )
    assert understood == "What is photosynthesis?"
    assert rewritten(events) == []


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
