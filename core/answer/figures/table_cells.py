"""Figures of a table row, read under the heads of its columns: whose each is. Pure functions over sentences.

Only what leaves no doubt is read: a heading that ends in years or dates, each year once; between it and the
row nothing but rows and what they are grouped under; a row with one value for each year; and, unless the
value is a percentage, a heading that says what the figures are counted in ("in millions"), of which the row
is no exception ("per share"). The columns must be whole years: "Three months ended June 30, 2023 2022" are
none; of two columns of a balance sheet each is the end of a year.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.answer.figures.table_columns import Columns, columns_at_end, days_agree, is_one_column
from core.answer.sources import SourceSentence
from core.text.currency_names import NAME_PATTERN, SIGN
from core.text.dates import PART_OF_YEAR
from core.text.numbers import parse_number, stated_scale
from core.text.textspan import is_table_row

_VALUE = rf"(?:(?:{SIGN}\s?)?\(?-?\d[\d.,]*\)?(?:\s?%)?|[—–-])"
_ROW = re.compile(rf"^(?P<label>\S*[^\W\d_].*?)\s+(?P<values>{_VALUE}(?:\s+(?:{_VALUE}))*)\s*$")
_FOOTNOTE = re.compile(r"\(\d\d?\)")
_NOTED = re.compile(r"\s*\((?:see )?notes? [^()]{1,30}\)", re.IGNORECASE)
_NOTE = re.compile(r"\d\d?")
# What rows are grouped under: with a colon, or in small letters ("Operating results", not "Fair Value").
_GROUP = re.compile(
    r"[^\d]+:|[A-ZÄÖÜ][a-zäöüß]+(?: [a-zäöüß]+){1,5}|[A-ZÄÖÜ][a-zäöüß]+, net"
    r"|Assets|Liabilities|Equity|Revenues?|Operations|Operating|Investing|Financing|Aktiva|Passiva"
)
# Headings within a statement, whatever their capitals: "Liabilities and Shareholders’ Equity (Note 4)".
_STATEMENT_GROUP = re.compile(
    r"(?=.*\b(?:assets|liabilities|equity|activities|revenues|expenses|operations|contingencies"
    r"|disclosures?|vermögen\w*"
    r"|eigenkapital|schulden|verbindlichkeiten|\w*tätigkeit)\b)(?!.*\b(?:fair|carrying|amortized"
    r"|gross|level|unrealized|notional"
    r"|average|plan|estimated|total|change|segment)\b)[^\d()]+(?:\([^()]{1,20}\))?",
    re.IGNORECASE,
)
_LONGEST_GROUP = 8  # words
# A line that tells of shares, or the beginning of a label that goes on in the row below it.
_AMID_ROWS = re.compile(
    r".*\b(?i:par value|authorized|issued|outstanding)\b.*|[A-Z][^\d.:]*\b(?:and|of|or|to|by|from|the"
    r"|und|der|für)",
    re.DOTALL,
)
# Counted in something else than the heading says, whether it names the exception or not.
_COUNTED = re.compile(
    r"\bper\b|\bpro\b|\bje\b|\bcounts?\b|\bnumber\b|\bemployees\b|\bheadcount\b|\bshares\b|\bdays\b|\bstores\b"
    r"|\banzahl\b|\bmitarbeiter\w*|\baktien\b",
    re.IGNORECASE,
)
# Not counted at all, unless its figures are in thousands: "Gross margin 52,540".
_RATE = re.compile(r"\bratios?\b|\brates?\b|\bmargins?\b|\bpercent|%|\bquote\b|\bprozent", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d[,.]\d{3}(?!\d)")
# What stands under such a line is counted otherwise than the table: "Year-over-year percentage growth:".
_OTHER_UNIT = re.compile(
    r"%|\bpercent\w*|\bprozent\w*|\bper (?:\w+ )?share\b|\bje aktie\b|\bgrowth\b|\bratios?\b", re.IGNORECASE
)
_WHOLE_YEAR = re.compile(r"\b(?:fiscal|years?|annual|jahre?n?|geschäftsjahre?[sn]?)\b", re.IGNORECASE)
_PART_OF_YEAR = re.compile(rf"{PART_OF_YEAR.pattern}|\bdays?\b|\btage\b", re.IGNORECASE)
_PERIOD = re.compile(
    rf"{_PART_OF_YEAR.pattern}|{_WHOLE_YEAR.pattern}|\bended\b|\bzum\b|\bas (?:of|at)\b|\bat \w+ \d"
    rf"|\bcondensed\b|\bunaudited\b",
    re.IGNORECASE,
)
# So many months or weeks are a whole year.
_YEAR_IN_PARTS = re.compile(
    r"\b(?:twelve|12)[- ]months?\b|\b(?:52|53|fifty[- ](?:two|three))[- ]weeks?\b|\bzwölf monate\b",
    re.IGNORECASE,
)
# Its columns are ends of years, where it is no interim one.
_BALANCE_SHEET = re.compile(
    r"\bbalance sheets?\b|\bfinancial (?:position|condition)\b|\b(?:konzern)?bilanz\b", re.IGNORECASE
)
_INTERIM = re.compile(r"\bcondensed\b|\bunaudited\b|\binterim\b|\bungeprüft\w*|\bzwischen\w*", re.IGNORECASE)
# Counted in a currency and in nothing larger.
_PLAIN_MONEY = re.compile(
    rf"\b(?:in|angaben in|amounts in)\s+{NAME_PATTERN}(?!\s?(?:\w*tausend|thousand|m|b|t))"
    rf"|\({NAME_PATTERN}\)",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"\bT(?:EUR|€)|\b(?:Tsd|Mio|Mrd|Angaben|Geschäftsjahre?s?|Jahre?s?|zum|Dezember|Januar|Juni"
    r"|Bilanz|Umsatz\w*)\b"
)
_LEAST_PLAIN = 3  # years, which need no word that says that each is one
_SCALE_WORDS = {1: "", 10**3: "thousand", 10**6: "million", 10**9: "billion"}
_GERMAN_SCALE_WORDS = {1: "", 10**3: "Tsd.", 10**6: "Mio.", 10**9: "Mrd."}
_MOST_BETWEEN = 70  # sentences from a heading to its row
_MOST_STACKED = 6  # columns with a line each
_MOST_ABOVE = 4  # lines above the years that may say what is counted
_LONGEST_LINE = 14  # words; more of them are prose


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of a row in the column of a year. `text` is as it stands there, `scale` what it is counted in.

    `value` is without the scale. `german`: its table is written the German way.
    """

    label: str
    year: int
    text: str
    value: Decimal
    scale: int
    percent: bool
    german: bool = False

    @property
    def amount(self) -> Decimal:
        return self.value * self.scale

    @property
    def shown(self) -> str:
        """ "$ 519,926 million", "4.2 %"."""
        return self.text if self.percent else f"{self.text} {scale_word(self.scale)}".rstrip()


def scale_word(scale: int, *, german: bool = False) -> str:
    """ "million" for 1,000,000."""
    return (_GERMAN_SCALE_WORDS if german else _SCALE_WORDS).get(scale, "")


def heading_over(sentences: Sequence[SourceSentence], row: SourceSentence) -> tuple[SourceSentence, ...]:
    """The line of years that a row stands under; before it those that tell the period and what is counted.

    Empty where there is none, or anything else stands between.
    """
    if row not in sentences or not is_table_row(row.text):
        return ()
    place = sentences.index(row)
    passed = row
    for above in range(place - 1, max(place - 1 - _MOST_BETWEEN, -1), -1):
        line = sentences[above]
        if columns := _columns_at(sentences, above):
            first = above - columns.lines + 1
            return (*_captions(sentences, first), *sentences[first : above + 1])
        if not (is_table_row(line.text) or _is_group(line.text, passed.text)):
            return ()
        if not is_table_row(line.text) and _OTHER_UNIT.search(line.text):
            return ()
        passed = line
    return ()


def _columns_at(sentences: Sequence[SourceSentence], place: int) -> Columns | None:
    """The columns whose heads end with this line."""
    first = max(0, place - _MOST_STACKED)
    return columns_at_end([line.text for line in sentences[first : place + 1]])


def _is_group(line: str, below: str) -> bool:
    """What rows are grouped under, or what stands among them and is none; `below`: the line behind it."""
    if _GROUP.fullmatch(line):
        return True
    if len(line.split()) <= _LONGEST_GROUP and _STATEMENT_GROUP.fullmatch(line):
        return True
    goes_on = below[:1].islower() and not re.search(r"\d|[.:]$", line)
    return is_table_row(below) and (goes_on or _AMID_ROWS.fullmatch(line) is not None)


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
        dated = columns_at_end([text]) is not None or is_one_column(text)
        prose = len(text.split()) > 2 * _LONGEST_LINE or text.rstrip().endswith(".")
        if prose and stated_scale(text) > 1:  # "The following data (in thousands) is …"
            lines.append(sentences[above])
        if dated or prose or (is_table_row(text) and not _PERIOD.search(text)):
            break
        lines.append(sentences[above])
    told = [
        line
        for line in lines
        if _PERIOD.search(line.text) or _BALANCE_SHEET.search(line.text) or _scale_of([line.text]) is not None
    ]
    return tuple(reversed(told))


def cell(row: str, heading: Sequence[str], year: int) -> str:
    """What a row says of a year, as a phrase: "Net sales 2020: $ 519,926 million"; empty if that is in doubt.

    `heading`: the lines that `heading_over` gives.
    """
    found = read_cell(row, heading, year)
    return f"{found.label} {year}: {found.shown}" if found else ""


def read_cell(row: str, heading: Sequence[str], year: int) -> Cell | None:
    """The figure of a row under a year; None if anything of it is in doubt."""
    columns = columns_at_end(heading)
    match = _ROW.match(_NOTED.sub("", row))
    if match is None or columns is None or year not in columns.years:
        return None
    if not _are_whole_years(columns, heading):
        return None
    values = [found.group() for found in re.finditer(_VALUE, match.group("values"))]
    if len(values) == len(columns.years) + 1:
        is_note = columns.notes and _NOTE.fullmatch(values[0])
        is_mark = not columns.more and _FOOTNOTE.fullmatch(values[0])
        values = values[1:] if is_note or is_mark else values
    # "Net sales (1)" may have a footnote for its first value, "Debt (Note 5)" a part of its label.
    if _FOOTNOTE.fullmatch(values[0]) or any(value.count("(") != value.count(")") for value in values):
        return None
    values = list(_of_years(values, columns))
    figures = [value for value in values if any(sign.isdigit() for sign in value)]
    # A percentage among amounts tells of another column.
    if len(values) != len(columns.years) or len({value.endswith("%") for value in figures}) > 1:
        return None
    text, label = values[columns.years.index(year)], match.group("label").strip(" :.")
    german = _GERMAN.search(" ".join([*heading, row])) is not None
    value = _value(text, german=german)
    if value is None:
        return None
    if text.endswith("%"):
        return Cell(label, year, text, value, 1, percent=True, german=german)
    scale = _scale_of(heading)
    if scale is None or _COUNTED.search(label) or stated_scale(label) not in (1, scale):
        return None
    if _RATE.search(label) and not all(_THOUSANDS.search(value) for value in figures):
        return None
    return Cell(label, year, text, value, scale, percent=False, german=german)


def _of_years(values: Sequence[str], columns: Columns) -> Sequence[str]:
    """Those in the columns of years: without a percentage behind each, or columns of changes behind all."""
    count = len(columns.years)
    shares = [value.endswith("%") for value in values]
    if shares == [False, True] * count:
        return values[::2]
    if columns.more and len(values) > count and _is_change(values[:count], values[count:]):
        return values[:count]
    return values


def _is_change(years: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of the other columns is the change between the first two years, as an amount or in percent.

    What stands over those columns need not be understood: the figures say it.
    """
    last, first = (_value(text, german=False) for text in years[:2])
    if last is None or first is None:
        return False
    wanted = [last - first] + ([(last - first) / abs(first) * 100] if first else [])
    told = [found for text in others if (found := _value(text, german=False)) is not None]
    return any(abs(value - change) <= _half_of(value) for value in told for change in wanted)


def _half_of(value: Decimal) -> Decimal:
    """Half of the last digit that a figure is told to."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2


def _are_whole_years(columns: Columns, heading: Sequence[str]) -> bool:
    """Each column is a year, or the end of one."""
    told = [_YEAR_IN_PARTS.sub(" year ", line) for line in heading]
    if any(_PART_OF_YEAR.search(line) for line in told) or not days_agree(heading):
        return False
    if any(_WHOLE_YEAR.search(line) for line in told):
        return True
    if any(_INTERIM.search(line) for line in heading):
        return False
    return len(columns.years) >= _LEAST_PLAIN or any(_BALANCE_SHEET.search(line) for line in heading)


def _scale_of(heading: Sequence[str]) -> int | None:
    """What figures below these lines are counted in; None where they do not say, or say two things."""
    scales = {scale for line in heading if (scale := stated_scale(line)) > 1}
    if scales:
        return scales.pop() if len(scales) == 1 else None
    return 1 if any(_PLAIN_MONEY.search(line) for line in heading) else None


def _value(text: str, *, german: bool) -> Decimal | None:
    digits = re.search(r"\d(?:[\d.,]*\d)?", text)
    value = parse_number(digits.group(), german) if digits else None
    if value is None:
        return None
    negative = ("(" in text and ")" in text) or re.match(rf"(?:{SIGN}\s?)?\(?-", text) is not None
    return -value if negative else value


def label_of(row: str) -> str:
    """What a row is about: its text without the values; empty if it is no row."""
    match = _ROW.match(_NOTED.sub("", row)) if is_table_row(row) else None
    return match.group("label") if match else ""


def read_under(heading: Sequence[str], row: str, years: Collection[int]) -> str:
    """The `cell` of the one year among `years` that the heading has; empty where it has none or several."""
    found = columns_at_end(heading)
    columns = [year for year in found.years if year in years] if found else []
    return cell(row, heading, columns[0]) if len(columns) == 1 else ""


def read_in(quotes: Sequence[str], years: Collection[int]) -> dict[int, str]:
    """Of quotes in their order each row that stands behind its heading, by its place, as `cell` reads it."""
    found: dict[int, str] = {}
    for place, quote in enumerate(quotes):
        if text := read_under(heading_among(quotes, place), quote, years):
            found[place] = text
    return found


def heading_among(quotes: Sequence[str], place: int) -> Sequence[str]:
    """Of quotes in their order those down to the last heads of columns before a row."""
    ends = (n for n in range(place - 1, -1, -1) if columns_at_end(quotes[: n + 1]))
    above = next(ends, -1)
    # What is quoted of the table before this one says nothing of it.
    first = max(
        (n + 1 for n in range(above) if is_table_row(quotes[n]) and not _PERIOD.search(quotes[n])), default=0
    )
    return quotes[first : above + 1]
