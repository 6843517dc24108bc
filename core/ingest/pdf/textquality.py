"""Whether a page's text layer says what the page shows, judged by the text alone.

A font without a table back to Unicode, a wrong encoding or a bad earlier recognition leaves text that looks
right on the page and is useless for search and for prompts. Such a page is better read from its picture.
Pure functions without state, fast enough for every page; run in the parser process.
"""

from __future__ import annotations

import math
import re
import string
import unicodedata

import numpy as np
from numpy.typing import NDArray

LETTERS_LOST = (
    "Some letters of this page are lost or wrong in the file. Check what matters on the page itself."
)
GARBAGE_FROM = 0.3  # of the visible characters: below, the layer is worth more than a recognised picture

# A word that matches any of these is lost as a whole. In order: replacement, private use (planes 0, 15, 16),
# control characters, halves of surrogate pairs, non-characters; what PDF libraries write for a glyph they
# cannot name.
_BROKEN = (
    r"[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff\x00-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff"
    r"\ufdd0-\ufdef\ufffe\uffff]|\(cid:\d+\)"
)
# UTF-8 read as Windows-1252 or Latin-1: the letter of a lead byte, then the sign of a continuation byte.
_MOJIBAKE = (
    r"[\u00c2-\u00d1\u00d8\u00d9\u00e0-\u00e9\u00f0]"
    r"[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2018-\u203a\u20ac\u2122]"
)
_UNLIKELY = (
    r"[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{4,}"  # Cyrillic or Greek bytes read as Latin-1
    r"|[A-Za-z\u00c0-\u024f][\u0400-\u052f]|[\u0400-\u052f][A-Za-z\u00c0-\u024f]"  # two scripts
    r"|\b[\u0430-\u044f][\u0410-\u042f]{3,}"  # KOI8-R read as Windows-1251: capitals and small swapped
)
_SWAPPED = "".join(chr(code << 8) for code in range(0x41, 0x7B))  # Latin UTF-16, its bytes swapped
_ASCII_DAMAGE = re.compile(_BROKEN)
_DAMAGE = re.compile(f"{_BROKEN}|{_MOJIBAKE}|{_UNLIKELY}|[{_SWAPPED}]{{3,}}")
# A text of nothing else has no broken or foreign letters (but for names of glyphs); most pages are that.
_PLAIN = frozenset(
    string.printable
    + "\xa0\u2009\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2022\u2026\xa9\xae\u2122\xa7\u20ac"
)
_LOST_LETTER = re.compile("(?<=[^\\W\\d_])[\ufffd-\uffff]|[\ufffd-\uffff](?=[^\\W\\d_])")
_LOST_SIGNS = "\ufffd\ufffe\uffff"
_SYMBOL = re.compile(r"[\uf020-\uf0ff]")  # a bullet or an operator out of a symbol font, when it stands alone
# Whole sentences without spaces: only in scripts that are written with them, and not in sequences of
# capitals (proteins, keys).
_LONGEST_WORD = 45
_RUN_TOGETHER = re.compile(rf"[a-z\u00df-\u00f6\u00f8-\u024f\u03ac-\u03ce\u0430-\u045f]{{{_LONGEST_WORD},}}")

# Letters of 100 in running text, accents taken off: a to z pooled over languages of Latin script, а to я over
# Russian, Ukrainian and Bulgarian.
_LATIN_SHARES = "9 1.5 3 4 12 1.5 2 2.5 8 .8 2.2 4.7 3 7 6.5 2.3 .5 6.3 6.2 6.2 4.3 1.6 1.3 .3 1.5 1.3"
_CYRILLIC_SHARES = (
    "8 1.6 4.5 1.7 3 8.5 .9 1.7 7.4 1.2 3.5 4.4 3.2 6.7 10.9 2.8 4.7 5.5 6.3 2.6 .3 1 .5 1.4 .7 .4 .5 1.9 "
    "1.7 .3 .6 2"
)


def _bits(shares: str) -> NDArray[np.float64]:
    values = np.array([float(share) for share in shares.split()])
    result: NDArray[np.float64] = -np.log2(values / values.sum())
    return result


_LATIN = _bits(_LATIN_SHARES)
_CYRILLIC = _bits(_CYRILLIC_SHARES)
# Bits a letter in text of 130 letters: sixteen languages from English to Welsh 4.1 to 4.65, lists of codes
# and proteins (capitals) up to 5.0; English as fonts without Unicode table move it 5.2, Hungarian 5.9.
_FOREIGN_BITS = 5.06
_FOREIGN_BITS_OF_PROSE = 4.72  # plus what chance adds to a short text
_CHANCE = 2.3
_MOST_IN_CLUSTERS = 0.12  # share of letters in five consonants on end; real text: below 0.05
_CLUSTERS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}")
_LEAST_LETTERS = 80  # of a text whose letters are counted at all,
_FEWEST_LETTERS = 20  # of a text that is doubtful for other reasons
_KINDS_OF_LETTERS = 12  # and how many different ones
_LEAST_VOWELS = 0.18
_VOWELS = tuple(ord(letter) - ord("a") for letter in "aeiouy")
_FIRST_SIGNS_OF_DAMAGE = 0.03

# Signs that stand for letters when the codes of a subset font are taken as they are: !"#$%&'()*+ …
_SIGNS = "!\"#&'*+/:;<=>?@[\\]^_`{|}~"
_SIGNS += "\u02c6\u02c7\u02d8\u02d9\u02da\u02db\u02dc\u02dd\u00a4\u00a6\u00a8\u00af\u00b4\u00b8"
_MOST_SIGNS = 0.5
_LEAST_SIGNS = 40
_KINDS_OF_SIGNS = 9  # fewer are rulers, frames and leaders


def garbage_ratio(text: str) -> float:
    """Share of the visible characters that stand in damaged words: 0 is a sound text, 1 nothing but damage.

    An empty text is sound: it says nothing wrong.
    """
    words = text.split()
    visible = sum(map(len, words))
    damage = _ASCII_DAMAGE if text.isascii() else _DAMAGE
    damaged = 0
    is_plain = _PLAIN.issuperset(text)
    if (not is_plain or "(cid:" in text) and damage.search(
        " ".join(words)
    ):  # line breaks are control characters, too
        symbols = sum(1 for word in words if _SYMBOL.fullmatch(word))
        visible -= symbols
        damaged = sum(len(word) for word in words if damage.search(word)) - symbols
    if visible <= 0:
        return 0.0
    if max(map(len, words)) >= _LONGEST_WORD:
        damaged += sum(map(len, _RUN_TOGETHER.findall(text)))
    has_damage = damaged > _FIRST_SIGNS_OF_DAMAGE * visible
    foreign = (
        _foreign_latin(text, text.lower(), has_damage) if is_plain else _foreign_letters(text, has_damage)
    )
    return min(1.0, max(damaged, foreign, _signs(text, visible)) / visible)


def is_garbage(text: str) -> bool:
    """True when the page should rather be read from its picture. Empty text is not garbage."""
    return garbage_ratio(text) >= GARBAGE_FROM


def has_garbage(text: str) -> bool:
    """True when one of the paragraphs is garbage, or so many words of a line or of all are damaged that they
    are missed."""
    paragraphs = text.split("\n\n")
    if len(paragraphs) > 1 and any(len(part) >= _LEAST_LETTERS and is_garbage(part) for part in paragraphs):
        return True
    if lost_letters(text) >= _FIRST_SIGNS_OF_DAMAGE:
        return True
    is_sound = text.isascii() or (_PLAIN.issuperset(text) and "(cid:" not in text)
    lines = () if is_sound else (line for line in text.split("\n") if len(line) >= _FEWEST_LETTERS)
    return any(_damaged_words(line) >= GARBAGE_FROM for line in lines)


def lost_letters(text: str) -> float:
    """Share of the words that have lost a letter: the file says that it stands for nothing."""
    if not any(sign in text for sign in _LOST_SIGNS) or not _LOST_LETTER.search(text):
        return 0.0
    words = text.split()
    return sum(_LOST_LETTER.search(word) is not None for word in words) / len(words)


def _damaged_words(line: str) -> float:
    """Share of the words that are damaged, but for signs of symbol fonts that stand alone."""
    words = [] if line.isascii() else [word for word in line.split() if not _SYMBOL.fullmatch(word)]
    return sum(_DAMAGE.search(word) is not None for word in words) / max(len(words), 1)


def _foreign_letters(text: str, has_damage: bool) -> int:
    """The number of Latin and Cyrillic letters that are distributed as in no language."""
    lowered = text.lower()
    folded = unicodedata.normalize("NFD", lowered)
    # Windows-1251 has one byte a Cyrillic letter, in order.
    cyrillic = np.bincount(_codes(folded, "cp1251"), minlength=256)[0xE0:]
    total = int(cyrillic.sum())
    count = _foreign_latin(text, folded, has_damage)
    if total >= _LEAST_LETTERS and float(cyrillic @ _CYRILLIC) / total >= _FOREIGN_BITS:
        count += total
    return count


def is_of_no_language(text: str) -> bool:
    """True when the Latin letters of a text, though few, are distributed as in no language."""
    folded = unicodedata.normalize("NFD", text.lower())
    return _foreign_latin(text, folded, False, _FEWEST_LETTERS) > 0


def _foreign_latin(text: str, folded: str, has_damage: bool, least: int = _LEAST_LETTERS) -> int:
    letters = np.bincount(_codes(folded, "ascii"), minlength=128)[ord("a") : ord("z") + 1]
    total = int(letters.sum())
    if total < least or np.count_nonzero(letters) < _KINDS_OF_LETTERS:
        return 0
    bits = float(letters @ _LATIN) / total
    if bits < _FOREIGN_BITS_OF_PROSE:
        return 0
    if bits >= _FOREIGN_BITS:
        return total
    # Lists of codes, shares and formulas are capitals; what follows is about running text.
    capitals = np.bincount(_codes(text, "ascii"), minlength=128)[ord("A") : ord("Z") + 1].sum()
    if 2 * capitals > total and not has_damage:
        return 0
    clusters = sum(map(len, _CLUSTERS.findall(folded)))
    is_foreign = (
        bits >= _FOREIGN_BITS_OF_PROSE + _CHANCE / math.sqrt(total)
        or sum(int(letters[vowel]) for vowel in _VOWELS) < _LEAST_VOWELS * total
        or clusters > _MOST_IN_CLUSTERS * total
    )
    return total if is_foreign else 0


def _codes(text: str, encoding: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(encoding, "ignore"), dtype=np.uint8)


def _signs(text: str, visible: int) -> int:
    """The number of signs, when there are more of them than any program or table has; otherwise 0."""
    counts = {sign: count for sign in _SIGNS if (count := text.count(sign))}
    total = sum(counts.values())
    if total < _LEAST_SIGNS or len(counts) < _KINDS_OF_SIGNS or total < _MOST_SIGNS * visible:
        return 0
    return total
