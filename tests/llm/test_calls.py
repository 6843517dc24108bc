"""What a model writes can always be stored, whatever it is; and what servers write for JSON."""

from __future__ import annotations

import json

import pytest

from core.agent.final.draft_stream import StatementStream
from core.cancel import CancelToken
from core.events import DraftDelta, Event, EventStamper
from core.llm.base import GenerationDone, GenerationRequest, Message
from core.llm.calls import call_model
from core.llm.reply_json import reply_json
from core.llm.scripted import ScriptedModel


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


def test_a_heading_with_a_broken_escape_is_shown_as_it_stands() -> None:
    stream = StatementStream()
    shown = stream.feed('{"sections":{"Wei\\ght":[{"evidence":["1.1"],"text":"42 kg."}]}}')
    assert "42 kg." in shown
    assert "Wei" in shown


def test_a_line_break_inside_a_string_is_read() -> None:
    assert reply_json('{ "city" : "Paris\nThe capital" }') == {"city": "Paris\nThe capital"}


@pytest.mark.parametrize("text", ["", "Paris", '{"city": "Par', '{"city": "Paris"} and more', "[" * 100_000])
def test_what_is_cut_off_or_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"line 1"):
        reply_json(text)
