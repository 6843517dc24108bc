"""Chat mode: guard → retriever → reasoner → validator → responder, as one generator of events.

Runs on whatever thread iterates it (the window's chat worker, the command line). Sees protocols only. The
steps are modules of their own; here is only what follows what.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import TypeVar

from core.answer.asking.eligibility import ASKED_ANYWAY, PROMPT_INJECTION
from core.answer.asking.followup import standalone_question
from core.answer.asking.question import asking_words
from core.answer.asking.small_talk import without_greeting
from core.answer.relevance.near_answers import coverage_of
from core.answer.relevance.nearest_passages import nearest_passages
from core.answer.replies import reply
from core.cancel import CancelToken
from core.chat.draft import Draft
from core.chat.extractor import Extractor
from core.chat.guard import admit, admit_length, question_language_of
from core.chat.reasoner import Reasoner, no_answer
from core.chat.request import ChatQuestion, WithoutModel
from core.chat.responder import respond, turn_away
from core.chat.retriever import Retrieved, SourceRetriever
from core.chat.validator import (
    NOT_WHAT_IS_ASKED,
    ONLY_NEAR,
    TELLS_NOTHING,
    UNSUPPORTED_ANSWER,
    Judged,
    Validator,
)
from core.errors import ModelError
from core.events import Event, EventStamper, GateChecked, NoticeGiven, StepFailed, StepStarted
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.search.base import Retriever
from core.settings import AnswerSettings
from core.types import Answer, Confidence

MODEL_FAILED = "model_failed"
DRAFT_REJECTED = "draft_rejected"
ANSWER_OVERLOOKED = "answer_overlooked"
_MOST_OF_QUESTION = 0.7  # of its words, in a copied sentence
_CLEARLY_LESS = 0.15
_NOT_TOLD = frozenset(
    {UNSUPPORTED_ANSWER, TELLS_NOTHING, NOT_WHAT_IS_ASKED, ONLY_NEAR}
)  # where a no is an answer
_T = TypeVar("_T")


class ChatPipeline:
    """Answers one question; make a new one for the next.

    Without a `model`, or when it fails and the settings allow it, sentences are copied from the sources;
    `without` says why there is none.
    """

    def __init__(
        self,
        retriever: Retriever,
        settings: AnswerSettings,
        stamp: EventStamper,
        cancel: CancelToken,
        *,
        model: ChatModel | None,
        without: WithoutModel | None = None,
    ) -> None:
        self._retriever = retriever
        self._settings = settings
        self._stamp = stamp
        self._cancel = cancel
        self._model = model
        self._without = without
        self._may_extract = settings.extractive != "never"
        self._extractor = Extractor(settings.style)
        self._validator = Validator(retriever.locate, replaceable=self._may_extract)
        self._meter = UsageMeter(model.model_name if model else "")
        self._flags: tuple[str, ...] = ()

    def run(self, asked: ChatQuestion) -> Iterator[Event]:
        """Yield the run's events after `RunStarted`, ending with one `RunFinished`.

        Raises:
            core.errors.KnownError: from search, or from a model that nothing may stand in for; the caller
                turns it into `RunFinished(failed)`.
            core.errors.Cancelled: after Stop; likewise.
        """
        stamp, cancel = self._stamp, self._cancel
        language = question_language_of(asked)
        yield stamp(StepStarted, step="guard")
        coverage = self._retriever.coverage(asked.document_ids)
        admission = admit(asked, coverage)
        self._flags = admission.flags
        if admission.goes_on and PROMPT_INJECTION in admission.flags:
            yield stamp(NoticeGiven, code=ASKED_ANYWAY, message=reply(ASKED_ANYWAY, language))
        question = without_greeting(asked.text)  # of "Hello, …"
        if admission.goes_on:
            question = yield from self._with_model(
                lambda model: standalone_question(question, asked.earlier, model, self._meter, stamp, cancel),
                language,
            )
            admission = admit_length(question, language)
        if not admission.goes_on:
            yield from turn_away(admission, coverage, stamp)
            return

        yield stamp(StepStarted, step="retriever")
        found = yield from SourceRetriever(self._retriever, self._settings.top_k).find(
            question, asked.document_ids, language, stamp, cancel
        )
        self._flags += found.flags

        yield stamp(StepStarted, step="reasoner")
        draft = yield from self._with_model(
            lambda model: self._draft(model, question, language, found), language
        )

        yield stamp(StepStarted, step="validator")
        judged = yield from self._judge(draft, found, (question,))

        yield stamp(StepStarted, step="responder")
        helpless = not judged.found or UNSUPPORTED_ANSWER in judged.codes
        nearest = nearest_passages(question, found.sources, self._retriever.locate) if helpless else ()
        yield from respond(judged, coverage, nearest, self._meter.usage, stamp)

    def _with_model(
        self, work: Callable[[ChatModel | None], Generator[Event, None, _T]], language: str
    ) -> Generator[Event, None, _T]:
        """`work` with the model, and once more without when the model fails; it stays away then."""
        try:
            return (yield from work(self._model))
        except ModelError as error:
            if self._model is None or not self._may_extract:
                raise
            self._model, self._flags = None, (*self._flags, MODEL_FAILED)
            message = reply(MODEL_FAILED, language, reason=error)
            yield self._stamp(StepFailed, code=MODEL_FAILED, message=message)
            return (yield from work(None))

    def _draft(
        self, model: ChatModel | None, question: str, language: str, found: Retrieved
    ) -> Generator[Event, None, Draft]:
        if model is None:
            if self._without is not None:
                message = reply(self._without.code, language, reason=self._without.reason)
                yield self._stamp(NoticeGiven, code=self._without.code, message=message)
            return self._extractor.draft(question, language, found.sources, found.parts, found.tables)
        if not found.sources:
            return no_answer(question, language, ())
        reasoner = Reasoner(model, self._settings)
        return (
            yield from reasoner.draft(
                question, language, found.sources, self._meter, self._stamp, self._cancel
            )
        )

    def _judge(
        self, draft: Draft, found: Retrieved, queries: tuple[str, ...]
    ) -> Generator[Event, None, Judged]:
        """The verdict on the draft; where it fails, copied sentences, or the words for that."""
        figures = (
            self._extractor.figures(draft.question, draft.language, found.sources, found.parts, found.tables)
            if self._may_extract and not draft.extracted
            else ()
        )
        judged = self._validator.judge(draft, self._flags, queries, figures)
        if judged.passed and self._may_extract and not draft.extracted:
            judged = self._overlooking(judged, draft, found, queries)
        yield self._stamp(
            GateChecked, attempt=1, passed=judged.passed, codes=judged.codes, messages=judged.messages
        )
        if judged.passed:
            return judged
        flags = (*self._flags, *judged.codes)
        copied = (
            self._extractor.draft(draft.question, draft.language, found.sources, found.parts, found.tables)
            if self._may_extract
            else None
        )
        if copied is not None and not copied.admits:
            code = ANSWER_OVERLOOKED if ANSWER_OVERLOOKED in judged.codes else DRAFT_REJECTED
            yield self._stamp(NoticeGiven, code=code, message=reply(code, draft.language))
        if copied is None or (copied.admits and _NOT_TOLD.isdisjoint(judged.codes)):
            instead = Judged(Answer(reply("not_proper", draft.language), safety_flags=flags), passed=True)
        else:
            instead = self._validator.judge(copied, flags, queries)
        if ANSWER_OVERLOOKED in judged.codes:  # the model read it and saw no answer
            instead = replace(instead, answer=replace(instead.answer, confidence=Confidence.MEDIUM))
        yield self._stamp(GateChecked, attempt=2, passed=True)
        return instead

    def _overlooking(
        self, judged: Judged, draft: Draft, found: Retrieved, queries: tuple[str, ...]
    ) -> Judged:
        """What a model wrote fails where it passes over sentences that look certain as copies.

        That is a no, or an answer from other sentences that take up less of the question ("The average
        household size was …" to a question for the family size that another sentence tells).
        """
        if not asking_words(draft.question):
            return judged  # a sentence answers no question for yes or no
        copied = self._extractor.draft(
            draft.question, draft.language, found.sources, found.parts, found.tables
        )
        if copied.admits or copied.parts or not copied.same_language or copied.coverage < _MOST_OF_QUESTION:
            return judged
        sure = self._validator.judge(copied, self._flags, queries)
        if not sure.found or sure.answer.confidence is not Confidence.HIGH:
            return judged
        if judged.found:
            taken_up = coverage_of(draft.question, judged.answer.statements, draft.sources)
            if taken_up > copied.coverage - _CLEARLY_LESS:
                return judged
        message = "A sentence of the documents that most likely answers the question was passed over."
        return Judged(judged.answer, False, (*judged.codes, ANSWER_OVERLOOKED), (*judged.messages, message))
