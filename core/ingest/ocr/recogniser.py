"""Text recognition on pictures of pages, from the parent's side.

Owns the recogniser process: started with the first page, ended after a minute without work, because it takes
more memory than the rest of the program. Used on the ingest thread; `close` may come from any thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import WorkerError
from core.procs.worker import Reply, WorkerProcess
from core.procs.worker_errors import closed
from core.system.cores import usable_cores

log = logging.getLogger(__name__)

PAGE_TIMEOUT_S = 180.0  # one page; 2 to 8 s on two cores, more when others work
MEMORY_BYTES = 2 * 1024**3
IDLE_S = 60.0
MOST_THREADS = 4  # more were not faster
# Why a page stays without text although its writing was drawn: the same sentence for all its like.
FONTS_MISSING = "The page cannot be read: its fonts are missing or damaged."
LETTERS_WRONG = "The page cannot be read: what was recognised on it is no text."
_FAILURES_IN_A_ROW = 3  # pages that end the process: then it is not the pages
_PAGE_PROBLEMS = frozenset({"worker_timeout", "worker_died", "worker_memory", "worker_garbled"})


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """One page (1-based). `lines` and `words` are packed (`core.ingest.structure.lines`, `core.store.words`),
    boxes in points on the unrotated page.

    `confidence` (0 to 1) is the mean over all letters; 1 for a page on which nothing is written, 0 for one
    that could not be recognised: then `problem` says why, and there is no text.
    """

    number: int
    text: str
    lines: bytes
    words: bytes
    confidence: float
    problem: str = ""


class TextRecognizer:
    """Recognises pages, one at a time.

    Args:
        threads: of the models; default two, more on computers with many cores.
        idle_s: how long the process is kept without work.
    """

    def __init__(self, *, threads: int = 0, idle_s: float = IDLE_S) -> None:
        self._threads = threads or _usual_threads()
        self._idle_s = idle_s
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._timer: threading.Timer | None = None
        self._busy = 0
        self._closed = False

    def recognise(
        self,
        path: Path,
        member: str,
        format_name: str,
        password: str,
        content_hash: str,
        numbers: Sequence[int],
        language: str,
        cancel: CancelToken,
    ) -> Iterator[RecognisedPage]:
        """Recognise pages of one document in the order given; each is yielded when it is done.

        Arguments are those of the document (see `core.types.Document`); `member` names the file inside the
        one at `path`, `content_hash` is compared. `language` is for models of single scripts; the one in
        rapidocr's wheel reads Latin scripts, Chinese and Japanese alike. A page that fails is yielded with
        its `problem`.

        Raises:
            core.errors.PasswordError, core.errors.DocumentError: the file cannot be opened, or has changed.
            core.errors.WorkerError: the recogniser does not run at all, or was closed (`worker_closed`).
            core.cancel.Cancelled: Stop was asked for.
        """
        order = {
            "path": str(path),
            "member": member,
            "format": format_name,
            "password": password,
            "content_hash": content_hash,
            "language": language,
        }
        failures = 0
        for number in numbers:
            try:
                page = _page(number, self._call(order | {"number": number}, cancel))
                failures = 0
            except WorkerError as error:
                failures += 1
                if error.code not in _PAGE_PROBLEMS or failures >= _FAILURES_IN_A_ROW:
                    raise
                log.warning("page %d of %s was not recognised: %s", number, path, error)
                page = RecognisedPage(number, "", b"", b"", 0.0, error.message)
            yield page

    @property
    def pid(self) -> int | None:
        """Process id of the recogniser, None while there is none."""
        worker = self._worker
        return worker.pid if worker is not None else None

    def close(self) -> None:
        """End the process and wait for it. May be called twice; a running call raises `worker_closed`."""
        with self._lock:
            self._closed = True
            worker, self._worker = self._worker, None
            self._stop_timer()
        if worker is not None:
            worker.close()

    def _call(self, order: dict[str, Any], cancel: CancelToken) -> Reply:
        worker = self._begin()
        try:
            for reply in worker.call("recognise", order, timeout_s=PAGE_TIMEOUT_S, cancel=cancel):
                if reply.kind == "done":
                    return reply
        finally:
            self._end()
        raise closed("text recogniser")

    def _begin(self) -> WorkerProcess:
        with self._lock:
            if self._closed:
                raise closed("text recogniser")
            self._stop_timer()
            if self._worker is None:
                self._worker = WorkerProcess(
                    "core.ingest.ocr.ocr_worker:main",
                    name="text recogniser",
                    options={"threads": self._threads},
                    memory_limit_bytes=MEMORY_BYTES,
                    nice=10,
                    # Models cannot be interrupted, and loading them anew takes less than a page.
                    cancel_grace_s=1.0,
                )
            self._busy += 1
            return self._worker

    def _end(self) -> None:
        with self._lock:
            self._busy -= 1
            if self._busy or self._closed:
                return
            self._timer = threading.Timer(self._idle_s, self._rest)
            self._timer.name = "recogniser-idle"
            self._timer.daemon = True
            self._timer.start()

    def _rest(self) -> None:
        """End the process after a time without work; the next page starts it anew."""
        with self._lock:
            if self._busy or threading.current_thread() is not self._timer:
                return
            worker, self._worker, self._timer = self._worker, None, None
        if worker is not None:
            worker.close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _usual_threads() -> int:
    cores = usable_cores()
    return min(MOST_THREADS, max(min(2, cores), cores // 2))


def _page(number: int, reply: Reply) -> RecognisedPage:
    """What the child sent, checked: it read a hostile file.

    Raises:
        WorkerError: the sizes do not fit.
    """
    sizes = reply.payload
    try:
        text_end = int(sizes["text_bytes"])
        lines_end = text_end + int(sizes["line_bytes"])
        if not 0 <= text_end <= lines_end <= len(reply.blob):
            raise ValueError("sizes out of range")
        return RecognisedPage(
            number,
            reply.blob[:text_end].decode(),
            reply.blob[text_end:lines_end],
            reply.blob[lines_end:],
            min(1.0, max(0.0, float(sizes["confidence"]))),
            str(sizes["problem"])[:1000],
        )
    except (KeyError, ValueError, TypeError) as error:
        raise WorkerError(
            f"The text recogniser sent no usable text of page {number}.", "Try again."
        ) from error
