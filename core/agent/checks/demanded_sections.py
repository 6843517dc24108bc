"""Has every section that was asked for its statements, or a word that nothing was found for it?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.gathering import covers
from core.agent.disclosures import told
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.facts.checkable import facts_of
from core.answer.sources import SourceSentence
from core.answer.verification.nearness import is_said
from core.types import Answer, InsufficiencyKind

SECTION_MISSING = "SECTION_MISSING"
SECTION_OVERLOOKED = "SECTION_OVERLOOKED"


def validate_required_sections(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each demanded section has a statement or an insufficiency of its own.

    Small models leave whole answers empty. Where a sentence that was read has all words of such a heading and
    a figure, the model is asked to look at it, once; then it is quoted, unless what stood there was only near
    to the matter. That nothing was found is said only where no opened sentence has the words of the heading.
    """
    given_up = {row.section for row in draft.disclosed if row.kind is InsufficiencyKind.GAP}
    written = {statement.section for statement in answer.statements}
    # That something was left out does not say that nothing is left.
    left_out = {row.section for row in answer.insufficiencies if row.kind is InsufficiencyKind.LEFT_OUT}
    told_of = {row.section for row in answer.insufficiencies if row.kind is not InsufficiencyKind.LEFT_OUT}
    queries = [facts_of(query) for query in state.queries]
    used = {label for statement in draft.statements for label in statement.labels}
    findings: list[Finding] = []
    for section in state.constraints.required_sections:
        if section in written:
            continue
        about = _sentences_about(section, state)
        label = next((sentence.label for sentence in about if _has_figure(sentence, used)), "")
        if label and section not in given_up:
            used.add(label)
            shown = (
                f"“{section}” is called missing; look at {label} and write what it says, if it belongs there."
            )
            asked = state.reprompts == 0
            findings.append(
                Finding(SECTION_OVERLOOKED, shown, quotes=(label,), section=section, by_writing=asked)
            )
        elif section not in told_of:
            key = "unwritten_section" if about else "empty_section"
            key = "nothing_left" if section in left_out else key
            findings.append(
                Finding(
                    SECTION_MISSING,
                    f"The section “{section}” is missing. Write what the opened text says for it, or what it "
                    "lacks.",
                    disclosure=gap(state, told(key, state.question), section),
                    by_reading=not covers(section, queries),
                    by_writing=True,
                )
            )
    return tuple(findings)


def _sentences_about(section: str, state: AgentState) -> list[SourceSentence]:
    """The sentences that have all words of the heading, the best first."""
    wanted = facts_of(section).words | facts_of(section).identifiers
    count = sum(len(source.sentences) for source in state.citable)
    found: list[SourceSentence] = []
    for each in state.judged(section, most=count).sentences if wanted else ():
        facts = facts_of(each.sentence.text)
        if all(is_said(facts.words | facts.identifiers, word) for word in wanted):
            found.append(each.sentence)
    return found


def _has_figure(sentence: SourceSentence, used: set[str]) -> bool:
    facts = facts_of(sentence.text)
    return bool(facts.numbers or facts.dates) and sentence.label not in used
