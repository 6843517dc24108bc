"""How far the reading is and how long it will take. Pure arithmetic over events; the clock is passed in."""

from __future__ import annotations

from collections.abc import Mapping

from core.events import DocumentProgressed, IngestProgressed
from core.types import DocumentStatus

# Share of a document's work that is parsing; understanding (embedding) is the long rest.
_PARSING_SHARE = 0.1
_MIN_SECONDS = 3.0  # before that an estimate is a guess
_MIN_WORK = 0.02


class ReadingProgress:
    """Counts one batch: it begins with the first queued document and ends when nothing is left."""

    def __init__(self) -> None:
        self._done_share: dict[str, float] = {}
        self._finished = 0  # counted as they end: a batch may have a hundred thousand, and each asks
        self._shares = 0.0  # of all of them together
        self._began = 0.0
        self._began_share = 0.0
        self._now = 0.0
        self._stage_eta: float | None = None
        self._whole: IngestProgressed | None = None
        self.to_renew = 0  # documents that an earlier version read
        self.renewal: IngestProgressed | None = None  # how far that is

    @property
    def percent(self) -> int | None:
        """Of the work, not of the files; None while only files were counted."""
        return None if self._whole is None else max(0, min(int(self._whole.percent), 100))

    @property
    def pages_per_second(self) -> float:
        return 0.0 if self._whole is None else self._whole.pages_per_second

    @property
    def total(self) -> int:
        return len(self._done_share)

    @property
    def finished(self) -> int:
        return self._finished

    @property
    def remaining(self) -> int:
        return self.total - self.finished

    @property
    def fraction(self) -> float:
        whole = self._whole if self.remaining or not self.to_renew else self.renewal
        if whole is not None:
            return min(max(whole.percent / 100, 0.0), 1.0)
        return min(max(self._shares / self.total, 0.0), 1.0) if self.total else 1.0

    @property
    def eta_seconds(self) -> float | None:
        """None while it would be a guess. One document alone uses the engine's own figure."""
        if not self.remaining:
            return None
        if self._whole is not None:
            early = self._now - self._began < _MIN_SECONDS or self._whole.percent < 100 * _MIN_WORK
            return None if early else self._whole.eta_seconds
        if self.remaining == 1 and self._stage_eta is not None:
            return self._stage_eta
        worked = self._shares - self._began_share
        elapsed = self._now - self._began
        if elapsed < _MIN_SECONDS or worked < _MIN_WORK:
            return None
        return (self.total - self._shares) * elapsed / worked

    def queue(self, document_id: str, now: float) -> None:
        if not self.remaining:  # a new batch
            self._clear()
            self._whole = None
            self._restart(now)
        self._set(document_id, 0.0)

    def status(self, document_id: str, status: DocumentStatus, now: float) -> None:
        self._now = now
        if document_id not in self._done_share:
            return
        self._stage_eta = None
        share = {
            DocumentStatus.INDEXED: 1.0,
            DocumentStatus.FAILED: 1.0,
            DocumentStatus.LOCKED: 1.0,
            DocumentStatus.SEARCHABLE: _PARSING_SHARE,
        }
        self._set(document_id, max(self._done_share[document_id], share.get(status, 0.0)))

    def overall(self, event: IngestProgressed, now: float) -> None:
        """The engine's own measure of the whole queue: better than anything counted here."""
        self._now = now
        if event.renewing:
            self.renewal = event
            self.to_renew = event.documents_total - event.documents_done
        else:
            self._whole = event

    def advance(self, event: DocumentProgressed, now: float) -> None:
        self._now = now
        if event.document_id not in self._done_share or event.total <= 0:
            return
        part = min(event.done / event.total, 1.0)
        if event.stage == "parsing":
            share = part * _PARSING_SHARE
        elif event.stage == "embedding":
            # Never 1.0 here: only the status says that a document is ready.
            share = min(_PARSING_SHARE + part * (1 - _PARSING_SHARE), 0.999)
            self._stage_eta = event.eta_seconds
        else:
            return
        self._set(event.document_id, max(self._done_share[event.document_id], share))

    def settle(self, statuses: Mapping[str, DocumentStatus]) -> None:
        """What the library's own list says: ended documents have ended, whatever was missed."""
        for document_id, share in list(self._done_share.items()):
            status = statuses.get(document_id)
            if status is None:
                self.forget(document_id)
            elif share < 1.0 and status in (
                DocumentStatus.INDEXED,
                DocumentStatus.FAILED,
                DocumentStatus.LOCKED,
            ):
                self._set(document_id, 1.0)

    def end(self) -> None:
        """Nothing more is done for what is left."""
        self.to_renew = 0
        ended = [key for key, share in self._done_share.items() if share >= 1.0]
        self._clear()
        for document_id in ended:
            self._set(document_id, 1.0)

    def forget(self, document_id: str) -> None:
        share = self._done_share.pop(document_id, 0.0)
        self._shares -= share
        self._finished -= share >= 1.0

    def _set(self, document_id: str, share: float) -> None:
        self.forget(document_id)
        self._done_share[document_id] = share
        self._shares += share
        self._finished += share >= 1.0

    def _clear(self) -> None:
        self._done_share.clear()
        self._finished, self._shares = 0, 0.0

    def pause(self) -> None:
        self._stage_eta = None
        if self._whole is not None:
            self._whole = self._whole.model_copy(update={"eta_seconds": None, "pages_per_second": 0.0})

    def resume(self, now: float) -> None:
        """The pause does not count as slowness."""
        self._restart(now)

    def _restart(self, now: float) -> None:
        self._began = self._now = now
        self._began_share = self._shares
        self._stage_eta = None
