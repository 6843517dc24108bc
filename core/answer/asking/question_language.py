"""Which language a question is in. Light to import; the first question loads the classifier."""

from __future__ import annotations

import re

from core.text.language_identifier import language_identifier
from core.text.unspaced import language_without_spaces

LANGUAGE_NAMES = {
    "da": "Danish",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "sv": "Swedish",
    "tr": "Turkish",
    "zh": "Chinese",
}
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’\-][^\W\d_]+)*")
_LEAST_LETTERS = 3
_LEAST_PROBABILITY = 0.5


def question_language(text: str, default: str = "en") -> str:
    """ISO 639-1 code, of `LANGUAGE_NAMES`; `default` where the words do not tell ("B-120?")."""
    if unspaced := language_without_spaces(text):
        return unspaced
    words = " ".join(_WORD.findall(text))
    if len(words) < _LEAST_LETTERS:
        return default
    language, probability = language_identifier(tuple(LANGUAGE_NAMES)).classify(words)
    return str(language) if probability >= _LEAST_PROBABILITY else default
