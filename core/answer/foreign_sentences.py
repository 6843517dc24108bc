"""Sentences in another language than the question, or in one that the cross-encoder does not read.

A multilingual embedder finds those that come nearest; whether one of them answers, the language model says.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.judged_sentences import JudgedEvidence, JudgedSentence, with_headings
from core.answer.sources import Source
from core.judge.calibration import Reading, foreign_certainty, least_foreign_certainty
from core.judge.support import ModelJudge
from core.search.base import Embedder
from core.text.telling import SHORTEST

MOST_READ = 3  # sentences, by the language model
_MOST_NEAR = 6


def is_foreign(source: Source, language: str) -> bool:
    """Whether its document is in another language than this one; False where that is not known."""
    return source.document.language not in ("", language)


def foreign_sources(sources: Sequence[Source], language: str) -> list[Source]:
    """Those in another language than this one."""
    return [source for source in sources if is_foreign(source, language)]


def nearest_sentences(
    question: str, sources: Sequence[Source], embedder: Embedder, most: int = _MOST_NEAR
) -> list[JudgedSentence]:
    """The sentences nearest to the question by meaning, their cosines as scores; nothing decided yet.

    Raises:
        core.errors.ModelError: the embedder cannot be used.
    """
    places = {
        sentence.text: (source, sentence)
        for source in sources
        for sentence, _ in with_headings(source)
        if len(sentence.text.split()) >= SHORTEST or any(map(str.isdigit, sentence.text))  # no mere heading
    }
    if not places:
        return []
    cosines = embedder.embed(list(places)) @ embedder.embed_query(question)
    ranked = sorted(zip(places.values(), cosines.tolist(), strict=True), key=lambda row: -row[1])
    return [JudgedSentence(source, sentence, cosine, 0.0) for (source, sentence), cosine in ranked[:most]]


def judge_foreign(
    question: str, nearest: Sequence[JudgedSentence], reader: ModelJudge, why: Reading = Reading.FOREIGN
) -> JudgedEvidence:
    """The first of them with the certainty that each answers, by cosine and log-odds.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    read: list[JudgedSentence] = []
    for one in nearest[:MOST_READ]:
        odds = reader.answers(question, one.sentence.text)
        certainty = 0.0 if odds is None else foreign_certainty(reader.name, one.score, odds, why)
        read.append(JudgedSentence(one.source, one.sentence, one.score, certainty))
    ranked = sorted(read, key=lambda one: -one.certainty)
    least = least_foreign_certainty(reader.name, why)
    return JudgedEvidence((*ranked, *nearest[MOST_READ:]), reader.name, least)
