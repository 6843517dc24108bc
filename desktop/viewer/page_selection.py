"""Selecting words on pages: which word is meant by a point, and what lies between two words. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.types import Page, Word

_FAR = 1.0e9


class Place(NamedTuple):
    """A word: its page (from 1) and its place among the page's words (from 0)."""

    page: int
    word: int


class Selection(NamedTuple):
    """From the word where it began to the one where it is now, both of them included, in either order."""

    anchor: Place
    head: Place

    @property
    def first(self) -> Place:
        return min(self.anchor, self.head)

    @property
    def last(self) -> Place:
        return max(self.anchor, self.head)

    def words_on(self, page: Page) -> tuple[Word, ...]:
        """Its words of one page, in reading order."""
        if not self.first.page <= page.number <= self.last.page:
            return ()
        start = self.first.word if page.number == self.first.page else 0
        end = self.last.word + 1 if page.number == self.last.page else len(page.words)
        return page.words[start:end]


def nearest_word(page: Page, x: float, y: float) -> int | None:
    """The word at or nearest to a point of the unrotated page; lines count before words in a line.

    None on a page without words. A comment lies on the words that it hangs on, and is none of them.
    """
    best, found = _FAR, None
    ends = page.own_end
    for at, word in enumerate(page.words):
        if word.span.start >= ends:
            break
        box = word.box
        beside = max(box.x0 - x, x - box.x1, 0.0)
        above = max(box.y0 - y, y - box.y1, 0.0)
        distance = beside + 4 * above
        if distance < best:
            best, found = distance, at
    return found


def selected_text(selection: Selection, pages: Mapping[int, Page]) -> str:
    """As it was read, line ends included; pages that are not at hand are left out."""
    parts = []
    for number in range(selection.first.page, selection.last.page + 1):
        page = pages.get(number)
        words = selection.words_on(page) if page is not None else ()
        if page is not None and words:
            start = page.span.start
            parts.append(page.text[words[0].span.start - start : words[-1].span.end - start])
    return "\n".join(parts)


def line_step(page: Page, at: int, step: int) -> int:
    """The word above (-1) or below (+1) a word: on the nearest line that way, nearest in x."""
    box = page.words[at].box
    x, height = (box.x0 + box.x1) / 2, max(box.y1 - box.y0, 0.1)
    middle = (box.y0 + box.y1) / 2
    best, found = _FAR, at
    for place, word in enumerate(page.words):
        other = word.box
        down = ((other.y0 + other.y1) / 2 - middle) * step
        if down > height / 2:
            distance = 8 * down + max(other.x0 - x, x - other.x1, 0.0)
            if distance < best:
                best, found = distance, place
    return found
