"""Whether passages are about what a question is about: its years, and whom or what it names.

A passage of another year or about somebody else may hold all other words of a question, and a figure of the
kind that is asked for; what it says is no answer. Pure functions. Names are told in English only: German
writes every noun with a capital.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.answer.asking.question import asking_words, is_german
from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import has_word, is_compound_of
from core.answer.sources import Source
from core.text.dates import MONTHS

_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
# "in fiscal year 2015", "at December 31, 2015", "Ende 2015"
_OF_PERIOD = re.compile(
    r"\b(?:in|for|during|of|at|fiscal|ended|ending|year|quarter|and|to|im|jahr|ende|und|gegenüber|\d\d?,|"
    rf"{'|'.join(MONTHS)})\s+((?:1[89]|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"\b(?:since|from|founded|established|began|started|opened|launched|until|through|every|each|seit|ab|von"
    r"|gegründet|begann|bis|jede[mnrs]?)\b",
    re.IGNORECASE,
)
# What an earlier year says beside a figure of now: what that is compared with, or since when it holds.
_COMPARING = (
    r"compared (?:with|to)|in comparison (?:with|to)|against|versus|vs\.?|exceed\w*|than|(?:up|down) from"
    r"|(?:much|many|high|low) as|gegenüber|verglichen mit|im vergleich z\w+"
)
_COMPARING_FIGURES = r"over|above|after|nach|über|als"  # they say many other things
_DONE = (
    r"built|constructed|erected|renovated|rebuilt|introduced|adopted|approved|agreed|signed|amended|enacted"
    r"|joined"
    r"|(?:plan|lease|contract|agreement|act|law|regulation|directive|treaty|standard|patent)(?: of| from)?"
    r"|gebaut|erbaut|errichtet|renoviert|saniert|eingeführt|verabschiedet|beschlossen|vereinbart|unterzeichnet"
    r"|(?:\w{0,30}(?:gesetz|verordnung|vertrag|richtlinie|plan|norm)) v[oe][nm]"
)
_ONE_YEAR = r"(?<!\d)(?:1[89]|20)\d\d(?!\d)"
_NO_YEAR = rf"(?:(?!{_ONE_YEAR})[^;\n])"
_BESIDE = re.compile(
    rf"\b(?:{_COMPARING})\b{_NO_YEAR}{{0,40}}?{_ONE_YEAR}"
    rf"|\b(?:{_COMPARING_FIGURES})\s+(?:[$€£]?\d{_NO_YEAR}{{0,30}}?\s)?"
    rf"(?:(?:in|im|of|for|fiscal|year|jahre?|the)\s+)*{_ONE_YEAR}"
    rf"|\b(?:{_DONE})\s+(?:(?:in|im|on|of|year|jahre?|am|\d\d?[.,]?|{'|'.join(MONTHS)})\s+)*{_ONE_YEAR}"
    rf"|\bim jahre?\s+{_ONE_YEAR}\s+(?:{_DONE})\b",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"\W*((?:1[89]|20)\d\d)\s+[a-zäöü]")  # "2015 betrug der Umsatz"
_WORD = re.compile(r"[^\W_][\w.'’&-]*")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = re.compile(rf"(?:{'|'.join((*_WEEKDAYS, *MONTHS))})s?", re.IGNORECASE)
_ABBREVIATION = re.compile(r"(?:[A-Z][A-Z.&-]{0,5}|Mrs?|Ms|Dr|Prof|St)(?:['’]s|s)?\.?")
_WITHIN_NAMES = ("of", "the", "and", "for", "de", "von", "van", "&")
_LEAST_LETTERS = 4  # of a word that may stand in a file's name without a space beside it


def is_about_other_matters(question: str, sources: Sequence[Source]) -> bool:
    """Other years than the question names, or nothing of somebody or something that it names."""
    return _is_about_other_years(question, sources) or _is_about_others(question, sources)


def _is_about_other_years(question: str, sources: Sequence[Source]) -> bool:
    """The question names years, and none of them stands in the sources, around them or in their date.

    A report is about the year of its date or the one before.
    """
    asked = set(_YEAR.findall(question))
    given: set[str] = set()
    for source in sources:
        dated = _YEAR.findall(source.document.date[:4])
        given.update(dated, (str(int(year) - 1) for year in dated))
        given.update(_YEAR.findall(f"{source.surroundings}\n{source.chunk.text}"))
    return bool(asked) and asked.isdisjoint(given)


def tells_only_earlier(text: str, question: str) -> bool:
    """Whether the figures of `text` are those of years before the one that the question asks for.

    "We sold 12.1 million in fiscal 2015, 11.7 million in 2014" tells nothing of 2016; "founded in 1998" may
    stand beside a figure of any year, and so may what began or holds "since 2014", was "approved in 2014"
    or is only what a figure is compared with: "up from 41 million in 2015".
    """
    asked = {int(year) for year in _YEAR.findall(question)}
    if len(asked) != 1 or _SINCE.search(text) or _SINCE.search(question):
        return False
    if any(int(year) >= min(asked) for year in _YEAR.findall(text)):
        return False
    dating = _BESIDE.sub(_unless_a_limit, text)
    given = set(_YEAR.findall(dating))
    of_periods = set(_OF_PERIOD.findall(dating))
    if first := _FIRST_WORD.match(text):
        of_periods.add(first.group(1))
    figures = any(not _YEAR.fullmatch(number.text) for number in facts_of(text).numbers)
    return figures and bool(given) and given == of_periods


def _unless_a_limit(found: re.Match[str]) -> str:
    """Nothing for what is only compared; "more than 5,000 in 2015", behind no other figure, stays."""
    has_figure = re.search(r"\d", _YEAR.sub(" ", found.group()))
    before = re.search(r"\d", _YEAR.sub(" ", found.string[: found.start()]))
    is_date = re.match(rf"\w*(?:{_DONE})\b", found.group(), re.IGNORECASE)
    return found.group() if has_figure and not before and not is_date else " "


def _is_about_others(question: str, sources: Sequence[Source]) -> bool:
    """A name of the question of which no word stands in the sources or around them.

    Only where a word asks: "Did Miller sign it?" is answered by who did.
    """
    if not sources or is_german(question) or not asking_words(question):
        return False
    texts = [f"{source.surroundings}\n{source.chunk.text}".replace("_", " ") for source in sources]
    facts = [facts_of(text) for text in texts]
    said = frozenset[str]().union(*(one.words | one.identifiers for one in facts))
    files = " ".join(source.document.filename.casefold() for source in sources)
    return any(
        not any(
            has_word(said, word) or is_compound_of(word, said, said) or _is_part(word, files) for word in name
        )
        for name in _names(question)
    )


def _is_part(word: str, files: str) -> bool:
    return len(word) >= _LEAST_LETTERS and word in files


def _names(question: str) -> Iterator[frozenset[str]]:
    """The stems of each name in the question: a run of words with a capital, "of" and the like between them.

    No days and months, no abbreviations, which the documents may write out; none at all where most words
    have a capital.
    """
    words = _WORD.findall(question)
    if 2 * sum(word[0].isupper() for word in words) > len(words):
        return
    named = frozenset(facts_of(question).names)
    run: set[str] = set()
    for word in [*words, ""]:
        if word[:1].isupper() and not (_ABBREVIATION.fullmatch(word) or _DAY.fullmatch(word)):
            run |= named & frozenset(facts_of(f"the {word}").names)
        elif run and word not in _WITHIN_NAMES:
            yield frozenset(run)
            run = set()
