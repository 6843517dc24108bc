"""How reading looks in a terminal: one line of progress and a line for each document, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from tqdm import tqdm

from core.cli.draft import printable_line
from core.events import (
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    Event,
    FolderSynced,
    IngestProgressed,
    NoticeGiven,
    PathRejected,
    RunFinished,
)
from core.types import DocumentStatus

PLAIN_SECONDS = 10.0  # between two lines of progress where nobody watches, as in a log file
_DRAWN_SECONDS = 0.2
_REPEATED = 20  # lines about what was not taken that the summary repeats
_SKIPPED = ("other_types_skipped", "links_skipped", "in_cloud")
_BAR = "  {desc} {percentage:3.0f} %|{bar:24}|{postfix}"


class IngestPrinter:
    """Shows events as they come and counts what a caller's exit code needs."""

    def __init__(self, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._bar: tqdm[Any] | None = None
        self._shown_at: float | None = None
        self._ended: dict[str, DocumentStatus] = {}
        self._not_taken: list[str] = []  # lines; nothing else remembers them
        self._scrolled = False  # lines about other things came after the first of them
        self.rejected = 0
        self.worked = False

    @property
    def failed(self) -> int:
        return self._count(DocumentStatus.FAILED)

    @property
    def locked(self) -> int:
        return self._count(DocumentStatus.LOCKED)

    def summary(self) -> str:
        """`38 documents read, 1 needs a password, 2 failed (…), 4 not taken`; empty if nothing was done."""
        read = self._count(DocumentStatus.INDEXED)
        if not (self._ended or self.rejected):
            return ""
        parts = [f"{read} document{'' if read == 1 else 's'} read"]
        if self.locked:
            parts.append(f"{self.locked} {'needs' if self.locked == 1 else 'need'} a password")
        if self.failed:
            parts.append(f"{self.failed} failed")
        if self.locked or self.failed:
            parts[-1] += " (docuchat docs --problems)"
        if self.rejected:
            parts.append(f"{self.rejected} not taken")
        return ", ".join(parts)

    def close(self) -> None:
        """Print the summary, and again what was not taken if other lines have pushed that away."""
        if summary := self.summary():
            self._say(f"  {summary}")
        if not (self._not_taken and self._scrolled):
            return
        self._say("  Not taken:")
        for line in self._not_taken[:_REPEATED]:
            self._say(line)
        if len(self._not_taken) > _REPEATED:
            self._say(f"  … and {len(self._not_taken) - _REPEATED} more, named above")

    def _count(self, status: DocumentStatus) -> int:
        return sum(ended is status for ended in self._ended.values())

    @property
    def all_taken(self) -> bool:
        """Everything that was given is in the library and could be read."""
        return not (self.failed or self.rejected or self.locked)

    def show(self, event: Event) -> None:
        match event:
            case IngestProgressed():
                self.worked = self.worked or event.renewing
                self._progress(event)
            case DocumentProgressed() | DocumentQueued():
                self.worked = True
            case DocumentStatusChanged():
                self.worked = True
                self._status(event)
            case PathRejected():
                self.rejected += 1
                self._say_not_taken(f"✗ {event.path}: {event.reason} {event.hint}".rstrip())
            case FolderSynced():
                self._say(f"  {folder_sentence(event)}")
            case NoticeGiven() if event.code in _SKIPPED:
                self._say_not_taken(f"  {event.message}")
            case NoticeGiven():
                self._say(f"  {event.message}")
            case RunFinished():
                self._close()
            case _:
                pass

    def _status(self, event: DocumentStatusChanged) -> None:
        self._scrolled = self._scrolled or bool(self._not_taken)
        if event.status in (DocumentStatus.FAILED, DocumentStatus.LOCKED, DocumentStatus.INDEXED):
            self._ended[event.document_id] = event.status
        match event.status:
            case DocumentStatus.FAILED:
                self._say(f"✗ {event.filename}: {event.failure}")
            case DocumentStatus.LOCKED:
                self._say(f"! {event.filename}: {event.failure} (docuchat unlock)")
            case DocumentStatus.SEARCHABLE:
                pages = "1 page" if event.page_count == 1 else f"{event.page_count} pages"
                self._say(f"  {event.filename}: {pages}, searchable by keyword")
            case DocumentStatus.INDEXED:
                passages = "1 passage" if event.chunk_count == 1 else f"{event.chunk_count} passages"
                self._say(f"✓ {event.filename}: ready ({passages})")
            case _:
                pass

    def _progress(self, event: IngestProgressed) -> None:
        now = self._clock()
        terminal = self._stream.isatty()
        patience = _DRAWN_SECONDS if terminal else PLAIN_SECONDS
        if self._shown_at is not None and now - self._shown_at < patience:
            return
        begins = self._shown_at is None
        self._shown_at = now
        if not terminal:
            if not begins:  # short work needs no progress in a log
                self._say(f"  {progress_sentence(event)}")
            return
        if self._bar is None:
            self._bar = tqdm(total=100, bar_format=_BAR, file=self._stream, leave=False)
        self._bar.set_description_str(_counted(event), refresh=False)
        self._bar.set_postfix_str(" · ".join(_details(event)), refresh=False)
        self._bar.n = round(event.percent, 1)
        self._bar.refresh()

    def _close(self) -> None:
        self._shown_at = None
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _say_not_taken(self, line: str) -> None:
        self._not_taken.append(line)
        self._say(line)

    def _say(self, line: str) -> None:
        tqdm.write(printable_line(line), file=self._stream)


def progress_sentence(event: IngestProgressed) -> str:
    """`Reading 3 of 20 · 45 % · 118 pages/s · about 2 minutes left`."""
    return " · ".join([_counted(event), f"{event.percent:.0f} %", *_details(event)])


def folder_sentence(event: FolderSynced) -> str:
    """`/papers: 3 added, 1 moved`, or why it could not be compared."""
    if event.problem:
        return f"{event.path}: {event.problem}"
    counts = {
        "added": event.added,
        "changed": event.changed,
        "moved": event.moved,
        "missing": event.missing,
        "ignored": event.ignored,
        "only in the cloud": event.in_cloud,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{event.path}: {told or 'in step'}"


def time_left(seconds: float) -> str:
    """Rounded, because it is an estimate."""
    if seconds < 45:
        return "less than a minute left"
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return "about a minute left" if minutes == 1 else f"about {minutes} minutes left"
    hours = round(seconds / 3600)
    return "about an hour left" if hours == 1 else f"about {hours} hours left"


def _counted(event: IngestProgressed) -> str:
    now = min(event.documents_done + 1, event.documents_total)
    return f"Reading {now} of {event.documents_total}{' anew' if event.renewing else ''}"


def _details(event: IngestProgressed) -> list[str]:
    details = []
    if event.paused:
        details.append("paused")
    elif event.pages_per_second:
        details.append(f"{event.pages_per_second:.3g} pages/s")
    if event.eta_seconds is not None and not event.paused:
        details.append(time_left(event.eta_seconds))
    return details
