"""In which order the lines of a page are read: columns of prose in turn, tables row by row.

A picture has no order of its own, and a text layer one that may run across columns. Pure functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

LEAST_LINES = 4  # of a column
_PROSE_WORDS = 3.5  # of a line, on average: columns of tables have fewer
_MOST_ACROSS = 0.4  # of the lines may run across both columns: headings, pictures' captions
_SAME_ROW = 0.5  # of the lower line's height
_MARGIN, _OUTER = 0.13, 0.07  # of the page's height, in which running headers and footers stand
_CLEAR = 0.8  # times the usual height of a line
_LARGER = 1.1  # times the usual height of a line: headings of columns are, and stand further inside


@dataclass(frozen=True, slots=True)
class LineBox:
    """One line: its rectangle (any unit, y downwards) and how many words it has."""

    x0: float
    y0: float
    x1: float
    y1: float
    words: int


def reading_order(lines: Sequence[LineBox], height: float = 0.0) -> list[list[int]]:
    """Blocks of line numbers, in reading order; within a block from top to bottom and from left to right.

    `height` of the page: what runs at its head and foot belongs to no column. 0: unknown.
    """
    order = sorted(range(len(lines)), key=lambda place: lines[place].y0)
    usual = sorted(line.y1 - line.y0 for line in lines)[len(lines) // 2] if lines else 0.0
    head = _running(lines, order, usual, lambda line: (line.y0, line.y1), height)
    order.sort(key=lambda place: -lines[place].y1)
    foot = _running(lines, order, usual, lambda line: (height - line.y1, height - line.y0), height)
    body = [place for place in range(len(lines)) if place not in {*head, *foot}]
    return [*filter(None, (_rows(lines, head),)), *_blocks(lines, body), *filter(None, (_rows(lines, foot),))]


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


def _blocks(lines: Sequence[LineBox], chosen: list[int]) -> list[list[int]]:
    gutter = _gutter(lines, chosen)
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
    return [block for side in (left, right) if side for block in _blocks(lines, side)]


def _gutter(lines: Sequence[LineBox], chosen: Sequence[int]) -> float | None:
    """An x between two columns of prose, None when there are none."""
    if len(chosen) < 2 * LEAST_LINES:
        return None
    best: tuple[int, float] | None = None
    edges = sorted({round(lines[place].x0) for place in chosen})
    for edge in edges:
        # Just left of where a column begins.
        x = edge - 1.0
        left = [place for place in chosen if lines[place].x1 <= x]
        right = [place for place in chosen if lines[place].x0 >= x]
        across = len(chosen) - len(left) - len(right)
        if across > _MOST_ACROSS * len(chosen) or min(len(left), len(right)) < LEAST_LINES:
            continue
        if min(_words_a_line(lines, left), _words_a_line(lines, right)) < _PROSE_WORDS:
            continue
        if not _side_by_side(lines, left, right):
            continue
        if best is None or across < best[0]:
            best = (across, x)
    return None if best is None else best[1]


def _words_a_line(lines: Sequence[LineBox], side: Sequence[int]) -> float:
    return sum(lines[place].words for place in side) / len(side)


def _side_by_side(lines: Sequence[LineBox], left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether the columns share at least half of the shorter one's height."""
    top = max(min(lines[place].y0 for place in side) for side in (left, right))
    bottom = min(max(lines[place].y1 for place in side) for side in (left, right))
    shorter = min(
        max(lines[place].y1 for place in side) - min(lines[place].y0 for place in side)
        for side in (left, right)
    )
    return bottom - top >= 0.5 * shorter


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
