"""What a model writes: stored whatever it is, read as JSON, and without its thinking."""

from __future__ import annotations

import json

import pytest

from core.cancel import CancelToken
from core.events import DraftDelta, Event, EventStamper
from core.llm.base import GenerationDone, GenerationRequest, Message
from core.llm.calls import call_model
from core.llm.reply_json import reply_json
from core.llm.thinking import ThinkingFilter, without_thinking
from tests.agent.scripted_run import Run, opening
from tests.cases import score_rules
from tests.scripted_model import ScriptedModel


def called(text: str) -> tuple[list[Event], GenerationDone]:
    model = ScriptedModel([text])
    request = GenerationRequest((Message("user", "?"),), 100)
    events: list[Event] = []
    calling = call_model(model, request, "answer", EventStamper(), CancelToken(), visible=lambda piece: piece)
    while True:
        try:
            events.append(next(calling))
        except StopIteration as end:
            return events, end.value


def test_halves_of_surrogate_pairs_do_not_get_further() -> None:
    half, pair = "\\ud83d", "\\ud83d\\ude00"
    events, done = called(f'{{"text": "a {half} b {pair} c {pair[6:]} \ud83d"}}')
    assert json.loads(done.text)["text"] == "a \ufffd b \U0001f600 c \ufffd ?"
    for event in events:
        event.model_dump_json()
    assert any(isinstance(event, DraftDelta) for event in events)


def test_a_line_break_inside_a_string_is_read() -> None:
    assert reply_json('{ "city" : "Paris\nThe capital" }') == {"city": "Paris\nThe capital"}


@pytest.mark.parametrize("text", ["", "Paris", '{"city": "Par', '{"city": "Paris"} and more', "[" * 100_000])
def test_what_is_cut_off_or_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"line 1"):
        reply_json(text)


def test_thinking_is_left_out_and_a_text_that_speaks_of_it_stays() -> None:
    score_rules("thinking", {"thinking_is_left_out": without_thinking})


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_a_draft_streams_without_it(size: int) -> None:
    text = "A < b [1]. <think>no [2] <</think>C [2] [t <th [x]."
    stream = ThinkingFilter()
    shown = "".join(stream.feed(text[at : at + size]) for at in range(0, len(text), size))
    assert shown == "A < b [1]. C [2] [t <th [x]."


def test_an_action_and_an_answer_behind_thinking_count() -> None:
    answer = '{"answer": "The B-120 weighs 42 kg [1]."}'
    turns = [
        f'<think>Perhaps {{"type":"final"}}?</think>{json.dumps(opening(1))}',
        opening(2),
        opening(3),
        f'<think>Perhaps {{"answer": "55 kg"}}?</think>FINAL {answer}',
    ]
    run = Run(turns, "How heavy is the B-120?", grammar=False)
    assert not run.of("reprompted")
    (ready,) = run.of("answer_ready")
    assert [row.text for row in ready.answer.statements] == ["The B-120 weighs 42 kg."]
    assert all("Perhaps" not in event.text for event in run.of("draft_delta"))
