"""Word boxes of a page, packed: character spans exact, boxes to 1/8 point. Pure functions, any thread.

Layout: one header byte (cell width 2 or 4), then zlib over six columns of little-endian integers: gap to
the previous word's end, length, x gap to the previous box, y step, width, height. Deltas are small, and
splitting them into byte planes lets zlib see runs.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.types import Box, Span, Word

UNITS_PER_POINT = 8
_LIMIT = 1 << 26  # far outside any page; keeps infinities of broken files inside 32 bits


def pack_words(words: Sequence[Word], page_start: int) -> bytes:
    """Pack the words of one page whose text begins at `page_start` in the document."""
    spans = np.array([(w.span.start, w.span.end) for w in words], dtype=np.int64).reshape(-1, 2)
    boxes = np.array([(w.box.x0, w.box.y0, w.box.x1, w.box.y1) for w in words], dtype=np.float64)
    return pack_arrays(spans - page_start, boxes.reshape(-1, 4))


def pack_arrays(spans: NDArray[np.int64], boxes: NDArray[np.float64]) -> bytes:
    """The same from arrays: `spans` of shape (n, 2) relative to the page's text, `boxes` (n, 4) in points.

    Raises:
        ValueError: the spans are not in order.
    """
    count = len(spans)
    if count == 0:
        return b""
    grid = np.clip(boxes * UNITS_PER_POINT, -_LIMIT, _LIMIT)
    cells = np.rint(np.where(np.isnan(grid), 0.0, grid)).astype(np.int64)
    columns = np.empty((6, count), dtype=np.int64)
    ends = np.concatenate(([0], spans[:-1, 1]))
    columns[0] = spans[:, 0] - ends
    columns[1] = spans[:, 1] - spans[:, 0]
    if columns[:2].min() < 0:
        raise ValueError("word spans must be in order and must not overlap")
    columns[2] = cells[:, 0] - np.concatenate(([0], cells[:-1, 2]))
    columns[3] = np.diff(cells[:, 1], prepend=0)
    columns[4] = cells[:, 2] - cells[:, 0]
    columns[5] = cells[:, 3] - cells[:, 1]
    small = bool(columns.min() >= -(1 << 15) and columns.max() < (1 << 15))
    width = 2 if small else 4
    planes = columns.astype("<i2" if small else "<i4").view(np.uint8).reshape(6, count, width)
    body = np.ascontiguousarray(planes.transpose(0, 2, 1)).tobytes()
    return bytes([width]) + zlib.compress(body, 6)


def unpack_words(packed: bytes, page_start: int) -> tuple[Word, ...]:
    """The words of one page, spans in the document's text, boxes as multiples of 1/8 point.

    Raises:
        ValueError: the bytes are not what `pack_words` writes.
    """
    if not packed:
        return ()
    width = packed[0]
    try:
        body = zlib.decompress(packed[1:])
    except zlib.error as error:
        raise ValueError("damaged word boxes") from error
    if width not in (2, 4) or len(body) % (6 * width):
        raise ValueError("damaged word boxes")
    count = len(body) // (6 * width)
    planes = np.frombuffer(body, dtype=np.uint8).reshape(6, width, count).transpose(0, 2, 1)
    columns = np.ascontiguousarray(planes).view("<i2" if width == 2 else "<i4").reshape(6, count)
    gap, length, x_gap, y_step, box_width, box_height = columns.astype(np.int64)
    ends = np.cumsum(gap + length)
    starts = ends - length
    x1 = np.cumsum(x_gap + box_width)
    x0 = x1 - box_width
    y0 = np.cumsum(y_step)
    boxes = np.stack((x0, y0, x1, y0 + box_height), axis=1) / UNITS_PER_POINT
    return tuple(
        Word(Span(start, end), Box(*box))
        for start, end, box in zip(
            (starts + page_start).tolist(), (ends + page_start).tolist(), boxes.tolist(), strict=True
        )
    )
