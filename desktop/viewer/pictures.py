"""The pictures of the open document: which are wanted, kept, or could not be drawn. GUI thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage

from desktop.workers.render import PageImage, RenderJob, RenderWorker

KEPT_BYTES = 160 * 1024 * 1024
KEPT_SMALL = 400  # thumbnails, about 60 KB each


class PagePictures(QObject):
    """`drawn(number)`, `small_drawn(number)`, `failed(number, code, message, hint)`; `went_stale()`: the file
    is another one now, and its pictures were forgotten.
    """

    drawn = Signal(int)
    small_drawn = Signal(int)
    failed = Signal(int, str, str, str)
    went_stale = Signal()
    _look_requested = Signal(str)

    def __init__(self, worker: RenderWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._document_id = ""
        self._images: dict[int, PageImage] = {}
        self._small: OrderedDict[int, QImage] = OrderedDict()
        self._failures: dict[int, str] = {}
        self._small_failures: set[int] = set()
        self._large_jobs: list[RenderJob] = []
        self._small_jobs: list[RenderJob] = []
        self._focus = 1
        worker.rendered.connect(self.on_rendered)
        worker.failed.connect(self.on_failed)
        worker.went_stale.connect(self.on_went_stale)
        self._look_requested.connect(worker.look)

    @property
    def any_drawn(self) -> bool:
        return bool(self._images)

    @property
    def any_changed(self) -> bool:
        """What was drawn is another version of the file than the one that was read."""
        return any(kept.changed for kept in self._images.values())

    def open(self, document_id: str) -> None:
        """Another document, or the same one once more: then its file is looked at again."""
        if document_id != self._document_id:
            self._document_id = document_id
            self.forget()
        elif document_id:
            self._look_requested.emit(document_id)
        self._failures.clear()
        self._small_failures.clear()

    def forget(self) -> None:
        self._images.clear()
        self._small.clear()
        self._failures.clear()
        self._small_failures.clear()
        self._large_jobs, self._small_jobs = [], []
        self._worker.want([])

    def image(self, number: int) -> PageImage | None:
        """The newest picture of a page, perhaps at another zoom."""
        return self._images.get(number)

    def small(self, number: int) -> QImage | None:
        return self._small.get(number)

    def failure(self, number: int) -> str:
        """Why a page has no picture; empty when that is not known."""
        return self._failures.get(number, "")

    def fits(self, number: int, zoom: float, turn: int) -> bool:
        """Whether the picture of a page is the one wanted."""
        kept = self._images.get(number)
        return kept is not None and (kept.zoom, kept.turn) == (zoom, turn)

    def want(self, numbers: Sequence[int], zoom: float, turn: int) -> None:
        """Pages, the most urgent one first; the ones wanted before are not drawn any more."""
        if numbers:
            self._focus = numbers[0]
        self._large_jobs = [
            RenderJob(self._document_id, number, zoom, turn)
            for number in numbers
            if number not in self._failures and not self.fits(number, zoom, turn)
        ]
        self._send()

    def want_small(self, wanted: Sequence[tuple[int, float]], turn: int) -> None:
        """Thumbnails: page and zoom each; drawn when no page waits."""
        self._small_jobs = [
            RenderJob(self._document_id, number, zoom, turn, small=True)
            for number, zoom in wanted
            if number not in self._small and number not in self._small_failures
        ]
        self._send()

    def forget_small(self) -> None:
        """They were turned."""
        self._small.clear()

    def _send(self) -> None:
        self._worker.want(self._large_jobs + self._small_jobs)

    @Slot(object, object)
    def on_rendered(self, job: RenderJob, drawn: PageImage) -> None:
        if job.document_id != self._document_id:
            return
        if job.small:
            if job in self._small_jobs:
                self._small_jobs.remove(job)
            self._small[job.number] = drawn.image
            while len(self._small) > KEPT_SMALL:
                self._small.popitem(last=False)
            self.small_drawn.emit(job.number)
            return
        if job in self._large_jobs:
            self._large_jobs.remove(job)
        self._images[job.number] = drawn
        self._drop_the_farthest()
        self.drawn.emit(job.number)

    @Slot(object, str, str, str)
    def on_failed(self, job: RenderJob, code: str, message: str, hint: str) -> None:
        if job.document_id != self._document_id:
            return
        if job.small:
            self._small_failures.add(job.number)
            return
        self._images.pop(job.number, None)
        self._failures[job.number] = f"{message} {hint}".strip()
        self.failed.emit(job.number, code, message, hint)

    @Slot(str)
    def on_went_stale(self, document_id: str) -> None:
        if document_id == self._document_id:
            self.forget()
            self.went_stale.emit()

    def _drop_the_farthest(self) -> None:
        held = sum(kept.image.sizeInBytes() for kept in self._images.values())
        while held > KEPT_BYTES and len(self._images) > 1:
            farthest = max(self._images, key=lambda number: abs(number - self._focus))
            held -= self._images.pop(farthest).image.sizeInBytes()
