"""A question of two parts is not answered by one of them in silence."""

from __future__ import annotations

import json
from dataclasses import replace

from core.agent.checks.answered_parts import PART_OVERLOOKED, validate_question_parts
from core.agent.checks.base import Findings
from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import FinalDraft
from core.agent.grounding import ground_citations_from_state
from core.answer.asking.question import asked_parts
from core.types import Confidence, Insufficiency, InsufficiencyKind
from tests.agent.test_composer import HEAVY, LONG, PRICE, Script, answer_of, brief, final
from tests.agent.test_gate import WARRANTY, WEIGHT, attempt_of, state_of
from tests.answer.helpers import on_page_one, source_of
from tests.benchmarks.agent.constraints import TABLES, load_table
from tests.scored import scored

QUESTION = "How heavy is the B-120, and how long is its warranty?"
PAID = "What does Karst pay for seals, and what does Aldermoor pay for pumps?"
PAYING = (
    source_of(1, "Karst pays 12 euros for seals."),
    source_of(2, "Aldermoor pays 90 euros for pumps.", "pumps.pdf"),
)
REFUSED = (PART_OVERLOOKED,)
COLOUR = "How heavy is the B-120, and which colour does the B-120 have?"


def named(findings: Findings) -> tuple[str, ...]:
    """The parts that they are about."""
    return tuple(finding.message.partition("“")[2].partition("”")[0] for finding in findings)


def test_half_an_answer_is_asked_for_the_rest() -> None:
    script = Script([final(HEAVY), final(HEAVY, LONG)], question=QUESTION)
    events = script.play()
    assert brief(events) == [
        ("checked", 1, False, REFUSED),
        ("asked again", REFUSED),
        ("checked", 2, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert "Nothing is said about “how long is its warranty”." in script.prompts[1]
    assert answer_of(events).insufficiencies == ()


def test_a_part_that_an_opened_sentence_answers_is_quoted_in_the_end() -> None:
    answer = answer_of(Script([final(HEAVY)] * 2, question=QUESTION).play())
    quoted = "“The warranty of the B-120 pump is 36 months from delivery.” [1]"
    assert answer.text == f"The B-120 weighs 42 kg. [2] {quoted}"
    assert answer.insufficiencies == ()
    assert answer.safety_flags == ("part_overlooked",)


def test_what_stays_unanswered_is_disclosed_in_the_users_words() -> None:
    answer = answer_of(Script([final(HEAVY)] * 2, question=COLOUR).play())
    assert answer.text == "The B-120 weighs 42 kg. [2]"
    (row,) = answer.insufficiencies
    assert (row.missing, row.kind) == ("which colour does the B-120 have", InsufficiencyKind.GAP)
    assert answer.safety_flags == ("part_unanswered",)


def test_a_part_that_was_never_searched_for_is_searched_for_first() -> None:
    script = Script([final(HEAVY), final(HEAVY)], more=(PRICE,), question=COLOUR)
    assert "tool_called" in brief(script.play())
    searched = Script([final(HEAVY), final(HEAVY)], more=(PRICE,), question=COLOUR)
    searched.state.queries[:] = ["which colour B-120", "heavy B-120"]
    assert "tool_called" not in brief(searched.play())


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
    state = state_of(question=QUESTION)
    part, other = (Insufficiency("", text) for text in ("how long is its warranty", "the colour"))
    attempt = ground_citations_from_state(FinalDraft(disclosed=(part, other)), state, on_page_one)
    assert [row.missing for row in attempt.answer.insufficiencies] == [QUESTION, "the colour"]


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
