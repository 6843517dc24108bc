"""Queries as a run compares them: the same words in another order, case or punctuation are the same query.

Figures and what turns the meaning of a query round are not: "7.3" and "3.7", "over 500" and "under 500",
"from 2019 to 2021" and back are others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from core.answer.asking.question import ASKING
from core.answer.asking.several_names import questions_of_each
from core.answer.facts.stems import NEGATIONS, STOP_WORDS
from core.text.quotations import quotations_in
from core.text.textspan import word_list

MAX_QUERY_CHARACTERS = 100
MIN_QUERY_CHARACTERS = 2
MAX_QUESTION_QUERY_CHARACTERS = 1000  # of what the program itself searches for: the question, or a part of it

_MOST_SUBJECT_WORDS = 6

_SAME_QUERY = 0.6  # of the words of an earlier query, and no other
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
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])")
_CODE_OR_WORD = re.compile(r"\w+(?:-\w+)*")
_LEAST_WORDS = 2  # with fewer a part of a question does not stand by itself
_SPEAKS_OF = re.compile(
    r"\b(?:it|its|they|their|them|he|she|his|her|this|these|those|er|sie|es|ihre?[mnrs]?|seine?[mnrs]?|dies\w*"
    r"|dessen|deren)\b",
    re.IGNORECASE,
)
# What is said of the answer, not of what it is about.
_WISH = word_list(
    "s summary summarise summarize write tell give describe produce make prepare please me us answer list",
    "heading headings section sections title titles chapter chapters part parts sentence sentences",
    "two three four five under following structured one for each full english german",
    "zusammenfassung fasse fass fassen schreibe schreib beschreibe erstelle stelle gliedere bitte zusammen",
    "überschrift überschriften abschnitt abschnitte abschnitten kapitel satz sätze deutsch englisch antwort",
    "zwei drei vier fünf folgenden dar",
)
_BEGINS_SENTENCE = re.compile(r"[.!?:]\s*$")


def query_key(query: str) -> frozenset[str]:
    """What makes two queries the same: their words without case, order, punctuation and stop words, and which
    figure comes before which."""
    terms = _terms(query)
    figures = list(dict.fromkeys(term for term in terms if _is_figure(term)))[:_MOST_ORDERED]
    # A space stands in no word.
    return _words(query) | {f"{first} {second}" for first, second in combinations(figures, 2)}


def only_leaves_out(key: frozenset[str], earlier: frozenset[str]) -> bool:
    """Whether a query has most words of an earlier one and no other; both as keys.

    Without "not" or "under" it asks for something else.
    """
    words, before = (frozenset(one for one in each if " " not in one) for each in (key, earlier))
    left_out = before - words
    turned = not left_out.isdisjoint(_TURNING | _TURNING_FIGURES)
    return key <= earlier and not turned and len(words) >= _SAME_QUERY * len(before)


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


def section_queries(sections: Sequence[str], question: str, most: int) -> tuple[str, ...]:
    """At most `most` queries for the headings of an answer, each with what the question is about."""
    subject = subject_of(question, sections)
    return distinct(as_query(f"{subject} {', '.join(names)}".strip()) for names in _groups(sections, most))


def part_queries(parts: Sequence[str], most: int) -> tuple[str, ...]:
    """At most `most` queries for the parts of a question; one that speaks of the first gets its words."""
    first = [word for word in _content(parts[0]) if not word.isdigit()]
    queries: list[str] = []
    for place, part in enumerate(parts):
        has = {word.casefold() for word in _content(part)}
        speaks_of_first = _SPEAKS_OF.search(part) and not _has_name(part)
        meant = place and (len(has) < _LEAST_WORDS or speaks_of_first)
        queries.append(" ".join([part, *(word for word in first if meant and word.casefold() not in has)]))
    return distinct(question_query(" ".join(group)) for group in _groups(queries, most))


def name_queries(question: str) -> tuple[str, ...]:
    """A query for each of the names that the question sets beside each other; empty where it sets none."""
    return distinct(question_query(one.standing) for one in questions_of_each(question))


def _has_name(part: str) -> bool:
    return any(word.group()[0].isupper() and word.start() > 0 for word in _CODE_OR_WORD.finditer(part))


def _content(text: str) -> list[str]:
    return [word for word in _CODE_OR_WORD.findall(text) if word.casefold() not in STOP_WORDS | ASKING]


def subject_of(question: str, sections: Sequence[str]) -> str:
    """Names, years and codes of the question's first sentence, else its first words that say something."""
    first = _SENTENCE.split(question, maxsplit=1)[0]
    headings = {word.casefold() for section in sections for word in _WORD.findall(section)} | _WISH
    words = [match for match in _CODE_OR_WORD.finditer(first) if match.group().casefold() not in headings]
    names = [match.group() for match in words if _names_something(match, first)]
    content = [match.group() for match in words if match.group().casefold() not in STOP_WORDS]
    return " ".join(dict.fromkeys(names or content[:_MOST_SUBJECT_WORDS]))


def _groups(rows: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    size = -(-len(rows) // max(most, 1))
    return (rows[start : start + size] for start in range(0, len(rows), size))


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
