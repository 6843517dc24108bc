"""What a PDF says besides what its pages show: metadata, comments, values behind form fields.

Comments that a program shows are annotations of their page. The rest is not seen by a reader, so none of it
becomes text of the document; it is handed on as `HiddenText`.
Runs in the parser process, on its one thread.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import Any

import pymupdf
from pymupdf import mupdf

from core.ingest.pdf.text_rows import RawWord
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


def comments(page: Any, words: Sequence[RawWord]) -> list[Annotation]:
    """What is said in notes that a program shows, beyond the words of the page that they mark or draw."""
    found = []
    try:
        for note in limited(page.annots):
            if note.flags & _UNSEEN or _string(page, note, "StateModel"):
                continue  # the second kind only says that somebody accepted another note
            rich = unescape(_MARKUP.sub(" ", _string(page, note, "RC")))
            claim = clean(note.info.get("content")) or clean(rich)
            area = note.rect & page.rect  # a note may hang beside its page
            marked = " ".join(word[4] for word in words if _is_within(word, area))
            is_copy = shown_in(claim, tokens(marked)) or "".join(tokens(claim)) in "".join(tokens(marked))
            if tokens(claim) and not is_copy:
                box = Box(*area) if area.width > 0 and area.height > 0 else Box(0.0, 0.0, 1.0, 1.0)
                found.append(Annotation(commented_by(note.info.get("title")), claim, box))
    except READ_ERRORS as error:
        log.info("comments cannot be read: %s", error)
    return found


def _string(page: Any, note: Any, key: str) -> str:
    kind, text = page.parent.xref_get_key(note.xref, key)
    return str(text) if kind == "string" else ""


def _is_within(word: RawWord, area: Any) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return bool(area.x0 - 1 <= x <= area.x1 + 1 and area.y0 - 1 <= y <= area.y1 + 1)


def side_claims(page: Any, shown: Sequence[str]) -> tuple[list[str], list[str]]:
    """What unseen annotations and form fields say beyond the words that are seen (`shown`: from `tokens`).

    First notes and values, then what programs put there by themselves: tool tips, names of tools.
    """
    visible = set(shown)
    letters = "".join(shown)  # of a field with a box for each they are words of their own
    said: list[str] = []
    labels: list[str] = []
    for note in limited(page.annots):
        if note.flags & _UNSEEN:
            said.append(clean(note.info.get("content")))
            labels.append(clean(note.info.get("subject")))
    for field in limited(page.widgets):
        value = field.field_value
        is_button = field.field_type in (
            pymupdf.PDF_WIDGET_TYPE_CHECKBOX,
            pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON,
        )
        has_boxes = (
            _has_flag(field, pymupdf.PDF_TX_FIELD_IS_COMB) and "".join(tokens(str(value or ""))) in letters
        )
        if not (is_button or is_secret(field) or has_boxes):
            said += [clean(entry) for entry in (value if isinstance(value, list | tuple) else [value])]
        labels.append(clean(field.field_label))
    said = [claim for claim in dict.fromkeys(said) if tokens(claim) and not shown_in(claim, visible)]
    return said, [
        claim
        for claim in dict.fromkeys(labels)
        if tokens(claim) and claim not in said and not shown_in(claim, visible)
    ]


def is_secret(field: Any) -> bool:
    """Whether viewers show dots for what is filled in."""
    return _has_flag(field, pymupdf.PDF_TX_FIELD_IS_PASSWORD)


def _has_flag(field: Any, flag: int) -> bool:
    return field.field_type == pymupdf.PDF_WIDGET_TYPE_TEXT and bool((field.field_flags or 0) & flag)


def limited(entries: Any) -> Iterator[Any]:
    """Annotations or form fields (`page.annots`, `page.widgets`), as many as are looked at."""
    try:
        for place, entry in enumerate(entries()):
            if place >= _MOST_NOTES:
                return
            yield entry
    except READ_ERRORS as error:
        log.info("annotations cannot be read: %s", error)
