"""From the text beside a label to a value of the field's type. Pure functions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.fields.extraction.legal_forms import COMPANY, is_legal_form
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import (
    Value,
    date_value,
    enum_name,
    enum_value,
    money_value,
    number_value,
    text_value,
)
from core.text.currency_names import (
    SIGN,
    SIGNS,
    currency_named,
    currency_of_country,
    is_code,
    may_be_same,
)
from core.text.dates import find_days, parse_day
from core.text.numbers import Number, find_figures, find_measured, find_money
from core.text.units import UNIT_PATTERN, converted, unit_of

_LONGEST_TEXT, _LONGEST_DATE = 90, 40
_COMMA, _POINT = re.compile(r"\d,\d{1,2}(?!\d)"), re.compile(r"\d\.\d{1,2}(?!\d)")
_MANY = 2
_CENTS = re.compile(r"[.,]\d\d$")
_IN_CODE = re.compile(r"[\w/]$")  # "993-771.50"
_SLASHED = re.compile(r"(?<![\d/])([0-3]?\d)/([0-3]?\d)/(?:(?:19|20)?\d\d)(?![\d/])")
_US_ADDRESS = re.compile(r"\b[A-Z]{2} \d{5}(?:-\d{4})?\b")
_UNIT_IN_BRACKETS = re.compile(rf"[\[(]\s*(?:in\s+)?({UNIT_PATTERN})\s*[\])]\s*:?", re.IGNORECASE)
_LEADING = re.compile(rf"^[\s:;,.#=–—·|-]+(?![\d{SIGNS}])|^[\s:;,#=·|]+")
_TRAILING = " \t:;,·|–—-"
# Where a name ends and its address begins.
_ADDRESS = re.compile(
    r"\s*(?:[•|]|(?<!\w)·|·(?!\w)|,(?!\d)(?=[^,]*\d)|\s[–—]\s|\s-\s(?=.*\d)|\(\s?[\"“„']).*$"
)
_CURRENCY_NAMES = re.compile(rf"\b[A-Z]{{3}}\b|{SIGN}")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}[A-Z0-9]{0,30}(?: [A-Z0-9]{1,30}){0,8}\b")
_VAT_NUMBER = re.compile(
    r"\b(?:ATU\d{8}|(?:DE|FR|NL|IT|ES|BE|PL|DK|SE|GB|IE)[A-Z0-9]{0,2}\d{7,11}(?:B\d\d)?)\b"
)
_PLACE = re.compile(r",\s*([A-ZÀ-Þ][\w.’'/-]+(?:[ ,]+[\w.’'/-]+){0,4})[.;]?")
_ISOMER = re.compile(r"(?:[nomp]|i|iso|tert|sec|cis|trans|rac|meso)-[A-ZÄÖÜ]")  # "n-Heptane", "tert-Butanol"
_BASE = re.compile(rf"(?i)\((?:on|of|from|auf|von|aus)\s+(?:[a-z]{{3}}\s?|{SIGN}\s?)?$")  # "(on EUR 64.80)"
_PREPOSITION = re.compile(r"of|from|for|and|in|von|vom|für|und|aus")  # "the lease of 2019"
_LETTERS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Locale:
    """How a document writes figures and dates. `currency`: ISO 4217, what its amounts without one are in."""

    german: bool = False
    day_first: bool = True
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A value in a text at `[start, end)`, and how sure it is to be one (0 to 1)."""

    value: Value
    start: int
    end: int
    quality: float


def locale_of(texts: Sequence[str], language: str, cells: Sequence[str] = ()) -> Locale:
    """From the pages' texts and the document's language.

    Args:
        cells: figures with their unit as tables and lists have them, each by itself.
    """
    text = "\n".join(texts)
    german = language == "de"
    pairs = [(int(left), int(right)) for left, right in _SLASHED.findall(text)]
    currencies = Counter(amount.currency for amount in find_money(text, german) if is_code(amount.currency))
    common = currencies.most_common(1)
    currency = common[0][0] if common else _named_currency(text) or _home_currency(text)
    if any(left > 12 for left, _ in pairs):
        day_first = True
    elif any(right > 12 for _, right in pairs):
        day_first = False
    else:
        day_first = german or not (currency == "USD" or _US_ADDRESS.search(text))
    in_text = [text[amount.start : amount.end] for amount in find_measured(text, german)]
    in_cells = _decimal_comma(cells, 1)
    comma = _decimal_comma(in_text, _MANY) if in_cells is None else in_cells
    return Locale(german if comma is None else comma, day_first, currency)


def _decimal_comma(figures: Iterable[str], least: int) -> bool | None:
    """Whether figures have a comma before one or two decimals; None where fewer than `least` tell, or not all
    are alike."""
    figures = list(figures)
    commas = sum(bool(_COMMA.search(figure)) for figure in figures)
    points = sum(bool(_POINT.search(figure)) for figure in figures)
    if commas + points < least or (commas and points):
        return None
    return commas > 0


def _home_currency(text: str) -> str:
    """Of amounts without any currency: that of the country of the accounts that are named; else, where there
    is neither an account nor a number of European VAT, the dollar of an American address."""
    countries = {match.group()[:2] for match in _IBAN.finditer(text) if _is_account(match.group())}
    currencies = {currency_of_country(country) for country in countries}
    if len(currencies) == 1:
        return currencies.pop()
    american = not currencies and not _VAT_NUMBER.search(text) and _US_ADDRESS.search(text)
    return "USD" if american else ""


def _is_account(text: str) -> bool:
    """Whether a text begins with an account number that fits its check digits, in groups or not."""
    words = text.split()
    return any(is_iban("".join(words[:count])) for count in range(len(words), 0, -1))


def _named_currency(text: str) -> str:
    """The currency that is named most often, beside no amount: "Amount (GBP)"."""
    named = Counter(filter(None, map(currency_named, _CURRENCY_NAMES.findall(text))))
    common = named.most_common(1)
    return common[0][0] if common else ""


def readings(spec: FieldSpec, text: str, locale: Locale, head: str = "") -> list[Reading]:
    """What of a text can be a value of the field, in the order it stands there.

    Args:
        head: its label or the head of its column, which may name the currency of a bare figure.
    """
    match spec.type:
        case FieldType.DATE:
            return [
                Reading(date_value(found.first), found.start, found.end, 1.0 if found.exact else 0.6)
                for found in find_days(text, locale.day_first)
            ]
        case FieldType.MONEY:
            return _money(text, locale, head)
        case FieldType.NUMBER:
            return _numbers(spec, text, locale)
        case FieldType.ENUM:
            name = enum_name(spec, text.strip(_TRAILING))
            return [Reading(enum_value(name), 0, len(text), 1.0)] if name else []
        case FieldType.TEXT:
            if spec.pattern:
                return _patterned(spec, text)
            return _free(_without_place(text) if spec.names == "company" else text)
        case _:
            return []


def _money(text: str, locale: Locale, head: str) -> list[Reading]:
    """Amounts with a currency; else figures with the decimals of one, or whole ones whose head names it."""
    amounts = [a for a in find_money(text, locale.german) if not _BASE.search(text[: a.start])]
    found = []
    for amount in amounts:
        is_own = may_be_same(amount.currency, locale.currency)  # "kr" in a Danish bill
        currency = locale.currency if is_own else amount.currency
        found.append(Reading(money_value(amount.amount, currency), amount.start, amount.end, 1.0))
    if found:
        return found
    named = _named_currency(head)
    for amount in find_figures(text, locale.german):
        behind = text[amount.end : amount.end + 3].strip()
        if behind.startswith("%") or behind[:1].isalpha() or _date_like(text, amount, locale):
            continue
        if _BASE.search(text[: amount.start]) or _IN_CODE.search(text[: amount.start]):
            continue
        if named or _CENTS.search(text[amount.start : amount.end]):
            value = money_value(amount.amount, named or locale.currency)
            found.append(Reading(value, amount.start, amount.end, 0.85))
    return found


def _date_like(text: str, amount: Number, locale: Locale) -> bool:
    return any(
        date.start <= amount.start < date.end for date in find_days(text, locale.day_first) if date.exact
    )


def _numbers(spec: FieldSpec, text: str, locale: Locale) -> list[Reading]:
    if not spec.unit:
        return [
            Reading(number_value(figure.amount), figure.start, figure.end, 0.9)
            for figure in find_figures(text, locale.german)
            if not _measures_else(text, figure)
        ]
    found = []
    for amount in find_measured(text, locale.german):
        figure = converted(amount.amount, amount.unit, spec.unit)
        if figure is not None:
            found.append(Reading(number_value(figure, spec.unit), amount.start, amount.end, 1.0))
    if found:
        return _with_range(spec, text, found, locale)
    named = _UNIT_IN_BRACKETS.search(text)  # "Weight (kg): 12"
    if named is None:
        return []
    for plain in find_figures(text[named.end() :], locale.german)[:1]:
        figure = converted(plain.amount, named.group(1), spec.unit)
        if figure is not None:
            start = named.end() + plain.start
            end = named.end() + plain.end
            found.append(Reading(number_value(figure, spec.unit), start, end, 0.95))
    return found


def _measures_else(text: str, figure: Number) -> bool:
    """A condition ("IC = 2 mA") or a figure with a unit, where a bare one is wanted."""
    behind = text[figure.end :].split(" ")
    word = behind[0] or (behind[1] if len(behind) > 1 else "")
    return text[: figure.start].rstrip().endswith("=") or unit_of(word.strip(",;")) is not None


_RANGE = re.compile(r"\s*(?:to|bis|-|–|—|…|\.\.\.?|/|~|und|and)\s*")


def is_range(between: str) -> bool:
    """Whether what stands between two figures makes a range of them: "-55 to +150"."""
    return bool(_RANGE.fullmatch(between))


def _with_range(spec: FieldSpec, text: str, found: list[Reading], locale: Locale) -> list[Reading]:
    """Of "-55 to +150 °C" the first figure, too: it is in the unit of the second."""
    first = found[0]
    before = find_figures(text[: first.start], locale.german)
    if not before:
        return found
    between = text[before[-1].end : first.start]
    amounts = [a for a in find_measured(text, locale.german) if a.start == first.start]
    signed = before[-1].amount < 0 and not between.strip() and text[first.start :].lstrip()[:1] == "+"
    if (is_range(between) or signed) and amounts:
        figure = converted(before[-1].amount, amounts[0].unit, spec.unit)
        if figure is not None:
            value = number_value(figure, spec.unit)
            return [Reading(value, before[-1].start, before[-1].end, 1.0), *found]
    return found


def _patterned(spec: FieldSpec, text: str) -> list[Reading]:
    start = len(text) - len(_LEADING.sub("", text))
    rest = text[start:]
    if spec.joined:
        return _joined(spec, rest, start)
    # At the beginning, or behind one word that is part of the label ("No.").
    words = list(re.finditer(r"\S+", rest))[:2]
    for word in words[:1] if words and _PREPOSITION.fullmatch(words[0].group()) else words:
        match = re.compile(spec.pattern).match(rest, word.start())
        if match and match.group() and not re.match(r"[\w]", rest[match.end() :]):
            taken = match.group().rstrip(" .,;")
            if parse_day(taken) is not None or _begins_date(rest, word.start()):
                continue
            quality = 1.0 if word.start() == 0 else 0.7
            end = start + match.start() + len(taken)
            return [Reading(text_value(taken), start + match.start(), end, quality)]
    return []


def _begins_date(text: str, start: int) -> bool:
    """Whether a day stands there: the 31 of "31. Oktober 2024" is no number of anything."""
    return any(date.start == start and date.exact for date in find_days(text[: start + _LONGEST_DATE]))


def _joined(spec: FieldSpec, rest: str, start: int) -> list[Reading]:
    """A number that is printed in groups: the longest run of its first words that is one."""
    best: list[Reading] = []
    sure: list[Reading] = []
    for word in list(re.finditer(r"\S+", rest))[:12]:
        joined = re.sub(r"\s", "", rest[: word.end()]).rstrip(".,;")
        if re.fullmatch(spec.pattern, joined):
            best = [Reading(text_value(joined), start, start + word.end(), 1.0)]
            sure = best if is_iban(joined) else sure
    return sure or best


def is_iban(text: str) -> bool:
    """Whether the check digits of an account number fit (ISO 13616, ISO 7064 MOD 97-10)."""
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}", text):
        return False
    return int("".join(str(int(mark, 36)) for mark in text[4:] + text[:4])) % 97 == 1


def _without_place(text: str) -> str:
    """ "Meridian Analytics Inc., Austin" is the company without its place; "Acme Co., Ltd." is all of it."""
    company = COMPANY.match(text[len(text) - len(_LEADING.sub("", text)) :])
    if company is None:
        return text
    start = len(text) - len(_LEADING.sub("", text))
    rest = text[start + company.end() :]
    place = _PLACE.fullmatch(rest)
    return text[: start + company.end()] if place and not is_legal_form(place.group(1)) else text


def _free(text: str) -> list[Reading]:
    start = len(text) - len(_LEADING.sub("", text))
    name = _ADDRESS.sub("", text[start:]).rstrip(_TRAILING)
    ended = name.endswith(".") and len(name.split()[-1]) > 4 and "." not in name[:-1]
    if ended and not is_legal_form(name.split()[-1]):
        name = name[:-1]
    if not 2 <= len(name) <= _LONGEST_TEXT or not _LETTERS.search(name):
        return []
    if name[0].islower() and not _ISOMER.match(name):
        return []
    return [Reading(text_value(name), start, start + len(name), 0.9 if len(name.split()) <= 8 else 0.6)]
