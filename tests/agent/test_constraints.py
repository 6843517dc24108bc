"""What a question demands: read by rule and by the model, merged, fitted, and named as specified."""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from dataclasses import MISSING, asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.demands.constraint_pass import ask_for_constraints
from core.agent.demands.constraints import PromptConstraints, analyze_constraints, fit_to_budget, merge
from core.agent.limits import Limits
from core.cancel import CancelToken
from core.errors import Cancelled
from core.events import Event, EventStamper
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.llm.grammars import compile_json_schema
from core.llm.llama import LlamaModel
from core.published.schemas import SCHEMAS
from tests.agent.gate_kit import demands_of
from tests.benchmarks.agent.constraints import TABLES, Tally, load_table, tallies
from tests.scored import scored
from tests.scripted_model import ScriptedModel, Turn

NOTHING = PromptConstraints()

# Slightly below what docs/evaluation.md reports.
LEAST = {"own": (0.95, 0.85), "blind": (0.95, 0.95)}
LEAST_OF_INDICATORS = {"own": (0.95, 0.85), "blind": (0.75, 0.65)}  # people name the same thing differently


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_some_answer(prompt: str) -> None:
    found = analyze_constraints(prompt)
    assert found.min_searches >= max(1, len(found.required_search_topics))


def test_long_prompts_take_no_time() -> None:
    prompts = [judged.prompt for table in TABLES for judged in load_table(table)]
    longest = " ".join(prompts)[:1000]
    analyze_constraints(longest)
    began = time.thread_time()  # of the processor: what else runs does not count
    analyze_constraints(longest)
    assert time.thread_time() - began < 0.5  # 6 ms


@pytest.mark.parametrize("table", TABLES)
def test_precision_and_recall_of_the_tables(table: str) -> None:
    prompts = load_table(table)
    scores = tallies(prompts)
    for name, tally in scores.items():
        bounds = LEAST_OF_INDICATORS if name == "exact_quote_indicators" else LEAST
        least_precision, least_recall = bounds[table]
        assert (tally.precision or 0) >= least_precision, (name, tally)
        assert (tally.recall or 0) >= least_recall, (name, tally)
    silent = [judged for judged in prompts if judged.expected == NOTHING]
    assert len(prompts) >= 90
    assert 2 * len(silent) >= 0.95 * len(prompts)
    assert [judged.prompt for judged in silent if analyze_constraints(judged.prompt) != NOTHING] == []


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


@scored("demands")
def test_demands_and_what_only_looks_like_them(prompt: str, demanded: dict[str, object]) -> None:
    assert asdict(analyze_constraints(prompt)) == asdict(NOTHING) | demanded


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


NO_DEMAND = PromptConstraints()
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
    turn: Turn, prompt: str, found: PromptConstraints = NO_DEMAND
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
    assert result == NO_DEMAND
    assert [event.kind for event in events] == ["model_called"]
    (request,) = model.history
    assert request.grammar is not None
    assert request.grammar.json_schema is not None
    assert set(request.grammar.json_schema["properties"]) == set(EMPTY)
    compile_json_schema(request.grammar.json_schema)  # llama.cpp gets it as GBNF
    assert prompt in request.messages[-1].content


def test_a_prompt_of_questions_is_not_asked_about() -> None:
    result, events, model = asked(GREEDY, "How many quotes did we get? Which of them is newest?")
    assert (result, events, model.history) == (NO_DEMAND, [], [])


@scored("demands", list)
def test_what_a_model_may_add(
    prompt: str, found: dict[str, Any], said: Any, demanded: dict[str, Any]
) -> None:
    """To what was found by rule: nothing goes, and only what stands in the prompt comes."""
    result, _, _ = asked(said, prompt, demands_of(found))
    assert result == demands_of(demanded)


def test_stop_ends_it() -> None:
    stopped = CancelToken()
    stopped.set()
    running = ask_for_constraints(
        ScriptedModel([EMPTY]), "Explain fees.", NO_DEMAND, UsageMeter("scripted"), EventStamper(), stopped
    )
    with pytest.raises(Cancelled):
        list(running)


@pytest.mark.slow
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
