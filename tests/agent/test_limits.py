"""The limits of a run, and of the names that it carries into prompts, events and answers."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest
from pydantic import ValidationError

from core.agent.bounded_names import (
    LONGEST_ID,
    LONGEST_LABEL,
    MOST_INDICATORS,
    MOST_SECTIONS,
    MOST_TOPICS,
    bounded,
    shortened,
)
from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.errors import UsageError
from core.settings import AnswerSettings
from tests.agent.scripted_run import Run, opening, opening_ids, search


def test_the_presets_are_those_of_the_specifications() -> None:
    standard, strict = Limits.standard(), Limits.strict()
    assert (standard.max_tool_calls, standard.max_iterations, standard.max_reprompts) == (5, 10, 3)
    assert (standard.max_question_characters, standard.max_context_citations) == (1000, 5)
    assert (standard.max_citation_characters, standard.adaptive) == (2000, True)
    assert (strict.max_tool_calls, strict.max_iterations, strict.max_reprompts) == (5, 5, 1)
    assert (strict.max_context_citations, strict.max_citation_characters, strict.adaptive) == (3, 1500, False)
    for limits in (standard, strict):
        times = (limits.plan_timeout_s, limits.chat_timeout_s, limits.embedding_timeout_s)
        assert times == (300, 600, 120)
        assert (limits.min_plan_steps, limits.max_plan_steps) == (2, 5)


def test_nothing_changes_a_limit() -> None:
    with pytest.raises(FrozenInstanceError):
        Limits.standard().max_tool_calls = 6  # type: ignore[misc]


def test_the_settings_choose_preset_and_times() -> None:
    answers = AnswerSettings(agent_limits="strict", plan_timeout_s=7, chat_timeout_s=8.5)
    limits = Limits.of(answers, {})
    assert limits.max_iterations == 5
    assert (limits.plan_timeout_s, limits.chat_timeout_s, limits.embedding_timeout_s) == (7, 8.5, 120)
    with pytest.raises(ValidationError):
        AnswerSettings(chat_timeout_s=0)


def test_the_environment_goes_before_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUCHAT_PLAN_TIMEOUT", "12")
    monkeypatch.setenv("DOCUCHAT_CHAT_TIMEOUT", " ")
    monkeypatch.setenv("DOCUCHAT_EMBED_TIMEOUT", "0.5")
    limits = Limits.of(AnswerSettings(plan_timeout_s=7, chat_timeout_s=8))
    assert (limits.plan_timeout_s, limits.chat_timeout_s, limits.embedding_timeout_s) == (12, 8, 0.5)


@pytest.mark.parametrize("text", ["soon", "0", "-3", "inf", "nan"])
def test_a_time_that_is_none_is_named(text: str) -> None:
    with pytest.raises(UsageError) as raised:
        Limits.of(AnswerSettings(), {"DOCUCHAT_CHAT_TIMEOUT": text})
    assert raised.value.message.startswith(f"The environment variable DOCUCHAT_CHAT_TIMEOUT is {text!r}")
    assert "600 seconds of the settings" in raised.value.hint


LONG_NAME = " ".join(["pump"] * 40)


def test_a_label_is_cut_at_a_word() -> None:
    assert shortened("  seal \n price ") == "seal price"
    cut = shortened(LONG_NAME)
    assert len(cut) <= LONGEST_LABEL
    assert cut.endswith("pump…")
    assert shortened("x" * 500) == "x" * (LONGEST_LABEL - 1) + "…"


def test_demands_are_bounded_and_what_is_left_out_is_told() -> None:
    names = tuple(f"topic {number} {LONG_NAME}" for number in range(30))
    found, left_out = bounded(
        PromptConstraints(
            required_search_topics=names, required_sections=names, exact_quote_indicators=names
        ),
        "Which topics?",
    )
    for kept, most in (
        (found.required_search_topics, MOST_TOPICS),
        (found.required_sections, MOST_SECTIONS),
        (found.exact_quote_indicators, MOST_INDICATORS),
    ):
        assert len(kept) == most
        assert max(map(len, kept)) <= LONGEST_LABEL
    assert not any("…" in topic for topic in found.required_search_topics), "they are searched for"
    assert left_out == (
        f"You named 30 topics; the first {MOST_TOPICS} are searched for.",
        f"You named 30 sections; the first {MOST_SECTIONS} are written.",
    )
    plain = PromptConstraints(required_search_topics=("a", "b"), required_sections=("Price",))
    assert bounded(plain, "?") == (plain, ())


def test_a_run_carries_no_long_name_into_its_events_and_prompts() -> None:
    question = f"Use separate searches for {LONG_NAME}, for the seal price and for the weight of the B-120."
    turns = [search("y" * 500), opening_ids("f" * 900, "e" * 900), opening(10**90), opening(1)]
    topics = (LONG_NAME, "seal price", "weight of the B-120")
    demands = PromptConstraints(min_searches=3, required_search_topics=topics)
    run = Run([*turns, {"type": "final"}], question, grammar=False, demands=demands)
    for event in run.of("tool_called"):
        assert all(len(value) <= 3 * LONGEST_LABEL for value in event.tool_input.values()), event
    ids = [event.tool_input for event in run.of("tool_called") if "document_id" in event.tool_input]
    assert len(ids[0]["document_id"]) <= LONGEST_ID
    told = [*run.of("notice_given"), *run.of("step_started"), *run.of("plan_made"), *run.of("tool_returned")]
    for event in told:
        assert len(json.dumps(event.model_dump(mode="json", exclude={"hits", "text"}))) < 1000, event
    said = run.told.replace(question, "").replace(json.dumps(turns[0], separators=(",", ":")), "")
    assert LONG_NAME not in said
    assert "9" * 70 not in said
    assert "0" * 70 not in said.replace(str(10**90), "", 1)
