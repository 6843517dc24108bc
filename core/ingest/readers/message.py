"""What e-mails have in common, whichever program saved them: the page of one message. Parser process only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from core.ingest.readers.flow import FlowBuilder
from core.ingest.readers.html import html_root, write_html
from core.ingest.readers.text import plain
from core.text.hyphenation import one_line
from core.text.unspaced import in_pairs
from core.types import PageKind

_LONGEST_SUBJECT = 200
_MOST_NAMES = 50  # attachments named in the text
Run = tuple[str, ...]
# Numbers with their sign, words, and signs that say what a number is.
_WORD = re.compile(r"[-−+]?\d(?:[\d.,]*\d)?|[^\W\d_]+|[%‰€$£¥]")
_LIST_NUMBER = re.compile(r"^[ \t]*\d{1,3}[.)](?=\s)", re.MULTILINE)
_ADDRESS = re.compile(r"<?\b([A-Za-z][\w+.-]{1,15}:[^\s<>]+)>?")
_PICTURE = re.compile(r"\[(?:\w+: (?=[^\W\d_]))?([^\[\]\n]{1,200})\]")  # "[image: Logo]", "[Logo]"
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


@dataclass(slots=True)
class Letter:
    """One message, decoded. `headers` are shown in order, as (name, value)."""

    subject: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    markup: list[bytes | str] = field(default_factory=list)
    charset: str = ""
    problems: list[str] = field(default_factory=list)


def write_letter(builder: FlowBuilder, letter: Letter, attachments: Sequence[str]) -> None:
    """Write the page of a message: its subject as a heading, what is in its head, then its text.

    Of plain text and markup that which says all; both, plain text first, where each says something of its
    own. Places are headers, lines of the text or elements.
    """
    builder.start_page(PageKind.MESSAGE, letter.subject[:_LONGEST_SUBJECT])
    if letter.subject:
        builder.paragraph(letter.subject, "header", "Subject", heading=1)
    for name, value in letter.headers:
        if value.strip():
            builder.paragraph(f"{name}: {value}", "header", name)
    if attachments:
        more = f" and {len(attachments) - _MOST_NAMES} more" if len(attachments) > _MOST_NAMES else ""
        names = ", ".join(attachments[:_MOST_NAMES]) + more
        builder.paragraph(f"Attachments: {names}", "header", "Attachments")
    texts, markups = _with_own_words(letter)
    line = 1
    for text in texts:
        line = _write_text(builder, text, line)
    for root in markups:
        write_html(root, builder, sections=False)
    for problem in letter.problems:
        builder.problem(problem)


def _with_own_words(letter: Letter) -> tuple[list[str], list[Any]]:
    """Texts, and roots of markups, that say what no other says. Of two that say the same the text stays."""
    texts = [text for text in letter.texts if text.strip()]
    roots = [html_root(markup, letter.charset) for markup in letter.markup]
    markups = [root for root in roots if root is not None]
    if not markups or len(texts) + len(markups) == 1:
        return texts, markups
    shown = [_shown(root) for root in markups]
    attributes = " ".join(value for root in markups for one in root.iter() for value in one.attrib.values())
    is_numbered = any(root.find(".//ol") is not None for root in markups)
    said = [_runs(_words(_without_traces(text, attributes, is_numbered))) for text in texts]
    known = set[Run]().union(*said)
    kept, in_markup = [], set[Run]()
    for root, words in zip(markups, shown, strict=True):
        if runs := _runs(words) - known:
            kept.append(root)
            in_markup |= _runs(words)
            known |= runs
    return [text for text, runs in zip(texts, said, strict=True) if not runs <= in_markup], kept


def _without_traces(text: str, attributes: str, is_numbered: bool) -> str:
    """Plain text that was made of markup without what shows that: numbers of lists, and in brackets addresses
    of links and names of pictures, which stand in the markup's attributes."""
    known = set(_words(attributes))
    text = _LIST_NUMBER.sub("", text) if is_numbered else text
    text = _ADDRESS.sub(lambda match: "" if match[1].rstrip(".,;:!?)") in attributes else match[0], text)
    return _PICTURE.sub(lambda match: "" if known.issuperset(_words(match[1])) else match[0], text)


def _shown(root: Any) -> list[str]:
    builder = FlowBuilder()
    write_html(root, builder, sections=False, numbered=False)
    return [word for page in builder.pages() for word in _words(page.text)]


def _words(text: str) -> list[str]:
    return _WORD.findall(in_pairs(one_line(text)).casefold())


def _runs(words: Iterable[str]) -> set[Run]:
    """The words, and each with the one after it: a short text has its single words in any long one."""
    listed = list(words)
    return {*((word,) for word in listed), *pairwise(listed)}


def _write_text(builder: FlowBuilder, text: str, line: int) -> int:
    """Paragraphs keep their lines: signatures, quotes and lists are made of them. Returns the next line."""
    text = plain(text, "The message")
    position = 0
    for match in [*_BLANK.finditer(text), None]:
        end = match.start() if match else len(text)
        block = text[position:end]
        lead = len(block) - len(block.lstrip("\n"))
        first = line + lead
        last = first + block.strip("\n").count("\n")
        if block.strip():
            address = f"line {first}" if first == last else f"lines {first}–{last}"
            builder.paragraph(block, "line", address, keep_lines=True)
        following = match.end() if match else len(text)
        line += text.count("\n", position, following)
        position = following
    return line + 1
