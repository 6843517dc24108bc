"""The rounds of questions, and the questions that one of several names or things is taken apart into."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.research.clarification import has_converged, names_of
from core.research.enumeration import questions_of_list
from core.research.state import Round
from tests.library_kit import request_kinds
from tests.research.kit import IDS, WARRANTY, Research, of, one
from tests.scored import scored

TOPIC = "How long is the warranty of the B-120 pump, and who repairs the turbine?"


def test_what_a_round_finds_again_is_counted_once(research: Research) -> None:
    assessed = one(research.ask(TOPIC), "clarification_assessed")
    kept = of(research.ask(TOPIC), "finding_kept")
    assert len({event.chunk_id for event in kept}) == len(kept) == assessed.new
    assert assessed.overlap == pytest.approx((assessed.found - assessed.new) / assessed.found, abs=0.001)


def test_each_round_has_questions_however_little_there_is_to_ask(research: Research) -> None:
    research.limits = replace(research.limits, overlap=1.1)
    events = research.ask("How long is the warranty of 2019?", document_ids=(IDS["manual.pdf"],))
    asked: list[str] = []
    for _round in range(3):
        questions = one(events, "clarification_assessed").questions
        assert 2 <= len(questions) <= 3
        assert not set(questions) & set(asked)
        asked += questions
        events = research.reply("No idea")
    assert one(events, "clarification_assessed").ended_by == "max_iterations"


def test_convergence_needs_coverage_overlap_and_few_gaps(research: Research) -> None:
    research.ask(WARRANTY)
    events = research.reply("The pump")
    last = one(events, "clarification_assessed")
    assert last.ended_by == "convergence"
    assert last.coverage >= 0.8
    assert last.overlap >= 0.7
    enough = Round(queries=(), found=9, new=2, coverage=0.8, overlap=0.7, gaps=("a", "b"))
    limits = research.limits
    assert has_converged(enough, limits)
    assert not has_converged(enough.but(coverage=0.79), limits)
    assert not has_converged(enough.but(overlap=0.69), limits)
    assert not has_converged(enough.but(gaps=("a", "b", "c")), limits)


def test_a_selection_is_kept(research: Research) -> None:
    chosen = (IDS["manual.pdf"],)
    research.ask(TOPIC, document_ids=chosen)
    research.reply("/end")
    research.reply("ok")
    assert {scope for _query, scope in research.shelf.searched} == {chosen}
    assert {found.document_id for found in research.state.findings} == set(chosen)


@scored("agent_searches")
def test_names_are_neither_numbers_of_things_nor_orders(question: str, names: str) -> None:
    assert names_of(question) == names


@scored("agent_searches", list, share=0.8)
def test_each_thing_is_a_question_with_the_words_around_them(question: str, parts: list[str]) -> None:
    found = questions_of_list(question, request_kinds())
    first = question.split()[0]
    assert len(found) == len(parts)
    for text, part in zip(found, parts, strict=True):
        assert text.startswith(first)
        assert [one for one in parts if one in text] == [part]
    tail = question.rpartition(parts[-1])[2].strip(" ?")
    assert all(text.endswith(tail) for text in found)


@scored("agent_searches")
def test_what_is_not_certain_stays_one_question(question: str) -> None:
    assert questions_of_list(question, request_kinds()) == (question,)
