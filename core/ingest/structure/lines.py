"""Lines of a page, packed for the library file, so that a document can be cut again without its file.

Pure functions, any process. Layout: zlib over JSON: the distinct table headers and annotations, then one
row of numbers a line. Coordinates are rounded to a tenth of a point; whatever cuts chunks reads packed lines,
never the reader's own, so the same document is always cut the same.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from core.ingest.readers.base import Line


def pack_lines(lines: Sequence[Line]) -> bytes:
    """The lines of one page, in order."""
    if not lines:
        return b""
    headers = list(dict.fromkeys(said for line in lines for said in (line.table_header, line.annotation)))
    places = {header: place for place, header in enumerate(headers)}
    rows = [
        [
            line.start,
            line.end,
            *(round(value * 10) for value in (line.x0, line.y0, line.x1, line.y1, line.height)),
            line.heading,
            int(line.is_row),
            places[line.table_header],
            *([places[line.annotation]] if line.annotation else ()),
        ]
        for line in lines
    ]
    return zlib.compress(json.dumps([headers, rows], separators=(",", ":")).encode(), 1)


def unpack_lines(packed: bytes) -> list[Line]:
    """The lines as they were packed.

    Raises:
        ValueError: the bytes are not what `pack_lines` writes.
    """
    if not packed:
        return []
    try:
        headers, rows = json.loads(zlib.decompress(packed))
    except zlib.error as error:
        raise ValueError("damaged lines") from error
    return [
        Line(
            start,
            end,
            x0 / 10,
            y0 / 10,
            x1 / 10,
            y1 / 10,
            height / 10,
            heading,
            bool(is_row),
            headers[header],
            headers[annotation[0]] if annotation else "",
        )
        for start, end, x0, y0, x1, y1, height, heading, is_row, header, *annotation in rows
    ]
