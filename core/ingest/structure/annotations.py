"""What was said about a page: put behind the text of one with word boxes, and left out again. Pure functions.

Pages without boxes get theirs from `core.ingest.readers.flow`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ingest.readers.base import Line, ReadPage
from core.store.places import unpack_places
from core.store.words import pack_words, unpack_words
from core.types import ANNOTATION, Box, Page, Place, Span, Word

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Annotation:
    """What was said ("Check this."), its label ("comment by Ann"), and the box it hangs on, in points."""

    label: str
    text: str
    box: Box


def with_annotations(
    text: str, lines: Sequence[Line], words: bytes, annotations: Sequence[Annotation]
) -> tuple[str, list[Line], bytes, list[Place]]:
    """Text, lines, packed words and places of a page with its annotations; each word lies on its box."""
    if not annotations:
        return text, list(lines), words, []
    all_lines, placed, places = list(lines), list(unpack_words(words, 0)), []
    for said in annotations:
        text += "\n\n" * bool(text)
        span = Span(len(text), len(text) + len(said.text))
        box = said.box
        all_lines.append(Line(span.start, span.end, box.x0, box.y0, box.x1, box.y1, annotation=said.label))
        placed += [
            Word(Span(span.start + word.start(), span.start + word.end()), box)
            for word in _WORD.finditer(said.text)
        ]
        places.append(Place(span, ANNOTATION, said.label))
        text += said.text
    return text, all_lines, pack_words(placed, 0), places


def annotations_of(text: str, words: bytes, places: bytes) -> list[Annotation]:
    """What `with_annotations` put behind the text of a page, by its packed words and places."""
    boxes = {word.span.start: word.box for word in unpack_words(words, 0)}
    nowhere = Box(0.0, 0.0, 1.0, 1.0)
    return [
        Annotation(one.address, text[one.span.start : one.span.end], boxes.get(one.span.start, nowhere))
        for one in unpack_places(places, 0)
        if one.kind == ANNOTATION
    ]


def own_text(page: ReadPage) -> str:
    """What the page itself says, without what was said about it."""
    ends = next((line.start for line in page.lines if line.annotation), len(page.text))
    return page.text[:ends].rstrip()


def own_page(page: Page) -> Page:
    """The page as it is without what was said about it."""
    ends = page.own_end
    if ends == page.span.end:
        return page
    return replace(
        page,
        text=page.text[: ends - page.span.start].rstrip(),
        words=tuple(word for word in page.words if word.span.start < ends),
        places=tuple(place for place in page.places if place.span.start < ends),
    )
