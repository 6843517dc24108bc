"""The keyword encoders every index shares: Qdrant Edge's own BM25, which needs no download and no server.

Thread-safe: encoders are pure. One a language: a document is stemmed by the rules of its own language, and a
question by those of all languages it is asked in (`query_vector`), because nobody says which one it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import qdrant_edge

from core.textspan import word_list

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
# Words that make a German text a question, and what the encoder's stop words miss: it looks words up
# after accents are folded, so "für" is none of its words. Only questions are rid of these.
_ASKING_GERMAN = word_list(
    "für über können könnte könnten müssen müsste müssten dürfen dürfte dürften während würde würden hätte",
    "wer wen wem wessen wann warum weshalb wieso wieviel wieviele viele lange wofür womit wovon worauf",
    "worum wozu wogegen wodurch woran darf sollen beträgt betragen bitte gibt steht stehen laut gemäß",
)
_WORD = re.compile(r"[^\W\d_]+")
# "ue" behind these belongs to another sound or word: neue, Frauen, Quelle.
_SPELLED_OUT = re.compile(r"(?<![aeäq])ue|(?<!e)oe|ae")
_UMLAUTS = {"ae": "ä", "oe": "ö", "ue": "ü", "ä": "ae", "ö": "oe", "ü": "ue"}
# Written without spaces: cut into words by a dictionary, otherwise a whole clause would be one token.
_WITHOUT_SPACES = frozenset({"ja", "km", "lo", "my", "th", "zh"})


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


def query_vector(query: str, languages: Iterable[str]) -> Any:
    """What a question looks for in documents of these languages: the tokens of each, every one once.

    A word has other tokens in each language whose rules change it; a document holds those of its own. German
    words are looked for with umlauts and with these spelled out, whichever of both the question has.
    """
    wanted = dict.fromkeys(language or DEFAULT_LANGUAGE for language in languages) or (DEFAULT_LANGUAGE,)
    if "de" in wanted:
        query = _without_asking(query)
    weights: dict[int, float] = {}
    for language in wanted:
        text = _with_both_spellings(query) if language == "de" else query
        sparse = _encoder(language).embed_query(text)
        weights.update(zip(sparse.indices, sparse.values, strict=True))
    return qdrant_edge.SparseVector(indices=list(weights), values=list(weights.values()))


def _without_asking(query: str) -> str:
    """The question without the words that only ask; as it is when it has no others. "Lange" may be a name."""

    def kept(match: re.Match[str]) -> str:
        word = match.group()
        plain = word.islower() or match.start() == 0
        return "" if plain and word.lower() in _ASKING_GERMAN else word

    rest = _WORD.sub(kept, query)
    return rest if _WORD.search(rest) else query


def _with_both_spellings(text: str) -> str:
    """The text, and behind it each word with umlauts, or with some spelled out, in its other spelling."""
    others: list[str] = []
    for word in _WORD.findall(text.lower()):
        spelled_out = re.sub("[äöü]", lambda match: _UMLAUTS[match.group()], word)
        contracted = _SPELLED_OUT.sub(lambda match: _UMLAUTS[match.group()], word)
        others += sorted({spelled_out, contracted} - {word})
    return " ".join([text, *others])
