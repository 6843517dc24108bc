"""The fourth step of chat mode: every statement judged, and whether the draft may be shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.answer.assemble import Locate, build_answer
from core.answer.confidence import COPIED, VERIFIED, confidence_of
from core.answer.question import asked_parts, holds, wanted_by
from core.answer.sources import is_about_other_years
from core.answer.told import gives_figure, tells_nothing
from core.chat.draft import Draft
from core.chat.extractor import nothing_matches
from core.types import Answer, Confidence, Insufficiency, StatementStatus

MIN_ANSWER_CHARACTERS = 20

ANSWER_TOO_SHORT = "answer_too_short"
UNSUPPORTED_ANSWER = "unsupported_answer"
TELLS_NOTHING = "tells_nothing"
NOT_WHAT_IS_ASKED = "not_what_is_asked"
EXTRACTIVE_ANSWER = "extractive_answer"

_NEAR_COVERAGE = 0.7


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer and the gate's verdict on it; `codes` and `messages` are parallel.

    With `passed` they are warnings. The codes are among the answer's flags either way.
    """

    answer: Answer
    passed: bool
    codes: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """False for an honest no."""
        return bool(self.answer.statements)


class Validator:
    """Judges drafts. `locate` says where cited spans stand.

    `replaceable`: copied sentences can take the place of a draft that nothing carries.
    """

    def __init__(self, locate: Locate, *, replaceable: bool) -> None:
        self._locate = locate
        self._replaceable = replaceable

    def judge(self, draft: Draft, flags: tuple[str, ...], queries: tuple[str, ...]) -> Judged:
        """`flags` go into the answer; `queries` are told where the documents do not say it.

        Copied sentences of low confidence are no answer, only the nearest there is. What a model wrote fails
        if nothing of it is carried, if it only repeats the question or lacks the figure asked for; provided
        it can be replaced and is in the language of its sources: words of two languages cannot be compared.
        Otherwise it is shown with every sentence marked.
        """
        if draft.extracted and EXTRACTIVE_ANSWER not in flags:
            flags = (*flags, EXTRACTIVE_ANSWER)
        if draft.admits:
            missing = Insufficiency(section="", missing=draft.question, queries_tried=queries)
            reasoning = f"None of {len(draft.sources)} source chunks answers it"
            answer = Answer(draft.text, insufficiencies=(missing,), safety_flags=flags, reasoning=reasoning)
            return Judged(answer, passed=True)
        answer = build_answer(
            draft.statements, draft.sources, draft.question, locate=self._locate, safety_flags=flags
        )
        if draft.extracted:
            confidence = _confidence_of_copy(draft, answer)
            if confidence is None:
                nearest = nothing_matches(draft.question, draft.language, draft.sources)
                return self.judge(nearest, flags, queries)
            return Judged(replace(answer, confidence=confidence), passed=True)
        said = " ".join(statement.text for statement in draft.statements)
        # "24 months." is short and answers "How long …?"; a heading is short and does not.
        wanted = wanted_by(draft.question)
        to_the_point = bool(answer.citations) and holds(wanted, said, draft.question)
        if len(said) < MIN_ANSWER_CHARACTERS and not to_the_point:
            return _failed(answer, ANSWER_TOO_SHORT, "Answer validation failed: too short")
        if not answer.statements:
            return _failed(answer, ANSWER_TOO_SHORT, "The answer has no statement.")
        code, message = _fault(answer, draft.question, said)
        if code:
            failed = _failed(answer, code, message)
            return replace(failed, passed=not (self._replaceable and draft.same_language))
        return Judged(answer, passed=True)


def _confidence_of_copy(draft: Draft, answer: Answer) -> Confidence | None:
    """None where what was copied is only near: about other years, or unlikely, with little of the question.

    Without vectors, and across languages, confidence is low whatever stands there.
    """
    scores = [round(source.score, 3) for source in draft.sources]
    confidence = confidence_of(answer.statements, answer.citations, draft.question, scores, COPIED)
    cited = {number for statement in draft.statements for number in statement.citations}
    if is_about_other_years(draft.question, [source for source in draft.sources if source.number in cited]):
        return None
    if confidence is Confidence.LOW and any(scores) and draft.coverage < _NEAR_COVERAGE:
        return None
    return confidence


def _fault(answer: Answer, question: str, said: str) -> tuple[str, str]:
    """Why copied sentences would be the better answer: code and message; empty where they would not."""
    statuses = [statement.status for statement in answer.statements]
    if all(status is StatementStatus.UNSUPPORTED for status in statuses):
        return UNSUPPORTED_ANSWER, "No sentence of the answer is carried by the documents."
    if StatementStatus.QUOTED not in statuses and all(
        tells_nothing(statement.text, question) for statement in answer.statements
    ):
        return TELLS_NOTHING, "The answer only repeats the question."
    carried = any(status in VERIFIED for status in statuses)
    if not (carried or asked_parts(question) or gives_figure(said, question)):
        return NOT_WHAT_IS_ASKED, "The answer gives no figure of the kind that is asked for."
    return "", ""


def _failed(answer: Answer, code: str, message: str) -> Judged:
    flagged = replace(answer, safety_flags=(*answer.safety_flags, code))
    return Judged(flagged, False, (code,), (message,))
