"""Names from the user and the model are cut before they get into prompts, events and answers."""

from __future__ import annotations

import json

from core.agent.bounded_names import (
    LONGEST_ID,
    LONGEST_LABEL,
    MOST_INDICATORS,
    MOST_SECTIONS,
    MOST_TOPICS,
    bounded,
    listed,
    shortened,
)
from core.agent.demands.constraints import PromptConstraints
from tests.agent.scripted_run import Run, opening, opening_ids, search

LONG = " ".join(["pump"] * 40)


def test_a_label_is_cut_at_a_word() -> None:
    assert shortened("  seal \n price ") == "seal price"
    cut = shortened(LONG)
    assert len(cut) <= LONGEST_LABEL
    assert cut.endswith("pump…")
    assert shortened("x" * 500) == "x" * (LONGEST_LABEL - 1) + "…"


def test_a_list_names_the_first_and_counts_the_rest() -> None:
    assert listed(["[7]", "[9]"]) == "[7], [9]"
    assert listed([f"[{number}]" for number in range(100, 130)]).endswith("[107] and 22 more")


def test_demands_are_bounded_and_what_is_left_out_is_told() -> None:
    names = tuple(f"topic {number} {LONG}" for number in range(30))
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
    question = f"Use separate searches for {LONG}, for the seal price and for the weight of the B-120."
    turns = [search("y" * 500), opening_ids("f" * 900, "e" * 900), opening(10**90), opening(1)]
    run = Run([*turns, {"type": "final"}], question, grammar=False)
    for event in run.of("tool_called"):
        assert all(len(value) <= 3 * LONGEST_LABEL for value in event.tool_input.values()), event
    ids = [event.tool_input for event in run.of("tool_called") if "document_id" in event.tool_input]
    assert len(ids[0]["document_id"]) <= LONGEST_ID
    told = [*run.of("notice_given"), *run.of("step_started"), *run.of("plan_made"), *run.of("tool_returned")]
    for event in told:
        assert len(json.dumps(event.model_dump(mode="json", exclude={"hits", "text"}))) < 1000, event
    said = run.told.replace(question, "").replace(json.dumps(turns[0], separators=(",", ":")), "")
    assert LONG not in said
    assert "9" * 70 not in said
    assert "0" * 70 not in said.replace(str(10**90), "", 1)
