"""What a question demands: told from examples, merged, fitted, and named as specified."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.demands.analysis import analyze_constraints
from core.agent.demands.clauses import clauses
from core.agent.demands.constraints import PromptConstraints, fit_to_budget, merge
from core.agent.limits import Limits
from core.plans.request_kinds import RequestKinds
from core.published.schemas import SCHEMAS
from tests.agent.demand_reader import read_demands
from tests.benchmarks.agent.constraints import TABLES, Tally, load_table, tallies
from tests.scored import scored

NOTHING = PromptConstraints()

# Slightly below what docs/evaluation.md reports.
WHOLLY_RIGHT = {"own": 0.85, "blind": 0.9, "fresh_tuned": 0.79, "fresh_held_out": 0.65}
MOST_FALSE_ALARMS = 5


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_some_answer(prompt: str) -> None:
    found = read_demands(prompt)
    assert found.min_searches >= max(1, len(found.required_search_topics))


def test_a_sentence_of_many_parts_costs_a_bounded_number_of_looks() -> None:
    """The model's and not the clock's: every look embeds a clause, and no Stop ends it."""
    sentence = "Compare rent, deposit, heating, water, power, parking and garden; " * 15
    assert len(clauses(sentence)) <= 24
    assert clauses(sentence)[0] == sentence


def test_without_an_embedder_nothing_is_demanded() -> None:
    assert analyze_constraints("Quote it verbatim, please.", RequestKinds(None)) == NOTHING


@pytest.mark.parametrize("table", TABLES)
def test_demands_are_told_from_questions(table: str) -> None:
    prompts = load_table(table)
    found = [read_demands(judged.prompt) for judged in prompts]
    wrong = [
        judged.prompt
        for judged, got in zip(prompts, found, strict=True)
        if any(of.invented or of.missed for of in tallies([judged], [got]).values())
    ]
    silent = [got for judged, got in zip(prompts, found, strict=True) if judged.expected == NOTHING]
    assert len(wrong) <= (1 - WHOLLY_RIGHT[table]) * len(prompts), wrong
    assert 2 * len(silent) >= 0.95 * len(prompts)
    assert sum(got != NOTHING for got in silent) <= MOST_FALSE_ALARMS


def test_a_wrong_number_counts_twice_and_names_by_their_words() -> None:
    (judged, *_) = [one for one in load_table("own") if one.expected.min_searches == 3]
    assert tallies([judged], [replace(judged.expected, min_searches=2)])["min_searches"] == Tally(0, 1, 1)
    longer = replace(judged.expected, required_search_topics=("reindex SQL of the shop", "rate limits", "x"))
    assert tallies([judged], [longer])["required_search_topics"] == Tally(2, 1, 1)


names = st.lists(st.sampled_from(["fees", "Fees", "rent", "deposit", "a", "b", "c"]), max_size=4).map(tuple)
some_constraints = st.builds(
    PromptConstraints,
    min_searches=st.integers(1, 12),
    required_search_topics=names,
    min_open_citations=st.integers(0, 12),
    requires_exact_quote=st.booleans(),
    exact_quote_indicators=names,
    requires_conflict_resolution=st.booleans(),
    conflict_resolution_rule=st.sampled_from([None, "newest", "oldest"]),
    required_sections=names,
    requires_insufficiency_disclosure=st.booleans(),
)


@given(some_constraints, some_constraints)
def test_merging_only_adds(found: PromptConstraints, added: PromptConstraints) -> None:
    both = merge(found, added)
    for one in (found, added):
        assert both.min_searches >= max(
            one.min_searches, len({t.casefold() for t in one.required_search_topics})
        )
        assert both.min_open_citations >= one.min_open_citations
        for field in ("required_search_topics", "exact_quote_indicators", "required_sections"):
            merged = [name.casefold() for name in getattr(both, field)]
            assert len(merged) == len(set(merged))
            assert set(merged) >= {name.casefold() for name in getattr(one, field)}
        assert both.requires_exact_quote >= one.requires_exact_quote
        assert both.requires_conflict_resolution >= one.requires_conflict_resolution
        assert both.requires_insufficiency_disclosure >= one.requires_insufficiency_disclosure
    assert both.conflict_resolution_rule == (found.conflict_resolution_rule or added.conflict_resolution_rule)


def test_merging_keeps_the_order_of_what_was_found() -> None:
    found = PromptConstraints(
        min_searches=2, required_search_topics=("rent", "fees"), required_sections=("A",)
    )
    added = PromptConstraints(required_search_topics=("Fees", "deposit"), required_sections=("B", "a"))
    both = merge(found, added)
    assert both.required_search_topics == ("rent", "fees", "deposit")
    assert both.min_searches == 3
    assert both.required_sections == ("A", "B")


STANDARD = Limits.standard()


@scored("demands")
def test_what_does_not_fit_is_reduced_in_order_and_told(
    searches: int,
    topics: tuple[str, ...],
    openings: int,
    fitted: tuple[int, tuple[str, ...], int],
    reductions: tuple[str, ...],
) -> None:
    demanded = PromptConstraints(
        min_searches=searches,
        required_search_topics=topics,
        min_open_citations=openings,
        required_sections=("A",),
    )
    result = fit_to_budget(demanded, STANDARD)
    constraints = result.constraints
    assert (
        constraints.min_searches,
        constraints.required_search_topics,
        constraints.min_open_citations,
    ) == fitted
    assert constraints.required_sections == ("A",)
    assert result.reductions == reductions


def test_the_rolling_window_bounds_openings() -> None:
    result = fit_to_budget(PromptConstraints(min_open_citations=4), Limits.strict())
    assert result.constraints.min_open_citations == 3
    assert result.reductions == ("You asked for 4 opened citations; an answer can rest on 3 at a time.",)


@pytest.mark.parametrize(("searches", "openings"), [(9, 9), (1, 9), (3, 7), (9, 5), (1, 4)])
def test_each_demand_that_was_reduced_is_told_once(searches: int, openings: int) -> None:
    demanded = PromptConstraints(min_searches=searches, min_open_citations=openings)
    result = fit_to_budget(demanded, STANDARD)
    of_openings = [line for line in result.reductions if line.startswith(f"You asked for {openings} opened")]
    room = result.constraints.min_open_citations
    assert len(of_openings) == (room < openings)
    assert all(f"there is room for {room} in" in line for line in of_openings)


@given(some_constraints, st.integers(1, 8), st.integers(1, 6))
def test_what_was_fitted_fits(demanded: PromptConstraints, calls: int, window: int) -> None:
    limits = replace(STANDARD, max_tool_calls=calls, max_context_citations=window)
    fitted, reductions = (result := fit_to_budget(demanded, limits)).constraints, result.reductions
    assert fitted.min_searches + max(fitted.min_open_citations, min(1, calls - 1)) <= calls
    assert fitted.min_open_citations <= window
    assert len(fitted.required_search_topics) <= fitted.min_searches
    words = " ".join(fitted.required_search_topics)
    assert all(topic in words for topic in demanded.required_search_topics)
    asked = max(demanded.min_searches, len(demanded.required_search_topics))
    less = (fitted.min_searches, fitted.min_open_citations) != (asked, demanded.min_open_citations)
    assert bool(reductions) is less


# As printed in specification 000: its name, the JSON type, its default.
SPECIFIED: dict[str, tuple[str, Any]] = {
    "min_searches": ("integer", 1),
    "required_search_topics": ("array", []),
    "min_open_citations": ("integer", 0),
    "requires_exact_quote": ("boolean", False),
    "exact_quote_indicators": ("array", []),
    "requires_conflict_resolution": ("boolean", False),
    "conflict_resolution_rule": ("string", None),
    "required_sections": ("array", []),
    "requires_insufficiency_disclosure": ("boolean", False),
}
PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "schema" / "prompt-constraints.schema.json"


def properties(schema: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    (shape,) = schema["$defs"].values()
    return {
        name: (row.get("type") or next(kind["type"] for kind in row["anyOf"]), row["default"])
        for name, row in shape["properties"].items()
    }


@pytest.mark.parametrize("source", ["code", "published"])
def test_names_types_and_defaults_are_those_of_the_specification(source: str) -> None:
    schema = SCHEMAS["prompt-constraints"].model_json_schema()
    if source == "published":
        schema = json.loads(PUBLISHED.read_text("utf-8"))
    assert properties(schema) == SPECIFIED
    assert list(properties(schema)) == list(SPECIFIED), "in its order"


def test_no_demand_is_the_default() -> None:
    assert all(field.default is not MISSING for field in fields(PromptConstraints))
    assert SCHEMAS["prompt-constraints"].model_validate({}).model_dump(mode="json") == {
        name: default for name, (_, default) in SPECIFIED.items()
    }


def test_the_printed_specification_has_these_names(shared_folder: Path) -> None:
    text = (shared_folder / "seeds" / "000_f184845ace0562b3.txt").read_text("utf-8")
    shape = text.partition("class PromptConstraints:")[2].partition("```")[0]
    assert [line.split(":")[0].strip() for line in shape.strip().splitlines()] == list(SPECIFIED)
