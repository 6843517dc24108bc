"""What was read of one file, put together from the answers of the parser processes, within its limits.

Values and pure functions; used on the ingest thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import DocumentError
from core.ingest.parsing.parsed import ParsedPage, hidden_from, outline_from, pages_from
from core.ingest.readers.base import Attachment, OutlineEntry
from core.ingest.readers.size_limits import LIMITS, MIB
from core.procs.worker import Reply
from core.store.chunks import ChunkRecord
from core.store.facts import DocumentFacts
from core.store.pages import PageRecord
from core.types import PAGE_BREAK, Document, DocumentFlag, HiddenText, PageProblem, Span

MOST_BYTES = 512 * MIB  # of one document's text and boxes, held until all of it is there


@dataclass(slots=True)
class Version:
    """All that was read of one file. `changed`: it no longer is the file that was asked for."""

    title: str
    pages: list[PageRecord] = field(default_factory=list)
    hidden: list[HiddenText] = field(default_factory=list)
    flags: set[DocumentFlag] = field(default_factory=set)
    problems: list[PageProblem] = field(default_factory=list)
    outline: list[OutlineEntry] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    page_count: int = 0
    changed: bool = False


@dataclass(frozen=True, slots=True)
class CutText:
    """Chunks of a document, its language (ISO 639-1 or empty), and what it says of itself."""

    chunks: list[ChunkRecord]
    language: str
    facts: DocumentFacts = field(default_factory=DocumentFacts)


class Collector:
    """Pages and the rest of the answers to `read`, with the limits of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._version = Version(title=readable_name(document))
        self._problems: list[tuple[int, str]] = []
        self._problem = ""
        self._bytes = self._characters = 0
        self.pages: list[ParsedPage] = []
        self.readable = 0

    def take(self, reply: Reply) -> None:
        if reply.kind == "changed":
            self._version.changed = True
        elif reply.kind == "opened" and not self.readable:
            payload, version = reply.payload, self._version
            version.page_count = int(payload["page_count"])
            self.readable = min(version.page_count, LIMITS.pages)
            version.title = str(payload["title"]) or version.title
            version.outline = outline_from(payload["outline"])
            version.attachments = [Attachment(str(name), int(size)) for name, size in payload["attachments"]]
            version.hidden += hidden_from(payload["hidden"])
            self._problem = str(payload["problem"])
        elif reply.kind == "pages":
            self._bytes += len(reply.blob)
            if self._bytes > MOST_BYTES:
                raise too_much(self._document)
            self.pages += pages_from(reply.payload, reply.blob)

    def version(self) -> Version:
        version = self._version
        kept = []
        for page in sorted(self.pages, key=lambda page: page.record.number):
            self._characters += len(page.record.text)
            number = page.record.number
            if self._characters > LIMITS.text_characters:
                self._problems.append((number, "The document has too much text; this page was left out."))
                break
            kept.append(page.record)
            version.hidden += page.hidden
            version.flags |= page.flags
            if page.hidden:
                version.flags.add(DocumentFlag.HIDDEN_TEXT)
            if page.problem:
                self._problems.append((number, page.problem))
        version.pages = joined(kept)
        version.problems = [PageProblem((), self._problem)] if self._problem else []
        version.problems += grouped_problems(self._problems)
        if version.page_count > LIMITS.pages:
            reason = f"Only the first {LIMITS.pages} of {version.page_count} pages were read."
            beyond = range(LIMITS.pages + 1, min(version.page_count, 2 * LIMITS.pages) + 1)
            version.problems.append(PageProblem(tuple(beyond), reason))
        return version


def joined(pages: Sequence[PageRecord]) -> list[PageRecord]:
    """The pages with spans that follow each other, as the document's text has them."""
    placed = []
    start = 0
    for page in sorted(pages, key=lambda page: page.number):
        end = start + len(page.text)
        placed.append(page if page.span == Span(start, end) else with_span(page, Span(start, end)))
        start = end + len(PAGE_BREAK)
    return placed


def with_span(page: PageRecord, span: Span) -> PageRecord:
    """The page at another place of the document's text. (`dataclasses.replace` takes ten times as long.)"""
    return PageRecord(
        page.number,
        page.text,
        span,
        page.width,
        page.height,
        page.rotation,
        page.label,
        page.words,
        page.kind,
        page.lines,
        page.places,
        page.checked,
        page.ocr,
    )


def grouped_problems(problems: Sequence[tuple[int, str]]) -> list[PageProblem]:
    """(page, reason) pairs, one problem a reason."""
    pages: dict[str, list[int]] = {}
    for number, reason in problems:
        pages.setdefault(reason, []).append(number)
    return [PageProblem(tuple(sorted(set(numbers))), reason) for reason, numbers in pages.items()]


def of_the_whole(problems: Sequence[PageProblem]) -> list[PageProblem]:
    """Those that are about the document rather than some of its pages."""
    return [problem for problem in problems if not problem.pages]


def readable_name(document: Document) -> str:
    """What a document without a title of its own is called."""
    return Path(document.filename).stem.replace("_", " ")


def too_much(document: Document) -> DocumentError:
    """More than is held in memory of one document."""
    return DocumentError(
        f"{document.filename} has more text than can be held in memory.",
        "Split it into several files and add those.",
    )
