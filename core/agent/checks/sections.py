"""Has every section that was asked for its statements, or a word that nothing was found for it?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.gathering import covers
from core.agent.disclosures import told
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.extract import extract
from core.answer.facts import facts_of
from core.answer.facts_words import has_word
from core.types import Answer

SECTION_MISSING = "SECTION_MISSING"
SECTION_OVERLOOKED = "SECTION_OVERLOOKED"


def validate_required_sections(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each demanded section has a statement or an insufficiency of its own.

    Small models leave whole answers empty. Where a sentence that was read has all words of such a heading and
    a figure, the model is asked to look at it, once; whether it belongs there is not for words to tell.
    """
    written = {statement.section for statement in answer.statements}
    told_of = {insufficiency.section for insufficiency in answer.insufficiencies}
    queries = [facts_of(query) for query in state.queries]
    used = {label for statement in draft.statements for label in statement.labels}
    findings: list[Finding] = []
    for section in state.constraints.required_sections:
        if section in written:
            continue
        label = _sentence_about(section, state, used) if state.reprompts == 0 else ""
        if section in told_of and not label:
            continue
        used.add(label)
        missing = (
            f"The section “{section}” is missing. Write what the opened text says for it, or what it lacks."
        )
        shown = f"“{section}” is called missing; look at {label} and write what it says, if it belongs there."
        findings.append(
            Finding(
                SECTION_OVERLOOKED if label else SECTION_MISSING,
                shown if label else missing,
                disclosure=gap(state, told("empty_section", state.question), section),
                by_reading=not label and not covers(section, queries),
                by_writing=True,
            )
        )
    return tuple(findings)


def _sentence_about(section: str, state: AgentState, used: set[str]) -> str:
    """The label of the best sentence with all words of the heading and a figure; empty if there is none."""
    wanted = facts_of(section).words | facts_of(section).identifiers
    count = sum(len(source.sentences) for source in state.citable)
    for found in extract(section, state.citable, most=count):
        facts = facts_of(found.sentence.text)
        words = facts.words | facts.identifiers
        whole = bool(wanted) and all(has_word(words, word) for word in wanted)
        if whole and (facts.numbers or facts.dates) and found.sentence.label not in used:
            return found.sentence.label
    return ""
