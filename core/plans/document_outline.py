"""A document as sections of sentences: what a reading plan walks through.

Headings are told by where they stand (the paths that the reader of the format found) and by their shape
(numbered, short, at the beginning of a passage), never by what they say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from pathlib import PurePath

from core.answer.asking.question_language import question_language
from core.answer.sources import Source, SourceSentence, is_one_line, make_source
from core.search.base import Retriever
from core.text.places import NamedPlaces, section_number
from core.text.textspan import is_table_row
from core.types import Document

_LONGEST_HEADING = 10  # words
_MOST_IN_A_ROW = 3  # headings; more such lines are a list
_LONGEST_ITEM = 4  # words of an item without a mark
_LONGEST_INLINE = 6  # words of "3.4. Acceptance.", before the text on the same line
_LEAST_LETTERS = 0.6  # of the signs of a heading without a number
_LONG_WORD = 5  # letters: in a title it has a capital
_RUNNING, _RUNNING_SHARE = 3, 0.4  # pages that have the same sentence, and of all: a header or footer
_LETTER = re.compile(r"[^\W\d_]")
_LABEL_ALONE = re.compile(r"(?:§+\s*)?\d{1,3}(?:\.\d{1,3})*\.?")
_BULLET = re.compile(r"\s*(?:[-–*•○▪◦‣]|\(?\w{1,3}\)|\d{1,3}[.)])\s+")
_LETTERED = re.compile(r"\([a-z]{1,4}\)\s+")
_POINTS = frozenset("•○▪◦‣–-*")  # marks of items without a number
_COUNTER = re.compile(r"\w+")
_PAGE_ENDS = 2  # lines
_FIGURE = re.compile(r"\d{1,5}")
FEW = "few"  # the mark of an item without one
_ENDS = (".", "!", "?", ";", ",")


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence or row of a source."""

    source: Source
    sentence: SourceSentence

    @property
    def text(self) -> str:
        return self.sentence.text


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one heading. `path`: the headings over them, outermost first; `head`: the last one's own
    lines."""

    path: tuple[str, ...]
    lines: tuple[Line, ...]
    head: tuple[Line, ...] = ()

    @property
    def heading(self) -> str:
        return self.path[-1] if self.path else ""

    @property
    def characters(self) -> int:
        return sum(len(line.text) for line in self.lines)


@dataclass(frozen=True)
class Outline:
    """A whole document: its sections in order. `sources`: with the lines that say nothing by themselves, as
    rows of bare figures do."""

    document: Document
    sections: tuple[Section, ...]
    sources: tuple[Source, ...] = ()

    @property
    def title(self) -> str:
        name = PurePath(self.document.filename).stem.replace("_", " ")
        return self.document.title or name

    @property
    def names(self) -> frozenset[str]:
        """What a request may call the document."""
        return frozenset({self.title, PurePath(self.document.filename).stem})

    @cached_property
    def all_lines(self) -> tuple[Line, ...]:
        """Headings with them."""
        return tuple(line for section in self.sections for line in (*section.head, *section.lines))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for section in self.sections for line in section.lines)

    def is_in_language_of(self, text: str) -> bool:
        """Whether the judges can compare the text with it; also where its language is not known."""
        return self.document.language in ("", question_language(text))

    def at(self, places: NamedPlaces) -> tuple[Section, ...]:
        """The sections with these numbers and those below them, or what stands on these pages."""
        found = [
            section
            for section in self.sections
            if any(_is_below(number, wanted) for wanted in places.sections for number in _numbers(section))
        ]
        for section in self.sections:
            on_pages = tuple(
                line
                for line in section.lines
                if any(first <= line.sentence.page <= last for first, last in places.pages)
            )
            if on_pages:
                head = section.head if on_pages[0] is section.lines[0] else ()
                found.append(Section(section.path, on_pages, head))
        return tuple(found)


def outline_of(retriever: Retriever, document_id: str, first_number: int = 1) -> Outline | None:
    """The document in sections, its chunks numbered as sources from `first_number` on; None where it cannot
    be read any more."""
    read = retriever.read_document(document_id, for_prompt=True)
    if read is None:
        return None
    document, chunks = read
    sources = [
        make_source(number, document, chunk, 0.0, "", retriever.page_of)
        for number, chunk in enumerate(chunks, first_number)
    ]
    return Outline(document, tuple(_sections(sources)), tuple(sources))


def item_mark(text: str) -> str:
    """The kind of mark that an item of a list begins with: "1." or "a)" whatever the number, a bullet, or
    `FEW` for a few words that end nowhere; "" for running text."""
    marked = _BULLET.match(text)
    if marked:
        return _COUNTER.sub("1", marked.group().strip())
    few = len(text.split()) <= _LONGEST_ITEM and not text.endswith((*_ENDS, ":"))
    return FEW if few else ""


def _sections(sources: Sequence[Source]) -> Iterator[Section]:
    running = _running_lines(sources)
    structural = {name: depth for source in sources for depth, name in enumerate(_path(source))}
    all_lines = [
        Line(source, one)
        for source in sources
        for one in source.sentences
        if one.text not in running and _says_something(one.text)
    ]
    texts = [line.text for line in all_lines]
    titles = _titles(all_lines, structural)
    capitals = not sources or sources[0].document.language != "de"
    path: tuple[str, ...] = ()
    lines: list[Line] = []
    head: tuple[Line, ...] = ()
    place, leads = 0, False  # `leads`: a line of the section leads to a list, whose items are no headings
    while place < len(all_lines):
        own = _stands_alone(all_lines[place], line_is_enough=True)
        heading, taken = _heading_at(texts, place, is_title=place in titles, has_line=own, capitals=capitals)
        if not heading and capitals and not leads and _is_lettered(all_lines[place : place + 2]):
            heading = texts[place].rstrip(".")
        elif heading:
            leads = False
        leads = leads or texts[place].endswith(":")
        if heading:
            if lines or head:
                yield Section(path, tuple(lines), head)
                lines = []
            head = tuple(all_lines[place : place + taken])
            path = _under(path, heading, structural)
        else:
            lines.append(all_lines[place])
        place += taken
    if lines or head:
        yield Section(path, tuple(lines), head)


def _titles(lines: Sequence[Line], structural: Container[str]) -> frozenset[int]:
    """The places of short lines that begin a passage, or end the one before, and that the reader of the
    format takes for headings, or that stand for themselves, as headings do, few of them in a row."""
    alone = [_is_bare_heading(line.text) and _stands_alone(line) for line in lines]
    found: set[int] = set()
    for is_alone, run in groupby(range(len(lines)), key=lambda place: alone[place]):
        places = list(run)
        behind = lines[places[-1] + 1].text if places[-1] + 1 < len(lines) else ""
        is_cells = _is_bare_heading(behind)  # the heads of a table go on
        if is_alone and len(places) <= _MOST_IN_A_ROW and not is_cells:
            found.update(places)
    for place, line in enumerate(lines):
        first = place == 0 or line.source is not lines[place - 1].source
        behind_it = lines[place + 1].source if place + 1 < len(lines) else line.source
        is_over_next = behind_it is not line.source and line.text in _path(behind_it)
        if is_over_next or (first and (line.text in structural or _is_bare_heading(line.text))):
            found.add(place)
    return frozenset(found)


def _stands_alone(line: Line, *, line_is_enough: bool = False) -> bool:
    """Whether a line begins its passage or follows an empty one, and is followed by one, or ends at least."""
    behind_it = "\n" if line_is_enough else "\n\n"
    chunk, span = line.source.chunk, line.sentence.span
    offset = 0
    for own in chunk.spans:
        if own.start <= span.start < own.end:
            start, end = offset + span.start - own.start, offset + span.end - own.start
            before, behind = chunk.text[:start], chunk.text[end : offset + own.end - own.start]
            begins = not before.strip() or before.rstrip(" \t").endswith("\n\n")
            return begins and (not behind.strip() or behind.lstrip(" \t").startswith(behind_it))
        offset += own.end - own.start + 1
    return False


def _heading_at(
    texts: Sequence[str], place: int, *, is_title: bool, has_line: bool, capitals: bool
) -> tuple[str, int]:
    """The heading that begins here and how many sentences it has; "" where none does.

    `has_line`: it begins a paragraph, and has a line of its own. `capitals`: they tell titles, as they do not
    in German, whose nouns all have them.
    """
    text = texts[place]
    behind = texts[place + 1] if place + 1 < len(texts) else ""
    if _LABEL_ALONE.fullmatch(text) and behind and len(behind.split()) <= _LONGEST_INLINE:
        return f"{text} {behind.rstrip('.')}", 2
    number = section_number(text)
    words = text.split()
    if number and _is_letters_behind(text) and len(words) <= _LONGEST_HEADING and not is_table_row(text):
        is_titled = capitals and _has_capitals(text, number) and not _is_item(number, texts, place)
        open_ended = not text.endswith(_ENDS)
        inline = text.endswith(".") and (len(words) <= _LONGEST_INLINE or is_titled)
        counts_on = section_number(behind).isdigit() and section_number(behind) != number
        is_short = open_ended and has_line and len(words) <= _LONGEST_INLINE
        if (is_short and behind and not counts_on and not _is_item(number, texts, place)) or (
            (open_ended or inline) and (is_titled or not _is_step(number, texts, place))
        ):
            return text.rstrip("."), 1
    if is_title and behind:
        return text.rstrip(":"), 1
    return "", 1


def _is_bare_heading(text: str) -> bool:
    """A short line that ends nowhere and begins like a title."""
    if len(text.split()) > _LONGEST_HEADING or is_table_row(text) or _BULLET.match(text) or ": " in text:
        return False
    letters = sum(map(str.isalpha, text)) >= _LEAST_LETTERS * len("".join(text.split()))  # no lost font
    return letters and text[:1].isupper() and not text.endswith((*_ENDS, ":"))


def _is_lettered(lines: Sequence[Line]) -> bool:
    """ "(b) Termination for Convenience. Customer may …", the title and its text on one line."""
    if len(lines) < 2 or lines[0].source is not lines[1].source:
        return False
    text, (one, behind) = lines[0].text, lines
    mark = _LETTERED.match(text)
    is_short = text.endswith(".") and len(text.split()) <= _LONGEST_INLINE
    if mark is None or not is_short or not _has_capitals(text, mark.group()):
        return False
    return is_one_line(one.source, one.sentence, behind.sentence)


def _is_item(number: str, texts: Sequence[str], place: int) -> bool:
    """Whether the line before or behind has the number before or behind: no text stands between, but for
    what is marked as points of the item before."""
    above = next((text for text in reversed(texts[:place]) if item_mark(text) not in _POINTS), "")
    before = section_number(above)
    behind = section_number(texts[place + 1]) if place + 1 < len(texts) else ""
    return number.isdigit() and (before == str(int(number) - 1) or behind == str(int(number) + 1))


def _is_step(number: str, texts: Sequence[str], place: int) -> bool:
    """Whether a number without parts counts on: its neighbour of the same list stands near."""
    if not number.isdigit() or texts[place].startswith("§"):
        return False
    near = [
        section_number(text) for text in (*texts[max(0, place - 4) : place], *texts[place + 1 : place + 5])
    ]
    return str(int(number) + 1) in near or str(int(number) - 1) in near


def _has_capitals(text: str, number: str) -> bool:
    """Whether all its long words begin with one: "13. Term and Termination"."""
    words = [word for word in text.partition(number)[2].split() if len(word) >= _LONG_WORD]
    return bool(words) and all(word[0].isupper() for word in words)


def _is_letters_behind(text: str) -> bool:
    number = section_number(text)
    return bool(_LETTER.search(text.partition(number)[2]))


def _under(path: tuple[str, ...], heading: str, structural: dict[str, int]) -> tuple[str, ...]:
    """The path of a new heading: as deep as the reader of the format says, else as its number does."""
    depth = structural.get(heading)
    if depth is None:
        if number := section_number(heading):
            above = [name for name in path if _is_below(number, section_number(name)) and name != heading]
            unnumbered = [name for name in path if not (section_number(name) or _LETTERED.match(name))]
            return (*unnumbered[:2], *above, heading)
        if _LETTERED.match(heading):
            return (*(name for name in path if not _LETTERED.match(name)), heading)
        depth = sum(1 for _ in takewhile(structural.__contains__, path))
    return (*path[:depth], heading)


def _is_below(number: str, above: str) -> bool:
    return bool(above) and (number == above or number.startswith(f"{above}."))


def _numbers(section: Section) -> list[str]:
    return [number for name in section.path if (number := section_number(name))]


def _path(source: Source) -> list[str]:
    """The headings that the reader of the format found over a passage, without the title."""
    return [" ".join(name.split()) for name in source.chunk.context.split("\n")[1:] if name.strip()]


def _running_lines(sources: Sequence[Source]) -> frozenset[str]:
    """What stands on most pages: headers and footers."""
    pages: Counter[str] = Counter()
    for text, _ in {(one.text, one.page) for source in sources for one in source.sentences}:
        pages[text] += 1
    count = len({one.page for source in sources for one in source.sentences})
    least = max(_RUNNING, _RUNNING_SHARE * count)
    often = {text for text, times in pages.items() if times >= least and not is_table_row(text)}
    return frozenset(often | _at_page_ends(sources, least))


def _at_page_ends(sources: Sequence[Source], least: float) -> set[str]:
    """What stands at the beginning or end of most pages, alike but for a figure that counts with the pages
    ("Report 88, page 1 of 2"). On two pages only the same text, or one that has their number, too."""
    pages: dict[int, list[str]] = {}
    for source in sources:
        for one in source.sentences:
            pages.setdefault(one.page, []).append(one.text)
    alike: dict[str, dict[int, str]] = {}
    for page, texts in pages.items():
        for text in {*texts[:_PAGE_ENDS], *texts[-_PAGE_ENDS:]}:
            alike.setdefault(_FIGURE.sub("#", text), {})[page] = text
    found: set[str] = set()
    for on_pages in alike.values():
        same = set(on_pages.values())
        ahead = [{int(figure) - page for figure in _FIGURE.findall(text)} for page, text in on_pages.items()]
        counts = bool(set.intersection(*ahead))
        has_number = all(str(len(pages)) in _FIGURE.findall(text) for text in same)
        on_all = len(on_pages) == len(pages) > 1
        if (counts and len(on_pages) >= least) or (on_all and (len(same) == 1 or (counts and has_number))):
            found |= same
    return found


def _says_something(text: str) -> bool:
    return bool(_LETTER.search(text)) or bool(_LABEL_ALONE.fullmatch(text.strip()))
