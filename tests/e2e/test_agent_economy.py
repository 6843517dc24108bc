"""Each token of an agent run is evaluated about once: measured with a real model that says what it likes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.settings import AnswerSettings, ModelSettings, Settings
from core.types import Mode
from tests.conftest import TINY_MODEL
from tests.e2e.conftest import check_invariants

MOST = 1.15


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.timeout(600)
def test_tokens_are_evaluated_once(open_engine: Callable[..., Engine]) -> None:
    answers = AnswerSettings(agent_limits="strict", max_tokens=48)
    engine = open_engine(settings=Settings(models=ModelSettings(answer_model=TINY_MODEL), answers=answers))
    question = "Use separate searches for warranty and invoice, and open at least two citations."
    events = list(engine.ask(Question(question, Mode.AGENT), CancelToken()))
    check_invariants(events)
    calls = [event for event in events if event.kind == "model_called"]
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    evaluated = sum(call.evaluated_tokens for call in calls)
    read = sum(call.prompt_tokens for call in calls)
    assert (ready.usage.evaluated_tokens, ready.usage.prompt_tokens) == (evaluated, read)
    assert len(calls) >= 4
    assert evaluated <= MOST * ready.usage.distinct_prompt_tokens
    # Counted from outside as well: prompts are only appended to, so each token stands in the longest one, and
    # what the model itself wrote into it was never evaluated as a prompt.
    assert [event for event in events if event.kind == "evidence_dropped"] == []
    longest = max(call.prompt_tokens for call in calls)
    written = sum(call.completion_tokens for call in calls[:-1])
    assert evaluated <= MOST * (longest - written)
