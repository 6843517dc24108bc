"""Quotations, character by character: what stands between quotation marks, and where a source has it.

Equal apart from what a page makes of a text: hyphenation at line ends, ligatures, the shape of quotation
marks, white space. Everything else counts, letters' case and dashes included. Pure functions; any thread.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.answer.sources import Source
from core.textspan import map_range
from core.types import PAGE_BREAK, Span

_PAIRS = {"“": "”", "„": "“”", "«": "»", "»": "«", '"': '"', "‹": "›", "‚": "‘’"}
_ONE_MARK = dict.fromkeys('“”„‟«»‹›"″', '"') | dict.fromkeys("‘’‚‛'′`´", "'")
_LIGATURES = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010\u2011"
_ELLIPSIS = re.compile(r"\s*[\[(]?(?:…|\.\.\.)[\])]?\s*")
_LAST_MARK = re.compile(r"[.,;:!?]$")
_LINE_END = r"(?:-[^\S\n]*\n\s*)?"  # where a line of the source may have cut the word


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words between quotation marks of a text; `[start, end)` includes the marks."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """Where a quotation stands: citation number and the exact spans of the document's text, one a page."""

    citation: int
    spans: tuple[Span, ...]
    text: str


def quotations_in(text: str) -> tuple[Quotation, ...]:
    """What stands between quotation marks, in order, the outermost only; apostrophes quote nothing."""
    found: list[Quotation] = []
    at = 0
    while at < len(text):
        closing = _PAIRS.get(text[at])
        end = _closing_mark(text, at, closing) if closing and _may_open(text, at) else -1
        if end < 0:
            at += 1
            continue
        inside = text[at + 1 : end].strip()
        if any(character.isalnum() for character in inside):
            found.append(Quotation(inside, at, end + 1))
        at = end + 1
    return tuple(found)


def _may_open(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


def _closing_mark(text: str, opening: int, closing: str) -> int:
    """Where the marks opened at `opening` close; a pair inside is passed over."""
    inner = 0
    for end in range(opening + 1, len(text)):
        if text[end] in closing and not text[end + 1 : end + 2].isalnum():
            if not inner:
                return end
            inner -= 1
        elif text[end] == text[opening]:
            inner += 1
    return -1


def without_marks(text: str, quotations: Sequence[Quotation]) -> str:
    """`text` with the marks of these quotations taken away; their words stay."""
    for quotation in sorted(quotations, key=lambda each: each.start, reverse=True):
        text = text[: quotation.start] + quotation.text + text[quotation.end :]
    return text


def find_quote(quote: str, sources: Sequence[Source]) -> FoundQuote | None:
    """The first source that has the quotation word for word; all parts of one that leaves words out ("…")."""
    for source in sources:
        places = find_verbatim(quote, source.chunk.text)
        if not places:
            continue
        spans = tuple(
            span
            for place in places
            for part in _pages_of(source.chunk.text, place)
            for span in map_range(source.chunk.spans, part.start, part.end)
        )
        text = " … ".join(" ".join(source.chunk.text[place.start : place.end].split()) for place in places)
        return FoundQuote(source.number, spans, text)
    return None


def find_verbatim(quote: str, text: str) -> tuple[Span, ...]:
    """Where `text` has `quote`: one span, or one for each part of a quotation with "…"; empty if it has not.

    A full stop or comma that the quoting sentence put before its closing mark may be missing in `text`.
    """
    plain, offsets = _plain(text)
    spans: list[Span] = []
    after = 0
    for part in (piece for piece in _ELLIPSIS.split(quote.strip()) if piece):
        found = _search(part, plain, after) or _search(_LAST_MARK.sub("", part), plain, after)
        if found is None:
            return ()
        after = found.end()
        spans.append(Span(offsets[found.start()], offsets[found.end() - 1] + 1))
    return tuple(spans)


def _search(part: str, plain: str, after: int) -> re.Match[str] | None:
    if not any(character.isalnum() for character in part):
        return None
    return _pattern(part).search(plain, after)


@lru_cache(maxsize=256)
def _pattern(quote: str) -> re.Pattern[str]:
    """Finds the quotation in a text made plain: never inside a word, line ends wherever a line may end."""
    plain = _plain(quote)[0].strip()
    pieces: list[str] = []
    previous = ""
    for character in plain:
        if character.isspace():
            if not previous.isspace():
                pieces.append(r"\s+")
        else:
            if previous.isalnum() and character.isalnum():
                pieces.append(_LINE_END)
            elif previous == "-":
                pieces.append(r"(?:\s*\n\s*)?")
            pieces.append(re.escape(character))
        previous = character
    before = r"(?<!\w)" if plain[:1].isalnum() else ""
    behind = r"(?!\w)" if plain[-1:].isalnum() else ""
    return re.compile(before + "".join(pieces) + behind)


def _plain(text: str) -> tuple[str, list[int]]:
    """Ligatures taken apart, accents joined, quotation marks alike; and where each character came from."""
    characters: list[str] = []
    offsets: list[int] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        for character in _plain_character(text, at, end):
            characters.append(character)
            offsets.append(at)
        at = end
    return "".join(characters), offsets


def _plain_character(text: str, at: int, end: int) -> str:
    character = text[at]
    if end > at + 1:
        return unicodedata.normalize("NFC", text[at:end])
    if character == _SOFT_HYPHEN:
        # At the end of a line it was drawn and cuts a word; elsewhere nobody sees it.
        return "-" if text[at + 1 : at + 2].isspace() else ""
    if character in _HYPHENS:
        return "-"
    if character == PAGE_BREAK:
        return "\n"
    return _ONE_MARK.get(character) or _LIGATURES.get(character, character)


def _pages_of(text: str, place: Span) -> list[Span]:
    """The parts of a span of a chunk's text between page breaks."""
    parts: list[Span] = []
    start = place.start
    for piece in text[place.start : place.end].split(PAGE_BREAK):
        trimmed = piece.strip()
        if trimmed:
            offset = start + piece.index(trimmed)
            parts.append(Span(offset, offset + len(trimmed)))
        start += len(piece) + len(PAGE_BREAK)
    return parts
