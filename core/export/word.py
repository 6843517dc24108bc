"""A conversation as a Word document, through python-docx."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from core.export.conversation_transcript import (
    LEGEND,
    Exchange,
    Transcript,
    caption_of,
    marked_text,
    moment_words,
    notes_of,
    sources_of,
)
from core.export.markdown import safe_markdown
from core.export.page import markdown

if TYPE_CHECKING:
    from markdown_it.token import Token

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def printable_xml(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return _NOT_XML.sub("", text)


def transcript_docx(transcript: Transcript) -> bytes:
    """Headings, lists and tables are real ones, so that the document can be worked on."""
    from docx import Document

    document = Document()
    document.core_properties.title = printable_xml(transcript.title)[:255]
    document.core_properties.author = ""
    document.add_heading(printable_xml(transcript.title), 0)
    _caption(document, f"Conversation of {moment_words(transcript.created_at)}")
    for exchange in transcript.exchanges:
        _add_exchange(document, exchange)
    _caption(document, LEGEND)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _add_exchange(document: Any, exchange: Exchange) -> None:
    answer = exchange.state.answer
    document.add_heading(printable_xml(" ".join(exchange.question.split())), 1)
    _caption(document, caption_of(exchange))
    if answer is not None and answer.text.strip():
        _add_markdown(document, markdown().parse(safe_markdown(marked_text(answer))))
    for note in notes_of(exchange.state):
        document.add_paragraph(printable_xml(f"◐ {note}"))
    sources = sources_of(answer)
    if sources:
        document.add_heading("Sources", 2)
    for one in sources:
        document.add_paragraph(printable_xml(f"[{one.number}] {one.where}: “{one.quote}”"))


def _caption(document: Any, text: str) -> None:
    document.add_paragraph(style="Caption").add_run(printable_xml(text))


def _add_markdown(document: Any, tokens: list[Token]) -> None:
    lists: list[str] = []
    heading = 0
    rows: list[list[str]] | None = None
    for token in tokens:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                lists.append("List Bullet" if token.type.startswith("bullet") else "List Number")
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "heading_open":
                heading = min(int(token.tag[1]) + 1, 9)
            case "heading_close":
                heading = 0
            case "table_open":
                rows = []
            case "tr_open" if rows is not None:
                rows.append([])
            case "inline" if rows is not None:
                rows[-1].append("".join(text for text, *_ in _runs(token)))
            case "table_close" if rows is not None:
                _add_table(document, rows)
                rows = None
            case "inline":
                if heading:
                    paragraph = document.add_heading("", heading)
                else:
                    paragraph = document.add_paragraph(style=lists[-1] if lists else None)
                for text, bold, italic in _runs(token):
                    run = paragraph.add_run(text)
                    run.bold, run.italic = bold or None, italic or None
            case "fence" | "code_block":
                document.add_paragraph().add_run(printable_xml(token.content)).font.name = "Courier New"
            case _:
                pass


def _runs(token: Token) -> list[tuple[str, bool, bool]]:
    """Text, bold, italic."""
    runs: list[tuple[str, bool, bool]] = []
    bold = italic = 0
    for child in token.children or []:
        match child.type:
            case "strong_open":
                bold += 1
            case "strong_close":
                bold -= 1
            case "em_open":
                italic += 1
            case "em_close":
                italic -= 1
            case "softbreak":
                runs.append((" ", False, False))
            case "hardbreak":
                runs.append(("\n", False, False))
            case _ if child.content:
                runs.append((printable_xml(child.content), bold > 0, italic > 0))
            case _:
                pass
    return runs


def _add_table(document: Any, rows: list[list[str]]) -> None:
    if not rows or not rows[0]:
        return
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for at, row in enumerate(rows):
        cells = table.add_row().cells
        for cell, text in zip(cells, row, strict=False):
            cell.paragraphs[0].add_run(text).bold = at == 0 or None
