"""The pattern detector: references in a text, German and English. Pure functions, some 10 ms a page.

Finders of each kind run over the whole text; where their results overlap, the more telling kind wins: an
address over everything, a law over a section, a section with what it stands in over a document by itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.research.references.containers import is_within, stands_behind, with_container, with_owner
from core.research.references.legal import find_legal
from core.research.references.numbered_parts import UNSURE, find_sections
from core.research.references.other_documents import find_documents
from core.research.references.raw_finds import Found, in_contents
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.web_addresses import find_addresses
from core.research.references.works import find_works
from core.types import Span

_DOCUMENTS = (ReferenceKind.DOCUMENT, ReferenceKind.DOCUMENT_MENTION)


def detect(text: str, language: str | None = None) -> list[Reference]:
    """All references in the order of the text; a list of numbers is as many references with the same span.

    Headings, captions, contents and entries of a bibliography are none, nor is what a text says of itself
    ("this section 4"). Both languages are looked for; `language` ("de" or "en") leaves out words of the other
    one that mean something else in it.
    """
    taken = _Taken(text)
    taken.add(find_addresses(text))
    taken.add(one if one.document else with_owner(text, one) for one in find_legal(text))
    taken.add(find_works(text))
    sections = (with_container(text, one) for one in find_sections(text, language))
    taken.add(one for one in sections if one.document or one.confidence > UNSURE)
    taken.add(find_documents(text))
    found = [one for one in taken.found if not in_contents(text, one.start)]
    completed = _with_documents_before(text, sorted(found, key=lambda one: one.start))
    return _references(text, _with_documents_of_parts(text, completed))


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
                length = one.document_end - one.document_start
                self._named[one.document_start : one.document_end] = b"\1" * length
            self.found.append(one)


def _with_documents_before(text: str, found: Sequence[Found]) -> list[Found]:
    """ "The Quality Manual QM-01, section 5": what the comma follows is what the section stands in."""
    documents = sorted((one.end, one.numbers[0]) for one in found if one.kind in _DOCUMENTS)
    ends = [end for end, _ in documents]
    completed: list[Found] = []
    for one in found:
        place = bisect_left(ends, one.start) - 1
        is_part = one.kind is ReferenceKind.SECTION and not one.document
        if is_part and place >= 0 and stands_behind(text[ends[place] : one.start]):
            one = replace(one, document=documents[place][1], elsewhere="")
        completed.append(one)
    return completed


def _with_documents_of_parts(text: str, found: Sequence[Found]) -> list[Found]:
    """ "Table 3 in chapter 4 of the Manual": the table, too, stands in what the chapter stands in."""
    completed = list(found)
    for place in range(len(completed) - 2, -1, -1):
        one, outer = completed[place], completed[place + 1]
        stands_alone = one.kind is outer.kind is ReferenceKind.SECTION and not one.document
        if stands_alone and is_within(text[one.end : outer.start]):
            completed[place] = replace(one, document=outer.document, elsewhere=outer.elsewhere)
    return completed


def _references(text: str, found: Sequence[Found]) -> list[Reference]:
    return [
        Reference(
            one.kind,
            text[one.start : one.end],
            Span(one.start, one.end),
            one.unit,
            number,
            one.document,
            one.confidence,
            elsewhere=one.elsewhere,
        )
        for one in found
        for number in one.numbers
    ]
