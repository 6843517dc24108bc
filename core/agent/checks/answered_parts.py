"""Is each part of the question answered, or said to be missing?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.disclosure import unanswered_topics
from core.agent.checks.gathering import covers
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import unanswered
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts, holds, wanted_by
from core.answer.asking.question_parts import parts_of
from core.answer.confidence import open_parts
from core.answer.extractive import extract
from core.answer.facts.checkable import facts_of
from core.answer.relevance.aboutness import is_about_other_matters
from core.answer.relevance.content_given import gives_figure
from core.types import Answer

PART_UNANSWERED = "PART_UNANSWERED"
PART_OVERLOOKED = "PART_OVERLOOKED"
_MOST_OF_PART = 0.6  # of its words


def validate_question_parts(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Of a question of several plain parts ("How heavy is it, and what does it cost?") each has its words.

    So has each topic that a search was demanded for. Only where something is answered: an answer that says no
    says so of the whole. Reading is demanded for a part that no query was about. Where a sentence that was
    opened answers the part, the model is asked once, then it is quoted: it must not be called missing.
    """
    told = [row.missing for row in answer.insufficiencies]
    if not answer.statements:
        return ()
    parts = asked_parts(state.question)
    missing = unanswered(open_parts(parts, state.question, answer.statements), told, parts)
    if not parts and not state.constraints.requires_insufficiency_disclosure:
        searched = set(state.constraints.required_search_topics) - set(state.unsearched_topics)
        missing = tuple(topic for topic in unanswered_topics(answer, state) if topic in searched)
    queries = [facts_of(query) for query in state.queries]
    standing = {part.asked: part.standing for part in parts_of(state.question)}
    used = {label for statement in draft.statements for label in statement.labels}
    findings: list[Finding] = []
    for part in missing:
        message = f"Nothing is said about “{part}”. Answer it from the opened text, or name it as missing."
        if label := _answer_to(standing.get(part, part), state, used):
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


def _answer_to(question: str, state: AgentState, used: set[str]) -> str:
    """The label of the opened sentence that answers a part by most of its words; empty without one."""
    best = next(iter(extract(question, state.citable, most=1)), None)
    if best is None or best.sentence.label in used or is_about_other_matters(question, state.citable):
        return ""
    text = best.sentence.text
    answers = gives_figure(text, question) and holds(wanted_by(question), text, question)
    return best.sentence.label if answers and best.matches and best.coverage >= _MOST_OF_PART else ""
