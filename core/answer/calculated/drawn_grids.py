"""Tables of pages, whose cells are told apart by where they are drawn. Pure functions over lines of sources.

A line of short names over lines with as many or fewer cells is the head of a table. Each cell belongs to the
name that it stands below; where two claim one place, or one stands below none, there is no table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.answer.calculated.grid import Grid, GridRow
from core.answer.sources import Source, SourceSentence
from core.search.drawn_cells import DrawnCell
from core.text.table_heads import columns_under, header_rows, under_heads
from core.text.textspan import is_table_row
from core.types import Span

_LEAST_ROWS = 2
CellsOf = Callable[[int, Sequence[Span]], Sequence[tuple[DrawnCell, ...]]]  # of lines of a page


@dataclass(frozen=True, slots=True)
class _Drawn:
    sentence: SourceSentence
    cells: tuple[DrawnCell, ...]
    texts: tuple[str, ...]


def drawn_grids(title: str, sources: Sequence[Source], cells_of: CellsOf) -> list[Grid]:
    """The tables of these pages in order; one that goes on over a page's end is one."""
    language = sources[0].document.language if sources else ""
    found: list[Grid] = []
    head: _Drawn | None = None
    names: tuple[str, ...] = ()
    rows: list[_Drawn] = []

    def close() -> None:
        grid = _grid(title, head, names, rows, language) if head is not None else None
        if grid is not None:
            found.append(grid)

    last_page = 0
    for run in _runs(sources, cells_of):
        page = run[0].sentence.page
        goes_on = head is not None and page == last_page + 1 and rows[-1:] != []
        for place, line in enumerate(run):
            if head is not None and line.texts == head.texts and goes_on:
                continue  # the head again, on the next page
            if _is_head(run, place):
                close()
                head, names, rows, goes_on = line, _names(run, place), [], True
            elif goes_on or place:
                rows.append(line)
            else:
                close()
                head, rows = None, []
        last_page = page
    close()
    return found


def _runs(sources: Sequence[Source], cells_of: CellsOf) -> list[list[_Drawn]]:
    """Lines behind each other on one page that have several cells. A row that cannot be cut into cells takes
    away those above it: what was read of its table is not all of it."""
    placed = [(source, sentence) for source in sources for sentence in source.sentences]
    runs: list[list[_Drawn]] = []
    for page, group in groupby(placed, key=lambda pair: pair[1].page):
        own = list(group)
        runs.append([])
        cells = cells_of(page, [sentence.span for _, sentence in own])
        for (_, sentence), drawn in zip(own, cells, strict=True):
            texts = _texts(sentence, drawn)
            if len(texts) > 1:
                runs[-1].append(_Drawn(sentence, drawn, texts))
            elif runs[-1]:
                if is_table_row(sentence.text):
                    runs[-1].clear()
                runs.append([])
    return [run for run in runs if run]


def _texts(sentence: SourceSentence, cells: Sequence[DrawnCell]) -> tuple[str, ...]:
    """The text of each cell; none where the sentence is not told letter by letter."""
    start = sentence.span.start
    if sentence.span.end - start != len(sentence.text):
        return ()
    if any(not start <= cell.span.start < cell.span.end <= sentence.span.end for cell in cells):
        return ()
    return tuple(sentence.text[cell.span.start - start : cell.span.end - start].strip() for cell in cells)


def _is_head(run: Sequence[_Drawn], place: int) -> bool:
    below = [one.texts for one in run[place : place + 1 + _LEAST_ROWS]]
    return len(below) > _LEAST_ROWS - 1 and header_rows(below) == 1


def _names(run: Sequence[_Drawn], place: int) -> tuple[str, ...]:
    """The headings of each column: those of a line, and the heads over several of them in the line above."""
    names = dict(enumerate(run[place].texts))
    if place:
        above = run[place - 1]
        spans = columns_under(
            above.texts, run[place].texts, *(_extents(line) for line in run[place - 1 : place + 2])
        )
        over = {n: text for text, own in zip(above.texts, spans, strict=False) for n in own}
        names = under_heads(over, names)
    return tuple(text for _, text in sorted(names.items()))


def _extents(line: _Drawn) -> list[tuple[float, float]]:
    return [(cell.left, cell.right) for cell in line.cells]


def _grid(
    title: str, head: _Drawn, names: tuple[str, ...], rows: Sequence[_Drawn], language: str
) -> Grid | None:
    placed: list[GridRow] = []
    for row in rows:
        columns = [_below(cell, place, head.cells) for place, cell in enumerate(row.cells)]
        known = [column for column in columns if column is not None]
        if len(known) < len(columns) or known != sorted(set(known)):
            return None
        cells = dict(zip(known, row.texts, strict=True))
        placed.append(GridRow(row.sentence, tuple(cells.get(place, "") for place in range(len(names)))))
    if len(placed) < _LEAST_ROWS or len(set(names)) < len(names):
        return None
    return Grid(title, head.sentence, names, tuple(placed), language)


def _below(cell: DrawnCell, place: int, heads: Sequence[DrawnCell]) -> int | None:
    """The only column whose name stands over the cell; the first column takes what stands left of others."""
    over = [n for n, head in enumerate(heads) if head.left < cell.right and cell.left < head.right]
    if len(over) == 1:
        return over[0]
    if place == 0 and not over and cell.right < heads[min(1, len(heads) - 1)].left:
        return 0
    return None
