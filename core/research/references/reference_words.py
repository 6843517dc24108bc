"""What parts of documents and documents are called, as patterns over `resources/reference_words.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable

from core.system.paths import resources

_TABLE = tomllib.loads((resources() / "reference_words.toml").read_text(encoding="utf-8"))
_ENDING = r"(?:e?[nrs]|ern|e)?"


def _any_of(words: Iterable[str]) -> str:
    """A pattern for the words with their endings, those in small letters in any case."""
    found = []
    for word in words:
        form = re.escape(word).replace(r"\ ", r"\s?") + ("" if word.endswith(".") else _ENDING)
        found.append(f"(?i:{form})" if word[0].islower() else form)
    return "|".join(found)


_UNITS = {unit: re.compile(_any_of(words), re.IGNORECASE) for unit, words in _TABLE["parts"].items()}
_BASES = frozenset(word for words in _TABLE["parts"].values() for word in words)
PART = rf"(?:{_any_of(_BASES)})"
GERMAN_KIND = rf"(?:[A-ZÄÖÜ][\w-]*)?(?:{_any_of(_TABLE['documents']['german'])})(?![\wäöüß])"
ENGLISH_KIND = rf"(?:{_any_of(_TABLE['documents']['english'])})(?!\w)"
_KIND = re.compile(rf"(?<![\w-])(?:{GERMAN_KIND}|{ENGLISH_KIND})")


def unit_of(word: str) -> str:
    """What a word for a part means, the same in both languages: "section" for "Kapiteln", "§" for itself."""
    return next((unit for unit, words in _UNITS.items() if words.fullmatch(word)), word)


def may_be_several(word: str) -> bool:
    """Not clearly one: it has an ending, is short for several, or the same for one and several."""
    return word.endswith((".", "el")) or not {word, word.casefold()} & _BASES


def is_kind_of_document(name: str) -> bool:
    """There is a word for a document in it: "Preisliste 2024"."""
    return bool(_KIND.search(name))
