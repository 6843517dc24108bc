"""Finding words inside one document, as a reader of it would. Pure functions on stored text; any thread."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.text.hyphenation import HYPHENS, LINE_END
from core.text.unspaced import SIGN_WITHOUT_SPACES
from core.types import PAGE_BREAK, Span

MAX_QUERY_CHARACTERS = 500
_NEAR_BREAK = 2 * MAX_QUERY_CHARACTERS  # characters of a page in which what goes over its end begins or ends
_BREAK = rf"(?:\u00ad\s*|[{HYPHENS}]{LINE_END})?"  # between two letters of a word
_LINE = r"[\n\f]?"  # and where there are no spaces
_UNSPACED = re.compile(f"{SIGN_WITHOUT_SPACES}{{2}}")
_HYPHEN = rf"[{HYPHENS}\u2011](?:{LINE_END})?"


class TextMatch(NamedTuple):
    """Where a query stands: the page (1-based) on which it begins, the range of the document's text, and the
    page on which it ends."""

    page: int
    span: Span
    last_page: int


def find_pattern(query: str, most: int = MAX_QUERY_CHARACTERS) -> re.Pattern[str] | None:
    """What finds `query` in any case, over ends of lines and pages and over words that were hyphenated there.

    None when there is nothing to look for. Queries are cut at `most` characters.
    """
    words = query[:most].split()
    if not words:
        return None
    return re.compile(r"\s+".join(map(_over_line_ends, words)), re.IGNORECASE)


def _over_line_ends(word: str) -> str:
    pattern, before = "", ""
    for sign in word:
        unspaced = _UNSPACED.fullmatch(before + sign) is not None
        pattern += (_LINE if unspaced else _BREAK) * bool(before)
        pattern += _HYPHEN if sign in HYPHENS else re.escape(sign)
        before = sign
    return pattern


def matches_in(pattern: re.Pattern[str], pages: Iterable[tuple[int, int, str]]) -> Iterator[TextMatch]:
    """All places in order. `pages`: number, start in the document's text, text."""
    last, tail = 0, ""
    for number, start, text in pages:
        seam = f"{tail}{PAGE_BREAK}{text[:_NEAR_BREAK]}"
        for match in pattern.finditer(seam):
            if match.start() < len(tail) and match.end() > len(tail) + 1:
                shift = start - len(PAGE_BREAK) - len(tail)
                yield TextMatch(last, Span(shift + match.start(), shift + match.end()), number)
        for match in pattern.finditer(text):
            yield TextMatch(number, Span(start + match.start(), start + match.end()), number)
        last, tail = number, text[-_NEAR_BREAK:]
