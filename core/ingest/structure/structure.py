"""What the lines of a document are: running headers and footers, headings, and the heading path of a place.

Pure functions over the pages of one document; runs in the parser process.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ingest.readers.base import OutlineEntry, ReadPage
from core.text.textspan import is_table_row
from core.types import PageKind

EDGE_LINES = 3  # lines at the top and at the bottom of a page that may be running
_MIN_PAGES = 3
_MIN_SHARE = 0.2  # of the pages of the document, for a line with words
_SAME_NUMBERS = 0.6  # of the lines: numbering restarts in appendices
_MAX_HEADING = 120

_PAGE_NUMBER = re.compile(r"[-–—|.\[\](\s]*#(?:\s*[/|]\s*#)?[-–—|.\[\])\s]*")  # "- 3 -", "3 / 8"
_NUMBERED_PART = re.compile(
    r"(?P<kind>part|item|note|section|chapter|article|appendix|annex|schedule|exhibit)\s+"
    r"(?:\d{1,3}[A-Za-z]?|[IVXLC]{1,6}|[A-Z])(?:[.:)]|\s*[—–-]|\s+(?=(?-i:[A-Z]))|$)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(?=[^\W\d_])")
_CONTENTS_ENTRY = re.compile(r"\s\d{1,4}$")  # "Item 1A. Risk Factors 12": a line of a table of contents
_PART_LEVEL = {"part": 1, "chapter": 1, "appendix": 1, "annex": 1, "schedule": 1, "exhibit": 1}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading at an offset of the document's text; level 1 is the outermost."""

    offset: int
    level: int
    text: str


@dataclass(slots=True)
class Structure:
    """What was found. `running` holds (page index, line index); `page_starts` each page's offset."""

    page_starts: list[int]
    running: set[tuple[int, int]] = field(default_factory=set)
    headings: list[Heading] = field(default_factory=list)
    _offsets: list[int] = field(default_factory=list)
    _paths: list[tuple[str, ...]] = field(default_factory=list)

    def heading_path(self, offset: int) -> tuple[str, ...]:
        """Headings, outermost first, under which the offset stands."""
        place = bisect_right(self._offsets, offset) - 1
        return self._paths[place] if place >= 0 else ()

    def index_paths(self) -> None:
        """Prepare `heading_path` from `headings`, which must be in order of offset."""
        stack: list[Heading] = []
        for heading in self.headings:
            while stack and stack[-1].level >= heading.level:
                stack.pop()
            stack.append(heading)
            self._offsets.append(heading.offset)
            self._paths.append(tuple(entry.text for entry in stack))


def find_structure(pages: Sequence[ReadPage], outline: Sequence[OutlineEntry] = ()) -> Structure:
    """Read the structure off the pages; offsets assume pages joined with one character."""
    starts = []
    offset = 0
    for page in pages:
        starts.append(offset)
        offset += len(page.text) + 1
    structure = Structure(starts, _running_lines(pages))
    structure.headings = _headings(pages, structure, outline)
    structure.index_paths()
    return structure


def _running_lines(pages: Sequence[ReadPage]) -> set[tuple[int, int]]:
    """Lines that stand at the edge of many pages, equal but for a number that counts the pages."""
    if len(pages) < _MIN_PAGES:
        return set()
    groups: dict[tuple[str, str], list[_EdgeLine]] = {}
    for page_index, page in enumerate(pages):
        if page.kind is not PageKind.PAGE:
            continue
        count = sum(not line.annotation for line in page.lines)  # which come last
        for line_index in {*range(min(EDGE_LINES, count)), *range(max(0, count - EDGE_LINES), count)}:
            line = page.lines[line_index]
            text = page.text[line.start : line.end]
            key = running_key(text)
            if key:
                edge = "top" if (line.y0 + line.y1) / 2 < page.height / 2 else "bottom"
                numbers = tuple(int(number) for number in re.findall(r"\d+", text))
                groups.setdefault((edge, key), []).append(_EdgeLine(page_index, line_index, numbers))
    running: set[tuple[int, int]] = set()
    for (_, key), lines in groups.items():
        needed = _MIN_PAGES if key == "#" else max(_MIN_PAGES, _MIN_SHARE * len(pages))
        if len({line.page_index for line in lines}) >= needed and _numbers_count_pages(lines):
            running.update((line.page_index, line.line_index) for line in lines)
    # A document that repeats itself entirely is not made of headers.
    if all((index, line) in running for index, page in enumerate(pages) for line in range(len(page.lines))):
        return set()
    return running


@dataclass(frozen=True, slots=True)
class _EdgeLine:
    page_index: int
    line_index: int
    numbers: tuple[int, ...]


def _numbers_count_pages(lines: Sequence[_EdgeLine]) -> bool:
    """True when each number of the line stays the same or rises with the page.

    "Total due 1,240" at the foot of each invoice of a batch looks like a footer and is content.
    """
    for column in range(len(lines[0].numbers)):
        same = Counter(line.numbers[column] for line in lines).most_common(1)[0][1]
        counting = Counter(line.numbers[column] - line.page_index for line in lines).most_common(1)[0][1]
        if max(same, counting) < _SAME_NUMBERS * len(lines):
            return False
    return True


def running_key(text: str) -> str:
    """The line with its numbers masked; empty when it must not count (a row of values, a long sentence)."""
    if len(text) > 150:
        return ""
    masked = re.sub(r"\d+", "#", " ".join(text.split()).casefold())
    letters = sum(ch.isalpha() for ch in masked)
    if letters < 3:
        return "#" if _PAGE_NUMBER.fullmatch(masked) else ""
    return masked


def _headings(
    pages: Sequence[ReadPage], structure: Structure, outline: Sequence[OutlineEntry]
) -> list[Heading]:
    declared = _declared_headings(pages, structure)
    if declared or all(page.kind is not PageKind.PAGE for page in pages):
        return declared
    from_outline = _outline_headings(pages, structure, outline)
    if len(from_outline) >= 3:
        return from_outline
    body = body_height(pages)
    sizes = sorted(
        {
            round(line.height)
            for page in pages
            for line in page.lines
            if line.height > 1.15 * body and line.end - line.start <= _MAX_HEADING
        },
        reverse=True,
    )
    level_of_size = {size: min(3, place + 1) for place, size in enumerate(sizes)}
    headings = []
    for page_index, page in enumerate(pages):
        for line_index, line in enumerate(page.lines):
            if (page_index, line_index) in structure.running or line.annotation:
                continue
            text = " ".join(page.text[line.start : line.end].split())
            size_level = level_of_size.get(round(line.height), 0) if line.height > 1.15 * body else 0
            level = _heading_level(text, size_level)
            if level:
                offset = structure.page_starts[page_index] + line.start
                headings.append(Heading(offset, level, text[:_MAX_HEADING]))
    return headings


def _declared_headings(pages: Sequence[ReadPage], structure: Structure) -> list[Heading]:
    """Headings that the format itself names; sheets and slides count by their names."""
    headings = []
    for page_index, page in enumerate(pages):
        start = structure.page_starts[page_index]
        if page.label and page.kind in (PageKind.SHEET, PageKind.SLIDE):
            headings.append(Heading(start, 1, page.label[:_MAX_HEADING]))
        for line in page.lines:
            if line.heading:
                text = " ".join(page.text[line.start : line.end].split())
                headings.append(Heading(start + line.start, line.heading, text[:_MAX_HEADING]))
    return headings


def _heading_level(text: str, size_level: int) -> int:
    """Level of a heading, 0 when the line is none."""
    if not 3 <= len(text) <= _MAX_HEADING or text[-1] in ",;" or is_table_row(text):
        return 0
    letters = sum(ch.isalpha() for ch in text)
    if letters < 3 or letters < 0.5 * len(text.replace(" ", "")):
        return 0
    part = _NUMBERED_PART.match(text)
    if part and _CONTENTS_ENTRY.search(text, part.end()):
        return 0
    if part and len(text) <= 100:
        return _PART_LEVEL.get(part["kind"].lower(), 2)
    if size_level:
        return size_level
    if text[-1] in ".?!:" or len(text) > 80:
        return 0
    numbered = _NUMBERED.match(text)
    if numbered and text[numbered.end()].isupper():
        return min(4, 2 + numbered["number"].count("."))
    words = text.split()
    if letters >= 8 and 2 <= len(words) <= 12 and text == text.upper():
        return 3
    return 0


def body_height(pages: Sequence[ReadPage]) -> float:
    """Line height of most characters."""
    weight: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            if line.annotation:
                continue
            weight[round(line.height * 2) / 2] += line.end - line.start
    return weight.most_common(1)[0][0] if weight else 0.0


def _outline_headings(
    pages: Sequence[ReadPage], structure: Structure, outline: Sequence[OutlineEntry]
) -> list[Heading]:
    """Bookmarks, placed at the line of their page that begins like them, else at the top of the page.

    Only those whose words stand on their page: headings enter prompts, and nobody reads bookmarks.
    """
    headings = []
    for entry in outline:
        if not 1 <= entry.page <= len(pages):
            continue
        page = pages[entry.page - 1]
        wanted = _plain(entry.title)
        if not wanted or wanted not in _plain(page.text):
            continue
        place = 0
        for line in page.lines:
            text = _plain(page.text[line.start : line.end])
            if len(text) >= 3 and (text.startswith(wanted) or wanted.startswith(text)):
                place = line.start
                break
        offset = structure.page_starts[entry.page - 1] + place
        headings.append(Heading(offset, entry.level, entry.title[:_MAX_HEADING]))
    return sorted(headings, key=lambda heading: heading.offset)


def _plain(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())
