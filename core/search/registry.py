"""The registry of documents: which of them a name, a year or a kind in a question means.

Any thread. Made from the facts in the library and from file names, and kept in memory; when the library has
changed, only the documents that did are read again. A registry that was given out does not change.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from core.ingest.structure.document_facts import name_facts
from core.search.concepts import Concepts, joined, load_concepts
from core.search.name_index import Ids, NameIndex, NameKeys, NameMatch, alike, keys_of
from core.store.database import Database
from core.store.facts import DocumentFacts, facts_of

_MOST_MEANINGS = 3  # of one abbreviation in a library
_COLUMNS = "document_id, filename, title, facts, language"


@dataclass(frozen=True, slots=True)
class RegisteredDocument:
    """One document: its facts, with those of its present file name first.

    `said`: file name, its stem and title as names are compared; `keys`: what else it is found by.
    """

    document_id: str
    filename: str
    title: str
    facts: DocumentFacts
    language: str
    said: frozenset[str]
    keys: NameKeys


@dataclass(frozen=True, slots=True)
class Registry:
    """All documents at one moment. Not changed once it is made, except for what it remembers of itself."""

    stamp: int
    documents: Mapping[str, RegisteredDocument] = field(default_factory=dict)
    names: NameIndex = field(default_factory=NameIndex)
    # joined short form → long forms as documents explain it, and those that do; and back
    abbreviations: Mapping[str, Mapping[str, Ids]] = field(default_factory=dict)
    long_forms: Mapping[str, Mapping[str, Ids]] = field(default_factory=dict)
    role_chunks: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def names_in(self, text: str) -> list[NameMatch]:
        """Documents that a text names, in the order of the names."""
        return self.names.names_in(text)

    def explained(self, form: str, among: Collection[str] | None, meant: Collection[str] = ()) -> list[str]:
        """What a joined short or long form stands for, the form of most documents first.

        As the documents that are `meant` explain it; where none does, as those `among` (`None`: all) do.
        """
        found: dict[str, Ids] = {}
        for table in (self.abbreviations, self.long_forms):
            found.update(table.get(form, {}))
        for chosen in (meant, among):
            counts = {
                other: len(ids if chosen is None else ids & set(chosen)) for other, ids in found.items()
            }
            forms = [
                other for other, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])) if count
            ]
            if forms:
                return forms[:_MOST_MEANINGS]
        return []

    def resolve(self, name: str) -> list[str]:
        """Ids of the documents that a user means by a name: as it is written, nearly so, or a part of it.

        The first way that finds any decides. Years and kinds in the name narrow it down.
        """
        key = joined(name)
        if not key:
            return []
        documents = self.documents.values()
        if exact := [one.document_id for one in documents if key in one.said]:
            return exact
        if near := [one.document_id for one in documents if any(alike(key, said) for said in one.said)]:
            return near
        if named := self._by_name(name):
            return named
        return [one.document_id for one in documents if any(key in said for said in one.said)]

    def _by_name(self, name: str) -> list[str]:
        wanted = name_facts(name)
        ids = self.names.meant_by(wanted.names[0] if wanted.names else name)
        return [
            document_id
            for document_id, document in self.documents.items()
            if document_id in ids and _fits(document.facts, wanted)
        ]


class DocumentRegistry:
    """Gives the registry as the library is now."""

    def __init__(self, database: Database, concepts: Concepts | None = None) -> None:
        self._database = database
        self._concepts = concepts or load_concepts()
        self._lock = threading.Lock()
        self._registry = Registry(stamp=-1)

    def current(self) -> Registry:
        """Brought up to date when file names, titles or facts have changed since the last call.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        row = self._database.query_one("SELECT value FROM registry_stamp")
        stamp = int(row["value"]) if row else 0
        if self._registry.stamp != stamp:
            with self._lock:
                if self._registry.stamp != stamp:
                    self._registry = self._next(self._registry, stamp)
        return self._registry

    def role_chunks(self, registry: Registry, document_id: str) -> dict[str, tuple[str, ...]]:
        """Role → chunks that stand on pages with that role."""
        known = registry.role_chunks.get(document_id)
        if known is not None:
            return known
        document = registry.documents.get(document_id)
        roles = document.facts.roles if document else {}
        found: dict[str, tuple[str, ...]] = {}
        if roles:
            rows = self._database.query(
                "SELECT chunk_id, first_page, last_page FROM chunks WHERE document_id = ? ORDER BY idx",
                (document_id,),
            )
            for role, pages in roles.items():
                numbers = {page.number for page in pages}
                found[role] = tuple(
                    row["chunk_id"]
                    for row in rows
                    if any(row["first_page"] <= number <= row["last_page"] for number in numbers)
                )
        registry.role_chunks[document_id] = found
        return found

    def _next(self, last: Registry, stamp: int) -> Registry:
        rows = self._database.query(
            f"SELECT {_COLUMNS} FROM documents WHERE registry_stamp > ?",  # noqa: S608 - fixed names
            (last.stamp,),
        )
        changed = {
            row["document_id"]: _registered(
                row["document_id"],
                row["filename"],
                row["title"],
                _with_filename(facts_of(row["facts"]), row["filename"], self._concepts),
                row["language"],
            )
            for row in rows
        }
        documents = {**last.documents, **changed}
        count = self._database.query_one("SELECT count(*) AS documents FROM documents")
        gone: set[str] = set()
        if count is not None and count["documents"] != len(documents):
            there = {row["document_id"] for row in self._database.query("SELECT document_id FROM documents")}
            gone = documents.keys() - there
            documents = {name: one for name, one in documents.items() if name not in gone}
        left = {name: one for name, one in last.documents.items() if name in gone or name in changed}
        short_forms, long_forms = _abbreviations(last, changed, left)
        return Registry(
            stamp,
            documents,
            last.names.replaced(
                len(documents),
                {name: one.keys for name, one in left.items()},
                {name: one.keys for name, one in changed.items()},
            ),
            short_forms,
            long_forms,
        )


def _registered(
    document_id: str, filename: str, title: str, facts: DocumentFacts, language: str
) -> RegisteredDocument:
    said = frozenset(filter(None, (joined(filename), joined(_stem(filename)), joined(title))))
    return RegisteredDocument(document_id, filename, title, facts, language, said, keys_of(facts.names))


def _abbreviations(
    last: Registry,
    changed: Mapping[str, RegisteredDocument],
    left: Mapping[str, RegisteredDocument],
) -> tuple[Mapping[str, Mapping[str, Ids]], Mapping[str, Mapping[str, Ids]]]:
    """Short → long forms and back, each with the documents that explain it so."""
    if not any(one.facts.abbreviations for one in (*changed.values(), *left.values())):
        return last.abbreviations, last.long_forms
    shorts = {key: dict(forms) for key, forms in last.abbreviations.items()}
    longs = {key: dict(forms) for key, forms in last.long_forms.items()}
    for documents, is_there in ((left, False), (changed, True)):
        for one in documents.values():
            for short, full in one.facts.abbreviations.items():
                for table, key, other in ((shorts, joined(short), full), (longs, joined(full), short)):
                    _note(table, key, other, one.document_id, is_there=is_there)
    return shorts, longs


def _note(
    table: dict[str, dict[str, Ids]], key: str, other: str, document_id: str, *, is_there: bool
) -> None:
    """Forms that differ only in how they are written are one: the one that was there first."""
    forms = table.setdefault(key, {})
    spelled = next((form for form in forms if joined(form) == joined(other)), other)
    ids = forms.get(spelled, Ids())
    ids = ids | {document_id} if is_there else ids - {document_id}
    if ids:
        forms[spelled] = ids
    else:
        forms.pop(spelled, None)
    if not forms:
        del table[key]


def _with_filename(facts: DocumentFacts, filename: str, concepts: Concepts) -> DocumentFacts:
    """A file may have been renamed since it was read: what its name says now goes first."""
    named = name_facts(filename, concepts)
    return DocumentFacts(
        names=tuple({joined(name): name for name in (*named.names, *facts.names)}.values()),
        years=tuple(dict.fromkeys((*named.years, *facts.years))),
        quarter=named.quarter or facts.quarter,
        kind=named.kind or facts.kind,
        date=facts.date,
        abbreviations=facts.abbreviations,
        roles=facts.roles,
    )


def _fits(facts: DocumentFacts, wanted: DocumentFacts) -> bool:
    return (
        (not wanted.years or bool(set(wanted.years) & set(facts.years)))
        and (not wanted.quarter or wanted.quarter == facts.quarter)
        and (not wanted.kind or wanted.kind == facts.kind)
    )


def _stem(filename: str) -> str:
    return filename.rpartition(".")[0] or filename
