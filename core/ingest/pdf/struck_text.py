"""Words of a PDF page with a line through them, drawn or as an annotation: seen, and not valid any more.

Runs in the parser process, on its one thread.
"""

from __future__ import annotations

from core.ingest.pdf.hidden_text import Verdict
from core.ingest.pdf.pageview import PageView
from core.types import STRUCK_OUT


def set_struck_aside(view: PageView, verdict: Verdict) -> None:
    """Take the words with a line through their middle from those that are read."""
    areas = view.struck_areas()
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
