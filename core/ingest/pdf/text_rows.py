"""From a page's words to lines of text: rows of a table stay together, columns of prose stay apart.

MuPDF returns each table cell as a line of its own. Cells that stand on one baseline, one right of the
other, are joined here into one line ("Net sales 100 200 300"), so that a value never loses its label.
Pure functions; runs in the parser process.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, pairwise

import numpy as np
from numpy.typing import NDArray

from core.ingest.pdf.drawn_rows import (
    LONG_CELL,
    Row,
    Segment,
    join_lines_of_cells,
    put_marks,
    same_baseline,
    soften,
)
from core.ingest.pdf.text_tables import WIDE, Column, DrawnRow, DrawnTable, Piece, find_tables
from core.ingest.readers.base import Line
from core.ingest.structure.reading_order import LEAST_LINES, LineBox, reading_order
from core.store.words import pack_arrays
from core.text.currency_names import SIGNS
from core.text.textspan import CELL_SEPARATOR, SENTENCE_END, runs_on

# x0, y0, x1, y1, text, block, line, word: one entry of PyMuPDF's `get_text("words")`.
RawWord = tuple[float, float, float, float, str, int, int, int]

_VALUE_STARTS = frozenset(f"0123456789{SIGNS}(+-–—−%)*")
_LEADERS = frozenset("._·…")
_LEADER = re.compile(r"(?<!\S)[._·…]{3,}(?!\S)")
_RUNNING_ON = 0.3  # of the lines of a column of prose begin with small letters
_FULL, _ENDED = 0.7, 0.25  # of its lines have no room for the next word, and end a sentence, in any language
_NEARBY = 10  # lines and what parts them, above the end of a column
_FLUSH = 2  # values that end below each other are a column


def lay_out(
    words: Sequence[RawWord], width: float, height: float, added: int = 0, carried: Sequence[Column] = ()
) -> tuple[str, list[Line], bytes, Sequence[Column]]:
    """Text, lines and packed word boxes of a page of `width` × `height` points.

    The last `added` words are form fields' and annotations': the file has them behind everything else, and
    they are put where they stand. Words whose centre lies outside the page are dropped: nobody sees them.
    Lines are joined with a newline, paragraphs with a blank line. `carried`: the columns of a table that goes
    on from the page before; those of one that goes on on the next page are returned last.
    """
    kept, boxes, own = _kept(words, width, height, added)
    if not kept:
        return "", [], b"", ()
    texts = [word[4] for word in kept]
    heights = (boxes[3] - boxes[1]).tolist()
    segments = _segments(kept, boxes, own)
    drawn = list(_pieces(segments, texts, boxes, own))
    if ordered := _by_columns(drawn, texts, height):
        segments = ordered + [segment for segment in segments if segment.first >= own]
        drawn = list(_pieces(segments, texts, boxes, own))
    tables = find_tables(drawn, carried)
    rows = _join_cells([part for part in segments if part.first < own])
    put_marks(rows, texts)
    join_lines_of_cells(rows, texts)
    rows = _attach_value_columns(rows)
    join_lines_of_cells(rows, texts)  # those that lacked their figures
    for table in tables:
        _put_table(rows, table)
    for segment in segments:
        if segment.first >= own:
            _put_in_place(rows, segment)
    pieces: list[str] = []
    order: list[int] = []
    firsts: list[int] = []  # in `order`, of each row
    separators: list[int] = []
    lines: list[Line] = []
    position = 0
    previous: Row | None = None
    usual_gap = _usual_gap(rows)
    for row in rows:
        separator = "\n" if previous is not None else ""
        if previous is not None and _starts_paragraph(previous, row, usual_gap):
            left = row.segments[0]
            in_next_column = row.y0 < previous.y0 and left.x0 >= previous.x1
            first_words = " ".join(texts[left.first : left.last])
            goes_on = in_next_column and runs_on("".join(pieces[-_NEARBY:]), first_words)
            separator = "\n" if goes_on else "\n\n"
        begun = 0
        text = ""
        for count in row.cells or (len(row.segments),):
            firsts.append(len(order))
            separators.append(len(CELL_SEPARATOR if begun else separator))
            cell = row.segments[begun : begun + count]
            if row.cells:
                soften(cell, texts)
            text += CELL_SEPARATOR if begun else ""
            text += " ".join([" ".join(texts[segment.first : segment.last]) for segment in cell])
            for segment in cell:
                order += range(segment.first, segment.last)
            begun += count
        pieces += (separator, text)
        position += len(separator)
        left = row.segments[0]
        end = position + len(text)
        line = Line(position, end, left.x0, row.y0, row.x1, row.y1, round(heights[left.first], 1))
        line.is_row, line.table_header = bool(row.cells), CELL_SEPARATOR.join(row.header)
        lines.append(line)
        position = end
        previous = row
    places = np.array(order)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))[places]
    gaps = np.ones(len(order), dtype=np.int64)
    gaps[firsts] = separators
    ends = np.cumsum(gaps + lengths)
    spans = np.stack((ends - lengths, ends), axis=1)
    columns = tables[-1].columns if tables and tables[-1].goes_on else ()
    return _storable("".join(pieces)), lines, pack_arrays(spans, boxes.T[places]), columns


def _pieces(
    segments: Sequence[Segment], texts: Sequence[str], boxes: NDArray[np.float64], own: int
) -> Iterator[Piece]:
    """The page's own segments, cut where a gap is as wide as one between cells."""
    far = boxes[0, 1:] - boxes[2, :-1] > WIDE * (boxes[3] - boxes[1])[:-1]
    gaps: list[int] = (np.flatnonzero(far) + 1).tolist()
    for segment in segments:
        if segment.first >= own:
            continue
        inside = gaps[bisect_right(gaps, segment.first) : bisect_left(gaps, segment.last)]
        for first, last in pairwise((segment.first, *inside, segment.last)):
            x0 = float(boxes[0, first]) if inside else segment.x0
            x1 = float(boxes[2, last - 1]) if inside else segment.x1
            yield Piece(x0, segment.y0, x1, segment.y1, first, last, " ".join(texts[first:last]))


def _by_columns(pieces: Sequence[Piece], texts: Sequence[str], height: float) -> list[Segment]:
    """The pieces column by column, where the file draws across columns of prose; else none."""
    boxed = [LineBox(one.x0, one.y0, one.x1, one.y1, one.last - one.first) for one in pieces]
    blocks = reading_order(boxed, height, of_columns=True)
    if not blocks:
        return []
    column = {place: number for number, block in enumerate(blocks) for place in block}
    drawn = [column[place] for place in range(len(pieces))]
    if drawn == sorted(drawn) or not _are_prose(blocks, pieces):
        return []
    ordered = []
    for number, block in enumerate(blocks):
        for one in (pieces[place] for place in block):
            is_value = all(text[0] in _VALUE_STARTS for text in texts[one.first : one.last])
            ordered.append(
                Segment(one.x0, one.y0, one.x1, one.y1, one.first, one.last, -1 - number, is_value)
            )
    return ordered


def _are_prose(blocks: Sequence[Sequence[int]], pieces: Sequence[Piece]) -> bool:
    """Whether two blocks or more are columns, and all of these run on from line to line: the lines of wordy
    tables and forms begin anew."""
    columns = 0
    for block in blocks:
        lines = [pieces[place] for place in block]
        begun = [
            (before, one)
            for before, one in pairwise(lines)
            if not same_baseline(before.y0, before.y1, one.y0, one.y1)
        ]
        if len(begun) + 1 < LEAST_LINES:
            continue
        if not _runs_on(begun, max(one.x1 for one in lines)):
            return False
        columns += 1
    return columns > 1


def _runs_on(lines: Sequence[tuple[Piece, Piece]], edge: float) -> bool:
    """Whether each line goes on in the one behind it: by its small letters, or because it is full and
    sentences end anywhere."""
    if sum(one.text[0].islower() for _, one in lines) >= _RUNNING_ON * len(lines):
        return True
    full = ended = 0
    for before, one in lines:
        word = len(one.text.split()[0]) / len(one.text) * (one.x1 - one.x0)
        full += before.x1 + word > edge
        ended += SENTENCE_END.search(f"{before.text} ") is not None
    return full >= _FULL * len(lines) and ended >= _ENDED * len(lines)


def _put_table(rows: list[Row], table: DrawnTable) -> None:
    """Put the rows of a table where the first of its segments stood, instead of these."""
    taken = sorted({piece.first for row in table.rows for cell in row.cells.values() for piece in cell})
    at = next(n for n, row in enumerate(rows) if any(_holds(segment, taken) for segment in row.segments))
    made = [_table_row(row, -2 - taken[0]) for row in table.rows]
    for row in rows:
        row.segments = [segment for segment in row.segments if not _holds(segment, taken)]
    rows[at:at] = made
    rows[:] = [row for row in rows if row.segments]


def _holds(segment: Segment, firsts: Sequence[int]) -> bool:
    """Whether one of the sorted places lies in the segment."""
    place = bisect_left(firsts, segment.first)
    return place < len(firsts) and firsts[place] < segment.last


def _table_row(row: DrawnRow, block: int) -> Row:
    pieces = [piece for cell in row.cells.values() for piece in cell]
    own = (
        pieces[len(next(iter(row.cells.values()))) :] or pieces
    )  # the first may be drawn once for several rows
    return Row(
        min(piece.y0 for piece in own),
        max(piece.y1 for piece in own),
        max(piece.x1 for piece in pieces),
        [Segment(p.x0, p.y0, p.x1, p.y1, p.first, p.last, block, is_value=False) for p in pieces],
        block,
        has_value=True,
        has_label=True,
        cells=tuple(map(len, row.cells.values())),
        header=row.header,
    )


def _kept(
    words: Sequence[RawWord], width: float, height: float, added: int
) -> tuple[Sequence[RawWord], NDArray[np.float64], int]:
    """The words on the page without leaders, their boxes (4, n), and how many are not of the last `added`."""
    if not words:
        return [], np.empty((4, 0)), 0
    columns = list(zip(*words, strict=True))
    boxes = np.array(columns[:4], dtype=np.float64)
    middle_x, middle_y = (boxes[0] + boxes[2]) / 2, (boxes[1] + boxes[3]) / 2
    keep = (middle_x >= 0) & (middle_x <= width) & (middle_y >= 0) & (middle_y <= height)
    texts = columns[4]
    if _LEADER.search(" ".join(texts)) or not all(texts):
        keep[[place for place, text in enumerate(texts) if not text or _is_leader(text)]] = False
    own = int(np.count_nonzero(keep[: len(words) - added]))
    if keep.all():
        return words, boxes, own
    return list(compress(words, keep.tolist())), boxes[:, keep], own


def _is_leader(text: str) -> bool:
    """Dots of a table of contents."""
    return len(text) >= 3 and _LEADERS.issuperset(text)


def _storable(text: str) -> str:
    """Broken fonts can yield halves of surrogate pairs, which no database stores; lengths must not change."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def _segments(words: Sequence[RawWord], boxes: NDArray[np.float64], own: int) -> list[Segment]:
    """Neighbouring words of one line of MuPDF's; a segment ends where the page's `own` words end.

    `boxes` (4, n) are those of the words.
    """
    blocks = [word[5] for word in words]
    keys = np.array((blocks, [word[6] for word in words]))
    breaks = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    if own < len(words) and own:
        breaks[own - 1] = True
    firsts = np.concatenate(([0], np.flatnonzero(breaks) + 1))
    values = np.array([word[4][0] in _VALUE_STARTS for word in words])
    columns = (
        np.minimum.reduceat(boxes[0], firsts).tolist(),
        np.minimum.reduceat(boxes[1], firsts).tolist(),
        np.maximum.reduceat(boxes[2], firsts).tolist(),
        np.maximum.reduceat(boxes[3], firsts).tolist(),
        firsts.tolist(),
        [*firsts[1:].tolist(), len(words)],
        [blocks[first] for first in firsts.tolist()],
        np.logical_and.reduceat(values, firsts).tolist(),
    )
    return [Segment(*fields) for fields in zip(*columns, strict=True)]


def _join_cells(segments: Sequence[Segment]) -> list[Row]:
    """Join segments that follow each other in the file and stand side by side on the page."""
    rows: list[Row] = []
    for segment in segments:
        if rows:
            row = rows[-1]
            last = row.segments[-1]
            if (
                segment.x0 >= last.x1 - 2
                and same_baseline(last.y0, last.y1, segment.y0, segment.y1)
                and (
                    segment.is_value
                    or last.is_value
                    or segment.last - segment.first <= LONG_CELL
                    or last.last - last.first <= LONG_CELL
                )
            ):
                row.segments.append(segment)
                row.y0, row.y1 = min(row.y0, segment.y0), max(row.y1, segment.y1)
                row.x1 = max(row.x1, segment.x1)
                row.has_value |= segment.is_value
                row.has_label |= not segment.is_value
                continue
        rows.append(
            Row(
                segment.y0,
                segment.y1,
                segment.x1,
                [segment],
                segment.block,
                segment.is_value,
                not segment.is_value,
            )
        )
    return rows


def _attach_value_columns(rows: list[Row]) -> list[Row]:
    """Some files write a table column by column: bring the values back to the labels left of them.

    Only where at least half of the lines of a block of labels find values, or several values end below each
    other, so that a number in the next column of prose is left where it is.
    """
    values = [row for row in rows if not row.has_label]
    labels = [row for row in rows if row.has_label]
    if not values or not labels:
        return rows
    partners: list[tuple[Row, Row]] = []
    for value in values:
        best: Row | None = None
        for label in labels:
            left_of = label.segments[-1].x1 <= value.segments[0].x0 + 1
            if left_of and same_baseline(label.y0, label.y1, value.y0, value.y1):
                best = label if best is None or label.x1 > best.x1 else best
        if best is not None:
            partners.append((best, value))
    size: dict[int, int] = {}
    for label in labels:
        size[label.block] = size.get(label.block, 0) + 1
    matched: dict[int, set[int]] = {}
    for label, _value in partners:
        matched.setdefault(label.block, set()).add(id(label))
    moved: set[int] = set()
    flush = Counter(round(value.x1) for _, value in partners)
    for label, value in partners:
        if 2 * len(matched[label.block]) < size[label.block] and flush[round(value.x1)] < _FLUSH:
            continue
        for part in value.segments:
            insort(label.segments, part, key=lambda own: own.x0)
        label.y0, label.y1 = min(label.y0, value.y0), max(label.y1, value.y1)
        label.x1 = max(label.x1, value.x1)
        label.has_value = True
        moved.add(id(value))
    return [row for row in rows if id(row) not in moved] if moved else rows


def _put_in_place(rows: list[Row], segment: Segment) -> None:
    """Add a segment to the row on its baseline, or as a row of its own below the one above it."""
    above, nearest = -1, -1.0
    for place, row in enumerate(rows):
        if same_baseline(row.y0, row.y1, segment.y0, segment.y1) and _is_free(row, segment):
            insort(row.segments, segment, key=lambda part: part.x0)
            row.y0, row.y1 = min(row.y0, segment.y0), max(row.y1, segment.y1)
            row.x1 = max(row.x1, segment.x1)
            row.has_value |= segment.is_value
            row.has_label |= not segment.is_value
            return
        if nearest <= row.y0 < segment.y0:
            above, nearest = place, row.y0
    own = Row(
        segment.y0, segment.y1, segment.x1, [segment], -1, segment.is_value, not segment.is_value
    )  # of no block: a paragraph begins
    rows.insert(above + 1, own)


def _is_free(row: Row, segment: Segment) -> bool:
    """Nothing of the row stands where the segment does."""
    return all(part.x1 <= segment.x0 + 2 or part.x0 >= segment.x1 - 2 for part in row.segments)


def _usual_gap(rows: Sequence[Row]) -> float:
    """White space between two lines of this page, as most lines have it (points)."""
    gaps = sorted(row.y0 - before.y1 for before, row in pairwise(rows) if row.y0 > before.y0)
    return gaps[len(gaps) // 2] if gaps else 0.0


def _starts_paragraph(previous: Row, row: Row, usual_gap: float) -> bool:
    if previous.has_value and row.has_value and row.y0 >= previous.y0:
        return False
    if previous.is_labelled and row.is_labelled:
        return True
    if previous.block == row.block:
        return False
    gap = row.y0 - previous.y1
    line_height = max(1.0, min(previous.y1 - previous.y0, row.y1 - row.y0))
    return gap > max(0.5 * line_height, 1.3 * usual_gap) or row.y0 < previous.y0
