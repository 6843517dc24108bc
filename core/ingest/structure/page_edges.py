"""What stands above and below the text proper of a page: headers, footers, footnotes, captions, numbers.

A sentence that a page breaks off goes on behind them. Pure functions; run in the parser process.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set

from core.ingest.readers.base import Line, ReadPage
from core.ingest.structure.structure import EDGE_LINES, Structure, body_height, running_key

_SMALL_PRINT = 0.92  # of the height of the body's lines
_APART = 0.4  # of a line's height


def body_lines(pages: Sequence[ReadPage], structure: Structure) -> list[tuple[int, int]]:
    """Of each page the first line of its text and the first behind it; all lines where none would be left.

    Besides small print, annotations, numbers and what `structure` found running, the edges of a page have
    what a neighbouring page has at the same edge: two pages are enough for that.
    """
    height = body_height(pages)
    heads = [_keys(page, range(min(EDGE_LINES, len(page.lines)))) for page in pages]
    feet = [_keys(page, range(max(0, len(page.lines) - EDGE_LINES), len(page.lines))) for page in pages]
    running: dict[int, set[int]] = defaultdict(set)
    for index, number in structure.running:
        running[index].add(number)
    found: list[tuple[int, int]] = []
    for index, page in enumerate(pages):
        count = len(page.lines)
        first = _aside(page, range(count), running[index], height, _beside(heads, index))
        last = count - _aside(page, range(count)[::-1], running[index], height, _beside(feet, index))
        found.append((first, last) if first < last else (0, count))
    return found


def _beside(edges: Sequence[Set[str]], index: int) -> Set[str]:
    """What the pages before and behind one have."""
    return set[str]().union(*edges[max(0, index - 1) : index], *edges[index + 1 : index + 2])


def _keys(page: ReadPage, lines: Iterable[int]) -> set[str]:
    return {running_key(_text(page, line)) for line in lines} - {""}


def _aside(page: ReadPage, order: Sequence[int], running: Set[int], height: float, near: Set[str]) -> int:
    """How many of the lines, from an edge of the page inwards, are not of its text."""
    count = 0
    for place, number in enumerate(order, 1):
        line, key = page.lines[number], running_key(_text(page, number))
        small = 0 < line.height < _SMALL_PRINT * height
        if small or line.annotation or number in running or key == "#":
            count = place
        elif key not in near:
            break
        elif place < len(order) and _is_apart(line, page.lines[order[place]]):
            count = place  # sentences of the text may be alike, too, and go on without a gap
    return count


def _is_apart(line: Line, inner: Line) -> bool:
    gap = max(inner.y0 - line.y1, line.y0 - inner.y1)
    return gap > _APART * (line.y1 - line.y0) or line.y0 == line.y1


def _text(page: ReadPage, line: int) -> str:
    return page.text[page.lines[line].start : page.lines[line].end]
