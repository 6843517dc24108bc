"""Turns pages into images through `Engine.viewing` (a child process does the work); its own thread.

The GUI thread says what it wants at present, most urgent first; what was wanted before and is not any more is
never drawn. Images are kept by who asked (`controllers.pictures`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QImage

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.ingest.pictures.render import FileState

_PATIENCE_S = 0.5  # a page that takes longer and is not wanted any more is given up


class RenderJob(NamedTuple):
    """One picture: pixels a point, degrees clockwise beside the page's own rotation; `small`: a thumbnail."""

    document_id: str
    number: int
    zoom: float
    turn: int = 0
    small: bool = False


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
    turn: int = 0


class RenderWorker(Worker):
    """`rendered(RenderJob, PageImage)` or `failed(RenderJob, code, message, hint)` for each job that is still
    wanted when its turn comes; `went_stale(document_id)`: its file is not that of the pictures sent.
    """

    rendered = Signal(object, object)
    failed = Signal(object, str, str, str)
    went_stale = Signal(str)
    _poked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._pending: list[RenderJob] = []
        self._running: RenderJob | None = None
        self._since = 0.0
        self._token = CancelToken()
        self._closing = False
        self._files: dict[str, FileState] = {}
        self._poked.connect(self.work)

    def want(self, jobs: Sequence[RenderJob]) -> None:
        """GUI thread: these pictures, in this order, and no others."""
        with self._lock:
            running = self._running
            self._pending = [job for job in jobs if job != running]
            if running is not None and running not in jobs:
                other = not jobs or jobs[0].document_id != running.document_id
                if other or time.monotonic() - self._since > _PATIENCE_S:
                    self._token.set()
        self._poked.emit()

    @Slot()
    def work(self) -> None:
        """Draw until nothing is wanted."""
        while (job := self._next()) is not None:
            try:
                page = self.engine.viewing.render_page(
                    job.document_id, job.number, job.zoom, self._token, job.turn
                )
                image = QImage(
                    page.rgb, page.width, page.height, 3 * page.width, QImage.Format.Format_RGB888
                ).convertToFormat(QImage.Format.Format_RGB32)
            except Cancelled:
                continue
            except Exception as error:  # noqa: BLE001 - told to the user
                if not self._token.is_set:
                    self.failed.emit(job, *failure_of(error))
                continue
            finally:
                with self._lock:
                    self._running = None
            self._files[job.document_id] = page.file
            drawn = PageImage(
                job.document_id,
                job.number,
                job.zoom,
                image,
                page.matrix,
                page.file,
                page.changed,
                job.turn,
            )
            self.rendered.emit(job, drawn)

    @Slot()
    def warm(self) -> None:
        """Start the process that draws, so that the first page need not wait for it."""
        with self._lock:
            if self._closing:
                return
            self._token = CancelToken()
        try:
            self.engine.viewing.warm(self._token)
        except (Cancelled, KnownError):
            pass  # the first page will say it
        except Exception as error:  # noqa: BLE001
            failure_of(error)

    @Slot(str)
    def look(self, document_id: str) -> None:
        """Whether the file is still the one that was drawn."""
        known = self._files.get(document_id)
        if known is not None and not known.still_holds():
            del self._files[document_id]
            self.went_stale.emit(document_id)

    def _next(self) -> RenderJob | None:
        with self._lock:
            if self._closing or not self._pending:
                return None
            self._running = self._pending.pop(0)
            self._since = time.monotonic()
            self._token = CancelToken()
            return self._running

    def interrupt(self) -> None:
        with self._lock:
            self._closing = True
            self._token.set()
