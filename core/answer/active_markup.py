"""Would a reader of Markdown find a link, an image or HTML in a text? Pure.

What is code and what is not is decided by pairs of backticks over lines, escapes and blocks: no pattern
gets it right, so the parser is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_ALIVE = frozenset({"image", "link_open", "html_inline", "html_block"})


def is_alive(text: str) -> bool:
    """True where CommonMark, with or without tables, makes more of it than words."""
    return any(_holds(parser.parse(text)) for parser in _parsers())


def _holds(tokens: Iterable[Token]) -> bool:
    return any(token.type in _ALIVE or _holds(token.children or ()) for token in tokens)


@lru_cache(maxsize=1)
def _parsers() -> tuple[MarkdownIt, MarkdownIt]:
    return MarkdownIt("commonmark"), MarkdownIt("commonmark").enable("table")
