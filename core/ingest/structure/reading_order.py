"""In which order the lines of a page are read: columns of prose in turn, tables row by row.

A picture has no order of its own, and a text layer one that may run across columns. Pure functions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

LEAST_LINES = 4  # of a column
_PROSE_WORDS = 3.5  # of a line, on average: columns of tables have fewer
_MOST_ACROSS = 0.4  # of the lines may run across both columns: headings, pictures' captions
_SAME_ROW = 0.5  # of the lower line's height
_MARGIN, _OUTER = 0.13, 0.07  # of the page's height, in which running headers and footers stand
_CLEAR = 0.8  # times the usual height of a line
_LARGER = 1.1  # times the usual height of a line: headings of columns are, and stand further inside


class LineBox(NamedTuple):
    """One line: its rectangle (any unit, y downwards) and how many words it has."""

    x0: float
    y0: float
    x1: float
    y1: float
    words: int


def reading_order(
    lines: Sequence[LineBox], height: float = 0.0, *, of_columns: bool = False
) -> list[list[int]]:
    """Blocks of line numbers, in reading order; within a block from top to bottom and from left to right.

    `height` of the page: what runs at its head and foot belongs to no column. 0: unknown. `of_columns`: none
    where no two blocks can be columns.
    """
    order = sorted(range(len(lines)), key=lambda place: lines[place].y0)
    usual = sorted(line.y1 - line.y0 for line in lines)[len(lines) // 2] if lines else 0.0
    head = _running(lines, order, usual, lambda line: (line.y0, line.y1), height)
    order.sort(key=lambda place: -lines[place].y1)
    foot = _running(lines, order, usual, lambda line: (height - line.y1, height - line.y0), height)
    edges = {*head, *foot}
    body = [place for place in range(len(lines)) if place not in edges]
    gutter = _gutter(lines, body)
    if of_columns and gutter is None and max(len(head), len(foot)) < LEAST_LINES:
        return []
    blocks = _blocks(lines, body, gutter)
    return [*filter(None, (_rows(lines, head),)), *blocks, *filter(None, (_rows(lines, foot),))]


def _running(
    lines: Sequence[LineBox],
    order: Sequence[int],
    usual: float,
    extent: Callable[[LineBox], tuple[float, float]],
    height: float,
) -> list[int]:
    """The outermost lines, from an edge of the page on, where most of a line's height parts them from the
    others. `extent`: of a line, as distances from that edge."""
    end = 0.0
    for count, place in enumerate(order):
        low, high = extent(lines[place])
        if count and low - end > _CLEAR * usual:
            return list(order[:count])
        end = max(end, high)
        if end > (_OUTER if high - low > _LARGER * usual else _MARGIN) * height:
            return []
    return []


def _blocks(lines: Sequence[LineBox], chosen: list[int], gutter: float | None) -> list[list[int]]:
    if gutter is None:
        return [_rows(lines, chosen)] if chosen else []
    blocks: list[list[int]] = []
    band: list[int] = []
    across = {place for place in chosen if lines[place].x0 < gutter < lines[place].x1}
    for place in sorted(chosen, key=lambda number: (lines[number].y0 + lines[number].y1) / 2):
        if place not in across:
            band.append(place)
            continue
        blocks += _columns(lines, band, gutter)
        band = []
        blocks.append([place])
    blocks += _columns(lines, band, gutter)
    return blocks


def _columns(lines: Sequence[LineBox], band: list[int], gutter: float) -> list[list[int]]:
    left = [place for place in band if lines[place].x1 <= gutter]
    right = [place for place in band if lines[place].x0 >= gutter]
    sides = [side for side in (left, right) if side]
    return [block for side in sides for block in _blocks(lines, side, _gutter(lines, side))]


def _gutter(lines: Sequence[LineBox], chosen: Sequence[int]) -> float | None:
    """An x between two columns of prose, None when there are none."""
    if len(chosen) < 2 * LEAST_LINES:
        return None
    fewest, best = int(_MOST_ACROSS * len(chosen)) + 1, None
    from_left = sorted((lines[place] for place in chosen), key=lambda line: line.x1)
    from_right = sorted((lines[place] for place in chosen), key=lambda line: -line.x0)
    ends, starts = [line.x1 for line in from_left], [-line.x0 for line in from_right]
    words_left, words_right = (
        list(accumulate((line.words for line in side), initial=0)) for side in (from_left, from_right)
    )
    for edge in sorted({round(line.x0) for line in from_left}):
        # Just left of where a column begins.
        x = edge - 1.0
        left, right = bisect_right(ends, x), bisect_right(starts, -x)
        across = len(chosen) - left - right
        if across >= fewest or min(left, right) < LEAST_LINES:
            continue
        are_prose = min(words_left[left] / left, words_right[right] / right) >= _PROSE_WORDS
        if are_prose and _side_by_side(from_left[:left], from_right[:right]):
            fewest, best = across, x
    return best


def _side_by_side(*columns: Sequence[LineBox]) -> bool:
    """Whether the columns share at least half of the shorter one's height."""
    extents = [(min(line.y0 for line in side), max(line.y1 for line in side)) for side in columns]
    shared = min(bottom for _, bottom in extents) - max(top for top, _ in extents)
    return shared >= 0.5 * min(bottom - top for top, bottom in extents)


def _rows(lines: Sequence[LineBox], chosen: Sequence[int]) -> list[int]:
    """Top to bottom; lines on one baseline from left to right."""
    order = sorted(chosen, key=lambda place: (lines[place].y0 + lines[place].y1) / 2)
    rows: list[list[int]] = [[order[0]]] if order else []
    for above, place in pairwise(order):
        overlap = min(lines[above].y1, lines[place].y1) - max(lines[above].y0, lines[place].y0)
        lower = min(lines[above].y1 - lines[above].y0, lines[place].y1 - lines[place].y0)
        if overlap >= _SAME_ROW * lower:
            rows[-1].append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda number: lines[number].x0)]
