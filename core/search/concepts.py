"""What the documents of a trade call things: page roles, concepts and their other words, kinds of documents.

Read from `resources/concepts.toml`, and from a file of the user's that adds to it. Values only, any process.
Words are compared joined: `joined("Cash-Flows")` and `joined("cash flow")` are the same.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from core.errors import UsageError

BUILT_IN = Path(__file__).resolve().parents[2] / "resources" / "concepts.toml"
_LEAST_HEAD, _LEAST_END = 3, 6  # letters of a compound before and in the term it ends with
# A Kautionsabrechnung ends with Abrechnung, which is another word than Rechnung.
_VERBAL = ("ab", "an", "auf", "aus", "be", "ein", "nach", "um", "unter", "ver", "vor", "zu")
_PLURALS, _LEAST_PLURAL = ("en", "n", "e"), 5  # German endings, letters before them
_BOOKS = re.compile(r"(\w*buch)ern?")  # Handbücher; any other "er" would make reports of a reporter
_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"[’'](?:s\b|(?=\s|$))")


@dataclass(frozen=True, slots=True)
class Role:
    """What a page can be. `signatures`: per language the groups of row labels that give it away."""

    key: str
    name: str
    headings: tuple[str, ...]
    signatures: tuple[tuple[tuple[str, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """Words for one thing, what it is computed from, and the roles of pages that hold its figures.

    `of_user`: from the user's file; a question with one of the words is searched for with the others, too.
    """

    terms: tuple[str, ...]
    parts: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    of_user: bool = False


@dataclass(frozen=True, slots=True)
class LineItem:
    """A line of a statement: what questions call it, and what its row is called.

    `rows`: patterns of whole labels as `words` joined by spaces gives them, the surest first. `role`: of the
    page that has it. `magnitude`: it counts without its sign, which says only that money goes out.
    `positive`: a negative one may be a benefit, and is not read. `unless`: a pattern; where no label on the
    page matches it, the row of the item `else_item` is meant.
    """

    names: tuple[str, ...]
    rows: tuple[str, ...]
    role: str
    magnitude: bool = False
    positive: bool = False
    unless: str = ""
    else_item: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is computed from line items in one agreed way. `formulas`: the first that can be read is used.

    `percent`: it is told in percent. `amount`: it is one of money.
    """

    names: tuple[str, ...]
    formulas: tuple[str, ...]
    percent: bool = False
    amount: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A term found in a text: the words `[first, last)` of it, as `words` counts them."""

    first: int
    last: int
    key: str


class Phrasebook:
    """Terms, each with a value, found in texts however they are spaced, hyphenated or put in the plural."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        """`terms`: term → the key that is reported when it is found."""
        self._keys: dict[str, str] = {}
        self._longest = 1
        for term, key in terms.items():
            parts = words(term)
            if parts:
                self._keys.setdefault("".join(parts), key)
                self._longest = max(self._longest, len(parts) + 1)

    def find(self, text_words: Sequence[str]) -> list[Match]:
        """Matches in order; of those that overlap only the longest."""
        found: list[Match] = []
        for first, last, gram in grams(text_words, self._longest):
            key = self._keys.get(gram)
            if key is not None:
                found.append(Match(first, last, key))
        return maximal(found)

    def key_of_word(self, word: str) -> str | None:
        """The key of a term that is one word."""
        return self._keys.get(word)

    def key_of_end(self, word: str) -> str | None:
        """The key of the longest term that a compound ends with: a Wartungsvertrag is a Vertrag."""
        for cut in range(_LEAST_HEAD, len(word) - _LEAST_END + 1):
            if word[cut:] in self._keys:
                return None if word[:cut].endswith(_VERBAL) else self._keys[word[cut:]]
        return None


@dataclass(frozen=True, slots=True)
class Concepts:
    """Everything the file says."""

    roles: Mapping[str, Role]
    concepts: tuple[Concept, ...]
    kinds: Mapping[str, tuple[str, ...]]
    form_words: frozenset[str]  # about the form of an answer, and what may stand beside them
    beside_form: frozenset[str]
    concept_terms: Phrasebook
    kind_terms: Phrasebook
    source_terms: Phrasebook  # what pages with a role are called
    items: tuple[LineItem, ...] = ()
    measures: tuple[Measure, ...] = ()

    @property
    def cut_by(self) -> str:
        """Of what documents are read with: roles of pages and kinds of documents."""
        return hashlib.sha256(repr((self.roles, self.kinds)).encode()).hexdigest()[:16]

    def concepts_in(self, text: str) -> list[Concept]:
        """The concepts a text speaks of, each once, in order."""
        keys = dict.fromkeys(match.key for match in self.concept_terms.find(words(text)))
        return [self.concepts[int(key)] for key in keys]

    def kinds_in(self, text: str) -> list[str]:
        """Keys of the kinds of documents that a text names, in order."""
        text_words = words(text)
        found = {match.first: match.key for match in self.kind_terms.find(text_words)}
        for place, word in enumerate(text_words):
            if place not in found and (key := self.kind_terms.key_of_end(word)):
                found[place] = key
        return list(dict.fromkeys(found[place] for place in sorted(found)))

    def kinds_asked_for(self, text: str) -> list[str]:
        """The same of a question, where kinds also stand in a German plural: Rechnungen, Mietverträge.

        What kind a document is of goes by `kinds_in`: many documents speak of others in the plural.
        """
        return self.kinds_in(" ".join(self._singular_kind(word) for word in words(text)))

    def _singular_kind(self, word: str) -> str:
        forms = [word, *(word.removesuffix(ending) for ending in _PLURALS if word.endswith(ending))]
        if book := _BOOKS.fullmatch(word):
            forms.append(book[1])
        terms = self.kind_terms
        known = (form for form in forms if terms.key_of_word(form) or terms.key_of_end(form))
        return next((form for form in known if form == word or len(form) >= _LEAST_PLURAL), word)


def words(text: str) -> list[str]:
    """The words of a text as they are compared: folded, without accents and plural endings; & is "and"."""
    return [_singular(word) for word in _words(text.casefold())]


def cased_words(text: str) -> list[str]:
    """The same words with their capitals and endings; as many, but for letters that fold into several."""
    return _words(text)


def _words(text: str) -> list[str]:
    plain = _POSSESSIVE.sub("", text.replace("&", " and "))
    if plain.isascii():
        return _WORD.findall(plain)
    decomposed = unicodedata.normalize("NFKD", plain)
    return _WORD.findall("".join(ch for ch in decomposed if not unicodedata.combining(ch)))


def joined(text: str) -> str:
    """A term as it is compared: its words without anything between them."""
    return "".join(words(text))


def grams(text_words: Sequence[str], longest: int) -> Iterator[tuple[int, int, str]]:
    """(first, last, words joined) of all runs of 1 to `longest` words."""
    for first in range(len(text_words)):
        gram = ""
        for last in range(first + 1, min(len(text_words), first + longest) + 1):
            gram += text_words[last - 1]
            yield first, last, gram


def maximal(matches: Sequence[Match]) -> list[Match]:
    """Without matches that lie inside longer ones; in order."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda found: (found.first - found.last, found.first)):
        if not any(other.first <= match.first and match.last <= other.last for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda found: found.first)


@cache
def load_concepts(extra: Path | None = None) -> Concepts:
    """The built-in concepts, and those of the user's file `extra`, if it is there. Read once.

    Raises:
        UsageError: a file is not valid; it names the file.
    """
    if extra is None or not extra.is_file():
        return _built_in()
    content, added = _read(BUILT_IN), _read(extra)
    content = {
        "roles": {**content.get("roles", {}), **added.get("roles", {})},
        "concepts": [
            *content.get("concepts", []),
            *({**entry, "of_user": True} for entry in added.get("concepts", [])),
        ],
        "items": [*content.get("items", []), *added.get("items", [])],
        "measures": [*content.get("measures", []), *added.get("measures", [])],
        "kinds": {**content.get("kinds", {}), **added.get("kinds", {})},
        "instructions": {
            key: [*content["instructions"][key], *added.get("instructions", {}).get(key, [])]
            for key in content["instructions"]
        },
    }
    return _built(content, extra)


@cache
def _built_in() -> Concepts:
    return _built(_read(BUILT_IN), BUILT_IN)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(
            f"The file of concepts {path} cannot be read ({error}).", "Correct it, or move it away."
        ) from error


def _built(content: dict[str, Any], path: Path) -> Concepts:
    try:
        roles = {
            key: Role(
                key,
                str(role["name"]),
                tuple(role.get("headings", ())),
                tuple(tuple(tuple(group) for group in groups) for groups in role["rows"].values()),
            )
            for key, role in content.get("roles", {}).items()
        }
        concepts = tuple(
            Concept(
                tuple(entry["terms"]),
                tuple(entry.get("parts", ())),
                tuple(entry.get("roles", ())),
                bool(entry.get("of_user", False)),
            )
            for entry in content.get("concepts", ())
        )
        items = tuple(_item(entry) for entry in content.get("items", ()))
        measures = tuple(
            Measure(
                tuple(entry["names"]),
                tuple(entry["formulas"]),
                bool(entry.get("percent", False)),
                bool(entry.get("amount", False)),
            )
            for entry in content.get("measures", ())
        )
        kinds = {key: tuple(names) for key, names in content.get("kinds", {}).items()}
        form = {key: frozenset(chain(*map(words, terms))) for key, terms in content["instructions"].items()}
        form_words, beside_form = form["words"], form["beside"]
    except (KeyError, TypeError, AttributeError, re.error) as error:
        raise UsageError(
            f"The file of concepts {path} is not of the form it should have ({error}).",
            f"Compare it with {BUILT_IN}.",
        ) from error
    return Concepts(
        roles,
        concepts,
        kinds,
        form_words,
        beside_form,
        Phrasebook({term: str(place) for place, concept in enumerate(concepts) for term in concept.terms}),
        Phrasebook({name: key for key, names in kinds.items() for name in names}),
        Phrasebook({name: key for key, role in roles.items() for name in (role.name, *role.headings)}),
        items,
        measures,
    )


def _item(entry: Mapping[str, Any]) -> LineItem:
    rows = tuple(entry["rows"])
    for pattern in rows:
        re.compile(pattern)
    return LineItem(
        tuple(entry["names"]),
        rows,
        str(entry["role"]),
        bool(entry.get("magnitude", False)),
        bool(entry.get("positive", False)),
        str(entry.get("unless", "")),
        str(entry.get("else_item", "")),
    )


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
