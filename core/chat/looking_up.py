"""What is looked up for a question of chat mode: its parts, each with the sentences that may answer it.

A `LookUp` is one run's: every step searches again or judges anew, and keeps what is better.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from core.answer.asked_parts import AskedPart, with_nearest, with_phrase
from core.answer.asking.asked_at_once import questions_at_once
from core.answer.asking.question import without_directions
from core.answer.figures.figure_answers import FigureReader
from core.answer.judged_sentences import evidence_events, is_foreign, judge_sentences
from core.answer.relevance.named_document import of_the_named
from core.answer.relevance.newest_source import of_the_newest
from core.answer.short_answer import shortest_answer
from core.answer.sources import Source
from core.cancel import CancelToken
from core.chat.model_use import ModelUse
from core.chat.put_otherwise import as_read, put_otherwise, take_back
from core.chat.request import ChatQuestion
from core.chat.retriever import Retrieved, SourceRetriever
from core.chat.yes_no import decided
from core.events import DraftDelta, Event, EventStamper
from core.judge.calibration import MEDIUM, NEAR
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.search.base import Retriever
from core.settings import AnswerSettings
from core.text.textspan import CELL_SEPARATOR
from core.types.requests import RequestKind

_RESTATED = frozenset({RequestKind.FACT, RequestKind.FIND, RequestKind.EXPLANATION, RequestKind.YES_NO})


class LookUp:
    """`parts`: the question, or several asked at once, each with what was `found` for it; `flags` come with
    that."""

    def __init__(
        self,
        question: str,
        asked: ChatQuestion,
        language: str,
        retriever: Retriever,
        judge: RunJudge,
        settings: AnswerSettings,
        models: ModelUse,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> None:
        self.parts: list[AskedPart] = []
        self.flags: tuple[str, ...] = ()
        self.found: Retrieved
        self._question = question
        self._asked = asked
        self._language = language
        self._retriever = retriever
        self._judge = judge
        self._settings = settings
        self._searching = SourceRetriever(retriever, settings.top_k)
        self._models = models
        self._stamp = stamp
        self._cancel = cancel

    @property
    def has_figure(self) -> bool:
        """Whether a figure was read from tables."""
        return any(part.figure.statements for part in self.parts)

    @property
    def is_answered(self) -> bool:
        """Whether something likely answers a part."""
        return any(part.is_answered for part in self.parts)

    @property
    def has_cells(self) -> bool:
        """Whether a row of a table was found."""
        return any(CELL_SEPARATOR in source.chunk.text for source in self.found.sources)

    @property
    def sources(self) -> tuple[Source, ...]:
        """What the answer cites: of the tables only where a figure was read from them."""
        return (*self.found.sources, *(self.found.tables if self.has_figure else ()))

    def search(self) -> Iterator[Event]:
        """The first search, and its evidence.

        Raises:
            core.errors.KnownError: index or library cannot be read.
            core.errors.Cancelled: after Stop; so do all others.
        """
        self.found = yield from self._searching.find(
            self._question, self._asked.document_ids, self._language, self._stamp, self._cancel
        )
        self.flags = self.found.flags
        self.parts = [self._part(self._question, self.found.sources)]
        self._cancel.check()
        yield from self._shown()

    def apart(self, may_be_several: Callable[[str], bool]) -> Iterator[Event]:
        """Several questions asked at once, each with what is found for it, if any of them has an answer."""
        meant, models = without_directions(self._question), self._models
        questions = yield from models.work(
            lambda model: questions_at_once(
                meant, model, may_be_several, models.meter, self._stamp, self._cancel
            ),
            self._language,
        )
        if not questions:
            return
        parts, found = yield from self._again(questions, questions)
        if any(part.is_answered for part in parts):
            self.parts, self.found = parts, found
            yield from self._shown()

    def put_otherwise(self, kind: RequestKind) -> Generator[Event, None, bool]:
        """Each part searched for and judged again in the language of the documents, or in the words of the
        nearest; whether that was better and counts."""
        said = yield from put_otherwise(
            self.parts,
            self._language,
            self._retriever,
            self._judge,
            self._models.model,
            self._models.meter,
            self._stamp,
            self._cancel,
            may_restate=kind in _RESTATED,
        )
        if not said:
            return False
        again, found = yield from self._again(said, [part.standing for part in self.parts])
        pairs = list(zip(self.parts, again, strict=True))
        is_better = any(NEAR <= new.best > old.best for old, new in pairs)
        if not is_better or any(old.is_answered and not new.is_answered for old, new in pairs):
            take_back(self.parts, self._judge)
            return False
        own = [bool(self._judge.in_languages(part.standing).get(self._language)) for part in again]
        self.found = found
        self.parts = [
            replace(new, retold=is_own and not old.is_answered)
            for (old, new), is_own in zip(pairs, own, strict=True)
        ]
        yield from self._shown()
        return True

    def read_figures(self) -> Iterator[Event]:
        """Each part with the figure it asks of tables, if it does."""
        if not self.found.tables:
            return
        reader = FigureReader(self._judge, self._models.model, self._cancel)
        read: list[AskedPart] = []
        for part in self.parts:
            meant = without_directions(part.standing)
            figure = reader.read(meant, self.found.tables)
            if not figure.statements:
                tables = yield from self._searching.more_tables(meant, self.found, self._stamp, self._cancel)
                if len(tables) > len(self.found.tables):
                    self.found = replace(self.found, tables=tables)
                    figure = reader.read(meant, tables)
            read.append(replace(part, figure=figure))
        self.parts = read

    def decide(self) -> Generator[Event, None, bool | None]:
        """Yes or no, where a model can tell from what is at least of medium certainty."""
        return (yield from self._models.work(self._verdict, self._language))

    def take_nearest(self) -> None:
        """See `with_nearest`."""
        self.parts = [with_nearest(part) for part in self.parts]

    def copy_phrases(self) -> Iterator[Event]:
        """Each part with its short answer, where the documents have one and a model can copy it."""
        self.parts = yield from self._models.work(self._phrased, self._language)

    @property
    def is_foreign(self) -> bool:
        """Whether a single question was answered from sentences in a language that it was not put into."""
        part, *others = self.parts
        return not others and any(
            is_foreign(one.source, self._language) and as_read(part, self._judge) == part.standing
            for one in part.evidence.sentences[:1]
        )

    def _shown(self) -> Iterator[Event]:
        evidence = [part.evidence for part in self.parts]
        yield from evidence_events(evidence, self._retriever.locate, self._stamp)

    def _again(
        self, searched: Sequence[str], standing: Sequence[str]
    ) -> Generator[Event, None, tuple[list[AskedPart], Retrieved]]:
        """Each question judged by what is found when it is searched for by itself; a single one by what had
        been found before, too."""
        each = yield from self._searching.find_each(
            searched, self.found, self._asked.document_ids, self._language, self._stamp, self._cancel
        )
        self.flags = tuple(dict.fromkeys((*self.flags, *each.flags)))
        own = [part.sources for part in each.parts] if len(searched) > 1 else [each.sources]
        return [self._part(one, its) for one, its in zip(standing, own, strict=True)], each

    def _part(self, standing: str, own: Sequence[Source]) -> AskedPart:
        """Where the question names a document, or says that the newest counts, others are left out."""
        meant = without_directions(standing)
        sources = of_the_newest(standing, of_the_named(meant, own), self._judge)
        return AskedPart(standing, judge_sentences(meant, self._language, sources, self._judge))

    def _verdict(self, model: ChatModel | None) -> Generator[Event, None, bool | None]:
        yield from ()
        part, *others = self.parts
        likely = part.evidence.likely
        if others or model is None or part.figure.statements or part.best < MEDIUM:
            return None  # what may be beside the question must not decide
        # What is put in the words of a document may have lost a condition, which decides.
        is_own = not is_foreign(likely[0].source, self._language)
        asked = part.standing if is_own else as_read(part, self._judge)
        return decided(model, asked, [one.behind_heading for one in likely], self._cancel)

    def _phrased(self, model: ChatModel | None) -> Generator[Event, None, list[AskedPart]]:
        yield from self._models.say_missing(self._language)
        if model is None:
            return self.parts
        phrased: list[AskedPart] = []
        for part in self.parts:
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
