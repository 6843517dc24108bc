"""How a document was read, as HTML below its guide. Links: `page:NUMBER`, `note:INDEX`, `file:INDEX`, `all:`.

Pure string work; no widgets. What the document says is shown as plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from core.types import METADATA, CitedPlace, Document, DocumentStatus
from core.types.reading_report import PlacedText, ReadingReport
from desktop.guide.guide_html import link
from desktop.library.document_words import (
    hidden_reason,
    layer_sentences,
    place_word,
    recognised_sentence,
    status_sentence,
)
from desktop.messages.core_words import said
from desktop.messages.words import counted, quoted
from desktop.shared.markup import plain_html

ANCHOR = "report"
_SHOWN = 10  # entries of a part, and characters of a text, until all of them are wanted
_LONGEST = 400


def _tr(text: str) -> str:
    return QCoreApplication.translate("Guide", text)


def summary_html(report: ReadingReport, tone: Mapping[str, str]) -> str:
    """One line that leads to the rest."""
    found = [
        _tr("read whole") if report.is_whole else "",
        _tr("not read whole") if report.problems or report.waiting else "",
        *_counts(report).values(),
    ]
    told = _tr("How it was read: {what} ›").format(what=", ".join(filter(None, found)))
    return f'<p class="caption">{link(f"{ANCHOR}:", told, tone["accent"])}</p>'


def _counts(report: ReadingReport) -> dict[str, str]:
    rows = {
        "aside": (len(report.set_aside), _tr("1 text set aside"), _tr("{n} texts set aside")),
        "notes": (len(report.notes), _tr("1 comment or note"), _tr("{n} comments and notes")),
        "files": (len(report.files), _tr("1 file in it"), _tr("{n} files in it")),
    }
    return {part: counted(*row) if row[0] else "" for part, row in rows.items()}


def report_html(report: ReadingReport, tone: Mapping[str, str], *, whole: bool) -> str:
    """`whole`: also what is left out at first of long lists and texts."""

    def texts(found: Sequence[PlacedText], scheme: str) -> list[str]:
        return [
            _text_html(one, f"{scheme}:{one.place.page if scheme == 'page' else at}", tone, whole=whole)
            for at, one in enumerate(found)
        ]

    counts, count = _counts(report), len(report.properties)
    rows = (
        (
            counts["aside"],
            _tr(
                "This is in the file, but whoever looks at its pages sees it struck out, or not at all, and "
                "it may have been put there to mislead a program. It is kept out of searches and answers."
            ),
            texts(report.set_aside, "page"),
        ),
        (counts["notes"], _tr("Each can be asked about."), texts(report.notes, "note")),
        (
            counts["files"],
            _tr("Each is a document of its own."),
            [_file_html(one, at, tone) for at, one in enumerate(report.files)],
        ),
        (
            _tr("In the file's properties ({n})").format(n=count),
            _tr("No page shows it. It is kept out of searches and answers."),
            texts(report.properties, "page"),
        ),
    )
    parts = [_part(_tr("How it was read"), "", _reading(report, tone), anchor=ANCHOR)]
    parts += [_part(heading, caption, _some(lines, tone, whole=whole)) for heading, caption, lines in rows]
    return "".join(parts)


def _part(heading: str, caption: str, lines: Sequence[str], *, anchor: str = "") -> str:
    """Nothing without lines."""
    if not lines:
        return ""
    name = f'<a name="{anchor}"></a>' if anchor else ""
    told = f'<p class="caption">{plain_html(caption)}</p>' if caption else ""
    rows = "".join(f"<li>{line}</li>" for line in lines)
    return f'<p class="part">{name}{plain_html(heading)}</p>{told}<ul>{rows}</ul>'


def _reading(report: ReadingReport, tone: Mapping[str, str]) -> list[str]:
    document = report.document
    told = [plain_html(status_sentence(document))]
    for places, reason in report.problems:
        where = f"{_places(places, tone)}: " if places else ""
        told.append(f"{where}{plain_html(said(reason))}")
    if report.recognised:
        sentence = recognised_sentence(document.ocr_pages)
        told.append(f"{plain_html(sentence)} {_places(report.recognised, tone)}")
    if report.waiting:
        told.append(f"{plain_html(_tr('Text is still to be recognised:'))} {_places(report.waiting, tone)}")
    if report.unchecked:
        sentence = _tr(
            "Not looked through yet for text that nobody sees, and kept out of answers until then:"
        )
        told.append(f"{plain_html(sentence)} {_places(report.unchecked, tone)}")
    told += map(plain_html, layer_sentences(document))
    if report.is_whole:
        told.append(plain_html(_tr("All of it was read, and nothing was set aside.")))
    elif not any(told) and document.status.can_be_searched:
        told.append(plain_html(_tr("All of it was read, except what was set aside.")))
    return [line for line in told if line] or [plain_html(_tr("It has not been read yet."))]


def _places(places: Iterable[CitedPlace], tone: Mapping[str, str]) -> str:
    return ", ".join(link(f"page:{place.page}", place_word(place), tone["accent"]) for place in places)


def _text_html(found: PlacedText, address: str, tone: Mapping[str, str], *, whole: bool) -> str:
    text, more = " ".join(found.text.split()), ""
    if len(text) > _LONGEST and not whole:
        text, more = f"{text[:_LONGEST].rstrip()} …", link("all:", _tr("Show all of it"), tone["accent"])
    has_reason = found.reason not in ("", METADATA)  # which the heading says
    reason = plain_html(hidden_reason(found.reason)) if has_reason else ""
    where = link(address, place_word(found.place), tone["accent"]) if found.place.page else ""
    told = ", ".join(part for part in (reason, where) if part)
    muted = f'<span style="color:{tone["muted"]}">{told}</span>' if told else ""
    return " ".join(part for part in (plain_html(quoted(text)), more, muted) if part)


def _file_html(document: Document, at: int, tone: Mapping[str, str]) -> str:
    name = link(f"file:{at}", f"{document.filename} ›", tone["accent"])
    unread = document.status in (DocumentStatus.FAILED, DocumentStatus.LOCKED)
    return f"{name} {plain_html(status_sentence(document))}" if unread else name


def _some(lines: Sequence[str], tone: Mapping[str, str], *, whole: bool) -> Sequence[str]:
    if whole or len(lines) <= _SHOWN:
        return lines
    return [*lines[:_SHOWN], link("all:", _tr("Show all {n}").format(n=len(lines)), tone["accent"])]
