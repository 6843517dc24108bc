"""What a cut tore apart comes together again when a chunk is opened: the rows of a table.

Pure functions over spans and page texts. What is joined stays a list of exact spans in the order of the
document; a span never crosses a page.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.text.textspan import is_table_row, is_within_line, split_sentences
from core.types import Chunk, Span

MOST_JOINED = 480  # characters at each edge, about 120 tokens: prompts grow with every chunk
_SHORT = 60  # characters of a line between rows ("Current assets:") that does not end a table


class PageTexts:
    """Neighbouring pages of one document: (number, where it starts, text), in order."""

    def __init__(self, pages: Sequence[tuple[int, int, str]]) -> None:
        self._starts = [start for _, start, _ in pages]
        self._pages = pages

    def cut(self, start: int, end: int) -> str:
        """The text of a range that lies on one of the pages; empty for others."""
        place = bisect_right(self._starts, start) - 1
        if place < 0:
            return ""
        _, base, text = self._pages[place]
        return text[start - base : end - base]

    def page_of(self, span: Span) -> int:
        """The number of the page on which the span begins; 0 before the first one."""
        place = bisect_right(self._starts, span.start) - 1
        return self._pages[place][0] if place >= 0 else 0

    def sentences(self, span: Span) -> list[Span]:
        """Sentences and rows of a span, in order."""
        text = self.cut(span.start, span.end)
        return split_sentences(text, span.start, within_line=self.is_within_line(span.start))

    def is_within_line(self, offset: int) -> bool:
        place = bisect_right(self._starts, offset) - 1
        return place >= 0 and is_within_line(self._pages[place][2], offset - self._starts[place])


def joined_spans(
    chunk: Chunk,
    before: Chunk | None,
    behind: Chunk | None,
    texts: PageTexts,
    *,
    beside: Iterable[Span] = (),
    left_out: Iterable[int] = (),
) -> tuple[Span, ...]:
    """The chunk's spans with the rows that its neighbours have of a table that was cut at its edges.

    Args:
        beside: what is shown already; the joined text ends where it begins.
        left_out: numbers of pages from which nothing is taken.
    """
    shown, closed = tuple(beside), frozenset(left_out)
    start, end = chunk.spans[0].start, chunk.spans[-1].end

    def free(units: Iterable[Span]) -> list[Span]:
        kept: list[Span] = []
        for unit in units:
            taken = any(unit.start < other.end and other.start < unit.end for other in shown)
            if taken or texts.page_of(unit) in closed:
                break
            kept.append(unit)
        return kept

    ahead = (
        [Span(max(span.start, end), span.end) for span in behind.spans if span.end > end] if behind else []
    )
    past = (
        [Span(span.start, min(span.end, start)) for span in before.spans if span.start < start]
        if before
        else []
    )
    later = free(unit for span in ahead for unit in texts.sentences(span))
    earlier = free(unit for span in reversed(past) for unit in reversed(texts.sentences(span)))
    own = [unit for span in chunk.spans for unit in texts.sentences(span)]
    if not own:
        return chunk.spans
    added_later = _rows(own[-1], later, texts)
    added_earlier = _rows(own[0], earlier, texts)
    return _merged([*reversed(added_earlier), *chunk.spans, *added_later], texts)


def _rows(edge: Span, units: Sequence[Span], texts: PageTexts) -> list[Span]:
    """Of the units beyond an edge, nearest first, the rows of its table on the same page; none beside prose:
    no chunk ends within a sentence."""
    rows: list[Span] = []
    if not _is_row(edge, texts):
        return rows
    between: list[Span] = []
    room = MOST_JOINED
    for unit in units:
        size = unit.end - unit.start + 1
        if texts.page_of(unit) != texts.page_of(edge) or size > room:
            break
        room -= size
        if _is_row(unit, texts):
            rows += [*between, unit]
            between = []
        elif size <= _SHORT and rows:
            between.append(unit)
        else:
            break
    return rows


def united_spans(spans: Sequence[Span], texts: PageTexts) -> tuple[Span, ...]:
    """Spans of one page in order, those that overlap or have only white space between them as one."""
    united: list[Span] = []
    for span in sorted(spans):
        last = united[-1] if united else None
        if last is not None and (span.start <= last.end or not texts.cut(last.end, span.start).strip()):
            united[-1] = Span(last.start, max(last.end, span.end))
        else:
            united.append(span)
    return tuple(united)


def _is_row(unit: Span, texts: PageTexts) -> bool:
    return is_table_row(texts.cut(unit.start, unit.end))


def _merged(spans: Sequence[Span], texts: PageTexts) -> tuple[Span, ...]:
    """Neighbours on one page with only white space between them as one span: a sentence is whole again."""
    merged = [spans[0]]
    for span in spans[1:]:
        last = merged[-1]
        same_page = texts.page_of(last) == texts.page_of(span)
        if same_page and not texts.cut(last.end, span.start).strip():
            merged[-1] = Span(last.start, span.end)
        else:
            merged.append(span)
    return tuple(merged)


def without_overlap(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Chunks of one document in order, each without what stands in those before it; empty ones are left out.

    Pages stay as they are: they tell where a chunk stands, not how much of it is left.
    """
    kept: list[Chunk] = []
    told: list[tuple[int, int]] = []  # what chunks before have, in order: footnotes may stand far behind
    for chunk in chunks:
        spans: list[Span] = []
        texts: list[str] = []
        offset = 0
        within_line = chunk.within_line
        for span in chunk.spans:
            text = chunk.text[offset : offset + span.end - span.start]
            offset += len(text) + 1
            place = bisect_right(told, (span.start, sys.maxsize))
            start = max(span.start, told[place - 1][1]) if place else span.start
            end = min(span.end, told[place][0]) if place < len(told) else span.end
            if start < end:
                if not spans and start > span.start:
                    within_line = is_within_line(text, start - span.start)
                spans.append(Span(start, end))
                texts.append(text[start - span.start : end - span.start])
                told.insert(place, (start, end))
        if spans:
            kept.append(replace(chunk, spans=tuple(spans), text="\n".join(texts), within_line=within_line))
    return kept
