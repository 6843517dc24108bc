"""Which rows of a table name its columns. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.text.currency_names import NAME_PATTERN, SIGN

# Figures as documents write them: 1,234.50  -3,5 %  (12)  $4.20  12.5 kg is text, 2024-03-31 and 31.12.2024
# are dates.
_UNIT = rf"%|‰|{NAME_PATTERN}"
_NUMBER = re.compile(
    rf"[(\-–−+]?\s?{SIGN}?\s?[(\-–−+]?\d[\d.,'’\u00a0\u202f ]*(?:[eE][+-]?\d+)?\s?(?:{_UNIT})?\)?"
)
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?|\d{1,2}:\d{2}(:\d{2})?"
)
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d")
_LONGEST_NAME = 80  # characters of a column's name
LOOK_AHEAD = 60  # rows of a table that are read before its header is decided
_TYPED_SHARE = 0.6


def is_value(text: str) -> bool:
    """True for a figure, an amount, a percentage, a date or a time."""
    text = text.strip()
    return 0 < len(text) <= 40 and (_NUMBER.fullmatch(text) is not None or _DATE.fullmatch(text) is not None)


def header_rows(
    rows: Sequence[Sequence[str]], *, bold: Sequence[bool] = (), joined: Sequence[bool] = ()
) -> int:
    """How many of the first rows name the columns of the others: 0, 1 or 2.

    `rows` are the texts of a table's cells, column by column, empty where there is none. `bold` says which
    rows are set off from the others, `joined` which have cells that span columns.
    """
    rows = rows[:LOOK_AHEAD]
    if len(rows) < 2 or max((len(row) for row in rows), default=0) < 2:
        return 0
    if not _names(rows[0]):
        return 0
    set_off = _flag(bold, 0) and not all(_flag(bold, place) for place in range(len(rows)))
    two = len(rows) > 2 and _flag(joined, 0) and _names(rows[1])
    if two and _above_values(rows[1], rows[2:]):
        return 2
    if set_off or _above_values(rows[0], rows[1:]):
        return 1
    return int(_all_text(rows))


def _flag(flags: Sequence[bool], place: int) -> bool:
    return place < len(flags) and flags[place]


def _names(row: Sequence[str]) -> bool:
    """True when the cells could be names of columns: short words, or years."""
    filled = [cell.strip() for cell in row if cell.strip()]
    if len(filled) < 2:
        return False
    return all(
        len(cell) <= _LONGEST_NAME and (not is_value(cell) or _YEAR.fullmatch(cell)) for cell in filled
    )


def _above_values(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """True when a column that the row names holds mostly values below it."""
    for column, name in enumerate(header):
        below = [row[column] for row in rows if column < len(row) and row[column].strip()]
        if not name.strip() or not below:
            continue
        if _YEAR.fullmatch(name.strip()) and all(_YEAR.fullmatch(cell.strip()) for cell in below):
            continue
        if sum(is_value(cell) for cell in below) >= _TYPED_SHARE * len(below):
            return True
    return False


def _all_text(rows: Sequence[Sequence[str]]) -> bool:
    """A table of words only, whose first row is as wide as any and says nothing that another cell says."""
    first = [cell.strip() for cell in rows[0] if cell.strip()]
    widest = max(sum(1 for cell in row if cell.strip()) for row in rows)
    if len(rows) < 3 or len(first) < widest or len({cell.casefold() for cell in first}) < len(first):
        return False
    below = {cell.strip().casefold() for row in rows[1:] for cell in row}
    if any(cell.casefold() in below for cell in first) or any(len(cell) > 40 for cell in first):
        return False
    return not any(is_value(cell) for row in rows for cell in row)
