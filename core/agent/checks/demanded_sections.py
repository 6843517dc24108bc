"""Has every section that was asked for its statements, or a word that nothing was found for it?

And a figure, where the question wants one of each."""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.gathering import covers
from core.agent.disclosures import told
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.extractive import extract
from core.answer.facts.checkable import facts_of
from core.answer.relevance.content_given import figure_of_each, gives_number
from core.answer.sources import SourceSentence
from core.answer.verification.nearness import is_said
from core.types import Answer, InsufficiencyKind

SECTION_MISSING = "SECTION_MISSING"
SECTION_OVERLOOKED = "SECTION_OVERLOOKED"
SECTION_WITHOUT_FIGURE = "SECTION_WITHOUT_FIGURE"


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


def validate_section_figures(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """ "… in the sections A and B, with the number of each": a section without a number says so.

    What is written there stays: it may be true and helpful. It is no number.
    """
    if not figure_of_each(state.question):
        return ()
    told_of = {insufficiency.section for insufficiency in answer.insufficiencies}
    queries = [facts_of(query) for query in state.queries]
    findings: list[Finding] = []
    for section in state.constraints.required_sections:
        under = [statement.text for statement in answer.statements if statement.section == section]
        if under and section not in told_of and not any(map(gives_number, under)):
            findings.append(
                Finding(
                    SECTION_WITHOUT_FIGURE,
                    f"The question wants a figure under “{section}”, and nothing there gives one. Write it, "
                    "or name it as missing.",
                    disclosure=gap(state, told("no_figure", state.question, section=section), section),
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
    for each in extract(section, state.citable, most=count) if wanted else ():
        facts = facts_of(each.sentence.text)
        if all(is_said(facts.words | facts.identifiers, word) for word in wanted):
            found.append(each.sentence)
    return found


def _has_figure(sentence: SourceSentence, used: set[str]) -> bool:
    facts = facts_of(sentence.text)
    return bool(facts.numbers or facts.dates) and sentence.label not in used
