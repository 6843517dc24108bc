"""Values of fields: one form for each type, so that whoever compares, stores or shows them does it alike.

Ordered values (numbers, money, dates) are compared by `number`, all others by `key`; exactly one of the two
is set. Pure functions, any thread.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from core.errors import UsageError
from core.fields.schema import FieldSpec, FieldType
from core.text.dates import parse_day
from core.text.numbers import find_measured, parse_money, parse_number
from core.text.units import converted
from core.types import Span

LARGEST_EXPONENT = 30  # a user's or a filter's 1e999999999 would be written out in a gigabyte of zeros
NO_CURRENCY = "XXX"  # of a filter, as ISO 4217 names it: amounts that stand without a currency
_TRUE = frozenset({"true", "yes", "1", "ja", "wahr"})
_FALSE = frozenset({"false", "no", "0", "nein", "falsch"})


class Method(StrEnum):
    """How a value came to be known. `USER`: entered or corrected, and never overwritten."""

    LABEL = "label"  # beside a label
    TABLE = "table"  # in a row or below a heading of a table
    PROSE = "prose"  # in a sentence
    LAYOUT = "layout"  # by where it stands: letterhead, address, heading
    WORDS = "words"  # by words that give it away, anywhere
    FILENAME = "filename"
    MODEL = "model"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the form that is compared.

    `number`: the figure in the field's unit, the amount, or the day's ordinal (1 January of year 1 is 1); of
    figures the first 15 digits, as many as a double tells apart and the index keeps.
    `key`: the text with small letters and single spaces; of an enum its value; of a bool "true" or "false".
    `shown`: in full, as a user reads it: "1234.56", "2023-04-01", "Acme GmbH". `unit`: ISO 4217 code of
    money, empty where none is known; the unit of a number.
    """

    shown: str
    number: float | None = None
    key: str | None = None
    unit: str = ""

    @property
    def exact(self) -> Decimal:
        """The figure or amount without rounding.

        Raises:
            decimal.InvalidOperation: the value is none.
        """
        return Decimal(self.shown)


@dataclass(frozen=True, slots=True)
class FieldValue:
    """The value of a document's field and where it stands.

    `value` is None where the user said that there is none, or entered a `misfit`. `quote` is its text as
    printed, at `span` of the document's text on `page` (1-based; 0 and no span where it stands nowhere).
    `confidence` from 0 to 1.
    """

    field: str
    value: Value | None
    method: Method
    confidence: float
    quote: str = ""
    page: int = 0
    span: Span | None = None

    @property
    def misfit(self) -> str:
        """What the user entered when the field was another one, and is no value of it now; else empty."""
        return self.quote if self.value is None and self.method is Method.USER else ""


def text_key(text: str) -> str:
    """How texts are compared: without regard to capitals, kinds of spaces and compatible characters."""
    return " ".join(unicodedata.normalize("NFKC", text.replace("\0", " ")).casefold().split())


def text_value(text: str) -> Value:
    return Value(shown=" ".join(text.split()), key=text_key(text))


def enum_value(name: str) -> Value:
    return Value(shown=name, key=name)


def bool_value(truth: bool) -> Value:
    name = "true" if truth else "false"
    return Value(shown=name, key=name)


def date_value(day: datetime.date) -> Value:
    return Value(shown=day.isoformat(), number=float(day.toordinal()))


def number_value(figure: Decimal, unit: str = "") -> Value:
    return Value(shown=plain(figure), number=double(figure), unit=unit)


def money_value(amount: Decimal, currency: str) -> Value:
    return Value(shown=plain(amount), number=double(amount), unit=currency)


def double(figure: Decimal | float) -> float:
    """As it is compared: rounded to 15 digits, so that two figures are equal or clearly apart."""
    return float(f"{figure:.15g}")


def plain(figure: Decimal) -> str:
    """A decimal without an exponent."""
    return f"{figure:f}"


def parse_value(spec: FieldSpec, text: str, *, german: bool = False) -> Value:
    """What a user or a filter wrote for a field.

    Args:
        german: of "1,234" and "03/04/2023": the comma is the decimal one, the day comes first.

    Raises:
        UsageError: it is no such value; says what would be.
    """
    if spec.type.is_numeric and (mistakable := _mistakable(text, german)):
        thousands, decimals = mistakable
        raise UsageError(
            f"“{text}” can be read in two ways.", f"Write {thousands}, or {decimals} if that is meant."
        )
    value = _parsed(spec, text.strip(), german)
    if value is None:
        raise UsageError(f"“{text}” is no value of {spec.shown}.", _EXPECTED[spec.type].format(spec=spec))
    return value


_EXPECTED = {
    FieldType.TEXT: "Write a text.",
    FieldType.NUMBER: "Write a number, with or without a unit.",
    FieldType.MONEY: "Write an amount, for example 1234.56 or 1234.56 EUR.",
    FieldType.DATE: "Write a date, for example 2023-04-01.",
    FieldType.BOOL: "Write true or false.",
    FieldType.ENUM: "Write one of its values.",
}


# One mark before three digits separates thousands in one language and decimals in the other. Where it would
# be the decimal one, whoever writes so may mean thousands: amounts have two decimals, and tables are pasted.
_OTHER_THOUSANDS = {
    False: re.compile(r"(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.,])"),
    True: re.compile(r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])"),
}


def _mistakable(text: str, german: bool) -> tuple[str, str] | None:
    """Of "1.234 kg" the text with thousands and with decimals, written so that nobody can mistake them."""
    found = _OTHER_THOUSANDS[german].search(text)
    if found is None or found[1].strip("0") == "":
        return None
    point = "," if german else "."
    written = text.strip()
    return (
        written.replace(found[0], f"{found[1]}{found[2]}"),
        written.replace(found[0], f"{found[1]}{point}{found[2]}0"),
    )


def unmistakable(figure: Decimal) -> str:
    """`plain`, with a zero behind three decimals: `parse_value` takes it for the same in any language."""
    text = plain(figure)
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text


def _parsed(spec: FieldSpec, text: str, german: bool) -> Value | None:
    if not text:
        return None
    if spec.type is FieldType.TEXT:
        return text_value(text)
    if spec.type is FieldType.BOOL:
        key = text_key(text)
        return bool_value(key in _TRUE) if key in _TRUE | _FALSE else None
    if spec.type is FieldType.ENUM:
        name = enum_name(spec, text)
        return enum_value(name) if name else None
    if spec.type is FieldType.DATE:
        day = parse_day(text, day_first=german or not _has_slashes(text))
        return date_value(day) if day else None
    if spec.type is FieldType.MONEY:
        amount = parse_money(text, german)
        return money_value(amount.amount, amount.currency) if amount and _is_held(amount.amount) else None
    return _number(spec, text, german)


def _has_slashes(text: str) -> bool:
    return "/" in text


def enum_name(spec: FieldSpec, text: str) -> str | None:
    """The value of an enum that a text is the name of, or exactly one of its words."""
    key = text_key(text)
    for name, words in spec.values.items():
        if key in (name, name.replace("_", " ")) or any(key == text_key(word) for word in words):
            return name
    return None


def _number(spec: FieldSpec, text: str, german: bool) -> Value | None:
    sign = -1 if text[:1] in "-−–" else 1
    unsigned = text.lstrip("-−–+ ")
    try:
        figure: Decimal | None = Decimal(unsigned) if not german else parse_number(unsigned, True)
    except InvalidOperation:
        figure = parse_number(unsigned, german)
    if figure is not None and figure.is_finite():
        if not _is_held(figure):
            return None
        return number_value(sign * figure, spec.unit)
    found = find_measured(text, german)
    if len(found) != 1 or found[0].end != len(text):
        return None
    in_unit = converted(found[0].amount, found[0].unit, spec.unit)
    return number_value(in_unit, spec.unit) if in_unit is not None and _is_held(in_unit) else None


def _is_held(figure: Decimal) -> bool:
    """Whether it is of a size that is ever meant."""
    return -LARGEST_EXPONENT <= figure.adjusted() <= LARGEST_EXPONENT
