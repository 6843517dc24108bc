"""Where a reference leads: a place in a document of the library, a document, a search, or outside.

Any thread. Nothing is fetched: addresses, laws and works that the library does not hold are only told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from core.research.references.bibliography import Entry, bibliography
from core.research.references.detect import detect
from core.research.references.library_view import DocumentText, ReferenceLibrary
from core.research.references.mentions import mentioned
from core.research.references.outline import FoundPlace, Landmark, find_place, landmarks
from core.research.references.own_number import is_own_number, own_numbers
from core.research.references.owners import is_document_name, is_identified
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.title_matching import DocumentNameTable
from core.search.concepts import joined

_KEPT_DOCUMENTS = 24
_MOST_MEANT = 5  # a name that more documents fit names none
_FILE = re.compile(r"\w\.[a-z]\w{1,4}$")


class Outcome(StrEnum):
    """`PLACE`: a document and where in it. `DOCUMENT`: a document. `AMBIGUOUS`: one of several.

    `SEARCH`: words to search with, nothing more is known. `OPEN`: outside the library. `NOWHERE`: it only
    looks like a reference, for it leads nowhere.
    """

    PLACE = "place"
    DOCUMENT = "document"
    AMBIGUOUS = "ambiguous"
    SEARCH = "search"
    OPEN = "open"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where one reference leads, as a search within documents.

    `query`: what to search for; `document_ids`: in these, the likeliest first (empty: wherever the run may
    look); `place`: the part of the first of them. `address`: where an open reference is to be found, as the
    text or the bibliography says it.
    """

    reference: Reference
    outcome: Outcome
    query: str
    document_ids: tuple[str, ...] = ()
    place: FoundPlace | None = None
    address: str = ""

    @property
    def can_be_followed(self) -> bool:
        return self.outcome not in (Outcome.OPEN, Outcome.NOWHERE)

    @property
    def key(self) -> str:
        """Equal when they lead to the same place, whatever words pointed there."""
        if self.place is not None:
            return f"{self.document_ids[0]}:{self.place.span.start}"
        if self.document_ids:
            return ",".join(self.document_ids) + f":{self.reference.target.casefold()}"
        return self.address.casefold() or f"search:{self.query.casefold()}"


@dataclass(frozen=True, slots=True)
class _Read:
    """What is kept of a document; nothing of one that cannot be searched."""

    document: DocumentText | None = None
    marks: list[Landmark] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    numbers: frozenset[str] = frozenset()


class Resolver:
    """Resolves references; keeps the outlines and bibliographies of the documents it met last."""

    def __init__(self, library: ReferenceLibrary) -> None:
        self._library = library
        self._names: DocumentNameTable | None = None
        self._outlined = lru_cache(maxsize=_KEPT_DOCUMENTS)(self._outline)

    def resolve(
        self, reference: Reference, *, document_id: str, among: Collection[str] | None = None
    ) -> Resolution:
        """Where the reference leads that stands in this document.

        Args:
            among: the documents that the run may look into; None: all.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        match reference.kind:
            case ReferenceKind.EXTERNAL:
                return _open(reference, reference.number)
            case ReferenceKind.SECTION:
                return self._section(reference, document_id, among)
            case ReferenceKind.LEGAL_SECTION:
                return self._legal(reference, document_id, among)
            case ReferenceKind.ACADEMIC_NUMBERED | ReferenceKind.ACADEMIC_SHORTFORM:
                return self._work(reference, document_id, among)
            case ReferenceKind.DOCUMENT | ReferenceKind.DOCUMENT_MENTION:
                return self._document(reference, document_id, among)

    def references(
        self, text: str, *, document_id: str, among: Collection[str] | None = None
    ) -> list[Resolution]:
        """What a text of this document refers to: what looks like a reference and leads somewhere.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        named = mentioned(text, self._table(), document_id, among)
        candidates = detect(text, named)
        found = (self.resolve(one, document_id=document_id, among=among) for one in candidates)
        return [one for one in found if one.outcome is not Outcome.NOWHERE]

    def _section(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        if reference.document and not self._is_own(reference.document, own):
            return self._outside(reference, own, among)
        place = self._find(own, reference.unit, reference.number)
        if place is not None:
            return _at(reference, own, place)
        if reference.unit == "title":  # no heading: the name of a document, or just words
            return _whole(reference, self._table().exact(reference.number, among), own)
        # A document that is called like the annex and, where several are, like this document, too.
        named = self._table().match(reference.words, among) if reference.unit == "annex" else ()
        return _whole(reference, _without(named, own) if len(named) == 1 else (), own)

    def _is_own(self, name: str, own: str) -> bool:
        """A part of this is one of this document: it is called so, or has such a heading."""
        return self._is_called(name, own) or self._find(own, "title", name) is not None

    def _is_called(self, name: str, own: str) -> bool:
        exact = self._table().called(joined(name))
        if exact and own not in exact:
            return False
        return own in self._table().bearing(name) or self._is_own_number(name, own)

    def _outside(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        """A part of what the text names beside it. What is not known to be a document of the library is
        searched for everywhere: the part of the same number here is another one."""
        name, is_document = reference.document, is_document_name(reference.document)
        ids = self._named(name, own, among) if is_document else self._table().bearing(name, among)
        if 0 < len(ids) <= _MOST_MEANT:
            return self._in_documents(reference, ids)
        if not is_document or reference.unit == "title":
            return _nowhere(reference)
        return Resolution(reference, Outcome.SEARCH, _query(reference))

    def _legal(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        law = reference.document
        if law and not self._is_called(law, own):
            ids = self._named(law, own, among)
            return self._in_documents(reference, ids) if ids else _open(reference, reference.words)
        place = self._find(own, reference.unit, reference.number)
        return _at(reference, own, place) if place is not None else _open(reference, reference.words)

    def _document(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        if ids := self._named(reference.number, own, among):
            return _whole(reference, ids, own)
        if reference.kind is ReferenceKind.DOCUMENT_MENTION or _FILE.search(reference.number):
            return _open(reference, reference.number)
        if not is_identified(reference.number):
            return _nowhere(reference)
        return Resolution(reference, Outcome.SEARCH, reference.number)

    def _work(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        table = self._table()
        if entry := _entry(reference, self._read(own).entries):
            by_title = (table.match(title, among, surely=True) for title in entry.titles)
            ids = next(filter(None, by_title), ()) or table.contained_in(entry.text, among)
            return _whole(reference, ids, own) if ids else _open(reference, entry.address)
        author, _, year = reference.number.rpartition(" ")
        if author and (ids := table.by_author(author, year)):
            chosen = tuple(one for one in ids if among is None or one in among)
            return _whole(reference, chosen, own) if chosen else _open(reference, reference.number)
        return _nowhere(reference)

    def _named(self, name: str, own: str, among: Collection[str] | None) -> tuple[str, ...]:
        ids = self._table().match(name, among)
        if not ids and self._is_own_number(name, own):
            return (own,)
        return _without(ids, own) if len(ids) <= _MOST_MEANT else ()

    def _is_own_number(self, name: str, own: str) -> bool:
        """It is the number that the document prints as its own, whatever its file is called."""
        return is_own_number(name, self._read(own).numbers)

    def _in_documents(self, reference: Reference, ids: Sequence[str]) -> Resolution:
        """The place in the one document of these that has it."""
        placed = [(one, place) for one in ids if (place := self._find(one, reference.unit, reference.number))]
        if len(placed) == 1:
            return _at(reference, *placed[0])
        return _some(reference, tuple(one for one, _ in placed) or tuple(ids))

    def _find(self, document_id: str, unit: str, number: str) -> FoundPlace | None:
        read = self._read(document_id)
        return find_place(read.document, unit, number, read.marks) if read.document else None

    def _table(self) -> DocumentNameTable:
        registry = self._library.registry()
        if self._names is None or self._names.stamp != registry.stamp:
            self._names = DocumentNameTable(registry)
            self._outlined.cache_clear()  # a document may have been read anew
        return self._names

    def _read(self, document_id: str) -> _Read:
        self._table()
        return self._outlined(document_id)

    def _outline(self, document_id: str) -> _Read:
        document = self._library.text_of(document_id)
        if document is None:
            return _Read()
        marks = landmarks(document)
        return _Read(document, marks, bibliography(document, marks), own_numbers(document))


def _entry(reference: Reference, entries: list[Entry]) -> Entry | None:
    if reference.kind is ReferenceKind.ACADEMIC_NUMBERED:
        wanted = reference.number.casefold()
        return next((entry for entry in entries if entry.label.casefold() == wanted), None)
    author, _, year = reference.number.rpartition(" ")
    return next((entry for entry in entries if entry.is_by(author, year)), None)


def _without(ids: tuple[str, ...], own: str) -> tuple[str, ...]:
    """Of several, not the document that the reference stands in."""
    return tuple(one for one in ids if one != own) or ids


def _at(reference: Reference, document_id: str, place: FoundPlace) -> Resolution:
    query = _query(reference) if place.start < 0 else place.heading or _query(reference)
    return Resolution(reference, Outcome.PLACE, query, (document_id,), place)


def _some(reference: Reference, ids: tuple[str, ...]) -> Resolution:
    outcome = Outcome.DOCUMENT if len(ids) == 1 else Outcome.AMBIGUOUS
    return Resolution(reference, outcome, _query(reference), ids)


def _whole(reference: Reference, ids: tuple[str, ...], own: str) -> Resolution:
    """These documents, and nowhere without one or where it names the document it stands in."""
    ids = _without(ids, own)
    return _nowhere(reference) if ids in ((), (own,)) else _some(reference, ids)


def _nowhere(reference: Reference) -> Resolution:
    return Resolution(reference, Outcome.NOWHERE, "")


def _open(reference: Reference, address: str) -> Resolution:
    return Resolution(reference, Outcome.OPEN, "", address=" ".join(address.split()))


def _query(reference: Reference) -> str:
    """The words to search with."""
    if reference.unit in ("document", "title", "work"):
        return " ".join(filter(None, (reference.number, reference.document)))
    return " ".join(filter(None, (" ".join(reference.words.split()), reference.document)))
