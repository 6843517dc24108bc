"""German compounds of the library that a word of the question is a part of: "Kaution" → "Mietkaution".

The keyword index holds whole words, so that a part which stands nowhere by itself would find nothing. For
such words only, the stored text is read (about 0.1 s a word for 20,000 pages): no list of the library's words
is kept, and no index of parts. Any thread.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from core.search.base import ChunkIndex
from core.search.german import LEAST_PART, WORD, other_spellings, without_asking
from core.search.keywords import language_of, word_tokens
from core.store.database import Database
from core.types import DocumentStatus

_MOST_WORDS = 4  # of a question that are looked for in the text
_MOST_PAGES = 20_000  # that are read for one question, those added last
_PAGES_WITH = 200  # a word: those that have it and are looked at closely
_MOST_COMPOUNDS = 12
_LOOKED_AT = 10  # chunks of which one has the word itself, if any has
_LEAST_BESIDE = 3  # letters of the other part: "Mietkaution"; behind the word one more: "kostenlos" is none
_ENDINGS = ("en", "er", "es", "e", "n", "s")
_SEARCHED = (DocumentStatus.SEARCHABLE.value, DocumentStatus.INDEXED.value)


class CompoundFinder:
    """Looks in one library; `texts` gives the texts of chunks by their ids."""

    def __init__(
        self, database: Database, index: ChunkIndex, texts: Callable[[Sequence[str]], Mapping[str, str]]
    ) -> None:
        self._database = database
        self._index = index
        self._texts = texts

    def find(self, query: str, languages: Sequence[str], wanted: Sequence[str] | None) -> list[str]:
        """Compounds (lower case) with words of a question that stand in no document by themselves.

        Args:
            languages: of the documents (ISO 639-1).
            wanted: documents to look in, None for all.

        Raises:
            core.errors.StorageError: the index or the library cannot be read.
        """
        if "de" not in languages or language_of(query, languages) not in ("", "de"):
            return []
        words = [word for word in WORD.findall(without_asking(query)) if len(word) >= LEAST_PART]
        telling = [word.lower() for word in dict.fromkeys(words) if word_tokens(word, "de", with_codes=False)]
        absent = [word for word in telling if not self._stands(word, languages, wanted)][:_MOST_WORDS]
        found: Counter[str] = Counter()
        for word in absent:
            for text in self._pages_with(_base(word), wanted):
                found.update(set(compounds_in(text, word)))
        return [compound for compound, _count in found.most_common(_MOST_COMPOUNDS)]

    def _stands(self, word: str, languages: Sequence[str], wanted: Sequence[str] | None) -> bool:
        forms = " ".join((word, *other_spellings([word])))
        points = self._index.search_keywords(word, _LOOKED_AT, wanted, languages)
        texts = self._texts([point.chunk_id for point in points]).values()
        return any(
            not word_tokens(forms, language, with_codes=False).isdisjoint(
                word_tokens(text, language, with_codes=False)
            )
            for text in texts
            for language in languages
        )

    def _pages_with(self, base: str, wanted: Sequence[str] | None) -> list[str]:
        """Texts of pages. LIKE knows capitals of ASCII only: a word that begins with an umlaut is either.

        The `+` keeps SQLite to the order of the rows; else it would sort all texts, in five times as long.
        """
        rows = self._database.query(
            "SELECT text FROM (SELECT pages.text FROM documents CROSS JOIN pages USING (document_id) "
            "WHERE language = 'de' AND +status IN (?1, ?2) "
            "AND (?3 IS NULL OR document_id IN (SELECT value FROM json_each(?3))) "
            "ORDER BY documents.rowid DESC LIMIT ?4) WHERE text LIKE ?5 OR text LIKE ?6 LIMIT ?7",
            (
                *_SEARCHED,
                None if wanted is None else json.dumps(list(wanted)),
                _MOST_PAGES,
                f"%{base}%",
                f"%{base.capitalize()}%",
                _PAGES_WITH,
            ),
        )
        return [row["text"] for row in rows]


def compounds_in(text: str, word: str) -> list[str]:
    """The words of a text that have a word (lower case) as a part, lower case: at either end or between."""
    base = _base(word)
    own = word_tokens(word, "de", with_codes=False)
    found = []
    for match in re.finditer(rf"[^\W\d_]*{re.escape(base)}[^\W\d_]*", text, re.IGNORECASE):
        compound = match[0].lower()
        before = compound.find(base)
        if 0 < before < _LEAST_BESIDE:
            continue
        behind = len(compound) - before - len(base)
        ends = before > 0 and word_tokens(compound[before:], "de", with_codes=False) == own
        if ends or behind > _LEAST_BESIDE + len(word) - len(base):
            found.append(compound)
    return found


def _base(word: str) -> str:
    """The word without an ending, as far as enough of it is left."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_PART:
            return word.removesuffix(ending)
    return word
