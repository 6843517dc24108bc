"""Which sentences tell most of a passage: those with the words in which it differs from the rest. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

SHORTEST, USUAL = 6, 45  # words of a sentence that tells anything
_WORD = re.compile(r"[^\W\d_]{3,}")


def words_of(text: str) -> list[str]:
    """Its words of three letters or more, folded."""
    return _WORD.findall(text.casefold())


def is_of_length(sentence: str, longest: int = USUAL) -> bool:
    """Neither too short to tell anything nor too long to stand for a passage (`longest`: in words)."""
    return SHORTEST <= sentence.count(" ") + 1 <= longest


def counted(texts: Iterable[str]) -> Counter[str]:
    """In how many of the texts each word stands."""
    return Counter(word for text in texts for word in set(words_of(text)))


def telling_scores(
    sentences: Sequence[str],
    passage: Iterable[str],
    everywhere: Counter[str],
    count: int,
    longest: int = USUAL,
) -> list[float]:
    """How much each sentence has of what its own passage says and others do not; 0.0 for one that is too
    short or too long to stand for a passage.

    Args:
        passage: the texts of the passage.
        everywhere: in how many of all `count` texts each word stands.
        longest: words of a sentence that may stand for it.
    """
    own = Counter(word for text in passage for word in words_of(text))
    weight = {
        word: often * math.log(count / everywhere[word]) for word, often in own.items() if everywhere[word]
    }
    scores: list[float] = []
    for sentence in sentences:
        words = set(words_of(sentence))
        total = sum(weight.get(word, 0.0) for word in words)
        scores.append(total / math.sqrt(len(words) + 1) if is_of_length(sentence, longest) else 0.0)
    return scores
