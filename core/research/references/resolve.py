"""Where a reference leads: a place in a document of the library, a document, a search, or outside.

Any thread. Nothing is fetched: addresses, laws and works that the library does not hold are only told.
"""

from __future__ import annotations

import re
from collections.abc import Collection
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
from core.research.references.title_matching import DocumentNameTable, NamedDocuments, Stage
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
    text or the bibliography says it. `reason` says in plain words how this was decided.
    """

    reference: Reference
    outcome: Outcome
    query: str
    document_ids: tuple[str, ...] = ()
    place: FoundPlace | None = None
    address: str = ""
    reason: str = ""

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
                return _open(reference, reference.number, "an address outside the library")
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
        if reference.unit == "title":
            return self._titled(reference, place, own, among)
        if place is not None:
            return _at(reference, own, place, "found in the outline of this document")
        if reference.unit == "annex" and (annex := self._named_part(reference, own, among)):
            return self._whole(reference, annex, own, "the annex is a document of its own")
        return _nowhere(reference, "this document has no such heading")

    def _is_own(self, name: str, own: str) -> bool:
        """A part of this is one of this document: it is called so, or has such a heading."""
        heading = self._find(own, "title", name)
        return self._is_called(name, own) or (heading is not None and heading.certainty == 1)

    def _is_called(self, name: str, own: str) -> bool:
        exact = self._table().called(joined(name))
        if exact and own not in exact:
            return False
        return own in self._table().bearing(name) or self._is_own_number(name, own)

    def _outside(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        """A part of what the text names beside it. What is not known to be a document of the library is
        searched for everywhere: the part of the same number here is another one."""
        name, is_document = reference.document, is_document_name(reference.document)
        named = self._named(name, own, among) if is_document else None
        bearing = () if is_document else self._table().bearing(name, among)
        if 0 < len(bearing) <= _MOST_MEANT:
            named = NamedDocuments(bearing, Stage.SUBSTRING, 0.75)
        if named is not None:
            return self._in_documents(reference, named, f"“{name}”")
        if not is_document or reference.unit == "title":
            return _nowhere(reference, f"nothing is called “{name}”")
        reason = f"“{name}” is not in the library; searched for instead"
        return Resolution(reference, Outcome.SEARCH, _query(reference), reason=reason)

    def _titled(
        self, reference: Reference, place: FoundPlace | None, own: str, among: Collection[str] | None
    ) -> Resolution:
        """Words in quotation marks: a heading, or the name of a document, or just words."""
        if place is not None and place.certainty == 1:
            return _at(reference, own, place, "a heading of this document")
        named = self._table().exact(reference.number, among)
        if named is not None:
            return self._whole(reference, named, own, f"named “{reference.number}”")
        return _nowhere(reference, "just words in quotation marks")

    def _legal(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        law = reference.document
        if law and not self._is_called(law, own):
            named = self._named(law, own, among)
            if named is None:
                return _open(reference, reference.words, f"{law} is not in the library")
            return self._in_documents(reference, named, law)
        place = self._find(own, reference.unit, reference.number)
        if place is not None:
            return _at(reference, own, place, "a paragraph of this document")
        return _open(reference, reference.words, "no law is named, and this document has no such paragraph")

    def _document(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        named = self._named(reference.number, own, among)
        if named is not None:
            return self._whole(reference, named, own, f"named “{reference.number}”")
        if reference.kind is ReferenceKind.DOCUMENT_MENTION or _FILE.search(reference.number):
            return _open(reference, reference.number, f"{reference.number} is not in the library")
        if not is_identified(reference.number):
            return _nowhere(reference, f"nothing is called “{reference.number}”")
        reason = f"no document is called “{reference.number}”; searched for instead"
        return Resolution(reference, Outcome.SEARCH, reference.number, reason=reason)

    def _work(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        entry = _entry(reference, self._read(own).entries)
        if entry is not None:
            named = self._of_entry(entry, own, among)
            if named is not None:
                return self._whole(
                    reference, named, own, f"entry {entry.label or entry.text[:60]} of the bibliography"
                )
            return _open(reference, entry.address, "the work is in the bibliography, not in the library")
        author, _, year = reference.number.rpartition(" ")
        if author and (named := self._table().by_author(author, year, among)):
            return self._whole(reference, named, own, f"a document called after {reference.number}")
        if author and self._table().by_author(author, year):
            return _open(reference, reference.number, "the work is not among what is searched")
        reason = "neither the bibliography of this document nor the library has such a work"
        return _nowhere(reference, reason)

    def _of_entry(self, entry: Entry, own: str, among: Collection[str] | None) -> NamedDocuments | None:
        table = self._table()
        by_title = (table.match(title, among) for title in entry.titles)
        named = next((one for one in by_title if one is not None and one.certainty >= 0.8), None)
        named = named or table.contained_in(entry.text, among)
        return _without(named, own) if named else None

    def _named(self, name: str, own: str, among: Collection[str] | None) -> NamedDocuments | None:
        named = self._table().match(name, among)
        if named is None and self._is_own_number(name, own):
            return NamedDocuments((own,), Stage.EXACT, 1.0)
        if named is None or len(named.document_ids) > _MOST_MEANT:
            return None
        return _without(named, own)

    def _is_own_number(self, name: str, own: str) -> bool:
        """It is the number that the document prints as its own, whatever its file is called."""
        return is_own_number(name, self._read(own).numbers)

    def _named_part(
        self, reference: Reference, own: str, among: Collection[str] | None
    ) -> NamedDocuments | None:
        """A document that is called like the annex and, where several are, like this document, too."""
        named = self._table().match(reference.words, among)
        return _without(named, own) if named and len(named.document_ids) == 1 else None

    def _in_documents(self, reference: Reference, named: NamedDocuments, name: str) -> Resolution:
        """The place in the one document of these that has it."""
        placed = [
            (one, place)
            for one in named.document_ids
            if (place := self._find(one, reference.unit, reference.number))
        ]
        if len(placed) == 1 or (placed and len(named.document_ids) == 1):
            one, place = placed[0]
            return _at(reference, one, place, f"{name}, {named.stage.value} match")
        ids = tuple(one for one, _ in placed) or named.document_ids
        return _some(reference, ids, f"{name}, {named.stage.value} match; no such heading, or in several")

    def _whole(self, reference: Reference, named: NamedDocuments, own: str, reason: str) -> Resolution:
        named = _without(named, own)
        if named.document_ids == (own,):
            return _nowhere(reference, "it names the document it stands in")
        return _some(reference, named.document_ids, f"{reason}, {named.stage.value} match")

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


def _without(named: NamedDocuments, own: str) -> NamedDocuments:
    """Of several, not the document that the reference stands in."""
    others = tuple(one for one in named.document_ids if one != own)
    return NamedDocuments(others, named.stage, named.certainty) if others else named


def _at(reference: Reference, document_id: str, place: FoundPlace, reason: str) -> Resolution:
    query = _query(reference) if place.start < 0 else place.heading or _query(reference)
    return Resolution(reference, Outcome.PLACE, query, (document_id,), place, reason=reason)


def _some(reference: Reference, document_ids: tuple[str, ...], reason: str) -> Resolution:
    outcome = Outcome.DOCUMENT if len(document_ids) == 1 else Outcome.AMBIGUOUS
    return Resolution(reference, outcome, _query(reference), document_ids, reason=reason)


def _nowhere(reference: Reference, reason: str) -> Resolution:
    return Resolution(reference, Outcome.NOWHERE, "", reason=reason)


def _open(reference: Reference, address: str, reason: str) -> Resolution:
    return Resolution(reference, Outcome.OPEN, "", address=" ".join(address.split()), reason=reason)


def _query(reference: Reference) -> str:
    """The words to search with."""
    if reference.unit in ("document", "title", "work"):
        return " ".join(filter(None, (reference.number, reference.document)))
    return " ".join(filter(None, (" ".join(reference.words.split()), reference.document)))
