"""Figures, amounts of money and figures with units, as documents write them in English and German.

Pure functions; figures are exact decimals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, words_for
from core.text.units import UNIT_PATTERN, Unit, unit_of

_SPACES = " \u00a0\u202f\u2009"  # between groups of three digits
_FIGURE = (
    rf"(?:\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?:[.,]\d+)?(?![\d])|\d{{1,3}}(?:['’]\d{{3}})+(?:[.,]\d+)?"
    r"|\d(?:[\d.,]*\d)?)"
)
_SIGN = r"[-−–+]"


NUMBER_WORDS = {
    **words_for(ENGLISH_NUMBERS, (*range(1, 50), *range(50, 100, 10))),
    **words_for(GERMAN_NUMBERS, (*range(1, 21), *range(30, 100, 10), 24, 36, 48)),
    **dict.fromkeys(("ein", "eine", "einen", "einem", "einer", "eines"), 1),
    "zweier": 2,
    "dreier": 3,
}
_SCALES = {
    "k": 10**3, "tsd": 10**3, "tausend": 10**3, "thousand": 10**3, "m": 10**6, "mn": 10**6, "mio": 10**6,
    "million": 10**6, "millions": 10**6, "millionen": 10**6, "bn": 10**9, "billion": 10**9, "mrd": 10**9,
    "milliarde": 10**9, "milliarden": 10**9,
}  # fmt: skip
_SCALE = rf"(?:\s?(?P<scale>{'|'.join(sorted(_SCALES, key=len, reverse=True))})\b\.?)"
CURRENCIES = {
    "€": "EUR", "euro": "EUR", "euros": "EUR", "eur": "EUR", "$": "USD", "us$": "USD", "usd": "USD",
    "us-dollar": "USD", "dollar": "USD", "dollars": "USD", "£": "GBP", "gbp": "GBP", "pound": "GBP",
    "pounds": "GBP", "chf": "CHF", "sfr": "CHF", "fr": "CHF", "franken": "CHF", "¥": "JPY", "jpy": "JPY",
    "yen": "JPY", "cny": "CNY", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "zł": "PLN",
    "czk": "CZK", "kč": "CZK", "huf": "HUF", "cad": "CAD", "ca$": "CAD", "c$": "CAD", "aud": "AUD",
    "a$": "AUD", "inr": "INR", "₹": "INR",
}  # fmt: skip
_CURRENCY = "|".join(re.escape(name) for name in sorted(CURRENCIES, key=len, reverse=True))
_MONEY = re.compile(
    rf"(?<![\w.,])(?P<open>\()?(?P<sign>{_SIGN}\s?)?"
    rf"(?:(?P<before>{_CURRENCY})\.?\s?(?P<sign_inside>{_SIGN})?(?P<figure>{_FIGURE})(?:,[-–—]{{1,2}})?{_SCALE}?"
    rf"|(?P<figure_first>{_FIGURE})(?:,[-–—]{{1,2}})?(?:\s?(?P<scale_first>"
    rf"{'|'.join(sorted(_SCALES, key=len, reverse=True))})\b\.?)?\s?(?P<behind>{_CURRENCY})(?!\w))"
    rf"(?P<close>\))?(?!\w)",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    rf"(?<![\w.,])(?P<open>\()?(?P<sign>{_SIGN}\s?)?(?P<figure>{_FIGURE})(?P<close>\))?(?!\w|[.,]\d)"
)
_WORDED = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_MEASURED = re.compile(
    rf"(?<![\w.,])(?P<sign>[±]?{_SIGN}?\s?)(?P<figure>{_FIGURE}|(?:{_WORDED})(?![\w-]))\)?[\s\u00a0\u202f]?[-]?"
    rf"(?:(?:operating|running|calendar)\s)?"
    rf"(?P<unit>{UNIT_PATTERN})(?![\w²³]|/\D)",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(r"(?i)fr\d\d")  # of an account or tax number: "FR76 3000 6000"
_NO_CENTS = re.compile(r",[-–—]{1,2}$")


@dataclass(frozen=True, slots=True)
class Amount:
    """A figure in a text, at `[start, end)`; `currency` is its ISO 4217 code, empty where none stands."""

    figure: Decimal
    start: int
    end: int
    currency: str = ""
    unit: Unit | None = None


def parse_figure(text: str, comma_is_decimal: bool | None = None) -> Decimal | None:
    """The figure that a text of digits and separators is.

    Of two kinds of separators the last is the decimal one; one that stands twice separates groups. One alone
    before three digits is what `comma_is_decimal` says, where that is known; else it separates groups, too,
    unless a zero stands before it.
    """
    figure = re.sub(rf"[{_SPACES}'’]", "", text.strip())
    if not re.fullmatch(r"\d(?:[\d.,]*\d)?", figure):
        return None
    marks = [mark for mark in figure if mark in ".,"]
    if len(set(marks)) == 2:
        decimal = marks[-1]
        if marks.count(decimal) > 1:
            return None
    elif len(marks) == 1:
        decimal = marks[0] if _is_decimal(figure, marks[0], comma_is_decimal) else ""
    else:
        decimal = ""
    group = [mark for mark in set(marks) if mark != decimal]
    if group and not _well_grouped(figure.split(decimal)[0] if decimal else figure, group[0]):
        return None
    for mark in group:
        figure = figure.replace(mark, "")
    try:
        return Decimal(figure.replace(",", "."))
    except InvalidOperation:
        return None


def find_money(text: str, comma_is_decimal: bool | None = None) -> list[Amount]:
    """Amounts that stand with a currency, in their order."""
    found = []
    for match in _MONEY.finditer(text):
        part = match.groupdict()
        figure = parse_figure(part["figure"] or part["figure_first"], comma_is_decimal)
        if figure is None or _ACCOUNT.match(match.group()):
            continue
        scale = _SCALES.get((part["scale"] or part["scale_first"] or "").lower(), 1)
        explained = text[: match.start()].rstrip().endswith("%")  # "VAT at 8 % ($16.22)"
        negative = _negative(part["sign"]) or _negative(part["sign_inside"])
        negative = negative or (_bracketed(part) and not explained)
        currency = CURRENCIES[(part["before"] or part["behind"]).lower()]
        start, end = match.span()
        if part["open"] and not part["close"]:
            start += 1
        elif part["close"] and not part["open"]:
            end -= 1
        found.append(Amount(-figure * scale if negative else figure * scale, start, end, currency))
    return found


def find_figures(text: str, comma_is_decimal: bool | None = None) -> list[Amount]:
    """Figures, whatever stands behind them, in their order."""
    found = []
    for match in _PLAIN.finditer(text):
        figure = parse_figure(match["figure"], comma_is_decimal)
        if figure is not None:
            negative = _negative(match["sign"])
            start = match.start("sign") if match["sign"] else match.start("figure")
            found.append(Amount(-figure if negative else figure, start, match.end("figure")))
    return found


def find_measured(text: str, comma_is_decimal: bool | None = None) -> list[Amount]:
    """Figures that stand with a unit, in their order."""
    found = []
    for match in _MEASURED.finditer(text):
        word = NUMBER_WORDS.get(match["figure"].lower())
        figure = Decimal(word) if word else parse_figure(match["figure"], comma_is_decimal)
        unit = unit_of(match["unit"])
        if figure is not None and unit is not None:
            negative = _negative(match["sign"]) and "±" not in match["sign"]
            found.append(Amount(-figure if negative else figure, match.start(), match.end(), unit=unit))
    return found


def parse_money(text: str, comma_is_decimal: bool | None = None) -> Amount | None:
    """The amount that a text is, whole, with or without a currency."""
    stripped = _NO_CENTS.sub("", text.strip())
    for found in (find_money(stripped, comma_is_decimal), find_figures(stripped, comma_is_decimal)):
        if len(found) == 1 and found[0].start == 0 and found[0].end == len(stripped):
            return found[0]
    return None


def _is_decimal(figure: str, mark: str, comma_is_decimal: bool | None) -> bool:
    """Whether a separator that stands once is the decimal one."""
    whole, _, rest = figure.partition(mark)
    if len(rest) != 3 or len(whole) > 3 or whole.strip("0") == "":
        return True
    if comma_is_decimal is None:
        return False
    return (mark == ",") == comma_is_decimal


def _well_grouped(whole: str, mark: str) -> bool:
    first, *others = whole.split(mark)
    return 1 <= len(first) <= 3 and all(len(group) == 3 for group in others)


def _negative(sign: str | None) -> bool:
    return bool(sign) and any(mark in str(sign) for mark in "-−–")


def _bracketed(part: dict[str, str | None]) -> bool:
    """Accountants write what they take away in parentheses."""
    return bool(part["open"] and part["close"])
