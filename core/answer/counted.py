"""What "how many" counts, and whether a text speaks of it: a number of stores is none of employees.

Pure functions over English and German, silent in doubt: where the question does not plainly name what it
counts, or is in another language than the text, everything speaks of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from core.answer.facts import facts_of
from core.answer.facts_families import has_relative
from core.answer.facts_words import STOP_WORDS, has_word, is_compound_of, is_german, one_spelling, stem
from core.answer.verify_words import stems
from core.textspan import is_table_row, word_list

_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele)\s+(?P<rest>[^?.,;]+)", re.IGNORECASE)
_HEADCOUNT = re.compile(r"\b(?:headcount|number of employees|mitarbeiterzahl|belegschaft)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w’'-]*")
# Behind the noun phrase, which ends with what is counted: "how many Xbox One consoles did".
_VERBS = word_list(
    "is are was were do does did have has had can could will would may might must should there",
    "ist sind war waren hat habe haben hatte hatten gibt gab kann können darf dürfen muss müssen",
    "wird werden wurde wurden",
)
_NUMBER = re.compile(
    r"(?<![\w.,-])(?:\d[\d.,]*(?:\s+(?:million|billion|thousand|hundred|millionen|milliarden|tausend|mio\.?))?"
    r"|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?P<behind>(?:\s+[^\W\d_][\w’'-]*){1,5})",
    re.IGNORECASE,
)
_BEHIND_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w’'-]*\s+$")  # "a decline in Xbox 360 consoles"
_ANY_NUMBER = re.compile(
    r"(?P<currency>[$€£]\s?)?(?<![\w.,])(?P<number>\d[\d.,]*\d|\d)(?!\s?%|[\d.,]*\d)"
    r"(?:\s+(?:million|billion|thousand|hundred|millionen|milliarden|tausend))?(?:\s+(?P<next>[^\W\d_]+))?",
    re.IGNORECASE,
)
_MOST_WORDS = 5  # of the noun phrase
_PEOPLE = stems(
    "people persons person individuals employees staff workers associates personnel workforce headcount",
    "men women team personen leute menschen mitarbeiter beschäftigte angestellte arbeitnehmer belegschaft",
)


def counted_things(question: str) -> tuple[str, ...]:
    """Stems of words one of which a text that gives the number says; empty where none is asked for."""
    found = _HOW_MANY.search(question)
    if found is None:
        return (_stem("employees"),) if _HEADCOUNT.search(question) else ()
    words: list[str] = []
    for word in _WORD.findall(found.group("rest"))[: _MOST_WORDS + 1]:
        small = word.casefold()
        if small in _VERBS and words:
            return (_stem(words[-1]),)  # what is counted stands last
        if small in STOP_WORDS or any(sign.isdigit() for sign in word):
            break
        words.append(word)
    return tuple(_stem(word) for word in words)


def speaks_of_counted(text: str, question: str) -> bool:
    """Whether a line of `text` names what is counted, by a relative, a compound or another word for people.

    One whose number stands alone may mean it: "It has 150 million.", "Of the Xbox 360 alone 84 million were
    sold." A row of a table has a name for what it counts.
    """
    things = counted_things(question)
    if not things or is_german(text) is not is_german(question) or is_german(text) is None:
        return True
    return any(
        any(_is_said(facts_of(line).words, thing) for thing in things)
        or not (is_table_row(line) or _counts_something(line))
        for line in text.splitlines()
    )


def _counts_something(line: str) -> bool:
    """Every number that is no year, no share and no money has a word behind it that is counted."""
    numbers = [
        found
        for found in _ANY_NUMBER.finditer(line)
        if found.group("currency") is None and not _is_year(found)
    ]
    return all(
        found.group("next") is not None and found.group("next").casefold() not in STOP_WORDS
        for found in numbers
    )


def _is_year(found: re.Match[str]) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d", found.group("number")) is not None


def counts(text: str, question: str) -> bool:
    """Whether a number stands right before what is counted: "approximately 114,000 employees"."""
    things = counted_things(question)
    if not things:
        return False
    return any(
        _is_said({_stem(word) for word in _WORD.findall(found.group("behind"))}, thing)
        for found in _NUMBER.finditer(text)
        if not _BEHIND_NAME.search(text, 0, found.start())
        for thing in things
    )


def _is_said(said: Collection[str], thing: str) -> bool:
    return (
        has_word(said, thing)
        or has_relative(said, thing)
        or is_compound_of(thing, said, frozenset({thing}))
        or (thing in _PEOPLE and any(has_word(said, person) for person in _PEOPLE))
    )


def _stem(word: str) -> str:
    return stem(one_spelling(word))
