"""Does the answer tell something, and what was asked for: a date to "when", an amount to "how much"?"""

from __future__ import annotations

from dataclasses import replace

from core.agent.checks.base import Finding, Findings, gap
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.extract import extract
from core.answer.facts import facts_of
from core.answer.question import (
    Wanted,
    asked_parts,
    holds,
    is_answered_by_figure,
    plainly_wanted_by,
    tells_nothing,
    wanted_by,
)
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
            replace(
                _finding(TELLS_NOTHING, "The answer only repeats the question.", state),
                statements=tuple(range(len(answer.statements))),
            ),
        )
    wanted = plainly_wanted_by(state.question)
    said = " \n".join(statement.text for statement in answer.statements)
    if (
        not is_answered_by_figure(state.question)
        or asked_parts(state.question)
        or facts_of(said).negations
        or holds(wanted, said, state.question)
    ):
        return ()
    message = f"The question asks for {_KINDS[wanted]}, and no statement gives one."
    return (replace(_finding(NOT_WHAT_IS_ASKED, message, state), disclosure=gap(state, state.question)),)


def _finding(code: str, wrong: str, state: AgentState) -> Finding:
    """Names the sentence that may answer, if one was read; else more has to be read."""
    best = extract(state.question, state.citable, most=1)
    wanted = wanted_by(state.question)
    if best and best[0].matches and holds(wanted, best[0].sentence.text, state.question):
        hint = f" Look at {best[0].sentence.label}: say what it gives, or name it as missing."
        return Finding(code, wrong + hint, by_writing=True)
    hint = " Say what the opened text gives, or name it as missing."
    return Finding(code, wrong + hint, by_reading=True, by_writing=True)
