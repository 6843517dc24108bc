"""`retrieval.model_pass`: the model helps to search in chat and agent only when the setting says so."""

from __future__ import annotations

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import Event
from core.llm.scripted import ScriptedModel
from core.settings import RetrievalSettings, Settings
from core.types import Mode
from tests.e2e.conftest import OpenEngine, check_invariants

pytestmark = pytest.mark.model

QUESTION = "For how many months does the maker stand in for the B-120?"
OTHERS = {"texts": ["warranty period of the B-120 pump", "months of guarantee from delivery"]}


def purposes(events: list[Event]) -> list[str]:
    return [event.purpose for event in events if event.kind == "model_called"]


def asked(engine: Engine, mode: Mode) -> list[Event]:
    events = list(engine.ask(Question(QUESTION, mode), CancelToken()))
    check_invariants(events)
    return events


def settings(kind: str) -> Settings:
    return Settings(retrieval=RetrievalSettings.model_validate({"model_pass": kind}))


def test_chat_searches_with_the_phrasings(open_engine: OpenEngine) -> None:
    model = ScriptedModel([OTHERS, "The warranty period is 24 months from the date of delivery [1]."])
    events = asked(open_engine(model, settings("rephrase")), Mode.CHAT)
    assert purposes(events) == ["phrasing", "answer"]
    (returned,) = [event for event in events if event.kind == "tool_returned"]
    assert "phrasings" in returned.milliseconds
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    assert ready.usage.completion_tokens > len(" ".join(OTHERS["texts"]).split())
    # The phrasings are searched with; the prompt of the answer has the user's own question alone.
    prompt = "\n".join(message.content for message in model.history[-1].messages)
    assert QUESTION in prompt
    assert OTHERS["texts"][1] not in prompt


def test_off_is_off(open_engine: OpenEngine) -> None:
    model = ScriptedModel(["The warranty period is 24 months from the date of delivery [1]."])
    events = asked(open_engine(model), Mode.CHAT)
    assert purposes(events) == ["answer"]


def test_the_agent_does_so_before_its_first_search_only(open_engine: OpenEngine) -> None:
    again = {"type": "tool_call", "tool": "search_docs", "input": {"query": "delivery of the pump"}}
    model = ScriptedModel(
        [
            OTHERS,
            '["search_docs for the warranty", "Compose the answer"]',
            again,
            {"type": "final"},
            {"statements": [], "insufficiencies": [{"reason": "not found"}]},
        ],
        repeat_last=True,
    )
    events = asked(open_engine(model, settings("passage")), Mode.AGENT)
    assert purposes(events)[:2] == ["phrasing", "plan"]
    assert purposes(events).count("phrasing") == 1
    searches = [event for event in events if event.kind == "tool_returned" and event.milliseconds]
    assert ["phrasings" in event.milliseconds for event in searches][:2] == [True, False]


def test_phrasings_find_what_the_question_does_not_say(open_engine: OpenEngine) -> None:
    retriever = open_engine(ScriptedModel([])).retriever()
    vague = "For how long does the maker stand in?"
    alone = retriever.search(vague, limit=5)
    helped = retriever.search(vague, limit=5, phrasings=OTHERS["texts"])
    found = [hit.filename for hit in helped.hits]
    assert "b-120-manual.pdf" in found
    # The best hit of the question itself stays among the first five, whatever the model wrote.
    assert alone.hits[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in helped.hits}
    plain = retriever.search("warranty of the B-120", limit=5)
    misled = retriever.search("warranty of the B-120", limit=5, phrasings=["sales by region in 2024"])
    assert plain.hits[0].chunk.chunk_id in {hit.chunk.chunk_id for hit in misled.hits}
