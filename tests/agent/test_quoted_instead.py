"""Where a model leaves a heading empty or quotes beside the point, the program quotes what was read."""

from __future__ import annotations

import json

from core.agent.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.settling import settle
from core.types import StatementStatus
from tests.agent.test_gate import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one, source_of

REPORT = source_of(
    1,
    "Net sales rose to 10.2 billion euros. Stores are our home. We ran 1,355 stores. Karst is a town.",
    "K.pdf",
)
SECTIONS = PromptConstraints(required_sections=("Net sales", "Stores", "Outlook"))
SUMMARY = "Summarise Karst's year under the headings Net sales, Stores and Outlook."
EMPTY = json.dumps({"sections": {name: {"missing": f"the {name}"} for name in SECTIONS.required_sections}})

SOAP = "Karst sells soap in Paris."
LABOUR = source_of(1, f"We have not experienced work stoppages. {SOAP}", "Karst_2016_report.pdf")
QUOTE = PromptConstraints(requires_exact_quote=True)
ASKED = "Quote word for word what Karst says in its 2016 annual report about work stoppages."


def quotes(*labels: str) -> str:
    return json.dumps(
        {"quotes": [{"evidence": [label]} for label in labels], "statements": [], "insufficiencies": []}
    )


def test_a_heading_is_not_empty_while_a_sentence_with_its_words_and_a_figure_was_read() -> None:
    state = state_of(SECTIONS, (REPORT,), SUMMARY, queries=["Net sales, Stores, Outlook"])
    attempt = attempt_of(EMPTY, state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert [(row.code, row.section, row.quotes) for row in gate.findings] == [
        ("SECTION_OVERLOOKED", "Net sales", ("1.1",)),
        ("SECTION_OVERLOOKED", "Stores", ("1.3",)),
    ]
    assert not any(row.by_writing or row.by_reading for row in gate.findings)
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    assert [(row.section, row.status) for row in settled.answer.statements] == [
        ("Net sales", StatementStatus.QUOTED),
        ("Stores", StatementStatus.QUOTED),
    ]
    assert [row.section for row in settled.answer.insufficiencies] == ["Outlook"]
    assert validate_agent_state(settled.draft, settled.answer, state).passed


def test_a_written_heading_is_left_as_it_is() -> None:
    state = state_of(SECTIONS, (REPORT,), SUMMARY, queries=["Net sales, Stores, Outlook"])
    sections: dict[str, object] = {name: {"missing": name} for name in SECTIONS.required_sections}
    sections["Net sales"] = [{"evidence": ["1.1"], "text": "Net sales rose to 10.2 billion euros."}]
    codes = judge(json.dumps({"sections": sections}), state).codes
    assert codes == ("SECTION_OVERLOOKED",)


def test_a_quotation_beside_the_point_gives_way_to_one_that_has_all_that_was_asked_about() -> None:
    state = state_of(QUOTE, (LABOUR,), ASKED)
    attempt = attempt_of(quotes("1.2"), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("QUOTE_BESIDE",)
    assert (gate.findings[0].statements, gate.findings[0].quotes) == ((0,), ("1.1",))
    settled = settle(attempt.draft, gate.findings, state)
    assert [row.text for row in settled.statements] == ["“We have not experienced work stoppages.”"]
    assert judge(quotes("1.1"), state).passed
    assert judge(quotes("1.2", "1.1"), state).passed  # one of them is about it


def test_without_a_better_sentence_the_quotation_stays() -> None:
    other = source_of(1, f"Work goes on. {SOAP}", "Karst_2016_report.pdf")
    assert judge(quotes("1.2"), state_of(QUOTE, (other,), ASKED)).passed
