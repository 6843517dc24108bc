"""The gate on demanded sections: each is written, or said to be missing."""

from __future__ import annotations

import json

from core.agent.checks.demanded_sections import validate_section_figures
from core.agent.demands.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from core.types import Insufficiency
from tests.agent.gate_kit import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one
from tests.scored import scored

SECTIONS = PromptConstraints(required_sections=("Weight", "Price"))


@scored("gate")
def test_a_section_without_the_figure_that_is_wanted_says_so(asked: str, price: str, told_of: bool) -> None:
    state = state_of(SECTIONS, question=asked)
    sections = {
        "Weight": [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}],
        "Price": [{"evidence": ["2.1"], "text": price}],
    }
    attempt = attempt_of(json.dumps({"sections": sections}), state)
    found = validate_section_figures(attempt.draft, attempt.answer, state)
    assert [finding.code for finding in found] == ["SECTION_WITHOUT_FIGURE"] * told_of
    if told_of:
        assert found[0].disclosure[0].section == "Price"
        settled = settle(attempt.draft, found, state)
        assert len(settled.statements) == 2  # what is written stays
        again = ground_citations_from_state(settled, state, on_page_one)
        assert not validate_section_figures(again.draft, again.answer, state)


def test_every_section_is_written_or_said_to_be_missing() -> None:
    state = state_of(SECTIONS)
    weight = [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}]
    gate = judge(json.dumps({"sections": {"Weight": weight}}), state)
    assert gate.codes == ("SECTION_MISSING",)
    assert gate.findings[0].by_reading  # nothing was searched for it yet
    assert gate.findings[0].disclosure == (
        Insufficiency("Price", "nothing was found for this section", ("weight",)),
    )
    state.queries.append("price")
    assert not judge(json.dumps({"sections": {"Weight": weight}}), state).findings[0].by_reading
    both = {"sections": {"Weight": weight, "Price": {"missing": "the price"}}}
    assert judge(json.dumps(both), state).passed


def test_what_a_section_admits_is_its_insufficiency() -> None:
    state = state_of(SECTIONS)
    price = [{"evidence": ["2.1"], "text": "The price is not mentioned in the documents."}]
    weight = [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}]
    attempt = attempt_of(json.dumps({"sections": {"Weight": weight, "Price": price}}), state)
    assert validate_agent_state(attempt.draft, attempt.answer, state).passed
    assert [(row.section, row.missing) for row in attempt.answer.insufficiencies] == [("Price", "The price")]
