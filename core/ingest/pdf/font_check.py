"""Fonts of a PDF whose letters are not what the file says they are: a cipher that looks right on the page.

Compared are the glyph that is drawn and what the font's own table of characters has for it. A page's
statistics (`textquality`) do not show it when only headings are set so. In the parser process, on its thread.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from functools import cache
from typing import Any

import pymupdf
from pymupdf import mupdf

from core.ingest.pdf.side_texts import READ_ERRORS
from core.ingest.pdf.textquality import is_of_no_language

_LEAST_LETTERS = 3
_LOST_SHARE = 0.05
_ENOUGH_LETTERS = 60  # of a font without a table, to look no further
_MOST_LOOKS = 12  # at pages that list a font and do not use it: a look takes as long as reading the page
_NOT_EMBEDDED = "n/a"
_LOST = 0xFFFD  # what MuPDF says of a glyph without any way back to Unicode
_NONE = (0xFFFE, 0xFFFF)  # no characters: the text itself shows that they are lost
_LONGEST_NAME = 31
_ALPHABETS = (*range(0x21, 0x250), *range(0x370, 0x700), *range(0xFB00, 0xFB07))  # Latin to Arabic, ligatures
_SYMBOLS = range(0xF020, 0xF100)  # the codes of symbol fonts, shifted
_REFERENCE = re.compile(r"(\d+) 0 R")


class FontCheck:
    """The fonts of one document, each looked at once."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._lies: dict[int, bool] = {}  # by cross-reference number
        self._looks: Counter[int] = Counter()
        self._letters: dict[int, dict[int, set[str]]] = {}
        self._names: dict[int, str] = {}

    def has_wrong_letters(self, page: Any, fonts_of_page: Sequence[tuple[Any, ...]]) -> bool:
        """Whether letters or figures are drawn in a font that names them otherwise than its own table."""
        listed = list({font[0]: font for font in fonts_of_page}.values())
        count = Counter(map(self._name, listed))
        # A trace has no more than the names: of two with one name, which is it?
        fonts = {name: font for font in listed if count[name := self._name(font)] == 1}
        for font in fonts.values():
            self._looks[font[0]] += 1
            if font[1] == _NOT_EMBEDDED or self._looks[font[0]] > _MOST_LOOKS:
                self._lies.setdefault(font[0], False)
        fonts = {name: font for name, font in fonts.items() if self._lies.get(font[0]) is not False}
        if not fonts:
            return False
        drawn = _Drawn(fonts)
        mupdf.fz_run_page(page.this, drawn, mupdf.FzMatrix(), mupdf.FzCookie())
        mupdf.fz_close_device(drawn)
        return any(self._is_lying(fonts[name], glyphs) for name, glyphs in drawn.glyphs.items())

    def _name(self, font: tuple[Any, ...]) -> str:
        """The name that MuPDF has for a font: of a composite one that of the font below it."""
        number = int(font[0])
        if number not in self._names:
            try:
                name = self._name_below(number) or str(font[3])
            except READ_ERRORS:
                name = str(font[3])
            self._names[number] = name[:_LONGEST_NAME]
        return self._names[number]

    def _name_below(self, number: int) -> str:
        kind, below = self._document.xref_get_key(number, "DescendantFonts")
        if kind == "xref":
            below = self._document.xref_object(int(below.split()[0]))
        found = _REFERENCE.search(below)
        kind, name = self._document.xref_get_key(int(found[1]), "BaseFont") if found else ("", "")
        return (
            re.sub("#([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), name[1:])
            if kind == "name"
            else ""
        )

    def _is_lying(self, font: tuple[Any, ...], chars: list[tuple[int, int]]) -> bool:
        number, is_composite = font[0], font[2] == "Type0"
        if number in self._lies:
            return self._lies[number]
        if len(chars) < _LEAST_LETTERS:
            return False
        own = self._own_letters(number)
        # What is a letter or a figure to the file or to the font; bullets and icons may be called anything.
        letters = [
            (code, glyph)
            for code, glyph in chars
            if code == _LOST or (code not in _NONE and (chr(code).isalnum() or glyph in own))
        ]
        if len(letters) < _LEAST_LETTERS:
            return False
        lost = sum(code == _LOST and is_composite for code, _ in letters)
        known = [(code, own[glyph]) for code, glyph in letters if code != _LOST and glyph in own]
        wrong = sum(_folded(code) not in names for code, names in known)
        few = max(_LEAST_LETTERS, _LOST_SHARE * len(letters))
        is_lying = lost >= few or wrong >= few
        if not known and not is_lying:  # its own table is gone
            is_lying = is_of_no_language("".join(chr(code) for code, _ in letters))
        if len(known) >= _LEAST_LETTERS or (len(letters) >= _ENOUGH_LETTERS and not is_lying):
            self._lies[number] = is_lying
        return is_lying

    def _own_letters(self, number: int) -> dict[int, set[str]]:
        """What the font itself has for each of its glyphs that is a letter or a figure."""
        if number not in self._letters:
            names: dict[int, set[str]] = defaultdict(set)
            try:
                buffer = self._document.extract_font(number)[3]
                font = pymupdf.Font(fontbuffer=buffer) if buffer else None
            except READ_ERRORS:
                font = None
            if font is not None:
                inner = font.this.m_internal
                for code in _ALPHABETS:
                    if glyph := mupdf.ll_fz_encode_character(inner, code):  # 0: what a font does not have
                        names[glyph].add(_folded(code))
            self._letters[number] = {
                glyph: found for glyph, found in names.items() if any(map(str.isalnum, found))
            }
        return self._letters[number]


class _Drawn(mupdf.FzDevice2):  # type: ignore[misc]
    """The codes and glyphs that a page draws in fonts of these names. PyMuPDF's own trace takes as long as
    reading the page twice; the layer of a recognised scan, which nobody sees, is in neither."""

    def __init__(self, names: Container[str]) -> None:
        super().__init__()
        self.use_virtual_fill_text()
        self.use_virtual_stroke_text()
        self._names = names
        self.glyphs: dict[str, list[tuple[int, int]]] = defaultdict(list)

    def fill_text(self, ctx: Any, text: Any, *rest: Any) -> None:
        span = text.head
        while span:
            name = mupdf.ll_fz_font_name(span.font)
            if name in self._names:
                wrapped = mupdf.FzTextSpan(span)
                items = [wrapped.items(place) for place in range(span.len)]
                self.glyphs[name] += [(item.ucs, item.gid) for item in items if item.gid >= 0]
            span = span.next

    stroke_text = fill_text


@cache
def _folded(code: int) -> str:
    letter = chr(code - 0xF000 if code in _SYMBOLS else code)
    return unicodedata.normalize("NFKC", letter).casefold()
