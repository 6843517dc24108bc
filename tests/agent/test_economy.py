"""Tokens: all that a run used is told, and each prompt extends the one before it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.agent.limits import Limits
from core.agent.prefix import PrefixWatch
from core.agent.transcript import Transcript
from core.llm.base import GenerationDone, Message
from core.llm.budget import EvidenceBlock, FittedPrompt
from core.llm.calls import UsageMeter
from core.published.trace_rows import trace_rows
from core.runs.trace import fold_all
from tests.agent.scripted_run import ACTING, DOUBLE, Run, opening, search
from tests.benchmarks.agent.facts import breaks, run_facts

TURNS = [opening(1), search("litres"), opening(2), opening(3), {"type": "final"}]


def used(run: Run) -> tuple[int, int, int]:
    calls = run.of("model_called")
    return (
        sum(call.prompt_tokens for call in calls),
        sum(call.evaluated_tokens for call in calls),
        sum(call.completion_tokens for call in calls),
    )


def told(run: Run) -> tuple[int, int, int]:
    usage = run.of("answer_ready")[0].usage
    return usage.prompt_tokens, usage.evaluated_tokens, usage.completion_tokens


def distinct(run: Run) -> int:
    return int(run.of("answer_ready")[0].usage.distinct_prompt_tokens)


def ratio(run: Run) -> float:
    return told(run)[1] / distinct(run)


def prefixes(run: Run) -> list[str]:
    return [event.prefix for event in run.of("model_called")]


@pytest.mark.parametrize("limit", ["plan_timeout_s", "chat_timeout_s"])
def test_what_a_call_used_until_its_time_was_over_counts(limit: str) -> None:
    limits = replace(ACTING, **{limit: 0.4})
    run = Run([search("seal"), search("x" * 600)], limits=limits, plan="x" * 800, delay_s=0.01)
    assert run.of("step_failed")
    assert told(run) == used(run)
    usage = run.of("answer_ready")[0].usage
    assert usage.distinct_prompt_tokens >= usage.evaluated_tokens, "a stopped prompt stands in the cache, too"


def test_prompts_are_only_appended_to() -> None:
    run = Run([search(DOUBLE), opening(1), search("answer"), opening(2), opening(3)], limits=ACTING)
    assert "repeated_query" in run.story
    acting = run.model.history[:-1]  # the short answer has a prompt of its own
    texts = ["".join(f"<{m.role}>{m.content}" for m in request.messages) for request in acting]
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(texts))
    assert run.of("evidence_dropped") == []
    assert prefixes(run) == ["first", *["extended"] * (len(texts) - 1), ""]
    assert told(run) == used(run)
    assert ratio(run) <= 1.0


def test_a_window_that_is_full_breaks_the_prefix_once() -> None:
    turns = [opening(number) for number in (1, 2, 3)]
    run = Run([*turns, search("litres")], limits=replace(Limits.strict(), max_context_citations=2))
    assert prefixes(run).count("evicted") == 1
    assert "broken" not in prefixes(run)
    assert breaks(prefixes(run)) == 0
    assert ratio(run) > 1, "what stands behind the break is read again"
    assert breaks(["first", "evicted", "extended", "evicted"]) == 1


def test_a_broken_prefix_shows_in_the_trace_and_in_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    render, count = Transcript._render, itertools.count()

    def with_a_clock(self: Transcript, blocks: Sequence[EvidenceBlock]) -> tuple[Message, ...]:
        system, *others = render(self, blocks)
        return (Message("system", f"{system.content} It is {next(count)} o'clock."), *others)

    monkeypatch.setattr(Transcript, "_render", with_a_clock)
    run = Run(TURNS, limits=ACTING)
    calls = len(run.of("model_called"))
    assert prefixes(run) == ["first", *["broken"] * (calls - 2), ""]
    assert breaks(run_facts(run.events).prefixes) == calls - 2
    assert ratio(run) > 2, "each prompt is read anew"
    rows = [row for row in trace_rows(run.events) if row["type"] == "model_call"]
    assert [row["prefix"] for row in rows] == prefixes(run)
    steps = [step.detail for step in fold_all(run.events).steps if step.kind == "model_called"]
    assert sum("the beginning of the prompt has changed" in detail for detail in steps) == calls - 2


def _prompt(*texts: str) -> FittedPrompt:
    roles: Iterator[Any] = itertools.cycle(("system", "user", "assistant"))
    return FittedPrompt(tuple(Message(next(roles), text) for text in texts), (), 10)


def test_what_extends_a_prompt() -> None:
    watch = PrefixWatch()
    assert watch.look(_prompt("s", "question"), evicted=False)[0] == "first"
    assert watch.look(_prompt("s", "question\n\nmore"), evicted=False)[0] == "extended"
    assert watch.look(_prompt("s", "question\n\nmore", "said"), evicted=False)[0] == "extended"
    assert watch.look(_prompt("s", "question\n\nless", "said"), evicted=False)[0] == "broken"
    assert watch.look(_prompt("s"), evicted=False)[0] == "broken"
    watch.displace()
    assert watch.look(_prompt("s"), evicted=False)[0] == "displaced"
    assert watch.look(_prompt("t"), evicted=True)[0] == "evicted"


def test_what_stood_in_any_earlier_prompt_is_not_distinct_wherever_it_stands_now() -> None:
    watch = PrefixWatch()
    assert watch.look(_prompt("s", "one\ntwo"), evicted=False)[1] == ()
    seen = watch.look(_prompt("t", "two\none\none"), evicted=False)[1]
    assert seen == (Message("user", "two\none"),)
    watch.displace()
    messages = _prompt("s", "one\none\ntwo", "said").messages
    assert watch.look(_prompt("s", "one\none\ntwo", "said"), evicted=False)[1] == messages


def test_prompts_that_are_all_read_anew_give_the_number_of_times() -> None:
    meter = UsageMeter("x")
    for number in range(8):
        meter.add(GenerationDone("t", "stop", 1000, 1000, 10, 0.1), seen_tokens=1000 if number else 0)
    assert meter.usage.evaluated_tokens / meter.usage.distinct_prompt_tokens == 8
