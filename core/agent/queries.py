"""Queries as a run compares them: the same words in another order, case or punctuation are the same query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.answer.facts_words import STOP_WORDS

MAX_QUERY_CHARACTERS = 100
MIN_QUERY_CHARACTERS = 2

_MOST_SUBJECT_WORDS = 6

_WORD = re.compile(r"\w+")
_BEGINS_SENTENCE = re.compile(r"[.!?:]\s*$")
_QUOTED = re.compile(
    r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|\"([^\"]+)\"|`([^`]+)`|(?<!\w)['‘]([^'‘’]+)['’](?!\w)"
)


def query_key(query: str) -> frozenset[str]:
    """What makes two queries the same: their words without case, order, punctuation and stop words."""
    words = frozenset(_WORD.findall(query.casefold()))
    return words - STOP_WORDS or words


def as_query(text: str) -> str:
    """`text` as a query: white space folded, cut at a word if it is too long."""
    query = " ".join(text.split())
    if len(query) <= MAX_QUERY_CHARACTERS:
        return query
    return query[: MAX_QUERY_CHARACTERS + 1].rpartition(" ")[0] or query[:MAX_QUERY_CHARACTERS]


def quoted_queries(text: str) -> tuple[str, ...]:
    """What stands between quotation marks of any kind and can be searched for, each query once."""
    found = ("".join(match.groups(default="")) for match in _QUOTED.finditer(text))
    return distinct(as_query(query) for query in found)


def section_queries(sections: Sequence[str], question: str, most: int) -> tuple[str, ...]:
    """At most `most` queries for the headings of an answer, each with what the question is about."""
    size = -(-len(sections) // max(most, 1))
    named = [", ".join(sections[start : start + size]) for start in range(0, len(sections), size)]
    headings = {word.casefold() for section in sections for word in _WORD.findall(section)}
    words = [match for match in _WORD.finditer(question) if match.group().casefold() not in headings]
    names = [match.group() for match in words if _names_something(match, question)]
    content = [match.group() for match in words if match.group().casefold() not in STOP_WORDS]
    subject = " ".join(dict.fromkeys(names or content[:_MOST_SUBJECT_WORDS]))
    return distinct(as_query(f"{subject} {name}") for name in named)


def _names_something(word: re.Match[str], text: str) -> bool:
    """A word with a digit or a capital that no sentence begins with."""
    if any(sign.isdigit() for sign in word.group()):
        return True
    begins = word.start() == 0 or _BEGINS_SENTENCE.search(text, 0, word.start())
    return word.group()[0].isupper() and len(word.group()) > 1 and not begins


def distinct(queries: Iterable[str], known: Iterable[str] = ()) -> tuple[str, ...]:
    """The usable ones among `queries`, none twice and none of `known`, in their order."""
    return tuple(_distinct(queries, {query_key(query) for query in known}))


def _distinct(queries: Iterable[str], seen: set[frozenset[str]]) -> Iterator[str]:
    for query in queries:
        key = query_key(query)
        if key and key not in seen and len(query) >= MIN_QUERY_CHARACTERS:
            seen.add(key)
            yield query
