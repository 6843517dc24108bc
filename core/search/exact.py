"""What must stand as it is: numbers, dates, identifiers, quoted phrases – however a writer spells them.

Pure functions. `coded` gives texts and questions one word for each number, date and identifier, so that the
keyword index finds "36,000" as "36.000" and "8. Mai 2023" as 2023-05-08. `Exact` tells whether a text has a
part of a question, with its boundaries: RE-2023-1 does not stand in RE-2023-11.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.search.concepts import joined
from core.text.dates import FoundDate, blanked, find_dates
from core.text.hyphenation import dehyphenated
from core.text.numbers import parse_number
from core.text.quotations import quotations_in
from core.text.unspaced import apart

_LONGEST_CODE = 40  # characters; what is longer is no identifier that anybody types
_LEAST_DIGITS = 5  # of an identifier without letters; shorter ones are sections, ratios and small numbers
_YEAR = r"(?:19|20)\d\d"
# Account numbers are written in groups of four.
_ACCOUNT = re.compile(
    r"[A-Z](?<!\w.)[A-Z]\d\d(?:\s?(?=[A-Z0-9]*\d)[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?(?!\w)"
)
# Written so that each search begins at a figure, a year or a mark: every chunk of a library is read so.
_NUMBER = re.compile(r"\d(?<![\w.,/-].)\d*(?:[.,'’\u00a0\u202f]\d+)+(?!\w|[.,/-]\d)")
_CODE = re.compile(r"(?<!\w)[^\W_]++(?:[-./_][^\W_]+)+(?!\w)")
_MARK = re.compile(r"[-./_](?<=[^\W_].)[^\W_]")
_FIGURE = re.compile(r"\d")

# In questions only: a text has too many figures side by side.
_SECTION = re.compile(r"§+\s?\d+[a-z]?(?!\w)")
_SPACED = re.compile(r"(?<![\w.,/-])(?:[A-Z]{1,4}\d*\s)?\d{2,}(?:\s\d{2,})+(?![\w]|[.,/-]\d)")
_BARE = re.compile(r"(?<![\w.,/-])(?=[^\W_]*\d)(?:[^\W\d_][^\W_]*|\d+[^\W\d_][^\W_]*|\d{5,})(?!\w|[.,/-]\d)")
_PERIOD = re.compile(r"(?i)(?:FY|GJ|Q|H)?\d{1,4}(?:Q[1-4]|FY|H[12])?|Q[1-4]FY\d+|\d{4}[-/]\d{2,4}")


@dataclass(frozen=True, slots=True)
class Exact:
    """A part of a question. `codes`: the words that `coded` gives it, none for a phrase."""

    text: str
    codes: tuple[str, ...] = ()

    def stands_in(self, text: str) -> bool:
        """Whether a text has it, between boundaries."""
        if not self.codes:
            return _phrase(self.text).search(dehyphenated(text)) is not None
        if not _FIGURE.search(text):
            return False
        return not _codes_of(text).isdisjoint(self.codes) or _spelled(self.text).search(text) is not None


def coded(text: str) -> tuple[str, list[str]]:
    """The text without its written numbers, and a word for each number, date and identifier in it.

    A date has two, of its day and of its month. What else a date or an identifier consists of stays.
    """
    if not _FIGURE.search(text):
        return text, []
    text = apart(text)
    found: list[str] = []

    def number(match: re.Match[str]) -> str:
        code = _number_code(match[0])
        found.append(code)
        return " " if code else match[0]

    pieces: list[str] = []
    end = 0
    for date in _dates(text):
        found.extend(_date_codes(date))
        written = re.sub(r"[-./]", " ", text[max(end, date.start) : date.end])
        pieces += text[end : date.start], " ", written, " "
        end = date.end
        if (year := str(date.date.year)) not in written:
            found.append(year)  # 03.05.23
    text = _NUMBER.sub(number, "".join((*pieces, text[end:])))
    found += [_joined_code(match[0]) for match in (*_ACCOUNT.finditer(text), *_codes(text))]
    return text, [word for word in found if word]


def exact_parts(text: str) -> tuple[Exact, ...]:
    """Quoted phrases, identifiers, dates and written numbers of a question, each once."""
    quoted = quotations_in(text)
    found = [Exact(quotation.text) for quotation in quoted]
    rest = text
    for quotation in quoted:
        rest = rest[: quotation.start] + " " * (quotation.end - quotation.start) + rest[quotation.end :]
    rest = apart(rest)
    dates = _dates(rest)
    found += [Exact(rest[date.start : date.end], _narrowest(list(_date_codes(date)))) for date in dates]
    rest = blanked(rest, dates)
    for pattern in (_SECTION, _ACCOUNT, _NUMBER, _SPACED, _CODE, _BARE):
        for match in list(pattern.finditer(rest)):
            written = match[0]
            code = _number_code(written) if pattern is _NUMBER else joined(written)
            too_short = pattern is _SPACED and len(code) < _LEAST_DIGITS
            plain = not _FIGURE.search(code)
            if code and not too_short and not plain and not _PERIOD.fullmatch(written):
                if not _are_years(written):
                    found.append(Exact(written, (code,)))
                rest = _blanked(rest, match)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=512)
def _codes_of(text: str) -> frozenset[str]:
    rest, found = coded(text)
    bare = (joined(match[0]) for match in _BARE.finditer(rest))
    return frozenset((*found, *bare))


@lru_cache(maxsize=64)
def _phrase(phrase: str) -> re.Pattern[str]:
    """Its words, with what may stand between words."""
    between = r"[\W_]{1,3}".join(re.escape(word) for word in re.findall(r"[^\W_]+", phrase))
    return re.compile(rf"(?<![^\W_]){between or '(?!)'}(?![^\W_])", re.IGNORECASE)


@lru_cache(maxsize=64)
def _spelled(code: str) -> re.Pattern[str]:
    """Its letters and figures in their order, with the marks or spaces that it has, others, or none."""
    runs = re.findall(r"§+|\d+|[^\W\d_]+", code)
    mark = r"[-./_ ]?" if re.search(r"[^\w§]", code) else r"[-./_]?"
    between = mark.join(re.escape(run) for run in runs)
    return re.compile(rf"(?<!\w)(?<!\d[-./]){between}(?!\w|[-./]\d)", re.IGNORECASE)


def _dates(text: str) -> list[FoundDate]:
    return [found for found in find_dates(text, day_first=False) if found.date.year]


def _codes(text: str) -> Iterator[re.Match[str]]:
    """What has figures, and marks between letters or figures."""
    end = 0
    for mark in _MARK.finditer(text):
        start = mark.start()
        while start > end and text[start - 1].isalnum():
            start -= 1
        if mark.start() >= end and (found := _CODE.match(text, start)) is not None:
            end = found.end()
            if _FIGURE.search(found[0]):
                yield found


def _date_codes(found: FoundDate) -> Iterator[str]:
    """yyyymmdd and yyyymm; both readings of 5/8/2023."""
    for date in (found.date, found.other):
        if date is not None:
            if date.day:
                yield date.iso.replace("-", "")
            yield f"{date.year:04}{date.month:02}"


def _narrowest(codes: list[str]) -> tuple[str, ...]:
    """Those of the day, when there is one."""
    longest = max(map(len, codes), default=0)
    return tuple(code for code in codes if len(code) == longest)


def _number_code(written: str) -> str:
    """Its figures without what groups them; a fraction behind a "d", without the zeros at its end.

    Empty for what is no number, as 4.2.1. "1.250" is taken for a thousand and more, not for a fraction.
    """
    value = parse_number(written)
    return "" if value is None else f"{value.normalize():f}".replace(".", "d")


def _joined_code(written: str) -> str:
    """Empty for what is no identifier."""
    code = joined(written)
    digits = sum(ch.isdigit() for ch in code)
    telling = digits and (digits < len(code) or digits >= _LEAST_DIGITS)
    return code if telling and len(code) <= _LONGEST_CODE and not _are_years(written) else ""


def _are_years(written: str) -> bool:
    parts = re.findall(r"[^\W_]+", written)
    return all(re.fullmatch(_YEAR, part) for part in parts)


def _blanked(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + " " * len(match[0]) + text[match.end() :]
