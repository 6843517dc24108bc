"""Numbers in English and German text, with their scale ("1.2 billion"), unit or currency.

Pure functions. Numbers are compared as decimals after removing group separators ("4,584,833" equals
"4584833"), with their scale ("1.2 billion" equals "1,200 million") and in one unit ("3 years" equals
"36 months"). A percent sign belongs to its number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from core.answer.facts_words import NEGATIONS, STOP_WORDS, one_spelling, stem

GROUP = "\ue001"  # a space between the groups of one number; a plain space separates numbers
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<open>\()?(?P<currency>[$€£])?\s?(?P<sign>(?<![%°)])[-−–])?(?P<currency_inside>[$€£])?"
    rf"(?P<digits>\d{{1,3}}(?:[{GROUP}']\d{{3}})+(?:[.,]\d+)?|\d(?:[\d.,]*\d)?)(?P<close>\))?"
    rf"[\s{GROUP}]?(?P<percent>%|percent\b|per\scent\b|Prozent\b)?(?![\w])"
)
_BEHIND = re.compile(rf"[\s{GROUP}-]*([^\W\d_]+[²³]?|[$€£°])")
_BEHIND_SCALE = re.compile(rf"[\s{GROUP}.-]*([^\W\d_]+[²³]?|[$€£])")
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

_SPELLED = (
    ("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
     " seventeen eighteen nineteen", 2),
    ("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
     " siebzehn achtzehn neunzehn", 2),
)  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_GERMAN_TENS = {
    "zwanzig": 20, "dreissig": 30, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70,
    "achtzig": 80, "neunzig": 90,
}  # fmt: skip


def _number_words() -> dict[str, str]:
    small = {word: n for words, first in _SPELLED for n, word in enumerate(words.split(), first)}
    ones = list(_SPELLED[0][0].split())[:8]
    german_ones = ["ein", *_SPELLED[1][0].split()[:8]]
    found = small | _TENS | _GERMAN_TENS | {"dozen": 12, "dutzend": 12}
    for tens, value in _TENS.items():
        found |= {f"{tens}-one": value + 1} | {f"{tens}-{one}": value + n for n, one in enumerate(ones, 2)}
    for tens, value in _GERMAN_TENS.items():
        found |= {f"{one}und{tens}": value + n for n, one in enumerate(german_ones, 1)}
    return {word: str(value) for word, value in found.items()}


_NUMBER_WORDS = _number_words()
_NUMBER_WORD = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})(?!\w|-(?:[a-z]+und|one\b))",
    re.IGNORECASE,
)

# Unit as written, folded → its one name, what it measures, and how many of the least unit it is.
_UNITS: dict[str, tuple[str, str, Decimal]] = {}
for _names, _kind, _factor in (
    ("kg kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm", "mass", "1000"),
    ("g gram grams gramme grammes gramm", "mass", "1"),
    ("mg milligram milligrams milligramm", "mass", "0.001"),
    ("tonne tonnes tonnen", "mass", "1000000"),
    ("lb lbs", "pound", "1"),
    ("km kilometer kilometers kilometre kilometres kilometern", "length", "1000"),
    ("m meter meters metre metres metern", "length", "1"),
    ("cm centimeter centimeters centimetre centimetres zentimeter", "length", "0.01"),
    ("mm millimeter millimeters millimetre millimetres millimeter", "length", "0.001"),
    ("mile miles meile meilen", "mile", "1"),
    ("yard yards", "foot", "3"),
    ("ft foot feet fuß", "foot", "1"),
    ("inch inches zoll", "foot", "0.08333"),
    ("l liter liters litre litres litern", "volume", "1"),
    ("ml milliliter milliliters millilitre millilitres", "volume", "0.001"),
    ("m²", "area", "1"),
    ("km²", "area", "1000000"),
    ("ha hectare hectares hektar", "area", "10000"),
    ("acre acres", "acre", "1"),
    ("second seconds sec sekunde sekunden", "time", "1"),
    ("minute minutes min minuten", "time", "60"),
    ("hour hours h stunde stunden", "time", "3600"),
    ("day days tag tage tagen", "time", "86400"),
    ("week weeks woche wochen", "time", "604800"),
    ("month months monat monate monaten monats", "month", "1"),
    ("year years yr yrs jahr jahre jahren jahres", "month", "12"),
    ("decade decades jahrzehnt jahrzehnte jahrzehnten", "month", "120"),
    ("century centuries jahrhundert jahrhunderte jahrhunderten", "month", "1200"),
    ("w watt watts", "power", "1"),
    ("kw kilowatt kilowatts", "power", "1000"),
    ("mw megawatt megawatts", "power", "1000000"),
    ("v volt volts", "voltage", "1"),
    ("kv kilovolt kilovolts", "voltage", "1000"),
    ("hz hertz", "frequency", "1"),
    ("khz kilohertz", "frequency", "1000"),
    ("mhz megahertz", "frequency", "1000000"),
    ("ghz gigahertz", "frequency", "1000000000"),
    ("kb kilobyte kilobytes", "memory", "0.001"),
    ("mb megabyte megabytes", "memory", "1"),
    ("gb gigabyte gigabytes", "memory", "1000"),
    ("tb terabyte terabytes", "memory", "1000000"),
    ("bar", "pressure", "1"),
    ("°", "degree", "1"),
):
    _one_name, *_ = _names.split()
    for _name in _names.split():
        _UNITS[_name] = (_one_name, _kind, Decimal(_factor))
_UNIT_STEMS = frozenset(stem(one_spelling(name)) for name in _UNITS)
_ATTACHED = re.compile(
    r"(?<![\w.,/-])(?P<before>[$€£]?)(?P<digits>\d(?:[\d.,]*\d)?)"
    rf"(?P<unit>{'|'.join(sorted((re.escape(u) for u in _UNITS if len(u) <= 3), key=len, reverse=True))}"
    r"|bn|mn|mio|k|K|M|B)(?![\w/-])"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: `value` times `scale` is meant.

    `unit` is the one name of a unit ("kg") or the stem of the word behind it, `currency` its ISO code.
    `other`: its value if it is written in the other way, where nothing tells ("1.234" in a row of a table).
    `start` orders it among the `tokens` of its text.
    """

    value: Decimal
    percent: bool
    text: str
    unit: str = ""
    currency: str = ""
    other: Decimal | None = None
    scale: int = 1
    start: int = field(default=0, compare=False)

    @property
    def amount(self) -> Decimal:
        """What is meant, in `unit`: 1,200,000,000 for "1.2 billion"."""
        return self.value * self.scale

    @property
    def is_measure(self) -> bool:
        """True with a unit of measure, not just a counted noun."""
        return self.unit in _UNITS

    @property
    def measured(self) -> str:
        """What is measured ("mass", "time"); empty for what is just counted."""
        return _UNITS[self.unit][1] if self.is_measure else ""

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
        if self.is_measure and source.is_measure:
            mine, theirs = _UNITS[self.unit], _UNITS[source.unit]
            return mine[1] == theirs[1] and bool(
                {amount * mine[2] for amount in self.amounts()}
                & {amount * theirs[2] for amount in source.amounts()}
            )
        if (self.is_measure and source.unit) or {self.unit, source.unit} == _HOURS:
            return False
        return self.equals(source)


def with_digits(text: str) -> str:
    """Spelled-out numbers as digits, and a space between a number and the unit written on to it."""
    text = _NUMBER_WORD.sub(lambda match: _NUMBER_WORDS[match.group().lower()], text)
    return _ATTACHED.sub(_apart, text)


def _digits_of(match: re.Match[str]) -> str:
    """Folded, "dreißig" is "dreissig", which stands in the table as well."""
    return _NUMBER_WORDS.get(match.group().casefold(), match.group())


def numbers_in(text: str, german: bool | None) -> tuple[Number, ...]:
    """The numbers of a text without identifiers and dates, in their order."""
    found = (_number(match, text, german) for match in _NUMBER.finditer(text))
    return tuple(number for number in found if number is not None)


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


def is_unit_word(word: str) -> bool:
    """True for the stem of a unit of measure."""
    return word in _UNIT_STEMS


def is_measuring(word: str) -> bool:
    """True for a word or sign behind a figure that says what it counts: "million", "kg", "€", "%"."""
    folded = word.casefold()
    return is_scale(word) or folded in _UNITS or folded in CURRENCIES or folded in ("%", "percent", "prozent")


def is_scale(word: str) -> bool:
    return word.casefold() in _SCALES


def _apart(match: re.Match[str]) -> str:
    unit = match.group("unit")
    if unit in ("M", "B") and not match.group("before"):
        return match.group()
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
    behind = _BEHIND.match(text, match.end())
    word = behind.group(1) if behind else ""
    scale = 1
    scales = _MONEY_SCALES if currency else _GERMAN_SCALES if german else _SCALES
    while behind and word.casefold() in scales and not match.group("percent"):
        scale *= scales[word.casefold()]
        behind = _BEHIND_SCALE.match(text, behind.end())
        word = behind.group(1) if behind else ""
    currency = CURRENCIES.get(word.casefold(), currency)
    unit = _unit(word)
    if currency and scale == 1 and other is not None:
        # Money has no three decimals: "48.000 Euro" in an English text, or one of no language, is 48,000.
        value = other = max(value, other, key=abs)
    other = None if german is not None or other == value else other
    percent = bool(match.group("percent"))
    start = match.start("digits")
    return Number(value, percent, match.group(0).strip(), unit, currency, other, scale, start)


def _unit(word: str) -> str:
    """One name of a unit, or the stem of the noun that is counted."""
    folded = word.casefold()
    if folded in _UNITS:
        return _UNITS[folded][0]
    if folded in CURRENCIES or ((folded in STOP_WORDS or folded in NEGATIONS) and folded not in _HOURS):
        return ""
    return stem(one_spelling(word))


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
