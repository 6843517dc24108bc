"""What a document's state means in plain words: badges for the list, sentences for the card. No widgets."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from core.ingest.readers import FORMATS
from core.search.coverage import page_list
from core.search.place_words import day_words, place_in, place_words
from core.types import (
    CitedPlace,
    Document,
    DocumentFlag,
    DocumentStatus,
    Location,
    Origin,
    SourceState,
)
from desktop.messages.core_words import said
from desktop.messages.words import counted
from desktop.shared.numbers import day, is_german

_PAGES_SHOWN = 4


def _tr(text: str) -> str:
    return QCoreApplication.translate("Documents", text)


def place_word(place: CitedPlace, *, short: bool = True) -> str:
    """`p. 3 (iii)`, `pp. 3–4`, `sheet Sales, B3:D3`, `slide 4 (Roadmap)`: where something stands."""
    return place_in_words(place_words(place, short=short))


def place_in_words(where: str) -> str:
    """A place as the engine words it, `sheet Sales, B3:D3` or `lines 14–18`, in the window's language."""
    return place_in("de" if is_german() else "en", where)


def named_word(filename: str, origin: Origin) -> str:
    """`plan.pdf in mail.eml`: what lies in a mail or an archive is named with it."""
    if not origin.container:
        return filename
    return _tr("{file} in {container}").format(file=filename, container=origin.container)


def version_word(origin: Origin, state: SourceState | None) -> str:
    """`text as read on 21 Nov 2026`, where the file is not what was read any more; else nothing."""
    if state in (None, SourceState.PRESENT) or not origin.read_at:
        return ""
    return _tr("text as read on {day}").format(day=_day_of(origin.read_at))


def _day_of(moment: float) -> str:
    """The local day of a time in seconds since the epoch; the engine names months in English."""
    if not is_german():
        return day_words(moment)
    return day(datetime.datetime.fromtimestamp(moment).astimezone())


def page_count_word(document: Document) -> str:
    """`12 pages`; in formats without pages only how many parts there are, when there is more than one."""
    count = document.page_count
    if not count:
        return ""
    names = {
        "xlsx": (_tr("1 sheet"), _tr("{n} sheets")),
        "pptx": (_tr("1 slide"), _tr("{n} slides")),
    }
    if document.format in names:
        return counted(count, *names[document.format])
    pictures = {known.name for known in FORMATS if known.has_pictures}
    if document.format in pictures:
        return counted(count, _tr("1 page"), _tr("{n} pages"))
    return "" if count == 1 else _tr("{n} sections").format(n=count)


def badges(document: Document, places: int = 1, container: str = "") -> list[str]:
    """Short words beside the status. `places`: how often its content lies on disk."""
    source = {
        SourceState.CHANGED: _tr("file changed"),
        SourceState.MISSING: _tr("file missing"),
        SourceState.UNREACHABLE: _tr("file out of reach"),
    }.get(document.source_state, "")
    partly = document.status.can_be_searched and document.problems
    found = [
        source,
        _tr("partly") if partly else "",
        _tr("OCR") if DocumentFlag.OCR in document.flags or document.ocr_pages else "",
        _tr("hidden text") if DocumentFlag.HIDDEN_TEXT in document.flags else "",
        _tr("{n} places").format(n=places) if places > 1 else "",
        _tr("in {name}").format(name=container) if container else "",
    ]
    return [badge for badge in found if badge]


def source_sentence(state: SourceState | None) -> str:
    """Why the file is not what was read; None: its document is gone. Empty when all is well."""
    return {
        None: _tr("No longer in your library; the quoted words are kept."),
        SourceState.PRESENT: "",
        SourceState.CHANGED: _tr(
            "The file has changed since it was read; this is the version that was read."
        ),
        SourceState.MISSING: _tr("The file is no longer where it was; its text is kept as it was read."),
        SourceState.UNREACHABLE: _tr(
            "Its drive or folder cannot be reached at the moment; its text is kept as it was read."
        ),
    }[state]


def source_word(state: SourceState | None) -> str:
    """The same in one or two words."""
    return {
        None: _tr("removed"),
        SourceState.PRESENT: "",
        SourceState.CHANGED: _tr("file changed"),
        SourceState.MISSING: _tr("file missing"),
        SourceState.UNREACHABLE: _tr("out of reach"),
    }[state]


def status_sentence(document: Document) -> str:
    """Why a document cannot be read; empty for one that was, or will be."""
    if document.status is DocumentStatus.FAILED:
        return said(document.failure) or _tr("It could not be read.")
    if document.status is DocumentStatus.LOCKED:
        return said(document.failure) or _tr("It is protected with a password.")
    return ""


def recognised_sentence(pages: int) -> str:
    return counted(
        pages,
        _tr("The text of 1 page was recognised on its picture; a letter may be wrong."),
        _tr("The text of {n} pages was recognised on their pictures; letters may be wrong."),
    )


def layer_sentences(document: Document) -> list[str]:
    """What is to be known of the text that came with the pages."""
    told = {
        DocumentFlag.SCAN_TEXT: _tr("It is a scan with a text layer of its own."),
        DocumentFlag.BAD_TEXT: _tr(
            "Its text layer was unusable in places; that text was recognised on the pictures."
        ),
    }
    return [sentence for flag, sentence in told.items() if flag in document.flags]


def remarks(document: Document, places: Sequence[Location] = (), container: str = "") -> list[str]:
    """Everything a user should know about a document that is not simply read, in sentences."""
    told = [status_sentence(document), source_sentence(document.source_state)]
    for problem in document.problems:
        told.append(_problem_sentence(problem.pages, said(problem.reason), document.format))
    if document.ocr_pages:
        told.append(recognised_sentence(document.ocr_pages))
    told += layer_sentences(document)
    if DocumentFlag.HIDDEN_TEXT in document.flags:
        told.append(_tr("It holds text that is struck out or unseen. That text is kept out of answers."))
    if container:
        told.append(_tr("It came inside {name}.").format(name=container))
    if len(places) > 1:
        told.append(_tr("The same content lies in {n} places:").format(n=len(places)))
        told += [f"{place.path} › {place.member}" if place.member else place.path for place in places]
    return [sentence for sentence in told if sentence]


def _problem_sentence(pages: Sequence[int], reason: str, format_name: str) -> str:
    if not pages:
        return reason
    listed = page_list(pages, _PAGES_SHOWN)
    one, many = {
        "xlsx": (_tr("Sheet {pages}"), _tr("Sheets {pages}")),
        "pptx": (_tr("Slide {pages}"), _tr("Slides {pages}")),
    }.get(format_name, (_tr("Section {pages}"), _tr("Sections {pages}")))
    if any(known.name == format_name and known.has_pictures for known in FORMATS):
        one, many = _tr("Page {pages}"), _tr("Pages {pages}")
    where = one if len(pages) == 1 else many
    return f"{where.format(pages=listed)}: {reason}"


def hidden_reason(reason: str) -> str:
    """Why a piece of text is set aside."""
    return {
        "struck_out": _tr("struck out"),
        "white": _tr("in the colour of the paper"),
        "tiny": _tr("too small to be read"),
        "invisible": _tr("set to be invisible"),
        "transparent": _tr("transparent"),
        "covered": _tr("covered by something else"),
        "off_page": _tr("beside the page"),
        "hidden_layer": _tr("hidden in the file"),  # a layer, a row, a sheet, a paragraph
        "annotation": _tr("in a note"),
        "markup": _tr("in the markup"),
        "deleted": _tr("deleted, as tracked changes say"),
    }.get(reason, reason.replace("_", " "))


def file_filters() -> str:
    """For a file dialog: all formats together, each on its own, and all files."""
    patterns: dict[str, list[str]] = {}
    for known in FORMATS:  # formats that share a title (pictures) share a line
        patterns.setdefault(known.title, []).extend(f"*{suffix}" for suffix in known.suffixes)
    everything = " ".join(pattern for one in patterns.values() for pattern in one)
    lines = [_tr("Documents ({patterns})").format(patterns=everything)]
    lines += [f"{title[0].upper()}{title[1:]} ({' '.join(one)})" for title, one in patterns.items()]
    return ";;".join([*lines, _tr("All files (*)")])


def folder_name(path: str) -> str:
    return PurePath(path).name or path
