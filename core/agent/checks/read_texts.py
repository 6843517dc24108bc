"""What was read, as something that facts can be looked up in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import WORD, has_word, is_german, one_spelling, stem
from core.answer.sources import Source
from core.text.dates import Date
from core.text.numbers import Number

_SHORT_NAME = re.compile(r"\b[A-ZÄÖÜ]{2,}\b")  # in German every noun has a capital, so only these are names
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-"})
# "Q4" is also "the fourth quarter", "80s" are years, "15th" is a rank: nothing that names one thing.
_PERIOD = re.compile(r"(?:q[1-4]|h[12]|[1-4]q|fy\d\d(?:\d\d)?|\d{2,4}e?s|\d{1,3}(?:st|nd|rd|th|er))")


@dataclass(frozen=True, slots=True)
class Known:
    """What some texts say; `asked` are facts that count as known without them."""

    text: str
    facts: tuple[Facts, ...]
    asked: Facts
    question: str

    @classmethod
    def of(cls, sources: Sequence[Source], question: str) -> Known:
        """Of the sources of a run; what the question says is known, too."""
        texts = [text for source in sources for text in (source.chunk.text, source.surroundings)]
        return cls.of_texts(texts, question)

    @classmethod
    def of_texts(cls, texts: Iterable[str], question: str = "") -> Known:
        texts = tuple(texts)
        return cls(folded(" ".join(texts)), tuple(map(facts_of, texts)), facts_of(question), question)

    def has_command(self, command: str) -> bool:
        return says(self.text, folded(command))

    def has_identifier(self, word: str) -> bool:
        return word in self.asked.identifiers or says(self.text, word)

    def has_number(self, number: Number) -> bool:
        """The same figure somewhere, and not everywhere as another measure: 42 lb are no 42 kg."""
        everywhere = (*self.facts, self.asked)
        same = [other for facts in everywhere for other in facts.numbers if _equal(number, other)]
        if number.is_measure and any(other.is_measure for other in same):
            return any(number.is_carried_by(other) for other in same)
        return bool(same) or any(
            number.is_carried_by(other) for facts in self.facts for other in facts.numbers
        )

    def has_date(self, date: Date) -> bool:
        """Said as precisely; or, as in tables, its day and month in one place and its year in another."""
        dates = [other for facts in (*self.facts, self.asked) for other in facts.dates]
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


def names_one_thing(identifier: str) -> bool:
    """False for quarters, decades and ranks, which have many spellings."""
    return not _PERIOD.fullmatch(identifier)


def _equal(number: Number, other: Number) -> bool:
    """Equal as it is meant or as it is written: the scale of a table stands in its header.

    In another currency it is another figure; a table need not repeat its own in each cell.
    """
    if number.currency and other.currency and number.currency != other.currency:
        return False
    return number.equals(other) or (number.value == other.value and number.percent == other.percent)


def folded(text: str) -> str:
    return " ".join(text.translate(_HYPHENS).casefold().split())


def says(text: str, term: str) -> bool:
    """`text` has the folded `term` as words of its own."""
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text) is not None
