"""Which documents of the library a text means by a name: as it is written, nearly so (0.7), or a part of it.

Any thread. Built from the registry and kept for as long as that is the current one.
"""

from __future__ import annotations

import difflib
import heapq
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from core.search.concepts import joined, words
from core.search.registry import Registry

FUZZY = 0.7
_SURELY = 0.8
_MOST_LAWS = 3  # that a short name may stand for
_CLEAR_LEAD = 0.06  # over the next one, or both are meant
_LEAST_PART = 6  # characters of a name that may be a part of another
_MOST_COMPARED = 400  # documents
_HEAD = 5  # letters
_LEAST_STEM = 4  # letters of a word that may be the end of a longer one
_QUOTED = re.compile(r"[„“\"‚«»](?P<inner>[^„“”\"‘«»]{3,120})[“”\"‘«»]")
_FILLER = frozenset(
    words("the a of and for der die das des dem den und von für zu zum zur im in nr no dated vom file datei")
)
_NUMBER = re.compile(r"\d+|(?<=\w[ _-])[A-Z](?![\w’'])")  # the letter of "Annex A", too
_CODE = re.compile(r"[A-ZÄÖÜ]{1,6}(?:-[A-Z]{1,4})?[- ]?\d[\w./-]*")
# How the short name of a German law ends, and what its long name ends with.
_LAWS = (("vo", "verordnung"), ("v", "verordnung"), ("g", "gesetz"), ("o", "ordnung"), ("b", "buch"))


@dataclass(frozen=True, slots=True)
class _Said:
    document_id: str
    key: str
    words: frozenset[str]
    ordered: str  # its words in order of the alphabet, joined
    numbers: frozenset[str]


class DocumentNameTable:
    """The names of all documents of one registry.

    A look-up goes through the joined names only; what is compared closely is worked out when it is needed.
    """

    def __init__(self, registry: Registry) -> None:
        self.stamp = registry.stamp
        self._registry = registry
        self._by_key: dict[str, set[str]] = defaultdict(set)
        self._said: dict[str, tuple[_Said, ...]] = {}
        for document in registry.documents.values():
            for key in document.said:
                self._by_key[key].add(document.document_id)

    def match(
        self, name: str, among: Collection[str] | None = None, *, surely: bool = False
    ) -> tuple[str, ...]:
        """The documents meant, of those in `among` (None: all), the likeliest first; more than one when it is
        not clear. `surely`: not those of which the name is only a part, or that are hardly called so."""
        for form in _forms(name):
            found = (
                self.exact(form, among)
                or self._coded(form, among)
                or self._fuzzy(form, among, _SURELY if surely else FUZZY)
                or (() if surely else self._part(form, among))
            )
            if found:
                return found
        return () if surely else self._law(name, among)

    def called(self, key: str) -> Collection[str]:
        """The documents whose whole name is this, as `core.search.concepts.joined` writes it."""
        return self._by_key.get(key, ())

    def bearing(self, name: str, among: Collection[str] | None = None) -> tuple[str, ...]:
        """The documents in whose title or file name all words of this one stand, in order of their ids.

        A German word may be the end of a longer one, and have an ending of its case: "Vertrags" stands in
        "Mietvertrag 2024".
        """
        wanted = _said("", name)
        if not wanted.words:
            return ()
        stems = {word: _without_case(word) for word in wanted.words}
        longest = max(stems.values(), key=len)
        compared = {one for key, ids in self._by_key.items() if longest in key for one in ids}
        fitting = (
            said.document_id
            for one in compared
            for said in self._compared_names(one)
            if wanted.numbers <= said.numbers
            and all(_has_word(said.words, word, stems[word]) for word in wanted.words)
        )
        return _chosen(fitting, among)

    def by_author(self, author: str, year: str) -> tuple[str, ...]:
        """Documents whose name begins with the author's and has the year: "smith_2019_diffusion.pdf"."""
        ids = (
            one
            for key, named in self._by_key.items()
            if year[:4] in key
            for one in named
            if any(joined(author) == first for own in self._names_of(one) for first in words(own)[:1])
        )
        return _chosen(ids, None)

    def contained_in(self, text: str, among: Collection[str] | None = None) -> tuple[str, ...]:
        """Documents whose title or file name, the longest of these, stands in an entry of a bibliography."""
        key = joined(text)
        found = {
            said.document_id: len(said.key)
            for said in self._compared(_said("", text))
            if (among is None or said.document_id in among)
            and len(said.words) > 2
            and len(said.key) >= 2 * _LEAST_PART
            and said.key in key
        }
        longest = max(found.values(), default=0)
        return _chosen((one for one in found if found[one] == longest), among)

    def exact(self, name: str, among: Collection[str] | None) -> tuple[str, ...]:
        """The documents whose whole name is this."""
        return _chosen(self.called(joined(name)), among)

    def _coded(self, name: str, among: Collection[str] | None) -> tuple[str, ...]:
        """A code means the documents that have it in their name: "AW-08" is "AW-08 Lager"."""
        if not _CODE.fullmatch(name):
            return ()
        whole = re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_]|[-.]\d)", re.IGNORECASE)
        wanted = joined(name)
        ids = (
            one
            for key, ids in self._by_key.items()
            if wanted in key
            for one in ids
            if any(whole.search(own.replace("_", " ")) for own in self._names_of(one))
        )
        return _chosen(ids, among)

    def _fuzzy(self, name: str, among: Collection[str] | None, least: float) -> tuple[str, ...]:
        wanted = _said("", name)
        scores: dict[str, float] = {}
        for said in self._compared(wanted):
            if (among is not None and said.document_id not in among) or not wanted.numbers <= said.numbers:
                continue
            if not all(_is_like_one_of(word, said) for word in wanted.words):
                continue  # "House Rules" is much like "Site Rules" by its letters only
            score = max(_ratio(wanted.key, said.key), _ratio(wanted.ordered, said.ordered))
            # A year or a number more makes it another document, unless none is without.
            score -= 0.05 * len(said.numbers - wanted.numbers)
            if score >= FUZZY:
                scores[said.document_id] = max(score, scores.get(said.document_id, 0.0))
        best = max(scores.values(), default=0.0)
        if best < least:
            return ()
        near = [one for one in scores if scores[one] > best - _CLEAR_LEAD]
        return tuple(sorted(near, key=lambda one: (-scores[one], one)))

    def _part(self, name: str, among: Collection[str] | None) -> tuple[str, ...]:
        wanted = _said("", name)
        if len(wanted.key) < _LEAST_PART:
            return ()
        found: dict[str, int] = {}
        for said in self._compared(wanted):
            holds = wanted.key in said.key or (len(wanted.words) > 1 and wanted.words <= said.words)
            if holds and (among is None or said.document_id in among):
                found[said.document_id] = min(len(said.key), found.get(said.document_id, len(said.key)))
        shortest = min(found.values(), default=0)
        near = [one for one in found if found[one] <= shortest + 2]
        return tuple(sorted(near, key=lambda one: (found[one], one)))

    def _law(self, name: str, among: Collection[str] | None) -> tuple[str, ...]:
        """StrlSchG means what is called Strahlenschutzgesetz."""
        short = joined(name)
        if not (2 <= len(short) <= 14 and sum(ch.isupper() for ch in name) >= 2):
            return ()
        endings = [full for end, full in _LAWS if short.endswith(end)]
        if not endings:
            return ()
        ids = {
            document_id
            for key in filter(re.compile("|".join(endings)).search, self._by_key)
            for document_id in self._by_key[key]
            if self._is_law(short, document_id)
        }
        named = _chosen(ids, among)
        return named if len(named) <= _MOST_LAWS else ()

    def _is_law(self, short: str, document_id: str) -> bool:
        said = self._compared_names(document_id)
        return any(_abbreviates(short, word) for one in said for word in (*one.words, one.key))

    def _compared(self, wanted: _Said) -> list[_Said]:
        """Names that have the beginnings of words of this one, those with most of them first."""
        heads = [word if word.isdigit() else word[:_HEAD] for word in wanted.words if len(word) > 1]
        if not heads:
            return []
        has_one = re.compile("|".join(map(re.escape, heads))).search
        found: dict[str, int] = {}
        for key in filter(has_one, self._by_key):
            shared = sum([head in key for head in heads])
            for document_id in self._by_key[key]:
                found[document_id] = max(shared, found.get(document_id, 0))
        nearest = heapq.nsmallest(_MOST_COMPARED, found, key=lambda one: (-found[one], one))
        return [said for document_id in nearest for said in self._compared_names(document_id)]

    def _compared_names(self, document_id: str) -> tuple[_Said, ...]:
        known = self._said.get(document_id)
        if known is None:
            known = tuple(_said(document_id, name) for name in self._names_of(document_id))
            self._said[document_id] = known
        return known

    def _names_of(self, document_id: str) -> list[str]:
        """Its file name without the ending, and its title."""
        document = self._registry.documents[document_id]
        stem = document.filename.rpartition(".")[0] or document.filename
        return list(dict.fromkeys(name for name in (stem, document.title) if name))


def _chosen(ids: Iterable[str], among: Collection[str] | None) -> tuple[str, ...]:
    """These documents, as far as they are among those that count, in order of their ids."""
    return tuple(sorted({one for one in ids if among is None or one in among}))


def _said(document_id: str, name: str) -> _Said:
    own = [word for word in words(name.replace("_", " ")) if word not in _FILLER]
    numbers = frozenset(number.lstrip("0") for number in _NUMBER.findall(name))
    return _Said(document_id, joined(name), frozenset(own), "".join(sorted(own)), numbers)


def _without_case(word: str) -> str:
    """Without the -s or -es of a genitive: "vertrages", "handbuchs"."""
    return re.sub(r"(?<=\w{4})e?s$", "", word)


def _has_word(said: Collection[str], word: str, stem: str) -> bool:
    """One of the words is this one, or a longer one that ends with it."""
    return any(
        one in (word, stem) or (len(stem) >= _LEAST_STEM and one.endswith((word, stem))) for one in said
    )


def _forms(name: str) -> list[str]:
    """The name, what is quoted in it, and the name without the possessive before it."""
    plain = " ".join(name.split()).strip(" .,;:")
    quoted = [match["inner"] for match in _QUOTED.finditer(plain)]
    bare = re.sub(r"[„“”\"‚‘«»]", " ", plain)
    return list(dict.fromkeys(form for form in (bare, *quoted) if joined(form)))


def _is_like_one_of(word: str, said: _Said) -> bool:
    """It stands in the name, or a word of the name is nearly the same."""
    return word in said.key or any(_ratio(word, other) >= FUZZY or other in word for other in said.words)


def _ratio(one: str, other: str) -> float:
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < FUZZY or matcher.quick_ratio() < FUZZY:
        return 0.0
    return matcher.ratio()


def _abbreviates(short: str, long: str) -> bool:
    """The letters of the one in their order in the other, with the ending of a law."""
    for end, full in _LAWS:
        if short.endswith(end) and long.endswith(full) and short[0] == long[0]:
            head, stem = short.removesuffix(end), long.removesuffix(full)
            letters = iter(stem)
            if len(head) > 1 and all(ch in letters for ch in head):
                return True
    return False
