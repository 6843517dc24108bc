"""What the judge of answers cannot read: documents in another language than the question, or in one that it
was not trained on. What comes nearest by meaning, and what a language model finds in it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from core.answer.asked_parts import AskedPart
from core.answer.asking.question import without_directions
from core.answer.foreign_sentences import foreign_sources, is_foreign, judge_foreign, nearest_sentences
from core.answer.judged_sentences import MOST_SENTENCES, JudgedEvidence
from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import ModelError
from core.judge.calibration import is_unread
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
    model: ChatModel | None, parts: Sequence[AskedPart], language: str, cancel: CancelToken
) -> list[AskedPart]:
    """Each part that has no answer yet, with those of the nearest sentences in which the model finds one.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    read = list(parts)
    for place, part in enumerate(parts):
        sentences = [one for one in part.evidence.sentences if not one.certainty]  # that came nearest
        if model is None or not sentences or part.is_answered:
            continue
        foreign = [one for one in sentences if is_foreign(one.source, language)]
        is_own = not is_foreign(sentences[0].source, language)
        if is_own and not is_unread(part.evidence.judge, language):
            continue
        found = judge_foreign(
            without_directions(part.standing),
            sentences if is_own else foreign,
            ModelJudge(model, cancel),
            same_language=is_own,
        )
        if found.likely:
            read[place] = replace(part, evidence=found)
    return read
