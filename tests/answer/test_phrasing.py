"""The model pass before a search: what is asked of the model, and what of its output is used."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from core.answer.asking.phrasing import phrasings_of
from core.cancel import CancelToken
from core.errors import Cancelled
from core.events import Event, EventStamper
from core.llm.calls import UsageMeter
from core.llm.scripted import ScriptedModel, Turn
from core.settings import ModelPass

QUESTION = "How long is the warranty?"


def drained(model: ScriptedModel, kind: ModelPass) -> tuple[list[Event], tuple[str, ...], UsageMeter]:
    meter, events = UsageMeter("scripted"), list[Event]()

    def collect() -> Generator[Event, None, tuple[str, ...]]:
        return (yield from phrasings_of(model, kind, QUESTION, meter, EventStamper(), CancelToken()))

    running = collect()
    while True:
        try:
            events.append(next(running))
        except StopIteration as stop:
            return events, stop.value, meter


def test_off_costs_nothing() -> None:
    model = ScriptedModel([])
    events, texts, meter = drained(model, "off")
    assert (events, texts, model.history, meter.usage.prompt_tokens) == ([], (), [], 0)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ({"texts": ["Warranty period?", "Its  duration"]}, ("Warranty period?", "Its duration")),
        ({"texts": ["how long is the WARRANTY?", "a", "a", "b", "c"]}, ("a", "b", "c")),
        ({"texts": ["a", 7, " "]}, ("a",)),
        ('{"texts": ["cut off in the mid', ()),
        ("The warranty is 24 months.", ()),
        ('["list"]', ()),
        ({"texts": "none"}, ()),
    ],
)
def test_what_the_model_wrote_is_read_with_care(turn: Turn, expected: tuple[str, ...]) -> None:
    model = ScriptedModel([turn])
    events, texts, meter = drained(model, "rephrase")
    assert texts == expected
    assert [event.kind for event in events] == ["model_called"]
    assert meter.usage.completion_tokens > 0
    (request,) = model.history
    assert request.grammar is not None
    assert request.grammar.json_schema is not None
    assert QUESTION in request.messages[-1].content


def test_a_passage_is_one_text() -> None:
    model = ScriptedModel([{"texts": ["The warranty lasts for two years from delivery."]}])
    _, texts, _ = drained(model, "passage")
    assert texts == ("The warranty lasts for two years from delivery.",)
    grammar = model.history[0].grammar
    assert grammar is not None
    assert grammar.json_schema is not None
    assert grammar.json_schema["properties"]["texts"]["maxItems"] == 1


def test_stop_ends_it() -> None:
    stopped = CancelToken()
    stopped.set()
    running = phrasings_of(
        ScriptedModel([{"texts": ["a"]}]),
        "rephrase",
        QUESTION,
        UsageMeter("scripted"),
        EventStamper(),
        stopped,
    )
    with pytest.raises(Cancelled):
        list(running)
