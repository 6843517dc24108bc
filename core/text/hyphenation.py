"""Words that the end of a line or page cuts, read without the cut. Pure functions; any thread.

A stored text says with its hyphen what a cut word is, as `core.ingest.structure.line_ends` found it: a soft
hyphen (U+00AD) is not part of the word, "-" is; U+2010 ends a word of its own ("five- and ten-year").
"""

from __future__ import annotations

import re

from core.text.unspaced import SIGN_WITHOUT_SPACES as WITHOUT_SPACES

SOFT_HYPHEN, HYPHEN, SUSPENDED_HYPHEN = "\u00ad", "-", "\u2010"
HYPHENS = f"{HYPHEN}{SOFT_HYPHEN}{SUSPENDED_HYPHEN}"
# Mails that quote others have their marks at the beginning of lines.
LINE_END = r"[^\S\n\f]*[\n\f]\s*(?:>[>\s]*)?"
_SOFT = re.compile(rf"\u00ad(?:{LINE_END}|\s+)?")
# Some languages write the hyphen at the beginning of the next line once more.
_CUT = re.compile(rf"(?<![^\W_])([^\W_]+)([{HYPHENS}])({LINE_END}(?:-(?=[^\W_]))?)(?=([^\W_]+))")
_BEGUN = re.compile(rf"(?<![^\W_])[^\W_]*(?:[{HYPHENS}][^\W_]+)*[^\W_][{HYPHENS}]$")
_LETTERS = re.compile(r"[^\W\d_]+")
_AT_HYPHEN = re.compile(rf"(?<=[^\W_][{HYPHENS}]){LINE_END}(?=[^\W_])")
_ALIKE = dict.fromkeys(map(ord, HYPHENS), HYPHEN)
# Chinese and Japanese have no spaces that the end of a line could stand for.
_UNSPACED_END = re.compile(rf"(?<={WITHOUT_SPACES})[\n\f](?={WITHOUT_SPACES})")
_UNSPACED_WORD = re.compile(rf"({WITHOUT_SPACES}{{1,4}})[\n\f]({WITHOUT_SPACES}{{1,4}})")


def dehyphenated(text: str) -> str:
    """The text as a reader takes it in: cut words in one piece. Other line ends stay."""
    if not _has_hyphen(text):
        return text
    return _SOFT.sub("", _CUT.sub(_closed, text))


def with_both_forms(text: str) -> str:
    """The text dehyphenated, and behind it each cut word the other way: joined, or in its two parts."""
    others = ["".join(cut.groups()) for cut in _UNSPACED_WORD.finditer(text)]
    if not _has_hyphen(text):
        return " ".join((text, *others))
    others += [
        f"{cut[1]}{HYPHEN if cut[2] == SOFT_HYPHEN else ''}{cut[4]}"
        for cut in _CUT.finditer(text)
        if _may_be_one(cut[1], cut[4])
    ]
    return " ".join((dehyphenated(text), *others))


def one_line(text: str) -> str:
    """The text dehyphenated, white space folded to single blanks."""
    return " ".join(_UNSPACED_END.sub("", dehyphenated(text)).split())


def parts_of_cut_word(text: str, following: str) -> tuple[str, str] | None:
    """The word begun at the end of `text`, with its hyphen, and its rest in `following`; None: none is."""
    if text[-1:] not in HYPHENS:
        return None
    begun, rest = _BEGUN.search(text), _LETTERS.match(following.lstrip("> "))
    return (begun[0], rest[0]) if begun and rest and _may_be_one(begun[0][:-1], rest[0]) else None


def lines_at_hyphens(text: str) -> list[str]:
    """The text in pieces, parted at line ends behind hyphens."""
    return _AT_HYPHEN.split(text) if "\n" in text and _has_hyphen(text) else [text]


def with_soft_hyphens(text: str) -> str:
    """The text of a cell, in which a word that the end of a line cuts has a soft hyphen instead."""
    if "\n" not in text or not _has_hyphen(text):
        return text
    return _CUT.sub(lambda cut: f"{cut[1]}{SOFT_HYPHEN} " if _may_be_one(cut[1], cut[4]) else cut[0], text)


def hyphens_alike(text: str) -> str:
    """The text with each hyphen as "-": equal for a page as read and as stored."""
    return text.translate(_ALIKE)


def _has_hyphen(text: str) -> bool:
    return any(hyphen in text for hyphen in HYPHENS)


def _may_be_one(begun: str, rest: str) -> bool:
    """Whether the parts of a word, or of a compound, could be one without a hyphen."""
    in_capitals = len(rest) > 1 and rest.isupper() and begun.isupper()
    return rest[0].isalpha() and (rest[0].islower() or in_capitals)


def _closed(cut: re.Match[str]) -> str:
    if cut[2] == SUSPENDED_HYPHEN:
        return f"{cut[1]}{HYPHEN}{cut[3]}"
    is_near = cut[3].count("\n") + cut[3].count("\f") == 1
    is_range = cut[1][-1].isdigit() and cut[4][0].isdigit()
    is_compound = cut[4][0].islower() or (is_near and not is_range)
    return cut[1] + HYPHEN if cut[2] == HYPHEN and is_compound else cut[0]
