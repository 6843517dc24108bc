"""The words of a question, which of them are understood already, and phrases among them. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from core.text.currency_names import SIGNS
from core.text.stems import STOP_WORDS

WORD = re.compile(r"[^\W_]+(?:[.,'’/&-][^\W_]+)*")
_WORD_OR_SIGN = re.compile(rf"{WORD.pattern}|[{SIGNS}%<>≤≥=]+")
_ENDINGS = ("", "e", "en", "em", "er", "es")


@dataclass(frozen=True, slots=True)
class Word:
    """A word at `[start, end)`; `key` has small letters."""

    text: str
    key: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper() or self.text[0].isdigit()


@dataclass(frozen=True, slots=True)
class Found:
    """The words `[first, last)` of a question."""

    first: int
    last: int


@dataclass
class QuestionWords:
    """A question's words; `take` marks those that something stands for."""

    text: str
    german: bool
    words: list[Word] = field(init=False)
    taken: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.words = [
            Word(match.group(), match.group().casefold().replace("’", "'"), match.start(), match.end())
            for match in _WORD_OR_SIGN.finditer(self.text)
        ]
        self.taken = [False] * len(self.words)

    def take(self, found: Found) -> str:
        """Mark words as understood; the text they are."""
        for place in range(found.first, found.last):
            self.taken[place] = True
        return self.between(found)

    def between(self, found: Found) -> str:
        """The text of some words."""
        if found.first >= found.last:
            return ""
        return self.text[self.words[found.first].start : self.words[found.last - 1].end]

    def in_span(self, start: int, end: int) -> Found:
        """The words in `[start, end)` of the text."""
        places = [place for place, word in enumerate(self.words) if word.start < end and word.end > start]
        return Found(places[0], places[-1] + 1) if places else Found(0, 0)

    def is_free(self, found: Found) -> bool:
        """Whether none of these words is understood yet."""
        return found.first < found.last and not any(self.taken[found.first : found.last])

    def find(self, phrases: Iterable[str], *, free: bool = True) -> Iterator[Found]:
        """Where phrases stand, the longest of those that begin at one word; `free`: only untaken words."""
        wanted = set(map(_keys, phrases))
        longest = max((len(phrase) for phrase in wanted), default=0)
        place = 0
        while place < len(self.words):
            for length in range(min(longest, len(self.words) - place), 0, -1):
                found = Found(place, place + length)
                keys = tuple(word.key for word in self.words[place : place + length])
                if keys in wanted and (not free or self.is_free(found)):
                    yield found
                    place += length - 1
                    break
            place += 1

    def has(self, phrases: Iterable[str]) -> bool:
        """Whether any of the phrases stands in the question."""
        return next(self.find(phrases, free=False), None) is not None

    def before(self, place: int, count: int = 1) -> Sequence[str]:
        """Keys of the words before one."""
        return [word.key for word in self.words[max(0, place - count) : place]]

    def left(self) -> list[Word]:
        """Words that nothing stands for so far."""
        return [word for word, taken in zip(self.words, self.taken, strict=True) if not taken]


def phrases(joined: str) -> tuple[str, ...]:
    """Phrases as they are written down here, with bars between them, as `Word.key` compares them; "kein~" is
    that word with all German endings."""
    listed = joined.casefold().split("|")
    return tuple(
        phrase[:-1] + ending if phrase[-1] == "~" else phrase
        for phrase in listed
        for ending in (_ENDINGS if phrase[-1] == "~" else ("",))
    )


# Words that join or introduce others and say nothing by themselves.
SMALL = frozenset((*STOP_WORDS, *phrases("einen|deren|denen|dessen|having|either|entweder|zum|zur"))) - {
    *phrases("and|or|und|oder|nicht")
}


@lru_cache(maxsize=20_000)  # the words of all buckets, looked for in every question
def _keys(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.casefold().split())


@lru_cache(maxsize=20_000)
def inflected(phrase: str) -> frozenset[str]:
    """A phrase and its usual plurals in English and German ("lease" → "leases", "Mosfet" → "Mosfets")."""
    key = phrase.casefold()
    first, of, rest = key.partition(" of ")
    if of:  # certificates of analysis
        return frozenset({key, *(f"{form}{of}{rest}" for form in inflected(first))})
    forms = {key, key + "s", key + "n", key + "en", key + "e"}
    # Verträge, Handbücher: the last vowel changes, too.
    for vowel, changed in (("a", "ä"), ("o", "ö"), ("u", "ü")):
        place = key.rfind(vowel)
        if place >= 0 and place >= max(key.rfind(other) for other in "aeiouäöü"):
            stem = key[:place] + changed + key[place + 1 :]
            forms |= {stem + "e", stem + "en", stem + "er", stem + "ern"}
    if key.endswith("y"):
        forms.add(key[:-1] + "ies")
    if key.endswith(("s", "x", "ch", "sh")):
        forms.add(key + "es")
    return frozenset(forms)
