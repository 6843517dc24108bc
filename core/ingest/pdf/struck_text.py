"""Words of a PDF page with a line through them, drawn or as an annotation: seen, and not valid any more.

Runs in the parser process, on its one thread.
"""

from __future__ import annotations

from core.ingest.pdf.hidden_text import Verdict
from core.ingest.pdf.pageview import Box, PageView
from core.types import STRUCK_OUT


def set_struck_aside(view: PageView, verdict: Verdict) -> None:
    """Take the words with a line through their middle from those that are read."""
    areas = _meant(view)
    if not areas:
        return
    kept, places, struck = [], [], []
    for word, place in zip(verdict.words, verdict.places, strict=True):
        x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        if any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in areas):
            struck.append(word[4])
        else:
            kept.append(word)
            places.append(place)
    if struck:
        verdict.words, verdict.places = kept, places
        verdict.hidden[STRUCK_OUT] = struck


def _meant(view: PageView) -> list[Box]:
    """Areas of struck text whose line was drawn for them: a rule or a grid goes on beyond the words."""
    areas = view.struck_areas()
    parts = view.drawn_parts() if areas else []
    return [area for area in areas if any(_ends_with(part, area, areas) for part in parts)]


def _ends_with(part: Box, area: Box, areas: list[Box]) -> bool:
    """Whether a line lies in an area, or in all areas on the same row, with their height to spare."""
    row = [one for one in areas if one[1] < (area[1] + area[3]) / 2 < one[3]]
    spare = min(area[2] - area[0], area[3] - area[1])
    return (
        min(one[0] for one in row) - spare <= part[0]
        and part[2] <= max(one[2] for one in row) + spare
        and part[0] < area[2]
        and area[0] < part[2]
        and area[1] <= part[1]
        and part[3] <= area[3]
    )
