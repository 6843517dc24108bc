"""Words of a PDF page with a line through them, drawn or as an annotation: seen, and not valid any more.

Runs in the parser process, on its one thread.
"""

from __future__ import annotations

from core.ingest.pdf.hidden_text import Verdict
from core.ingest.pdf.pageview import Box, PageView
from core.types import STRUCK_OUT

_SHARE = 0.5


def set_struck_aside(view: PageView, verdict: Verdict) -> None:
    """Take the words with a line through their middle from those that are read."""
    areas = _meant(view)
    if not areas:
        return
    kept, places = [], []
    for word, place in zip(verdict.words, verdict.places, strict=True):
        x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        if any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in areas):
            verdict.set_aside(STRUCK_OUT, place, word[4])
        else:
            kept.append(word)
            places.append(place)
    verdict.words, verdict.places = kept, places


def _meant(view: PageView) -> list[Box]:
    """Areas of struck text whose line was drawn for them: a rule or a grid goes on beyond the words."""
    areas = view.struck_areas()
    parts = view.drawn_parts() if areas else []
    return [area for area in areas if _struck_share(area, areas, parts) > _SHARE]


def _struck_share(area: Box, areas: list[Box], parts: list[Box]) -> float:
    """How much of an area's width is under lines that end with it, or with all areas of its row."""
    row = [one for one in areas if one[1] < (area[1] + area[3]) / 2 < one[3]]
    spare = min(area[2] - area[0], area[3] - area[1])
    first, last = min(one[0] for one in row) - spare, max(one[2] for one in row) + spare
    width = sum(
        max(0.0, min(x1, area[2]) - max(x0, area[0]))
        for x0, y0, x1, y1 in parts
        if first <= x0 and x1 <= last and area[1] <= y0 and y1 <= area[3]
    )
    return width / (area[2] - area[0]) if area[2] > area[0] else 0.0
