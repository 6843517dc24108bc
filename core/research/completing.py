"""Sentences that say in which case the one before them holds: "If it orders fewer, it pays 15 %."

They belong to it whatever was asked. An embedder tells them from examples.
"""

from __future__ import annotations

from core.answer.asking.injection import addresses_the_assistant
from core.answer.sources import Source, SourceSentence
from core.answer.verification.anaphora import follows
from core.plans.request_kinds import RequestKinds

_MOST = 2  # sentences that complete one


def completing(source: Source, place: int, kinds: RequestKinds) -> list[SourceSentence]:
    """What completes the sentence at this place (from 0) of a passage: those right behind it on its page,
    each of which limits the one before; at most two."""
    found: list[SourceSentence] = []
    behind = source.sentences[place + 1 : place + 1 + _MOST]
    for before, sentence in zip(source.sentences[place:], behind, strict=False):
        if not stands_behind(before, sentence) or not kinds.limits_what_stands_before(sentence.text):
            break
        if addresses_the_assistant(sentence.text):
            break
        found.append(sentence)
    return found


def stands_behind(before: SourceSentence, sentence: SourceSentence) -> bool:
    """On the same page with nothing between them, so that no heading is either."""
    return before.page == sentence.page and follows(before.span, sentence.span)
