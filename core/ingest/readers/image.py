"""Pictures: PNG, JPEG and TIFF (with all its pages). They have no text; `core.ingest.ocr.recogniser`
recognises it.

Runs in the parser, renderer and recogniser processes, one thread each: MuPDF is not thread-safe. Sizes are
taken from the headers, and nothing is decoded before they are known to be sane. MuPDF applies a camera's
orientation (EXIF) itself, so a page is as it is seen and its rotation is 0. A page has the size that its
resolution gives it; MuPDF takes 72 dpi for one that no scanner has.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf

from core.errors import DocumentError
from core.ingest.readers.base import Attachment, OutlineEntry, ReadPage
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.types import HiddenText

log = logging.getLogger(__name__)

# MuPDF's own errors are no RuntimeErrors where PyMuPDF does not translate them.
READ_ERRORS = (RuntimeError, ValueError, IndexError, AssertionError, pymupdf.mupdf.FzErrorBase)
_TYPES = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"II*\x00": "tiff", b"MM\x00*": "tiff"}

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def open_image(path: Path, limits: ReadLimits = LIMITS) -> Any:
    """The picture as a `pymupdf.Document`; its first page is known to be small enough to decode.

    Raises:
        DocumentError: missing, empty, no picture of these formats, damaged, or with too many pixels.
    """
    try:
        with path.open("rb") as file:
            head = file.read(4)
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
        ) from error
    if not head:
        raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
    kind = next((kind for mark, kind in _TYPES.items() if head.startswith(mark)), "")
    if not kind:
        raise DocumentError(
            f"{path.name} is not a PNG, JPEG or TIFF picture, although its name says so.",
            "Open it in the program it comes from and save it as PNG.",
        )
    try:
        document = pymupdf.open(str(path), filetype=kind)
    except READ_ERRORS as error:
        raise _damaged(path) from error
    try:
        if document.page_count == 0:
            raise _damaged(path)
        check_size(document[0], path.name, limits)
    except READ_ERRORS as error:
        document.close()
        raise _damaged(path) from error
    except DocumentError:
        document.close()
        raise
    return document


def check_size(page: Any, name: str, limits: ReadLimits = LIMITS) -> None:
    """Refuse a picture that would not fit in memory; looks at its header only.

    Raises:
        DocumentError: too many pixels.
    """
    for picture in page.get_image_info():
        width, height = int(picture["width"]), int(picture["height"])
        if width * height > limits.image_pixels:
            raise DocumentError(
                f"{name} has {width:,} × {height:,} pixels, more than the {limits.image_pixels // 10**6} "
                "million that are read.",
                "Save it smaller, or cut it into several pictures.",
            )


class ImageDocument:
    """An opened picture; each of a TIFF's pictures is a page."""

    def __init__(self, path: Path, limits: ReadLimits = LIMITS) -> None:
        self._path = path
        self._limits = limits
        self._document = open_image(path, limits)
        self._page_count = min(int(self._document.page_count), limits.pages)

    @property
    def page_count(self) -> int:
        return self._page_count

    @property
    def title(self) -> str:
        return ""

    @property
    def outline(self) -> list[OutlineEntry]:
        return []

    @property
    def hidden(self) -> list[HiddenText]:
        return []

    @property
    def problem(self) -> str:
        return ""

    @property
    def attachments(self) -> list[Attachment]:
        return []

    def pages(self, first: int = 1, last: int | None = None, *, check: bool = True) -> Iterator[ReadPage]:
        for number in range(first, min(last or self._page_count, self._page_count) + 1):
            yield self._read(number)

    def _read(self, number: int) -> ReadPage:
        try:
            page = self._document[number - 1]
            check_size(page, self._path.name, self._limits)
            area = page.rect
        except DocumentError as error:
            return ReadPage(number, "", 612.0, 792.0, 0, "", b"", problem=error.message)
        except READ_ERRORS as error:
            log.warning("picture %d of %s cannot be read: %s", number, self._path.name, error)
            return ReadPage(number, "", 612.0, 792.0, 0, "", b"", problem="This picture is damaged.")
        problem = ""
        left_out = int(self._document.page_count) - self._page_count
        if number == self._page_count and left_out:
            problem = f"{left_out:,} more pictures of this file were left out."
        return ReadPage(number, "", area.width, area.height, 0, "", b"", wants_ocr=True, problem=problem)

    def extract(self, name: str, target: Path) -> None:
        raise DocumentError(f"There is no file {name} in {self._path.name}.", "Add the document again.")

    def close(self) -> None:
        self._document.close()


class ImageReader:
    """The reader of `.png`, `.jpg`, `.jpeg`, `.tif` and `.tiff`."""

    def open(self, path: Path, password: str = "") -> ImageDocument:
        return ImageDocument(path)


def _damaged(path: Path) -> DocumentError:
    return DocumentError(f"{path.name} is damaged and cannot be opened.", "Copy or download the file again.")
