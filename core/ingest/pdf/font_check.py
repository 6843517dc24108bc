"""Fonts of a PDF whose letters are not what the file says they are: a cipher that looks right on the page.

Compared are the glyph that is drawn and what the font's own table of characters has for it. A page's
statistics (`textquality`) do not show it when only headings are set so. In the parser process, on its thread.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from typing import Any

import pymupdf

from core.ingest.pdf.side_texts import READ_ERRORS
from core.ingest.pdf.textquality import is_of_no_language

_LEAST_LETTERS = 3
_LOST_SHARE = 0.05
_ENOUGH_LETTERS = 60  # of a font without a table, to look no further
_MOST_LOOKS = 12  # at pages that list a font and do not use it: a look takes as long as reading the page
_NOT_EMBEDDED = "n/a"
_LOST = 0xFFFD  # what MuPDF says of a glyph without any way back to Unicode
_INVISIBLE = 3  # text rendering mode: the layer of a recognised scan, in a font without shapes
_LONGEST_NAME = 31
_ALPHABETS = (*range(0x21, 0x250), *range(0x370, 0x700))  # Latin to Arabic


class FontCheck:
    """The fonts of one document, each looked at once."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._lies: dict[int, bool] = {}  # by cross-reference number
        self._looks: Counter[int] = Counter()
        self._names: dict[int, dict[int, set[str]]] = {}

    def has_wrong_letters(self, page: Any) -> bool:
        """Whether letters are drawn in a font that names them otherwise than its own table does."""
        listed = {font[0]: font for font in page.get_fonts()}.values()
        count = Counter(_plain(font[3]) for font in listed)
        # A trace has no more than the names: of two with one name, which is it?
        fonts = {_plain(font[3]): font for font in listed if count[_plain(font[3])] == 1}
        for font in fonts.values():
            self._looks[font[0]] += 1
            if font[1] == _NOT_EMBEDDED or self._looks[font[0]] > _MOST_LOOKS:
                self._lies.setdefault(font[0], False)
        if all(self._lies.get(font[0]) is False for font in fonts.values()):
            return False
        drawn: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for span in page.get_texttrace():
            if span["type"] != _INVISIBLE:
                drawn[_plain(span["font"])] += [char[:2] for char in span["chars"] if _is_letter(char)]
        return any(
            self._is_lying(fonts[name], letters)
            for name, letters in drawn.items()
            if name in fonts and len(letters) >= _LEAST_LETTERS
        )

    def _is_lying(self, font: tuple[Any, ...], letters: list[tuple[int, int]]) -> bool:
        number, is_composite = font[0], font[2] == "Type0"
        if number in self._lies:
            return self._lies[number]
        names = self._glyph_names(number)
        lost = sum(code == _LOST and is_composite for code, _ in letters)
        known = [(chr(code), names[glyph]) for code, glyph in letters if code != _LOST and glyph in names]
        wrong = sum(_folded(letter) not in name for letter, name in known)
        is_lying = lost >= max(_LEAST_LETTERS, _LOST_SHARE * len(letters)) or 2 * wrong > len(letters)
        if not known and not is_lying:  # its own table is gone
            is_lying = is_of_no_language("".join(chr(code) for code, _ in letters))
        if len(known) >= _LEAST_LETTERS or (len(letters) >= _ENOUGH_LETTERS and not is_lying):
            self._lies[number] = is_lying
        return is_lying

    def _glyph_names(self, number: int) -> dict[int, set[str]]:
        """The letters that the font itself has for each of its glyphs; none when it has no such table."""
        if number not in self._names:
            names: dict[int, set[str]] = defaultdict(set)
            try:
                buffer = self._document.extract_font(number)[3]
                font = pymupdf.Font(fontbuffer=buffer) if buffer else None
            except READ_ERRORS:
                font = None
            if font is not None:
                for code in _ALPHABETS:
                    names[font.has_glyph(code)].add(_folded(chr(code)))
            names.pop(0, None)  # the glyph for what a font does not have
            self._names[number] = dict(names)
        return self._names[number]


def _is_letter(char: tuple[Any, ...]) -> bool:
    return char[1] >= 0 and (char[0] == _LOST or chr(char[0]).isalpha())


def _folded(letter: str) -> str:
    return unicodedata.normalize("NFKC", letter).casefold()


def _plain(name: str) -> str:
    """As MuPDF has it: cut, and without the six letters that mark a subset."""
    name = name[:_LONGEST_NAME]
    return name[7:] if name[6:7] == "+" else name
