"""Chat mode: guard → retriever → reasoner → validator → responder, as one generator of events.

Runs on whatever thread iterates it (the window's chat worker, the command line). Sees protocols only. The
steps are modules of their own; here is only what follows what.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from core.answer.asked_parts import AskedPart, answer_of, is_carried_at_all
from core.answer.asking.eligibility import ASKED_ANYWAY, INJECTION_IN_CONTEXT, PROMPT_INJECTION
from core.answer.asking.followup import standalone_question
from core.answer.asking.small_talk import TalkOf, no_talk, without_greeting
from core.answer.judged_sentences import shown
from core.answer.replies import reply
from core.answer.sources import Source, places_of
from core.cancel import CancelToken
from core.chat.changing import notices_of
from core.chat.guard import admit, admit_length, question_language_of
from core.chat.looking_up import LookUp
from core.chat.model_use import MODEL_FAILED, ModelUse
from core.chat.planned_requests import PlannedRequests
from core.chat.request import ChatQuestion, WithoutModel
from core.chat.responder import respond, turn_away
from core.chat.yes_no import with_verdict
from core.events import (
    Event,
    EventStamper,
    GateChecked,
    NoticeGiven,
    QuestionRewritten,
    StepStarted,
)
from core.judge.base import AnswerJudge
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.plans.calculating import SURELY_A_FIGURE
from core.plans.narrowed_answer import ReadCondition
from core.plans.request_kinds import LOOKED_UP, RequestKinds
from core.search.base import Embedder, Retriever
from core.settings import AnswerSettings
from core.types import Answer, Coverage
from core.types.requests import FollowUp, RequestKind

_ASKED_AT_ONCE = LOOKED_UP - {RequestKind.FIND} | {RequestKind.YES_NO}  # kinds of which several may be asked
_PUT_OTHERWISE = LOOKED_UP | {RequestKind.YES_NO, RequestKind.STEPS, RequestKind.EXPLANATION}
_BESIDE_A_TABLE = 0.5  # by so much another kind than a figure may be likelier where a table was found


class ChatPipeline:
    """Answers one question; make a new one for the next.

    Without a `model`, or when it fails and the settings allow it, sentences are copied from the sources;
    `without` says why there is none. `kinds` tell what kind of request it is, `embedder` compares sentences;
    without them everything is a fact that is looked up. `conditions` reads dates and amounts that a follow-up
    states, `rule_of` a question which of the documents counts that disagree.
    """

    def __init__(
        self,
        retriever: Retriever,
        judge: AnswerJudge,
        settings: AnswerSettings,
        stamp: EventStamper,
        cancel: CancelToken,
        *,
        model: ChatModel | None,
        without: WithoutModel | None = None,
        kinds: RequestKinds | None = None,
        embedder: Embedder | None = None,
        conditions: ReadCondition = lambda _request: None,
        rule_of: Callable[[str], str | None] = lambda _question: None,
        talk_of: TalkOf = no_talk,
    ) -> None:
        self._retriever = retriever
        self._judge = judge = RunJudge(judge)
        self._rule_of = rule_of
        self._talk_of = talk_of
        self._settings = settings
        self._stamp = stamp
        self._cancel = cancel
        self._models = ModelUse(model, without, stamp, must_answer=settings.extractive == "never")
        self._requests = PlannedRequests(
            retriever,
            judge,
            settings,
            stamp,
            cancel,
            self._models,
            kinds=kinds,
            embedder=embedder,
            conditions=conditions,
        )
        self._may_be_several = kinds.may_be_several if kinds is not None else lambda _text: False
        self._flags: tuple[str, ...] = ()

    def run(self, asked: ChatQuestion) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        Raises:
            core.errors.KnownError: from search, or from a model that nothing may stand in for; the caller
                turns it into `RunFinished(failed)`.
            core.errors.Cancelled: after Stop; likewise.
        """
        stamp, locate = self._stamp, self._retriever.locate
        language = question_language_of(asked)
        yield stamp(StepStarted, step="guard")
        coverage = self._retriever.coverage(asked.document_ids)
        admission = admit(asked, coverage, self._talk_of)
        self._flags = admission.flags
        if admission.goes_on and PROMPT_INJECTION in admission.flags:
            yield stamp(NoticeGiven, code=ASKED_ANYWAY, message=reply(ASKED_ANYWAY, language))
        question = without_greeting(asked.text, self._talk_of)  # of "Hello, …"
        if admission.goes_on:
            change = self._requests.change_asked(question, asked)
            if change is not None:
                yield stamp(StepStarted, step="reasoner")
                answer = yield from self._requests.changed(change, language)
                yield from self._told_planned(answer, coverage)
                return
            question, asked = yield from self._understood(question, language, asked)
            admission = admit_length(question, language)
        if not admission.goes_on:
            yield from turn_away(admission, coverage, stamp)
            return

        yield stamp(StepStarted, step="retriever")
        looked = LookUp(
            question,
            asked,
            language,
            self._retriever,
            self._judge,
            self._settings,
            self._models,
            stamp,
            self._cancel,
        )
        yield from looked.search()

        yield stamp(StepStarted, step="reasoner")
        told = yield from self._requests.kind_of(question, asked, looked.found.sources)
        kind = told.kind
        beside = _BESIDE_A_TABLE if looked.has_cells else SURELY_A_FIGURE
        if kind in _ASKED_AT_ONCE:
            yield from looked.apart(self._may_be_several)
        may_be_figure = told.short_of_figure <= beside
        reads_figures = may_be_figure or kind in _PUT_OTHERWISE
        if reads_figures:  # the surest first: a figure of a question of which every word is understood
            yield from looked.read_figures()
        if kind in _PUT_OTHERWISE and not looked.has_figure:
            is_better = yield from looked.put_otherwise(kind)
            if is_better:
                yield from looked.read_figures()
        self._flags += looked.flags
        planned: Answer | None = None
        if may_be_figure and not looked.has_figure:
            is_sure = kind is RequestKind.FIGURE
            planned = yield from self._planned(RequestKind.FIGURE, question, language, asked, is_sure=is_sure)
            kind = told.without_figure
        if planned is None and kind is not RequestKind.FIGURE:
            planned = yield from self._planned(kind, question, language, asked)
        if planned is not None:
            yield from self._told_planned(self._with_nearest(planned, looked.parts), coverage)
            return
        if not reads_figures:
            yield from looked.read_figures()
        nearest = list(looked.parts)
        verdict: bool | None = None
        if kind is RequestKind.YES_NO:
            verdict = yield from looked.decide()
        # Of a question for yes or no that has a verdict, that nothing answers, or that was not put into
        # the language of what was found, no phrase is copied.
        is_bare = verdict is not None or looked.is_foreign or not looked.is_answered
        if kind is RequestKind.YES_NO and is_bare:
            yield from self._models.say_missing(language)
            looked.take_nearest()
        else:
            yield from looked.copy_phrases()

        yield stamp(StepStarted, step="validator")
        answer = answer_of(
            question,
            language,
            looked.parts,
            looked.sources,
            self._settings.style,
            locate,
            self._told_flags(),
            self._judge,
            self._rule_of,
        )
        if not answer.statements and told.kind is RequestKind.FIGURE and looked.has_cells:
            # It may be computable all the same.
            answer = replace(answer, text=reply("nothing_sure", language))
        yield stamp(GateChecked, attempt=1, passed=is_carried_at_all(answer))
        answer = with_verdict(answer, verdict, language)
        yield from self._requests.say_copied(asked.text, answer, looked.sources, language)

        yield stamp(StepStarted, step="responder")
        answer = self._with_nearest(answer, nearest)
        yield from respond(answer, coverage, self._models.meter.usage, stamp)

    def _understood(
        self, question: str, language: str, asked: ChatQuestion
    ) -> Generator[Event, None, tuple[str, ChatQuestion]]:
        """The question made to stand by itself, and what is asked of it."""
        stamp, earlier = self._stamp, asked.earlier
        again = asked.how is FollowUp.TABLE or (asked.clicked and asked.kind is not None)
        if earlier and again:
            before = earlier[-1].question
            if before != question:
                yield stamp(QuestionRewritten, standalone=before, source="rule")
            return before, replace(asked, kind=asked.kind or RequestKind.COMPARISON)
        standing = yield from self._models.work(
            lambda model: standalone_question(
                question, earlier, model, self._models.meter, stamp, self._cancel, asked.how
            ),
            language,
        )
        return standing, asked

    def _with_nearest(self, answer: Answer, parts: Sequence[AskedPart]) -> Answer:
        """Where nothing answers, with the passages that come nearest."""
        if answer.statements:
            return answer
        nearest = (one for part in parts for one in part.evidence.nearest)
        return replace(answer, nearest=tuple(shown(one, self._retriever.locate) for one in nearest))

    def _told_planned(self, answer: Answer, coverage: Coverage) -> Iterator[Event]:
        """The end of a run whose answer a plan made."""
        answer = replace(
            answer, safety_flags=tuple(dict.fromkeys((*answer.safety_flags, *self._told_flags())))
        )
        yield self._stamp(StepStarted, step="validator")
        yield self._stamp(GateChecked, attempt=1, passed=is_carried_at_all(answer))
        yield self._stamp(StepStarted, step="responder")
        yield from respond(answer, coverage, self._models.meter.usage, self._stamp)

    def _planned(
        self,
        kind: RequestKind,
        question: str,
        language: str,
        asked: ChatQuestion,
        *,
        is_sure: bool = True,
    ) -> Generator[Event, None, Answer | None]:
        """The answer of the plan for that kind of request; None where it is looked up. Why there is none is
        only said where it surely is of that kind."""
        planned = yield from self._requests.answer(kind, question, language, asked)
        if planned is None:
            return None
        answer, result = planned
        if not answer.statements:
            if not is_sure:
                return None
            yield from notices_of(result, language, self._stamp)
        yield from self._orders_in(result.sources, language)
        return answer

    def _told_flags(self) -> tuple[str, ...]:
        failed = (MODEL_FAILED,) if self._models.has_failed else ()
        return (*self._flags, *failed)

    def _orders_in(self, sources: Sequence[Source], language: str) -> Iterator[Event]:
        """Say once that passages which a plan cites read like orders to the program."""
        ordering = [source for source in sources if source.gives_orders]
        if ordering and INJECTION_IN_CONTEXT not in self._flags:
            self._flags += (INJECTION_IN_CONTEXT,)
            message = reply(INJECTION_IN_CONTEXT, language, places=places_of(ordering))
            yield self._stamp(NoticeGiven, code=INJECTION_IN_CONTEXT, message=message)
