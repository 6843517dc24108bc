"""Places of a page, packed: which cell, paragraph or element a span of its text came from.

Pure functions, any thread. Layout: zlib over JSON `[[gap, length, kind, address], …]`, gaps counted from the
end of the place before, so that the numbers stay small.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from core.types import Place, Span


def pack_places(places: Sequence[Place]) -> bytes:
    """Pack places whose spans count from the beginning of the page's text, in order.

    Raises:
        ValueError: the spans are not in order.
    """
    if not places:
        return b""
    rows = []
    end = 0
    for place in places:
        if place.span.start < end or place.span.end < place.span.start:
            raise ValueError("places must be in order and must not overlap")
        rows.append([place.span.start - end, place.span.end - place.span.start, place.kind, place.address])
        end = place.span.end
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def unpack_places(packed: bytes, page_start: int) -> tuple[Place, ...]:
    """The places of a page whose text begins at `page_start` in the document.

    Raises:
        ValueError: the bytes are not what `pack_places` writes.
    """
    if not packed:
        return ()
    try:
        rows = json.loads(zlib.decompress(packed))
    except zlib.error as error:
        raise ValueError("damaged places") from error
    places = []
    end = page_start
    for gap, length, kind, address in rows:
        start = end + gap
        end = start + length
        places.append(Place(Span(start, end), kind, address))
    return tuple(places)
