"""Markers become opened citations; what was invented goes, what is missing is told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.final.final_answer import parse_final
from core.agent.grounding import ground_citations_from_state
from core.agent.limits import Limits
from core.agent.state import AgentState
from core.answer.sources import Source
from core.types import Answer, ConflictSide, Insufficiency
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf")
QUESTION = "How heavy is the B-120, and how long is its warranty?"


def state_of(
    constraints: PromptConstraints | None = None, *sources: Source, question: str = QUESTION
) -> AgentState:
    return AgentState(
        Limits.standard(),
        constraints=constraints or PromptConstraints(),
        question=question,
        queries=["weight", "warranty"],
        opened=list(sources or (WARRANTY, WEIGHT)),
    )


def grounded(text: str, state: AgentState) -> Answer:
    draft = parse_final(text, state.citable, state.constraints.required_sections)
    return ground_citations_from_state(draft, state, on_page_one).answer


def test_markers_map_to_opened_citations_and_invented_ones_go() -> None:
    answer = grounded("The B-120 weighs 42 kg [2][5]. Its warranty is 36 months [Source 1].", state_of())
    assert answer.text == "The B-120 weighs 42 kg. [2] Its warranty is 36 months. [1]"
    assert [(row.number, row.filename, row.from_snippet) for row in answer.citations] == [
        (1, "manual.pdf", False),
        (2, "data sheet.pdf", False),
    ]
    assert {row.chunk_id for row in answer.citations} == {WARRANTY.chunk.chunk_id, WEIGHT.chunk.chunk_id}
    assert answer.safety_flags == ()


def test_snippets_are_cited_only_when_nothing_was_opened_and_are_marked() -> None:
    state = state_of()
    state.opened.clear()
    state.snippets.append(replace(WEIGHT, from_snippet=True))
    text = "The B-120 weighs 42 kg [2]."
    answer = grounded(text, state)
    assert [row.from_snippet for row in answer.citations] == [True]
    assert answer.safety_flags == ("snippets_only",)
    state.opened.append(WARRANTY)
    assert grounded(text, state).citations == ()


def test_sections_stand_under_their_headings_with_what_they_lack() -> None:
    state = state_of(PromptConstraints(required_sections=("Weight", "Price")))
    answer = grounded(
        json.dumps(
            {
                "sections": {
                    "Price": {"missing": "the price"},
                    "Weight": [
                        {"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."},
                        {"evidence": ["1.2"], "text": "Spare parts are excluded."},
                    ],
                },
                "insufficiencies": ["how long its warranty is", "how heavy its motor is"],
            }
        ),
        state,
    )
    assert answer.text == (
        "### Weight\n\nThe B-120 weighs 42 kg. [2] Spare parts are excluded. [1]\n\n"
        "### Price\n\nInsufficient documentation: the price"
    )
    assert answer.insufficiencies == (
        Insufficiency("Price", "the price", ("weight", "warranty")),
        Insufficiency("", "how long its warranty is", ("weight", "warranty")),
    )
    assert [statement.section for statement in answer.statements] == ["Weight", "Weight"]


def test_gaps_are_written_into_the_answer_where_that_was_demanded() -> None:
    text = json.dumps(
        {
            "statements": [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}],
            "insufficiencies": ["the warranty of the B-120", "its warranty in red"],
        }
    )
    assert grounded(text, state_of()).text == "The B-120 weighs 42 kg. [2]"
    demand = PromptConstraints(requires_insufficiency_disclosure=True)
    assert grounded(text, state_of(demand)).text == (
        "The B-120 weighs 42 kg. [2]\n\nInsufficient documentation: the warranty of the B-120\n\n"
        "Insufficient documentation: how long is its warranty"
    )


@pytest.mark.parametrize(
    "text",
    [
        "I don't know based on the provided documents.",
        '{"statements":[],"insufficiencies":["It was a sunny day in the village"]}',
    ],
)
def test_an_honest_no_has_no_citation_and_says_what_was_searched(text: str) -> None:
    answer = grounded(text, state_of())
    assert (answer.statements, answer.citations) == ((), ())
    assert answer.text == (
        f"I don't know based on the provided documents.\n\nInsufficient documentation: {QUESTION}"
    )
    assert answer.insufficiencies == (Insufficiency("", QUESTION, ("weight", "warranty")),)


@scored("gate", list)
def test_an_admission_is_a_gap_and_takes_only_itself_away(
    text: str, shown: list[str], missing: list[str]
) -> None:
    answer = grounded(text, state_of())
    assert [statement.text for statement in answer.statements] == shown
    assert [row.missing for row in answer.insufficiencies] == missing
    assert all(f"Insufficient documentation: {each}" in answer.text for each in missing[:1])


def test_what_stands_in_a_source_is_not_missing() -> None:
    text = json.dumps(
        {
            "statements": [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}],
            "insufficiencies": ["The warranty of the B-120 pump is 36 months from delivery."],
        }
    )
    assert grounded(text, state_of()).insufficiencies == ()


def test_a_german_question_gets_german_words() -> None:
    state = state_of()
    state.question = "Wie schwer ist die Pumpe?"
    assert grounded("", state).text == (
        "Das geht aus den Dokumenten nicht hervor.\n\nUnzureichende Dokumentation: Wie schwer ist die Pumpe?"
    )


def test_disagreeing_documents_are_named_below_the_answer() -> None:
    old = source_of(1, "The notice period is 14 days.", "notice.pdf", date="2021-03-01")
    new = source_of(2, "For all leases the notice period is 30 days.", "handbook.pdf", date="2024")
    demand = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
    state = state_of(demand, old, new)
    state.question = "How long is the notice period? The newest document counts."
    answer = grounded("The notice period is 30 days [2]. Once it was 14 days [1].", state)
    assert answer.text.splitlines()[-1] == (
        "The documents disagree; the newest counts: handbook.pdf [2] (2024), not notice.pdf [1] (2021-03-01)."
    )
    (conflict,) = answer.conflicts
    assert (conflict.rule, conflict.decided) == ("newest", True)
    assert conflict.first == ConflictSide(
        new.document.document_id,
        "handbook.pdf",
        "2024",
        2,
        1,
        "30 days",
        "For all leases the notice period is 30 days.",
    )
    assert (conflict.second.value, conflict.second.date) == ("14 days", "2021-03-01")
    state.constraints = PromptConstraints()
    assert grounded("The notice period is 30 days [2].", state).conflicts == ()


def test_an_admission_is_remembered_when_the_attempt_is_settled() -> None:
    """The sentence itself is gone by then."""
    state = state_of()
    draft = parse_final(
        "The documents do not say how long its warranty is. It weighs 42 kg [2].", state.citable
    )
    first = ground_citations_from_state(draft, state, on_page_one)
    again = ground_citations_from_state(first.draft, state, on_page_one)
    assert [row.missing for row in again.answer.insufficiencies] == ["how long its warranty is"]
    assert again.answer == first.answer


@pytest.mark.parametrize("no", ["I don't know. ", "The documents do not say how heavy it is. "])
def test_what_is_answered_is_not_called_missing_too(no: str) -> None:
    question = "How heavy is the B-120?"
    answer = grounded(no + "The B-120 weighs 42 kg [2].", state_of(question=question))
    assert [statement.text for statement in answer.statements] == ["The B-120 weighs 42 kg."]
    assert (answer.insufficiencies, "Insufficient" in answer.text) == ((), False)
    other = grounded(no + "The B-120 is a pump [2].", state_of(question=question))
    assert other.insufficiencies[0].missing in (question, "how heavy it is")


def test_a_no_to_another_question_takes_nothing_away() -> None:
    said = (
        "The documents do not say what the seal costs. The warranty of the B-120 pump is 36 months from "
        "delivery [1]. The warranty of it is long [1]."
    )
    answer = grounded(said, state_of(question="How long is the warranty of the B-120 pump?"))
    assert (len(answer.statements), answer.insufficiencies) == (2, ())
