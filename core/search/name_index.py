"""Names of documents, and where a text says one of them. Values only, any thread.

An index is never changed: `replaced` makes the next one, so that whoever searches keeps what they have. A
name is found as it is written, by its initials, its first words or one of its words, or a near spelling.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from core.search.concepts import cased_words, grams, joined, words

LEGAL_FORMS = frozenset(
    words(
        "inc incorporated corp corporation company co limited ltd llc llp lp plc nv sa spa se ag gmbh kgaa "
        "kg ohg gbr ev eg bv as ab oyj group gruppe holding holdings"
    )
)
_LONGEST_NAME = 6  # words
_LEAST_PART = 5  # letters of one word out of a name
_LEAST_FUZZY = 5
_NEARNESS = 0.86
_LEAST_BEGUN, _LEAST_REST, _MOST_REST = 4, 3, 16  # letters of a name's beginning, and of what follows it
_TOO_COMMON = 0.3  # of the documents: such a name tells nothing
_FEW = 10
_SHORT = 3  # letters: written small, such a word is hardly a name

_GERMAN_ARTICLES = frozenset(words("der die das den dem des ein eine einen einem einer eines"))

AS_WRITTEN, INITIALS, FIRST_WORDS, NEAR, ONE_WORD, WRITTEN_SMALL = 1.0, 0.8, 0.8, 0.7, 0.6, 0.5

Ids = frozenset[str]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a text and the documents it means; `certainty` is 1 for a name as it is written."""

    name: str
    document_ids: Ids
    certainty: float


@dataclass(frozen=True, slots=True)
class NameKeys:
    """What one document is found by, each joined (see `core.search.concepts.joined`)."""

    names: frozenset[str]
    initials: frozenset[str]
    firsts: frozenset[str]
    parts: frozenset[str]


def keys_of(names: Iterable[str]) -> NameKeys:
    """The keys of a document with these names."""
    whole: set[str] = set()
    initials: set[str] = set()
    firsts: set[str] = set()
    parts: set[str] = set()
    for name in names:
        own = words(name)
        bare = _without_legal_form(own)
        whole |= _aliases(own, bare)
        initials |= _initials_of(own)
        firsts |= {"".join(bare[:last]) for last in range(1, min(len(bare), _LONGEST_NAME))}
        if len(bare) > 1:
            parts |= {word for word in bare if len(word) >= _LEAST_PART and not word.isdigit()}
    return NameKeys(
        frozenset(whole),
        frozenset(initials),
        frozenset(key for key in firsts if len(key) >= _SHORT and not key.isdigit()),
        frozenset(parts),
    )


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Key → documents, a table for each way of finding one; `documents` is how many there are."""

    documents: int = 0
    names: Mapping[str, Ids] = field(default_factory=dict)
    initials: Mapping[str, Ids] = field(default_factory=dict)
    firsts: Mapping[str, Ids] = field(default_factory=dict)
    parts: Mapping[str, Ids] = field(default_factory=dict)
    near: Mapping[str, frozenset[str]] = field(default_factory=dict)  # beginning or end, length → names

    def replaced(
        self,
        documents: int,
        old: Mapping[str, NameKeys],
        new: Mapping[str, NameKeys],
    ) -> NameIndex:
        """The index in which the documents of `old` have left and those of `new` have come (id → keys)."""
        names = _changed(self.names, _pairs(old, "names"), _pairs(new, "names"))
        gone = {name for keys in old.values() for name in keys.names if name not in names}
        come = {name for keys in new.values() for name in keys.names}
        return NameIndex(
            documents,
            names,
            _changed(self.initials, _pairs(old, "initials"), _pairs(new, "initials")),
            _changed(self.firsts, _pairs(old, "firsts"), _pairs(new, "firsts")),
            _changed(self.parts, _pairs(old, "parts"), _pairs(new, "parts")),
            _changed(
                self.near,
                [(key, name) for name in gone for key in _near_keys(name, len(name))],
                [(key, name) for name in come for key in _near_keys(name, len(name))],
            ),
        )

    def names_in(self, text: str) -> list[NameMatch]:
        """Documents that a text names, in the order of the names, each name once, at its most certain."""
        found = self._exact(text)
        known = Ids().union(*(match.document_ids for match in found))
        cased = cased_words(text)
        nouns = {word for before, word in pairwise(cased) if before.lower() in _GERMAN_ARTICLES}
        for run in _capitalised(text):
            near = self._by_initials(run) or self._by_first_words(run) or self._nearly(run)
            near = near or self._by_one_word(run)
            if near is None and not any(word in nouns for word in run):
                near = self._by_beginning(run)
            if near is not None and not near.document_ids <= known:
                found.append(near)
        once: dict[str, NameMatch] = {}
        for match in found:
            if match.name not in once or match.certainty > once[match.name].certainty:
                once[match.name] = match
        return list(once.values())

    def meant_by(self, name: str) -> Ids:
        """Documents of a name that is given by itself, as it is written or by its initials."""
        key = joined(name)
        return self.names.get(key) or self.initials.get(key) or Ids()

    def _telling(self, table: Mapping[str, Ids], key: str) -> Ids | None:
        """The documents, unless they are so many that the name tells nothing."""
        ids = table.get(key)
        return ids if ids and len(ids) <= max(_FEW, _TOO_COMMON * self.documents) else None

    def _exact(self, text: str) -> list[NameMatch]:
        cased = cased_words(text)
        folded = words(text)
        if len(cased) != len(
            folded
        ):  # letters that become several words when folded: nothing is told by case
            cased = [word.upper() for word in folded]
        writes_small = not any(word[:1].isupper() for word in cased)
        taken = 0
        found: list[NameMatch] = []
        for first, last, gram in sorted(grams(folded, _LONGEST_NAME), key=lambda gram: (gram[0], -gram[1])):
            ids = self._telling(self.names, gram) if first >= taken else None
            if ids is None:
                continue
            certainty = AS_WRITTEN
            if last == first + 1 and _is_small(cased[first], at_start=first == 0):
                if len(gram) <= _SHORT and not writes_small:
                    continue
                certainty = WRITTEN_SMALL
            elif last == first + 1 and first and folded[first - 1] in _GERMAN_ARTICLES:
                certainty = WRITTEN_SMALL  # German writes every noun with a capital
            found.append(NameMatch(gram, ids, certainty))
            taken = last
        return found

    def _by_initials(self, run: Sequence[str]) -> NameMatch | None:
        for word in run:
            if sum(ch.isupper() for ch in word) >= 2:
                key = joined(word)
                if ids := self._telling(self.initials, key):
                    return NameMatch(key, ids, INITIALS)
        return None

    def _by_first_words(self, run: Sequence[str]) -> NameMatch | None:
        key = joined(" ".join(run))
        ids = self._telling(self.firsts, key)
        return NameMatch(key, ids, FIRST_WORDS) if ids else None

    def _by_one_word(self, run: Sequence[str]) -> NameMatch | None:
        for word in run:
            key = joined(word)
            if len(key) >= _LEAST_PART and (ids := self._telling(self.parts, key)):
                return NameMatch(key, ids, ONE_WORD)
        return None

    def _by_beginning(self, run: Sequence[str]) -> NameMatch | None:
        """ "Ulta" of ULTABEAUTY: names that were written as one word."""
        for word in run:
            key = joined(word)
            lengths = range(len(key) + _LEAST_REST, len(key) + _MOST_REST) if len(key) >= _LEAST_BEGUN else ()
            begun = [
                name
                for length in lengths
                for name in self.near.get(_near_keys(key, length)[0], ())
                if name.startswith(key) and self._telling(self.names, name)
            ]
            if len(begun) == 1:
                return NameMatch(key, self.names[begun[0]], ONE_WORD)
        return None

    def _nearly(self, run: Sequence[str]) -> NameMatch | None:
        key = joined(" ".join(run))
        if len(key) < _LEAST_FUZZY:
            return None
        names: set[str] = set()
        for length in range(len(key) - 2, len(key) + 3):
            for near_key in _near_keys(key, length):
                names |= self.near.get(near_key, frozenset())
        ids = Ids()
        for name in names:
            if alike(key, name):
                ids |= self._telling(self.names, name) or Ids()
        return NameMatch(key, ids, NEAR) if ids else None


def alike(one: str, other: str) -> bool:
    """Nearly the same spelling; figures must be the same."""
    if abs(len(one) - len(other)) > 2 or min(len(one), len(other)) < _LEAST_FUZZY or one[0] != other[0]:
        return False
    if [ch for ch in one if ch.isdigit()] != [ch for ch in other if ch.isdigit()]:
        return False
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= _NEARNESS and matcher.ratio() >= _NEARNESS


def _pairs(documents: Mapping[str, NameKeys], table: str) -> list[tuple[str, str]]:
    return [(key, document_id) for document_id, keys in documents.items() for key in getattr(keys, table)]


def _changed(
    table: Mapping[str, Ids], gone: Iterable[tuple[str, str]], come: Iterable[tuple[str, str]]
) -> dict[str, Ids]:
    changed = {key: set(table.get(key, ())) for key, _ in (*gone, *come)}
    for key, member in gone:
        changed[key].discard(member)
    for key, member in come:
        changed[key].add(member)
    result = dict(table)
    for key, members in changed.items():
        if members:
            result[key] = Ids(members)
        else:
            result.pop(key, None)
    return result


def _near_keys(name: str, length: int) -> tuple[str, str]:
    """A near spelling keeps its first three letters, or its first and its last four."""
    return f"{name[:3]}-{length}", f"{name[0]}-{name[-4:]}-{length}"


def _without_legal_form(own: Sequence[str]) -> list[str]:
    bare = list(own)
    while len(bare) > 1 and (bare[-1] in LEGAL_FORMS or bare[-1] == "and"):
        bare.pop()
    return bare


def _aliases(own: Sequence[str], bare: Sequence[str]) -> set[str]:
    """A name as questions write it: with and without its legal form, a shop without its ".com"."""
    found = {"".join(own), "".join(bare)}
    if len(bare) == 2 and bare[-1] == "com":
        found.add(bare[0])
    return {alias for alias in found if len(alias) > 1 and not alias.isdigit()}


def _initials_of(own: Sequence[str]) -> set[str]:
    parts = [part for part in own if part not in LEGAL_FORMS and part not in ("of", "the", "und", "for")]
    heads = [part[0] for part in parts if part != "and"]
    if len(heads) < 2:
        return set()
    found = {"n".join(heads), "and".join(heads)}
    if len(heads) > 2:
        found.add("".join(heads))
    return found


def _is_small(word: str, *, at_start: bool) -> bool:
    """Written as any word of prose is; the capital that begins a text tells nothing."""
    if any(ch.isdigit() for ch in word):
        return False
    return word.islower() or (at_start and word[1:].islower())


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
