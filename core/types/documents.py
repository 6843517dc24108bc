"""Documents, their pages and what stands on them: text, spans, boxes, chunks; and the ids of all these."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

PAGE_BREAK = "\f"
ANNOTATION = "annotation"  # the kind of a `Place` that holds what was said about a page, and is no part of it
METADATA = "metadata"  # the reason of a `HiddenText` that is said in the properties of a file
STRUCK_OUT = "struck_out"  # the reason of a `HiddenText` that a reader sees, and sees to be no longer valid
ID_NAMESPACE = uuid.UUID("5b6f1c52-6f5e-5d0a-9c1c-0d0c0c0a7001")


def document_id_for(content_hash: str) -> str:
    """UUIDv5 of a document: the same bytes get the same id on every computer."""
    return str(uuid.uuid5(ID_NAMESPACE, content_hash))


def chunk_id_for(content_hash: str, spans: Sequence[Span]) -> str:
    """UUIDv5 of a chunk: content hash of its document and the spans it covers."""
    name = content_hash + "|" + ",".join(f"{span.start}-{span.end}" for span in spans)
    return str(uuid.uuid5(ID_NAMESPACE, name))


class DocumentStatus(StrEnum):
    """Where a document stands. `SEARCHABLE` and `INDEXED` both count as the specification's INDEXED.

    `LOCKED` waits for a password; it is no failure, and no text of it is known.
    """

    QUEUED = "queued"
    PARSING = "parsing"
    SEARCHABLE = "searchable"
    INDEXED = "indexed"
    LOCKED = "locked"
    FAILED = "failed"

    @property
    def can_be_searched(self) -> bool:
        return self in (DocumentStatus.SEARCHABLE, DocumentStatus.INDEXED)


class DocumentFlag(StrEnum):
    """What a user should know about a document that was read.

    `OCR`: some of its text was recognised on page images. `SCAN_TEXT`: it is a scan that came with a text
    layer of its own. `BAD_TEXT`: a text layer was unusable. `HIDDEN_TEXT`: text that was struck
    out, or that a reader cannot see, was set aside.
    """

    OCR = "ocr"
    SCAN_TEXT = "scan_text"
    BAD_TEXT = "bad_text"
    HIDDEN_TEXT = "hidden_text"


class SourceState(StrEnum):
    """How the file a document was read from stands now. `UNREACHABLE`: its drive or folder cannot be seen."""

    PRESENT = "present"
    CHANGED = "changed"
    MISSING = "missing"
    UNREACHABLE = "unreachable"


class PageKind(StrEnum):
    """What one `Page` is in its format. Only a `PAGE` can have a picture and word boxes."""

    PAGE = "page"
    SHEET = "sheet"
    SLIDE = "slide"
    SECTION = "section"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open character range of a document's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Box:
    """Rectangle on a page, PDF points, origin top left of the unrotated page."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its span in the *document's* text and its box on the page."""

    span: Span
    box: Box


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span of the *document's* text stands in a format without page images.

    `kind` is `paragraph`, `row`, `cell`, `shape`, `element`, `line`, `header`, `annotation`, …; `address` is
    what a user of the format would call it ("B3", "¶ 12", "line 40", "comment by Ann").
    """

    span: Span
    kind: str
    address: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page as stored. `span` is its range of the document's text; `rotation` in degrees (0, 90, …).

    In formats without pages this is a sheet, a slide, a section or a message; `label` is its name. `checked`:
    text that a reader cannot see has been taken out. `ocr`: the text was recognised on the page's image.
    """

    number: int
    text: str
    span: Span
    width: float
    height: float
    rotation: int = 0
    words: tuple[Word, ...] = ()
    label: str = ""
    kind: PageKind = PageKind.PAGE
    places: tuple[Place, ...] = ()
    checked: bool = True
    ocr: bool = False

    @property
    def own_end(self) -> int:
        """Where in the document's text ends what the page says itself; annotations stand behind it."""
        return next((place.span.start for place in self.places if place.kind == ANNOTATION), self.span.end)


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text of a document that is not valid or cannot be seen, and why: kept apart from the document's text.

    `page` is 1-based, 0 for the document as a whole (metadata). `reason` is one of `struck_out`, `deleted` (a
    tracked change), `white`, `tiny`, `invisible`, `transparent`, `covered`, `off_page`, `hidden_layer`,
    `annotation`, `metadata`, `markup`.
    """

    page: int
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class PageProblem:
    """Pages (1-based) of a document that could not be read, and a sentence that says why."""

    pages: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """An ordered list of spans of the document's text, plus borrowed context kept apart.

    `text` is the spans' text joined with a newline; `context` (title, heading path, repeated table header)
    helps the encoders but is never quoted or highlighted. `within_line`: it begins in the middle of one.
    """

    chunk_id: str
    document_id: str
    index: int
    spans: tuple[Span, ...]
    first_page: int
    last_page: int
    text: str
    context: str = ""
    within_line: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """One file the user added. `added_at` is seconds since the epoch (UTC).

    `member` names the part of the file at `path` that was read (a mail's attachment, a file of an archive),
    of which `container_id` is the document. `language` is ISO 639-1, empty when unknown. `unchecked_pages`:
    pages that may not enter prompts yet. `date`: what the document says about its own date, ISO 8601 as
    precisely as it is known ("2024-05-03", "2024"); empty when unknown, and in lists of the whole library.
    """

    document_id: str
    content_hash: str
    path: str
    filename: str
    title: str
    size_bytes: int
    page_count: int
    status: DocumentStatus
    chunk_count: int = 0
    embedded_count: int = 0
    added_at: float = 0.0
    failure: str = ""
    format: str = "pdf"
    member: str = ""
    container_id: str = ""
    language: str = ""
    flags: frozenset[DocumentFlag] = frozenset()
    problems: tuple[PageProblem, ...] = ()
    source_state: SourceState = SourceState.PRESENT
    ocr_pages: int = 0
    unchecked_pages: int = 0
    date: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A place on disk where a document's content lies; a document with several has duplicates."""

    document_id: str
    path: str
    member: str
    size_bytes: int
    mtime_ns: int
    state: SourceState = SourceState.PRESENT


@dataclass(frozen=True, slots=True)
class Origin:
    """What a quoted text was read from, and how that stood when it was quoted.

    `container`: file name of the mail or archive that the document lies in, empty for a file of its own.
    `read_at`: when this text was read (seconds since the epoch, UTC), 0.0 when not known.
    """

    container: str = ""
    source_state: SourceState = SourceState.PRESENT
    read_at: float = 0.0


ORIGIN_UNKNOWN = Origin()  # a file of its own as far as is known, and nothing is said of it
