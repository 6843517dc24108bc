"""How far the whole queue is, how fast it goes, and how long it will take.

Runs on the ingest thread. Work is counted in seconds: what is left is the units of each stage (pages, chunks)
times what a unit has cost lately, an exponential average over active time only, so that a pause or a running
answer does not count. What a unit cost is kept in the library; a stage that was never seen costs what it did
on two slow cores.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from core.events import EventStamper, IngestProgressed
from core.store.queue import Backlog, IngestQueue
from core.types import Document

_LEAST_SECONDS_APART = 0.5
_QUERY_SHARE = 20  # asking what is left may take a twentieth of the time
_MEMORY_S = 30.0  # active seconds after which a measurement counts a third
_TRUST_S = 1.0  # active seconds of a stage before its measured cost is believed
# Seconds a page or chunk, measured on two cores over annual reports (`tests.benchmarks ingest`).
_USUAL_COST = {"parse": 0.012, "check": 0.012, "ocr": 6.0, "embed": 0.035, "renew": 0.03}
_USUAL_CHUNKS_A_PAGE = 4.0
_USUAL_BYTES_A_PAGE = 20_000.0
_USUAL_PAGES = 50.0  # as many count with those that were read: a few small notes say little about a report


@dataclass(slots=True)
class _Cost:
    """Seconds and units, older ones fading."""

    seconds: float = 0.0
    units: float = 0.0

    def add(self, seconds: float, units: float) -> None:
        fading = math.exp(-seconds / _MEMORY_S)
        self.seconds = self.seconds * fading + seconds
        self.units = self.units * fading + units

    def of_unit(self, usual: float) -> float:
        """Seconds a unit; mixed with the usual cost while little is known."""
        if self.units <= 0:
            return usual
        trust = min(1.0, self.seconds / _TRUST_S)
        return trust * self.seconds / self.units + (1 - trust) * usual


class WorkMeter:
    """Measures the stages of one run and says, at most twice a second, where the queue stands."""

    def __init__(self, queue: IngestQueue, known_costs: dict[str, float] | None = None) -> None:
        """`known_costs`: what `costs` gave at the end of an earlier run."""
        self._queue = queue
        self._usual = _USUAL_COST | {
            stage: cost for stage, cost in (known_costs or {}).items() if stage in _USUAL_COST and cost > 0
        }
        self._costs = {stage: _Cost() for stage in _USUAL_COST}
        self._complete = _Cost()  # pages that became complete, against all active time
        self._completed_pages = 0.0
        self._active = 0.0
        self._pending = 0.0  # active seconds since pages were last counted
        self._pages = _USUAL_PAGES
        self._bytes = _USUAL_PAGES * _USUAL_BYTES_A_PAGE
        self._chunks = _USUAL_PAGES * _USUAL_CHUNKS_A_PAGE
        self._units = self._batches = 0.0
        self._warm: set[str] = set()
        self._next_at = 0.0
        self._known_total = 0
        self._done = 0
        self._percent = 0.0
        self._renews = self._renewing = False
        self._renewed_pages = self._renewed_chunks = 0.0  # chunks that had to be embedded once more

    def begin_run(self, *, renews: bool = True) -> None:
        """A run begins; costs measured by earlier ones are kept. `renews`: also what earlier readers read."""
        self._active = self._percent = 0.0
        self._next_at = 0.0
        self._renews, self._renewing = renews, False
        size, pages, chunks = self._queue.read_so_far()
        self._bytes = size + _USUAL_PAGES * _USUAL_BYTES_A_PAGE
        self._pages = pages + _USUAL_PAGES
        self._chunks = chunks + _USUAL_PAGES * _USUAL_CHUNKS_A_PAGE
        self._done = 0
        self._known_total = 0

    def did(self, units: float) -> None:
        """A stage did so much; the time it took is told with the next `worked`."""
        self._units += units

    def batch(self, stage: str, seconds: float, units: float) -> None:
        """A part of a step that took so long; the next `worked` leaves that time out."""
        self._count(stage, seconds, units)
        self._batches += seconds

    def worked(self, stage: str, seconds: float) -> None:
        """A step was active for so long, and did what `did` was told since."""
        units, self._units = self._units, 0.0
        seconds, self._batches = max(0.0, seconds - self._batches), 0.0
        self._count(stage, seconds, units)

    def _count(self, stage: str, seconds: float, units: float) -> None:
        if stage in self._warm:
            self._costs[stage].add(seconds, units)
        elif units:
            self._warm.add(stage)  # the first time includes loading models and starting processes
        self._active += seconds
        self._pending += seconds

    def read(self, document: Document) -> None:
        """A document was read and cut: how many pages a byte, how many chunks a page."""
        self._bytes += document.size_bytes
        self._pages += document.page_count
        self._chunks += document.chunk_count

    def completed(self, document: Document, chunks: int) -> None:
        """So many chunks of a document got their vectors."""
        self._completed_pages += chunks * document.page_count / max(1, document.chunk_count)

    def renewed(self, document: Document) -> None:
        """A document was brought up to date; some of its chunks may have to be embedded once more."""
        left = document.chunk_count - document.embedded_count
        self.did(document.page_count)
        self.completed(document, document.embedded_count)
        self._renewed_pages += document.page_count
        self._renewed_chunks += left

    def report(
        self, stamp: EventStamper, *, paused: bool = False, now: bool = False
    ) -> Iterator[IngestProgressed]:
        """One event, or none when the last one was a moment ago."""
        began = time.monotonic()
        if began < self._next_at and not now:
            return
        backlog = self._queue.backlog()
        renewing = self._renews and not backlog
        if renewing:
            backlog = self._queue.backlog(renewing=True)
        if backlog and renewing != self._renewing:
            self._renewing = renewing
            self._done = self._known_total = 0
            self._active = self._percent = 0.0
        left = sum(stage.documents for stage in backlog.values())
        if left + self._done != self._known_total:
            self._done = max(0, self._known_total - left)
            self._known_total = max(self._known_total, left)
        seconds = self.seconds_left(backlog)
        share = 100.0 * self._active / max(self._active + seconds, 1e-6)
        # What is found meanwhile makes the rest longer; what was shown is not taken back.
        self._percent = 100.0 if not left else max(self._percent, min(share, 99.9))
        if self._pending > 0:
            self._complete.add(self._pending, self._completed_pages)
            self._pending = self._completed_pages = 0.0
        rate = self._complete.units / self._complete.seconds if self._complete.seconds else 0.0
        took = time.monotonic() - began
        self._next_at = began + max(_LEAST_SECONDS_APART, _QUERY_SHARE * took)
        yield stamp(
            IngestProgressed,
            documents_done=self._done,
            documents_total=self._known_total,
            percent=round(self._percent, 1),
            pages_per_second=round(rate, 2),
            eta_seconds=None if paused else round(seconds, 1),
            paused=paused,
            renewing=self._renewing,
        )

    def costs(self) -> dict[str, float]:
        """Seconds a unit of each stage, as far as they are known."""
        return {stage: self._costs[stage].of_unit(usual) for stage, usual in self._usual.items()}

    def seconds_left(self, backlog: dict[str, Backlog]) -> float:
        """Active seconds the queue will take; documents go through all stages that are still before them."""
        chunks_a_page = self._chunks / self._pages
        bytes_a_page = self._bytes / self._pages
        cost = self.costs()
        seconds = 0.0
        embedded_again = self._renewed_chunks / self._renewed_pages if self._renewed_pages else 0.0
        for stage, left in backlog.items():
            unread = max(left.unread_bytes / max(bytes_a_page, 1.0), float(left.unread))
            if stage == "parse":
                pages = left.pages + unread
                seconds += pages * (cost["parse"] + chunks_a_page * cost["embed"])
                continue
            if stage == "renew":
                seconds += left.pages * (cost["renew"] + embedded_again * cost["embed"])
            seconds += left.chunks * cost["embed"]
            if stage == "check":
                seconds += left.pages * cost["check"]
            elif stage == "ocr":
                without_chunks = max(left.pages - left.chunks / max(chunks_a_page, 0.1), 0.0)
                seconds += without_chunks * (cost["ocr"] + chunks_a_page * cost["embed"])
        return seconds
