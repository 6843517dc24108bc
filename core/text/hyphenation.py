"""Words that the end of a line or page cuts, read without the cut. Pure functions; any thread.

A stored text says with its hyphen what a cut word is, as `core.ingest.structure.line_ends` found it: a soft
hyphen (U+00AD) is not part of the word, "-" is; U+2010 ends a word of its own ("five- and ten-year").
"""

from __future__ import annotations

import re

SOFT_HYPHEN, HYPHEN, SUSPENDED_HYPHEN = "\u00ad", "-", "\u2010"
HYPHENS = f"{HYPHEN}{SOFT_HYPHEN}{SUSPENDED_HYPHEN}"
LINE_END = r"[^\S\n\f]*[\n\f]\s*"
_SOFT = re.compile(rf"\u00ad(?:{LINE_END})?")
_CUT = re.compile(rf"(?<![^\W\d_])([^\W\d_]+)([{HYPHENS}])({LINE_END})(?=([^\W\d_]+))")
_BEGUN = re.compile(rf"(?<![^\W_])[^\W_]*(?:[{HYPHENS}][^\W_]+)*[^\W\d_][{HYPHENS}]$")
_LETTERS = re.compile(r"[^\W\d_]+")
_ALIKE = dict.fromkeys(map(ord, HYPHENS), HYPHEN)


def dehyphenated(text: str) -> str:
    """The text as a reader takes it in: cut words in one piece. Other line ends stay."""
    if not _has_hyphen(text):
        return text
    return _SOFT.sub("", _CUT.sub(_closed, text))


def with_both_forms(text: str) -> str:
    """The text dehyphenated, and behind it each cut word the other way: joined, or in its two parts."""
    if not _has_hyphen(text):
        return text
    others = [
        f"{cut[1]}{HYPHEN if cut[2] == SOFT_HYPHEN else ''}{cut[4]}"
        for cut in _CUT.finditer(text)
        if cut[4][0].islower()
    ]
    return " ".join((dehyphenated(text), *others))


def one_line(text: str) -> str:
    """The text dehyphenated, white space folded to single blanks."""
    return " ".join(dehyphenated(text).split())


def parts_of_cut_word(text: str, following: str) -> tuple[str, str] | None:
    """The word begun at the end of `text`, with its hyphen, and its rest in `following`; None: none is."""
    if text[-1:] not in HYPHENS:
        return None
    begun, rest = _BEGUN.search(text), _LETTERS.match(following)
    return (begun[0], rest[0]) if begun and rest and rest[0][0].islower() else None


def hyphens_alike(text: str) -> str:
    """The text with each hyphen as "-": equal for a page as read and as stored."""
    return text.translate(_ALIKE)


def _has_hyphen(text: str) -> bool:
    return any(hyphen in text for hyphen in HYPHENS)


def _closed(cut: re.Match[str]) -> str:
    if cut[2] == HYPHEN and cut[4][0].islower():
        return cut[1] + HYPHEN
    return f"{cut[1]}{HYPHEN}{cut[3]}" if cut[2] == SUSPENDED_HYPHEN else cut[0]
