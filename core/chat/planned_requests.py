"""The part of chat that knows kinds of requests: what is asked for, and the plan that answers it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath

from core.answer.replies import reply
from core.answer.sources import Source
from core.cancel import CancelToken
from core.chat.changing import Change, Work, change_answer, change_asked, notices_of
from core.chat.model_use import ModelUse
from core.chat.request import ChatQuestion
from core.errors import BugError
from core.events import Event, EventStamper, KindTold, NoticeGiven
from core.judge.base import AnswerJudge
from core.judge.support import support_judge
from core.llm.base import ChatModel
from core.plans.base import PlanRequest, PlanResult, PlanTools
from core.plans.changed_answer import TRANSLATION_NEEDS_MODEL
from core.plans.narrowed_answer import ReadCondition
from core.plans.near_kinds import read_kind
from core.plans.plan_answers import PLANS, planned_answer
from core.plans.request_kinds import RequestKinds, ToldKind
from core.search.base import Embedder, Retriever
from core.settings import AnswerSettings
from core.types import Answer, Insufficiency
from core.types.requests import FollowUp, RequestKind

_IN_ITS_WORDS = "in_its_words"


class PlannedRequests:
    """`kinds` tell what kind of request it is, `embedder` compares sentences; without them everything is a
    fact that is looked up. `conditions` reads dates and amounts that a follow-up states."""

    def __init__(
        self,
        retriever: Retriever,
        judge: AnswerJudge,
        settings: AnswerSettings,
        stamp: EventStamper,
        cancel: CancelToken,
        models: ModelUse,
        *,
        kinds: RequestKinds | None,
        embedder: Embedder | None,
        conditions: ReadCondition,
    ) -> None:
        self._retriever = retriever
        self._judge = judge
        self._settings = settings
        self._stamp = stamp
        self._cancel = cancel
        self._models = models
        self._kinds = kinds
        self._embedder = embedder
        self._conditions = conditions

    def kind_of(
        self, question: str, asked: ChatQuestion, sources: Sequence[Source]
    ) -> Generator[Event, None, ToldKind]:
        """The kind that the user chose, or that the request is told to be. `sources`: what a search found.

        Raises:
            core.errors.ModelError: from the model, which is asked where two kinds are near.
        """
        if asked.kind is not None:
            told = ToldKind(asked.kind, {})
        elif self._kinds is not None:
            leans = bool(asked.earlier) and asked.how is FollowUp.ABOUT
            # What was put together has the words of the question before, and their kind.
            text = asked.text if leans else question
            found = [source.document for source in sources]
            names = {one.title for one in found} | {PurePath(one.filename).stem for one in found}
            told = self._kinds.kind_with_names(text, names)
            told = read_kind(told, text, self._models.model, self._cancel)
            told = replace(told, kind=told.in_documents)
        else:
            return ToldKind(RequestKind.FACT, {})
        if asked.kind is None and not told.scores:  # nothing could tell it
            return told
        yield self._stamp(KindTold, request_kind=told.kind, scores=told.scores)
        return told

    def change_asked(self, question: str, asked: ChatQuestion) -> Change | None:
        """What a follow-up wants changed of the last answer; None where it asks something."""
        return change_asked(question, asked, self._kinds)

    def changed(self, change: Change, language: str) -> Generator[Event, None, Answer]:
        """The last answer in its new form.

        Raises:
            core.errors.KnownError: the library cannot be read.
        """
        working = partial(self._working, language=language)
        return (
            yield from change_answer(
                change, language, self._retriever, self._conditions, self._stamp, working
            )
        )

    def answer(
        self, kind: RequestKind, question: str, language: str, asked: ChatQuestion
    ) -> Generator[Event, None, tuple[Answer, PlanResult] | None]:
        """The answer to a request that no single place answers, and what it rests on; None for one that is
        looked up, and where nothing was found.

        Raises:
            core.errors.KnownError: the library cannot be read.
        """
        plan = PLANS.get(kind)
        if self._kinds is None or self._embedder is None or plan is None:
            return None
        wished = self._kinds.answer_language_of(question)  # "…, in German please"
        said = tuple(self._judge.in_languages(question).values())
        request = PlanRequest(question, kind, wished or language, asked.document_ids, bool(wished), said)
        result, tools = yield from self._working(partial(plan, request), language)
        answer = planned_answer(request, result, tools)
        if not answer.statements:
            gap = Insufficiency("", question, (question,))
            nothing = replace(answer, text=reply("nothing_sure", language), insufficiencies=(gap,))
            return (nothing, result) if result.is_final else None
        yield from notices_of(result, language, self._stamp)
        if self._models.model is None:
            yield from self._say_untranslated(wished, result.sources, language)
        return answer, result

    def say_copied(
        self, question: str, answer: Answer, sources: Sequence[Source], language: str
    ) -> Iterator[Event]:
        """Say of an answer that was looked up that it is in another language than is wished for."""
        cited = {citation.document_id for citation in answer.citations}
        wished = self._kinds.answer_language_of(question) if self._kinds is not None and cited else ""
        own = [source for source in sources if source.document.document_id in cited]
        yield from self._say_untranslated(wished, own, language)

    def _say_untranslated(self, wished: str, sources: Sequence[Source], language: str) -> Iterator[Event]:
        if wished and {source.document.language for source in sources} - {"", wished}:
            code = TRANSLATION_NEEDS_MODEL if self._models.model is None else _IN_ITS_WORDS
            yield self._stamp(NoticeGiven, code=code, message=reply(code, language), with_answer=True)

    def _working(self, work: Work, language: str) -> Generator[Event, None, tuple[PlanResult, PlanTools]]:
        """What a plan finds with the tools that there are; once more without the model where that fails."""
        kinds, embedder = self._kinds, self._embedder
        if kinds is None or embedder is None:
            raise BugError("a plan needs kinds and an embedder")

        def with_tools(model: ChatModel | None) -> Generator[Event, None, tuple[PlanResult, PlanTools]]:
            yield from self._models.say_missing(language)
            tools = PlanTools(
                self._retriever,
                self._judge,
                model,
                support_judge(model, self._cancel),
                kinds,
                embedder,
                self._settings,
                self._models.meter,
                self._stamp,
                self._cancel,
            )
            return (yield from work(tools)), tools

        return (yield from self._models.work(with_tools, language))
