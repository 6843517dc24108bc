"""Dates in English and German text, each as precise as it is written: a year, a month or a day.

Pure functions. A date is taken out of its text, so that no figure of it is read as a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.answer.facts.stems import MONTHS

Precision = Literal["year", "month", "day"]

_SHORT = {
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "mrz": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
    "sep": 9, "sept": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
}  # fmt: skip
NUMBER_OF_MONTH = MONTHS | _SHORT
_ALSO_WORDS = frozenset({"may", "march", "mar"})  # no month unless written with a capital
_NAMED = "|".join(sorted(NUMBER_OF_MONTH, key=len, reverse=True))
_MONTH = rf"(?:{_NAMED})\b\.?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?:1\d{3}|20\d\d|21\d\d)"
_DAY_END = r"(?:st|nd|rd|th|\.)?"
_NO_MORE = r"(?![\w]|[.,/-]\d)"
_DATE = re.compile(
    rf"(?<![\w.,/-])(?:"
    rf"(?P<iso_year>{_YEAR})(?P<mark>[-/])(?P<iso_month>0[1-9]|1[0-2])(?:(?P=mark)(?P<iso_day>[0-3]\d))?"
    rf"|(?P<day_num>{_DAY})\.\s?(?P<month_num>0?[1-9]|1[0-2])\.\s?(?P<year_num>{_YEAR}|(?<=\d\d\.\d\d\.)\d\d)"
    rf"|(?P<left>[0-3]?\d)/(?P<right>[0-3]?\d)/(?P<year_slash>{_YEAR})"
    rf"|(?P<day>{_DAY}){_DAY_END}(?:\s?(?:[-–]|and|to|und|bis)\s?(?P<last>{_DAY}){_DAY_END})?\s(?:of\s)?"
    rf"(?P<month>{_MONTH})(?:,?\s(?P<year>{_YEAR}))?"
    rf"|(?P<month_us>{_MONTH})\s(?P<day_us>{_DAY})(?:st|nd|rd|th)?(?![\d.,]\d|\s?%)"
    rf"(?:\s?[-–]\s?(?P<last_us>{_DAY}))?(?:,?\s(?P<year_us>{_YEAR}))?"
    rf"|(?P<month_only>{_MONTH})(?:\sof)?,?\s(?P<year_only>{_YEAR})"
    rf"){_NO_MORE}",
    re.IGNORECASE,
)
_FISCAL = re.compile(r"\b(?:FY|fy|Fy)\s?['’]?(\d{4}|\d{2})\b")
_AMOUNT = (
    r"\s(?:percent|per\scent|prozent|hundred|thousand|million|[kcm]?m|[km]?g|t|tons?|tonn?en?|miles?|feet|yards?"
    r"|acres?|met(?:er|re)s?|people|men|women|students|years|jahre|months|monate|days|tage|hours|stunden|euros?"
    r"|dollars?|usd|eur|chf|gbp|pounds?|units?|stück|liters?|litres?|degrees|grad|volts?|watts?)\b"
)
# A bare figure is a year where such a word stands before it, or in parentheses, or at an end of a span.
_BARE_YEAR = re.compile(
    r"(?:(?:(?<![\w-])(?:in|since|by|from|until|till|during|before|after|around|circa|early|late|mid|year|fiscal"
    r"|im|seit|ab|bis|jahr|jahre|jahres|anfang|ende|mitte|spring|summer|autumn|fall|winter|sommer|herbst"
    r"|frühjahr|between|zwischen|quarter|quartal|geschäftsjahr)|\b(?:of|and|to|und|von)(?=\s(?:1[5-9]|2)))\s"
    rf"|\(|(?<=\d\d\d\d)\s?[-–—]\s?)(?P<year>{_YEAR})(?![\w%$€£]|[.,/]\d|\s[%$€£]|{_AMOUNT})",
    re.IGNORECASE,
)
_SPAN = re.compile(rf"(?<![\w.,/-])(?P<first>{_YEAR})\s?[-–—]\s?(?P<last>{_YEAR}){_NO_MORE}")


@dataclass(frozen=True, slots=True)
class Date:
    """A date as precise as written; `year` is 0 where only day and month are named."""

    year: int
    month: int = 0
    day: int = 0

    @property
    def iso(self) -> str:
        """ISO 8601 of its precision: "2024", "2024-05", "2024-05-03"; "--05-03" without a year."""
        year = f"{self.year:04}" if self.year else "-"
        return "-".join([year, *(f"{part:02}" for part in (self.month, self.day) if part)])

    @property
    def precision(self) -> Precision:
        return "day" if self.day else "month" if self.month else "year"

    def is_carried_by(self, source: Date) -> bool:
        """True if `source` says the same, at least as precisely."""
        return (
            self.year in (0, source.year)
            and self.month in (0, source.month)
            and self.day in (0, source.day)
            and bool(self.year or source.month)
        )


def take_dates(text: str, german: bool | None) -> tuple[str, tuple[tuple[int, Date], ...]]:
    """The text with blanks in the places of its dates, and these with where they began, in their order.

    Of "3/4/2021" the month comes first, in German text the day; a figure above 12 is never a month. Years of
    two digits are read in "03.05.24" and "FY24" only.
    """
    found: list[tuple[int, Date]] = []

    def whole(match: re.Match[str]) -> str:
        dates = _dates(match, german)
        found.extend((match.start(), date) for date in dates)
        return " " * len(match.group()) if dates else match.group()

    def years(match: re.Match[str]) -> str:
        text = match.group()
        found.extend((match.start(), Date(int(match.group(name)))) for name in match.re.groupindex)
        return re.sub(_YEAR, lambda year: " " * len(year.group()), text)

    def fiscal(match: re.Match[str]) -> str:
        digits = match.group(1)
        found.append((match.start(), Date(int(digits) if len(digits) == 4 else 2000 + int(digits))))
        return " " * len(match.group())

    text = _DATE.sub(whole, text)
    text = _FISCAL.sub(fiscal, text)
    text = _SPAN.sub(years, text)
    text = _BARE_YEAR.sub(years, text)
    return text, tuple(sorted(found, key=lambda entry: entry[0]))


def _dates(match: re.Match[str], german: bool | None) -> tuple[Date, ...]:
    part = match.groupdict()
    if part["iso_year"]:
        return _checked(int(part["iso_year"]), int(part["iso_month"]), int(part["iso_day"] or 0))
    if part["day_num"]:
        year = int(part["year_num"])
        return _checked(
            year if year > 99 else year + (1900 if year >= 70 else 2000),
            int(part["month_num"]),
            int(part["day_num"]),
        )
    if part["left"]:
        month, day = int(part["left"]), int(part["right"])
        if month > 12 or (german and day <= 12):
            month, day = day, month
        return _checked(int(part["year_slash"]), month, day)
    named = (part["month"] or part["month_us"] or part["month_only"]).rstrip(".")
    if named in _ALSO_WORDS:
        return ()
    month = NUMBER_OF_MONTH[named.casefold()]
    year = int(part["year"] or part["year_us"] or part["year_only"] or 0)
    days = [int(day) for day in (part["day"] or part["day_us"], part["last"] or part["last_us"]) if day]
    return tuple(date for day in days or [0] for date in _checked(year, month, day))


def _checked(year: int, month: int, day: int) -> tuple[Date, ...]:
    return (Date(year, month, day),) if 1 <= month <= 12 and day <= 31 else ()
