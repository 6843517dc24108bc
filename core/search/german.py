"""What German does to the words of a question: umlauts spelled out, compounds, words that only ask.

Pure functions. No dictionary and no list of the library's words: what is tried and stands in no document
matches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.text.textspan import word_list

# Words that make a text a question, and what the encoder's stop words miss: it looks words up after accents
# are folded, so "für" is none of its words.
_ASKING = word_list(
    "für über können könnte könnten müssen müsste müssten dürfen dürfte dürften während würde würden hätte",
    "wer wen wem wessen wann warum weshalb wieso wieviel wieviele viele lange wofür womit wovon worauf",
    "worum wozu wogegen wodurch woran darf sollen beträgt betragen bitte gibt steht stehen laut gemäß",
)
WORD = re.compile(r"[^\W\d_]+")
# "ue" behind these belongs to another sound or word: neue, Frauen, Quelle.
_SPELLED_OUT = re.compile(r"(?<![aeäq])ue|(?<!e)oe|ae")
_UMLAUTS = {"ae": "ä", "oe": "ö", "ue": "ü", "ä": "ae", "ö": "oe", "ü": "ue"}
# Between the parts of a compound, or an ending that its first part loses in it.
_JOINTS = ("s", "es", "n", "en", "er", "e")
LEAST_PART = 5  # letters; of 3 to 6 the best over both halves of the German set
_MOST_JOINED = 12  # words of a long question that are put together, each with each


def without_asking(query: str) -> str:
    """The question without the words that only ask; as it is when it has no others. "Lange" may be a name."""

    def kept(match: re.Match[str]) -> str:
        word = match.group()
        plain = word.islower() or match.start() == 0
        return "" if plain and word.lower() in _ASKING else word

    rest = WORD.sub(kept, query)
    return rest if WORD.search(rest) else query


def other_spellings(words: Sequence[str]) -> list[str]:
    """Each word (lower case) with umlauts, or with some spelled out, in its other spelling."""
    others: list[str] = []
    for word in words:
        spelled_out = re.sub("[äöü]", lambda match: _UMLAUTS[match.group()], word)
        contracted = _SPELLED_OUT.sub(lambda match: _UMLAUTS[match.group()], word)
        others += sorted({spelled_out, contracted} - {word})
    return others


def parts_of(word: str) -> Iterator[str]:
    """What may be the parts of a compound: every cut is tried, with and without a joint."""
    for heads, tail in cuts_of(word):
        yield tail
        yield from heads


def cuts_of(word: str) -> Iterator[tuple[list[str], str]]:
    """Every cut of a word into two parts: the first with and without a joint, and the last."""
    for cut in range(LEAST_PART, len(word) - LEAST_PART + 1):
        yield list(_heads(word[:cut])), word[cut:]


def compounds_of(words: Sequence[str]) -> Iterator[str]:
    """Two words of the question as one: "Frist", "Kündigung" → "Kündigungsfrist"."""
    long = [word for word in dict.fromkeys(words) if len(word) >= LEAST_PART][:_MOST_JOINED]
    for first in long:
        for head in _heads(first):
            for last in long:
                if last != first:
                    yield head + last
                    yield from (head + joint + last for joint in _JOINTS)


def _heads(text: str) -> Iterator[str]:
    yield text
    for joint in _JOINTS:
        if text.endswith(joint) and len(text) - len(joint) >= LEAST_PART:
            yield text.removesuffix(joint)
