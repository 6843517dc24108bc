"""`Reading 3 of 20 – about 2 minutes left`: arithmetic and words."""

from __future__ import annotations

import pytest

from core.events import DocumentProgressed, EventStamper, IngestProgressed
from core.types import DocumentStatus
from desktop.library.reading_progress import ReadingProgress
from desktop.messages.words import reading_sentence, time_left


def advance(progress: ReadingProgress, name: str, done: int, now: float, eta: float | None = None) -> None:
    far = {"stage": "embedding", "done": done, "total": 100, "eta_seconds": eta}
    progress.advance(EventStamper()(DocumentProgressed, document_id=name, filename=name, **far), now)


def test_counts_and_estimates_a_batch() -> None:
    progress = ReadingProgress()
    for name in "abcd":
        progress.queue(name, 0.0)
    assert reading_sentence(progress, paused=False) == "Reading 1 of 4"
    progress.status("a", DocumentStatus.INDEXED, 60.0)
    progress.status("b", DocumentStatus.FAILED, 61.0)
    assert (progress.finished, progress.remaining) == (2, 2)
    assert progress.eta_seconds == pytest.approx(61.0)
    assert reading_sentence(progress, paused=False) == "Reading 3 of 4 – about a minute left"
    assert reading_sentence(progress, paused=True) == "Paused – 2 documents wait"


def test_no_estimate_before_there_is_something_to_go_by() -> None:
    progress = ReadingProgress()
    progress.queue("a", 0.0)
    progress.queue("b", 0.0)
    advance(progress, "a", 90, 1.0)
    assert progress.eta_seconds is None


def test_one_document_uses_the_engines_own_figure() -> None:
    progress = ReadingProgress()
    progress.queue("a", 0.0)
    advance(progress, "a", 10, 0.5, eta=300.0)
    assert reading_sentence(progress, paused=False) == "Reading 1 of 1 – about 5 minutes left"


def test_a_pause_does_not_count_as_slowness() -> None:
    progress = ReadingProgress()
    progress.queue("a", 0.0)
    progress.queue("b", 0.0)
    progress.status("a", DocumentStatus.INDEXED, 10.0)
    progress.resume(1000.0)
    advance(progress, "b", 50, 1010.0)
    assert progress.eta_seconds is not None
    assert progress.eta_seconds < 30


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (20, "less than a minute left"),
        (70, "about a minute left"),
        (125, "about 2 minutes left"),
        (3700, "about an hour left"),
        (7300, "about 2 hours left"),
    ],
)
def test_time_in_words(seconds: float, words: str) -> None:
    assert time_left(seconds) == words


def test_what_an_earlier_version_read_is_told_behind_all_else() -> None:
    progress = ReadingProgress()
    progress.to_renew = 9000
    assert reading_sentence(progress, paused=False) == "9,000 documents are read anew"
    assert reading_sentence(progress, paused=True) == "Paused – 9,000 are to be read anew"
    figures = {"documents_done": 2, "documents_total": 9000, "percent": 1.0, "eta_seconds": 7300.0}
    progress.overall(EventStamper()(IngestProgressed, renewing=True, **figures), now=1.0)
    assert reading_sentence(progress, paused=False) == "Reading 3 of 9,000 anew – about 2 hours left"
    progress.queue("a", now=2.0)
    assert reading_sentence(progress, paused=False) == "Reading 1 of 1"


def whole(percent: float, eta: float | None, rate: float = 0.0) -> IngestProgressed:
    figures = {"percent": percent, "pages_per_second": rate, "eta_seconds": eta}
    return EventStamper()(IngestProgressed, documents_done=0, documents_total=2, **figures)


def test_the_engines_measure_of_the_whole_queue_comes_first() -> None:
    progress = ReadingProgress()
    for name in "ab":
        progress.queue(name, now=0.0)
    progress.overall(whole(0.4, 3600.0), now=1.0)
    assert reading_sentence(progress, paused=False) == "Reading 1 of 2 · 0 %"  # so early it is a guess
    progress.overall(whole(64.0, 130.0, rate=12.4), now=20.0)
    assert progress.fraction == 0.64
    sentence = "Reading 1 of 2 · 64 % · 12 pages/s – about 2 minutes left"
    assert reading_sentence(progress, paused=False) == sentence
    progress.pause()
    assert reading_sentence(progress, paused=True) == "Paused – 2 documents wait · 64 %"


def test_what_the_list_says_has_ended_has_ended() -> None:
    progress = ReadingProgress()
    for name in "abc":
        progress.queue(name, now=0.0)
    progress.settle({"a": DocumentStatus.INDEXED, "b": DocumentStatus.QUEUED})
    assert (progress.finished, progress.total) == (1, 2)
    progress.end()  # b waits for its drive, nothing is done for it now
    assert progress.remaining == 0


def test_a_new_batch_starts_at_nought() -> None:
    progress = ReadingProgress()
    progress.queue("a", 0.0)
    progress.status("a", DocumentStatus.INDEXED, 1.0)
    progress.queue("b", 2.0)
    assert (progress.total, progress.finished) == (1, 0)


def test_embedding_alone_never_says_ready() -> None:
    progress = ReadingProgress()
    progress.queue("a", 0.0)
    advance(progress, "a", 100, 1.0)
    assert progress.remaining == 1
