"""What a PDF says besides what its pages show: metadata, comments, values behind form fields.

Comments that a program shows are annotations of their page. The rest is not seen by a reader, so none of it
becomes text of the document; it is handed on as `HiddenText`.
Runs in the parser process, on its one thread.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

import pymupdf
from pymupdf import mupdf

from core.ingest.readers.flow import commented_by
from core.ingest.structure.annotations import Annotation
from core.types import Box, HiddenText

log = logging.getLogger(__name__)

READ_ERRORS = (
    RuntimeError,
    ValueError,
    IndexError,
    KeyError,
    TypeError,
    AttributeError,
    AssertionError,
    MemoryError,
    mupdf.FzErrorBase,
)
_LONGEST = 20_000  # characters of one piece of hidden text; the rest of it is cut off
_MOST_NOTES = 500  # annotations of a page that are looked at
_UNSEEN = pymupdf.PDF_ANNOT_IS_HIDDEN | pymupdf.PDF_ANNOT_IS_NO_VIEW
_KEYS = ("subject", "keywords", "author")
_MARKUP = re.compile(r"<[^>]*>")
_TOKEN = re.compile(r"[^\W_]+")


def clean(text: object, longest: int = _LONGEST) -> str:
    """One line that can be stored, of bounded length."""
    plain = str(text or "")[: 4 * longest].encode("utf-8", "replace").decode("utf-8")
    return " ".join(plain.replace("\x00", " ").split())[:longest]


def tokens(text: str) -> list[str]:
    """Its words in lower case, without signs."""
    return _TOKEN.findall(text.casefold())


def shown_in(claim: str, shown: Iterable[str]) -> bool:
    """True when every word of `claim` is among the words `shown`."""
    return set(tokens(claim)) <= set(shown)


def metadata_claims(document: Any, title: str) -> list[HiddenText]:
    """Title (unless it is `title`, which the pages show), subject, keywords, author, XMP."""
    metadata = document.metadata or {}
    claims: list[str] = []
    claimed = clean(metadata.get("title"))
    if claimed and claimed != title:
        claims.append(claimed)
    claims += [clean(metadata.get(key)) for key in _KEYS]
    try:
        packet = str(document.get_xml_metadata() or "")[: 4 * _LONGEST]
    except READ_ERRORS:
        packet = ""
    claims += [clean(unescape(part)) for part in _MARKUP.split(packet)]
    said = dict.fromkeys(claim for claim in claims if claim != title and _is_words(claim))
    return [HiddenText(0, "metadata", claim) for claim in said]


def _is_words(claim: str) -> bool:
    """More than a date, a number or an identifier."""
    return sum(token.isalpha() and len(token) > 1 for token in tokens(claim)) > 0 and not re.fullmatch(
        r"(uuid:|xmp\.\w+:)?[0-9a-fA-F-]{16,}|[\dTZ:+.-]+", claim
    )


def comments(page: Any, shown: Iterable[str]) -> list[Annotation]:
    """What is said in notes that a program shows, beyond the page's words (`shown`: from `tokens`)."""
    visible = set(shown)
    found = []
    try:
        for note in limited(page.annots):
            claim = clean(note.info.get("content"))
            if not note.flags & _UNSEEN and tokens(claim) and not shown_in(claim, visible):
                area = note.rect & page.rect  # a note may hang beside its page
                box = Box(*area) if area.width > 0 and area.height > 0 else Box(0.0, 0.0, 1.0, 1.0)
                found.append(Annotation(commented_by(note.info.get("title")), claim, box))
    except READ_ERRORS as error:
        log.info("comments cannot be read: %s", error)
    return found


def side_claims(page: Any, shown: Iterable[str]) -> tuple[list[str], list[str]]:
    """What unseen annotations and form fields say beyond the words that are seen (`shown`: from `tokens`).

    First notes and values, then what programs put there by themselves: tool tips, names of tools.
    """
    visible = set(shown)
    said: list[str] = []
    labels: list[str] = []
    for note in limited(page.annots):
        if note.flags & _UNSEEN:
            said.append(clean(note.info.get("content")))
            labels.append(clean(note.info.get("subject")))
    for field in limited(page.widgets):
        value = field.field_value
        if field.field_type not in (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON):
            said += [clean(entry) for entry in (value if isinstance(value, list | tuple) else [value])]
        labels.append(clean(field.field_label))
    said = [claim for claim in dict.fromkeys(said) if tokens(claim) and not shown_in(claim, visible)]
    return said, [
        claim
        for claim in dict.fromkeys(labels)
        if tokens(claim) and claim not in said and not shown_in(claim, visible)
    ]


def limited(entries: Any) -> Iterator[Any]:
    """Annotations or form fields (`page.annots`, `page.widgets`), as many as are looked at."""
    try:
        for place, entry in enumerate(entries()):
            if place >= _MOST_NOTES:
                return
            yield entry
    except READ_ERRORS as error:
        log.info("annotations cannot be read: %s", error)
