"""Queries as a run compares them: the same words in another order, case or punctuation are the same query.

Figures and what turns the meaning of a query round are not: "7.3" and "3.7", "over 500" and "under 500",
"from 2019 to 2021" and back are others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from core.text.quotations import quotations_in
from core.text.stems import NEGATIONS, STOP_WORDS
from core.text.textspan import word_list

MAX_QUERY_CHARACTERS = 100
MIN_QUERY_CHARACTERS = 2
MAX_QUESTION_QUERY_CHARACTERS = 1000  # of what the program itself searches for: the question, or a part of it

_WORD = re.compile(r"\w+")
# A figure with its sign and its inner points and commas is one word; signs that compare are words.
_TERM = re.compile(r"[<>≤≥]=?|(?:(?<!\w)[-−](?=\d))?\w+(?:(?<=\d)[.,](?=\d)\w+)*")
# Direction, limit, negation: they stay, whatever else is said of small words.
_TURNING = NEGATIONS | word_list(
    "over under above below before after until since except excluding unless more less fewer least most",
    "unter oberhalb unterhalb vor ab bis seit außer mehr weniger mindestens wenigstens höchstens",
    "< > ≤ ≥ <= >=",
)
_TURNING_FIGURES = word_list("über nach")  # "über Pumpen" only says what about
_NEXT_WORDS = 2  # between them and their figure: "über die EUR 500", "nach dem 1. Mai"
_MOST_ORDERED = 10  # figures of a query whose order counts


def query_key(query: str) -> frozenset[str]:
    """What makes two queries the same: their words without case, order, punctuation and stop words, and which
    figure comes before which."""
    terms = _terms(query)
    figures = list(dict.fromkeys(term for term in terms if _is_figure(term)))[:_MOST_ORDERED]
    # A space stands in no word.
    return _words(query) | {f"{first} {second}" for first, second in combinations(figures, 2)}


def _terms(query: str) -> list[str]:
    return [term.replace("−", "-") for term in _TERM.findall(query.casefold())]


def _is_figure(term: str) -> bool:
    return term.removeprefix("-")[:1].isdigit()


def _words(query: str) -> frozenset[str]:
    """Its words without stop words; all of them where it has no others."""
    terms = _terms(query)
    kept = frozenset(
        term
        for place, term in enumerate(terms)
        if term not in STOP_WORDS
        or term in _TURNING
        or (term in _TURNING_FIGURES and any(map(_is_figure, terms[place + 1 : place + 2 + _NEXT_WORDS])))
    )
    return kept or frozenset(terms)


def as_query(text: str, most: int = MAX_QUERY_CHARACTERS) -> str:
    """`text` as a query: white space folded, cut at a word if it has more than `most` characters."""
    query = " ".join(text.split())
    if len(query) <= most:
        return query
    return query[: most + 1].rpartition(" ")[0] or query[:most]


def question_query(text: str) -> str:
    """A question as a query, as long as chat mode would search for it."""
    return as_query(text, MAX_QUESTION_QUERY_CHARACTERS)


def adds_words(query: str, question: str) -> bool:
    """Whether it searches for something that the question does not say."""
    return says_something(query) and bool(_words(query) - _words(question))


def says_something(query: str) -> bool:
    """More than small words ("the"); "IT" in capitals is a name."""
    return any(
        word.casefold() not in STOP_WORDS or (word.isupper() and len(word) > 1)
        for word in _WORD.findall(query)
    )


def quoted_queries(text: str) -> tuple[str, ...]:
    """What stands between quotation marks of any kind and can be searched for, each query once."""
    return distinct(as_query(quotation.text) for quotation in quotations_in(text.replace("`", '"')))


def distinct(queries: Iterable[str], known: Iterable[str] = ()) -> tuple[str, ...]:
    """The usable ones among `queries`, none twice and none of `known`, in their order."""
    return tuple(_distinct(queries, {query_key(query) for query in known}))


def _distinct(queries: Iterable[str], seen: set[frozenset[str]]) -> Iterator[str]:
    for query in queries:
        key = query_key(query)
        if key and key not in seen and len(query) >= MIN_QUERY_CHARACTERS:
            seen.add(key)
            yield query
