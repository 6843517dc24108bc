"""Does the answer name what it could not find, where the question asked for that?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.final.final_answer import FinalDraft
from core.agent.gaps import asked_for, questions_of, unanswered
from core.agent.state import AgentState
from core.answer.asking.question import asked_parts
from core.answer.relevance.answering import answers, open_parts
from core.types import Answer, InsufficiencyKind

INSUFFICIENCY_UNDISCLOSED = "INSUFFICIENCY_UNDISCLOSED"


def validate_insufficiency_disclosure(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Each topic of the question is answered or named as missing, if the question demands such words.

    How the gap is written into the answer ("Insufficient documentation: …") is the program's part.
    """
    if not state.constraints.requires_insufficiency_disclosure:
        return ()
    gaps = unanswered_topics(answer, state)
    if not gaps:
        return ()
    names = ", ".join(f"“{row.missing}”" for topic in gaps for row in gap(state, topic))
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
    gaps = [row for row in answer.insufficiencies if row.kind is InsufficiencyKind.GAP]
    told = [f"{row.section} {row.missing}" for row in gaps]
    # Where the question has nothing but parts, `validate_question_parts` tells each.
    parts = () if asked_parts(state.question) else asked_parts(asked_for(state.question))
    if topics := state.constraints.required_search_topics or parts:
        missing = open_parts(topics, answer.statements, state.citable, state.judge)
        return list(unanswered(missing, told, topics))
    if told or answers(questions_of(state), answer.statements, state.citable, state.judge):
        return []
    return [state.question]
