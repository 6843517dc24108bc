"""What stands under a demanded heading belongs there, as far as words and figures tell."""

from __future__ import annotations

import json

from core.agent.checks.headings import SECTION_MISPLACED
from core.agent.demands.constraints import PromptConstraints
from core.agent.gate import validate_agent_state
from core.agent.grounding import ground_citations_from_state
from core.agent.repair_answer import settle
from tests.agent.test_gate import attempt_of, judge, state_of
from tests.answer.helpers import on_page_one, source_of
from tests.scored import scored

SOURCES = (
    source_of(1, "The warranty of the B-120 pump is 36 months from delivery. Misuse voids the warranty."),
    source_of(2, "The B-120 weighs 42 kg. It is serviced every 2,000 hours of work.", "sheet.pdf"),
    source_of(3, "The pump B-120 costs 1,450 euros. Wet rooms are a danger.", "prices.pdf"),
)
LONG, VOID = ("1.1", SOURCES[0].sentences[0].text), ("1.2", SOURCES[0].sentences[1].text)
HEAVY, SERVICE = ("2.1", SOURCES[1].sentences[0].text), ("2.2", SOURCES[1].sentences[1].text)


def written(**rows: tuple[str, str]) -> str:
    return json.dumps(
        {"sections": {name: [{"evidence": [label], "text": text}] for name, (label, text) in rows.items()}}
    )


@scored("demands")
def test_a_figure_of_another_kind_is_under_a_wrong_heading(
    rows: dict[str, tuple[str, str]], misplaced: tuple[int, ...]
) -> None:
    state = state_of(PromptConstraints(required_sections=tuple(rows)), SOURCES, "Describe the B-120 pump.")
    found = [
        finding for finding in judge(written(**rows), state).findings if finding.code == SECTION_MISPLACED
    ]
    assert tuple(index for finding in found for index in finding.statements) == misplaced


def test_what_is_misplaced_is_moved_and_not_lost() -> None:
    sections = ("Weight", "Warranty", "Price")
    state = state_of(PromptConstraints(required_sections=sections), SOURCES, "Describe the B-120 pump.")
    attempt = attempt_of(written(Weight=LONG, Warranty=HEAVY, Price=SERVICE), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    findings = [finding for finding in gate.findings if finding.code == SECTION_MISPLACED]
    settled = ground_citations_from_state(settle(attempt.draft, findings, state), state, on_page_one)
    assert [(row.section, row.text) for row in settled.answer.statements] == [
        ("", SERVICE[1]),
        ("Weight", HEAVY[1]),
        ("Warranty", LONG[1]),
    ]
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert SECTION_MISPLACED not in gate.codes
