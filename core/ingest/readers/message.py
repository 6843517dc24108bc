"""What e-mails have in common, whichever program saved them: the page of one message. Parser process only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ingest.readers.flow import FlowBuilder
from core.ingest.readers.html import html_root, write_html
from core.ingest.readers.text import plain
from core.types import PageKind

_LONGEST_SUBJECT = 200
_MOST_NAMES = 50  # attachments named in the text
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

    Plain text comes first where there is both; places are headers, lines of the text or elements.
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
    texts = [text for text in letter.texts if text.strip()]
    if texts:
        line = 1
        for text in texts:
            line = _write_text(builder, text, line)
    else:
        for markup in letter.markup:
            root = html_root(markup, letter.charset)
            if root is not None:
                write_html(root, builder, sections=False)
    for problem in letter.problems:
        builder.problem(problem)


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
