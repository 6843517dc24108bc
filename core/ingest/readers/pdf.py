"""Reads PDF files with PyMuPDF. One thread of the parser process only: PyMuPDF is not thread-safe."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pymupdf

from core.errors import DocumentError, PasswordError
from core.ingest.pdf.bidi_order import in_reading_order
from core.ingest.pdf.embedded_files import SIGNS_OF_DAMAGE, embedded_files
from core.ingest.pdf.font_check import FontCheck
from core.ingest.pdf.form_fields import entries_of_lists, with_fields, without_dingbats
from core.ingest.pdf.hidden_text import Verdict, judge
from core.ingest.pdf.layers import HiddenLayers, correct_memberships, has_layers
from core.ingest.pdf.pageview import PageView
from core.ingest.pdf.side_texts import (
    READ_ERRORS,
    clean,
    comments,
    metadata_claims,
    shown_in,
    side_claims,
    tokens,
)
from core.ingest.pdf.struck_text import set_struck_aside
from core.ingest.pdf.text_rows import RawWord, lay_out
from core.ingest.pdf.text_tables import Column
from core.ingest.pdf.textquality import LETTERS_LOST, has_garbage, is_garbage, lost_letters
from core.ingest.readers.attachments import EnclosedFiles
from core.ingest.readers.base import Attachment, OutlineEntry, ReadPage
from core.ingest.structure.annotations import own_text, with_annotations
from core.text.table_heads import is_value
from core.types import DocumentFlag, HiddenText

log = logging.getLogger(__name__)

_MAGIC_WITHIN = 1024  # PDF 1.7 implementation notes: readers accept the header within the first 1024 bytes
_DAMAGED = "The page is damaged and cannot be read. Copy or download the file again."
_CUT_PAGE = "The page is damaged, and not all of it can be read. Copy or download the file again."
_SIGNS_OF_A_CUT = ("premature end", "zlib error")
CUT_SHORT = "The file is damaged or incomplete; pages may be missing."
_END_WITHIN = 2048  # bytes from the end; many whole files have something behind their end
_LONGEST_TITLE = 200
_LONGEST_LABEL = 20
_LEAST_ROWS = 3  # of a page on which a table may go on
_WORTH_A_FLAG = 3  # letters hidden on a page
_INK_SHARE = 0.001  # of a page without text: less is a speck, not something to recognise
_STAMP = 80  # characters: a page with fewer may be a picture with a stamp
_PICTURE_SHARE = 0.6
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
    try:
        correct_memberships(document)
    except READ_ERRORS as error:
        log.info("layers of %s cannot be read: %s", path.name, error)
    return document


class PdfDocument:
    """An opened PDF."""

    _title_pages = 2  # of the beginning, one of which has to show the title

    def __init__(self, path: Path, password: str = "") -> None:
        self._path = path
        self._password = password
        self._document = self._open()
        self._title: str | None = None
        self._layers: HiddenLayers | None = None
        self._fonts = FontCheck(self._document)
        self._open_tables: dict[int, Sequence[Column]] = {}  # by page from 0: of a table that goes on
        self._enclosed: EnclosedFiles | None = None
        try:
            self._page_count = int(self._document.page_count)
        except READ_ERRORS as error:
            self._document.close()
            raise DocumentError(
                f"{path.name} is damaged: its pages cannot be found.", "Copy or download the file again."
            ) from error
        if self._page_count == 0:
            self._document.close()
            raise DocumentError(f"{path.name} has no pages.", "Open it in a PDF viewer to check it.")

    def _open(self) -> Any:
        """The `pymupdf.Document`; formats that MuPDF lays out itself open theirs in their own way."""
        return open_pdf(self._path, self._password)

    @property
    def page_count(self) -> int:
        return self._page_count

    @property
    def title(self) -> str:
        """The metadata's title, if one of the first pages shows its words: anybody can write metadata."""
        if self._title is None:
            claimed = self._claimed_title()
            words = tokens(claimed)
            shown = bool(words) and any(
                shown_in(claimed, tokens(own_text(page))) for page in self.pages(1, self._title_pages)
            )
            self._title = claimed if shown else ""
        return self._title

    def _claimed_title(self) -> str:
        claimed = clean((self._document.metadata or {}).get("title"))
        lowered = claimed.lower()
        if len(claimed) < 4 or len(claimed) > _LONGEST_TITLE or any(word in lowered for word in _NO_TITLES):
            return ""
        return claimed if any(ch.isalpha() for ch in claimed) else ""

    @property
    def outline(self) -> list[OutlineEntry]:
        """Bookmarks as the file has them; `core.ingest.structure` uses those that their page shows."""
        try:
            entries = self._document.get_toc(simple=True)
        except READ_ERRORS:
            return []
        return [
            OutlineEntry(level, clean(title), page)
            for level, title, page in entries
            if page > 0 and clean(title)
        ]

    @property
    def hidden(self) -> list[HiddenText]:
        return metadata_claims(self._document, self.title)

    @property
    def problem(self) -> str:
        """Said of a file whose end is missing: MuPDF finds what pages it can; there may have been more."""
        return CUT_SHORT if self._document.is_repaired and not _has_end(self._path) else ""

    @property
    def attachments(self) -> list[Attachment]:
        return self._files().attachments

    def _files(self) -> EnclosedFiles:
        if self._enclosed is None:
            found = embedded_files(self._document) if self._document.is_pdf else []
            self._enclosed = EnclosedFiles(found, self._path.name)
        return self._enclosed

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        for index in range(first - 1, min(last or self._page_count, self._page_count)):
            yield self._read(index, check)

    def extract(self, name: str, target: Path) -> None:
        self._files().extract(name, target)

    def close(self) -> None:
        self._enclosed = None
        if self._layers is not None:
            self._layers.close()
        self._document.close()

    def _read(self, index: int, check: bool) -> ReadPage:
        try:
            with _unrotated(self._document[index]) as (page, rotation):
                return self._read_page(page, index, rotation, check)
        except READ_ERRORS as error:
            log.warning("page %d of %s cannot be read: %s", index + 1, self._path.name, error)
        unread = ReadPage(index + 1, "", 612.0, 792.0, 0, "", b"")
        unread.problem = _DAMAGED
        return unread

    def _is_damaged(self, index: int) -> bool:
        """Whether an empty page is what is left of a broken one: MuPDF goes on over errors with a warning."""
        if not self._document.xref_object(self._document.page_xref(index)).lstrip().startswith("<<"):
            return True
        return any(sign in pymupdf.TOOLS.mupdf_warnings(reset=False) for sign in SIGNS_OF_DAMAGE)

    def _is_cut(self, page: Any) -> bool:
        """Whether a page with text lacks the end of what is drawn on it; pictures may be damaged, too."""
        if not pymupdf.TOOLS.mupdf_warnings(reset=True):
            return False
        page.read_contents()
        return any(sign in pymupdf.TOOLS.mupdf_warnings() for sign in _SIGNS_OF_A_CUT)

    def _read_page(self, page: Any, index: int, rotation: int, check: bool) -> ReadPage:
        pymupdf.TOOLS.reset_mupdf_warnings()
        view = PageView(page)
        read = ReadPage(index + 1, "", view.width, view.height, rotation, _label(page), b"")
        read.checked = False
        verdict: Verdict | None = None
        if check:
            try:
                verdict = judge(view)
                set_struck_aside(view, verdict)
                read.hidden, is_flagged = self._hidden_words(page, index, view, verdict)
                if is_flagged:
                    read.flags.add(DocumentFlag.HIDDEN_TEXT)
                if verdict.is_scan:
                    read.flags.add(DocumentFlag.SCAN_TEXT)
                read.checked = True
            except READ_ERRORS as error:
                log.warning("page %d of %s cannot be checked: %s", index + 1, self._path.name, error)
                read.problem = "The page could not be checked for hidden text, so it is kept out of prompts."
        if verdict is not None and verdict.hidden:
            first_added = len(view.words) - _added(page, view.words, clipped=False)
            words, added = verdict.words, sum(place >= first_added for place in verdict.places)
        else:  # to the letter what the fast pass reads, so that a page that is clean need not be read again
            words = view.clipped_words
            added = _added(page, words, clipped=True)
        shown, added = _in_order(page, view, words, added)
        carried = self._table_over(index)
        read.text, read.lines, read.words, columns = lay_out(shown, view.width, view.height, added, carried)
        if verdict is None or not verdict.hidden:
            self._open_tables[index] = columns
        if is_garbage(read.text):
            read.flags.add(DocumentFlag.BAD_TEXT)
            read.text, read.lines, read.words, read.wants_ocr = "", [], b"", True
        elif check and (has_garbage(read.text) or self._fonts.has_wrong_letters(page, view.fonts)):
            read.flags.add(DocumentFlag.BAD_TEXT)
            read.wants_ocr, read.problem = True, read.problem or LETTERS_LOST
        elif lost_letters(read.text):  # too few to give the rest up for what is recognised
            read.problem = read.problem or LETTERS_LOST
        elif not read.text:
            read.wants_ocr = view.ink_share() > _INK_SHARE
            if not read.wants_ocr and self._is_damaged(index):
                read.problem = _DAMAGED
        elif self._is_cut(page):
            read.problem = read.problem or _CUT_PAGE
        elif len(read.text) < _STAMP:  # a page number or a stamp on a page that is a picture
            read.wants_ocr = view.picture_share() > _PICTURE_SHARE
        if page.first_annot:
            said = comments(page, words)
            read.text, read.lines, read.words, read.places = with_annotations(
                read.text, read.lines, read.words, said
            )
        return read

    def _table_over(self, index: int) -> Sequence[Column]:
        """The columns of a table that goes on on this page; pages before it are read until one tells them."""
        unread: list[int] = []
        while index and index - 1 not in self._open_tables:
            index -= 1
            columns, has_rows = self._open_table(index, ())
            if columns or not has_rows:
                self._open_tables[index] = columns
                index += 1
                break
            unread.append(index)  # it may be in the middle of one
        columns = self._open_tables.get(index - 1, ())
        for place in reversed(unread):
            self._open_tables[place] = columns = self._open_table(place, columns)[0]
        return columns

    def _open_table(self, index: int, carried: Sequence[Column]) -> tuple[Sequence[Column], bool]:
        """The columns of a table that does not end on a page, and whether the page has rows of one."""
        with _unrotated(self._document[index]) as (page, _rotation):
            view = PageView(page)
            words = view.clipped_words
            added = _added(page, words, clipped=True)
            shown, added = _in_order(page, view, words, added)
            text, lines, _, columns = lay_out(shown, view.width, view.height, added, carried)
        ends = (text[line.start : line.end].rsplit(None, 1)[-1] for line in lines)
        return columns, sum(map(is_value, ends)) >= _LEAST_ROWS

    def _hidden_words(
        self, page: Any, index: int, view: PageView, verdict: Verdict
    ) -> tuple[list[HiddenText], bool]:
        """All that the page holds and does not show, by reason; is it worth a flag?

        Tool tips of form fields and a clipped bracket are no reason to warn.
        """
        number = index + 1
        entries = entries_of_lists(page)
        found = [
            HiddenText(number, run.reason, clean(" ".join(words)))
            for run in verdict.hidden
            if (words := [word for word in run.words if word not in entries])
        ]
        if has_layers(self._document):
            if self._layers is None:
                self._layers = HiddenLayers(open_pdf(self._path, self._password))
            layered = self._layers.words(index, view.words)
            if layered:
                found.append(HiddenText(number, "hidden_layer", clean(" ".join(layered))))
        labels: list[HiddenText] = []
        if page.first_annot or page.first_widget:
            shown = tokens(" ".join([*(word[4] for word in verdict.words), *entries]))
            said, named = side_claims(page, shown)
            found += [HiddenText(number, "annotation", claim) for claim in said]
            labels = [HiddenText(number, "annotation", claim) for claim in named]
        letters = sum(ch.isalnum() for entry in found for ch in entry.text)
        return found + labels, letters >= _WORTH_A_FLAG


def _has_end(path: Path) -> bool:
    """Whether the mark that ends every PDF is there. Many whole files need repairs; those keep their end."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _END_WITHIN))
        return b"%%EOF" in file.read().rstrip(b"\0")


@contextmanager
def _unrotated(page: Any) -> Iterator[tuple[Any, int]]:
    """The page, read and drawn as if it were not rotated, and the degrees it is rotated by."""
    rotation = int(page.rotation)
    if not rotation:
        yield page, 0
        return
    page.set_rotation(0)
    try:
        yield page, rotation
    finally:
        page.set_rotation(rotation)


def _label(page: Any) -> str:
    """The page's name in the file ("iv"), which its author chose freely: short, and on one line."""
    try:
        return clean(page.get_label(), _LONGEST_LABEL)
    except READ_ERRORS:
        return ""


def _in_order(page: Any, view: PageView, words: list[RawWord], added: int) -> tuple[Sequence[RawWord], int]:
    """The words as a reader takes them in, form fields said; how many of the last stand behind all others."""
    words = without_dingbats(words, view)
    own = len(words) - added
    return with_fields(page, [*in_reading_order(words[:own], view), *words[own:]], added)


def _added(page: Any, words: Sequence[RawWord], *, clipped: bool) -> int:
    """How many of the page's last words are form fields' and other annotations'."""
    if not (page.first_annot or page.first_widget):
        return 0
    own = PageView(page, annotations=False)
    return max(0, len(words) - len(own.clipped_words if clipped else own.words))


class PdfReader:
    """The reader of `.pdf`."""

    def open(self, path: Path, password: str = "") -> PdfDocument:
        return PdfDocument(path, password)
