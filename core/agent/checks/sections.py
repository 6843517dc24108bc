"""Has every section that was asked for its statements, or a word that nothing was found for it?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.gathering import covers
from core.agent.disclosures import told
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.extract import Extract, extract
from core.answer.facts import facts_of
from core.answer.verify_nearness import is_said
from core.types import Answer

SECTION_MISSING = "SECTION_MISSING"
SECTION_OVERLOOKED = "SECTION_OVERLOOKED"
_MOST_RANKED = 8  # of the sentences that match a heading best


def validate_required_sections(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each demanded section has a statement or an insufficiency of its own.

    None is empty while a sentence that was read has all words of its heading. Small models leave whole
    answers empty: the program then quotes that sentence, because asking again would cost a call of the model
    and seldom mend it.
    """
    written = {statement.section for statement in answer.statements}
    told_of = {insufficiency.section for insufficiency in answer.insufficiencies}
    queries = [facts_of(query) for query in state.queries]
    used = {label for statement in draft.statements for label in statement.labels}
    findings: list[Finding] = []
    for section in state.constraints.required_sections:
        if section in written:
            continue
        if label := _sentence_about(section, state, used):
            used.add(label)
            message = f"Nothing is written under “{section}”, but {label} says something about it."
            findings.append(Finding(SECTION_OVERLOOKED, message, quotes=(label,), section=section))
        elif section not in told_of:
            findings.append(
                Finding(
                    SECTION_MISSING,
                    f"The section “{section}” is missing. Write what the opened text says for it, or what it "
                    "lacks.",
                    disclosure=gap(state, told("empty_section", state.question), section),
                    by_reading=not covers(section, queries),
                    by_writing=True,
                )
            )
    return tuple(findings)


def _sentence_about(section: str, state: AgentState, used: set[str]) -> str:
    """A sentence with all words of the heading: the best with a figure, else one that matches."""
    wanted = facts_of(section).words | facts_of(section).identifiers
    about: list[Extract] = []
    for found in extract(f"{section} {state.question}", state.citable, most=_MOST_RANKED):
        facts = facts_of(found.sentence.text)
        words = facts.words | facts.identifiers
        if wanted and found.sentence.label not in used and all(is_said(words, word) for word in wanted):
            if facts.numbers or facts.dates:
                return found.sentence.label
            about.append(found)
    return next((found.sentence.label for found in about if found.matches), "")
