"""The renderer process: PDF pages as pictures. Everything here runs in the child, on its main thread.

Request `render` {path, page, zoom, password, sha256, size_bytes} → `done` {width, height, matrix, changed,
mtime_ns, size_bytes} with RGB bytes, three per pixel, rows without padding. The last file stays open, so that
turning pages is fast; it is opened, and its bytes compared with `sha256`, anew when it changes.
"""

from __future__ import annotations

import hashlib
import math
import os
from pathlib import Path
from typing import Any

import pymupdf

from core.errors import DocumentError
from core.ingest.formats.pdf import open_pdf
from core.procs.channel import Channel, Request

MAX_PIXELS = 24_000_000  # 72 MB of RGB: a large page at high zoom; above this the zoom is lowered
_HASH_BLOCK = 4 * 1024 * 1024


def main(channel: Channel) -> None:
    """Answer requests until the parent closes."""
    worker = _Worker(channel)
    channel.serve(worker.handle)


class _Worker:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._document: Any = None
        self._opened: tuple[str, int, int, str] | None = None
        self._hashed: tuple[tuple[str, int, int, str], str] | None = None

    def handle(self, request: Request) -> None:
        if request.kind != "render":
            raise ValueError(f"unknown request {request.kind}")
        order = request.payload
        path = Path(order["path"])
        document, status = self._open(path, order.get("password", ""))
        changed = self._changed(path, status, order.get("sha256", ""), int(order.get("size_bytes", 0)))
        number = int(order["page"])
        if not 1 <= number <= document.page_count:
            raise DocumentError(
                f"{path.name} has no page {number}.",
                f"It has {document.page_count} pages; it may have changed.",
            )
        self._channel.check()
        width, height, matrix, pixels = render(document, number, float(order["zoom"]), path.name)
        drawn = {"width": width, "height": height, "matrix": matrix}
        state = {"changed": changed, "mtime_ns": status.st_mtime_ns, "size_bytes": status.st_size}
        self._channel.done(drawn | state, pixels)

    def _open(self, path: Path, password: str) -> tuple[Any, os.stat_result]:
        """The open document and the state of its file when it was opened."""
        try:
            status = path.stat()
        except OSError as error:
            raise DocumentError(
                f"{path} cannot be read ({error.strerror}).",
                "Put the file back, or add it again from its new place.",
            ) from error
        wanted = (str(path), status.st_mtime_ns, status.st_size, password)
        if self._opened != wanted:
            if self._document is not None:
                self._document.close()
            self._document, self._opened = None, None
            self._document = open_pdf(path, password)
            self._opened = wanted
        return self._document, status

    def _changed(self, path: Path, status: os.stat_result, sha256: str, size_bytes: int) -> bool:
        """Whether the opened file holds other bytes than those that were read into the library.

        The time alone says nothing: a copied file has another, an edited one may have the same.
        """
        if not sha256 or self._opened is None:
            return False
        if size_bytes and status.st_size != size_bytes:
            return True
        if self._hashed is None or self._hashed[0] != self._opened:
            self._hashed = (self._opened, self._digest(path))
        return self._hashed[1] != sha256

    def _digest(self, path: Path) -> str:
        digest = hashlib.sha256()
        try:
            with path.open("rb") as file:
                while block := file.read(_HASH_BLOCK):
                    self._channel.check()
                    digest.update(block)
        except OSError:
            return ""  # it vanished after it was opened: what is drawn cannot be vouched for
        return digest.hexdigest()


def render(document: Any, number: int, zoom: float, name: str) -> tuple[int, int, list[float], bytes]:
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
        pixmap = page.get_pixmap(
            matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False, annots=True
        )
        to_pixels = page.rotation_matrix * pymupdf.Matrix(scale, scale)
        shift = pymupdf.Matrix(1, 0, 0, 1, -pixmap.x, -pixmap.y)
        matrix = [float(value) for value in to_pixels * shift]
        return int(pixmap.width), int(pixmap.height), matrix, bytes(pixmap.samples)
    except (RuntimeError, ValueError, MemoryError) as error:
        raise DocumentError(
            f"Page {number} of {name} cannot be drawn; the file is damaged there.",
            "Open it in a PDF viewer to check it.",
        ) from error
