"""Does the answer tell something, and what was asked for: a date to "when", an amount to "how much"?"""

from __future__ import annotations

from core.agent.checks.base import Finding, Findings, gap
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.facts import facts_of
from core.answer.question import Wanted, asked_parts, holds, plainly_wanted_by, tells_nothing
from core.types import Answer, StatementStatus

TELLS_NOTHING = "TELLS_NOTHING"
NOT_WHAT_IS_ASKED = "NOT_WHAT_IS_ASKED"

# A name may be any word, so nothing is demanded of answers to "who" and "where".
_KINDS: dict[Wanted, str] = {
    "date": "a date or year",
    "duration": "a length of time",
    "money": "an amount of money",
    "number": "a figure",
}


def validate_what_is_told(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """No answer that only repeats the question, whatever carries it, and none without the figure asked for.

    A missing figure is told beside the answer, which may still help; of a question of several parts
    `validate_question_parts` judges each.
    """
    if not answer.statements:
        return ()
    copied = any(statement.status is StatementStatus.QUOTED for statement in answer.statements)
    if not copied and all(tells_nothing(statement.text, state.question) for statement in answer.statements):
        return (
            Finding(
                TELLS_NOTHING,
                "The answer only repeats the question. Say what the opened text gives: the figure, date, "
                "name or fact that is asked for. If it gives none, name it as missing.",
                statements=tuple(range(len(answer.statements))),
                by_reading=True,
                by_writing=True,
            ),
        )
    kind = _KINDS.get(plainly_wanted_by(state.question))
    if kind is None or asked_parts(state.question):
        return ()
    said = " \n".join(statement.text for statement in answer.statements)
    if facts_of(said).negations or holds(plainly_wanted_by(state.question), said, state.question):
        return ()
    return (
        Finding(
            NOT_WHAT_IS_ASKED,
            f"The question asks for {kind}, and no statement gives one. Give it from the opened text, or "
            "name it as missing.",
            disclosure=gap(state, state.question),
            by_reading=True,
            by_writing=True,
        ),
    )
