"""A heading left empty is asked for again; a quotation beside the point gives way to one that is about it."""

from __future__ import annotations

import json

import pytest

from core.agent.demands.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from tests.agent.test_gate import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

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


def test_a_heading_called_empty_is_asked_for_once_more_where_a_sentence_has_its_words_and_a_figure() -> None:
    state = state_of(SECTIONS, (REPORT,), SUMMARY, queries=["Net sales, Stores, Outlook"])
    attempt = attempt_of(EMPTY, state)
    for reprompts, asked in ((0, True), (1, False)):
        state.reprompts = reprompts
        gate = validate_agent_state(attempt.draft, attempt.answer, state)
        assert [(row.code, row.quotes, row.by_writing, row.by_reading) for row in gate.findings] == [
            ("SECTION_OVERLOOKED", ("1.1",), asked, False),
            ("SECTION_OVERLOOKED", ("1.3",), asked, False),
        ]
        assert [message.partition(";")[2][:12] for message in gate.messages] == [
            " look at 1.1",
            " look at 1.3",
        ]


def test_what_stays_empty_is_quoted_and_not_called_missing() -> None:
    state = state_of(SECTIONS, (REPORT,), SUMMARY, queries=["Net sales, Stores, Outlook"])
    attempt = attempt_of(EMPTY, state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    assert [(row.section, row.text) for row in settled.answer.statements] == [
        ("Net sales", "“Net sales rose to 10.2 billion euros.”"),
        ("Stores", "“We ran 1,355 stores.”"),
    ]
    assert {row.section for row in settled.answer.insufficiencies} == {"Outlook"}
    assert "SECTION_OVERLOOKED" not in validate_agent_state(settled.draft, settled.answer, state).codes


def test_nothing_was_found_is_said_only_of_what_no_opened_sentence_mentions() -> None:
    outlook = source_of(1, "Net sales rose to 10.2 billion euros. The outlook is good.", "K.pdf")
    state = state_of(SECTIONS, (outlook,), SUMMARY, queries=["Net sales, Stores, Outlook"])
    written = {
        "sections": {"Net sales": [{"evidence": ["1.1"], "text": "Net sales rose to 10.2 billion euros."}]}
    }
    attempt = attempt_of(json.dumps(written), state)
    rows = [
        finding.disclosure[0]
        for finding in validate_agent_state(attempt.draft, attempt.answer, state).findings
        if finding.code == "SECTION_MISSING"
    ]
    assert [(row.section, row.missing) for row in rows] == [
        ("Stores", "nothing was found for this section"),
        ("Outlook", "nothing was written for this section, which the opened passages mention"),
    ]


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
    assert gate.codes == ("ONLY_NEAR", "QUOTE_BESIDE")
    assert (gate.findings[1].statements, gate.findings[1].quotes) == ((0,), ("1.1",))
    settled = settle(attempt.draft, gate.findings, state)
    assert [row.text for row in settled.statements] == ["“We have not experienced work stoppages.”"]
    assert judge(quotes("1.1"), state).passed
    assert judge(quotes("1.2", "1.1"), state).passed  # one of them is about it


@scored("gate")
def test_a_quotation_that_may_be_right_stays(text: str, question: str) -> None:
    state = state_of(QUOTE, (source_of(1, text),), question)
    assert "QUOTE_BESIDE" not in judge(quotes("1.1"), state).codes


@pytest.mark.parametrize(("score", "codes"), [(0.0, ()), (0.7, ("ONLY_NEAR",))])
def test_without_a_better_sentence_nothing_is_quoted_instead(score: float, codes: tuple[str, ...]) -> None:
    """Where vectors tell that it is beside the point, it is dropped as what is only near."""
    other = source_of(1, f"Work goes on. {SOAP}", "Karst_2016_report.pdf", score)
    gate = judge(quotes("1.2"), state_of(QUOTE, (other,), ASKED))
    assert gate.codes == codes
    assert not any(finding.quotes for finding in gate.findings)


def test_a_heading_of_which_nothing_is_left_says_so() -> None:
    two = PromptConstraints(required_sections=("Net sales", "Workforce"))
    state = state_of(two, (REPORT,), "Summarise Karst under Net sales and Workforce.", queries=["Workforce"])
    sales = {"evidence": ["1.1"], "text": "Net sales rose to 10.2 billion euros."}
    wrong = {"evidence": ["1.3"], "text": "Karst had 75 workers in its stores."}
    attempt = attempt_of(json.dumps({"sections": {"Net sales": [sales], "Workforce": [wrong]}}), state)
    for _ in range(2):
        gate = validate_agent_state(attempt.draft, attempt.answer, state)
        attempt = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    assert [row.section for row in attempt.answer.statements] == ["Net sales"]
    told = {row.missing for row in attempt.answer.insufficiencies if row.section == "Workforce"}
    assert "the opened passages carry nothing of what was written for this section" in told
    assert validate_agent_state(attempt.draft, attempt.answer, state).passed


def test_a_row_under_a_heading_is_shown_with_what_it_is_counted_in() -> None:
    lines = ["Statements of Income (In millions)", "Net sales 10,208 100.0% 8,630", "Stores are our home."]
    table = source_of(1, "\n".join(lines), "K.pdf")
    state = state_of(SECTIONS, (table,), SUMMARY, queries=["Net sales, Stores, Outlook"])
    attempt = attempt_of(EMPTY, state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    settled = settle(attempt.draft, gate.findings, state)
    assert [row.text for row in settled.statements if row.section == "Net sales"] == [
        "“Statements of Income (In millions)” · “Net sales 10,208 100.0% 8,630”"
    ]
