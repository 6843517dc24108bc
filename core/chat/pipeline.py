"""Chat mode: guard → retriever → reasoner → validator → responder, as one generator of events.

Runs on whatever thread iterates it (the window's chat worker, the command line). Sees protocols only. The
steps are modules of their own; here is only what follows what.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from core.answer.asked_parts import AskedPart, answer_of, is_carried_at_all, with_phrase
from core.answer.asking.asked_at_once import questions_at_once
from core.answer.asking.eligibility import ASKED_ANYWAY, INJECTION_IN_CONTEXT, PROMPT_INJECTION
from core.answer.asking.followup import standalone_question
from core.answer.asking.question import without_directions
from core.answer.asking.small_talk import TalkOf, no_talk, without_greeting
from core.answer.figures.figure_answers import FigureReader
from core.answer.judged_sentences import evidence_events, is_foreign, judge_sentences, shown
from core.answer.relevance.named_document import of_the_named
from core.answer.relevance.newest_source import of_the_newest
from core.answer.replies import reply
from core.answer.short_answer import shortest_answer
from core.answer.sources import Source, places_of
from core.cancel import CancelToken
from core.chat.guard import admit, admit_length, question_language_of
from core.chat.model_use import MODEL_FAILED, ModelUse
from core.chat.planned_requests import PlannedRequests
from core.chat.put_otherwise import as_read, put_otherwise, take_back
from core.chat.request import ChatQuestion, WithoutModel
from core.chat.responder import respond, turn_away
from core.chat.retriever import Retrieved, SourceRetriever
from core.chat.yes_no import decided, with_verdict
from core.events import (
    DraftDelta,
    Event,
    EventStamper,
    GateChecked,
    NoticeGiven,
    QuestionRewritten,
    StepStarted,
)
from core.judge.base import AnswerJudge
from core.judge.calibration import MEDIUM, NEAR
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.plans.calculating import SURELY_A_FIGURE
from core.plans.narrowed_answer import ReadCondition
from core.plans.request_kinds import LOOKED_UP, RequestKinds
from core.search.base import Embedder, Retriever
from core.settings import AnswerSettings
from core.text.textspan import CELL_SEPARATOR
from core.types import Answer, Coverage
from core.types.requests import FollowUp, RequestKind

_ASKED_AT_ONCE = LOOKED_UP - {RequestKind.FIND} | {RequestKind.YES_NO}  # kinds of which several may be asked
_PUT_OTHERWISE = LOOKED_UP | {RequestKind.YES_NO, RequestKind.STEPS, RequestKind.EXPLANATION}
_RESTATED = frozenset({RequestKind.FACT, RequestKind.FIND, RequestKind.EXPLANATION, RequestKind.YES_NO})
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
        stamp, cancel, locate = self._stamp, self._cancel, self._retriever.locate
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
        searching = SourceRetriever(self._retriever, self._settings.top_k)
        found = yield from searching.find(question, asked.document_ids, language, stamp, cancel)
        self._flags += found.flags
        parts = [self._part(question, language, found.sources)]
        cancel.check()
        yield from evidence_events([part.evidence for part in parts], locate, stamp)

        yield stamp(StepStarted, step="reasoner")
        told = yield from self._requests.kind_of(question, asked, found.sources)
        kind = told.kind
        planned: Answer | None = None
        has_cells = any(CELL_SEPARATOR in source.chunk.text for source in found.sources)
        if kind in _ASKED_AT_ONCE:
            parts, found = yield from self._apart(question, language, parts, searching, found, asked)
        may_be_figure = told.short_of_figure <= (_BESIDE_A_TABLE if has_cells else SURELY_A_FIGURE)
        reads_figures = may_be_figure or kind in _PUT_OTHERWISE
        if reads_figures:  # the surest first: a figure of a question of which every word is understood
            parts, found = yield from self._figured(parts, searching, found)
        has_figure = any(part.figure.statements for part in parts)
        if kind in _PUT_OTHERWISE and not has_figure:
            before = found
            parts, found = yield from self._put_otherwise(kind, language, parts, searching, found, asked)
            if found is not before:
                parts, found = yield from self._figured(parts, searching, found)
                has_figure = any(part.figure.statements for part in parts)
        if may_be_figure and not has_figure:
            planned = yield from self._planned(RequestKind.FIGURE, question, language, asked)
            if planned is not None and not planned.statements and kind is not RequestKind.FIGURE:
                planned = None  # it is no figure that was asked for
            kind = told.without_figure
        if planned is None and kind is not RequestKind.FIGURE:
            planned = yield from self._planned(kind, question, language, asked)
        if planned is not None:
            yield from self._told_planned(self._with_nearest(planned, parts), coverage)
            return
        if not reads_figures:
            parts, found = yield from self._figured(parts, searching, found)
        near = [part.by_the_nearest() for part in parts]
        verdict = yield from self._models.work(
            lambda model: self._verdict(model, kind, near, language), language
        )
        parts = parts if verdict is None else near
        # Of a question for yes or no that has a verdict, or that was not put into the language of what was
        # found, no phrase is copied.
        bare = kind is RequestKind.YES_NO and (verdict is not None or self._is_foreign(parts, language))
        phrased = yield from self._models.work(
            lambda model: self._phrased(None if bare else model, parts, language), language
        )

        yield stamp(StepStarted, step="validator")
        figures = any(part.figure.statements for part in phrased)
        sources = (*found.sources, *(found.tables if figures else ()))
        answer = answer_of(
            question,
            language,
            phrased,
            sources,
            self._settings.style,
            locate,
            self._told_flags(),
            self._judge,
            self._rule_of,
        )
        yield stamp(GateChecked, attempt=1, passed=is_carried_at_all(answer))
        answer = with_verdict(answer, verdict, language)
        yield from self._requests.say_copied(asked.text, answer, sources, language)

        yield stamp(StepStarted, step="responder")
        answer = self._with_nearest(answer, parts)
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

    def _verdict(
        self, model: ChatModel | None, kind: RequestKind, parts: Sequence[AskedPart], language: str
    ) -> Generator[Event, None, bool | None]:
        """Yes or no, where that is asked for and a model can tell."""
        yield from ()
        answered = [part for part in parts if part.evidence.likely and not part.figure.statements]
        if kind is not RequestKind.YES_NO or len(parts) != 1 or not answered or model is None:
            return None
        evidence = parts[0].evidence
        if self._is_foreign(parts, language) and evidence.likely[0].certainty < MEDIUM:
            return None  # what may be beside the question must not decide
        sentences = [one.behind_heading for one in evidence.likely]
        # What is put in the words of a document may have lost a condition, which decides.
        is_own = not is_foreign(evidence.likely[0].source, language)
        asked = parts[0].standing if is_own else as_read(parts[0], self._judge)
        return decided(model, asked, sentences, self._cancel)

    def _is_foreign(self, parts: Sequence[AskedPart], language: str) -> bool:
        """Whether a single question was answered from sentences in a language that it was not put into."""
        return len(parts) == 1 and any(
            is_foreign(one.source, language) and as_read(parts[0], self._judge) == parts[0].standing
            for one in parts[0].evidence.sentences[:1]
        )

    def _planned(
        self, kind: RequestKind, question: str, language: str, asked: ChatQuestion
    ) -> Generator[Event, None, Answer | None]:
        """The answer of the plan for that kind of request; None where it is looked up."""
        planned = yield from self._requests.answer(kind, question, language, asked)
        if planned is None:
            return None
        answer, result = planned
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

    def _apart(
        self,
        question: str,
        language: str,
        whole: Sequence[AskedPart],
        searching: SourceRetriever,
        found: Retrieved,
        asked: ChatQuestion,
    ) -> Generator[Event, None, tuple[list[AskedPart], Retrieved]]:
        """Several questions asked at once, each with what was found for it, if any of them has an answer."""
        meant, models = without_directions(question), self._models
        questions = yield from models.work(
            lambda model: questions_at_once(
                meant, model, self._may_be_several, models.meter, self._stamp, self._cancel
            ),
            language,
        )
        if not questions:
            return list(whole), found
        parts, each = yield from self._again(questions, questions, language, searching, found, asked)
        if not any(part.is_answered for part in parts):
            return list(whole), found
        yield from evidence_events([part.evidence for part in parts], self._retriever.locate, self._stamp)
        return parts, each

    def _put_otherwise(
        self,
        kind: RequestKind,
        language: str,
        parts: Sequence[AskedPart],
        searching: SourceRetriever,
        found: Retrieved,
        asked: ChatQuestion,
    ) -> Generator[Event, None, tuple[list[AskedPart], Retrieved]]:
        """Each part searched for and judged again in the language of the documents, or in the words of the
        nearest, where that helps."""
        said = yield from put_otherwise(
            parts,
            found,
            language,
            self._retriever,
            self._judge,
            self._models.model,
            self._models.meter,
            self._stamp,
            self._cancel,
            is_whole_library=asked.document_ids is None,
            may_restate=kind in _RESTATED,
        )
        if not said:
            return list(parts), found
        standing = [part.standing for part in parts]
        again, each = yield from self._again(said, standing, language, searching, found, asked)
        pairs = list(zip(parts, again, strict=True))
        is_better = any(NEAR <= new.best > old.best for old, new in pairs)
        if not is_better or any(old.is_answered and not new.is_answered for old, new in pairs):
            take_back(parts, self._judge)
            return list(parts), found
        yield from evidence_events([part.evidence for part in again], self._retriever.locate, self._stamp)
        own = [bool(self._judge.in_languages(part.standing).get(language)) for part in again]
        return [
            replace(new, retold=is_own and not old.is_answered)
            for (old, new), is_own in zip(pairs, own, strict=True)
        ], each

    def _again(
        self,
        searched: Sequence[str],
        standing: Sequence[str],
        language: str,
        searching: SourceRetriever,
        found: Retrieved,
        asked: ChatQuestion,
    ) -> Generator[Event, None, tuple[list[AskedPart], Retrieved]]:
        """Each question judged by what is found when it is searched for by itself; a single one by what had
        been found before, too."""
        each = yield from searching.find_each(
            searched, found, asked.document_ids, language, self._stamp, self._cancel
        )
        self._flags = tuple(dict.fromkeys((*self._flags, *each.flags)))
        own = [part.sources for part in each.parts] if len(searched) > 1 else [each.sources]
        return [self._part(one, language, its) for one, its in zip(standing, own, strict=True)], each

    def _part(self, standing: str, language: str, own: Sequence[Source]) -> AskedPart:
        """Where the question names a document, or says that the newest counts, others are left out."""
        meant = without_directions(standing)
        sources = of_the_newest(standing, of_the_named(meant, own), self._judge)
        return AskedPart(standing, judge_sentences(meant, language, sources, self._judge))

    def _figured(
        self, parts: Sequence[AskedPart], searching: SourceRetriever, found: Retrieved
    ) -> Generator[Event, None, tuple[list[AskedPart], Retrieved]]:
        """Each part with the figure it asks of tables, if it does; and what was found with more tables."""
        if not found.tables:
            return list(parts), found
        reader = FigureReader(self._judge, self._models.model, self._cancel)
        read: list[AskedPart] = []
        for part in parts:
            meant = without_directions(part.standing)
            figure = reader.read(meant, found.tables)
            if not figure.statements:
                tables = yield from searching.more_tables(meant, found, self._stamp, self._cancel)
                if len(tables) > len(found.tables):
                    found = replace(found, tables=tables)
                    figure = reader.read(meant, tables)
            read.append(replace(part, figure=figure))
        return read, found

    def _phrased(
        self, model: ChatModel | None, parts: Sequence[AskedPart], language: str
    ) -> Generator[Event, None, Sequence[AskedPart]]:
        """Each part with its short answer, where the documents have one and a model can copy it."""
        yield from self._models.say_missing(language)
        if model is None:
            return parts
        phrased: list[AskedPart] = []
        for part in parts:
            if part.is_worth_reading(model.model_name):
                if any(one.phrase for one in phrased):
                    yield self._stamp(DraftDelta, text="\n", attempt=1)
                phrase = yield from shortest_answer(
                    model,
                    as_read(part, self._judge),
                    part.evidence.sentences,
                    self._settings.temperature,
                    self._models.meter,
                    self._stamp,
                    self._cancel,
                )
                phrased.append(with_phrase(part, phrase))
            else:
                phrased.append(part)
        return phrased
