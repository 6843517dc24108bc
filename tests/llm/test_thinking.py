"""Reasoning is no reply: whole, cut off, without its beginning; and a tag that a text speaks of stays."""

from __future__ import annotations

import json

import pytest

from core.llm.thinking import ThinkingFilter, without_thinking
from tests.agent.scripted_run import Run, opening

CALL = json.dumps({"type": "tool_call", "tool": "search_docs", "input": {"query": "rent"}})


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        (f'<think>I could write {{"type":"final"}} but no</think>{CALL}', CALL),
        (
            "<think>It may be EUR 18,400 [1].</think>The rent is EUR 12,000 [1].",
            "The rent is EUR 12,000 [1].",
        ),
        ("<THINKING>\nHmm.\n</THINKING>\n\nEs sind 24 Monate [2].", "Es sind 24 Monate [2]."),
        ("[THINK]42?[/THINK]It is 41 [1].", "It is 41 [1]."),
        ("It is blue [1].\n<think>Or red?</think>\nIt is loud [2].", "It is blue [1].\n\nIt is loud [2]."),
        ("<think>It is red [1]. It may", ""),
        ("It is blue [1].\n<think>It may be red", "It is blue [1]."),
        ("It may be red.\n</think>\nIt is blue [1].", "It is blue [1]."),
        (f"It may be red.</think>{CALL}", CALL),
        ("<think>a <think>b</think> c</think>d", "d"),
        ("<think>a <think>b</think>d", "d"),
        ("", ""),
    ],
)
def test_thinking_is_left_out(text: str, reply: str) -> None:
    assert without_thinking(text) == reply


@pytest.mark.parametrize(
    "text",
    [
        "The template opens with `<think>` and ends with `</think>` [1].",
        "Such a block begins with <think> in the prompt [1].",
        "It ends with </think> in all of them [1].",
        json.dumps({"answer": 'Between "<think>" and "</think>" [1].'}),
        "They think > 3 [1]. ",
        CALL,
    ],
)
def test_a_text_that_speaks_of_it_stays(text: str) -> None:
    assert without_thinking(text) == text


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
