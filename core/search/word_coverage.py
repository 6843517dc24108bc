"""How much of a question's words a passage takes up, compared as the keyword encoder of its language does.

Pure functions. "Prüfungen" and "Prüfung" are one word here as they are one to the index; a German word also
stands in a passage in its other spelling, inside a compound, or as the compound's parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.search.exact import coded
from core.search.german import compounds_of, cuts_of, other_spellings, without_asking
from core.search.keywords import DEFAULT_LANGUAGE, language_of, word_tokens
from core.text.textspan import word_list
from core.text.unspaced import language_without_spaces

_WORD = re.compile(r"\w+")
_LEAST_WORD = 3  # characters
_MOST_WORDS = 64  # of a question that looks like a pasted text
# What the encoder's stop words leave of a question's grammar.
_GRAMMAR = word_list("also could does less many may might much must per shall whose would")


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a question. `own`: language → its tokens. For German passages also: `others`, what stands
    for it as a whole; `cuts`, the tokens of its two sides wherever it may be a compound.
    """

    own: Mapping[str, frozenset[int]]
    others: frozenset[int] = frozenset()
    cuts: tuple[tuple[frozenset[int], frozenset[int]], ...] = ()

    def presence(self, tokens: frozenset[int], language: str) -> float:
        """How much of the word a passage has (0 to 1), by the passage's tokens in its language."""
        own = self.own.get(language or DEFAULT_LANGUAGE, frozenset())
        share = len(own & tokens) / len(own) if own else 0.0
        if share == 1.0 or language != "de":
            return share
        if not self.others.isdisjoint(tokens):
            return 1.0
        sides = [(not head.isdisjoint(tokens)) + (not tail.isdisjoint(tokens)) for head, tail in self.cuts]
        return max(share, max(sides, default=0) / 2)


def has_codes(query: str) -> bool:
    """Whether a question has numbers, dates or identifiers, which passages are to be read for, too."""
    return bool(coded(query)[1])


def query_words(query: str, languages: Iterable[str]) -> list[QueryWord]:
    """The words of a question that say something, for passages in these languages (ISO 639-1)."""
    wanted = list(dict.fromkeys(language or DEFAULT_LANGUAGE for language in languages)) or [DEFAULT_LANGUAGE]
    asked_in = language_of(query, wanted)
    german = "de" in wanted and asked_in in ("", "de")
    query, codes = coded(query)
    if "de" in wanted:
        query = without_asking(query)
    words = [
        word
        for word in dict.fromkeys((*_WORD.findall(query.lower()), *codes))
        if (len(word) >= _LEAST_WORD or language_without_spaces(word))
        and word not in _GRAMMAR
        and not (asked_in and not word_tokens(word, asked_in))
    ][:_MOST_WORDS]
    found: list[QueryWord] = []
    for word in words:
        own = {language: word_tokens(word, language) for language in wanted}
        others = frozenset[int]()
        cuts: list[tuple[frozenset[int], frozenset[int]]] = []
        if german:
            forms = other_spellings([word])
            forms += [form for other in words if other != word for form in compounds_of([word, other])]
            others = word_tokens(" ".join(forms), "de")
            cuts = [
                (word_tokens(" ".join(heads), "de"), word_tokens(tail, "de")) for heads, tail in cuts_of(word)
            ]
        if any(own.values()):
            found.append(QueryWord(own, others, tuple(cuts)))
    return found
