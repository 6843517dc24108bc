"""A guide as HTML, its links `cite:STATEMENT` and `ask:QUESTION`. Pure string work; no widgets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from core.types import CitedPlace, Evidence, PageKind, Statement
from core.types.guides import DocumentGuide, GuidePart
from desktop.library.document_words import place_word
from desktop.messages.words import counted
from desktop.shared.markup import GLYPHS, plain_html


def _tr(text: str) -> str:
    return QCoreApplication.translate("Guide", text)


def sheet() -> str:
    """The document's style sheet, with the theme's tokens still in it."""
    return (
        "p, li { line-height: 140%; color: @text; }"
        "p { margin-top: 0px; margin-bottom: 8px; }"
        "li { margin-bottom: 4px; }"
        "p.title { font-size: @font-heading; font-weight: 600; margin-bottom: 2px; }"
        "p.part { font-weight: 600; margin-top: 12px; margin-bottom: 4px; }"
        "p.caption { font-size: @font-caption; color: @muted; }"
        "ul { margin-top: 0px; margin-bottom: 4px; }"
        "a { text-decoration: none; }"
    )


def _headings() -> Mapping[str, str]:
    return {
        GuidePart.WHAT: _tr("What it is"),
        GuidePart.KEY: _tr("Key statements"),
        GuidePart.DATES: _tr("Dates and periods"),
        GuidePart.AMOUNTS: _tr("Amounts"),
        GuidePart.TERMS: _tr("Defined terms"),
        GuidePart.OUTLINE: _tr("Outline"),
    }


def guide_html(guide: DocumentGuide, more: bool, tone: Mapping[str, str], how_read: str = "") -> str:
    """The whole page; `more` as in `GuideController`. `tone` maps `text`, `accent` and the tones of the
    glyphs to colours. `how_read`: HTML below the name."""
    pages = counted(guide.page_count, _tr("1 page"), _tr("{n} pages"))
    caption = [guide.filename, pages]
    if more:
        caption.append(_tr("being completed by the language model …"))
    elif not guide.model:
        caption.append(_tr("made without a language model"))
    told = plain_html(" · ".join(caption))
    parts = [f'<p class="title">{plain_html(guide.title)}</p><p class="caption">{told}</p>{how_read}']
    numbered = list(enumerate(guide.answer.statements))
    kinds = {citation.number: citation.page_kind for citation in guide.answer.citations}
    for part, rows in groupby(numbered, key=lambda row: row[1].section):
        own = list(rows)
        heading = _headings()[part]
        if (count := guide.found.get(GuidePart(part))) is not None:
            heading = _tr("{heading} ({n} of {all})").format(heading=heading, n=len(own), all=count)
        lines = [_line_html(place, statement, kinds, tone) for place, statement in own]
        parts.append(f'<p class="part">{plain_html(heading)}</p><ul>{"".join(lines)}</ul>')
        if part == GuidePart.WHAT:
            parts.append(_questions_html(guide, tone))
    return "".join(parts)


def _line_html(
    place: int, statement: Statement, kinds: Mapping[int, PageKind], tone: Mapping[str, str]
) -> str:
    sign, name = GLYPHS[statement.status]
    glyph = f'&nbsp;<span style="color:{tone[name]}">{sign}</span>'
    if statement.section == GuidePart.OUTLINE:
        glyph = ""
    where = ", ".join(dict.fromkeys(_place(one, kinds) for one in statement.evidence))
    words = link(f"cite:{place}", statement.text, tone["text"])
    opened = f"&nbsp;{link(f'cite:{place}', where, tone['accent'])}" if where else ""
    return f"<li>{words}{glyph}{opened}</li>"


def link(address: str, words: str, colour: str) -> str:
    return f'<a href="{address}" style="color:{colour}">{plain_html(words)}</a>'


def _questions_html(guide: DocumentGuide, tone: Mapping[str, str]) -> str:
    if not guide.questions:
        return ""
    links = [
        link(f"ask:{place}", f"{one.text} ›", tone["accent"]) for place, one in enumerate(guide.questions)
    ]
    lines = "".join(f"<li>{one}</li>" for one in links)
    heading = plain_html(_tr("Questions it answers"))
    return f'<p class="part">{heading}</p><ul>{lines}</ul>'


def _place(evidence: Evidence, kinds: Mapping[int, PageKind]) -> str:
    kind = kinds.get(evidence.citation, PageKind.PAGE)
    return place_word(CitedPlace(evidence.page, kind, last_page=evidence.last_page))
