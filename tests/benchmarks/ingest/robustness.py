"""How every file of a folder ends: `docuchat bench ingest --robustness FOLDER`.

A real library takes them all in; what became of each is grouped by outcome and reason. Runs on the caller's
thread; the program surviving is part of what is measured, so a crash of it would end the command.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.events import DocumentProgressed, DocumentStatusChanged, Event, NoticeGiven, PathRejected
from core.published.schemas import OutcomeOutput
from core.runs.recorder import carry_out
from core.types import Document, DocumentStatus

OUTCOMES = (
    "indexed",
    "partly indexed",
    "same content",
    "password needed",
    "failed",
    "rejected",
    "unfinished",
)
_EXAMPLES = 3
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Ending:
    """One file's end. `reason` is the sentence a user sees, empty when all went well."""

    filename: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class Robustness:
    """All endings, and how long the slowest file kept the ingest thread waiting for its next sign of life."""

    endings: tuple[Ending, ...]
    seconds: float
    longest_silence_s: float

    def count(self, outcome: str) -> int:
        return sum(1 for ending in self.endings if ending.outcome == outcome)


def ingest_odd_files(engine: Engine, folder: Path, cancel: CancelToken) -> Robustness:
    """Take in every file below `folder`.

    Raises:
        UsageError: it is not a folder, or empty. KnownError: the library cannot be used; Cancelled.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files:
        raise UsageError(f"There are no files in {folder}.", "Name a folder with documents.")
    rejected: list[Ending] = []
    again: list[Ending] = []
    silence = _Silence()

    def added(event: Event) -> None:
        if isinstance(event, PathRejected):
            rejected.append(_ending(Path(event.path).name, "rejected", event.reason))
        elif isinstance(event, NoticeGiven) and event.code == "duplicate":
            again.append(Ending(event.message.partition(" has ")[0], "same content", "Read only once."))

    began = time.monotonic()
    carry_out(engine.add_paths(files, cancel), added)
    carry_out(engine.ingest(cancel), silence.on_event)
    seconds = time.monotonic() - began
    endings = [ending_of(document) for document in engine.documents()]
    return Robustness(tuple(rejected + again + endings), seconds, silence.longest_s)


def ending_of(document: Document) -> Ending:
    """How a document of the library ended."""
    if document.status is DocumentStatus.LOCKED:
        return _ending(document.filename, "password needed", document.failure)
    if document.status is DocumentStatus.FAILED:
        return _ending(document.filename, "failed", document.failure)
    if document.status is not DocumentStatus.INDEXED:
        return _ending(document.filename, "unfinished", document.status.value)
    if document.problems:
        reasons = "; ".join(dict.fromkeys(problem.reason for problem in document.problems))
        return _ending(document.filename, "partly indexed", reasons)
    return _ending(document.filename, "indexed", "")


def table(endings: Iterable[Ending]) -> list[OutcomeOutput]:
    """Rows by outcome, then by how many files ended so."""
    groups: dict[tuple[str, str], list[str]] = {}
    for ending in endings:
        groups.setdefault((ending.outcome, ending.reason), []).append(ending.filename)
    ordered = sorted(groups.items(), key=lambda item: (OUTCOMES.index(item[0][0]), -len(item[1]), item[0][1]))
    return [
        OutcomeOutput(outcome=outcome, reason=reason, files=len(names), examples=sorted(names)[:_EXAMPLES])
        for (outcome, reason), names in ordered
    ]


def table_lines(rows: Sequence[OutcomeOutput]) -> list[str]:
    """The table in words, one row a line."""
    return [
        f"  {row.files:5}  {row.outcome:16} {row.reason or '–'}  ({', '.join(row.examples)})" for row in rows
    ]


def _ending(filename: str, outcome: str, reason: str) -> Ending:
    # The same reason about two files is one row: names and numbers are what differs.
    return Ending(filename, outcome, _DIGITS.sub("N", reason.replace(filename, "The file")).strip())


class _Silence:
    """The longest time between two events of files being read; embedding and the rest do not count."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._last = time.monotonic()

    def on_event(self, event: Event) -> None:
        now = time.monotonic()
        reading = isinstance(event, DocumentStatusChanged) or (
            isinstance(event, DocumentProgressed) and event.stage != "embedding"
        )
        if reading:
            self.longest_s = max(self.longest_s, now - self._last)
        self._last = now
