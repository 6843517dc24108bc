"""Which rows of the library stand under which folder's heading, and where in the list. Values only; no Qt."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from desktop.library.document_folders import order_of


@dataclass(slots=True)
class Section:
    """What is listed of one folder: rows of the documents, rising, never none."""

    folder: str
    order: tuple[str, str]
    rows: list[int] = field(default_factory=list)

    def place_of(self, row: int) -> int:
        """Where among them a row of the documents stands; -1 when it is not among them."""
        at = bisect_left(self.rows, row)
        return at if at < len(self.rows) and self.rows[at] == row else -1


def _order(section: Section) -> tuple[str, str]:
    return section.order


class Sections:
    """The sections in their order. `headed`: each has a heading, one row; `folded`: folders of which nothing
    but the heading is shown. Call `count_anew` after any change.
    """

    def __init__(self) -> None:
        self.headed = False
        self.folded: set[str] = set()
        self.shown = self.documents = 0  # rows, and documents with those below folded headings
        self._all: list[Section] = []
        self._by_folder: dict[str, Section] = {}
        self._starts: list[int] = []

    def __iter__(self) -> Iterator[Section]:
        return iter(self._all)

    def fill(self, rows_of: Iterable[tuple[str, list[int]]]) -> None:
        """Anew, of (folder, its rising rows)."""
        self._by_folder = {folder: Section(folder, order_of(folder), rows) for folder, rows in rows_of}
        self._all = sorted(self._by_folder.values(), key=_order)

    def add(self, section: Section) -> None:
        self._all.insert(bisect_left(self._all, section.order, key=_order), section)
        self._by_folder[section.folder] = section

    def drop(self, section: Section) -> None:
        self._all.remove(section)
        del self._by_folder[section.folder]

    def close_up(self, first: int, gone: int) -> None:
        """So many rows of the documents from the first on are gone; none of them is in a section."""
        for section in self._all:
            low = bisect_left(section.rows, first)
            section.rows[low:] = [row - gone for row in section.rows[low:]]

    def count_anew(self) -> None:
        headed, folded = self.headed, self.folded
        starts, shown, documents = [], 0, 0
        for section in self._all:
            starts.append(shown)
            held = len(section.rows)
            shown += headed + (0 if headed and section.folder in folded else held)
            documents += held
        self._starts, self.shown, self.documents = starts, shown, documents

    # --- looking up -----------------------------------------------------------------------------

    def of(self, folder: str) -> Section | None:
        return self._by_folder.get(folder)

    def at(self, shown: int) -> tuple[Section, int]:
        """The section of a row of the list and its place in it, -1 for the heading."""
        at = bisect_right(self._starts, shown) - 1
        return self._all[at], shown - self._starts[at] - self.headed

    def rows_between(self, first: int, last: int) -> Iterator[list[int]]:
        """The rows of the documents that stand in these rows of the list, section by section."""
        at = max(bisect_right(self._starts, first) - 1, 0)
        for place in range(at, len(self._all)):
            start, section = self._starts[place] + self.headed, self._all[place]
            if start - self.headed > last:
                return
            if not self.is_folded(section):
                yield section.rows[max(first - start, 0) : max(last - start + 1, 0)]

    def start(self, section: Section) -> int:
        """The first row of the list that is its; of one that is not in it yet, where that would be."""
        at = bisect_left(self._all, section.order, key=_order)
        return self._starts[at] if at < len(self._starts) else self.shown

    def first_document(self, section: Section) -> int:
        return self.start(section) + self.headed

    def height(self, section: Section) -> int:
        """How many rows of the list it takes."""
        return self.headed + (0 if self.is_folded(section) else len(section.rows))

    def is_folded(self, section: Section) -> bool:
        return self.headed and section.folder in self.folded

    def holding(self, row: int, likely: str) -> Section | None:
        """The section of a row of the documents, most likely that of this folder."""
        for section in (self._by_folder.get(likely), *self._all):
            if section is not None and section.place_of(row) >= 0:
                return section
        return None
