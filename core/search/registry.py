"""The registry of documents: which of them a name, a year or a kind in a question means.

Any thread. Made from the facts in the library and from file names, kept in memory, and read anew only when
one of them has changed. Names are resolved exactly, then by a near spelling, then by a part of them.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from core.concepts import Concepts, grams, joined, load_concepts, words
from core.ingest.facts import name_facts
from core.store.database import Database
from core.store.facts import DocumentFacts, facts_of

LEGAL_FORMS = frozenset(
    words(
        "inc incorporated corp corporation company co limited ltd llc llp lp plc nv sa spa se ag gmbh kgaa "
        "kg ohg gbr ev eg bv as ab oyj group gruppe holding holdings"
    )
)
_LONGEST_NAME = 6  # words
_LEAST_PREFIX = 3
_LEAST_FUZZY = 5
_NEARNESS = 0.86
_TOO_COMMON = 0.3  # of the documents: such a name tells nothing
_FEW = 10


@dataclass(frozen=True, slots=True)
class RegisteredDocument:
    """One document: its facts, with those of its present file name first."""

    document_id: str
    filename: str
    title: str
    facts: DocumentFacts
    language: str = ""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a text and the documents it means; `certainty` is 1 for a name as it is written."""

    name: str
    document_ids: frozenset[str]
    certainty: float


@dataclass(slots=True)
class Registry:
    """All documents at one moment. Not changed once it is made, except for what it remembers of itself."""

    stamp: int
    documents: Mapping[str, RegisteredDocument] = field(default_factory=dict)
    aliases: Mapping[str, frozenset[str]] = field(default_factory=dict)
    initials: Mapping[str, frozenset[str]] = field(default_factory=dict)
    abbreviations: Mapping[str, str] = field(default_factory=dict)  # joined short form → long form
    long_forms: Mapping[str, str] = field(default_factory=dict)  # joined long form → short form
    role_chunks: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def names_in(self, text: str) -> list[NameMatch]:
        """Documents that a text names, in the order of the names."""
        found = self._exact(words(text))
        known = frozenset[str]().union(*(match.document_ids for match in found))
        for run in _capitalised(text):
            near = self._initials(run) or self._prefix(run) or self._fuzzy(run)
            if near is not None and not near.document_ids <= known:
                found.append(near)
        return found

    def resolve(self, name: str) -> list[str]:
        """Ids of the documents that a user means by a name: as it is written, nearly so, or a part of it.

        The first way that finds any decides. Years and kinds in the name narrow it down.
        """
        key = joined(name)
        if not key:
            return []
        keys = {
            document_id: {joined(document.filename), joined(_stem(document.filename)), joined(document.title)}
            for document_id, document in self.documents.items()
        }
        if exact := [document_id for document_id, own in keys.items() if key in own]:
            return exact
        near = [
            document_id
            for document_id, own in keys.items()
            if any(other and _alike(key, other) for other in own)
        ]
        if near:
            return near
        if named := self._by_alias(name):
            return named
        return [document_id for document_id, own in keys.items() if any(key in other for other in own)]

    def _by_alias(self, name: str) -> list[str]:
        wanted = name_facts(name)
        base = wanted.names[0] if wanted.names else name
        ids = self.aliases.get(joined(base)) or self.initials.get(joined(base)) or frozenset()
        return [
            document_id
            for document_id, document in self.documents.items()
            if document_id in ids and _fits(document.facts, wanted)
        ]

    def _exact(self, text_words: Sequence[str]) -> list[NameMatch]:
        taken = 0
        found: list[NameMatch] = []
        by_length = sorted(grams(text_words, _LONGEST_NAME), key=lambda gram: (gram[0], -gram[1]))
        for first, last, gram in by_length:
            if first >= taken and gram in self.aliases:
                found.append(NameMatch(gram, self.aliases[gram], 1.0))
                taken = last
        return found

    def _initials(self, run: Sequence[str]) -> NameMatch | None:
        for word in run:
            if sum(ch.isupper() for ch in word) >= 2:
                key = joined(word)
                if key in self.initials:
                    return NameMatch(key, self.initials[key], 0.8)
        return None

    def _prefix(self, run: Sequence[str]) -> NameMatch | None:
        key = joined(" ".join(run))
        if len(key) < _LEAST_PREFIX:
            return None
        ids = [own for alias, own in self.aliases.items() if len(alias) > len(key) and alias.startswith(key)]
        return NameMatch(key, frozenset().union(*ids), 0.8) if ids else None

    def _fuzzy(self, run: Sequence[str]) -> NameMatch | None:
        key = joined(" ".join(run))
        if len(key) < _LEAST_FUZZY:
            return None
        ids = [own for alias, own in self.aliases.items() if _alike(key, alias)]
        return NameMatch(key, frozenset().union(*ids), 0.7) if ids else None


class DocumentRegistry:
    """Gives the registry as the library is now."""

    def __init__(self, database: Database, concepts: Concepts | None = None) -> None:
        self._database = database
        self._concepts = concepts or load_concepts()
        self._lock = threading.Lock()
        self._registry = Registry(stamp=-1)

    def current(self) -> Registry:
        """Read anew when file names or facts have changed since the last call.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        row = self._database.query_one("SELECT value FROM registry_stamp")
        stamp = int(row["value"]) if row else 0
        if self._registry.stamp != stamp:
            with self._lock:
                if self._registry.stamp != stamp:
                    self._registry = self._read(stamp)
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

    def _read(self, stamp: int) -> Registry:
        rows = self._database.query("SELECT document_id, filename, title, facts, language FROM documents")
        documents: dict[str, RegisteredDocument] = {}
        for row in rows:
            facts = _with_filename(facts_of(row["facts"]), row["filename"], self._concepts)
            documents[row["document_id"]] = RegisteredDocument(
                row["document_id"], row["filename"], row["title"], facts, row["language"]
            )
        aliases: dict[str, set[str]] = {}
        initials: dict[str, set[str]] = {}
        short_forms: dict[str, str] = {}
        long_forms: dict[str, str] = {}
        for document_id, document in documents.items():
            for name in document.facts.names:
                for alias in _aliases(name):
                    aliases.setdefault(alias, set()).add(document_id)
                for alias in _initials_of(name):
                    initials.setdefault(alias, set()).add(document_id)
            for short, full in document.facts.abbreviations.items():
                short_forms.setdefault(joined(short), full)
                long_forms.setdefault(joined(full), short)
        most = max(_FEW, _TOO_COMMON * len(documents))
        return Registry(
            stamp,
            documents,
            {alias: frozenset(ids) for alias, ids in aliases.items() if len(ids) <= most},
            {alias: frozenset(ids) for alias, ids in initials.items() if len(ids) <= most},
            short_forms,
            long_forms,
        )


def _with_filename(facts: DocumentFacts, filename: str, concepts: Concepts) -> DocumentFacts:
    """A file may have been renamed since it was read: what its name says now goes first."""
    named = name_facts(filename, concepts)
    return DocumentFacts(
        names=tuple({joined(name): name for name in (*facts.names, *named.names)}.values()),
        years=tuple(dict.fromkeys((*named.years, *facts.years))),
        quarter=named.quarter or facts.quarter,
        kind=named.kind or facts.kind,
        date=facts.date,
        abbreviations=facts.abbreviations,
        roles=facts.roles,
    )


def _aliases(name: str) -> set[str]:
    """A name as questions write it: with and without its legal form."""
    parts = words(name)
    bare = list(parts)
    while len(bare) > 1 and (bare[-1] in LEGAL_FORMS or bare[-1] == "and"):
        bare.pop()
    found = {"".join(parts), "".join(bare)}
    if len(bare) == 2 and bare[-1] == "com":
        found.add(bare[0])
    return {alias for alias in found if len(alias) > 1 and not alias.isdigit()}


def _initials_of(name: str) -> set[str]:
    parts = [
        part for part in words(name) if part not in LEGAL_FORMS and part not in ("of", "the", "und", "for")
    ]
    heads = [part[0] for part in parts if part != "and"]
    if len(heads) < 2:
        return set()
    found = {"n".join(heads), "and".join(heads)}
    if len(heads) > 2:
        found.add("".join(heads))
    return found


def _capitalised(text: str) -> list[list[str]]:
    """Runs of words that begin with a capital letter; the first word of a sentence alone is none."""
    runs: list[list[str]] = []
    is_open = False
    at_start = True
    for word in text.replace("’", "'").split():
        bare = word.strip("\"'“”„()[],;:?!.").removesuffix("'s").removesuffix("'")
        names = bare[:1].isupper() and any(ch.isalpha() for ch in bare)
        if names and at_start and not any(ch.isupper() for ch in bare[1:]):
            names = False
        if names:
            if not is_open:
                runs.append([])
            runs[-1].append(bare)
        # A mark or a possessive ends a name.
        is_open = names and word == bare
        at_start = word.endswith((".", "?", "!", ":"))
    return runs


def _alike(one: str, other: str) -> bool:
    """Nearly the same spelling; figures must be the same."""
    if abs(len(one) - len(other)) > 2 or min(len(one), len(other)) < _LEAST_FUZZY or one[0] != other[0]:
        return False
    if [ch for ch in one if ch.isdigit()] != [ch for ch in other if ch.isdigit()]:
        return False
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= _NEARNESS and matcher.ratio() >= _NEARNESS


def _fits(facts: DocumentFacts, wanted: DocumentFacts) -> bool:
    return (
        (not wanted.years or bool(set(wanted.years) & set(facts.years)))
        and (not wanted.quarter or wanted.quarter == facts.quarter)
        and (not wanted.kind or wanted.kind == facts.kind)
    )


def _stem(filename: str) -> str:
    return filename.rpartition(".")[0] or filename


def documents_of(matches: Collection[NameMatch]) -> frozenset[str]:
    """All documents of the matches."""
    return frozenset[str]().union(*(match.document_ids for match in matches))
