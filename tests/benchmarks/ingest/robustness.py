"""How every file of a folder ends: `ingest --robustness FOLDER`.

A real library takes them all in; what became of each is grouped by outcome and reason. Runs on the caller's
thread; the program surviving is part of what is measured, so a crash of it would end the command.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.events import DocumentProgressed, DocumentStatusChanged, Event, NoticeGiven, PathRejected
from core.published.schemas import OutcomeOutput
from core.runs.recorder import carry_out
from core.types import Document, DocumentStatus
from tests.benchmarks.figures import Results, figure

_OUTCOMES = {
    "indexed": (DocumentStatus.INDEXED,),
    "partly indexed": (),
    "same content": (),
    "password needed": (DocumentStatus.LOCKED,),
    "failed": (DocumentStatus.FAILED,),
    "rejected": (),
    "unfinished": (),
}
_EXAMPLES = 3


def measure_robustness(
    engine: Engine, folder: Path, cancel: CancelToken
) -> tuple[Results, list[OutcomeOutput]]:
    """Take in every file below `folder`: figures, and rows by outcome, then by how many files ended so.

    Raises:
        UsageError: it is not a folder, or empty. KnownError: the library cannot be used; `Cancelled`.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files:
        raise UsageError(f"There are no files in {folder}.", "Name a folder with documents.")
    ended: dict[tuple[str, str], list[str]] = {}
    silence = 0.0

    def end(filename: str, outcome: str, reason: str) -> None:
        # The same reason about two files is one row: names and numbers are what differs.
        told = re.sub(r"\d+", "N", reason.replace(filename, "The file")).strip()
        ended.setdefault((outcome, told), []).append(filename)

    def added(event: Event) -> None:
        if isinstance(event, PathRejected):
            end(Path(event.path).name, "rejected", event.reason)
        elif isinstance(event, NoticeGiven) and event.code == "duplicate":
            end(event.message.partition(" has ")[0], "same content", "Read only once.")

    def read(event: Event) -> None:
        nonlocal silence, last
        now = time.monotonic()
        reading = isinstance(event, DocumentProgressed) and event.stage != "embedding"
        if reading or isinstance(event, DocumentStatusChanged):
            silence = max(silence, now - last)
        last = now

    began = last = time.monotonic()
    carry_out(engine.add_paths(files, cancel), added)
    carry_out(engine.ingest(cancel), read)
    seconds = time.monotonic() - began
    for document in engine.documents():
        end(document.filename, *_ending(document))
    results: Results = {}
    for outcome in _OUTCOMES:
        count = sum(len(names) for (one, _), names in ended.items() if one == outcome)
        results[f"files_{outcome.replace(' ', '_')}"] = figure(
            count,
            "files",
            better="higher" if outcome == "indexed" else "lower",
            target=0.0 if outcome == "unfinished" else None,
            digits=0,
        )
    results["seconds"] = figure(seconds, "s", better="lower")
    results["longest_silence_s"] = figure(silence, "s", better="lower")
    places = list(_OUTCOMES)
    ordered = sorted(ended.items(), key=lambda row: (places.index(row[0][0]), -len(row[1]), row[0][1]))
    return results, [
        OutcomeOutput(outcome=outcome, reason=reason, files=len(names), examples=sorted(names)[:_EXAMPLES])
        for (outcome, reason), names in ordered
    ]


def _ending(document: Document) -> tuple[str, str]:
    """Outcome, and the sentence a user sees, empty when all went well."""
    outcome = next((name for name, of in _OUTCOMES.items() if document.status in of), "unfinished")
    if outcome == "unfinished":
        return outcome, document.status.value
    if outcome != "indexed":
        return outcome, document.failure
    reasons = "; ".join(dict.fromkeys(problem.reason for problem in document.problems))
    return ("partly indexed", reasons) if document.problems else ("indexed", "")
