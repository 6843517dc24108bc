"""Queries as a run compares them: the same words in another order, case or punctuation are the same query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.answer.facts_words import STOP_WORDS

MAX_QUERY_CHARACTERS = 100
MIN_QUERY_CHARACTERS = 2

_WORD = re.compile(r"\w+")
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


def distinct(queries: Iterable[str], known: Iterable[str] = ()) -> tuple[str, ...]:
    """The usable ones among `queries`, none twice and none of `known`, in their order."""
    return tuple(_distinct(queries, {query_key(query) for query in known}))


def _distinct(queries: Iterable[str], seen: set[frozenset[str]]) -> Iterator[str]:
    for query in queries:
        key = query_key(query)
        if key and key not in seen and len(query) >= MIN_QUERY_CHARACTERS:
            seen.add(key)
            yield query
