"""The limits of a run: two presets, and what settings and environment override."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from pydantic import ValidationError

from core.agent.limits import Limits
from core.errors import UsageError
from core.settings import AnswerSettings


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
    answers = AnswerSettings(agent_limits="strict", plan_timeout_s=7, chat_timeout_s=8.5, max_tokens=99)
    limits = Limits.of(answers, {})
    assert (limits.max_iterations, limits.answer_tokens) == (5, 99)
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
