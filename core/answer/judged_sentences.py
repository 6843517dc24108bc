"""The sentences that most likely answer a question, found before anything is written."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from core.answer.assemble import Locate
from core.answer.sources import Source, SourceSentence
from core.errors import ModelError
from core.events import Event, EventStamper, EvidenceFound
from core.judge.base import AnswerJudge
from core.judge.calibration import Signs, certainty_of, least_certainty
from core.judge.word_judge import WordJudge
from core.text.dates import years_in
from core.types import NearestPassage

MOST_SENTENCES = 6
MOST_NEAREST = 3
MOST_JUDGED = 32  # those with most of the question's words: tables have hundreds of rows
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence of a source with its score by the judge, and how certainly it answers: 0 to 1."""

    source: Source
    sentence: SourceSentence
    score: float
    certainty: float


@dataclass(frozen=True, slots=True)
class JudgedEvidence:
    """Sentences, best first; those from `least` certainty on are taken for answers. `judge` is a model."""

    sentences: tuple[JudgedSentence, ...]
    judge: str
    least: float

    @property
    def likely(self) -> tuple[JudgedSentence, ...]:
        return tuple(one for one in self.sentences if one.certainty >= self.least)

    @property
    def nearest(self) -> tuple[JudgedSentence, ...]:
        """The best sentence of each source, of the best sources."""
        by_source: dict[int, JudgedSentence] = {}
        for one in self.sentences:
            by_source.setdefault(one.source.number, one)
        return tuple(by_source.values())[:MOST_NEAREST]


def judge_sentences(
    question: str,
    language: str,
    sources: Sequence[Source],
    judge: AnswerJudge,
    most: int = MOST_SENTENCES,
) -> JudgedEvidence:
    """The `most` best sentences of the sources, each text once; those of other years than are asked about
    only where no other answers.

    Where the judge's model fails, their words are compared.
    """
    by_text: dict[str, tuple[Source, SourceSentence]] = {}
    for source in sources:
        for sentence in source.sentences:
            by_text.setdefault(sentence.text, (source, sentence))
    by_words = WordJudge()
    share_of = dict(zip(by_text, by_words.answers(question, list(by_text)), strict=True))
    texts = sorted(by_text, key=lambda text: -share_of[text])[:MOST_JUDGED]
    try:
        score_of = dict(zip(texts, judge.answers(question, texts), strict=True))
    except ModelError as error:
        log.warning("the sentences of a question are judged by their words: %s", error)
        judge, score_of = by_words, share_of
    years = frozenset(years_in(question))
    others = {text for text in texts if _is_of_other_years(years, text, by_text[text][0])}
    found = []
    for text in sorted(texts, key=lambda text: (text in others, -score_of[text]))[:most]:
        certainty = certainty_of(judge.name, language, Signs(score_of[text], share_of[text]))
        found.append(JudgedSentence(*by_text[text], score_of[text], 0.0 if text in others else certainty))
    return JudgedEvidence(tuple(found), judge.name, least_certainty(judge.name, language))


def _is_of_other_years(asked: frozenset[int], text: str, source: Source) -> bool:
    """It names years, and none that is asked about; or names none, and nothing around it is of those."""
    if not asked:
        return False
    told = years_in(text) or years_in(f"{source.surroundings} {source.chunk.text}")
    return asked.isdisjoint(told)


def shown(found: JudgedSentence, locate: Locate) -> NearestPassage:
    """The sentence with its place, as it is shown and highlighted."""
    return passage_at(found.sentence, found.source, found.certainty, locate)


def passage_at(sentence: SourceSentence, source: Source, score: float, locate: Locate) -> NearestPassage:
    """A sentence of a source as a passage that no answer cites."""
    document = source.document
    place = locate(document.document_id, (sentence.span,))
    return NearestPassage(
        document_id=document.document_id,
        content_hash=document.content_hash,
        filename=document.filename,
        chunk_id=source.chunk.chunk_id,
        chunk_index=source.chunk.index,
        page=sentence.page,
        spans=(sentence.span,),
        quote=sentence.text,
        score=round(score, 3),
        page_kind=place.page_kind,
        page_label=place.page_label,
        place=place.place,
    )


def evidence_events(found: Sequence[JudgedEvidence], locate: Locate, stamp: EventStamper) -> Iterable[Event]:
    """What is shown at once, of several questions in turn; nothing where nothing was found."""
    in_turn = [one for row in zip_longest(*(each.sentences for each in found)) for one in row if one]
    best = sorted(dict.fromkeys(in_turn), key=lambda one: -one.certainty) if len(found) > 1 else in_turn
    likely = {one for each in found for one in each.likely}
    passages = tuple(shown(one, locate) for one in best[:MOST_SENTENCES])
    if passages:
        count = sum(one in likely for one in best[:MOST_SENTENCES])
        yield stamp(EvidenceFound, passages=passages, likely=count, judge=found[0].judge)
