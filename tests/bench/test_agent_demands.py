"""Each demand of a question is met by what the run did, or told by a row that names it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.agent.demands.constraints import PromptConstraints
from core.types import Answer, Insufficiency, InsufficiencyKind, StatementStatus
from tests.bench.agent_run import GOOD, WARRANTY, page_text, run, said
from tests.benchmarks.agent.demands import unmet_demands
from tests.benchmarks.agent.facts import run_facts
from tests.benchmarks.grading.rules import DisclosedRule, NumberRule, Rule, SectionsRule

QUESTION = "How long is the warranty of the B-120?"
MONTHS = NumberRule(value=24, words=("months",))  # type: ignore[arg-type]
TWO_SEARCHES = PromptConstraints(min_searches=2)
TWO_OPENINGS = PromptConstraints(min_open_citations=2)
TOPICS = PromptConstraints(required_search_topics=("warranty of the B-120", "price of the B-120"))
QUOTE = PromptConstraints(requires_exact_quote=True)
SECTIONS = PromptConstraints(required_sections=("Warranty", "Price"))
NEWEST = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
GAPS = PromptConstraints(requires_insufficiency_disclosure=True)
WEAK = said(WARRANTY, WARRANTY, status=StatementStatus.WEAK)
OTHER_WORDS = said("It lasts two years.", WARRANTY, status=StatementStatus.SUPPORTED)
UNKNOWN = Answer("I don't know based on the provided documents.")


def unmet(answer: Answer, demands: PromptConstraints, rule: Rule = MONTHS, **more: Any) -> tuple[str, ...]:
    return unmet_demands(run_facts(run(answer, **more)), demands, rule, QUESTION, page_text)


def with_row(answer: Answer, kind: InsufficiencyKind, missing: str, section: str = "") -> Answer:
    return replace(answer, insufficiencies=(Insufficiency(section, missing, (), kind),))


@pytest.mark.parametrize(
    ("demands", "answer", "told"),
    [
        (PromptConstraints(), GOOD, ()),
        (TWO_SEARCHES, GOOD, ("1 of 2 searches",)),
        (TWO_OPENINGS, GOOD, ("1 of 2 openings",)),
        (QUOTE, GOOD, ()),
        (QUOTE, OTHER_WORDS, ("no exact quote",)),
        (QUOTE, replace(OTHER_WORDS, text="It says “The warranty of the B-120 is 24 months”"), ()),
        (QUOTE, replace(OTHER_WORDS, text="It says “warranty of the”."), ("no exact quote",)),
        (QUOTE, replace(OTHER_WORDS, text="“The warranty … is 24 months from”"), ("no exact quote",)),
        (
            QUOTE,
            replace(OTHER_WORDS, text="“Claims are made in writing.”"),
            ("no exact quote of what was asked for",),
        ),
        (SECTIONS, replace(GOOD, text=f"Warranty: {WARRANTY}\nPrice: 12 €"), ()),
        (SECTIONS, replace(GOOD, text=f"Warranty: {WARRANTY}"), ("no section Price",)),
        (SECTIONS, replace(GOOD, text=f"Warranty: {WARRANTY}\nPrice:\n"), ("no section Price",)),
        (NEWEST, GOOD, ()),
        (NEWEST, said("In 2019 it was 36 months.", WARRANTY), ("does not give the value that counts",)),
        (NEWEST, said("The newest is 36 months.", WARRANTY), ("does not give the value that counts",)),
        (GAPS, GOOD, ()),
        (GAPS, WEAK, ("does not say what is missing",)),
    ],
)
def test_demands_are_met_or_named(demands: PromptConstraints, answer: Answer, told: tuple[str, ...]) -> None:
    assert unmet(answer, demands) == told


def test_figures_and_dates_of_the_question_count_as_asked_for() -> None:
    question = "Give me the sentence on how many employees there were on December 31, 2019."
    text = "We employed 798,000 employees as of December 31, 2019."
    facts = run_facts(run(said(text, text)))
    assert unmet_demands(facts, QUOTE, MONTHS, question, page_text) == ()


def test_a_search_is_made_for_each_topic_by_the_words_that_others_do_not_share() -> None:
    assert unmet(GOOD, TOPICS, queries=("B-120 warranty", "prices B-120")) == ()
    assert unmet(GOOD, TOPICS, queries=("B-120 warranty", "B-120")) == ("no search for price of the B-120",)
    row = with_row(GOOD, InsufficiencyKind.UNMET, "a search for “price of the B-120”")
    assert unmet(row, TOPICS, queries=("B-120 warranty",)) == ()


@pytest.mark.parametrize(
    ("demands", "row", "section"),
    [
        (TWO_SEARCHES, "2 separate searches (made: 1)", ""),
        (TWO_OPENINGS, "2 geöffnete Textstellen (geöffnet: 1)", ""),
        (QUOTE, "an exact quote (warranty)", ""),
        (SECTIONS, "nothing was found for this section", "Price"),
        (NEWEST, "which of several values counts: the answer gives none of those", ""),
        (NEWEST, "welcher von mehreren Werten gilt: die Antwort nennt keinen", ""),
    ],
)
def test_only_a_row_that_names_a_demand_tells_of_it(
    demands: PromptConstraints, row: str, section: str
) -> None:
    bad = replace(OTHER_WORDS, text="Warranty: It lasts two years.")
    assert unmet(bad, demands)
    assert unmet(with_row(bad, InsufficiencyKind.UNMET, row, section), demands) == ()
    assert unmet(with_row(bad, InsufficiencyKind.LEFT_OUT, row, section), demands)
    assert unmet(with_row(bad, InsufficiencyKind.UNMET, "the weight of the pump"), demands)


def test_a_row_that_something_was_left_out_tells_of_no_demand() -> None:
    demands = PromptConstraints(
        min_searches=4,
        min_open_citations=3,
        requires_exact_quote=True,
        requires_conflict_resolution=True,
        requires_insufficiency_disclosure=True,
    )
    bad = said("It lasts two years.", WARRANTY, status=StatementStatus.WEAK)
    left_out = with_row(bad, InsufficiencyKind.LEFT_OUT, "part of the draft")
    assert len(unmet(left_out, demands)) == 5


def test_an_answer_that_states_nothing_and_says_so_tells_of_all_it_should_hold_but_not_of_what_was_done() -> (
    None
):
    whole = with_row(UNKNOWN, InsufficiencyKind.GAP, QUESTION)
    for answer in (UNKNOWN, whole):
        for demands in (QUOTE, SECTIONS, NEWEST, GAPS):
            assert unmet(answer, demands) == ()
        for demands in (TWO_SEARCHES, TWO_OPENINGS):
            assert unmet(answer, demands)
    part = with_row(UNKNOWN, InsufficiencyKind.GAP, "nothing was found for this section", "Price")
    assert unmet(part, SECTIONS) == ("no section Warranty",)


def test_the_whole_question_as_a_gap_names_nothing_where_something_is_stated() -> None:
    bad = replace(OTHER_WORDS, text="Warranty: It lasts two years.")
    question = f"{QUESTION} Quote it under the headings Warranty and Price."
    answer = with_row(bad, InsufficiencyKind.GAP, question)
    facts = run_facts(run(answer))
    for demands in (QUOTE, SECTIONS):
        assert unmet_demands(facts, demands, MONTHS, question, page_text)


def test_what_the_documents_do_not_say_has_to_be_told() -> None:
    assert unmet(GOOD, GAPS, DisclosedRule()) == ("does not say what is missing",)
    assert unmet(with_row(GOOD, InsufficiencyKind.GAP, "the price"), GAPS, DisclosedRule()) == ()
    rule: Rule = TypeAdapter(SectionsRule).validate_python(
        {
            "sections": [
                {"heading": "Warranty", "answer": {"rule": "number", "value": 24}},
                {"heading": "Price", "answer": {"rule": "disclosed"}},
            ]
        }
    )
    demands = replace(SECTIONS, requires_insufficiency_disclosure=True)
    text = f"Warranty: {WARRANTY}\nPrice: "
    for under, told in (
        ("Claims are made in writing.", ("does not say that Price is missing",)),
        ("The documents do not state the price.", ()),
    ):
        assert unmet(replace(GOOD, text=text + under), demands, rule) == told


def test_under_a_heading_that_only_something_was_left_out_is_no_section() -> None:
    left_out = "part of the draft, because the opened passages do not carry it"
    text = f"### Warranty\n\n{WARRANTY}\n\n### Price\n\nLeft out: {left_out}"
    answer = with_row(replace(GOOD, text=text), InsufficiencyKind.LEFT_OUT, left_out, "Price")
    assert unmet(answer, SECTIONS) == ("no section Price",)
    assert all(unmet(answer, demands) for demands in (TWO_SEARCHES, TWO_OPENINGS))
