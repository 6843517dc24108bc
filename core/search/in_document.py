"""Finding words inside one document, as a reader of it would. Pure functions on stored text; any thread."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.types import Span

MAX_QUERY_CHARACTERS = 500
# Between two letters of a word: nothing, a soft hyphen, or a hyphen at the end of a line.
_BREAK = r"(?:\u00ad\s*|[-\u2010]\s*\n\s*)?"


class TextMatch(NamedTuple):
    """Where a query stands: the page (1-based) and the range of the document's text."""

    page: int
    span: Span


def find_pattern(query: str) -> re.Pattern[str] | None:
    """What finds `query` in any case, over line ends and over words that were hyphenated there.

    None when there is nothing to look for. Queries are cut at `MAX_QUERY_CHARACTERS`.
    """
    words = query[:MAX_QUERY_CHARACTERS].split()
    if not words:
        return None
    return re.compile(
        r"\s+".join(_BREAK.join(re.escape(letter) for letter in word) for word in words), re.IGNORECASE
    )


def matches_in(pattern: re.Pattern[str], pages: Iterable[tuple[int, int, str]]) -> Iterator[TextMatch]:
    """All places in order. `pages`: number, start in the document's text, text."""
    for number, start, text in pages:
        for match in pattern.finditer(text):
            yield TextMatch(number, Span(start + match.start(), start + match.end()))
