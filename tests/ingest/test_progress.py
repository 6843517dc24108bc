"""The state of the queue: how far, how fast, how long still. On a real batch, and by hand."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import EventStamper, IngestProgressed
from core.ingest.queue.progress import WorkMeter
from core.search.base import Vectors
from core.store.queue import Backlog
from core.types import Document, DocumentStatus
from tests.library_kit import make_pdf, open_library, prose

PACE_S = 0.012  # of one text: about what a small computer needs


@pytest.mark.slow
def test_the_eta_is_believable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = open_library(tmp_path / "home")
    embed = library.embedder.embed

    def at_a_real_pace(texts: Sequence[str]) -> Vectors:
        time.sleep(PACE_S * len(texts))
        return embed(texts)

    monkeypatch.setattr(library.embedder, "embed", at_a_real_pace)
    library.ingest(
        make_pdf(tmp_path / "before.pdf", [prose("B-1", 40, seed=200 + page) for page in range(9)])
    )
    library.close()
    library = open_library(tmp_path / "home")  # what this computer needs is known from the run before
    embed = library.embedder.embed
    monkeypatch.setattr(library.embedder, "embed", at_a_real_pace)
    for place in range(8):
        make_pdf(tmp_path / f"{place}.pdf", [prose("D-9", 40, seed=place * 10 + page) for page in range(9)])
    list(library.pipeline.add_paths([tmp_path / f"{place}.pdf" for place in range(8)], CancelToken()))
    seen: list[tuple[float, IngestProgressed]] = []
    for event in library.pipeline.run(CancelToken()):
        if isinstance(event, IngestProgressed):
            seen.append((time.monotonic(), event))
    ended = time.monotonic()
    library.close()
    percents = [event.percent for _, event in seen]
    assert percents[-1] == 100
    assert seen[-1][1].documents_done == seen[-1][1].documents_total == 8
    gaps = [after - before for (before, _), (after, _) in pairwise(seen[:-1])]
    assert min(gaps) >= 0.45  # at most about two a second
    # A single moment may be unlucky on a busy computer: the middle of all between 25 and 45 percent.
    ratios = [
        (event.eta_seconds or 0.0) / (ended - when) for when, event in seen if 25 <= event.percent <= 45
    ]
    assert ratios
    assert 1 / 1.5 <= statistics.median(ratios) <= 1.5
    speeds = [event.pages_per_second for _, event in seen if event.percent > 60]
    assert all(speed > 0 for speed in speeds)


class _Queue:
    """Only what is left is asked for."""

    def __init__(self, left: dict[str, Backlog]) -> None:
        self.left = left

    def backlog(self) -> dict[str, Backlog]:
        return self.left

    def read_so_far(self) -> tuple[int, int, int]:
        return 0, 0, 0


def test_waiting_does_not_count_and_speed_is_learned() -> None:
    queue = _Queue({"embed": Backlog(documents=1, pages=100, chunks=1000)})
    meter = WorkMeter(queue)  # type: ignore[arg-type]
    meter.begin_run()
    usual = meter.seconds_left(queue.left)
    for _ in range(6):
        meter.did(100)
        meter.worked("embed", 10.0)  # a tenth of a second each, whatever the clock on the wall says
    learned = meter.seconds_left(queue.left)
    assert learned > 2 * usual
    assert learned == pytest.approx(100.0, rel=0.05)
    (event,) = meter.report(EventStamper(), now=True)
    assert event.eta_seconds == pytest.approx(100.0, rel=0.05)
    assert event.percent == pytest.approx(100 * 60 / 160, rel=0.05)
    assert list(meter.report(EventStamper())) == []  # a moment later there is nothing new to say


def test_what_was_shown_is_not_taken_back() -> None:
    queue = _Queue({"embed": Backlog(documents=1, pages=10, chunks=100)})
    meter = WorkMeter(queue)  # type: ignore[arg-type]
    meter.begin_run()
    for _ in range(2):
        meter.did(100)
        meter.worked("embed", 10.0)
    (before,) = meter.report(EventStamper(), now=True)
    queue.left = {"embed": Backlog(documents=2, pages=1000, chunks=10_000)}
    (after,) = meter.report(EventStamper(), now=True)
    assert after.percent == before.percent > 0
    meter.begin_run()
    (again,) = meter.report(EventStamper(), now=True)
    assert again.percent < before.percent


def test_small_notes_do_not_make_a_large_file_look_endless() -> None:
    """Two notes of 20 bytes on a page each were read; 4 MB wait."""
    queue = _Queue({"parse": Backlog(documents=1, unread=1, unread_bytes=4_000_000)})
    meter = WorkMeter(queue)  # type: ignore[arg-type]
    meter.begin_run()
    before = meter.seconds_left(queue.left)
    note = Document("1", "1", "/a.txt", "a.txt", "a", 20, 1, DocumentStatus.SEARCHABLE, chunk_count=1)
    for _ in range(2):
        meter.read(note)
    assert meter.seconds_left(queue.left) == pytest.approx(before, rel=0.1)
    for _ in range(1000):
        meter.read(replace(note, size_bytes=5_000, chunk_count=4))
    assert meter.seconds_left(queue.left) > 1.1 * before


def test_stages_that_are_still_ahead_count() -> None:
    meter = WorkMeter(_Queue({}))  # type: ignore[arg-type]
    unread = meter.seconds_left({"parse": Backlog(documents=1, unread=1, unread_bytes=2_000_000)})
    scanned = meter.seconds_left({"ocr": Backlog(documents=1, pages=100, chunks=0)})
    embedded = meter.seconds_left({"embed": Backlog(documents=1, pages=100, chunks=400)})
    assert 0 < embedded < unread < scanned
    assert meter.seconds_left({}) == 0
