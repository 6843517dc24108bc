"""What was read, as something that facts can be looked up in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import WORD, has_word, is_german, one_spelling, stem
from core.answer.sources import Source
from core.text.clock import clock_times
from core.text.dates import Date
from core.text.hyphenation import dehyphenated
from core.text.numbers import Number, with_digits
from core.text.unspaced import apart

_SHORT_NAME = re.compile(r"\b[A-ZÄÖÜ]{2,}\b")  # in German every noun has a capital, so only these are names
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-"})
# "Q4" is also "the fourth quarter", "80s" are years, "15th" is a rank: nothing that names one thing.
_PERIOD = re.compile(r"(?:q[1-4]|h[12]|[1-4]q|fy\d\d(?:\d\d)?|\d{2,4}e?s|\d{1,3}(?:st|nd|rd|th|er))")


@dataclass(frozen=True, slots=True)
class Known:
    """What some texts say. Of the question only names and periods ("Q4") count as known without them: what
    else it says may not be so ("Is the warranty 99 weeks?")."""

    text: str
    facts: tuple[Facts, ...]
    asked: Facts
    question: str

    @classmethod
    def of(cls, sources: Sequence[Source], question: str) -> Known:
        """Of the sources of a run, with titles, headings and dates."""
        texts = [
            text
            for source in sources
            for text in (source.chunk.text, source.surroundings, *_years_of(source.document.date))
        ]
        return cls.of_texts(texts, question)

    @classmethod
    def of_texts(cls, texts: Iterable[str], question: str = "") -> Known:
        texts = tuple(map(dehyphenated, texts))
        return cls(folded(" ".join(texts)), tuple(map(facts_of, texts)), facts_of(question), question)

    def has_command(self, command: str) -> bool:
        return says(self.text, folded(command))

    def has_identifier(self, word: str) -> bool:
        is_asked = word in self.asked.identifiers and _PERIOD.fullmatch(word) is not None
        return is_asked or says(self.text, word)

    def has_number(self, number: Number) -> bool:
        """The same figure somewhere, and not everywhere as another measure: 42 lb are no 42 kg."""
        same = [other for facts in self.facts for other in facts.numbers if _equal(number, other)]
        if number.is_measure and any(other.is_measure for other in same):
            return any(number.is_carried_by(other) for other in same)
        return (
            bool(same)
            or any(number.is_carried_by(other) for facts in self.facts for other in facts.numbers)
            or any(number.is_year(date.year) for facts in self.facts for date in facts.dates)
        )

    def has_date(self, date: Date) -> bool:
        """Said as precisely; or, as in tables, its day and month in one place and its year in another."""
        dates = [other for facts in self.facts for other in facts.dates]
        if any(date.is_carried_by(other) for other in dates):
            return True
        year = str(date.year)
        has_year = not date.year or any(year == str(other.year) for other in dates) or says(self.text, year)
        day = Date(0, date.month, date.day)
        return has_year and (not date.month or any(day.is_carried_by(other) for other in dates))

    def strange_names(self, text: str, said: Facts) -> list[str]:
        """Names of `text` that no text has, as they are written."""
        everywhere = (*self.facts, self.asked)
        words = {word for facts in everywhere for word in (*facts.words, *facts.identifiers, *facts.names)}
        currencies = {number.currency for facts in everywhere for number in facts.numbers}  # "€" is EUR
        german = is_german(f"{text} {self.question}")
        return [
            name
            for name in (_SHORT_NAME if german else WORD).findall(text)
            if (key := stem(one_spelling(name))) in said.names
            and not has_word(words, key)
            and name.upper() not in currencies
        ]


def _equal(number: Number, other: Number) -> bool:
    """Equal as it is meant or as it is written: the scale of a table stands in its header.

    In another currency it is another figure; a table need not repeat its own in each cell.
    """
    if number.currency and other.currency and number.currency != other.currency:
        return False
    return number.equals(other) or (number.value == other.value and number.percent == other.percent)


def _years_of(date: str) -> tuple[str, ...]:
    """A report is about the year of its date or the one before."""
    year = date[:4]
    return (date, year, str(int(year) - 1)) if year.isdecimal() else ()


def as_written(number: Number, text: str) -> str:
    """With the word behind it: "99 weeks", also of "ninety-nine weeks"."""
    if number.text not in text:
        text = with_digits(text)
    start = text.find(number.text)
    if start < 0:
        return number.text
    behind = text[start + len(number.text) :].replace("-", " ", 1).split(" ", 2)
    word = behind[1].strip(".,;:!?()") if len(behind) > 1 and not behind[0] else ""
    return f"{number.text} {word}" if word.isalpha() else number.text


def folded(text: str) -> str:
    return " ".join(clock_times(apart(text.translate(_HYPHENS))).casefold().split())


def says(text: str, term: str) -> bool:
    """`text` has the folded `term` as words of its own."""
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text) is not None
