"""What looks like a reference in a text, German and English. Pure functions, some 10 ms a page.

Finders of each kind run over the whole text; where their results overlap, the more telling kind wins: an
address over everything, a law over a section, a section with what it stands in over a document by itself.
Whether what they found leads anywhere, and so is a reference, is told in `resolve`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.research.references.legal import find_legal
from core.research.references.numbered_parts import find_sections, find_titles
from core.research.references.other_documents import find_documents, find_standards
from core.research.references.owners import is_within, owner, stands_behind
from core.research.references.raw_finds import Found, in_contents
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.web_addresses import find_addresses
from core.research.references.works import find_works
from core.types import Span

_DOCUMENTS = (ReferenceKind.DOCUMENT, ReferenceKind.DOCUMENT_MENTION)
_FAR = 90  # characters between a document's name and a part of it


def detect(text: str, named: Sequence[Found] = ()) -> list[Reference]:
    """All candidates in the order of the text; a list of numbers is as many of them with the same span.

    Headings, captions, contents and entries of a bibliography are none. `named`: names of documents of the
    library in the text, which count before what only looks like a document.
    """
    taken = _Taken(text)
    taken.add(find_addresses(text))
    taken.add(one if one.document else _with_owner(text, one) for one in find_legal(text))
    taken.add(find_works(text))
    taken.add(_with_owner(text, one) for one in find_sections(text))
    taken.add(named)
    taken.add(find_standards(text))
    taken.add(find_documents(text))
    taken.add(find_titles(text))
    found = [one for one in taken.found if not in_contents(text, one.start)]
    completed = _with_documents_before(text, sorted(found, key=lambda one: one.start))
    return _references(text, _with_outer_parts(text, completed))


class _Taken:
    """What was found so far, and which characters it covers."""

    def __init__(self, text: str) -> None:
        self.found: list[Found] = []
        self._covered = bytearray(len(text))
        self._named = bytearray(len(text))  # by a document that a section stands in

    def add(self, found: Iterable[Found]) -> None:
        """Add what overlaps nothing that came before it, longer ones first."""
        for one in sorted(found, key=lambda one: (one.start - one.end, one.start)):
            if any(self._covered[one.start : one.end]) or all(self._named[one.start : one.end]):
                continue
            self._covered[one.start : one.end] = b"\1" * (one.end - one.start)
            if one.document_start >= 0:
                end = one.document_start + len(one.document)
                self._named[one.document_start : end] = b"\1" * (end - one.document_start)
            self.found.append(one)


def _with_owner(text: str, found: Found) -> Found:
    name, start = owner(text, found.start, found.end)
    return replace(found, document=name, document_start=start)


def _with_documents_before(text: str, found: Sequence[Found]) -> list[Found]:
    """ "The Quality Manual QM-01, section 5": what the comma follows is what the section stands in."""
    documents = sorted((one.end, one.numbers[0]) for one in found if one.kind in _DOCUMENTS)
    ends = [end for end, _ in documents]
    completed: list[Found] = []
    for one in found:
        place = bisect_left(ends, one.start) - 1
        is_part = one.kind is ReferenceKind.SECTION and not one.document
        between = text[ends[place] : one.start] if is_part and place >= 0 else ""
        if between and len(between) < _FAR and stands_behind(between):
            one = replace(one, document=documents[place][1])
        completed.append(one)
    return completed


def _with_outer_parts(text: str, found: Sequence[Found]) -> list[Found]:
    """ "Table 3 in chapter 4 of the Manual": the table, too, stands in what the chapter stands in. Of
    "Part II, Item 8" and "Item 8 of Part II" the item is meant."""
    completed: list[Found] = []
    for one in reversed(found):
        other = completed[-1] if completed else None
        if other is not None and one.kind is other.kind is ReferenceKind.SECTION:
            between = text[one.end : other.start]
            if one.unit == "part" and between.strip() == "," and other.unit != "part":
                completed[-1] = replace(other, start=one.start)
                continue
            if not one.document and is_within(between):
                if other.unit == "part":
                    completed.pop()
                    one = replace(one, end=other.end)
                one = replace(one, document=other.document)
        completed.append(one)
    return completed[::-1]


def _references(text: str, found: Sequence[Found]) -> list[Reference]:
    return [
        Reference(
            one.kind, text[one.start : one.end], Span(one.start, one.end), one.unit, number, one.document
        )
        for one in found
        for number in one.numbers
    ]
