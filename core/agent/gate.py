"""The gate no answer is shown before: what it lacks of what was demanded is told. Its codes are stable.

A check sees one answer and the run, and changes neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.agent.disclosures import told
from core.agent.state import AgentState
from core.answer.asking.question import without_directions
from core.answer.confidence import VERIFIED
from core.answer.statements import DraftStatement
from core.errors import BugError
from core.types import Answer, ConflictSide, Insufficiency, InsufficiencyKind, VerdictCode


@dataclass(frozen=True, slots=True)
class Finding:
    """What may not be shown as it is. `code` is in events, tests and safety flags; `message` says it in
    words for the trace, `disclosure` to the user. `statements`: places of those that are left out."""

    code: str
    message: str
    disclosure: tuple[Insufficiency, ...] = ()
    statements: tuple[int, ...] = ()


def validate_agent_state(
    drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> tuple[Finding, ...]:
    """Check an answer against what the run has really done and opened; empty when it passes.

    `drafts` are parallel to the answer's statements.

    Raises:
        BugError: a citation names what was not opened; the program writes the markers itself.
    """
    validate_citation_references(answer, state)
    return (
        *validate_min_searches(state),
        *validate_min_open_citations(state),
        *validate_grounded_claims(answer, state),
        *validate_exact_quote_requirement(drafts, state),
        *validate_required_sections(drafts, answer, state),
        *validate_conflict_resolution(answer, state),
        *validate_insufficiency_disclosure(answer, state),
    )


def validate_min_searches(state: AgentState) -> list[Finding]:
    """As many searches as demanded, and one for each topic that was named."""
    findings: list[Finding] = []
    needed, done = state.min_searches, len(state.queries)
    if done < needed:
        message = f"Required at least {needed} separate searches, but only {done} were performed."
        findings.append(
            Finding("MIN_SEARCHES_UNMET", message, _unmet(state, "searches", needed=needed, done=done))
        )
    for topic in state.unsearched_topics:
        message = f"No search was made for “{topic}”."
        findings.append(Finding("SEARCH_TOPIC_UNMET", message, _unmet(state, "topic_search", topic=topic)))
    return findings


def validate_min_open_citations(state: AgentState) -> list[Finding]:
    """As many opened citations as the question demands."""
    needed, done = state.constraints.min_open_citations, len(state.opened)
    if done >= needed:
        return []
    message = f"Required to open at least {needed} citation(s), but only {done} were opened."
    return [Finding("MIN_OPEN_CITATIONS_UNMET", message, _unmet(state, "openings", needed=needed, done=done))]


def validate_citation_references(answer: Answer, state: AgentState) -> None:
    """Every marker names something that was read."""
    read = {source.chunk.chunk_id for source in (*state.opened, *state.snippets)}
    if wrong := [citation.number for citation in answer.citations if citation.chunk_id not in read]:
        raise BugError(f"HALLUCINATED_CITATION: {wrong}")


def validate_grounded_claims(answer: Answer, state: AgentState) -> list[Finding]:
    """Statements that nothing opened carries are left out, and that is told under their heading."""
    failing = [
        row
        for row in enumerate(answer.statements)
        if row[1].status not in VERIFIED and row[1].code is not VerdictCode.UNCHECKED  # that stands there
    ]
    if not failing:
        return []
    missing, queries = told("left_out", state.question), tuple(state.queries)
    sections = dict.fromkeys(one.section for _place, one in failing)
    rows = (Insufficiency(one, missing, queries, InsufficiencyKind.LEFT_OUT) for one in sections)
    reasons = " ".join(one.reason for _place, one in failing)
    return [Finding("UNGROUNDED_CLAIM", reasons, tuple(rows), tuple(place for place, _one in failing))]


def validate_exact_quote_requirement(drafts: Sequence[DraftStatement], state: AgentState) -> list[Finding]:
    """A demanded quotation is a whole sentence of a source that answers; the program copies it."""
    if not state.constraints.requires_exact_quote or any(one.quoted for one in drafts):
        return []
    wanted = ", ".join(state.constraints.exact_quote_indicators) or state.question
    message = f"An exact quote of a sentence is required ({wanted})."
    return [Finding("EXACT_QUOTE_UNMET", message, _unmet(state, "exact_quote", wanted=wanted))]


def validate_required_sections(
    drafts: Sequence[DraftStatement], answer: Answer, state: AgentState
) -> list[Finding]:
    """Each demanded section has a statement or an insufficiency of its own."""
    done = {one.section for one in drafts} | {row.section for row in answer.insufficiencies}
    return [
        Finding(
            "SECTION_MISSING",
            f"Nothing was found for the section “{section}”.",
            gap(state, told("empty_section", state.question), section),
        )
        for section in state.constraints.required_sections
        if section not in done
    ]


def validate_conflict_resolution(answer: Answer, state: AgentState) -> list[Finding]:
    """What no rule decides is told; and whoever named a rule has to know where it was not applied."""
    if not state.constraints.requires_conflict_resolution or not answer.statements:
        return []
    if not answer.conflicts:
        message = "The answer is not about a disagreement."
        return [Finding("CONFLICT_NOT_FOUND", message, _unmet(state, "no_conflict"))]
    rule = state.constraints.conflict_resolution_rule
    key = "rule_undecided" if rule else "no_rule"
    findings: list[Finding] = []
    for one in answer.conflicts:
        if not one.decided:
            message = f"Two documents disagree: {_side(one.first)} – {_side(one.second)}"
            first, second = one.first.filename, one.second.filename
            missing = told(key, state.question, rule=rule, first=first, second=second)
            findings.append(Finding("CONFLICT_UNDECIDED", message, gap(state, missing)))
    return findings


def validate_insufficiency_disclosure(answer: Answer, state: AgentState) -> list[Finding]:
    """An answer has statements, or names what is missing; whether or not the question asks for such words."""
    if answer.statements or any(row.kind is InsufficiencyKind.GAP for row in answer.insufficiencies):
        return []
    message = "Nothing is said, and nothing named as missing."
    return [Finding("INSUFFICIENCY_UNDISCLOSED", message, gap(state, state.question))]


def gap(state: AgentState, missing: str, section: str = "") -> tuple[Insufficiency, ...]:
    """The disclosure of what the documents do not say, with what was searched for.

    Of the whole question what it asks for is missing, not what it says of how to answer.
    """
    missing = without_directions(missing) if missing == state.question else missing
    return (Insufficiency(section, missing, tuple(state.queries)),)


def _unmet(state: AgentState, key: str, **slots: object) -> tuple[Insufficiency, ...]:
    """The disclosure of a demand that was not met, in the question's language (`core.agent.disclosures`)."""
    missing = told(key, state.question, **slots)
    return (Insufficiency("", missing, tuple(state.queries), InsufficiencyKind.UNMET),)


def _side(side: ConflictSide) -> str:
    date = f", {side.date}" if side.date else ""
    return f"[{side.citation}] {side.filename}{date}: “{side.quote}”"
