"""Dates, years and months in English and German text, and days as Chinese, Japanese and Korean write them:
the one reader of them. Pure functions.

A date is as precise as it is written: a year, a month or a day. Years of two digits are of this century up to
69, of the last one above. Spans are half-open.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from core.text.currency_names import NAME_PATTERN, SIGN
from core.text.number_words import ENGLISH_ORDINALS, folded, words_for
from core.text.unspaced import figure_of

Precision = Literal["year", "month", "day"]

_NAMES = (  # of each month: in English; in German; shortened
    ("january", "januar jänner", "jan"),
    ("february", "februar", "feb feber"),
    ("march", "märz", "mar mär mrz maerz"),
    ("april", "april", "apr"),
    ("may", "mai", ""),
    ("june", "juni", "jun"),
    ("july", "juli", "jul"),
    ("august", "august", "aug"),
    ("september", "september", "sep sept"),
    ("october", "oktober", "oct okt"),
    ("november", "november", "nov"),
    ("december", "dezember", "dec dez"),
)
ENGLISH_MONTHS = tuple(names[0] for names in _NAMES)
GERMAN_MONTHS = frozenset(" ".join(names[1] for names in _NAMES).split())
FULL_MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in " ".join(names[:2]).split()}
MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in " ".join(names).split()}
MONTH_PATTERN = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_ALSO_WORDS = frozenset({"may", "march", "mar"})  # with a small letter no month unless a year follows
_PIVOT = 69
_YEAR = r"(?:1\d{3}|20\d\d|21\d\d)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH_NUMBER = r"(?:0?[1-9]|1[0-2])"
_ENDING = r"(?:st|nd|rd|th|\.)?"
_NO_MORE = r"(?!(?!t\d)\w|[.,:/]\d)"


def _pattern(short: bool) -> re.Pattern[str]:
    """Groups: year, month, day, last day of several, and two figures of which either may be the month."""
    any_year = rf"(?:{_YEAR}|\d\d)" if short else _YEAR
    short_month = rf"|(?<!-)(?P<m6>{_MONTH_NUMBER})/(?P<y6>(?:19|20)\d\d)" if short else ""
    return re.compile(
        r"(?<![\w.,/])(?=[\djfmasond])(?:(?<![^\W\d]-)(?=\d)(?:"
        rf"(?<!-)(?P<y1>{_YEAR})(?P<z1>[-/.])(?P<m1>0[1-9]|1[0-2]|[1-9](?=[-/]))(?P=z1)(?P<d1>{_DAY})(?!-\d)"
        rf"|(?<!-)(?P<y2>{_YEAR})-(?P<m2>0[1-9]|1[0-2])(?!-\d)"
        rf"|(?P<d3>{_DAY})\.\s?(?P<m3>{_MONTH_NUMBER})\.\s?(?P<y3>{any_year}|(?<=\d\d\.\d\d\.)\d\d)"
        rf"|(?P<a4>[0-3]?\d)(?P<z4>[/-])(?P<b4>[0-3]?\d)(?P=z4)(?P<y4>{any_year})(?!-\d)"
        rf"|(?P<d5>{_DAY}){_ENDING}(?:\s?(?:[-–]|and|to|und|bis)\s?(?P<l5>{_DAY}){_ENDING})?(?:\s+day)?"
        rf"(?:\s+of)?[\s-]*(?P<m5>{MONTH_PATTERN})(?:,?[\s-]*(?P<y5>{any_year}))?"
        rf"{short_month})"
        rf"|(?P<m7>{MONTH_PATTERN})\s*(?P<d7>{_DAY})(?:st|nd|rd|th)?(?:\s?[-–]\s?(?P<l7>{_DAY}))?(?:,\s*|\s+)"
        rf"(?P<y7>{_YEAR})"
        rf"|(?P<m8>{MONTH_PATTERN})\s(?P<d8>{_DAY})(?:st|nd|rd|th)?(?![\d.,]\d|\s?%)(?:\s?[-–]\s?(?P<l8>{_DAY}))?"
        rf"|(?P<m9>{MONTH_PATTERN})(?:\sof)?,?\s+(?P<y9>{_YEAR})"
        rf"){_NO_MORE}",
        re.IGNORECASE,
    )


_DATE, _SHORT_DATE = _pattern(short=False), _pattern(short=True)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}  # the year before each
_SIGN = r"[\d〇零一二三四五六七八九十]"
_EASTERN = re.compile(
    rf"(?<!{_SIGN})(?:(?:(?P<era>{'|'.join(_ERAS)})\s?(?P<reign>{_SIGN}{{1,3}}|元)|(?P<year>{_SIGN}{{4}}))\s?[年년]\s?)?"
    rf"(?P<month>{_SIGN}{{1,3}})\s?[月월](?:\s?(?P<day>{_SIGN}{{1,3}})\s?[日號号일])?"
)
_FISCAL = re.compile(r"\b(?:FY|fy|Fy)\s?['’]?(?P<year>\d{4}|\d{2})\b")
_SPAN = re.compile(
    rf"(?<![\w.,/-])(?P<first>{_YEAR})\s?[-–—]\s?(?P<year>{_YEAR})(?!\w|[.,/-]\d)",
)
_AMOUNT = (
    r"\s(?:percent|per\scent|prozent|hundred|thousand|million|[kcm]?m|[km]?g|t|tons?|tonn?en?|miles?|feet|yards?"
    r"|acres?|met(?:er|re)s?|people|men|women|students|years|jahre|months|monate|days|tage|hours|stunden|units?|stück|liters?|litres?|degrees|grad|volts?|watts?)\b"
)
# A bare figure is a year where such a word stands before it, or in parentheses, or at an end of a span.
_BARE_YEAR = re.compile(
    r"(?:(?:(?<![\w-])(?:in|since|by|from|until|till|during|before|after|around|circa|early|late|mid|year|fiscal"
    r"|im|seit|ab|bis|jahr|jahre|jahres|anfang|ende|mitte|spring|summer|autumn|fall|winter|sommer|herbst"
    r"|frühjahr|between|zwischen|quarter|quartal|geschäftsjahr)|\b(?:of|and|to|und|von)(?=\s(?:1[5-9]|2)))\s"
    rf"|\(|(?<=\d\d\d\d)\s?[-–—]\s?)(?P<year>{_YEAR})(?![\w%]|\s?{SIGN}|[.,/]\d|\s%|\s{NAME_PATTERN}\b|{_AMOUNT})",
    re.IGNORECASE,
)
_FISCAL_WORD = r"(?:FY\s?['’]?|fiscal(?:\s+year)?\s+|(?:GJ|Geschäftsjahr)\s?)"
_NAMED_YEAR = r"(?:19[5-9]|20[0-4])\d"
_YEAR_IN_NAMES = re.compile(
    rf"(?i)(?<![\w.,-]){_FISCAL_WORD}?({_NAMED_YEAR})(?![\d.,]*\d)(?:\s?Q[1-4])?(?![\w])"
    r"|(?<![A-Za-z])(?:FY|GJ)\s?['’]?(\d\d)(?!\d)"
    rf"|(?<=\d[./-])({_NAMED_YEAR})(?!\d)|(?<![\w.,-])({_NAMED_YEAR})(?=-\d\d(?!\d))"
)
_YEARS_BETWEEN = re.compile(
    rf"(?i)(?<![\w.,-]){_FISCAL_WORD}?((?:19|20)\d\d)\s?(?:[-–—]|to|until|through|bis)\s?{_FISCAL_WORD}?"
    rf"((?:19|20)\d\d)(?!\d)"
    rf"|\b(?:between|zwischen)\s+{_FISCAL_WORD}?((?:19|20)\d\d)\s+(?:and|und)\s+{_FISCAL_WORD}?((?:19|20)\d\d)(?!\d)"
)
_LONGEST_SPAN = 12  # years; what is longer is no span that each year's report is wanted of
_QUARTERS = words_for(ENGLISH_ORDINALS, range(1, 5))
_QUARTER = re.compile(
    rf"(?i)(?<![A-Za-z])Q([1-4])(?=(?:20)?\d\d(?!\w)|(?!\d))|(?<![A-Za-z0-9])([1-4])(?-i:Q)(?=\W?\d\d)|\b({'|'.join(_QUARTERS)})\s+quarter"
    r"|\b([1-4])\.\s*Quartal"
)


PART_OF_YEAR = re.compile(
    r"\b(?:months?|weeks?|quarters?|quarterly|half[- ]years?|interim|monate?n?|wochen|quartal\w*)\b"
    r"|\bhalbjahr\w*|\b[1-4]Q|\bQ[1-4]\b",
    re.IGNORECASE,
)


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


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date at `[start, end)`. `other`: with day and month exchanged, where "3/4/2021" may be read so."""

    date: Date
    start: int
    end: int
    other: Date | None = None


@dataclass(frozen=True, slots=True)
class Days:
    """A day of the calendar, or the days of a month, at `[start, end)` of a text."""

    first: datetime.date
    last: datetime.date
    start: int
    end: int

    @property
    def exact(self) -> bool:
        """Whether a day is written."""
        return self.first == self.last


def find_dates(text: str, day_first: bool, *, short: bool = False) -> list[FoundDate]:
    """Days and months of a text in their order; of "7 to 9 June" both days, the first over all of it.

    Args:
        day_first: of "03/04/2023" the third of April; else the fourth of March. A figure above 12 decides.
        short: also "05/2023", and years of two digits wherever they may stand: "1.5.23", "3 May 24"; else
            those of "01.05.23" only.
    """
    pattern = _SHORT_DATE if short else _DATE
    dates = [found for match in pattern.finditer(text) for found in _dates(match, day_first)]
    eastern = (
        [] if text.isascii() else [date for match in _EASTERN.finditer(text) if (date := _eastern(match))]
    )
    return sorted((*dates, *eastern), key=lambda date: date.start) if eastern else dates


def find_years(text: str) -> list[FoundDate]:
    """Years that their surroundings show to be years, in a text without the dates that name a month."""
    found: list[FoundDate] = []
    for pattern in (_FISCAL, _SPAN, _BARE_YEAR):
        new: list[FoundDate] = []
        for match in pattern.finditer(text):
            for name in pattern.groupindex:
                year = int(match[name])
                start, end = match.span(0 if pattern is _FISCAL else name)
                new.append(FoundDate(Date(2000 + year if year < 100 else year), start, end))
        text = blanked(text, new)
        found += new
    return sorted(found, key=lambda date: date.start)


def years_in(text: str) -> tuple[int, ...]:
    """Years that a question or a title names, and those of its spans, in order."""
    found: list[tuple[int, list[int]]] = []
    for span in _YEARS_BETWEEN.finditer(text):
        first, last = (int(year) for year in span.groups() if year)
        if first <= last <= first + _LONGEST_SPAN:
            found.append((span.start(), list(range(first, last + 1))))
    for match in _YEAR_IN_NAMES.finditer(text):
        found.append(
            (match.start(), [2000 + int(match[2]) if match[2] else int(match[match.lastindex or 1])])
        )
    return tuple(dict.fromkeys(year for _, years in sorted(found) for year in years))


def quarter_in(text: str) -> int:
    """1 to 4; 0 when none is named."""
    match = _QUARTER.search(text)
    named = match[match.lastindex or 0] if match else "0"
    return int(named) if named.isdigit() else _QUARTERS[folded(named)]


def names_part_of_year(text: str) -> bool:
    """Whether it speaks of quarters, months or weeks: of something shorter than a year."""
    return quarter_in(text) > 0 or PART_OF_YEAR.search(text) is not None


def find_days(text: str, day_first: bool = True) -> list[Days]:
    """The days and months that a calendar has, in their order, with years of two digits."""
    found: list[Days] = []
    for one in find_dates(text, day_first, short=True):
        date = one.date
        length = calendar.monthrange(date.year, date.month)[1] if date.year else 0
        if date.day <= length:
            first = datetime.date(date.year, date.month, date.day or 1)
            found.append(Days(first, first.replace(day=date.day or length), one.start, one.end))
    return found


def parse_day(text: str, day_first: bool = True) -> datetime.date | None:
    """The day that a text is, whole, a month's first for a month; None when it is none or says more."""
    stripped = text.strip()
    found = find_days(stripped, day_first)
    whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(stripped))
    return found[0].first if whole else None


def blanked(text: str, dates: Iterable[FoundDate]) -> str:
    """The text with spaces in the places of its dates."""
    for found in dates:
        text = text[: found.start] + " " * (found.end - found.start) + text[found.end :]
    return text


def _eastern(match: re.Match[str]) -> FoundDate | None:
    year = figure_of(match["year"] or match["reign"] or "0") + _ERAS.get(match["era"] or "", 0)
    month, day = figure_of(match["month"]), figure_of(match["day"] or "0")
    if not 1 <= month <= 12 or day > 31 or not (year or day):
        return None
    return FoundDate(Date(year, month, day), *match.span())


def _dates(match: re.Match[str], day_first: bool) -> Iterator[FoundDate]:
    part = {name[0]: name for name, value in match.groupdict().items() if value}
    year = int(match[part["y"]]) if "y" in part else 0
    if "y" in part and len(match[part["y"]]) == 2:
        year += 2000 if year <= _PIVOT else 1900
    if "a" in part:
        left, right = int(match[part["a"]]), int(match[part["b"]])
        day, month = (left, right) if left > 12 or (day_first and right <= 12) else (right, left)
        other = Date(year, day, month) if day <= 12 and day != month else None
        if 1 <= month <= 12 and 1 <= day <= 31:
            yield FoundDate(Date(year, month, day), *match.span(), other)
        return
    name = match[part["m"]].rstrip(".")
    if name in _ALSO_WORDS and not year:
        return
    month = int(name) if name.isdigit() else MONTHS[name.casefold()]
    yield FoundDate(Date(year, month, int(match[part["d"]]) if "d" in part else 0), *match.span())
    if "l" in part:
        yield FoundDate(Date(year, month, int(match[part["l"]])), match.start(part["l"]), match.end())
