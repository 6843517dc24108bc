"""Figures of a table row, read under a line of years: whose each is. Pure functions over sentences in order.

Only what leaves no doubt is read: a heading that ends in years, each of them once; between it and the row
nothing but rows and what they are grouped under; a row with one value for each year; and, unless the value
is a percentage, a heading that says what the figures are counted in ("in millions"), of which the row is no
exception ("per share"). The columns must be whole years: "Three months ended June 30, 2023 2022" are none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from core.answer.facts_numbers import stated_scale
from core.answer.sources import SourceSentence
from core.textspan import is_table_row

_YEARS = re.compile(r"(?:^|\s)((?:(?:19|20)\d\d)(?:\s+(?:19|20)\d\d)+)\s*$")
_VALUE = r"(?:(?:[$€£]\s?)?\(?-?\d[\d.,]*\)?(?:\s?%)?|[—–-])"
_ROW = re.compile(rf"^(?P<label>\S*[^\W\d_].*?)\s+(?P<values>{_VALUE}(?:\s+(?:{_VALUE}))*)\s*$")
_FOOTNOTE = re.compile(r"\(\d\d?\)")
# What rows are grouped under: with a colon, or in small letters ("Operating results", not "Fair Value").
_GROUP = re.compile(r"[^\d]+:|[A-ZÄÖÜ][a-zäöüß]+(?: [a-zäöüß]+){1,5}")
# Counted in something else than the heading says, whether it names the exception or not.
_EXCEPTED = re.compile(
    r"\bper\b|\bpro\b|\bje\b|\bratios?\b|\brates?\b|\bmargins?\b|\bpercent|%|\bcounts?\b|\bnumber\b|\bemployees\b"
    r"|\bheadcount\b|\bshares\b|\bdays\b|\bstores\b|\banzahl\b|\bquote\b|\bmitarbeiter\w*|\bprozent|\baktien\b",
    re.IGNORECASE,
)
# Of two columns that only a year stands over, the period may be a quarter.
_PART_OF_YEAR = re.compile(
    r"\b(?:months?|weeks?|days?|quarters?|quarterly|half[- ]years?|interim|monate?n?|wochen|tage|quartal\w*"
    r"|halbjahr\w*)\b|\b[1-4]Q|\bQ[1-4]\b",
    re.IGNORECASE,
)
_WHOLE_YEAR = re.compile(r"\b(?:fiscal|years?|annual|jahre?n?|geschäftsjahre?[sn]?)\b", re.IGNORECASE)
_PERIOD = re.compile(rf"{_PART_OF_YEAR.pattern}|{_WHOLE_YEAR.pattern}|\bended\b|\bzum\b", re.IGNORECASE)
_LEAST_PLAIN = 3  # years, which need no word that says that each is one
_SCALE_WORDS = {10**3: "thousand", 10**6: "million", 10**9: "billion"}
_MOST_BETWEEN = 40  # sentences from a heading to its row
_MOST_ABOVE = 3  # lines above the years that may say what is counted
_LONGEST_LINE = 14  # words; more of them are prose


def heading_over(sentences: Sequence[SourceSentence], row: SourceSentence) -> tuple[SourceSentence, ...]:
    """The line of years that a row stands under; before it those that tell the period and what is counted.

    Empty where there is none, or anything else stands between.
    """
    if row not in sentences or not is_table_row(row.text):
        return ()
    place = sentences.index(row)
    for above in range(place - 1, max(place - 1 - _MOST_BETWEEN, -1), -1):
        if _years_in(sentences[above].text):
            return (*_captions(sentences, above), sentences[above])
        if not (is_table_row(sentences[above].text) or _GROUP.fullmatch(sentences[above].text)):
            return ()
    return ()


def unit_over(sentences: Sequence[SourceSentence], row: SourceSentence) -> SourceSentence | None:
    """The nearest line above a row that says what is counted, with no prose between; None without one."""
    if row not in sentences or not is_table_row(row.text):
        return None
    place = sentences.index(row)
    for above in range(place - 1, max(place - 1 - _MOST_BETWEEN, -1), -1):
        line = sentences[above]
        if len(line.text.split()) > _LONGEST_LINE and not is_table_row(line.text):
            return None
        if stated_scale(line.text) > 1:
            return line
    return None


def _captions(sentences: Sequence[SourceSentence], place: int) -> tuple[SourceSentence, ...]:
    lines: list[SourceSentence] = []
    for above in range(place - 1, max(place - 1 - _MOST_ABOVE, -1), -1):
        text = sentences[above].text
        if _years_in(text) or is_table_row(text) or len(text.split()) > _LONGEST_LINE:
            break
        lines.append(sentences[above])
    told = [line for line in lines if _PERIOD.search(line.text) or stated_scale(line.text) > 1]
    return tuple(reversed(told))


def cell(row: str, heading: Sequence[str], year: int) -> str:
    """What a row says of a year, as a phrase: "Net sales 2020: $ 519,926 million"; empty if that is in doubt.

    `heading`: the lines that `heading_over` gives.
    """
    years = _years_in(heading[-1]) if heading else ()
    match = _ROW.match(row)
    if match is None or year not in years:
        return ""
    if any(_PART_OF_YEAR.search(line) for line in heading) or not (
        len(years) >= _LEAST_PLAIN or any(_WHOLE_YEAR.search(line) for line in heading)
    ):
        return ""
    values = [found.group() for found in re.finditer(_VALUE, match.group("values"))]
    # "Net sales (1)" may have a footnote for its first value, "Debt (Note 5)" a part of its label.
    if _FOOTNOTE.fullmatch(values[0]) or any(value.count("(") != value.count(")") for value in values):
        return ""
    figures = [value for value in values if any(sign.isdigit() for sign in value)]
    # A percentage among amounts tells of another column.
    if len(values) != len(years) or len({value.endswith("%") for value in figures}) > 1:
        return ""
    value, label = values[years.index(year)], match.group("label").strip(" :.")
    if not any(sign.isdigit() for sign in value):
        return ""
    if value.endswith("%"):
        return f"{label} {year}: {value}"
    scale = _SCALE_WORDS.get(stated_scale(" ".join(heading)))
    if scale is None or _EXCEPTED.search(label):
        return ""
    return f"{label} {year}: {value} {scale}"


def label_of(row: str) -> str:
    """What a row is about: its text without the values; empty if it is no row."""
    match = _ROW.match(row) if is_table_row(row) else None
    return match.group("label") if match else ""


def read_under(heading: Sequence[str], row: str, years: Collection[int]) -> str:
    """The `cell` of the one year among `years` that the heading has; empty where it has none or several."""
    columns = [year for year in _years_in(heading[-1]) if year in years] if heading else []
    return cell(row, heading, columns[0]) if len(columns) == 1 else ""


def read_in(quotes: Sequence[str], years: Collection[int]) -> dict[int, str]:
    """Of quotes in their order each row that stands behind its heading, by its place, as `cell` reads it."""
    found: dict[int, str] = {}
    for place, quote in enumerate(quotes):
        above = next((n for n in range(place - 1, -1, -1) if _years_in(quotes[n])), -1)
        if above >= 0 and (text := read_under(quotes[: above + 1], quote, years)):
            found[place] = text
    return found


def _years_in(text: str) -> tuple[int, ...]:
    """The years that a line ends in, if they run one way and none comes twice."""
    match = _YEARS.search(text)
    if match is None or len(text.split()) > _LONGEST_LINE + match.group(1).count(" "):
        return ()
    years = tuple(int(year) for year in match.group(1).split())
    steps = {second - first for first, second in pairwise(years)}
    return years if steps in ({1}, {-1}) else ()
