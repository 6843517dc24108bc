"""Each part of a question is searched for, answered, or told as missing in words that claim nothing."""

from __future__ import annotations

import json
from dataclasses import replace

from core.agent.checks.answered_questions import validate_question_parts
from core.agent.checks.base import Findings, gap
from core.agent.checks.disclosure import unanswered_topics
from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import asked_for, topic_of
from core.agent.grounding import ground_citations_from_state
from core.agent.limits import Limits
from core.agent.queries import part_queries, section_queries
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts
from core.answer.statements import without_admission
from core.types import Confidence, Insufficiency, InsufficiencyKind
from tests.agent.gate_kit import HEAVY, HITS, PAGES, WARRANTY, WEIGHT, attempt_of, final, state_of
from tests.answer.helpers import on_page_one, source_of
from tests.benchmarks.agent.constraints import TABLES, load_table
from tests.scored import scored

# --- parts of a question, and headings -------------------------------------------------------------------


@scored("gate")
def test_a_part_that_speaks_of_the_first_is_searched_with_its_words(
    parts: tuple[str, ...], queries: str
) -> None:
    assert part_queries(parts, 3)[1] == queries


@scored("gate")
def test_headings_are_searched_for_with_what_the_question_is_about(
    question: str, sections: tuple[str, ...], most: int, queries: tuple[str, ...]
) -> None:
    found = section_queries(sections, question, most)
    assert tuple(query.casefold() for query in found) == tuple(query.casefold() for query in queries)


def test_of_each_topic_something_is_opened_first() -> None:
    state = AgentState(Limits.standard(), topics=("weight", "price"), queries=["weight", "price"])
    state.add_results("weight", HITS[:2])
    state.add_results("price", HITS[2:3])
    order = [state.next_to_open]
    for read in (0, 2):
        state.opened.append(PAGES[read])
        order.append(state.next_to_open)
    assert order == [(1, 3, 2), (3,), (2,)]
    state.opened.pop()
    assert state.allowed().open_results == (3,)


def test_what_is_open_serves_one_topic_only() -> None:
    state = AgentState(Limits.standard(), topics=("weight", "price"), queries=["weight", "price"])
    state.add_results("weight", HITS[:3])
    state.add_results("price", [HITS[0], HITS[3], HITS[1]])
    assert state.offered == (1,)  # the best of both
    state.opened.append(PAGES[0])
    assert state.next_to_open == (4, 2)  # and of the second what is best for it, not for the first
    assert state.offered == (4,)
    state.opened.append(PAGES[3])
    assert state.offered == (2, 3)


def test_a_topic_of_which_all_is_open_is_owed_nothing() -> None:
    state = AgentState(Limits.standard(), topics=("weight", "price"), queries=["weight", "price"])
    state.add_results("weight", HITS[:3])
    state.add_results("price", HITS[:1])
    state.opened.append(PAGES[0])
    assert state.offered == (2, 3)


TWO_PARTS = "How heavy is the B-120, and how long is its warranty?"
PAID = "What does Karst pay for seals, and what does Aldermoor pay for pumps?"
PAYING = (
    source_of(1, "Karst pays 12 euros for seals."),
    source_of(2, "Aldermoor pays 90 euros for pumps.", "pumps.pdf"),
)


def named(findings: Findings) -> tuple[str, ...]:
    """The parts that they are about."""
    return tuple(finding.message.partition("“")[2].partition("”")[0] for finding in findings)


@scored("demands")
def test_each_part_is_answered_or_named(question: str, text: object, missing: tuple[str, ...]) -> None:
    state = state_of(question=question, sources=PAYING if question == PAID else (WARRANTY, WEIGHT))
    attempt = attempt_of(text if isinstance(text, str) else json.dumps(text), state)
    found = validate_question_parts(attempt.draft, attempt.answer, state)
    assert named(found) == missing
    assert all(finding.by_writing for finding in found)


@scored("demands")
def test_the_code_that_all_parts_name_answers_none_of_them(
    question: str, said: str, missing: tuple[str, ...]
) -> None:
    sources = (source_of(1, "The B-120 weighs 42 kg."), source_of(2, "The price of the B-120 is 950 euros."))
    state = state_of(question=question, sources=sources)
    attempt = attempt_of(said, state)
    found = validate_question_parts(attempt.draft, attempt.answer, state)
    assert named(found) == missing


def test_a_demanded_topic_is_a_part() -> None:
    demanded = PromptConstraints(required_search_topics=("weight of the B-120", "rate limit"))
    state = state_of(demanded, question="Search for the weight of the B-120 and the rate limit.")
    attempt = attempt_of(json.dumps(final(HEAVY)), state)
    assert validate_question_parts(attempt.draft, attempt.answer, state) == ()  # not even searched for
    state.queries.append("rate limit")
    (finding,) = validate_question_parts(attempt.draft, attempt.answer, state)
    assert finding.disclosure[0].missing == "rate limit"


def test_prompts_of_the_tables_raise_no_false_alarm() -> None:
    """Of 218 prompts three have two plain questions, each of both tables' prompts read by hand."""
    parted = [row.prompt for name in TABLES for row in load_table(name) if asked_parts(row.prompt)]
    assert parted == [
        "What is the notice period in the lease, and who pays for the heating?",
        "Was kostet die Wartung im Jahr, und wann läuft der Vertrag aus?",
        "Welche Mannschaften suchen bei einem Lawinenunglück, und in wie vielen getrennten Gruppen?",
    ]


def test_of_a_question_without_any_answer_the_parts_are_not_named_again() -> None:
    state = state_of(question=TWO_PARTS)
    part, other = (Insufficiency("", text) for text in ("how long is its warranty", "the colour"))
    attempt = ground_citations_from_state(FinalDraft(disclosed=(part, other)), state, on_page_one)
    assert [row.missing for row in attempt.answer.insufficiencies] == [TWO_PARTS, "the colour"]


def test_with_a_part_told_as_missing_an_answer_is_at_most_medium() -> None:
    state = state_of(question="How heavy is the B-120?")
    whole = attempt_of(json.dumps(final(HEAVY)), state)
    assert whole.answer.confidence is Confidence.HIGH
    missing, unmet = (
        replace(whole.draft, disclosed=(Insufficiency("", "the weight of the motor", (), kind),))
        for kind in (InsufficiencyKind.GAP, InsufficiencyKind.UNMET)
    )
    lowered = ground_citations_from_state(missing, state, on_page_one).answer
    assert (lowered.insufficiencies != (), lowered.confidence) == (True, Confidence.MEDIUM)
    assert ground_citations_from_state(unmet, state, on_page_one).answer.confidence is Confidence.HIGH


DISCLOSE = PromptConstraints(requires_insufficiency_disclosure=True)


LASTS = "The warranty of the B-120 pump is 36 months from delivery."
PUMP = (
    source_of(1, LASTS),
    source_of(2, "The B-120 weighs 42 kg. The pump B-120 costs 1,450 euros.", "b.pdf"),
)


@scored("demands")
def test_the_code_of_all_topics_tells_none_of_them(topic: str, said: str, open_: bool) -> None:
    demanded = replace(DISCLOSE, required_search_topics=("warranty of the B-120", topic))
    state = state_of(demanded, PUMP, question="Search for each. If something is missing, say so.")
    attempt = attempt_of(said if "[" in said else said + " [1]", state)
    assert unanswered_topics(attempt.answer, state) == ([topic] if open_ else [])
    missing = replace(attempt.answer, insufficiencies=gap(state, "the warranty of the B-120"))
    assert unanswered_topics(missing, state) == ([topic] if open_ else [])
    missing = replace(attempt.answer, insufficiencies=gap(state, f"the {topic}"))
    assert unanswered_topics(missing, state) == []


BLUE = (source_of(1, "The boiler holds 80 litres. It is painted blue. Miller of Karst built the boiler."),)


TWO = "How much does the boiler hold and what does it cost?"


@scored("demands")
def test_only_what_was_asked_is_called_missing(demand: str) -> None:
    state = state_of(DISCLOSE, BLUE, question=f"{TWO} {demand}")
    attempt = attempt_of("The boiler holds 80 litres. [1]", state)
    assert unanswered_topics(attempt.answer, state) == ["what does it cost"]
    none = attempt_of('{"statements":[],"insufficiencies":[]}', state)
    assert [row.missing for row in none.answer.insufficiencies] == [TWO]


@scored("demands")
def test_what_a_question_asks_for(question: str, asked: str) -> None:
    assert asked_for(question) == asked


PLAIN = PromptConstraints()


@scored("demands")
def test_a_topic_is_made_of_what_was_asked(question: str, missing: str, topic: str) -> None:
    assert topic_of(missing, question, PLAIN) == topic


def test_a_demanded_topic_or_heading_is_one_too() -> None:
    demanded = PromptConstraints(required_search_topics=("rate limit", "retry policy"))
    long = "Write a runbook on the rate limit and the retry policy from separate searches."
    assert topic_of("the retry policy was cancelled", long, demanded) == "retry policy"
    assert topic_of("the price", "How heavy is it?", PLAIN, section="Price") == "the price"
    assert topic_of("the price rose by half", "How heavy is it?", PLAIN, section="Price") == ""


@scored("demands")
def test_only_plain_questions_are_parts(question: str, parts: tuple[str, ...]) -> None:
    assert asked_parts(question) == parts


@scored("demands")
def test_what_an_admission_is_about(sentence: str, about: str) -> None:
    assert without_admission(sentence) == about
