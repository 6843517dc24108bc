"""A question that asks nothing new but wants the last answer in another form, or only a part of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from core.answer.asking.followup import Turn
from core.answer.replies import reply
from core.chat.request import ChatQuestion
from core.events import Event, EventStamper, KindTold, NoticeGiven, QuestionRewritten
from core.plans.base import PlanRequest, PlanResult, PlanTools
from core.plans.changed_answer import changed, language_of, without_phrases
from core.plans.last_answer import LastAnswer, last_answer
from core.plans.narrowed_answer import ReadCondition
from core.plans.plan_answers import planned_answer
from core.plans.request_kinds import RequestKinds
from core.search.base import Retriever
from core.text.language_names import language_named
from core.types import Answer
from core.types.requests import ON_ANSWER, FollowUp, RequestKind

Work = Callable[[PlanTools], Generator[Event, None, PlanResult]]
Working = Callable[[Work], Generator[Event, None, tuple[PlanResult, PlanTools]]]


@dataclass(frozen=True, slots=True)
class Change:
    """`words`: what the user wants of the answer of `before`; `kind`: of the request that it answers."""

    how: FollowUp
    words: str
    before: Turn
    kind: RequestKind


def change_asked(question: str, asked: ChatQuestion, kinds: RequestKinds | None) -> Change | None:
    """What a question wants changed of the last answer; None where it asks something, or wants a comparison
    as a table, which compares anew."""
    before = asked.earlier[-1] if asked.earlier else None
    if kinds is None or asked.kind is not None or asked.how not in ON_ANSWER:
        return None
    if before is None or before.given is None or not before.given.statements:
        return None
    kind = before.kind or kinds.kind_of(before.question).kind
    if asked.how is FollowUp.TABLE and kind is RequestKind.COMPARISON:
        return None
    return Change(asked.how, question, before, kind)


def change_answer(
    change: Change,
    language: str,
    retriever: Retriever,
    conditions: ReadCondition,
    stamp: EventStamper,
    working: Working,
) -> Generator[Event, None, Answer]:
    """The last answer in its new form. `working` runs a plan with what tools there are.

    Raises:
        core.errors.KnownError: the library cannot be read.
        core.errors.Cancelled: Stop was asked for.
    """
    before = change.before
    yield stamp(QuestionRewritten, standalone=before.question, source="rule", how=change.how)
    yield stamp(KindTold, request_kind=change.kind)
    last = LastAnswer(()) if before.given is None else last_answer(before.given, retriever)
    files = ", ".join(last.gone)
    if not last.statements:
        return Answer(reply("last_answer_all_gone" if files else "nothing_to_change", language, files=files))
    if files:
        message = reply("last_answer_gone", language, files=files)
        yield stamp(NoticeGiven, code="last_answer_gone", message=message, with_answer=True)
    said_in = language_of(last, language)
    is_translated = change.how is FollowUp.TRANSLATE
    if is_translated:
        said_in = language_named(change.words) or language
    request = PlanRequest(before.question, change.kind, said_in, is_translated=is_translated)
    result, tools = yield from working(
        lambda tools: changed(change.how, change.words, request, last, conditions, tools)
    )
    yield from notices_of(result, language, stamp)
    answer = planned_answer(request, result, tools)
    if answer.statements:
        return answer
    return Answer(reply("none_left", language, of=len(without_phrases(last.statements))))


def notices_of(result: PlanResult, language: str, stamp: EventStamper) -> Iterator[Event]:
    """What a plan has to say besides its answer."""
    for code, values in result.notices:
        yield stamp(NoticeGiven, code=code, message=reply(code, language, **values), with_answer=True)
