"""Numbers in English and German text, with scale ("1.2 billion"), unit or currency: the one reader of them.

Pure functions. `find_numbers` reads running text; `find_money`, `find_measured` and `find_figures` read texts
where values are expected: cells, what stands behind a label, questions over fields. There plain spaces may
group figures, numbers may be words, and single letters units. Figures are exact decimals, spans half-open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from core.text.currency_names import (
    NAME_PATTERN,
    SIGN,
    any_of,
    currency_behind,
    currency_named,
    is_code,
    may_be_same,
    name_before,
)
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, folded, words_for
from core.text.units import (
    GROUP,
    SHORT,
    UNIT_PATTERN,
    is_same_kind,
    kind_of,
    may_be_left_out,
    rate_behind,
    rates_in,
    size_of,
    unit_behind,
    unit_named,
    unit_of,
)
from core.text.unspaced import with_figures

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


def _words_in_text() -> dict[str, int]:
    from_two = range(2, 100)  # "one" is more often a word for a thing
    german = words_for(GERMAN_NUMBERS, from_two)
    found = words_for(ENGLISH_NUMBERS, from_two) | german | {"dozen": 12, "dutzend": 12}
    return found | {word.replace("dreißig", "dreissig"): number for word, number in german.items()}


_WORDS_IN_TEXT = _words_in_text()
_WORD_IN_TEXT = re.compile(
    rf"(?<![\w-])(?:{any_of(_WORDS_IN_TEXT)})(?!\w|-(?:[a-z]+und|one\b))", re.IGNORECASE
)
NUMBER_WORDS = {
    **words_for(ENGLISH_NUMBERS, (*range(1, 50), *range(50, 100, 10))),
    **words_for(GERMAN_NUMBERS, (*range(1, 21), *range(30, 100, 10), 24, 36, 48)),
    **dict.fromkeys(("ein", "eine", "einen", "einem", "einer", "eines"), 1),
    "zweier": 2,
    "dreier": 3,
}
_DIGITS = r"\d(?:[\d.,]*\d)?"
_SHORT_UNIT = f"(?:{any_of(SHORT)})"
_ATTACHED = re.compile(
    rf"(?<![\w.,/-])(?P<before>{SIGN}?)(?P<digits>{_DIGITS})"
    rf"(?P<unit>{_SHORT_UNIT}|bn|mn|mio|k|K|M|B)(?![\w-]|/(?!(?:{_SHORT_UNIT}|s|d|min)(?!\w)))"
)


_SPACES = f"{GROUP}\u00a0\u202f\u2009"  # between groups of three digits
_SIGN = r"[-−–+]"
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<open>\()?(?P<currency>{SIGN})?\s?(?P<sign>(?<![%°)])[-−–])?(?P<currency_inside>{SIGN})?"
    rf"(?P<digits>\d{{1,3}}(?:[{GROUP}']\d{{3}})+(?:[.,]\d+)?|{_DIGITS})(?P<close>\))?"
    rf"[\s{GROUP}]?(?P<percent>%|percent\b|per\scent\b|Prozent\b)?(?![\w])"
)
_CENTS_LEFT_OUT = r"(?:[.,][-–—]{1,2})"  # "950,– €", "1'250.– Franken"
_BEHIND_DIGITS = re.compile(f"{_CENTS_LEFT_OUT}?")
_BEHIND_SCALE = re.compile(rf"[\s{GROUP}.-]*")
# Where values are expected: the figure with what stands before it, and what may stand behind it.
_FIGURE = (
    rf"(?:\d{{1,3}}(?:[ {_SPACES}]\d{{3}})+(?:[.,]\d+)?(?!\d)"
    rf"|\d{{1,3}}(?:['’]\d{{3}})+(?:[.,]\d+)?|{_DIGITS})"
)
_VALUE = re.compile(
    rf"(?<![\w.,])(?P<open>\()?(?P<sign>±?{_SIGN}\s?|±\s?)?"
    rf"(?:(?P<before>{NAME_PATTERN})(?![^\W\d_])\.?\s?(?P<inside>{_SIGN})?)?"
    rf"(?P<figure>{_FIGURE}|(?:{any_of(NUMBER_WORDS)})(?![\w-]))",
    re.IGNORECASE,
)
_SCALE_BEHIND = rf"{_CENTS_LEFT_OUT}?(?:\s?(?P<scale>{any_of({*_MONEY_SCALES} - {'b', 't'})})\b\.?)?"
_SCALE_OF_MONEY = re.compile(rf"{_SCALE_BEHIND}(?P<gap>\s?)", re.IGNORECASE)
_CLOSED = re.compile(r"(?!\w)\)?(?!\w)")
_UNIT_BEHIND = re.compile(
    rf"\)?[\s\u00a0\u202f]?-?(?:(?:operating|running|calendar)\s)?(?P<unit>{UNIT_PATTERN})(?![\w²³]|/\D)",
    re.IGNORECASE,
)
_PLAIN_FIGURE = rf"(?<![\w.,])\(?(?P<sign>{_SIGN}\s?)?(?P<figure>{_FIGURE})\)?"
_PLAIN_END = r"(?!\w|[.,]\d)"
_SCALES_AT_FIGURES = any_of({*_MONEY_SCALES} - {"m", "b", "t"})
_PLAIN = re.compile(_PLAIN_FIGURE + _PLAIN_END)
_SCALED = re.compile(
    rf"{_PLAIN_FIGURE}(?:\s?(?P<scale>{_SCALES_AT_FIGURES})\b\.?|{_PLAIN_END})", re.IGNORECASE
)
_ACCOUNT = re.compile(r"(?i)fr\d\d")  # of an account or tax number: "FR76 3000 6000"
_NO_CENTS = re.compile(rf"{_CENTS_LEFT_OUT}$")
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


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: `value` times `scale` is meant.

    `unit` is the one name of a unit ("kg") or the word that is counted, `currency` as
    `core.text.currency_names` has it; "pounds" are both.
    `other`: its value if it is written in the other way, where nothing tells ("1.234" in a row of a table).
    `per`: what it is counted per ("h" of "20 km/h"); `rates`: what its text counts per elsewhere.
    `label`: it numbers a version or a section, where "3.1" and "3.10" are two.
    `named`: the words of its currency, in running text. It stands at `[start, end)` of its text.
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
    named: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

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
        if self.percent != source.percent or not self._has_currency_of(source):
            return False
        if self.label or source.label:
            return self.equals(source)
        if not self._has_rate_of(source):
            return False
        if self.is_measure and source.is_measure:
            return is_same_kind(self.unit, source.unit) and self._equals_in_one_unit(source)
        if (self.is_measure and source.unit) or {self.unit, source.unit} == {"am", "pm"}:
            return False
        if self.per != source.per and self.per and source.per:
            return self._equals_in_one_unit(source)
        return self.equals(source)

    def _has_currency_of(self, source: Number) -> bool:
        """Pounds of money or of mass are what the source has."""
        if self.currency and source.currency:
            return may_be_same(self.currency, source.currency)
        return not self.currency or self.is_measure

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
    text = with_figures(text)
    text = _WORD_IN_TEXT.sub(lambda match: str(_WORDS_IN_TEXT[folded(match.group())]), text)
    return _ATTACHED.sub(_apart, text)


def find_numbers(
    text: str, german: bool | None, counted: Callable[[str], str] = str.casefold
) -> tuple[Number, ...]:
    """The numbers of running text without identifiers and dates, in their order.

    Args:
        german: whose commas and dots; None where nothing tells.
        counted: what the word behind a figure is as a unit, where it is neither a unit nor a currency.
    """
    rates = rates_in(text)
    found = (_number(match, text, german, rates, counted) for match in _NUMBER.finditer(text))
    return tuple(number for number in found if number is not None)


def find_money(text: str, comma_is_decimal: bool | None = None) -> list[Number]:
    """Amounts that stand with a currency, in their order."""
    return [number for number in _values(text, comma_is_decimal) if number.currency]


def find_measured(text: str, comma_is_decimal: bool | None = None) -> list[Number]:
    """Figures that stand with a unit, in their order."""
    return [number for number in _values(text, comma_is_decimal) if number.unit]


def find_figures(text: str, comma_is_decimal: bool | None = None, *, scaled: bool = False) -> list[Number]:
    """Figures without what stands behind them, in their order; `scaled`: but for "k" and "million"."""
    found = []
    for match in (_SCALED if scaled else _PLAIN).finditer(text):
        value = parse_number(match["figure"], comma_is_decimal)
        if value is not None:
            word = match["scale"] if scaled else None
            scale = _MONEY_SCALES[word.casefold()] if word else 1
            start = match.start("sign") if match["sign"] else match.start("figure")
            end = match.end() if word else match.end("figure")
            value = -value if _negative(match["sign"]) else value
            found.append(Number(value, False, match["figure"], scale=scale, start=start, end=end))
    return found


def parse_money(text: str, comma_is_decimal: bool | None = None) -> Number | None:
    """The amount that a text is, whole, with or without a currency."""
    stripped = _NO_CENTS.sub("", text.strip())
    for found in (find_money(stripped, comma_is_decimal), find_figures(stripped, comma_is_decimal)):
        if len(found) == 1 and (found[0].start, found[0].end) == (0, len(stripped)):
            return found[0]
    return None


def parse_number(text: str, comma_is_decimal: bool | None = None) -> Decimal | None:
    """The number that a text of digits and separators is; None when it is none.

    Of two kinds of separators the last is the decimal one; one that stands twice separates groups. One alone
    before three digits is what `comma_is_decimal` says, where that is known; else it separates groups, too,
    unless a zero stands before it.
    """
    figure = re.sub(rf"[ {_SPACES}'’]", "", text.strip())
    marks = [mark for mark in figure if mark in ".,"]
    decimal = ""
    if len(set(marks)) == 2 or (len(marks) == 1 and _is_decimal(figure, marks[0], comma_is_decimal)):
        decimal = marks[-1]
    whole, _, rest = figure.rpartition(decimal) if decimal else (figure, "", "")
    first, *groups = re.split("[.,]", whole)
    sizes = [len(group) for group in groups]
    by_lakhs = "," in whole and sizes[-1:] == [3] and set(sizes[:-1]) == {2} and len(first) < 3
    grouped = 1 <= len(first) <= 3 and (set(sizes) == {3} or by_lakhs)
    if not re.fullmatch(_DIGITS, figure) or (groups and not grouped):
        return None
    if decimal and decimal in whole:
        return None
    return Decimal(f"{first}{''.join(groups)}.{rest}" if rest else first + "".join(groups))


def stated_scale(text: str) -> int:
    """What the figures below such a heading are counted in: 1,000,000 for "(in millions)", else 1."""
    match = _STATED_SCALE.search(text)
    if match is None:
        return 1
    word = (match.group("scale") or match.group("bracketed") or match.group("mark")).casefold()
    if word in ("teur", "t€"):
        return 1000
    return scale_of(re.split(r"[\s.€]", word)[0])


def scale_of(word: str) -> int:
    """1,000 for "thousands", 10 to the 9th for "Mrd"; 1 for what is no scale."""
    small = word.casefold()
    return _SCALES.get(small, _SCALES.get(small.removesuffix("s"), 1))


def is_measuring(word: str) -> bool:
    """True for a word or sign behind a figure that says what it counts: "million", "kg", "€", "%"."""
    small = word.casefold()
    known = currency_named(word) or small in ("%", "percent", "prozent")
    return bool(known or is_scale(word) or unit_named(word))


def is_scale(word: str) -> bool:
    return word.casefold() in _SCALES


def _apart(match: re.Match[str]) -> str:
    unit = match.group("unit")
    if unit in ("M", "B") and not match.group("before"):
        return match.group()
    unit = "k" if unit == "K" else unit  # "5 K" may be kelvins, "5K" are thousands
    return f"{match.group('before')}{match.group('digits')} {unit}"


def _number(
    match: re.Match[str],
    text: str,
    german: bool | None,
    rates: frozenset[str],
    counted: Callable[[str], str],
) -> Number | None:
    value = parse_number(match.group("digits"), bool(german))
    if value is None:
        return None
    other = parse_number(match.group("digits"), not german)
    # Accountants write negative figures in parentheses.
    if match.group("sign") or (match.group("open") and match.group("close")):
        value = -value
        other = -other if other is not None else None
    sign = match.group("currency") or match.group("currency_inside") or ""
    before = "" if sign or match.group("percent") else name_before(text, match.start())
    currency = currency_named(sign or before)
    cents = _BEHIND_DIGITS.match(text, match.end())
    behind = unit_behind(text, cents.end() if cents else match.end())
    scale = 1
    scales = _MONEY_SCALES if currency else _GERMAN_SCALES if german else _SCALES
    while behind and _is_scale_here(behind.word, scales, currency) and not match.group("percent"):
        scale *= scales[behind.word.casefold()]
        gap = _BEHIND_SCALE.match(text, behind.end)
        behind = unit_behind(text, gap.end() if gap else behind.end)
    unit, named = "", before
    if behind:
        money = currency_behind(text, behind.start) if is_code(behind.word) or not behind.name else None
        if money:
            currency, named = money[0], text[behind.start : money[1]]
            unit = _unit_also(named)
        else:
            unit = behind.name or ("" if named else counted(behind.word))
            currency, named = ("", "") if before and behind.name else (currency, named)  # "ALL 50 kg"
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
    said = match.group(0).strip()
    return Number(
        value, percent, said, unit, currency, other, scale, per, label, rates, named, start, match.end()
    )


def _unit_also(named: str) -> str:
    """The unit that the name of a currency is as well: of "pounds"."""
    unit = None if is_code(named) else unit_of(named)
    return unit.name if unit else ""


def _is_scale_here(word: str, scales: Mapping[str, int], currency: str) -> bool:
    return word.casefold() in scales and (word != "K" or bool(currency))


def _label(text: str) -> str:
    """ "2.10" of "(2.10"; "2" and "2.0" are one version."""
    return _NO_PART.sub("", text.strip("() -–−"))


def _values(text: str, comma_is_decimal: bool | None) -> Iterator[Number]:
    """Figures with a currency or a unit, where values are expected."""
    place = 0
    while match := _VALUE.search(text, place):
        place = match.end()
        figure, before = match["figure"], match["before"] or ""
        word = NUMBER_WORDS.get(figure.casefold())
        value = Decimal(word) if word else parse_number(figure, comma_is_decimal)
        if value is None or _ACCOUNT.match(match.group().lstrip("(")):
            continue
        money = _money_behind(text, place, currency_named(before))
        unit = _UNIT_BEHIND.match(text, place)
        name = unit_of(unit["unit"]) if unit else None
        start, end = match.start("sign") if match["sign"] else match.start("figure"), place
        currency, scale = "", 1
        negative = _negative(match["sign"]) or _negative(match["inside"])
        if money:
            currency, scale, ends, closed = money
            bracketed = bool(match["open"] and closed > ends)
            start = match.start() + bool(match["open"] and not bracketed)
            end = closed if bracketed else ends
            explained = text[: match.start()].rstrip().endswith("%")  # "VAT at 8 % ($16.22)"
            negative = negative or (bracketed and not explained)
        elif unit and name:
            end = unit.end()
        if money or name:
            place = end
            value = -value if negative else value
            # "5 pounds" are both; "$5 m" are no metres.
            kind = name.name if name and not money else ""
            if money and unit and not before and unit.end() == money[2]:
                kind = _unit_also(unit["unit"])
            yield Number(value, False, figure, kind, currency, scale=scale, start=start, end=end)


def _money_behind(text: str, at: int, currency: str) -> tuple[str, int, int, int] | None:
    """What stands behind a figure: the currency, unless it stood before, the scale, and the ends without and
    with a bracket; None where there is no currency."""
    match = _SCALE_OF_MONEY.match(text, at)
    if match is None:
        return None
    end = match.start("gap")
    if not currency:
        named = currency_behind(text, match.end())
        if named is None:
            return None
        currency, end = named
    closed = _CLOSED.match(text, end)
    scale = _MONEY_SCALES[match["scale"].casefold()] if match["scale"] else 1
    return (currency, scale, end, closed.end()) if closed else None


def _is_decimal(figure: str, mark: str, comma_is_decimal: bool | None) -> bool:
    """Whether a separator that stands once is the decimal one."""
    whole, _, rest = figure.partition(mark)
    if len(rest) != 3 or len(whole) > 3 or whole.strip("0") == "":
        return True
    return comma_is_decimal is not None and (mark == ",") == comma_is_decimal


def _negative(sign: str | None) -> bool:
    return bool(sign) and "±" not in str(sign) and any(mark in str(sign) for mark in "-−–")
