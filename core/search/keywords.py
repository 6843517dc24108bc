"""The keyword encoders every index shares: Qdrant Edge's own BM25, which needs no download and no server.

Thread-safe: encoders are pure. One a language: a document is stemmed by the rules of its own language, and a
question by those of all languages it is asked in (`query_vector`), because nobody says which one it is.
Numbers, dates and identifiers are one word each, however they are written (`core.search.exact`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import qdrant_edge

from core.search.exact import coded
from core.search.german import LEAST_PART, WORD, compounds_of, other_spellings, parts_of, without_asking
from core.text.hyphenation import with_both_forms
from core.text.unspaced import language_without_spaces

DENSE = "dense"
KEYWORDS = "keywords"
# Tokens of a chunk with its context after stop words are gone; BM25's length norm is relative to it.
AVERAGE_LENGTH = 120.0

DEFAULT_LANGUAGE = "en"  # of documents whose language is not known
_STEMMERS = {
    "ar": "arabic",
    "az": "azerbaijani",
    "bn": "bengali",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "he": "hebrew",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "ja": "japanese",
    "kk": "kazakh",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sl": "slovene",
    "sv": "swedish",
    "tg": "tajik",
    "tr": "turkish",
    "zh": "chinese",
}
# Written without spaces: cut into words by a dictionary, otherwise a whole clause would be one token.
_WITHOUT_SPACES = frozenset({"ja", "km", "lo", "my", "th", "zh"})
_TELLING = 2  # stop words from which on they tell a language


def stemmer_language(code: str) -> str:
    """The name under which BM25 knows a language (ISO 639-1).

    English for "", the unknown one; "" for a language without rules: its words are taken as they stand.
    """
    return _STEMMERS.get(code or DEFAULT_LANGUAGE, "")


def encoder(language: str = DEFAULT_LANGUAGE) -> Any:
    """The BM25 encoder of a language (ISO 639-1, "" when unknown); IDF is applied by the index.

    Accents are folded, so that "Müller" is found as "Muller". One encoder a language is made and kept;
    Chinese and Japanese bring their dictionaries with them (60 MB).
    """
    return _encoder(language or DEFAULT_LANGUAGE)


@cache
def _encoder(language: str) -> Any:
    name = stemmer_language(language)
    options: dict[str, Any] = {}
    if language in _WITHOUT_SPACES:
        options["tokenizer"] = qdrant_edge.TokenizerType.Multilingual
    if not name:
        options["stemmer"] = qdrant_edge.DisabledStemmer()
        options["stopwords"] = qdrant_edge.StopwordsSet(languages=set(), custom=set())
    return qdrant_edge.Bm25(
        qdrant_edge.Bm25Config(
            avg_len=AVERAGE_LENGTH, language=name or "english", ascii_folding=True, **options
        )
    )


def document_vector(text: str, language: str) -> Any:
    """The sparse vector of a chunk's text in a language (ISO 639-1, "" when unknown)."""
    rest, codes = coded(with_both_forms(text))
    return encoder(language).embed_document(" ".join((rest, *codes)))


def query_vector(query: str, languages: Iterable[str]) -> Any:
    """What a question looks for in documents of these languages: the tokens of each, every one once.

    A word has other tokens in each language whose rules change it; a document holds those of its own. Words
    that say nothing in the language of the question are looked for in none. German words are also looked for
    in their other spelling, as parts of compounds and as compounds, unless the question is plainly in another
    language.
    """
    wanted = list(dict.fromkeys(language or DEFAULT_LANGUAGE for language in languages)) or [DEFAULT_LANGUAGE]
    asked_in = language_of(query, wanted)
    query, codes = coded(query)
    if "de" in wanted:
        query = without_asking(query)
    if asked_in and len(wanted) > 1:
        query = WORD.sub(lambda match: match.group() if _tokens(match.group(), asked_in) else "", query)
    weights: dict[int, float] = {}
    for language in wanted:
        weights.update(_tokens(" ".join((query, *codes)), language))
    if "de" in wanted and asked_in in ("", "de"):
        for token, weight in _tokens(_more_german(query), "de").items():
            weights.setdefault(token, weight)
    return qdrant_edge.SparseVector(indices=list(weights), values=list(weights.values()))


def word_tokens(text: str, language: str, *, with_codes: bool = True) -> frozenset[int]:
    """The ids of a text's words as the index of a language (ISO 639-1, "" when unknown) holds them.

    Args:
        with_codes: those of its numbers, dates and identifiers, too; finding them takes most of the time,
            for nothing when the question has none.
    """
    return _word_tokens(text, language, with_codes)


@lru_cache(maxsize=512)  # the passages of a few searches: those of an agent overlap
def _word_tokens(text: str, language: str, with_codes: bool) -> frozenset[int]:
    text = with_both_forms(text)
    if with_codes:
        rest, codes = coded(text)
        text = " ".join((rest, *codes))
    return frozenset(_tokens(text, language))


def _tokens(text: str, language: str) -> dict[int, float]:
    sparse = encoder(language).embed_query(text)
    return dict(zip(sparse.indices, sparse.values, strict=True))


def language_of(query: str, languages: Sequence[str]) -> str:
    """Which of these a question is in, by its signs or its stop words; empty when they do not tell."""
    if len(languages) == 1:
        return languages[0]
    if (unspaced := language_without_spaces(query)) in languages:
        return unspaced
    counts = _stop_words(query, languages)
    most = max(counts.values())
    best = [language for language, count in counts.items() if count == most]
    return best[0] if most and len(best) == 1 else ""


def is_in_another(query: str, languages: Sequence[str]) -> bool:
    """Whether a question is in a language that none of these is: its words will not stand in such texts."""
    if unspaced := language_without_spaces(query):
        return unspaced not in languages
    counts = _stop_words(query, _STEMMERS)
    most = max(counts.values())
    return most >= _TELLING and all(2 * counts.get(language, 0) <= most for language in languages)


def _stop_words(query: str, languages: Iterable[str]) -> dict[str, int]:
    """How many words of the query each language leaves out when it is indexed."""
    words = WORD.findall(query)
    return {language: sum(not _tokens(word, language) for word in words) for language in languages}


def _more_german(query: str) -> str:
    """What else the words of a question may stand for in German documents."""
    words = [word for word in WORD.findall(query.lower()) if _tokens(word, "de")]
    words += other_spellings(words)
    more = [part for word in words if len(word) > 2 * LEAST_PART for part in parts_of(word)]
    return " ".join([*words, *more, *compounds_of(words)])
