"""What must hold in every run, told from its events: limits and citations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.agent.limits import Limits
from core.events import Event
from tests.bench.agent_run import GOOD, WARRANTY, citation, run, said
from tests.benchmarks.agent.facts import (
    PromptSent,
    distinct_tokens,
    found_citations,
    opened_citations,
    over_limits,
    read_pages,
    run_facts,
)

LIMITS = Limits.standard()


def test_a_run_inside_its_limits() -> None:
    facts = run_facts(run(GOOD, searches=2, openings=("a", "b", "a"), steps=10, reprompts=3))
    assert over_limits(facts, LIMITS) == ()
    assert (len(facts.queries), facts.tool_calls, facts.outcome) == (2, 5, "answered")


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (run(GOOD, searches=6), "7 tool calls of 5"),
        (run(GOOD, steps=11), "11 steps of 10"),
        (run(GOOD, reprompts=4), "4 reprompts of 3"),
        (run(None, outcome="failed"), "ended as failed"),
        (run(GOOD)[:-1], "ended as nothing"),
        ([], "ended as nothing"),
    ],
)
def test_what_goes_beyond_the_limits_is_named(events: list[Event], told: str) -> None:
    assert over_limits(run_facts(events), LIMITS) == (told,)


def test_citations_must_point_at_what_was_opened() -> None:
    assert opened_citations(run_facts(run(GOOD))) == (1, 1)
    other = run_facts(run(said(WARRANTY, WARRANTY, chunk_id="b")))
    assert opened_citations(other) == (0, 1)
    assert found_citations(other) == (1, 1)
    marked = replace(GOOD, citations=(replace(citation("b"), from_snippet=True),))
    snippet = run_facts(run(marked, openings=()))
    assert (opened_citations(snippet), snippet.citations_from_snippets) == ((0, 0), 1)
    refused = run_facts(run(said(WARRANTY, WARRANTY, chunk_id="z"), openings=("z",)))
    assert opened_citations(refused) == found_citations(refused) == (0, 1)


def test_pages_that_were_read() -> None:
    facts = run_facts(run(GOOD))
    assert read_pages(facts, opened_only=True) == {("manual.pdf", 3)}
    assert read_pages(facts, opened_only=False) == {("manual.pdf", 3), ("manual.pdf", 7)}


def test_distinct_tokens_are_told_from_the_sizes_of_prompts() -> None:
    def sent(*prompts: tuple[str, int]) -> int:
        return distinct_tokens([PromptSent(prefix, tokens, 0, 10) for prefix, tokens in prompts])

    assert sent(("first", 100), ("extended", 150), ("extended", 160)) == 140
    assert sent(("", 80), ("first", 100), ("displaced", 110)) == 180
    assert sent(("first", 100), *[("broken", 100)] * 7) == 100
    assert sent(("first", 200), ("extended", 300), ("evicted", 180), ("extended", 260)) == 360
