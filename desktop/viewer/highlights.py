"""Which words of a page a citation covers, and as which rectangles they are painted. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Sequence

from core.types import Box, Page, Span, Word

# Two words share a line when they overlap by this part of the smaller one's height.
_LINE_OVERLAP = 0.5
# Across a wider gap (in line heights) the rectangle is broken: another column, another table cell.
_GAP_HEIGHTS = 3.0
_AROUND = 6.0  # points


def words_in(page: Page, spans: Sequence[Span]) -> list[Word]:
    """The page's words that overlap one of `spans` (both in the document's text), in reading order."""
    return [
        word
        for word in page.words
        if any(word.span.start < span.end and span.start < word.span.end for span in spans)
    ]


def line_boxes(words: Sequence[Word]) -> list[Box]:
    """One box per line instead of one per word, so that the gaps between words are marked too."""
    boxes: list[Box] = []
    for word in words:
        box = word.box
        if boxes and _continues(boxes[-1], box):
            last = boxes[-1]
            boxes[-1] = Box(
                min(last.x0, box.x0), min(last.y0, box.y0), max(last.x1, box.x1), max(last.y1, box.y1)
            )
        else:
            boxes.append(box)
    return boxes


def highlight_boxes(page: Page, spans: Sequence[Span]) -> list[Box]:
    """Around a note, which has a colour of its own, the mark is wider than its sign."""
    words = words_in(page, spans)
    notes = line_boxes([word for word in words if word.span.start >= page.own_end])
    wider = [Box(one.x0 - _AROUND, one.y0 - _AROUND, one.x1 + _AROUND, one.y1 + _AROUND) for one in notes]
    return line_boxes([word for word in words if word.span.start < page.own_end]) + wider


def partly_boxes(page: Page, span: Span) -> list[Box]:
    """Boxes of a range that may begin or end inside a word: such a word is cut in proportion to its letters.

    That is as exact as letters are alike; stored boxes are those of words. Upright words are marked whole.
    """
    parts = []
    for word in words_in(page, [span]):
        box, length = word.box, max(word.span.end - word.span.start, 1)
        if box.x1 - box.x0 >= box.y1 - box.y0:
            letter = (box.x1 - box.x0) / length
            x0 = box.x0 + letter * max(span.start - word.span.start, 0)
            x1 = box.x1 - letter * max(word.span.end - span.end, 0)
            box = Box(x0, box.y0, x1, box.y1)
        parts.append(Word(word.span, box))
    return line_boxes(parts)


def _continues(line: Box, box: Box) -> bool:
    """True when `box` follows on the same line."""
    height = max(min(line.y1 - line.y0, box.y1 - box.y0), 0.1)
    overlap = min(line.y1, box.y1) - max(line.y0, box.y0)
    gap = max(box.x0 - line.x1, line.x0 - box.x1)
    return overlap >= _LINE_OVERLAP * height and gap <= _GAP_HEIGHTS * height
