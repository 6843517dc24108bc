"""The fourth step of chat mode: every statement judged, and whether the draft may be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from core.answer.asking.question import asked_parts, holds, wanted_by
from core.answer.assemble import Locate, build_answer
from core.answer.confidence import VERIFIED
from core.answer.figures.given_values import tells_figure
from core.answer.relevance.content_given import gives_figure, tells_nothing
from core.answer.relevance.missing_kinds import no_surer_than
from core.answer.relevance.near_answers import confidence_of_copy, only_near
from core.chat.draft import Draft
from core.chat.extractor import nothing_matches
from core.types import Answer, Confidence, Insufficiency, StatementStatus

MIN_ANSWER_CHARACTERS = 20

ANSWER_TOO_SHORT = "answer_too_short"
UNSUPPORTED_ANSWER = "unsupported_answer"
TELLS_NOTHING = "tells_nothing"
NOT_WHAT_IS_ASKED = "not_what_is_asked"
ONLY_NEAR = "only_near"
OTHER_FIGURE = "other_figure"
_OTHER_FIGURE = "The answer lacks the figure that the tables of the documents give."
EXTRACTIVE_ANSWER = "extractive_answer"


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

    def judge(
        self, draft: Draft, flags: tuple[str, ...], queries: tuple[str, ...], figures: Sequence[Draft] = ()
    ) -> Judged:
        """`flags` go into the answer; `queries` are told where the documents do not say it.

        What a model wrote fails where it lacks one of the `figures` that the program read from tables.

        Copied sentences of low confidence are no answer, only the nearest there is. What a model wrote fails
        if nothing of it is carried, if it only repeats the question or lacks the figure asked for; provided
        it can be replaced and is in the language of its sources: words of two languages cannot be compared.
        Otherwise it is shown with every sentence marked.
        """
        if draft.extracted and EXTRACTIVE_ANSWER not in flags:
            flags = (*flags, EXTRACTIVE_ANSWER)
        if self._replaceable and any(not tells_figure(draft.text, figure.text) for figure in figures):
            lacking = Answer(draft.text, safety_flags=(*flags, OTHER_FIGURE))
            return Judged(lacking, False, (OTHER_FIGURE,), (_OTHER_FIGURE,))
        if draft.admits:
            missing = Insufficiency(section="", missing=draft.question, queries_tried=queries)
            reasoning = f"None of {len(draft.sources)} source chunks answers it"
            answer = Answer(draft.text, insufficiencies=(missing,), safety_flags=flags, reasoning=reasoning)
            return Judged(answer, passed=True)
        if draft.parts:
            return self._judge_parts(draft, flags, queries)
        answer = build_answer(
            draft.statements, draft.sources, draft.question, locate=self._locate, safety_flags=flags
        )
        if draft.figure:
            sure = all(statement.status in VERIFIED for statement in answer.statements)
            told = Confidence.HIGH if sure else Confidence.LOW
            return Judged(replace(answer, confidence=told), passed=True)
        if draft.extracted:
            confidence = confidence_of_copy(
                draft.question, answer.statements, answer.citations, draft.sources, draft.coverage
            )
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
        code, message = _fault(answer, draft, said)
        if code:
            failed = _failed(answer, code, message)
            return replace(failed, passed=not (self._replaceable and draft.same_language))
        return Judged(answer, passed=True)

    def _judge_parts(self, draft: Draft, flags: tuple[str, ...], queries: tuple[str, ...]) -> Judged:
        """Of several questions asked at once, those that can be answered; the others are told as missing."""
        answered: list[Draft] = []
        confidences: list[Confidence] = []
        missing: list[Insufficiency] = []
        for part in draft.parts:
            judged = self.judge(part.draft, flags, (part.draft.question,))
            if judged.found:
                answered.append(part.draft)
                confidences.append(judged.answer.confidence)
            else:
                missing.append(Insufficiency("", f"{part.asked}?", (part.draft.question,)))
        if not answered:
            return self.judge(nothing_matches(draft.question, draft.language, draft.sources), flags, queries)
        kept = {label for part in answered for one in part.statements for label in one.labels}
        answer = build_answer(
            [one for one in draft.statements if kept.issuperset(one.labels)],
            draft.sources,
            draft.question,
            locate=self._locate,
            insufficiencies=missing,
            safety_flags=flags,
        )
        if missing:
            confidences.append(Confidence.MEDIUM)
        return Judged(replace(answer, confidence=reduce(no_surer_than, confidences)), passed=True)


def _fault(answer: Answer, draft: Draft, said: str) -> tuple[str, str]:
    """Why copied sentences would be the better answer: code and message; empty where they would not."""
    question = draft.question
    statuses = [statement.status for statement in answer.statements]
    if all(status is StatementStatus.UNSUPPORTED for status in statuses):
        return UNSUPPORTED_ANSWER, "No sentence of the answer is carried by the documents."
    if StatementStatus.QUOTED not in statuses and all(
        tells_nothing(statement.text, question) for statement in answer.statements
    ):
        return TELLS_NOTHING, "The answer only repeats the question."
    carried = any(status in VERIFIED for status in statuses)
    if only_near(question, answer.statements, answer.citations, draft.sources):
        return ONLY_NEAR, "What it gives of the documents does not answer the question."
    if not (carried or asked_parts(question) or gives_figure(said, question)):
        return NOT_WHAT_IS_ASKED, "The answer gives no figure of the kind that is asked for."
    return "", ""


def _failed(answer: Answer, code: str, message: str) -> Judged:
    flagged = replace(answer, safety_flags=(*answer.safety_flags, code))
    return Judged(flagged, False, (code,), (message,))
