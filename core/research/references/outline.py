"""Where a document has its section 3.2, its annex B, its table 4. Pure functions.

Headings that were found when the document was read come first; lines that look like one and captions fill
what they leave out. Contents are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.research.references.library_view import DocumentText
from core.research.references.part_numbers import normal
from core.research.references.reference_words import PART, unit_of
from core.search.concepts import joined
from core.types import Span

_CAPTIONS = frozenset(("figure", "table", "equation"))
# What may be headed by a number alone, or by another word than the text that refers to it uses.
_ALIKE = {
    "section": ("section", "", "§", "item", "note", "part"),
    "§": ("§", "section", ""),
    "article": ("section", "§", ""),
    "annex": ("annex",),
    "note": ("note", "", "section"),
    "item": ("item", "section", ""),
    "condition": ("section", "", "item"),
    "recital": ("recital",),
    "figure": ("figure",),
    "table": ("table",),
    "equation": ("equation",),
}
_NUMBER = r"(?:\d{1,4}(?:\.\d{1,3})*[A-Za-z]?|[A-Z](?:[.\-]?\d{1,3})*(?:\.\d{1,3})*|[IVX]{1,6}(?:\.\d{1,3})*)"
_WITH_UNIT = re.compile(
    rf"(?P<word>{PART}|§)\s*\(?(?P<number>{_NUMBER})\)?(?![\w])[.:)]?\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?P<number>\d{1,2}(?:\.\d{1,3}){0,4}|[A-Z](?:\.\d{1,3}){1,3})[.)]?\s+(?P<rest>[^\W\d_].*)$"
)
_LEADERS = re.compile(r"(?:\.\s?|…|·){4,}|\s\d{1,4}$")
_CONTENTS_ENTRY = re.compile(r"\s\d{1,4}$")
_CAPTION_REST = re.compile(r"$|[A-ZÄÖÜ„“(\"]")
_LONGEST = 110  # characters of a line that can be a heading
_PAGE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Landmark:
    """A place with a name: `unit` ("": a number alone) and `number`, or just a title. Level 9: a line.

    `word` is the document's own for the unit: "Tabelle" for a table.
    """

    unit: str
    number: str
    title: str
    offset: int
    level: int
    is_heading: bool  # found when the document was read, not only a line that looks so
    word: str = ""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A place of a document: the page it begins on (1-based), the span it covers, and the heading it has, in
    the document's own words ("page 3" of a page). `start` is where it begins in the document, for a caption
    the caption; -1 for a page."""

    first_page: int
    span: Span
    heading: str
    start: int = -1


def landmarks(document: DocumentText) -> list[Landmark]:
    """All of them, in order of offset."""
    contents = {page.number for page in document.pages if page.is_contents}
    found: dict[int, Landmark] = {}
    for heading in document.headings:
        if document.page_at(heading.offset) not in contents:
            found[heading.offset] = _named(heading.text, heading.offset, heading.level, is_heading=True)
    for page, offset, line in document.lines():
        text = line.strip()
        if not page.is_contents and 2 <= len(text) <= _LONGEST:
            mark = _named(text, offset + len(line) - len(line.lstrip()), 9, is_heading=False)
            if mark.number and _may_be_one(mark, text):
                found.setdefault(mark.offset, mark)
    return [found[offset] for offset in sorted(found)]


def find_place(document: DocumentText, unit: str, number: str, marks: list[Landmark]) -> FoundPlace | None:
    """The place, by its unit and number as a `Reference` has them; None when the document has none."""
    if unit == "page":
        return _page(document, number)
    if unit == "title":
        return _titled(document, number, marks)
    for wanted in _forms(number):
        for alike in _ALIKE.get(unit, (unit,)):
            fitting = [mark for mark in marks if mark.unit == alike and _same(mark.number, wanted)]
            if fitting:
                return _place(document, marks, min(fitting, key=_doubts))
    units = ("", unit) if "" in _ALIKE.get(unit, ()) and unit != "item" else (unit,)
    parts = [mark for mark in marks if mark.unit in units and mark.number.startswith(f"{number}.")]
    return _place(document, marks, parts[0]) if parts and unit not in _CAPTIONS else None


def _doubts(mark: Landmark) -> tuple[bool, bool, bool, int]:
    """Of several marks with one number: entries of contents and words of a sentence come last."""
    in_contents = bool(_CONTENTS_ENTRY.search(mark.title))
    return in_contents, mark.title[:1].islower(), not mark.is_heading, mark.offset


def _forms(number: str) -> Iterator[str]:
    """ "2.3(a)(ii)" also as "2.3" and "2": what it is a part of."""
    yield normal(number)
    bare = re.sub(r"\(.*", "", number)
    if bare and bare != number:
        yield normal(bare)
    if lettered := re.fullmatch(r"(\d+(?:\.\d+)*)[a-z]", bare):
        yield lettered[1]
    if parent := bare.rpartition(".")[0]:
        yield normal(parent)


def _same(one: str, other: str) -> bool:
    return one.casefold().replace("-", ".") == other.casefold().replace("-", ".")


def _may_be_one(mark: Landmark, text: str) -> bool:
    if _LEADERS.search(text):
        return False
    if mark.unit in _CAPTIONS:
        return bool(re.match(r"[^\s]+\s*[\w.\-()]+\s*[.:–—|]", text)) or (
            bool(_CAPTION_REST.match(mark.title)) and text[-1] not in ",;"
        )
    if not mark.title:
        return bool(mark.unit)
    return mark.title[0].isupper() and text[-1] not in ".,;:" and len(text.split()) <= 14


def _named(text: str, offset: int, level: int, *, is_heading: bool) -> Landmark:
    """What a heading or a line is called."""
    plain = " ".join(text.split()).lstrip("#* ")
    with_unit = _WITH_UNIT.match(plain)
    unit = unit_of(with_unit["word"]) if with_unit else ""
    if with_unit and unit != "page":
        number, title = normal(with_unit["number"]), _title(with_unit["rest"])
        return Landmark(unit, number, title, offset, level, is_heading, with_unit["word"])
    bare = _BARE.match(plain)
    if bare:
        return Landmark("", normal(bare["number"]), _title(bare["rest"]), offset, level, is_heading)
    return Landmark("title", "", plain, offset, level, is_heading)


def _title(rest: str) -> str:
    return rest.strip(" \t.:–—-|")


def _titled(document: DocumentText, title: str, marks: list[Landmark]) -> FoundPlace | None:
    """A heading that says the same."""
    key = joined(title)
    said = (mark for mark in marks if mark.title and mark.unit not in _CAPTIONS)
    found = next((mark for mark in said if key and joined(mark.title) == key), None)
    return _place(document, marks, found) if found else None


def _place(document: DocumentText, marks: list[Landmark], mark: Landmark) -> FoundPlace:
    """From the landmark to the next of its kind or above; a caption is its own line's page."""
    first = document.page_at(mark.offset)
    heading = " ".join(filter(None, (mark.word, mark.number, mark.title)))
    if mark.unit in _CAPTIONS:
        page = next(page for page in document.pages if page.number == first)
        return FoundPlace(first, Span(page.start, page.start + len(page.text)), heading, mark.offset)
    behind = (other.offset for other in marks if other.offset > mark.offset and _closes(other, mark))
    return FoundPlace(first, Span(mark.offset, next(behind, document.end)), heading, mark.offset)


def _closes(other: Landmark, mark: Landmark) -> bool:
    """Whether what it begins is no part of the other."""
    if other.unit in _CAPTIONS:
        return False
    if mark.number and other.number:
        return not other.number.casefold().startswith(f"{mark.number.casefold()}.")
    if mark.is_heading and other.is_heading:
        return other.level <= mark.level
    return False


def _page(document: DocumentText, number: str) -> FoundPlace | None:
    """By the label on the page, else by its number."""
    labelled = next(
        (page for page in document.pages if page.label and page.label.casefold() == number.casefold()), None
    )
    figures = _PAGE.fullmatch(number)
    page = labelled or next((one for one in document.pages if figures and one.number == int(number)), None)
    if page is None:
        return None
    return FoundPlace(page.number, Span(page.start, page.start + len(page.text)), f"page {number}")
