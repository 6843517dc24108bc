"""Is each part of the question answered, or said to be missing?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.disclosure import unanswered_topics
from core.agent.checks.gathering import covers
from core.agent.final import FinalDraft
from core.agent.gaps import unanswered
from core.agent.state import AgentState
from core.answer.confidence import open_parts
from core.answer.facts import facts_of
from core.answer.question import asked_parts
from core.types import Answer

PART_UNANSWERED = "PART_UNANSWERED"


def validate_question_parts(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Of a question of several plain parts ("How heavy is it, and what does it cost?") each has its words.

    So has each topic that a search was demanded for. Only where something is answered: an answer that says no
    says so of the whole. Reading is demanded for a part that no query was about.
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
    return tuple(
        Finding(
            PART_UNANSWERED,
            f"Nothing is said about “{part}”. Answer it from the opened text, or name it as missing.",
            disclosure=gap(state, part),
            by_reading=not covers(part, queries),
            by_writing=True,
        )
        for part in missing
    )
