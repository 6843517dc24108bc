"""What a question wants: a list, a figure, a comparison, or an answer in words; and its form. Pure
functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.corpus.asking.question_words import QuestionWords, phrases
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, folded, words_for
from core.text.units import unit_of

Kind = Literal["count", "sum", "average", "min", "max"]

_COUNT = phrases(
    "zählen|how many|number of|the number of|count|count of|count the|wie viele|wieviele|anzahl|anzahl der"
    "|zähle"
)
_SURE_SUM = phrases(
    "sum|sum of|totals|sum up|add up|total of|in total|altogether|how much|combined|summe|die summe"
    "|gesamtsumme|insgesamt|zusammen|addiere|wie viel|wieviel|in summe|sum total|together|addiert"
    "|zusammengezählt|alles addiert|zusammengerechnet|summed up|rechnungssumme|vertragssumme|nettosumme"
    "|gesamte|gesamtes|gesamten"
)
_SUM = (*_SURE_SUM, *phrases("overall|the total|total|total amount|gesamtbetrag|gesamtwert|total value"))
_AVERAGE = phrases(
    "im schnitt|average|on average|mean|the mean|durchschnitt|im durchschnitt|durchschnittlich~"
    "|durchschnittswert|im mittel|mittler~|mittelwert"
)
_LATEST = phrases(
    "latest|newest|most recent|most recently|zuletzt|als letztes|letzte|letzten|letzter|neuest~|neust~"
    "|jüngst~|spätest~"
)
_MAX = (
    *_LATEST,
    *phrases(
        "highest|largest|biggest|greatest|most expensive|longest|heaviest|maximum|höchst~|größt~|teuerst~"
        "|längst~|schwerst~|maximale|maximalen"
    ),
)
_EARLIEST = phrases("earliest|oldest|als erstes|frühest~|ältest~")
_MIN = (
    *_EARLIEST,
    *phrases(
        "lowest|smallest|least|cheapest|shortest|lightest|minimum|niedrigst~|kleinst~|geringst~|billigst~"
        "|günstigst~|kürzest~|leichtest~|minimale|minimalen"
    ),
)
_LIST = phrases(
    "list|list all|show|show me|show all|which|find|give me|all|what|get|display|are there|do we have|have we"
    "|liste|liste alle|zeige|zeig|zeig mir|zeige mir|welch~|finde|alle|nenne|gib mir|gibt es|haben wir|suche"
    "|search for|auflisten|i need|ich brauche|who|wer|were|was"
)
_SUMMARIZE = phrases("summarize|summarise|summary of|zusammenfassen|zusammenfassung|fasse")
_COMPARE = phrases("compare|comparison|vergleiche|vergleich|versus|vs")
# What a document does with a topic.
_SAYS = phrases(
    "mention|mentions|say something about|refer to|refers to|deal with|deals with|erwähnen|erwähnt|regeln"
    "|regelt|behandeln|behandelt|sagen etwas zu"
)
_TEXTUAL = phrases(
    "say about|says about|tell us about|state about|sagen|was steht|what is written|about|explain|describe"
    "|why|how do|how does|how should|erkläre|beschreibe|warum|wieso|wie wird|wie werden|what happens"
    "|was passiert"
)
_HAVING = frozenset(phrases("with|having|have|has|whose|mit|deren"))  # "with a total of 5 EUR"
_WHAT = r"\s+(?:the\s+)?(?P<what>[\wäöüß-]+(?:\s[\wäöüß-]+)?)"
_GROUP = re.compile(
    r"(?i)\b(?:per|for each|for every|grouped by|group by|broken down by|split by|pro|je|für jede[nrs]?"
    rf"|by each|by every|aufgeschlüsselt nach|gruppiert nach){_WHAT}"
)
_VAGUE_GROUP = re.compile(rf"(?i)\b(?:by|each|nach|jede[nrs]?){_WHAT}")
_COUNTS = words_for(ENGLISH_NUMBERS, (2, 3, 4, 5, 10)) | words_for(GERMAN_NUMBERS, (2, 3, 4, 5, 10))
_TOP = re.compile(
    r"(?i)\b(?:top|first|the|our|my|die|den|unsere|unseren|meine|meinen)\s+"
    rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})\b"
)
Form = Literal["natural_language", "table", "list"]

_TABLE = phrases("as a table|as table|in a table|in tabular form|als tabelle|in einer tabelle|tabellarisch")
_AS_LIST = phrases(
    "as a list|as list|as a bulleted list|as bullet points|as bullets|in bullet points|als liste"
    "|als aufzählung|als stichpunkte|in stichpunkten|stichpunktartig"
)
_PROSE = phrases(
    "in prose|as prose|in words|in a sentence|in one sentence|in sentences|in full sentences|as text"
    "|as a text|not as a table|no table|without a table|als text|als fließtext|in worten|in einem satz"
    "|in sätzen|in ganzen sätzen|nicht als tabelle|keine tabelle|ohne tabelle"
)
# "Not as a table" before "as a table".
_FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    ("natural_language", _PROSE),
    ("list", _AS_LIST),
    ("table", _TABLE),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """`kind`: the computation, empty for a list. `says`: it is about what documents say. `of_time`: the
    extreme is one of dates. `top`: how many extremes, 0 for one. `group`: the words behind "per", or
    behind "by", which is vague."""

    kind: Kind | Literal[""] = ""
    listing: bool = False
    summarize: bool = False
    compare: bool = False
    textual: bool = False
    says: bool = False
    of_time: bool = False
    top: int = 0
    group: str = ""
    group_is_vague: bool = False

    @property
    def of_texts(self) -> bool:
        return self.textual or self.summarize or self.compare


def wanted_of(question: QuestionWords) -> Wanted:
    """What the question wants; marks the words that say so."""
    summarize, compare = question.has(_SUMMARIZE), question.has(_COMPARE)
    if question.has(("fasse",)):  # "fasse zusammen" adds nothing up
        _take(question, ("zusammen",))
    says = bool(_take(question, _SAYS))
    textual = says or bool(_take(question, _TEXTUAL))
    top = _top(question)
    group, vague = _group(question)
    kind: Kind | Literal[""] = ""
    of_time = False
    if not _asks_for_units(question) and _take(question, _COUNT):
        kind = "count"
    elif _take(question, _AVERAGE):
        kind = "average"
    elif found := _take(question, _MAX):
        kind, of_time = "max", found in _LATEST or question.has(("spätesten", "späteste"))
    elif found := _take(question, _MIN):
        kind, of_time = "min", found in _EARLIEST
    elif _is_free(question, _SURE_SUM) or (group and _is_free(question, _SUM)) or _begins_with_sum(question):
        kind = "sum"
        _take(question, _SUM)
    listing = bool(_take(question, _LIST))
    _take(question, _SUMMARIZE)
    _take(question, _COMPARE)
    return Wanted(kind, listing, summarize, compare, textual, says, of_time, top, group, vague)


def _begins_with_sum(question: QuestionWords) -> bool:
    """ "What is the total (net) value of …", "Total amount of …": of many documents, not a field of one."""
    for place, word in enumerate(question.words[:5]):
        if not question.taken[place] and word.key in ("total", "overall", "gesamtbetrag", "gesamtwert"):
            return not {*question.before(place, 2)} & _HAVING
    return False


def _is_free(question: QuestionWords, phrases: tuple[str, ...]) -> bool:
    """Whether such words stand there and are no part of a name."""
    return next(question.find(phrases), None) is not None


def _take(question: QuestionWords, phrases: tuple[str, ...]) -> str:
    first = ""
    for found in list(question.find(phrases)):
        text = question.take(found)
        first = first or text.casefold()
    return first


def _top(question: QuestionWords) -> int:
    match = _TOP.search(question.text)
    if match is None or not (
        question.has(_MAX) or question.has(_MIN) or match.group().casefold().startswith("top")
    ):
        return 0
    question.take(question.in_span(match.start(), match.end()))
    word = folded(match["count"])
    return _COUNTS.get(word) or int(word)


def _group(question: QuestionWords) -> tuple[str, bool]:
    for pattern, vague in ((_GROUP, False), (_VAGUE_GROUP, True)):
        match = pattern.search(question.text)
        if match:
            return match["what"].casefold(), vague
    return "", False


def _asks_for_units(question: QuestionWords) -> bool:
    """ "How many days" asks for a figure, not for a number of documents."""
    for found in question.find(_COUNT, free=False):
        if found.last < len(question.words) and unit_of(question.words[found.last].text) is not None:
            return len(question.words[found.last].text) > 1
    return False


def form_asked(words: QuestionWords) -> Form | None:
    """The form that is named last, its words taken; None where none is."""
    last: tuple[int, Form] | None = None
    for form, told in _FORMS:
        for found in list(words.find(told)):
            words.take(found)
            if last is None or found.first > last[0]:
                last = (found.first, form)
    return last[1] if last is not None else None
