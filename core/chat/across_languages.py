"""A question in one language, documents in another: what comes nearest, and what a model finds in it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from core.answer.asking.question import without_directions
from core.answer.foreign_sentences import foreign_sources, is_foreign, judge_foreign, nearest_sentences
from core.answer.judged_sentences import MOST_SENTENCES, JudgedEvidence
from core.answer.sources import Source
from core.cancel import CancelToken
from core.chat.answers import AskedPart
from core.errors import ModelError
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
    """Where nothing in the question's own language answers and the best source is of another, what comes
    nearest in that stands first."""
    if evidence.likely or embedder is None or not sources or not is_foreign(sources[0], language):
        return evidence
    try:
        near = nearest_sentences(question, foreign_sources(sources, language), embedder)
    except ModelError as error:
        log.warning("sentences of other languages are not compared: %s", error)
        return evidence
    own = [one for one in evidence.sentences if not is_foreign(one.source, language)]
    return replace(evidence, sentences=(*near, *own)[:MOST_SENTENCES])


def read_across(
    model: ChatModel | None, parts: Sequence[AskedPart], language: str, cancel: CancelToken
) -> list[AskedPart]:
    """Each part that has no answer yet, with the sentences of other languages in which the model finds one.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    read = list(parts)
    for place, part in enumerate(parts):
        foreign = [one for one in part.evidence.sentences if is_foreign(one.source, language)]
        if model is None or not foreign or part.is_answered:
            continue
        found = judge_foreign(without_directions(part.standing), foreign, ModelJudge(model, cancel))
        if found.likely:
            read[place] = replace(part, evidence=found)
    return read
