"""Does the answer tell something, and what was asked for: a number to "how many", a time to "how long"?

And does what the documents carry answer the question, or is it merely near to it?"""

from __future__ import annotations

from dataclasses import replace

from core.agent.checks.base import Finding, Findings, gap
from core.agent.checks.conflicts import touched_conflicts
from core.agent.checks.quotation import wants_code
from core.agent.disclosures import told
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.asking.question import Wanted, asked_parts, asking_sentences
from core.answer.extractive import extract
from core.answer.relevance.content_given import figure_wanted_by, gives_figure, tells_nothing
from core.answer.relevance.kinds_given import lacks_measure
from core.answer.relevance.near_answers import only_near
from core.types import Answer, StatementStatus

TELLS_NOTHING = "TELLS_NOTHING"
NOT_WHAT_IS_ASKED = "NOT_WHAT_IS_ASKED"
ONLY_NEAR = "ONLY_NEAR"

_KINDS: dict[Wanted, str] = {
    "duration": "a length of time",
    "money": "an amount of money",
    "number": "a number",
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
    said = " \n".join(statement.text for statement in answer.statements)
    quotes = " \n".join(row.quote for statement in answer.statements for row in statement.evidence)
    other_kind = lacks_measure(asking_sentences(state.question), said, quotes)
    if asked_parts(state.question) or (gives_figure(said, state.question) and not other_kind):
        return ()
    kind = _KINDS.get(figure_wanted_by(state.question), "a figure of another kind")
    message = f"The question asks for {kind}, and no statement gives one."
    return (replace(_finding(NOT_WHAT_IS_ASKED, message, state), disclosure=gap(state, state.question)),)


def validate_what_is_carried(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """What is carried and does not answer is no answer, however true; what comes nearest is shown as that.

    Sides of a conflict answer by disagreeing, and a line of code has other words than the question. So has
    the row of a figure that was read for the question: what stands beside it is judged by itself.
    """
    if wants_code(state) or (
        state.constraints.requires_conflict_resolution and touched_conflicts(answer, state)
    ):
        return ()
    topics = state.constraints.required_search_topics
    findings: list[Finding] = []
    for section in dict.fromkeys(drafted.section for drafted in draft.statements):
        places = [
            place
            for place, drafted in enumerate(draft.statements)
            if drafted.section == section and drafted not in state.figures.values()
        ]
        under = [answer.statements[place] for place in places]
        if places and only_near(state.question, under, answer.citations, state.citable, section, topics):
            # What nothing carries is no answer in its place.
            message = "What the statements give of the opened text does not answer the question."
            finding = replace(_finding(ONLY_NEAR, message, state), statements=tuple(places))
            if section:
                missing = gap(state, told("empty_section", state.question), section)
                finding = replace(finding, disclosure=missing)
            findings.append(finding)
    return tuple(findings)


def _finding(code: str, wrong: str, state: AgentState) -> Finding:
    """Names the sentence that may answer, if one was read; else more has to be read."""
    best = extract(state.question, state.citable, most=1)
    if best and best[0].fits and best[0].matches:
        hint = f" Look at {best[0].sentence.label}: say what it gives, or name it as missing."
        return Finding(code, wrong + hint, by_writing=True)
    hint = " Say what the opened text gives, or name it as missing."
    return Finding(code, wrong + hint, by_reading=True, by_writing=True)
