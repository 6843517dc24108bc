"""Reads e-books with PyMuPDF, which lays them out: pages with pictures and word boxes, like those of a PDF.

One thread of the parser, renderer or recogniser process. Every process lays a book out with the same numbers,
so a page is the same page everywhere. MuPDF neither loads anything from outside the book nor knows entities.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from bisect import bisect_right
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote

import pymupdf
from lxml import etree

from core.errors import DocumentError
from core.ingest.pdf.side_texts import READ_ERRORS
from core.ingest.readers.archives import DAMAGE, checked_archive, left_out, sound_archive
from core.ingest.readers.base import ReadPage
from core.ingest.readers.flow import FlowBuilder
from core.ingest.readers.html import html_root, write_html
from core.ingest.readers.office import is_well_formed
from core.ingest.readers.office_xml import parse_xml
from core.ingest.readers.pdf import PdfDocument
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits
from core.types import STRUCK_OUT, HiddenText

# Points: about a paperback's page. Changing them moves every page of books in existing libraries.
_PAGE_WIDTH, _PAGE_HEIGHT, _FONT_SIZE = 420, 595, 11
_LONGEST_NAME = 120  # characters of a title or chapter
_LARGEST_CHAPTER = 16 * MIB
_BEGINNING = 256  # bytes
_EMPTY_CHAPTER = b'<html xmlns="http://www.w3.org/1999/xhtml"><body></body></html>'
_EMPTY_CONTENTS = b'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/></ncx>'
_CONTENTS_ENDING = ".ncx"
_CHAPTER_ENDINGS = (".xhtml", ".html", ".htm")
_ALGORITHM = re.compile(rb"EncryptionMethod[^>]*?Algorithm\s*=\s*[\"']([^\"']+)")
# Fonts may be scrambled in books that are not protected.
_FONT_ALGORITHMS = (b"http://www.idpf.org/2008/embedding", b"http://ns.adobe.com/pdf/enc#RC")
# MuPDF draws these; see `judge`.
_LAID_OUT_AS_SHOWN = ("markup", "white", "tiny", "transparent", "off_page", STRUCK_OUT)


def open_epub(path: Path, limits: ReadLimits = LIMITS) -> Any:
    """The `pymupdf.Document`, laid out; an empty page stands for each chapter that is lost.

    Raises:
        DocumentError: missing, empty, no e-book, damaged, a bomb, or protected against copying.
    """
    return _laid_out(path, _sound_book(path, limits)[0])


def _sound_book(path: Path, limits: ReadLimits = LIMITS) -> tuple[str | BytesIO, list[str]]:
    """See `sound_archive`."""
    try:
        if path.stat().st_size == 0:
            raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
        ) from error
    checked_archive(path, limits)
    _check_rights(path)
    return sound_archive(path, limits, stand_in=_stand_in, is_sound=_is_part, wanted=_chapters)


def _laid_out(path: Path, source: str | BytesIO) -> Any:
    try:
        content = source.getvalue() if isinstance(source, BytesIO) else None
        document = pymupdf.open(None if content else source, content, filetype="epub")
        document.layout(width=_PAGE_WIDTH, height=_PAGE_HEIGHT, fontsize=_FONT_SIZE)
    except READ_ERRORS as error:
        raise DocumentError(
            f"{path.name} is damaged and cannot be opened.", "Copy or download the file again."
        ) from error
    return document


def _is_part(name: str, file: IO[bytes]) -> bool:
    """False for a broken table of contents, for which MuPDF refuses the book, and for a chapter that does not
    begin as markup does: it makes an empty page of that."""
    if name.lower().endswith(_CONTENTS_ENDING):
        return is_well_formed(f"{name}.xml", file)
    return not name.lower().endswith(_CHAPTER_ENDINGS) or b"<" in file.read(_BEGINNING)


def _stand_in(name: str, _content: bytes) -> bytes:
    return _EMPTY_CONTENTS if name.lower().endswith(_CONTENTS_ENDING) else _EMPTY_CHAPTER


def _chapters(archive: zipfile.ZipFile) -> Iterator[str]:
    """The files that the book lists as chapters; MuPDF writes an error on the page of a missing one."""
    for name in archive.namelist():
        if not name.lower().endswith(".opf"):
            continue
        try:
            root = parse_xml(archive.read(name))
        except (etree.XMLSyntaxError, *DAMAGE):
            continue
        for item in root.iter("{*}item"):
            target = unquote(item.get("href", ""))
            if target.lower().endswith(_CHAPTER_ENDINGS):
                yield posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def _cut_chapters(source: str | BytesIO) -> Iterator[str]:
    """Chapters of which the end is missing; what is there of them is read."""
    with zipfile.ZipFile(source) as archive:
        for member in archive.infolist():
            if member.filename.lower().endswith(_CHAPTER_ENDINGS):
                content = archive.read(member).replace(b"\x00", b"").lower()  # UTF-16 reads like UTF-8
                if b"</html" not in content:
                    yield member.filename


def _check_rights(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        if "META-INF/container.xml" not in names:
            raise DocumentError(
                f"{path.name} is not an e-book, although its name says so.",
                "Open it in the program it comes from.",
            )
        algorithms: list[bytes] = []
        if "META-INF/encryption.xml" in names:
            try:
                with archive.open("META-INF/encryption.xml") as file:
                    algorithms = _ALGORITHM.findall(file.read(MIB))
            except (OSError, *DAMAGE):
                algorithms = [b""]
    if any(algorithm not in _FONT_ALGORITHMS for algorithm in algorithms):
        raise DocumentError(
            f"{path.name} is protected against copying (DRM) and cannot be read.",
            "Read it in its shop's own program, or get a copy without protection.",
        )


class EpubDocument(PdfDocument):
    """An opened e-book: a PDF's reading and checking of pages, a book's chapters."""

    _title_pages = 6  # a cover, which is a picture, and half-titles come first

    def __init__(self, path: Path) -> None:
        self._source, self._lost = _sound_book(path)
        super().__init__(path)
        self._chapters = [(entry.page, entry.title) for entry in self.outline]
        self._chapters.sort(key=lambda chapter: chapter[0])
        self._starts = [page for page, _ in self._chapters]

    def _open(self) -> Any:
        return _laid_out(self._path, self._source)

    def _is_damaged(self, index: int) -> bool:
        """An empty page of a book is one: a chapter that cannot be laid out has no pages."""
        return False

    @property
    def hidden(self) -> list[HiddenText]:
        """Metadata, and what the chapters hide so well that it is on no page."""
        return [*super().hidden, *_undisplayed(self._source)]

    @property
    def problem(self) -> str:
        return left_out([*self._lost, *_cut_chapters(self._source)])

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        """See `core.ingest.readers.base.OpenDocument`; a page's label is its chapter."""
        for page in super().pages(first, last, check=check):
            place = bisect_right(self._starts, page.number) - 1
            page.label = self._chapters[place][1][:_LONGEST_NAME] if place >= 0 else ""
            yield page


def _undisplayed(source: str | BytesIO) -> Iterator[HiddenText]:
    """Text of elements that are not displayed; MuPDF drops it before there are pages."""
    total = 0
    try:
        with zipfile.ZipFile(source) as archive:
            for member in archive.infolist():
                total += member.file_size
                if not member.filename.lower().endswith(_CHAPTER_ENDINGS) or total > LIMITS.text_characters:
                    continue
                with archive.open(member) as file:
                    content = file.read(_LARGEST_CHAPTER)
                if b"display" not in content and b"hidden" not in content and b"visibility" not in content:
                    continue
                root = html_root(content)
                if root is None:
                    continue
                builder = FlowBuilder()
                write_html(root, builder)
                for page in builder.pages():
                    for hidden in page.hidden:
                        if hidden.reason not in _LAID_OUT_AS_SHOWN:
                            yield HiddenText(0, hidden.reason, hidden.text)
    except (OSError, *DAMAGE):
        return


class EpubReader:
    """The reader of `.epub`."""

    def open(self, path: Path, password: str = "") -> EpubDocument:
        return EpubDocument(path)
