"""Whether what the recogniser made of a page is text. It has an answer for scripts it never saw, too.

Pure functions; run in the recogniser process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.ingest.ocr.engine import Found, FoundLine, FoundWord, is_wide
from core.ingest.structure.document_language import detect_language

LEAST_LINE_CONFIDENCE = 0.5  # lines below are patterns, stamps and scribbles
# Measured on rendered pages: twelve languages of Latin script, Chinese and Japanese 0.98 to 1.0; Russian
# 0.85 to 0.95 with a tenth of the letters, Greek 0.79 with half of them, Hebrew 0.70, Arabic 0.50, Korean
# nothing at all.
_SURE = 0.9
_LEAST_CONFIDENCE = 0.6
_LEAST_DENSITY = 0.5  # letters on a stretch of a line as long as it is high
_LEAST_EXTENT = 10.0  # such stretches: below, a drawing rather than a text
_LEAST_LETTERS = 20
_LETTERS_WITH_LANGUAGE = 60  # so many without any language are no text
# Written in letters that the model in rapidocr's wheel knows (Vietnamese: most of them).
_READABLE = (
    "af az br bs ca cs cy da de en es et eu fi fr fy ga gd gl ha hr hu id ig is it ja jv la lb lt lv mg ms "
    "mt nl nn no oc pl pt qu ro sk sl so sq sv sw tl tr uz vi xh yo zh zu"
)


# What the model, which knows more Chinese than Latin signs, makes of punctuation between Latin letters, and
# of a dash alone, with or without the rules of its table.
_LATIN_FOR = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_STROKES = frozenset("一二三ー－")


def with_latin_signs(lines: Sequence[FoundLine]) -> list[FoundLine]:
    """The same lines; on a page without a Chinese or Japanese word, with Latin dashes and punctuation."""
    words = [word for line in lines for word in line.words]
    if any(is_wide(sign) and ord(sign) not in _LATIN_FOR for word in words for sign in word.text[1:]):
        return list(lines)
    return [replace(line, words=tuple(map(_with_latin_signs, line.words))) for line in lines]


def _with_latin_signs(word: FoundWord) -> FoundWord:
    return replace(word, text="—" if word.text in _STROKES else word.text.translate(_LATIN_FOR))


def mean_confidence(lines: Sequence[FoundLine]) -> float:
    """Of all letters, 0 to 1; 1 when there are none."""
    words = [word for line in lines for word in line.words]
    if not words:
        return 1.0
    return float(np.average([word.confidence for word in words], weights=[len(word.text) for word in words]))


def is_unreadable(found: Found, confidence: float, language: str = "") -> bool:
    """True for a page with writing on it that the models cannot read; its text would only mislead.

    `language` (ISO 639-1) is that of the document as far as it is known. A page without writing is readable.
    """
    text = "\n".join(" ".join(word.text for word in line.words) for line in found.lines)
    letters = sum(not letter.isspace() for letter in text)
    if found.extent < _LEAST_EXTENT:
        return False
    if letters < _LEAST_DENSITY * found.extent:
        return True
    if confidence >= _SURE or letters < _LEAST_LETTERS:
        return False
    if confidence < _LEAST_CONFIDENCE:
        return True
    detected = detect_language(text)
    if not detected and letters < _LETTERS_WITH_LANGUAGE:
        return False
    readable = _READABLE.split()
    return detected not in readable or (language or detected) not in readable
