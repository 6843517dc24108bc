"""The renderer process: pages as pictures. Everything here runs in the child, on its main thread.

Request `render` {path, member, format, page, zoom, turn, password, sha256, size_bytes} → `done` {width,
height, matrix, changed, mtime_ns, size_bytes} with RGB bytes, three per pixel, rows without padding; `turn`
is in degrees clockwise beside the page's own rotation.
Request `outline` {path, member, format, password} → `done` {entries: [[level, title, page], …]}.
Request `warm` {} → `done` {}: the process stands.

The last file stays open (and unpacked, when it lies in another), so that turning pages is fast; it is opened,
and its bytes compared with `sha256`, anew when it changes.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any

import pymupdf

from core.errors import DocumentError
from core.ingest.pictures.opened_file import OpenedFile
from core.ingest.pictures.render import MAX_OUTLINE
from core.ingest.readers.image import READ_ERRORS
from core.procs.channel import Channel, Request

MAX_PIXELS = 24_000_000  # 72 MB of RGB: a large page at high zoom; above this the zoom is lowered
_TITLE_CHARACTERS = 200
_HASH_BLOCK = 4 * 1024 * 1024


def main(channel: Channel) -> None:
    """Answer requests until the parent closes."""
    worker = _Worker(channel)
    try:
        channel.serve(worker.handle)
    finally:
        worker.close()


class _Worker:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._opened = OpenedFile()
        self._digest = ""

    def handle(self, request: Request) -> None:
        if request.kind == "warm":
            self._channel.done({})
            return
        if request.kind not in ("render", "outline"):
            raise ValueError(f"unknown request {request.kind}")
        order = request.payload
        if self._opened.open(order):
            self._digest = ""
        document, name = self._opened.document, self._opened.file.name
        if request.kind == "outline":
            self._channel.done({"entries": outline(document)})
            return
        changed = self._changed(order.get("sha256", ""), int(order.get("size_bytes", 0)))
        number = int(order["page"])
        if not 1 <= number <= document.page_count:
            raise DocumentError(
                f"{name} has no page {number}.",
                f"It has {document.page_count} pages; it may have changed.",
            )
        self._channel.check()
        width, height, matrix, pixels = render(
            document, number, float(order["zoom"]), name, int(order.get("turn", 0))
        )
        drawn = {"width": width, "height": height, "matrix": matrix}
        state = {"changed": changed, "mtime_ns": self._opened.mtime_ns, "size_bytes": self._opened.size_bytes}
        self._channel.done(drawn | state, pixels)

    def close(self) -> None:
        self._opened.close()

    def _changed(self, sha256: str, size_bytes: int) -> bool:
        """Whether the opened file holds other bytes than those that were read into the library.

        The time alone says nothing: a copied file has another, an edited one may have the same.
        """
        if not sha256:
            return False
        try:
            if size_bytes and self._opened.file.stat().st_size != size_bytes:
                return True
            self._digest = self._digest or self._hash()
        except OSError:
            return True  # it vanished after it was opened: what is drawn cannot be vouched for
        return self._digest != sha256

    def _hash(self) -> str:
        digest = hashlib.sha256()
        with self._opened.file.open("rb") as file:
            while block := file.read(_HASH_BLOCK):
                self._channel.check()
                digest.update(block)
        return digest.hexdigest()


def outline(document: Any) -> list[list[Any]]:
    """The bookmarks that lead to a page, as level (from 1), title and page (from 1)."""
    try:
        entries = document.get_toc(simple=True)
    except (*READ_ERRORS, MemoryError):
        return []  # a damaged outline is none
    found = []
    for level, title, page in entries[:MAX_OUTLINE]:
        words = " ".join(str(title).split())[:_TITLE_CHARACTERS]
        if words and 1 <= page <= document.page_count:
            found.append([int(level), words, int(page)])
    return found


def render(
    document: Any, number: int, zoom: float, name: str, turn: int = 0
) -> tuple[int, int, list[float], bytes]:
    """Width, height, matrix (a b c d e f: points of the unrotated page → pixels) and RGB bytes.

    Raises:
        DocumentError: the page cannot be drawn.
    """
    try:
        page = document[number - 1]
        area = max(1.0, page.rect.width * page.rect.height)
        scale = max(0.01, min(zoom, math.sqrt(MAX_PIXELS / area)))
        if not math.isfinite(scale):
            scale = 1.0
        shown = pymupdf.Matrix(scale, scale) * pymupdf.Matrix(turn)
        pixmap = page.get_pixmap(matrix=shown, colorspace=pymupdf.csRGB, alpha=False, annots=True)
        to_pixels = page.rotation_matrix * shown
        shift = pymupdf.Matrix(1, 0, 0, 1, -pixmap.x, -pixmap.y)
        matrix = [float(value) for value in to_pixels * shift]
        return int(pixmap.width), int(pixmap.height), matrix, bytes(pixmap.samples)
    except (*READ_ERRORS, MemoryError) as error:
        raise DocumentError(
            f"Page {number} of {name} cannot be drawn; the file is damaged there.",
            "Open it in a PDF viewer to check it.",
        ) from error
