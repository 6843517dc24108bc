"""Which language a document is written in, from a sample of its text.

Runs in the parser process: the model (py3langid, inside its wheel) is loaded with the first text, which takes
about 0.7 s and 60 MB. Not thread-safe while it loads; the parser process has one thread.
"""

from __future__ import annotations

import re

from core.text.language_identifier import language_identifier

SAMPLE_CHARACTERS = 6_000
_SLICES = 4  # of a longer text, spread over it: first pages are often in another language, or names only
_LEAST_LETTERS = 20
_LEAST_PROBABILITY = 0.5

_NO_LANGUAGE = "zxx"
# Languages with a code of two letters that people write documents in today; dead, planned and regional ones
# took texts of numbers and names (142 classes). "zxx" is text in no language.
_CODES = (
    "af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fr fy ga gd gl gu ha he hi hr hu hy id "
    "ig is it ja ka kk km kn ko ku ky lb lo lt lv mg mk ml mn mr ms mt my ne nl nn no or pa pl ps pt ro ru "
    "si sk sl so sq sr sv sw ta te tg th tk tl tr ug uk ur uz vi xh yo zh zu"
)
_LANGUAGES = (*_CODES.split(), _NO_LANGUAGE)
# Letters only: numbers, codes and addresses look like whatever language had most of them in its sample.
# A single one is a sign of a formula.
_WORDS = re.compile(r"[^\W\d_]{2,}(?:['’\-][^\W\d_]+)*")
_ADDRESSES = re.compile(r"\S*(?:://|@|www\.)\S*")
_DENSE = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORTH_OF_DENSE = 3  # a sign of these scripts says as much as three letters


def detect_language(text: str) -> str:
    """ISO 639-1 code of the language most of the text is in; "" when it is too short or too uncertain.

    At most `SAMPLE_CHARACTERS` are looked at, spread over the text.
    """
    words = _WORDS.findall(_ADDRESSES.sub(" ", _sample(text)))
    sample = " ".join(words)
    letters = sum(map(len, words)) + (_WORTH_OF_DENSE - 1) * len(_DENSE.findall(sample))
    if letters < _LEAST_LETTERS:
        return ""
    language, probability = language_identifier(_LANGUAGES).classify(sample)
    if probability < _LEAST_PROBABILITY or language == _NO_LANGUAGE:
        return ""
    return str(language)


def _sample(text: str) -> str:
    if len(text) <= SAMPLE_CHARACTERS:
        return text
    size = SAMPLE_CHARACTERS // _SLICES
    step = (len(text) - size) // (_SLICES - 1)
    return " ".join(text[at * step : at * step + size] for at in range(_SLICES))
