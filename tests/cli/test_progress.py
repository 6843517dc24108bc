"""How reading looks in a terminal and in a log file."""

from __future__ import annotations

import io

from core.cli.progress import IngestPrinter, folder_sentence, progress_sentence, time_left
from core.events import (
    DocumentStatusChanged,
    EventStamper,
    FolderSynced,
    IngestProgressed,
    NoticeGiven,
    PathRejected,
    RunFinished,
)
from core.types import DocumentStatus

STAMP = EventStamper()


def progressed(percent: float, eta: float | None = 100.0, *, paused: bool = False) -> IngestProgressed:
    counts = {"documents_done": 2, "documents_total": 20, "pages_per_second": 118.4}
    return STAMP(IngestProgressed, percent=percent, eta_seconds=eta, paused=paused, **counts)


def status(name: str, value: DocumentStatus, failure: str = "") -> DocumentStatusChanged:
    told = {"document_id": name, "filename": name, "page_count": 1, "chunk_count": 3}
    return STAMP(DocumentStatusChanged, status=value, failure=failure, **told)


def rejected(path: str, reason: str = "The file is empty (0 bytes).") -> PathRejected:
    return STAMP(PathRejected, path=path, reason=reason)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_gets_a_line_every_ten_seconds() -> None:
    now, stream = [0.0], io.StringIO()
    printer = IngestPrinter(stream, clock=lambda: now[0])
    for second in range(25):
        now[0] = second
        printer.show(progressed(second))
    assert stream.getvalue().splitlines() == [
        "  Reading 3 of 20 · 10 % · 118 pages/s · about 2 minutes left",
        "  Reading 3 of 20 · 20 % · 118 pages/s · about 2 minutes left",
    ]


def test_a_terminal_gets_one_line_that_is_cleared_at_the_end() -> None:
    now, stream = [0.0], Terminal()
    printer = IngestPrinter(stream, clock=lambda: now[0])
    printer.show(progressed(10))
    now[0] = 1.0
    printer.show(progressed(45, eta=None))
    assert "Reading 3 of 20" in stream.getvalue()
    assert "45 %" in stream.getvalue()
    printer.show(STAMP(RunFinished, outcome="done"))
    assert stream.getvalue().rpartition("\r")[0].rpartition("\r")[2].strip() == ""


def test_documents_are_told_and_counted() -> None:
    stream = io.StringIO()
    printer = IngestPrinter(stream)
    assert not printer.worked
    for event in (
        status("a.pdf", DocumentStatus.PARSING),
        status("a.pdf", DocumentStatus.SEARCHABLE),
        status("a.pdf", DocumentStatus.INDEXED),
        STAMP(NoticeGiven, code="duplicate", message="b.pdf has the same content as a.pdf."),
    ):
        printer.show(event)
    assert (printer.worked, printer.all_taken) == (True, True)
    printer.show(status("c.pdf", DocumentStatus.LOCKED, "c.pdf is protected with a password."))
    assert (printer.locked, printer.all_taken) == (1, False)
    printer.show(status("d.pdf", DocumentStatus.FAILED, "d.pdf is damaged."))
    printer.show(rejected("/e.xyz", "Files of this type cannot be read."))
    assert (printer.failed, printer.rejected) == (1, 1)
    assert printer.summary() == (
        "1 document read, 1 needs a password, 1 failed (docuchat docs --problems), 1 not taken"
    )
    assert stream.getvalue().splitlines() == [
        "  a.pdf: 1 page, searchable by keyword",
        "✓ a.pdf: ready (3 passages)",
        "  b.pdf has the same content as a.pdf.",
        "! c.pdf: c.pdf is protected with a password. (docuchat unlock)",
        "✗ d.pdf: d.pdf is damaged.",
        "✗ /e.xyz: Files of this type cannot be read.",
    ]


def test_what_was_not_taken_is_told_again_at_the_end() -> None:
    """`docuchat docs --problems` knows documents only; the reasons would be gone with the lines above."""
    stream = io.StringIO()
    printer = IngestPrinter(stream)
    for number in range(22):
        printer.show(rejected(f"/e{number}.txt"))
    skipped = "1 file of another type in papers was skipped: old.doc."
    printer.show(STAMP(NoticeGiven, code="other_types_skipped", message=skipped))
    printer.show(status("a.pdf", DocumentStatus.INDEXED))
    stream.truncate(stream.seek(0))
    printer.close()
    lines = stream.getvalue().splitlines()
    assert lines[:2] == ["  1 document read, 22 not taken", "  Not taken:"]
    assert lines[2] == "✗ /e0.txt: The file is empty (0 bytes)."
    assert lines[-1] == "  … and 3 more, named above"
    assert len(lines) == 23


def test_what_was_not_taken_just_now_is_told_once() -> None:
    stream = io.StringIO()
    printer = IngestPrinter(stream)
    printer.show(rejected("/e.txt"))
    printer.close()
    assert stream.getvalue().splitlines() == [
        "✗ /e.txt: The file is empty (0 bytes).",
        "  0 documents read, 1 not taken",
    ]


def test_time_left_and_none_during_a_pause() -> None:
    told = [time_left(seconds).removesuffix(" left") for seconds in (3, 50, 600, 3601, 9000)]
    assert told == [
        "less than a minute",
        "about a minute",
        "about 10 minutes",
        "about an hour",
        "about 2 hours",
    ]
    assert progress_sentence(progressed(50, paused=True)) == "Reading 3 of 20 · 50 % · paused"


def test_a_folder_says_what_was_found() -> None:
    synced = STAMP(FolderSynced, folder_id=1, path="/papers", added=3, moved=1, in_cloud=2)
    assert folder_sentence(synced) == "/papers: 3 added, 1 moved, 2 only in the cloud"
    assert folder_sentence(STAMP(FolderSynced, folder_id=1, path="/papers")) == "/papers: in step"
    gone = STAMP(FolderSynced, folder_id=1, path="/papers", problem="It cannot be seen.")
    assert folder_sentence(gone) == "/papers: It cannot be seen."


def test_a_name_gives_the_terminal_no_orders() -> None:
    """Anybody can put an escape sequence or a line break into the name of a file that is sent to others."""
    stream = io.StringIO()
    printer = IngestPrinter(stream)
    printer.show(status("\x1b]0;owned\x07\nfine.pdf", DocumentStatus.INDEXED))
    assert stream.getvalue() == "✓ �]0;owned��fine.pdf: ready (3 passages)\n"
