"""Does what the answer gives of the documents answer the question, and each of its parts?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.conflicts import touched_conflicts
from core.agent.checks.disclosure import unanswered_topics
from core.agent.checks.gathering import covers
from core.agent.checks.quotation import wants_code
from core.agent.disclosures import told
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import questions_of, unanswered
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts
from core.answer.asking.question_parts import parts_of
from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import facts_of
from core.answer.relevance.answering import answers, open_parts
from core.types import Answer, StatementStatus

ONLY_NEAR = "ONLY_NEAR"
PART_UNANSWERED = "PART_UNANSWERED"
PART_OVERLOOKED = "PART_OVERLOOKED"


def validate_what_is_carried(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """What is carried and does not answer is no answer, however true; what comes nearest is shown as that.

    Sides of a conflict answer by disagreeing, and a line of code has other words than the question. So has
    the row of a figure that was read for the question: what stands beside it is judged by itself.
    """
    if wants_code(state) or (
        state.constraints.requires_conflict_resolution and touched_conflicts(answer, state)
    ):
        return ()
    findings: list[Finding] = []
    for section in dict.fromkeys(drafted.section for drafted in draft.statements):
        places = [
            place
            for place, drafted in enumerate(draft.statements)
            if drafted.section == section and drafted not in state.figures.values()
        ]
        under = [answer.statements[place] for place in places]
        carried = [one for one in under if one.status in VERIFIED]
        under = carried or [one for one in under if one.status is not StatementStatus.UNSUPPORTED]
        if not under or answers(questions_of(state, section), under, state.citable, state.judge):
            continue
        best = next(iter(state.judged(state.question).likely), None)
        hint = f" Look at {best.sentence.label}: say what it gives" if best else " Say what the text gives"
        findings.append(
            Finding(
                ONLY_NEAR,
                "What the statements give of the opened text does not answer the question."
                f"{hint}, or name it as missing.",
                statements=tuple(places),
                disclosure=gap(state, told("empty_section", state.question), section) if section else (),
                by_reading=best is None,
                by_writing=True,
            )
        )
    return tuple(findings)


def validate_question_parts(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Of a question of several plain parts ("How heavy is it, and what does it cost?") each is answered.

    So is each topic that a search was demanded for. Only where something is answered: an answer that says no
    says so of the whole. Reading is demanded for a part that no query was about. Where a sentence that was
    opened answers the part, the model is asked once, then it is quoted: it must not be called missing.
    """
    if not answer.statements:
        return ()
    parts = asked_parts(state.question)
    standing = {part.asked: part.standing for part in parts_of(state.question)} if parts else {}
    left = open_parts(tuple(standing.values()), answer.statements, state.citable, state.judge)
    missing = [
        asked
        for asked, question in standing.items()
        if question in left and state.figures.get(question) not in draft.statements
    ]
    if not parts and not state.constraints.requires_insufficiency_disclosure:
        searched = set(state.constraints.required_search_topics) - set(state.unsearched_topics)
        missing = [topic for topic in unanswered_topics(answer, state) if topic in searched]
    queries = [facts_of(query) for query in state.queries]
    used = {label for statement in draft.statements for label in statement.labels}
    findings: list[Finding] = []
    for part in unanswered(missing, [row.missing for row in answer.insufficiencies], parts):
        message = f"Nothing is said about “{part}”. Answer it from the opened text, or name it as missing."
        best = next(iter(state.judged(standing.get(part, part)).likely), None)
        if best is not None and best.sentence.label not in used:
            label = best.sentence.label
            used.add(label)
            once = state.reprompts == 0
            findings.append(Finding(PART_OVERLOOKED, message, quotes=(label,), by_writing=once))
        else:
            unread = not covers(part, queries)
            told_of = gap(state, part)
            findings.append(
                Finding(PART_UNANSWERED, message, disclosure=told_of, by_reading=unread, by_writing=True)
            )
    return tuple(findings)
