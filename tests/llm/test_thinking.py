"""Reasoning is no reply: whole, cut off, without its beginning; and a tag that a text speaks of stays."""

from __future__ import annotations

import json

import pytest

from core.llm.thinking import ThinkingFilter, without_thinking
from tests.agent.scripted_run import Run, opening
from tests.cases import score_rules


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
