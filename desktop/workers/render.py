"""Turns pages into images through `Engine.render_page` (a child process does the work); its own thread.

Keeps the last images, newest last, up to `CACHE_BYTES`, each for as long as its file stays as it was. A
request that was overtaken is answered by nobody: only the newest one is rendered.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QImage

from core.cancel import CancelToken
from core.errors import Cancelled
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.ingest.render import FileState

CACHE_BYTES = 128 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PageImage:
    """A drawn page. `matrix` (a, b, c, d, e, f) maps unrotated page points to pixels of `image`.

    `changed`: it was drawn from another version of the file than the library knows.
    """

    document_id: str
    number: int
    zoom: float
    image: QImage
    matrix: tuple[float, float, float, float, float, float]
    file: FileState
    changed: bool


class RenderWorker(Worker):
    """`rendered(ticket, PageImage)` or `failed(ticket, message, hint)`; tickets rise with each request."""

    rendered = Signal(int, object)
    failed = Signal(int, str, str)

    def __init__(self) -> None:
        super().__init__()
        self._images: OrderedDict[tuple[str, int, float], PageImage] = OrderedDict()
        self._lock = threading.Lock()
        self._newest = 0
        self._token = CancelToken()

    def next_ticket(self) -> int:
        """GUI thread: overtakes whatever was asked before, even in mid-render."""
        with self._lock:
            self._newest += 1
            self._token.set()
            self._token = CancelToken()
            return self._newest

    @Slot(int, str, int, float)
    def render(self, ticket: int, document_id: str, number: int, zoom: float) -> None:
        with self._lock:
            if ticket != self._newest:
                return
            token = self._token
        key = (document_id, number, round(zoom, 3))
        kept = self._images.get(key)
        if kept is not None and kept.file.still_holds():
            self._images.move_to_end(key)
            self.rendered.emit(ticket, kept)
            return
        try:
            page = self.engine.render_page(document_id, number, zoom, token)
            image = QImage(
                page.rgb, page.width, page.height, 3 * page.width, QImage.Format.Format_RGB888
            ).copy()
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 - told to the user
            if not token.is_set:
                _code, message, hint = failure_of(error)
                self.failed.emit(ticket, message, hint)
            return
        drawn = PageImage(document_id, number, zoom, image, tuple(page.matrix), page.file, page.changed)
        self._keep(key, drawn)
        self.rendered.emit(ticket, drawn)

    def _keep(self, key: tuple[str, int, float], drawn: PageImage) -> None:
        self._images[key] = drawn
        held = sum(kept.image.sizeInBytes() for kept in self._images.values())
        while held > CACHE_BYTES and len(self._images) > 1:
            _key, oldest = self._images.popitem(last=False)
            held -= oldest.image.sizeInBytes()

    def interrupt(self) -> None:
        with self._lock:
            self._token.set()
