"""What one process reads and cuts a second, without the library around it.

`measure_reading` runs in the caller; the work is done by a child (`main`), because PyMuPDF is never loaded by
the program itself. Stages run one after another over the same pages, so their seconds can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import DocumentError
from core.procs.channel import Channel
from core.procs.worker import WorkerProcess
from core.settings import ChunkingSettings

STAGES = ("read", "check", "complete", "cut")
_BARE = ("bare words", "bare trace", "bare drawings")
_TIMEOUT_S = 3600.0


@dataclass(slots=True)
class Reading:
    """Seconds of each stage over all pages, and what a page's word boxes take, in bytes.

    `read` is words with boxes, as large documents are read first; `check` looks for text nobody can see on
    the same pages, as it is done after that; `complete` reads words and takes that text out in one go, as
    small documents are read; `cut` is the structure and the chunks. `bare words` are PyMuPDF's words of the
    same pages and nothing else, `bare trace` those and its list of how each text is painted
    (`get_texttrace`), `bare drawings` its pictures of them with and without text: what the computer gives
    at best. `busy`: the share of the time in which this process had a core.
    """

    pages: int = 0
    documents: int = 0
    unclean_pages: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    busy: float = 1.0
    box_bytes: list[int] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def pages_per_second(self, stage: str) -> float | None:
        seconds = self.seconds.get(stage, 0.0)
        return self.pages / seconds if seconds and self.pages else None


def measure_reading(
    files: Sequence[Path],
    tokenizer_folder: Path,
    chunking: ChunkingSettings,
    most_pages: int,
    cancel: CancelToken,
) -> Reading:
    """Read the first `most_pages` (0: all) pages of each PDF, in each way in turn.

    Raises:
        KnownError: the child could not go on; `Cancelled` after Stop.
    """
    worker = WorkerProcess("tests.benchmarks.ingest.reading:main", name="reading benchmark")
    order = {
        "files": [str(path) for path in files],
        "tokenizer": str(tokenizer_folder),
        "tokens": chunking.tokens,
        "overlap_tokens": chunking.overlap_tokens,
        "most_pages": most_pages,
    }
    try:
        *_, last = worker.call("read", order, timeout_s=_TIMEOUT_S, cancel=cancel)
    finally:
        worker.close()
    return Reading(**last.payload)


def main(channel: Channel) -> None:
    """The child's work: requests `read`."""
    channel.serve(lambda request: channel.done(asdict(_measure(request.payload, channel.check))))


def _measure(order: dict[str, Any], check: Callable[[], None]) -> Reading:
    import pymupdf

    from core.ingest.readers.pdf import PdfReader
    from core.ingest.structure.chunking import Chunker
    from core.ingest.structure.structure import find_structure
    from core.ingest.structure.token_count import TokenizerCounter

    sizes = ChunkingSettings(tokens=order["tokens"], overlap_tokens=order["overlap_tokens"])
    chunker = Chunker(TokenizerCounter(Path(order["tokenizer"])), sizes)
    result = Reading(seconds=dict.fromkeys((*STAGES, *_BARE), 0.0))

    def timed(stage: str, path: Path, work: Callable[[], Any]) -> Any:
        check()
        # Neither a cold disk nor what the pass before left in MuPDF's cache is to be measured.
        path.read_bytes()
        pymupdf.TOOLS.store_shrink(100)
        began = time.perf_counter()
        try:
            return work()
        finally:
            result.seconds[stage] += time.perf_counter() - began

    def read(path: Path, stage: str) -> tuple[list[Any], Any, int]:
        document = PdfReader().open(path)
        try:
            last = min(document.page_count, order["most_pages"] or document.page_count)
            if stage == "check":
                clean = dict(document.check_pages(range(1, last + 1)))
                result.unclean_pages += sum(not is_clean for is_clean in clean.values())
                return [], None, last
            return list(document.pages(1, last, check=stage == "complete")), document.outline, last
        finally:
            document.close()

    began, cpu = time.perf_counter(), time.process_time()
    for name in order["files"]:
        path = Path(name)
        try:
            for stage in STAGES[:3]:
                pages, outline, last = timed(stage, path, lambda: read(path, stage))  # noqa: B023
            for kind in _BARE:
                timed(kind, path, lambda: _bare(path, kind, last))  # noqa: B023
        except (DocumentError, OSError) as error:
            result.skipped.append(str(error))
            continue
        timed("cut", path, lambda: chunker.chunks(name, path.stem, pages, find_structure(pages, outline)))  # noqa: B023
        result.box_bytes += [len(page.words) for page in pages]
        result.pages += len(pages)
        result.documents += 1
    result.busy = (time.process_time() - cpu) / max(time.perf_counter() - began, 1e-6)
    return result


def _bare(path: Path, kind: str, last: int) -> None:
    """The calls of MuPDF that reading or checking rests on, without anything of ours around them."""
    from core.ingest.pdf.pageview import QUICK_ZOOM, TEXT_OPERATIONS, PageView
    from core.ingest.readers.pdf import open_pdf

    with open_pdf(path) as document:
        for index in range(last):
            page = document[index]
            view = PageView(page)
            if kind == "bare drawings":
                _ = view.picture(QUICK_ZOOM, grey=True)
                _ = view.picture(QUICK_ZOOM, grey=True, without=TEXT_OPERATIONS)
            else:
                _ = view.clipped_words
                if kind == "bare trace":
                    page.get_texttrace()
