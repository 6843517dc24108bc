"""What stands near what among the tokens of a sentence. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from core.answer.facts.stems import same_word
from core.answer.facts.token_rows import Token
from core.answer.facts.word_families import same_family, synonyms_of

CLAUSE_ENDS = frozenset([*".,;:()–—|", "and", "or", "but", "und", "oder", "aber"])
_CONTENT = frozenset({"word", "name", "code", "date"})
_WINDOW = 4  # content words that a figure or a name belongs to, on each side


@lru_cache(maxsize=65536)
def alike(left: str, right: str) -> bool:
    """Stems of one word, of one family, or with the same meaning."""
    return same_word(left, right) or same_family(left, right) or right in synonyms_of(left)


def is_said(words: Collection[str], word: str) -> bool:
    """True if one of `words` is alike."""
    if word in words or not synonyms_of(word).isdisjoint(words):
        return True
    begin, behind_ge = word[:3], word[2:5]
    return any(
        alike(known, word)
        for known in words
        if known[:3] == begin or known[2:5] == begin or known[:3] == behind_ge
    )


def content(tokens: Sequence[Token], limit: int, ends: frozenset[str] = CLAUSE_ENDS) -> list[str]:
    """The first words, names, codes and dates, at most `limit`, up to the end of their clause."""
    words: list[str] = []
    for token in tokens:
        if len(words) == limit or (words and token.text in ends):
            break
        if token.kind in _CONTENT:
            words.append(token.text)
    return words


def around(tokens: Sequence[Token], first: int, last: int) -> dict[str, float]:
    """Content words beside the tokens `first` to `last`, each with 1/distance."""
    found: dict[str, float] = {}
    for side in (tokens[last + 1 :], tokens[:first][::-1]):
        wanted = content(side, _WINDOW)
        for distance, token in enumerate(side, 1):
            if token.kind in _CONTENT and token.text in wanted:
                found[token.text] = max(found.get(token.text, 0.0), 1.0 / distance)
    return found


def nearness(tokens: Sequence[Token], words: Mapping[str, float], places: Sequence[int]) -> float:
    """How near the words stand to the nearest of `places`: weight/(1 + distance in tokens), summed."""
    where = [
        (weight, [n for n, token in enumerate(tokens) if token.kind in _CONTENT and alike(token.text, word)])
        for word, weight in words.items()
    ]
    return max(
        sum(
            weight * max((1.0 / (1 + abs(place - n)) for n in found if n != place), default=0.0)
            for weight, found in where
        )
        for place in places
    )
