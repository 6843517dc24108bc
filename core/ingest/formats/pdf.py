"""Reads PDF files with PyMuPDF. One thread of the parser process only: PyMuPDF is not thread-safe."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf

from core.errors import DocumentError, PasswordError
from core.ingest.reader import Attachment, OutlineEntry, ReadPage
from core.ingest.rows import lay_out
from core.types import HiddenText

log = logging.getLogger(__name__)

# Ligatures are taken apart, so that "ﬁnance" is found as "finance".
_FLAGS = pymupdf.TEXTFLAGS_WORDS & ~pymupdf.TEXT_PRESERVE_LIGATURES
_MAGIC_WITHIN = 1024  # PDF 1.7 implementation notes: readers accept the header within the first 1024 bytes
_NO_TITLES = ("untitled", "microsoft word", "document", ".doc", ".pdf", ".indd", ".xls", "powerpoint")

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def looks_like_pdf(path: Path) -> bool:
    """True when the file has PDF's magic bytes where readers look for them.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        return b"%PDF-" in file.read(_MAGIC_WITHIN)


def open_pdf(path: Path, password: str = "") -> Any:
    """The `pymupdf.Document`, unlocked.

    Raises:
        DocumentError: missing, empty, not a PDF, damaged, or encrypted with another password.
    """
    try:
        if path.stat().st_size == 0:
            raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
        if not looks_like_pdf(path):
            raise DocumentError(
                f"{path.name} is not a PDF, although its name says so.",
                "Open it in the program it comes from.",
            )
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
        ) from error
    try:
        document = pymupdf.open(str(path), filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise DocumentError(
            f"{path.name} is damaged and cannot be opened.", "Copy or download the file again."
        ) from error
    if document.needs_pass and not document.authenticate(password):
        document.close()
        raise PasswordError(f"{path.name} is protected with a password.", "Enter its password to read it.")
    return document


class PdfDocument:
    """An opened PDF."""

    def __init__(self, path: Path, password: str = "") -> None:
        self._path = path
        self._document = open_pdf(path, password)
        try:
            self._page_count = int(self._document.page_count)
        except (RuntimeError, ValueError) as error:
            self._document.close()
            raise DocumentError(
                f"{path.name} is damaged: its pages cannot be found.", "Copy or download the file again."
            ) from error
        if self._page_count == 0:
            self._document.close()
            raise DocumentError(f"{path.name} has no pages.", "Open it in a PDF viewer to check it.")

    @property
    def page_count(self) -> int:
        return self._page_count

    @property
    def title(self) -> str:
        claimed = ((self._document.metadata or {}).get("title") or "").strip()
        claimed = " ".join(claimed.encode("utf-8", "ignore").decode("utf-8").split())
        lowered = claimed.lower()
        if len(claimed) < 4 or len(claimed) > 200 or any(word in lowered for word in _NO_TITLES):
            return ""
        return claimed if any(ch.isalpha() for ch in claimed) else ""

    @property
    def outline(self) -> list[OutlineEntry]:
        try:
            entries = self._document.get_toc(simple=True)
        except (RuntimeError, ValueError, IndexError, KeyError, TypeError):
            return []
        return [
            OutlineEntry(level, " ".join(str(title).split()), page)
            for level, title, page in entries
            if page > 0 and str(title).strip()
        ]

    @property
    def hidden(self) -> list[HiddenText]:
        return []

    @property
    def attachments(self) -> list[Attachment]:
        return []

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        for index in range(first - 1, min(last or self._page_count, self._page_count)):
            yield self._read(index)

    def extract(self, name: str, target: Path) -> None:
        raise DocumentError(f"There is no file {name} in {self._path.name}.", "Add the document again.")

    def _read(self, index: int) -> ReadPage:
        number = index + 1
        try:
            page = self._document[index]
            rotation = int(page.rotation)
            size = page.rect
            width, height = (size.height, size.width) if rotation in (90, 270) else (size.width, size.height)
            words = page.get_text("words", flags=_FLAGS)
            label = str(page.get_label() or "")
        except (RuntimeError, ValueError, IndexError, AssertionError) as error:
            log.warning("page %d of %s cannot be read: %s", number, self._path.name, error)
            return ReadPage(number, "", 612.0, 792.0, 0, "", b"")
        text, lines, packed = lay_out(words, width, height)
        return ReadPage(number, text, width, height, rotation, label, packed, lines)

    def close(self) -> None:
        self._document.close()


class PdfReader:
    """The reader of `.pdf`."""

    def open(self, path: Path, password: str = "") -> PdfDocument:
        return PdfDocument(path, password)
