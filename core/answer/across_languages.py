"""Where the judge of answers finds nothing: documents in another language than the question, in one that it
was not trained on, or in quite other words. What comes nearest, and what a language model finds in it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from core.answer.asked_parts import AskedPart
from core.answer.asking.question import without_directions
from core.answer.foreign_sentences import (
    MOST_READ,
    foreign_sources,
    is_foreign,
    judge_foreign,
    nearest_sentences,
)
from core.answer.judged_sentences import MOST_SENTENCES, JudgedEvidence, JudgedSentence
from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import ModelError
from core.judge.calibration import Reading, is_unread
from core.judge.support import ModelJudge
from core.llm.base import ChatModel
from core.search.base import Embedder

log = logging.getLogger(__name__)


def with_nearest(
    evidence: JudgedEvidence,
    question: str,
    language: str,
    sources: Sequence[Source],
    embedder: Embedder | None,
) -> JudgedEvidence:
    """Where the judge finds nothing, and the best source is in another language than the question or in one
    that the judge does not read, what comes nearest by meaning stands first."""
    if evidence.likely or embedder is None or not sources:
        return evidence
    unread = is_unread(evidence.judge, language)
    if not (unread or is_foreign(sources[0], language)):
        return evidence
    own_language = unread and not is_foreign(sources[0], language)
    try:
        among = sources if own_language else foreign_sources(sources, language)
        near = nearest_sentences(question, among, embedder)
    except ModelError as error:
        log.warning("sentences of other languages are not compared: %s", error)
        return evidence
    told = {one.sentence.label for one in near}
    own = [
        one
        for one in evidence.sentences
        if not is_foreign(one.source, language) and one.sentence.label not in told
    ]
    return replace(evidence, sentences=(*near, *own)[:MOST_SENTENCES])


def read_across(
    model: ChatModel | None,
    embedder: Embedder | None,
    parts: Sequence[AskedPart],
    language: str,
    cancel: CancelToken,
    *,
    other_words: bool = True,
) -> list[AskedPart]:
    """Each part that has no answer yet, with those of the nearest sentences in which the model finds one;
    without `other_words` only in a language that the judge does not read.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    read = list(parts)
    for place, part in enumerate(parts):
        if model is None or embedder is None or part.is_answered or not part.evidence.sentences:
            continue
        asked = without_directions(part.standing)
        is_own = not is_foreign(part.evidence.sentences[0].source, language)
        if is_own and not is_unread(part.evidence.judge, language):
            if not other_words:
                continue
            sentences = _with_cosines(asked, part.evidence.sentences[:MOST_READ], embedder)
            why = Reading.OTHER_WORDS
        else:
            near = [one for one in part.evidence.sentences if not one.certainty]
            sentences = near if is_own else [one for one in near if is_foreign(one.source, language)]
            why = Reading.UNREAD if is_own else Reading.FOREIGN
        found = judge_foreign(asked, sentences, ModelJudge(model, cancel), why)
        if found.likely:
            read[place] = replace(part, evidence=found)
    return read


def _with_cosines(
    question: str, sentences: Sequence[JudgedSentence], embedder: Embedder
) -> list[JudgedSentence]:
    """As `nearest_sentences` gives them; none where the embedder cannot be used."""
    try:
        cosines = embedder.embed([one.sentence.text for one in sentences]) @ embedder.embed_query(question)
    except ModelError as error:
        log.warning("sentences in other words are not compared: %s", error)
        return []
    return [
        JudgedSentence(one.source, one.sentence, cosine, 0.0)
        for one, cosine in zip(sentences, cosines.tolist(), strict=True)
    ]
