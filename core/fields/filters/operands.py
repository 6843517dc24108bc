"""One comparison, checked: the field it names, whether its operator suits the type, and its value.

What is compared comes as JSON has it (text, number, true or false) or as text. Pure functions.
"""

from __future__ import annotations

import datetime
import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.errors import UsageError
from core.fields.filters.patterns import pattern_value
from core.fields.filters.tree import (
    MOST_NODES,
    Comparison,
    Filter,
    IsNull,
    Not,
    Operator,
    any_of,
    present_and_not,
    too_large,
)
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import (
    LARGEST_EXPONENT,
    NO_CURRENCY,
    Value,
    date_value,
    money_value,
    number_value,
    parse_value,
    plain,
    text_key,
)
from core.text.dates import find_days

LONGEST_TEXT = 500  # characters of one value
_TOO_LARGE = 10 ** (LARGEST_EXPONENT + 1)
_SHOWN = 60
_YEAR = re.compile(r"(?:19|20)\d\d")
_KINDS = {
    FieldType.TEXT: "a text",
    FieldType.NUMBER: "a number",
    FieldType.MONEY: "an amount of money",
    FieldType.DATE: "a date",
    FieldType.BOOL: "true or false",
    FieldType.ENUM: "one of a list",
}
_SPELLINGS = {"==": Operator.EQUAL, "<>": Operator.DIFFERENT, "≠": Operator.DIFFERENT}
_SPELLINGS |= {"≤": Operator.AT_MOST, "≥": Operator.AT_LEAST}
_Period = tuple[datetime.date, datetime.date]


def field_named(schema: BucketSchema, name: str) -> FieldSpec:
    """The field of that name or title, without regard to capitals.

    Raises:
        UsageError: there is none, or several; names what comes near.
    """
    exact = schema.field(name)
    if exact is not None:
        return exact
    key = _name_key(name)
    found = [spec for spec in schema.fields if key in (_name_key(spec.name), _name_key(spec.shown))]
    if len(found) == 1:
        return found[0]
    names = {_name_key(form): spec.name for spec in schema.fields for form in (spec.shown, spec.name)}
    near = list(dict.fromkeys(names[form] for form in difflib.get_close_matches(key, names, n=3, cutoff=0.6)))
    known = [spec.name for spec in schema.fields]
    if not known:
        hint = "Documents of that kind have no fields."
    elif near:
        hint = f"Did you mean {' or '.join(near)}?"
    else:
        listed = ", ".join(known[:12])
        hint = f"Fields: {listed}{', …' if len(known) > 12 else ''}."
    raise UsageError(f"{schema.shown} have no field “{shortened(name)}”.", hint)


def operator_named(text: str) -> tuple[Operator | None, bool]:
    """(operator, whether it is the opposite with NOT before it); None for IS NULL.

    Raises:
        UsageError: there is no such operator.
    """
    name = " ".join(text.upper().split())
    name = "IS NOT NULL" if name == "NOT NULL" else name
    if name in ("IS NULL", "IS NOT NULL"):
        return None, name != "IS NULL"
    plain = name.removeprefix("NOT ")
    if name in _SPELLINGS:
        return _SPELLINGS[name], False
    if plain in (Operator.LIKE, Operator.IN, Operator.BETWEEN):
        return Operator(plain), plain != name
    if name in set(Operator):
        return Operator(name), False
    raise UsageError(
        f"“{shortened(text)}” is no operator of a filter.",
        "Use =, !=, <, <=, >, >=, LIKE, IN, BETWEEN, IS NULL or IS NOT NULL.",
    )


def compared(
    spec: FieldSpec, operator: Operator, packed: object, *, german: bool, opposite: bool = False
) -> Filter:
    """The comparison of a field with what was written; `opposite`: NOT LIKE, NOT IN, NOT BETWEEN.

    A year or month is the whole of it: a date field "= 2023" is any day of 2023, "> 2023" a day after it.

    Raises:
        UsageError: the operator does not suit the field's type, or this is no value of it.
    """
    _suits(spec, operator)
    if operator is Operator.IN:
        found = _one_of(spec, _listed(spec, operator, packed), german)
    elif operator is Operator.BETWEEN:
        found = _between(spec, _listed(spec, operator, packed), german)
    elif packed is None:
        found = _null(spec, operator)
    elif operator is Operator.LIKE:
        text = _text(spec, packed)
        found = Comparison(spec.name, operator, (pattern_value(text),))
    else:
        found = _single(spec, operator, packed, german)
    return present_and_not(spec.name, found) if opposite else found


def shortened(text: object) -> str:
    """Someone's text as a message quotes it: on one line, and not all of it."""
    line = "".join(letter if letter.isprintable() else "?" for letter in str(text)[: _SHOWN + 1])
    return line[:_SHOWN] + "…" if len(line) > _SHOWN else line


def _name_key(name: str) -> str:
    return text_key(name[:LONGEST_TEXT]).replace("_", " ")


def _suits(spec: FieldSpec, operator: Operator) -> None:
    if operator.needs_order and not spec.type.is_ordered:
        allowed = "=, !=, IN or IS NULL" if spec.type is FieldType.BOOL else "=, !=, LIKE, IN or IS NULL"
    elif operator is Operator.LIKE and spec.type not in (FieldType.TEXT, FieldType.ENUM):
        allowed = "=, !=, IN or IS NULL" if spec.type is FieldType.BOOL else "=, <, >, BETWEEN, IN or IS NULL"
    else:
        return
    raise UsageError(
        f"{operator} does not suit {spec.shown}, which is {_KINDS[spec.type]}.", f"Use {allowed}."
    )


def _listed(spec: FieldSpec, operator: Operator, packed: object) -> Sequence[object]:
    if not isinstance(packed, list | tuple):
        example = "[low, high]" if operator is Operator.BETWEEN else "[one, other]"
        raise UsageError(f"{operator} of {spec.shown} needs a list of values.", f"Write {example}.")
    if operator is Operator.BETWEEN and len(packed) != 2:
        raise UsageError(
            f"BETWEEN of {spec.shown} needs two values, not {len(packed)}.",
            "Write the lowest and the highest.",
        )
    if not packed:
        raise UsageError(f"The list for {spec.shown} is empty.", "Name at least one value after IN.")
    if len(packed) > MOST_NODES:
        raise too_large()
    return packed


def _null(spec: FieldSpec, operator: Operator) -> Filter:
    if operator is Operator.EQUAL:
        return IsNull(spec.name)
    if operator is Operator.DIFFERENT:
        return Not(IsNull(spec.name))
    raise UsageError(
        f"{operator} of {spec.shown} needs a value.", "For documents without one, write IS NULL."
    )


def _single(spec: FieldSpec, operator: Operator, packed: object, german: bool) -> Filter:
    period = _period(spec, packed, german)
    if period is None:
        return Comparison(spec.name, operator, (_value(spec, packed, german),))
    first, last = (date_value(day) for day in period)
    if operator in (Operator.EQUAL, Operator.DIFFERENT):
        within = Comparison(spec.name, Operator.BETWEEN, (first, last))
        return within if operator is Operator.EQUAL else present_and_not(spec.name, within)
    edge = first if operator in (Operator.LESS, Operator.AT_LEAST) else last
    return Comparison(spec.name, operator, (edge,))


def _one_of(spec: FieldSpec, packed: Sequence[object], german: bool) -> Filter:
    values: dict[Value, None] = {}
    periods: list[Filter] = []
    for entry in packed:
        if _period(spec, entry, german) is not None:
            periods.append(_single(spec, Operator.EQUAL, entry, german))
        else:
            values[_value(spec, entry, german)] = None
    operator = Operator.IN if len(values) > 1 else Operator.EQUAL
    listed: list[Filter] = [Comparison(spec.name, operator, tuple(values))] if values else []
    return any_of([*listed, *dict.fromkeys(periods)])


def _between(spec: FieldSpec, packed: Sequence[object], german: bool) -> Filter:
    periods = [_period(spec, entry, german) for entry in packed]
    low, high = (
        date_value(period[place]) if period else _value(spec, entry, german)
        for place, (entry, period) in enumerate(zip(packed, periods, strict=True))
    )
    if low.unit and high.unit and low.unit != high.unit:
        raise UsageError(
            f"BETWEEN of {spec.shown} names two currencies, {low.unit} and {high.unit}.", "Name one."
        )
    unit = low.unit or high.unit  # "between 1000 and 2000 EUR" means euros both times
    low, high = replace(low, unit=unit), replace(high, unit=unit)
    if (low.number or 0.0) > (high.number or 0.0):
        raise UsageError(
            f"No {spec.shown} is between {low.shown} and {high.shown}.", "Write the smaller value first."
        )
    return Comparison(spec.name, Operator.BETWEEN, (low, high))


def _value(spec: FieldSpec, packed: object, german: bool) -> Value:
    """The value in the form that is compared. Numbers are in the field's unit and carry none."""
    number = _json_number(packed)
    if number is not None and spec.type.is_numeric:
        if number and abs(number.adjusted()) > LARGEST_EXPONENT:
            raise _no_value(spec, packed)
        return _tidied(money_value(number, "") if spec.type is FieldType.MONEY else number_value(number))
    text = _text(spec, packed)
    is_bare = spec.type is FieldType.MONEY and text.rstrip().upper().endswith(f" {NO_CURRENCY}")
    try:
        value = parse_value(spec, text.rstrip()[: -len(NO_CURRENCY)] if is_bare else text, german=german)
        if is_bare and not value.unit:
            value = replace(value, unit=NO_CURRENCY)
    except UsageError as error:
        if spec.type is not FieldType.ENUM:
            raise UsageError(f"“{shortened(text)}” is no value of {spec.shown}.", error.hint) from None
        hint = f"Write one of {', '.join(spec.values)}."
        raise UsageError(f"“{shortened(text)}” is no value of {spec.shown}.", hint) from None
    if spec.type is FieldType.MONEY:
        return _tidied(value)
    return _tidied(replace(value, unit="")) if spec.type is FieldType.NUMBER else value


def _tidied(value: Value) -> Value:
    """The same value written in one way, whatever way it came in: 1000, not 1000.0; 0.50 EUR, not 0.5."""
    figure = value.exact
    text = plain(figure.normalize()) if figure else "0"
    if value.unit and len(text.partition(".")[2]) == 1:
        text += "0"
    return replace(value, shown=text)


def _json_number(packed: object) -> Decimal | None:
    """Of a number as JSON has it; not of one that no field can hold."""
    if isinstance(packed, bool) or not isinstance(packed, int | float):
        return None
    return Decimal(repr(packed)) if -_TOO_LARGE < packed < _TOO_LARGE else None


def _text(spec: FieldSpec, packed: object) -> str:
    if isinstance(packed, bool) and spec.type is FieldType.BOOL:
        return "true" if packed else "false"
    number = _json_number(packed)
    if number is not None:
        return plain(number.normalize())
    if not isinstance(packed, str):
        raise _no_value(spec, packed)
    if len(packed) > LONGEST_TEXT:
        raise UsageError(
            f"The value of {spec.shown} has {len(packed)} characters; {LONGEST_TEXT} are allowed.",
            "Shorten it, or look for a part of it with LIKE.",
        )
    if any(_is_control(letter) for letter in packed):
        raise UsageError(f"The value of {spec.shown} has control characters.", "Leave them out.")
    if not packed.strip():
        raise UsageError(
            f"The value of {spec.shown} is empty.", "Write a value; for documents without one, IS NULL."
        )
    return packed


def _is_control(letter: str) -> bool:
    """Tabs and line ends count as spaces; half of a surrogate pair cannot be stored."""
    return unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\t\n\r"


def _no_value(spec: FieldSpec, packed: object) -> UsageError:
    if isinstance(packed, int) and not isinstance(packed, bool) and abs(packed) >= _TOO_LARGE:
        said = "a number of that size"  # one of 5,000 digits cannot even be written out
    elif isinstance(packed, list | tuple | dict):
        said = "a list" if not isinstance(packed, dict) else "an object"
    else:
        said = {None: "null", True: "true", False: "false"}.get(packed) or shortened(packed)  # type: ignore[call-overload]
    return UsageError(f"“{said}” is no value of {spec.shown}.", f"It is {_KINDS[spec.type]}: write it so.")


def _period(spec: FieldSpec, packed: object, german: bool) -> _Period | None:
    """First and last day of a year or month; None for anything else, days included."""
    if spec.type is not FieldType.DATE or isinstance(packed, bool) or not isinstance(packed, str | int):
        return None
    text = str(packed).strip() if isinstance(packed, str) or 1900 <= packed <= 2099 else ""
    if _YEAR.fullmatch(text):
        year = int(text)
        return datetime.date(year, 1, 1), datetime.date(year, 12, 31)
    found = find_days(text, day_first=german) if len(text) <= LONGEST_TEXT else []
    if len(found) != 1 or found[0].exact or (found[0].start, found[0].end) != (0, len(text)):
        return None
    return found[0].first, found[0].last
