"""Numbers in English and German text, with their scale ("1.2 billion"), unit or currency.

Pure functions. Numbers are compared as decimals after removing group separators ("4,584,833" equals
"4584833"), with their scale ("1.2 billion" equals "1,200 million") and in one unit ("3 years" equals
"36 months"). A percent sign belongs to its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from core.answer.facts.stems import NEGATIONS, STOP_WORDS, one_spelling, stem
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, folded, words_for
from core.text.units import (
    GROUP,
    SHORT,
    Behind,
    is_same_kind,
    kind_of,
    may_be_left_out,
    rate_behind,
    rates_in,
    size_of,
    unit_behind,
    unit_named,
)

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<open>\()?(?P<currency>[$€£])?\s?(?P<sign>(?<![%°)])[-−–])?(?P<currency_inside>[$€£])?"
    rf"(?P<digits>\d{{1,3}}(?:[{GROUP}']\d{{3}})+(?:[.,]\d+)?|\d(?:[\d.,]*\d)?)(?P<close>\))?"
    rf"[\s{GROUP}]?(?P<percent>%|percent\b|per\scent\b|Prozent\b)?(?![\w])"
)
_BEHIND_SCALE = re.compile(rf"[\s{GROUP}.-]*")
# What numbers a version or a place in a document: "2.1" is not "2.10" there.
_LABELS = (
    r"(?:\b(?:versions?|version(?:s|en)|v|releases?|firmware|software|revision|rev|sections?|sec|clauses?|chapters?"
    r"|paragraphs?|para|articles?|art|annex|appendix|rules?|steps?|items?|tables?|figures?|fig"
    r"|abschnitte?n?|kapiteln?|ziffern?|absatz|artikeln?|anhang|punkt|regeln?|schritt|tabellen?|abbildung|abb"
    r"|python|java|bluetooth|windows|android|linux|(?-i:[A-Za-z]*[A-Z][A-Za-z]*[A-Z][A-Za-z]*))\b|§)"
)
_LABELLED = re.compile(
    rf"{_LABELS}[.:]?(?:[\s,#(–-]+(?:is|was|no|nr|number|version|to|from|and|or|ist|lautet|war|von|auf|und|oder|bis"
    r"|\d[\d.]*)\b[.:]?)*[\s,#(–-]*$",
    re.IGNORECASE,
)
_LABEL_REACH = 60  # characters
_NO_PART = re.compile(r"(?:\.0)+$")
_CURRENCY_CODE = re.compile(r"\b([A-Za-z]{2,3})\s?$")
CURRENCIES = {
    "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "gbp": "GBP", "chf": "CHF", "yen": "JPY", "jpy": "JPY",
}  # fmt: skip
_SCALES = {
    "hundred": 10**2, "hundert": 10**2,
    "thousand": 10**3, "tausend": 10**3, "tsd": 10**3, "k": 10**3,
    "million": 10**6, "millions": 10**6, "millionen": 10**6, "mio": 10**6, "mn": 10**6,
    "billion": 10**9, "billions": 10**9, "bn": 10**9, "milliarde": 10**9, "milliarden": 10**9, "mrd": 10**9,
    "billionen": 10**12, "bio": 10**12, "trillion": 10**12, "trillions": 10**12, "tn": 10**12,
}  # fmt: skip
_GERMAN_SCALES = _SCALES | {"billion": 10**12, "trillion": 10**18, "trillionen": 10**18}
_MONEY_SCALES = _SCALES | {"m": 10**6, "b": 10**9, "t": 10**12}
# "in millions", "$ in thousands", "Angaben in Tsd. Euro": what the figures of a table are counted in.
_STATED_SCALE = re.compile(
    r"\b(?:in|amounts in|angaben in)\s(?:(?:us|u\.s\.)?\s?[$€£]\s?|usd\s|eur\s|euros?\s|dollars?\s)?"
    r"(?P<scale>thousands|tausend|tsd|millions?|millionen|mio|billions?|milliarden|mrd)\b"
    r"|\((?:us)?[$€£]?\s?(?P<bracketed>thousands|millions?|billions)\b"
    r"|\b(?P<mark>teur|t€|mio\.?\s?(?:€|eur)|mrd\.?\s?(?:€|eur)|tsd\.?\s?(?:€|eur))(?!\w)",
    re.IGNORECASE,
)
_HOURS = frozenset({"am", "pm"})


def _number_words() -> dict[str, str]:
    from_two = range(2, 100)  # "one" is more often a word for a thing
    german = words_for(GERMAN_NUMBERS, from_two)
    found = words_for(ENGLISH_NUMBERS, from_two) | german | {"dozen": 12, "dutzend": 12}
    found |= {word.replace("dreißig", "dreissig"): number for word, number in german.items()}
    return {word: str(value) for word, value in found.items()}


_NUMBER_WORDS = _number_words()
_NUMBER_WORD = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})(?!\w|-(?:[a-z]+und|one\b))",
    re.IGNORECASE,
)

_SHORT_UNIT = f"(?:{'|'.join(sorted(map(re.escape, SHORT), key=len, reverse=True))})"
_ATTACHED = re.compile(
    r"(?<![\w.,/-])(?P<before>[$€£]?)(?P<digits>\d(?:[\d.,]*\d)?)"
    rf"(?P<unit>{_SHORT_UNIT}|bn|mn|mio|k|K|M|B)(?![\w-]|/(?!(?:{_SHORT_UNIT}|s|d|min)(?!\w)))"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: `value` times `scale` is meant.

    `unit` is the one name of a unit ("kg") or the stem of the word behind it, `currency` its ISO code.
    `other`: its value if it is written in the other way, where nothing tells ("1.234" in a row of a table).
    `per`: what it is counted per ("h" of "20 km/h"); `rates`: what its text counts per elsewhere.
    `label`: it numbers a version or a section, where "3.1" and "3.10" are two.
    `start` orders it among the `tokens` of its text.
    """

    value: Decimal
    percent: bool
    text: str
    unit: str = ""
    currency: str = ""
    other: Decimal | None = None
    scale: int = 1
    per: str = ""
    label: bool = False
    rates: frozenset[str] = field(default=frozenset(), compare=False)
    start: int = field(default=0, compare=False)

    @property
    def amount(self) -> Decimal:
        """What is meant, in `unit`: 1,200,000,000 for "1.2 billion"."""
        return self.value * self.scale

    @property
    def is_measure(self) -> bool:
        """True with a unit of measure, not just a counted noun."""
        return bool(kind_of(self.unit))

    @property
    def measured(self) -> str:
        """What is measured ("mass", "time"); empty for what is just counted."""
        return kind_of(self.unit)

    def amounts(self) -> frozenset[Decimal]:
        """`amount` in each of its readings."""
        return frozenset(
            value * self.scale for value in (self.value, self.value if self.other is None else self.other)
        )

    def is_year(self, year: int) -> bool:
        """True if this bare figure may be the year."""
        return (
            self.amount == year and self.scale == 1 and not (self.percent or self.currency or self.is_measure)
        )

    def equals(self, source: Number) -> bool:
        """The same figure, whatever is counted: equal in one of their readings, or written alike."""
        if self.percent != source.percent:
            return False
        if self.label or source.label:
            return _label(self.text) == _label(source.text)
        if self.value == source.value and self.scale == source.scale:
            return True
        if self.other is None and source.other is None and self.scale == source.scale:
            return False
        return bool(self.amounts() & source.amounts()) or (
            self.text == source.text and self.scale == source.scale
        )

    def is_carried_by(self, source: Number) -> bool:
        """The same figure; a currency must be the source's own, a measure must not contradict the source's.

        Nouns that are counted ("12 wells") are for whoever compares the words.
        """
        if self.percent != source.percent or (self.currency and self.currency != source.currency):
            return False
        if self.label or source.label:
            return self.equals(source)
        if not self._has_rate_of(source):
            return False
        if self.is_measure and source.is_measure:
            return is_same_kind(self.unit, source.unit) and self._equals_in_one_unit(source)
        if (self.is_measure and source.unit) or {self.unit, source.unit} == _HOURS:
            return False
        if self.per != source.per and self.per and source.per:
            return self._equals_in_one_unit(source)
        return self.equals(source)

    def _has_rate_of(self, source: Number) -> bool:
        """Counted per the same; a bare cell of a table does not say what it is counted per."""
        if self.per and source.per:
            return is_same_kind(self.per, source.per)
        if self.per:
            return self.per in source.rates or not (source.unit or source.currency or source.percent)
        if source.per and self.is_measure and source.is_measure:
            return source.per in self.rates or may_be_left_out(source.per)
        return True

    def _equals_in_one_unit(self, source: Number) -> bool:
        both = bool(self.per and source.per)
        mine, theirs = (
            {Fraction(amount) * size_of(n.unit) / (size_of(n.per) if both else 1) for amount in n.amounts()}
            for n in (self, source)
        )
        return not mine.isdisjoint(theirs)


def with_digits(text: str) -> str:
    """Spelled-out numbers as digits, and a space between a number and the unit written on to it."""
    text = _NUMBER_WORD.sub(lambda match: _NUMBER_WORDS[folded(match.group())], text)
    return _ATTACHED.sub(_apart, text)


def numbers_in(text: str, german: bool | None) -> tuple[Number, ...]:
    """The numbers of a text without identifiers and dates, in their order."""
    found = (_number(match, text, german) for match in _NUMBER.finditer(text))
    rates = rates_in(text)
    return tuple(replace(number, rates=rates) for number in found if number is not None)


def stated_scale(text: str) -> int:
    """What the figures below such a heading are counted in: 1,000,000 for "(in millions)", else 1."""
    match = _STATED_SCALE.search(text)
    if match is None:
        return 1
    word = (match.group("scale") or match.group("bracketed") or match.group("mark")).casefold()
    if word in ("teur", "t€"):
        return 1000
    word = re.split(r"[\s.€]", word)[0]
    return _SCALES.get(word, _SCALES.get(word.removesuffix("s"), 1))


def is_measuring(word: str) -> bool:
    """True for a word or sign behind a figure that says what it counts: "million", "kg", "€", "%"."""
    folded = word.casefold()
    return (
        is_scale(word)
        or bool(unit_named(word))
        or folded in CURRENCIES
        or folded in ("%", "percent", "prozent")
    )


def is_scale(word: str) -> bool:
    return word.casefold() in _SCALES


def _apart(match: re.Match[str]) -> str:
    unit = match.group("unit")
    if unit in ("M", "B") and not match.group("before"):
        return match.group()
    unit = "k" if unit == "K" else unit  # "5 K" may be kelvins, "5K" are thousands
    return f"{match.group('before')}{match.group('digits')} {unit}"


def _number(match: re.Match[str], text: str, german: bool | None) -> Number | None:
    value = parse_number(match.group("digits"), german)
    if value is None:
        return None
    other = parse_number(match.group("digits"), not german)
    # Accountants write negative figures in parentheses.
    if match.group("sign") or (match.group("open") and match.group("close")):
        value = -value
        other = -other if other is not None else None
    sign = match.group("currency") or match.group("currency_inside") or ""
    before = _CURRENCY_CODE.search(text[max(0, match.start() - 5) : match.start()])
    currency = CURRENCIES.get(sign or (before.group(1).casefold() if before else ""), "")
    behind = unit_behind(text, match.end())
    scale = 1
    scales = _MONEY_SCALES if currency else _GERMAN_SCALES if german else _SCALES
    while behind and _is_scale_here(behind.word, scales, currency) and not match.group("percent"):
        scale *= scales[behind.word.casefold()]
        gap = _BEHIND_SCALE.match(text, behind.end)
        behind = unit_behind(text, gap.end() if gap else behind.end)
    currency = CURRENCIES.get(behind.word.casefold(), currency) if behind else currency
    unit = _unit(behind)
    # "€ 80 per hour": the rate stands where the unit would.
    per = (behind.per if behind else "") or rate_behind(text, match.end())
    if currency and scale == 1 and other is not None:
        # Money has no three decimals: "48.000 Euro" in an English text, or one of no language, is 48,000.
        value = other = max(value, other, key=abs)
    other = None if german is not None or other == value else other
    percent = bool(match.group("percent"))
    start = match.start("digits")
    label = (
        "." in match.group("digits")
        and not (percent or currency or scale > 1 or kind_of(unit))
        and _LABELLED.search(text[max(0, start - _LABEL_REACH) : start]) is not None
    )
    return Number(
        value, percent, match.group(0).strip(), unit, currency, other, scale, per, label, frozenset(), start
    )


def _label(text: str) -> str:
    """ "2.10" of "(2.10"; "2" and "2.0" are one version."""
    return _NO_PART.sub("", text.strip("() -–−"))


def _is_scale_here(word: str, scales: Mapping[str, int], currency: str) -> bool:
    return word.casefold() in scales and (word != "K" or bool(currency))


def _unit(behind: Behind | None) -> str:
    """One name of a unit, or the stem of the noun that is counted."""
    if behind is None:
        return ""
    folded = behind.word.casefold()
    if behind.name:
        return behind.name
    if folded in CURRENCIES or ((folded in STOP_WORDS or folded in NEGATIONS) and folded not in _HOURS):
        return ""
    return stem(one_spelling(behind.word))


def parse_number(digits: str, german: bool | None = None) -> Decimal | None:
    """ "4,584,833", "4.584.833", "1 234,56" or "1,234.56" as a decimal; None when it is no number.

    A single separator followed by exactly three digits groups if it is the language's grouping one: "1,234"
    is 1234 (and 1.234 in German), "1.234" is 1.234 (and 1234 in German). Otherwise the last separator is the
    decimal point.
    """
    digits = digits.replace("'", "").replace(GROUP, "").replace(" ", "")
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and dot >= 0:
        decimal = "," if comma > dot else "."
        grouping = "." if decimal == "," else ","
        digits = digits.replace(grouping, "").replace(decimal, ".")
    elif comma >= 0 or dot >= 0:
        separator = "," if comma >= 0 else "."
        parts = digits.split(separator)
        groups = len(parts) > 1 and all(len(part) == 3 for part in parts[1:]) and 1 <= len(parts[0]) <= 3
        if groups and (separator == ("." if german else ",") or len(parts) > 2) and parts[0] != "0":
            digits = "".join(parts)
        elif len(parts) == 2:
            digits = ".".join(parts)
        else:
            return None
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None
