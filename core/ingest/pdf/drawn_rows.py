"""Rows of a page as they are put together from its words, and what a file draws apart from its row.

Pure functions; runs in the parser process. Coordinates in points from the upper left corner of the page.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.ingest.pdf.text_tables import WIDE
from core.text.hyphenation import SOFT_HYPHEN, parts_of_cut_word

LONG_CELL = 6  # words; two neighbours longer than this are columns of prose, not cells
_OVERLAP = 0.5  # of the lower box: on one baseline
_MOST_LINES = 4  # of a cell, with 0.2 of their height between them
_MOST_GROUPS = 2  # headings of rows between the names of columns and the first figures
_MARK_HEIGHT = 0.4, 0.85  # times the height of the text: a mark of a note beside it
_LONGEST_MARK = 4  # "(12)"
_MOST_MARKS = 100  # of a page: more are a drawing in small print
_TOUCHES = 0.6  # times the height of a text: no further away stands a mark of it


@dataclass(slots=True)
class Segment:
    """Neighbouring words that MuPDF put on one line."""

    x0: float
    y0: float
    x1: float
    y1: float
    first: int
    last: int
    block: int
    is_value: bool


@dataclass(slots=True)
class Row:
    """Segments on one baseline."""

    y0: float
    y1: float
    x1: float
    segments: list[Segment]
    block: int
    has_value: bool
    has_label: bool
    cells: tuple[int, ...] = ()  # of a row of a table: how many segments each has
    header: tuple[str, ...] = ()  # the headings over them

    @property
    def is_labelled(self) -> bool:
        """A label and one thing that stands apart from it; marks and numbers of lists are none."""
        gaps = [
            part.x0 - before.x1 > WIDE * (self.y1 - self.y0) and before.x1 - before.x0 > self.y1 - self.y0
            for before, part in pairwise(self.segments)
        ]
        return not self.cells and sum(gaps) == 1


def same_baseline(a0: float, a1: float, b0: float, b1: float) -> bool:
    """Two boxes, of which these are the upper and lower edges, stand on one line."""
    overlap = min(a1, b1) - max(a0, b0)
    return overlap > 0 and overlap >= _OVERLAP * min(a1 - a0, b1 - b0)


def join_lines_of_cells(rows: list[Row], texts: list[str]) -> None:
    """Put rows together that are drawn cell by cell, where a cell has several lines: names over figures,
    or a label beside them. There the file goes back up, by no more than the height of a cell."""
    place = 1
    while place < len(rows):
        before, row = rows[place - 1 : place + 1]
        goes_up = row.y0 < before.y0 and not same_baseline(row.y0, row.y1, before.y0, before.y1)
        if goes_up and before.y1 - row.y0 < 1.2 * _MOST_LINES * (row.y1 - row.y0):
            first, last = _drawn_together(rows, place)
            if cells := _cells_of_lines(rows[first:last], rows[last : last + 1 + _MOST_GROUPS]):
                for cell in cells:
                    soften(cell, texts)
                rows[first:last] = [_joined(rows[first:last], [part for cell in cells for part in cell])]
                place = first
        place += 1


def _joined(rows: Sequence[Row], parts: list[Segment]) -> Row:
    return Row(
        min(row.y0 for row in rows),
        max(row.y1 for row in rows),
        max(row.x1 for row in rows),
        parts,
        parts[0].block,
        has_value=any(part.is_value for part in parts),
        has_label=not all(part.is_value for part in parts),
    )


def _drawn_together(rows: Sequence[Row], place: int) -> tuple[int, int]:
    """The rows around a place that stand no lower than the one before it, and no higher than the highest."""
    bottom = rows[place - 1].y1
    last = place
    while last < len(rows) and rows[last].y0 + rows[last].y1 <= 2 * bottom:
        last += 1
    top = min(row.y0 for row in rows[place - 1 : last])
    first = place - 1
    while first and 2 * top <= rows[first - 1].y0 + rows[first - 1].y1 <= 2 * bottom:
        first -= 1
    return first, last


def _cells_of_lines(rows: Sequence[Row], below: Sequence[Row]) -> list[list[Segment]]:
    """The cells of a row of a table from left to right, each from above; none where it is something else."""
    drawn = sorted((part for row in rows for part in row.segments), key=lambda part: part.x0)
    height = median(part.y1 - part.y0 for part in drawn)
    bottom = max(part.y1 for part in drawn)
    if bottom - min(part.y0 for part in drawn) > 1.2 * _MOST_LINES * height:
        return []
    marks: dict[int, list[Segment]] = {}
    cells: list[list[Segment]] = []
    edge = 0.0
    for part in drawn:
        host = _host(part, drawn)
        if host is not None:
            marks.setdefault(host.first, []).append(part)
            continue
        if cells and part.x0 < edge:
            cells[-1].append(part)
        else:
            cells.append([part])
        edge = max(edge, part.x1)
    for cell in cells:
        cell.sort(key=lambda part: part.y0)
    steps = [step for cell in cells for step in pairwise(cell)]
    values = [part for cell in cells for part in cell if part.is_value]
    is_row = len(values) > 1 and not any(part.is_value for step in steps for part in step)
    are_names = any(map(_is_row_of_figures, below)) and below[0].y0 - bottom < 2 * height
    is_torn = (
        len(cells) < 2
        or any(
            lower.y0 - upper.y1 > _TOUCHES * height or _on_one_line(upper, lower) for upper, lower in steps
        )
        or any(part.last - part.first > LONG_CELL for cell in cells[1:] for part in cell)
        or not all(_on_one_line(values[0], value) for value in values)
    )
    if is_torn or not (is_row or are_names):
        return []
    return [[one for part in cell for one in (part, *marks.get(part.first, ()))] for cell in cells]


def _on_one_line(one: Segment, other: Segment) -> bool:
    return same_baseline(one.y0, one.y1, other.y0, other.y1)


def _is_row_of_figures(row: Row) -> bool:
    return sum(part.is_value for part in row.segments) > 1


def put_marks(rows: list[Row], texts: Sequence[str]) -> None:
    """Put the marks of notes, which some files draw by themselves, beside the text that they stand at."""
    usual = median(row.y1 - row.y0 for row in rows) if rows else 0.0
    marked = [row for row in rows if all(_may_be_mark(part, usual, texts) for part in row.segments)]
    for row in marked if len(marked) <= _MOST_MARKS else ():
        near = [one for one in rows if one.y0 < row.y1 and row.y0 < one.y1 and one is not row]
        parts = [part for one in near for part in one.segments]
        for mark in list(row.segments):
            host = _host(mark, parts)
            if host is not None:
                row.segments.remove(mark)
                insort(
                    next(one for one in near if host in one.segments).segments, mark, key=lambda part: part.x0
                )
    rows[:] = [row for row in rows if row.segments]


def _may_be_mark(part: Segment, usual: float, texts: Sequence[str]) -> bool:
    is_small = part.y1 - part.y0 < usual
    return is_small and part.last - part.first == 1 and len(texts[part.first]) <= _LONGEST_MARK


def _host(mark: Segment, parts: Sequence[Segment]) -> Segment | None:
    """The text that a small word touches at one of its ends, if it is the mark of a note there."""
    low, high = _MARK_HEIGHT
    touched = [
        part
        for part in parts
        if low * (part.y1 - part.y0) < mark.y1 - mark.y0 < high * (part.y1 - part.y0)
        and -1 <= max(mark.x0 - part.x1, part.x0 - mark.x1) <= _TOUCHES * (part.y1 - part.y0)
        and _on_one_line(mark, part)
    ]
    return max(touched, key=lambda part: min(part.y1, mark.y1) - max(part.y0, mark.y0), default=None)


def soften(cell: Sequence[Segment], texts: list[str]) -> None:
    """Words that a cell's lines cut have soft hyphens: see `core.text.hyphenation.with_soft_hyphens`."""
    for segment, below in pairwise(cell):
        if below.y0 > segment.y0 and parts_of_cut_word(texts[segment.last - 1], texts[below.first]):
            texts[segment.last - 1] = texts[segment.last - 1][:-1] + SOFT_HYPHEN
