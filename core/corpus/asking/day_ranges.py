"""Times in a question as ranges of days: "in Q2 2023", "before May 2024", "next 90 days". Pure functions."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.corpus.asking.comparisons import pattern_of
from core.corpus.asking.question_words import Found, QuestionWords
from core.text.currency_names import NAME_PATTERN, SIGN, SIGNS
from core.text.dates import MONTHS, Days, find_days
from core.text.number_words import ENGLISH_ORDINALS, GERMAN_ORDINALS, ordinal_in_figures, words_for
from core.text.numbers import NUMBER_WORDS

Day = datetime.date


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `first` to `last`, both counted; None: open on that side. `found`: the words that say it."""

    first: Day | None
    last: Day | None
    found: Found


_QUARTER_NUMBERS = range(1, 5)
_ENGLISH = words_for(ENGLISH_ORDINALS, _QUARTER_NUMBERS) | {
    ordinal_in_figures(number): number for number in _QUARTER_NUMBERS
}
_GERMAN = words_for(GERMAN_ORDINALS, _QUARTER_NUMBERS)
_ORDINALS = {
    **_ENGLISH,
    **_GERMAN,
    **{f"{number}.": number for number in _QUARTER_NUMBERS},
    **dict.fromkeys(("last", "letzte"), 4),
}
_ORDINAL = rf"(?P<ordinal>{'|'.join(_ENGLISH)}|last|(?:{'|'.join(_GERMAN)}|letzte)[snrm]?|[1-4]\.)"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_OF = r"\s*(?:of|in|des\s+jahres|im\s+jahr|von|des|/|-)?\s*"
_QUARTERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bQ(?P<number>[1-4]){_OF}{_YEAR}\b",
        rf"\b{_YEAR}\s*[-/]?\s*Q(?P<number>[1-4])\b",
        rf"{_ORDINAL}\s+(?:quarter|quartals?){_OF}{_YEAR}\b",
    )
)
_HALF = re.compile(rf"{_ORDINAL}\s+(?:half|halbjahrs?|hälfte){_OF}{_YEAR}\b", re.IGNORECASE)
_YEARS = re.compile(
    rf"(?<![\w.,/{SIGNS}-]){_YEAR}(?![\w%]|[.,/-]\d|\s?(?:{SIGN}|{NAME_PATTERN}\b|kg\b|V\b|mA\b|A\b|°))"
)
_RELATIVE = re.compile(
    r"\b(?P<which>this|current|last|previous|next|diese[sm]?n?|aktuelle[snrm]*|laufende[snrm]*|letzte[snrm]*|vorige[snrm]*"
    r"|vergangene[snrm]*|nächste[snrm]*|kommende[snrm]*)\s+(?P<unit>year|month|quarter|week|jahr(?:es)?|monats?|quartals?|woche)\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\b(?:in(?:nerhalb)?|within|over|during|for)?\s*(?:the|den|der|die)?\s*"
    r"(?P<which>last|past|next|coming|letzten|vergangenen|nächsten|kommenden)\s+(?P<count>\d{1,4}|"
    rf"{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})\s+"
    r"(?P<unit>days?|weeks?|months?|years?|tagen?|wochen?|monaten?|jahren?)\b",
    re.IGNORECASE,
)
_BEFORE = "before|earlier than|prior to|older than|vor dem|vor|früher als|älter als"
_AFTER = "after|beyond|past|later than|newer than|nach dem|nach|später als|neuer als"
_SINCE = "since|from|starting|as of|on or after|not before|no earlier than|seit dem|seit|ab dem|ab|frühestens"
_UNTIL = (
    "until|till|by the end of|by|up to|through|on or before|no later than|not after|at the latest"
    "|bis zum ende|bis ende|bis zum|bis einschließlich|bis|spätestens|spätestens am|vor ende"
)
_ON = (
    "in the|in|during the|during|on|dated|for the|for|of|within|im jahr|im jahre|im|in der|in dem|am|vom"
    "|aus dem jahr|aus|während|für|des jahres|year|jahr|the year"
)


def _ending(phrases: str) -> re.Pattern[str]:
    return pattern_of(phrases, r"\s*$")


_OPERATORS = (
    ("before", _ending(_BEFORE)),
    ("after", _ending(_AFTER)),
    ("until", _ending(_UNTIL)),
    ("since", _ending(_SINCE)),
    ("in", _ending(_ON)),
)
_BETWEEN = _ending("between the|between|zwischen dem|zwischen|from|von|vom|from the")
_AND = re.compile(
    r"\s*(?:and the|and|und dem|und|to the|to|until|till|through|bis zum|bis|–|—|-)\s*$", re.IGNORECASE
)
_BOTH_NAMED = re.compile(r"\s*(?:and|und)(?: the| dem)?\s*", re.IGNORECASE)
_BETWEEN_TWO = _ending("between the|between|zwischen dem|zwischen")
_FROM = re.compile(r"(?<!\w)from\s*$", re.IGNORECASE)
_ONWARDS = re.compile(r"^\s*(?:onwards?|on\b|or later|and later|oder später|und später)\b", re.IGNORECASE)


_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_MONTHS_APART = re.compile(
    rf"(?i)\b(?:(?:between|from|zwischen|von)\s+(?P<month>{_MONTH})\s+(?:and|und)"
    rf"|(?P<first>{_MONTH})\s+(?:to|until|through|bis))\s+(?:{_MONTH})\s+(?P<year>(?:19|20)\d\d)\b"
)
_OF_DOCUMENTS = range(1900, 2100)  # years
_MONTHS = 30  # from here on, the calendar's months and years are meant
_LENGTHS = (("day", 1), ("tag", 1), ("w", 7), ("mon", _MONTHS), ("", 365))


def find_periods(
    question: QuestionWords, today: Day, figures: Sequence[tuple[int, int]] = (), *, plain: bool = False
) -> list[Period]:
    """The times a question names, in their order. `figures`: `[start, end)` of what is no year; `plain`:
    the days that are named, whatever stands before them ("before 2020")."""
    text = question.text
    points = sorted(_points(text, question.german, today, figures), key=lambda point: point.start)
    found: list[Period] = []
    place = 0
    while place < len(points):
        point = points[place]
        following = points[place + 1] if place + 1 < len(points) else None
        if following is not None and _is_range(text, point, following):
            between = _BETWEEN.search(text[: point.start])
            start = between.start() if between else point.start
            words = question.in_span(start, following.end)
            found.append(Period(point.first, following.last, words))
            place += 2
            continue
        words = question.in_span(point.start, point.end)
        found.append(Period(point.first, point.last, words) if plain else _single(question, point, text))
        place += 1
    return found + list(_within(question, today))


def _is_range(text: str, left: Days, right: Days) -> bool:
    """ "2022 to 2024", "between 2022 and 2024"; "in 2022 and 2024" are two years."""
    joining = text[left.end : right.start]
    if not _AND.fullmatch(joining):
        return False
    return not _BOTH_NAMED.fullmatch(joining) or bool(_BETWEEN_TWO.search(text[: left.start]))


def _single(question: QuestionWords, point: Days, text: str) -> Period:
    before = text[: point.start]
    onwards = _ONWARDS.match(text[point.end :])
    if onwards:
        return Period(point.first, None, question.in_span(point.start, point.end + onwards.end()))
    for operator, pattern in _OPERATORS:
        match = pattern.search(before)
        if match:
            words = question.in_span(match.start(), point.end)
            if operator == "before":
                return Period(None, point.first - datetime.timedelta(days=1), words)
            if operator == "after":
                return Period(point.last + datetime.timedelta(days=1), None, words)
            if operator == "until":
                return Period(None, point.last, words)
            is_open = operator == "since" and (not _FROM.search(before) or point.first == point.last)
            return Period(point.first, None if is_open else point.last, words)
    return Period(point.first, point.last, question.in_span(point.start, point.end))


def _points(text: str, german: bool, today: Day, figures: Sequence[tuple[int, int]]) -> Iterator[Days]:
    left = text
    for match in _MONTHS_APART.finditer(text):
        name = "month" if match["month"] else "first"
        first = Day(int(match["year"]), MONTHS[match[name].casefold()], 1)
        yield Days(first, _month_end(first), *match.span(name))
    for found in find_days(text, day_first=german or "/" not in text):
        yield found
        left = _blank(left, found.start, found.end)
    for pattern in _QUARTERS:
        for match in pattern.finditer(left):
            parts = match.groupdict()
            number = int(parts["number"]) if parts.get("number") else _ordinal(parts["ordinal"])
            yield Days(*_months(int(parts["year"]) * 12 + 3 * number - 3, 3), *match.span())
            left = _blank(left, match.start(), match.end())
    for match in _HALF.finditer(left):
        number = min(2, _ordinal(match["ordinal"]))
        yield Days(*_months(int(match["year"]) * 12 + 6 * number - 6, 6), *match.span())
        left = _blank(left, match.start(), match.end())
    for match in _RELATIVE.finditer(left):
        yield Days(*_relative(match["which"], match["unit"], today), match.start(), match.end())
    for match in _YEARS.finditer(left):
        if any(start < match.end() and end > match.start() for start, end in figures):
            continue
        year = int(match["year"])
        yield Days(Day(year, 1, 1), Day(year, 12, 31), match.start(), match.end())


def _within(question: QuestionWords, today: Day) -> Iterator[Period]:
    for match in _WITHIN.finditer(question.text):
        unit = match["unit"].casefold()
        count = NUMBER_WORDS.get(match["count"].casefold()) or int(match["count"])
        forward = match["which"].casefold() in ("next", "coming", "nächsten", "kommenden")
        words = question.in_span(match.start(), match.end())
        other = _apart(today, count if forward else -count, unit)
        yield Period(today, other, words) if forward else Period(other, today, words)


def _apart(day: Day, count: int, unit: str) -> Day | None:
    """The day so many days, weeks, months or years later; None where no document can have it."""
    length = next(length for name, length in _LENGTHS if unit.startswith(name))
    try:
        if length < _MONTHS:
            later = day + datetime.timedelta(days=count * length)
        else:
            months = day.year * 12 + day.month - 1 + count * (1 if length == _MONTHS else 12)
            first, last = _months(months, 1)
            later = first.replace(day=min(day.day, last.day))
    except (OverflowError, ValueError):
        return None
    return later if later.year in _OF_DOCUMENTS else None


def _relative(which: str, unit: str, today: Day) -> tuple[Day, Day]:
    key = which.casefold()
    step = 0
    if key.startswith(("last", "previous", "letzt", "vorig", "vergangen")):
        step = -1
    elif key.startswith(("next", "nächst", "kommend")):
        step = 1
    length = {"y": 12, "j": 12, "q": 3, "m": 1}.get(unit.casefold()[0])
    if length is None:
        monday = today - datetime.timedelta(days=today.weekday()) + datetime.timedelta(weeks=step)
        return monday, monday + datetime.timedelta(days=6)
    return _months(((today.year * 12 + today.month - 1) // length + step) * length, length)


def _ordinal(word: str) -> int:
    key = word.casefold()
    return _ORDINALS.get(key) or _ORDINALS.get(key.rstrip("snrm"), 1)


def _months(first: int, count: int) -> tuple[Day, Day]:
    """So many months; `first`: months since the year 0."""
    last = first + count - 1
    return Day(first // 12, first % 12 + 1, 1), _month_end(Day(last // 12, last % 12 + 1, 1))


def _month_end(day: Day) -> Day:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + "#" * (end - start) + text[end:]
