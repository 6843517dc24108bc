"""What one process reads and cuts a second, without the library around it.

`measure_reading` runs in the caller; the work is done by a child (`main`), because PyMuPDF is never loaded by
the program itself. Stages run one after another over the same pages, so their seconds can be compared.
"""

from __future__ import annotations

import cProfile
import io
import logging
import pstats
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import DocumentError
from core.procs.channel import Channel
from core.procs.worker import WorkerProcess
from core.settings import ChunkingSettings

log = logging.getLogger(__name__)

STAGES = ("read", "check", "complete", "cut")
BARE = ("bare words", "bare trace", "bare drawings")
_TIMEOUT_S = 3600.0
_PROFILE_LINES = 30


@dataclass(slots=True)
class Reading:
    """Seconds of each stage over all pages, and what a page's word boxes take, in bytes.

    `read` is words with boxes, as large documents are read first; `check` looks for text nobody can see on
    the same pages, as it is done after that; `complete` reads words and takes that text out in one go, as
    small documents are read; `cut` is the structure and the chunks. `bare words` are PyMuPDF's words of the
    same pages and nothing else, `bare trace` those and its list of how each text is painted
    (`get_texttrace`), `bare drawings` its pictures of them with and without text: what the computer gives
    at best. `profiles`: where each stage's time went,
    if it was asked for. `busy`: the share of the time in which this process had a core.
    """

    pages: int = 0
    documents: int = 0
    chunks: int = 0
    unclean_pages: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    busy: float = 1.0
    box_bytes_mean: float = 0.0
    box_bytes_most: int = 0
    skipped: list[str] = field(default_factory=list)
    profiles: dict[str, str] = field(default_factory=dict)

    def pages_per_second(self, stage: str) -> float | None:
        seconds = self.seconds.get(stage, 0.0)
        return self.pages / seconds if seconds and self.pages else None


def measure_reading(
    files: Sequence[Path],
    *,
    tokenizer_folder: Path,
    chunking: ChunkingSettings,
    most_pages: int,
    profile: bool,
    cancel: CancelToken,
) -> Reading:
    """Read the first `most_pages` (0: all) pages of each PDF, in each way in turn.

    Raises:
        KnownError: the child could not go on; Cancelled.
    """
    worker = WorkerProcess("tests.benchmarks.ingest.reading:main", name="reading benchmark")
    order = {
        "files": [str(path) for path in files],
        "tokenizer": str(tokenizer_folder),
        "tokens": chunking.tokens,
        "overlap_tokens": chunking.overlap_tokens,
        "most_pages": most_pages,
        "profile": profile,
    }
    try:
        answer = [reply.payload for reply in worker.call("read", order, timeout_s=_TIMEOUT_S, cancel=cancel)]
    finally:
        worker.close()
    return Reading(**answer[-1])


def main(channel: Channel) -> None:
    """The child's work: requests `read`."""
    channel.serve(lambda request: channel.done(_measure(request.payload, channel.check)))


def _measure(order: dict[str, Any], check: Callable[[], None]) -> dict[str, Any]:
    import pymupdf

    from core.ingest.readers.pdf import PdfReader
    from core.ingest.structure.chunking import Chunker
    from core.ingest.structure.structure import find_structure
    from core.ingest.structure.token_count import TokenizerCounter

    sizes = ChunkingSettings(tokens=order["tokens"], overlap_tokens=order["overlap_tokens"])
    chunker = Chunker(TokenizerCounter(Path(order["tokenizer"])), sizes)
    reader = PdfReader()
    clock = _Clock(order["profile"])
    result = Reading()
    boxes: list[int] = []
    began, cpu = time.perf_counter(), time.process_time()
    for name in order["files"]:
        path = Path(name)
        pages: list[Any] = []
        try:
            for stage in ("read", "check", "complete"):
                check()
                # Neither a cold disk nor what the pass before left in MuPDF's cache is to be measured.
                path.read_bytes()
                pymupdf.TOOLS.store_shrink(100)
                with clock.timing(stage):
                    document = reader.open(path)
                    try:
                        last = min(document.page_count, order["most_pages"] or document.page_count)
                        if stage == "check":
                            clean = [document.is_clean(number) for number in range(1, last + 1)]
                            result.unclean_pages += clean.count(False)
                        else:
                            pages = list(document.pages(1, last, check=stage == "complete"))
                            outline = document.outline
                    finally:
                        document.close()
            for kind in BARE:
                check()
                pymupdf.TOOLS.store_shrink(100)
                with clock.timing(kind):
                    _bare(path, kind, last)
        except (DocumentError, OSError) as error:
            result.skipped.append(str(error))
            continue
        with clock.timing("cut"):
            result.chunks += len(chunker.chunks(name, path.stem, pages, find_structure(pages, outline)))
        boxes += [len(page.words) for page in pages]
        result.pages += len(pages)
        result.documents += 1
    result.seconds = clock.seconds
    result.busy = (time.process_time() - cpu) / max(time.perf_counter() - began, 1e-6)
    result.box_bytes_mean = sum(boxes) / len(boxes) if boxes else 0.0
    result.box_bytes_most = max(boxes, default=0)
    result.profiles = clock.profiles()
    return {name: getattr(result, name) for name in Reading.__slots__}


def _bare(path: Path, kind: str, last: int) -> None:
    """The calls of MuPDF that reading or checking rests on, without anything of ours around them."""
    from core.ingest.pdf.pageview import QUICK_ZOOM, TEXT_OPERATIONS, PageView
    from core.ingest.readers.pdf import open_pdf

    with open_pdf(path) as document:
        for index in range(last):
            page = document[index]
            view = PageView(page)
            if kind == "bare words":
                _ = view.clipped_words
            elif kind == "bare trace":
                _ = view.clipped_words
                page.get_texttrace()
            else:
                _ = view.picture(QUICK_ZOOM, grey=True)
                _ = view.picture(QUICK_ZOOM, grey=True, without=TEXT_OPERATIONS)


class _Clock:
    """Seconds and, if wanted, a profile a stage. A profile slows Python code down, so never both at once."""

    def __init__(self, profile: bool) -> None:
        self.seconds: dict[str, float] = {}
        self._profiles = {stage: cProfile.Profile() for stage in STAGES} if profile else {}

    def timing(self, stage: str) -> Any:
        return self._profiles.get(stage) or _Timing(self.seconds, stage)

    def profiles(self) -> dict[str, str]:
        return {stage: profile_text(profile) for stage, profile in self._profiles.items()}


class _Timing(nullcontext[None]):
    def __init__(self, seconds: dict[str, float], stage: str) -> None:
        super().__init__()
        self._seconds = seconds
        self._stage = stage
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_error: object) -> None:
        took = time.perf_counter() - self._began
        self._seconds[self._stage] = self._seconds.get(self._stage, 0.0) + took


def profile_text(profile: cProfile.Profile) -> str:
    """The calls that took longest by themselves, as `pstats` prints them."""
    text = io.StringIO()
    try:
        pstats.Stats(profile, stream=text).sort_stats("tottime").print_stats(_PROFILE_LINES)
    except TypeError:  # pstats' word for a profile without a single call
        return "nothing was called\n"
    return text.getvalue()
