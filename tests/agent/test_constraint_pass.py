"""The model pass over a question: what it adds, and what has no foothold in the question and is dropped."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from core.agent.demands.constraint_pass import ask_for_constraints
from core.agent.demands.constraints import PromptConstraints, analyze_constraints
from core.cancel import CancelToken
from core.errors import Cancelled
from core.events import Event, EventStamper
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.llm.llama import LlamaModel
from core.llm.scripted import ScriptedModel, Turn

NOTHING = PromptConstraints()
EMPTY: dict[str, Any] = {
    "searches": 0,
    "topics": [],
    "open": 0,
    "quote": False,
    "conflicts": False,
    "rule": None,
    "sections": [],
    "gaps": False,
}
GREEDY: dict[str, Any] = {
    "searches": 4,
    "topics": ["fees", "reindex SQL", "penguins"],
    "open": 3,
    "quote": True,
    "conflicts": True,
    "rule": "newest",
    "sections": ["Summary", "Risks"],
    "gaps": True,
}


def asked(
    turn: Turn, prompt: str, found: PromptConstraints = NOTHING
) -> tuple[PromptConstraints, list[Event], ScriptedModel]:
    model = ScriptedModel([turn])
    result, events = asked_of(model, prompt, found)
    return result, events, model


def asked_of(
    model: ChatModel, prompt: str, found: PromptConstraints
) -> tuple[PromptConstraints, list[Event]]:
    events = list[Event]()

    def collect() -> Generator[Event, None, PromptConstraints]:
        return (
            yield from ask_for_constraints(
                model, prompt, found, UsageMeter("scripted"), EventStamper(), CancelToken()
            )
        )

    running = collect()
    while True:
        try:
            events.append(next(running))
        except StopIteration as stop:
            return stop.value, events


def test_it_is_one_call_with_a_grammar() -> None:
    prompt = "Explain the fee, and mind what I told you."
    result, events, model = asked(EMPTY, prompt)
    assert result == NOTHING
    assert [event.kind for event in events] == ["model_called"]
    (request,) = model.history
    assert request.grammar is not None
    assert request.grammar.json_schema is not None
    assert set(request.grammar.json_schema["properties"]) == set(EMPTY)
    assert prompt in request.messages[-1].content


def test_a_prompt_of_questions_is_not_asked_about() -> None:
    result, events, model = asked(GREEDY, "How many quotes did we get? Which of them is newest?")
    assert (result, events, model.history) == (NOTHING, [], [])


def test_what_has_no_foothold_is_dropped() -> None:
    assert asked(GREEDY, "Explain the return policy to a new colleague.")[0] == NOTHING


def test_what_stands_in_the_prompt_is_added() -> None:
    prompt = (
        "My boss wants four searches, fees as well as REINDEX  sql, then three sources opened. Her colleague "
        "said: wording as is, parts being Summary plus Risks; contradictions: newest; no silence, but tell."
    )
    result, _, _ = asked(GREEDY, prompt)
    assert result == PromptConstraints(
        min_searches=4,
        required_search_topics=("fees", "REINDEX sql"),
        min_open_citations=3,
        requires_exact_quote=True,
        requires_conflict_resolution=True,
        conflict_resolution_rule="newest",
        required_sections=("Summary", "Risks"),
        requires_insufficiency_disclosure=True,
    )


def test_a_number_needs_a_word_for_its_thing_nearby() -> None:
    far = (
        "Explain four things about rent to me, at length and in plain words that a child of ten understands."
    )
    assert asked({**EMPTY, "searches": 4}, far + " Then search.")[0] == NOTHING


@pytest.mark.parametrize("extra", ["fee", "the fees", "fees and rent"])
def test_names_that_are_known_are_not_added_again(extra: str) -> None:
    prompt = "Search separately for the fees and rent."
    found = analyze_constraints(prompt)
    assert found.required_search_topics == ("fees", "rent")
    assert asked({**EMPTY, "topics": [extra]}, prompt, found)[0] == found


@pytest.mark.parametrize(
    "turn",
    ['{"searches": 3, "top', "Sure! It demands three searches.", "[1, 2]", {"searches": "many", "topics": 7}],
)
def test_foreign_output_demands_nothing(turn: Turn) -> None:
    found = PromptConstraints(min_searches=2)
    assert asked(turn, "Run two searches on fees.", found)[0] == found


def test_it_never_removes() -> None:
    prompt = "Run at least three separate searches and open two citations. Quote the clause on fees."
    found = analyze_constraints(prompt)
    assert asked(EMPTY, prompt, found)[0] == found
    assert found.min_searches == 3


def test_stop_ends_it() -> None:
    stopped = CancelToken()
    stopped.set()
    running = ask_for_constraints(
        ScriptedModel([EMPTY]), "Explain fees.", NOTHING, UsageMeter("scripted"), EventStamper(), stopped
    )
    with pytest.raises(Cancelled):
        list(running)


@pytest.mark.model
def test_a_tiny_model_adds_only_what_stands_in_the_prompt(tiny_model_path: Path) -> None:
    prompt = (
        "Search separately for rent and repairs, and quote the clause on repairs. Who pays for a new boiler?"
    )
    found = analyze_constraints(prompt)
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=1024)
    try:
        result, events = asked_of(model, prompt, found)
    finally:
        model.close()
    assert [event.kind for event in events] == ["model_called"]
    assert result.required_search_topics[:2] == found.required_search_topics == ("rent", "repairs")
    assert result.exact_quote_indicators == found.exact_quote_indicators
    assert all(name in prompt for name in (*result.required_search_topics, *result.required_sections))
    assert result.min_searches == len(result.required_search_topics)  # no number stands there
    assert not result.requires_conflict_resolution
