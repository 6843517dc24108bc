"""Does the answer name what it could not find, where the question asked for that?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.gathering import covers
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.confidence import question_share
from core.answer.facts import facts_of
from core.types import Answer

INSUFFICIENCY_UNDISCLOSED = "INSUFFICIENCY_UNDISCLOSED"
MIN_QUESTION_SHARE = 0.25  # an answer with fewer of the question's words is about something else


def validate_insufficiency_disclosure(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each topic of the question is answered or named as missing, if the question demands such words.

    How the gap is written into the answer ("Insufficient documentation: …") is the program's part.
    """
    if not state.constraints.requires_insufficiency_disclosure:
        return ()
    gaps = unanswered_topics(answer, state)
    if not gaps:
        return ()
    names = ", ".join(f"“{topic}”" for topic in gaps)
    return (
        Finding(
            INSUFFICIENCY_UNDISCLOSED,
            f"Nothing is said about {names}. Answer it, or name it under insufficiencies.",
            disclosure=tuple(row for topic in gaps for row in gap(state, topic)),
            by_writing=True,
        ),
    )


def unanswered_topics(answer: Answer, state: AgentState) -> list[str]:
    """The topics that neither a statement nor its evidence nor an insufficiency takes up.

    Without named topics the question is the only one.
    """
    texts = [statement.text for statement in answer.statements]
    texts += [evidence.quote for statement in answer.statements for evidence in statement.evidence]
    texts += [f"{row.section} {row.missing}" for row in answer.insufficiencies]
    topics = state.constraints.required_search_topics
    if topics:
        facts = [facts_of(text) for text in texts]
        return [topic for topic in topics if not covers(topic, facts)]
    if answer.insufficiencies or question_share(state.question, answer.statements) >= MIN_QUESTION_SHARE:
        return []
    return [state.question]
