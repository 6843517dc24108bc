"""Where a reference leads: a place in a document of the library, a document, a search, or outside.

Any thread. Nothing is fetched: addresses, laws and works that the library does not hold are only told.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from core.research.references.bibliography import Entry, bibliography
from core.research.references.detect import detect
from core.research.references.library_view import DocumentText, ReferenceLibrary
from core.research.references.mentions import is_kind_of_document, mentioned, with_names
from core.research.references.outline import FoundPlace, Landmark, find_place, landmarks
from core.research.references.own_number import is_own_number, own_numbers
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.title_matching import DocumentNameTable, NamedDocuments, Stage

_KEPT_DOCUMENTS = 24
_MOST_MEANT = 5  # a name that more documents fit names none


_FILE = re.compile(r"\w\.[a-z]\w{1,4}$")
# "Absatz 2", "paragraph (1)": parts of the section they stand in, and no headings of the document.
_LOCAL = re.compile(
    r"(?i)(?:abs[aä]tz\w*|abs\.|s[aä]tz\w*)\s|sub-?(?:paragraph|clause|section)|(?:paragraph|clause)s?\s*\("
)


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
    certainty: float = 0.0

    @property
    def can_be_followed(self) -> bool:
        return self.outcome not in (Outcome.OPEN, Outcome.NOWHERE)

    def is_itself(self, document_id: str) -> bool:
        """It means the whole of this document, as one that it stands in."""
        whole = self.reference.unit in ("document", "title", "work")
        return whole and self.place is None and self.document_ids == (document_id,)

    @property
    def key(self) -> str:
        """Equal when they lead to the same place, whatever words pointed there."""
        if self.place is not None:
            return f"{self.document_ids[0]}:{self.place.span.start}"
        if self.document_ids:
            return ",".join(self.document_ids) + f":{self.reference.target.casefold()}"
        return self.address.casefold() or f"search:{self.query.casefold()}"


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
        candidates = with_names(text, detect(text), named)
        found = (self.resolve(one, document_id=document_id, among=among) for one in candidates)
        return [one for one in found if one.outcome is not Outcome.NOWHERE]

    def _section(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        if reference.document:
            named = self._named(reference.document, own, among)
            if len(reference.document.split()) == 1 and own in self._table().bearing(reference.document):
                named = NamedDocuments((own,), Stage.SUBSTRING, 0.9)  # "section 4 of the Manual", in a manual
            if named is None:
                reason = f"“{reference.document}” is not in the library; searched for instead"
                return Resolution(reference, Outcome.SEARCH, _query(reference), reason=reason, certainty=0.3)
            return self._in_documents(reference, named, f"“{reference.document}”")
        if away := self._elsewhere(reference, own, among):
            return away
        if _LOCAL.match(reference.words):
            reason = "a part of the section it stands in; searched for within this document"
            return Resolution(
                reference, Outcome.SEARCH, _query(reference), (own,), reason=reason, certainty=0.3
            )
        place = self._place(own, reference)
        if place is not None:
            return _at(reference, own, place, "found in the outline of this document")
        if reference.unit == "annex" and (annex := self._named_part(reference, own, among)):
            return self._whole(reference, annex, "the annex is a document of its own")
        reason = "this document has no such heading; searched for within it"
        return Resolution(reference, Outcome.SEARCH, _query(reference), (own,), reason=reason, certainty=0.3)

    def _elsewhere(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution | None:
        """A part of what follows it in the text, unless that is this document: None then.

        What is not known to be a document of the library is searched for everywhere: the part of the same
        number here is another one.
        """
        name = reference.elsewhere
        if not name or own in self._table().bearing(name):
            return None
        named = self._table().match(name, among, by_registry=False)
        if named is not None and (
            named.stage is Stage.EXACT
            or (is_kind_of_document(name) and _is_borne(named, self._table().bearing(name)))
        ):
            return self._in_documents(reference, _without(named, own), f"“{name}”")
        reason = f"it seems to be a part of “{name}”, which is not known; searched for"
        return Resolution(reference, Outcome.SEARCH, _query(reference), reason=reason, certainty=0.3)

    def _legal(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        if not reference.document:
            if away := self._elsewhere(reference, own, among):
                return away
            place = self._place(own, reference)
            if place is not None:
                return _at(reference, own, place, "a paragraph of this document")
            return _open(
                reference, reference.words, "no law is named, and this document has no such paragraph"
            )
        named = self._named(reference.document, own, among)
        if named is None:
            return _open(reference, reference.words, f"{reference.document} is not in the library")
        return self._in_documents(reference, named, reference.document)

    def _document(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        named = self._named(reference.number, own, among)
        if named is not None:
            return self._whole(reference, named, f"named “{reference.number}”")
        if reference.kind is ReferenceKind.DOCUMENT_MENTION or _FILE.search(reference.number):
            return _open(reference, reference.number, f"{reference.number} is not in the library")
        reason = f"no document is called “{reference.number}”; searched for instead"
        return Resolution(reference, Outcome.SEARCH, reference.number, reason=reason, certainty=0.3)

    def _work(self, reference: Reference, own: str, among: Collection[str] | None) -> Resolution:
        _, _, entries = self._read(own)
        entry = _entry(reference, entries)
        if entry is not None:
            named = self._of_entry(entry, own, among)
            if named is not None:
                return self._whole(
                    reference, named, f"entry {entry.label or entry.text[:60]} of the bibliography"
                )
            return _open(reference, entry.address, "the work is in the bibliography, not in the library")
        author, _, year = reference.number.rpartition(" ")
        if author and (named := self._table().by_author(author, year)):
            if chosen := tuple(one for one in named.document_ids if among is None or one in among):
                meant = _without(replace(named, document_ids=chosen), own)
                return self._whole(reference, meant, f"a document called after {reference.number}")
            return _open(reference, reference.number, "the work is not among what is searched")
        reason = "neither the bibliography of this document nor the library has such a work"
        return Resolution(reference, Outcome.NOWHERE, "", reason=reason)

    def _of_entry(self, entry: Entry, own: str, among: Collection[str] | None) -> NamedDocuments | None:
        table = self._table()
        for title in entry.titles:
            named = table.match(title, among, by_registry=False)
            if named is not None and named.certainty >= 0.8:
                return _without(named, own)
        named = table.contained_in(entry.text, among)
        return _without(named, own) if named else None

    def _named(
        self, name: str, own: str, among: Collection[str] | None, *, by_registry: bool = True
    ) -> NamedDocuments | None:
        named = self._table().match(name, among, by_registry=by_registry)
        if named is None and self._is_own_number(name, own):
            return NamedDocuments((own,), Stage.EXACT, 1.0)
        if named is None or len(named.document_ids) > _MOST_MEANT:
            return None
        others = _without(named, own)
        # "General Mills Savings Plan" has the name of the report that it stands in, and is another document.
        only_named = others.stage is Stage.REGISTRY and others.document_ids == (own,)
        return None if only_named else others

    def _is_own_number(self, name: str, own: str) -> bool:
        """It is the number that the document prints as its own, whatever its file is called."""
        document, _, _ = self._read(own)
        return document is not None and is_own_number(name, own_numbers(document))

    def _named_part(
        self, reference: Reference, own: str, among: Collection[str] | None
    ) -> NamedDocuments | None:
        """A document that is called like the annex and, where several are, like this document, too."""
        named = self._table().match(reference.words, among, by_registry=False)
        return _without(named, own) if named and len(named.document_ids) == 1 else None

    def _in_documents(self, reference: Reference, named: NamedDocuments, name: str) -> Resolution:
        """The place in the one document of these that has it."""
        placed = [(one, place) for one in named.document_ids if (place := self._place(one, reference))]
        if len(placed) == 1 or (placed and len(named.document_ids) == 1):
            one, place = placed[0]
            return _at(reference, one, place, f"{name}, {named.stage.value} match", named.certainty)
        ids = tuple(one for one, _ in placed) or named.document_ids
        outcome = Outcome.DOCUMENT if len(ids) == 1 else Outcome.AMBIGUOUS
        reason = f"{name}, {named.stage.value} match; " + (
            "no such heading in it" if len(ids) == 1 else f"{len(ids)} documents fit"
        )
        return Resolution(
            reference, outcome, _query(reference), ids, reason=reason, certainty=named.certainty / 2
        )

    def _whole(self, reference: Reference, named: NamedDocuments, reason: str) -> Resolution:
        outcome = Outcome.DOCUMENT if len(named.document_ids) == 1 else Outcome.AMBIGUOUS
        reason = f"{reason}, {named.stage.value} match"
        return Resolution(
            reference,
            outcome,
            _query(reference),
            named.document_ids,
            reason=reason,
            certainty=named.certainty,
        )

    def _place(self, document_id: str, reference: Reference) -> FoundPlace | None:
        document, marks, _ = self._read(document_id)
        return find_place(document, reference.unit, reference.number, marks) if document else None

    def _table(self) -> DocumentNameTable:
        registry = self._library.registry()
        if self._names is None or self._names.stamp != registry.stamp:
            self._names = DocumentNameTable(registry)
            self._outlined.cache_clear()  # a document may have been read anew
        return self._names

    def _read(self, document_id: str) -> tuple[DocumentText | None, list[Landmark], list[Entry]]:
        self._table()
        return self._outlined(document_id)

    def _outline(self, document_id: str) -> tuple[DocumentText | None, list[Landmark], list[Entry]]:
        document = self._library.text_of(document_id)
        if document is None:
            return None, [], []
        marks = landmarks(document)
        return document, marks, bibliography(document, marks)


def _entry(reference: Reference, entries: list[Entry]) -> Entry | None:
    if reference.kind is ReferenceKind.ACADEMIC_NUMBERED:
        wanted = reference.number.casefold()
        return next((entry for entry in entries if entry.label.casefold() == wanted), None)
    author, _, year = reference.number.rpartition(" ")
    return next((entry for entry in entries if entry.is_by(author, year)), None)


def _is_borne(named: NamedDocuments, bearing: Collection[str]) -> bool:
    """Only documents that have the whole name in theirs."""
    return bool(named.document_ids) and all(one in bearing for one in named.document_ids)


def _without(named: NamedDocuments, own: str) -> NamedDocuments:
    """Of several, not the document that the reference stands in."""
    others = tuple(one for one in named.document_ids if one != own)
    return NamedDocuments(others, named.stage, named.certainty) if others else named


def _at(
    reference: Reference, document_id: str, place: FoundPlace, reason: str, certainty: float = 1.0
) -> Resolution:
    query = _query(reference) if place.start < 0 else place.heading or _query(reference)
    sure = round(min(certainty, place.certainty), 3)
    return Resolution(reference, Outcome.PLACE, query, (document_id,), place, reason=reason, certainty=sure)


def _open(reference: Reference, address: str, reason: str) -> Resolution:
    return Resolution(
        reference, Outcome.OPEN, "", address=" ".join(address.split()), reason=reason, certainty=1.0
    )


def _query(reference: Reference) -> str:
    """The words to search with."""
    if reference.unit in ("document", "title", "work"):
        return " ".join(filter(None, (reference.number, reference.document)))
    return " ".join(
        filter(None, (" ".join(reference.words.split()), reference.document or reference.elsewhere))
    )
