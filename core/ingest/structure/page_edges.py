"""What stands above and below the text proper of a page: headers, footers, footnotes, captions, numbers.

A sentence that a page breaks off goes on behind them. Pure functions; run in the parser process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.ingest.readers.base import ReadPage
from core.ingest.structure.structure import EDGE_LINES, Structure, body_height, running_key

_SMALL_PRINT = 0.92  # of the height of the body's lines


def body_lines(pages: Sequence[ReadPage], structure: Structure) -> list[tuple[int, int]]:
    """Of each page the first line of its text and the first behind it; all lines where none would be left.

    Besides small print, annotations, numbers and what `structure` found running, the edges of a page have
    what a neighbouring page has at the same edge: two pages are enough for that.
    """
    height = body_height(pages)
    heads = [_keys(page, range(min(EDGE_LINES, len(page.lines)))) for page in pages]
    feet = [_keys(page, range(max(0, len(page.lines) - EDGE_LINES), len(page.lines))) for page in pages]
    found: list[tuple[int, int]] = []
    for index, page in enumerate(pages):
        first, last = 0, len(page.lines)
        while first < last and _is_aside(page, index, first, structure, height, heads):
            first += 1
        while first < last and _is_aside(page, index, last - 1, structure, height, feet):
            last -= 1
        found.append((first, last) if first < last else (0, len(page.lines)))
    return found


def _keys(page: ReadPage, lines: Iterable[int]) -> set[str]:
    return {running_key(_text(page, line)) for line in lines} - {""}


def _is_aside(
    page: ReadPage, index: int, number: int, structure: Structure, height: float, edges: Sequence[set[str]]
) -> bool:
    line = page.lines[number]
    if line.annotation or (index, number) in structure.running or 0 < line.height < _SMALL_PRINT * height:
        return True
    text = _text(page, number)
    near = set().union(*edges[max(0, index - 1) : index], *edges[index + 1 : index + 2])
    return text.strip(" -–—|.").isdigit() or running_key(text) in near


def _text(page: ReadPage, line: int) -> str:
    return page.text[page.lines[line].start : page.lines[line].end]
