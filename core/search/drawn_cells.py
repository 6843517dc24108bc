"""The cells of a line as they are drawn on a page: words that wide gaps part. Pure functions, any thread."""

from __future__ import annotations

from dataclasses import dataclass

from core.text.textspan import CELL_SEPARATOR
from core.types import Page, Span, Word

_WIDE = 0.9  # times the height of the line; a space between words has a third of it
_ONE_LINE = 0.5  # of its height may words of one line differ in height


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """`left` and `right` in PDF points from the left edge of the page."""

    span: Span
    left: float
    right: float


def drawn_cells(page: Page, span: Span) -> tuple[DrawnCell, ...]:
    """The cells of a span that is one line, from left to right; none where it is none, or has no words.

    Where the text itself parts its cells they may have several lines.
    """
    words = [word for word in page.words if word.span.start < span.end and span.start < word.span.end]
    if not words:
        return ()
    start = max(span.start, page.span.start)
    texts = page.text[start - page.span.start : span.end - page.span.start].split(CELL_SEPARATOR)
    if len(texts) > 1:
        cells = []
        for text in texts:
            own = [word for word in words if start <= word.span.start < start + len(text)]
            if not own:
                return ()
            cells.append(
                DrawnCell(
                    Span(start, start + len(text)),
                    min(word.box.x0 for word in own),
                    max(word.box.x1 for word in own),
                )
            )
            start += len(text) + len(CELL_SEPARATOR)
        return tuple(cells)
    height = max(word.box.y1 - word.box.y0 for word in words)
    tops = [word.box.y0 for word in words]
    if max(tops) - min(tops) > _ONE_LINE * height:
        return ()
    groups: list[list[Word]] = []
    for word in words:
        gap = word.box.x0 - groups[-1][-1].box.x1 if groups else 0.0
        if groups and gap < -height:
            return ()  # the text does not go from left to right
        if groups and gap <= _WIDE * height:
            groups[-1].append(word)
        else:
            groups.append([word])
    return tuple(
        DrawnCell(Span(group[0].span.start, group[-1].span.end), group[0].box.x0, group[-1].box.x1)
        for group in groups
    )
