"""An answer tells something, of the kind asked for; each part of a question is searched and read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.queries import part_queries, section_queries
from core.agent.state import AgentState
from core.answer.relevance.content_given import figure_wanted_by, gives_figure, tells_nothing
from tests.agent.scripted_run import SIMPLE, Run, opening
from tests.agent.test_composer import Script, answer_of, brief
from tests.agent.test_gate import judge, state_of
from tests.agent.test_state import HITS, SOURCES
from tests.answer.helpers import source_of
from tests.scored import scored

PRICE = source_of(
    1, "Karst buys the mill of Bolt. Karst pays 20 million euros for the mill. 6 people work there."
)
LONE = source_of(1, "Karst buys the mill of Bolt.")
ASKED = "How much does Karst pay for the mill of Bolt?"


@scored("gate")
def test_only_words_of_the_question_tell_nothing(question: str, said: str, nothing: bool) -> None:
    assert tells_nothing(said, question) is nothing


@scored("gate")
def test_a_figure_is_demanded_only_where_nothing_else_answers(question: str, kind: str) -> None:
    assert figure_wanted_by(question) == kind


@scored("gate")
def test_a_figure_may_stand_in_words(question: str, said: str, given: bool) -> None:
    assert gives_figure(said, question) is given


def test_an_answer_that_repeats_the_question_is_refused_whatever_carries_it() -> None:
    for source, reading in ((PRICE, False), (LONE, True)):  # read on where nothing that was read has it
        gate = judge("Karst pays for the mill of Bolt [1].", state_of(sources=(source,), question=ASKED))
        assert gate.codes[-1:] == ("TELLS_NOTHING",)
        assert gate.findings[-1].statements == (0,)
        assert (gate.findings[-1].by_reading, gate.findings[-1].by_writing) == (reading, True)
        assert ("Look at 1.2" in gate.messages[-1]) is not reading


@scored("gate")
def test_an_amount_is_asked_for(said: str, codes: tuple[str, ...]) -> None:
    gate = judge(said, state_of(sources=(PRICE,), question=ASKED))
    assert tuple(code for code in gate.codes if code == "NOT_WHAT_IS_ASKED") == codes


@pytest.mark.parametrize("said", ["The B-120 pump has a warranty.", "The pump is covered by law."])
def test_an_answer_without_what_is_asked_for_gives_way_to_a_sentence_that_has_it(said: str) -> None:
    final = {"statements": [{"evidence": ["1.1"], "text": said}], "insufficiencies": []}
    run = Run([opening(1), opening(2), opening(3), *[final] * 9], SIMPLE)
    (ready,) = run.of("answer_ready")
    assert "36 months" in ready.answer.statements[0].text
    assert "extractive_answer" in ready.answer.safety_flags


def test_what_is_carried_and_lacks_the_figure_asked_for_is_no_answer() -> None:
    said = "The warranty of the B-120 pump is from delivery."
    final = {"statements": [{"evidence": ["1.1"], "text": said}], "insufficiencies": []}
    run = Run([opening(1), opening(2), opening(3), *[final] * 9], SIMPLE)
    (ready,) = run.of("answer_ready")
    assert "36 months" in ready.answer.statements[0].text
    assert said not in [row.text for row in ready.answer.statements]
    assert "extractive_answer" in ready.answer.safety_flags


def test_where_no_sentence_has_the_figure_nothing_is_shown_as_an_answer() -> None:
    question = "How many seats does the ferry of Karst have?"
    source = source_of(1, "The ferry of Karst has comfortable seats. They are blue.", score=0.8)
    gate = judge(quoting("1.1"), state_of(sources=(source,), question=question))
    assert "ONLY_NEAR" in gate.codes
    gate = judge(quoting("1.1"), state_of(sources=(source,), question=question.replace("How many", "What")))
    assert "ONLY_NEAR" not in gate.codes


# --- what is only near ---------------------------------------------------------------------------------

GLOVES = source_of(1, "Operators wear gloves when the housing is open. Karst is in Bonn.", score=0.4)
FERRY = "Do operators of the ferry to Sardinia wear white gloves on Mondays?"
WORN = "What do operators wear when the housing is open?"


def quoting(*labels: str) -> str:
    return json.dumps({"quotes": [{"evidence": [label]} for label in labels], "statements": []})


@scored("gate")
def test_what_is_carried_has_to_answer(said: str, question: str, codes: tuple[str, ...]) -> None:
    gate = judge(said, state_of(sources=(GLOVES,), question=question))
    assert gate.codes == codes
    for finding in gate.findings:
        assert finding.statements == (0,)
        assert finding.disclosure == ()  # what stands in the documents was no claim
        assert (finding.by_reading, finding.by_writing) == (True, True)


def test_what_nothing_carries_does_not_stay_alone_where_the_rest_is_only_near() -> None:
    said = "Operators wear gloves when the housing is open [1]. The sky is blue in Aldermoor [1]."
    findings = judge(said, state_of(sources=(GLOVES,), question=FERRY)).findings
    assert [row.statements for row in findings if row.code == "ONLY_NEAR"] == [(0, 1)]


def test_without_vectors_and_across_languages_what_is_carried_stays() -> None:
    german = replace(GLOVES, document=replace(GLOVES.document, language="de"))
    for source in (replace(GLOVES, score=0.0), german):
        assert judge(quoting("1.1"), state_of(sources=(source,), question=FERRY)).passed


def test_under_each_heading_what_is_carried_is_judged_by_what_was_searched_for_it() -> None:
    text = "The seal of the B-120 costs 12 euros. Karst closes on Mondays."
    sources = (source_of(1, text, score=0.4),)
    demand = PromptConstraints(required_sections=("Seal", "Price"))
    question = "Write about the B-120 with the sections Seal and Price."
    state = state_of(demand, sources, question, queries=["B-120 Seal", "B-120 Price"])
    said = {
        "Seal": ("1.1", "The seal of the B-120 costs 12 euros."),
        "Price": ("1.2", "Karst closes on Mondays."),
    }
    rows = {name: [{"evidence": [label], "text": text}] for name, (label, text) in said.items()}
    (finding,) = [
        row for row in judge(json.dumps({"sections": rows}), state).findings if row.code == "ONLY_NEAR"
    ]
    assert finding.statements == (1,)


@pytest.mark.parametrize("score", [0.5, 0.7])
def test_what_answers_a_topic_that_was_to_be_searched_for_is_an_answer(score: float) -> None:
    question = (
        "Search separately for the warranty of the B-120 and the weight of the B-120, then answer both."
    )
    sources = (
        source_of(1, "The warranty of the B-120 pump is 36 months from delivery.", score=score),
        source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf", score),
        source_of(3, "Karst closes on Mondays.", "karst.pdf", score),
    )
    topics = PromptConstraints(required_search_topics=("warranty of the B-120", "weight of the B-120"))
    state = state_of(topics, sources, question, queries=list(topics.required_search_topics))
    both = f"{sources[0].chunk.text} [1] {sources[1].chunk.text} [2]"
    assert judge(both, state).codes == ()
    assert "ONLY_NEAR" in judge("Karst closes on Mondays [3].", state).codes


def test_a_line_of_code_and_the_sides_of_a_conflict_need_no_words_of_the_question() -> None:
    question = "Quote the SQL statement that removes an order for good."
    lines = source_of(1, "Removing is final.\n\nDELETE FROM records WHERE id = 7;", score=0.3)
    code = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("SQL statement",))
    assert "ONLY_NEAR" not in judge(quoting("1.2"), state_of(code, (lines,), question)).codes
    quote = PromptConstraints(requires_exact_quote=True)
    assert "ONLY_NEAR" in judge(quoting("1.2"), state_of(quote, (lines,), question)).codes
    sources = tuple(
        source_of(number, f"The quiet period lasts {minutes} minutes.", f"{number}.pdf", 0.2, date)
        for number, minutes, date in ((1, 45, "2021"), (2, 90, "2024"))
    )
    question = (
        "How long must tenants of the garage near the old harbour be quiet on Sundays in a quiet period?"
    )
    rule = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
    both = "The quiet period lasts 90 minutes [2]. The quiet period lasts 45 minutes [1]."
    assert judge(both, state_of(rule, sources, question)).passed
    assert judge(both, state_of(None, sources, question)).codes == ("ONLY_NEAR",)


def test_what_is_only_near_is_shown_as_the_nearest_and_no_answer() -> None:
    beside = {
        "statements": [{"evidence": ["1.1"], "text": "Operators wear gloves when the housing is open."}]
    }
    events = Script([beside] * 2, opened=(GLOVES,), question=FERRY).play()
    answer = answer_of(events)
    assert brief(events)[-1] == ("finished", "no_answer")
    assert (answer.statements, answer.citations) == ((), ())
    assert answer.safety_flags == ("only_near",)
    assert [row.missing for row in answer.insufficiencies] == [FERRY]
    assert [passage.quote for passage in answer.nearest] == [
        "Operators wear gloves when the housing is open."
    ]
    answered = answer_of(Script([beside], opened=(GLOVES,), question=WORN).play())
    assert (len(answered.statements), answered.nearest) == (1, ())


# --- parts of a question, and headings -------------------------------------------------------------------


def test_three_parts_share_the_searches_that_leave_room_for_reading() -> None:
    question = "What does the B-120 weigh, and what does its seal cost, and how long is its warranty?"
    run = Run([opening(1), opening(2), opening(3), {"type": "final"}], question, plan="no plan")
    calls = [event.tool for event in run.of("tool_called")]
    assert calls[:5] == ["search_docs"] * 2 + ["open_citation"] * 3
    asked = " ".join(event.tool_input.get("query", "") for event in run.of("tool_called"))
    assert all(word in asked for word in ("weigh", "seal", "warranty"))


@scored("gate")
def test_a_part_that_speaks_of_the_first_is_searched_with_its_words(
    parts: tuple[str, ...], queries: str
) -> None:
    assert part_queries(parts, 3)[1] == queries


def test_each_part_of_a_question_is_searched_for_and_read() -> None:
    question = "What does the B-120 weigh, and what does its seal cost?"
    run = Run([opening(1), opening(4), {"type": "final"}], question, plan="no plan")
    calls = run.of("tool_called")
    queries = [event.tool_input["query"] for event in calls if event.tool == "search_docs"]
    assert queries == ["What does the B-120 weigh", "what does its seal cost B-120 weigh"]
    assert [event.plan_step for event in calls[:2]] == [1, 1]


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
        state.opened.append(SOURCES[read])
        order.append(state.next_to_open)
    assert order == [(1, 3, 2), (3,), (2,)]
    state.opened.pop()
    assert state.allowed().open_results == (3,)


def test_what_is_open_serves_one_topic_only() -> None:
    state = AgentState(Limits.standard(), topics=("weight", "price"), queries=["weight", "price"])
    state.add_results("weight", HITS[:3])
    state.add_results("price", [HITS[0], HITS[3], HITS[1]])
    assert state.offered == (1,)  # the best of both
    state.opened.append(SOURCES[0])
    assert state.next_to_open == (4, 2)  # and of the second what is best for it, not for the first
    assert state.offered == (4,)
    state.opened.append(SOURCES[3])
    assert state.offered == (2, 3)


def test_a_topic_of_which_all_is_open_is_owed_nothing() -> None:
    state = AgentState(Limits.standard(), topics=("weight", "price"), queries=["weight", "price"])
    state.add_results("weight", HITS[:3])
    state.add_results("price", HITS[:1])
    state.opened.append(SOURCES[0])
    assert state.offered == (2, 3)
