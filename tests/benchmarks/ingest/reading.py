"""What one process reads and cuts a second, without the library around it.

The work is done by a child (`main`), because PyMuPDF is never loaded by the program itself. Stages run one
after another over the same pages, so their seconds can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.procs.channel import Channel
from core.settings import ChunkingSettings
from tests.benchmarks.machine import told_by_child
from tests.benchmarks.reporting import Bench

STAGES = ("read", "check", "cut")
_BARE = ("bare words", "bare drawings")


@dataclass(slots=True)
class Reading:
    """Seconds of each stage over all pages, and what a page's word boxes take, in bytes.

    `read` is words with boxes, `check` reads again and looks for text nobody can see and for damaged letters:
    large documents are read so, small ones by the second alone; `cut` is structure and chunks. What the
    computer gives at best: `bare words` are PyMuPDF's words of the same pages and nothing else, `bare
    drawings` its pictures of them with and without text. `busy`: the share of the time in which this process
    had a core.
    """

    pages: int = 0
    documents: int = 0
    unclean_pages: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    busy: float = 1.0
    box_bytes: list[int] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def measure_reading(bench: Bench, files: Sequence[Path], tokenizer_folder: Path, most_pages: int) -> Reading:
    """Read the first `most_pages` (0: all) pages of each PDF, in each way in turn."""
    order = {
        "files": [str(path) for path in files],
        "tokenizer": str(tokenizer_folder),
        "chunking": bench.settings.chunking.model_dump(mode="json"),
        "most_pages": most_pages,
    }
    return Reading(**told_by_child("ingest.reading:main", order, bench.cancel))


def main(channel: Channel) -> None:
    """The child's work: orders."""
    channel.serve(lambda request: channel.done(asdict(_measure(request.payload, channel.check))))


def _measure(order: dict[str, Any], check: Callable[[], None]) -> Reading:
    import pymupdf

    from core.ingest.readers.pdf import PdfReader
    from core.ingest.structure.chunking import Chunker
    from core.ingest.structure.structure import find_structure
    from core.ingest.structure.token_count import TokenizerCounter

    counter = TokenizerCounter(Path(order["tokenizer"]))
    reader, most = PdfReader(), order["most_pages"]
    chunker = Chunker(counter, ChunkingSettings(**order["chunking"]))
    result = Reading(seconds=dict.fromkeys((*STAGES, *_BARE), 0.0))

    def timed(stage: str, path: Path, work: Callable[..., Any], *arguments: Any) -> Any:
        check()
        # Neither a cold disk nor what the pass before left in MuPDF's cache is to be measured.
        path.read_bytes()
        pymupdf.TOOLS.store_shrink(100)
        began = time.perf_counter()
        try:
            return work(*arguments)
        finally:
            result.seconds[stage] += time.perf_counter() - began

    def cut(path: Path, pages: list[Any], outline: Any) -> None:
        chunker.chunks(str(path), path.stem, pages, find_structure(pages, outline))

    began, cpu = time.perf_counter(), time.process_time()
    for path in map(Path, order["files"]):
        try:
            timed("read", path, _read, reader, path, most, False)
            pages, outline = timed("check", path, _read, reader, path, most, True)
            result.unclean_pages += sum(bool(page.hidden) for page in pages)
            for kind in _BARE:
                timed(kind, path, _bare, path, kind, len(pages))
        except (DocumentError, OSError) as error:
            result.skipped.append(str(error))
            continue
        timed("cut", path, cut, path, pages, outline)
        result.box_bytes += [len(page.words) for page in pages]
        result.pages += len(pages)
        result.documents += 1
    result.busy = (time.process_time() - cpu) / max(time.perf_counter() - began, 1e-6)
    return result


def _read(reader: Any, path: Path, most: int, check: bool) -> tuple[list[Any], Any]:
    """Pages and outline."""
    with closing(reader.open(path)) as document:
        last = min(document.page_count, most or document.page_count)
        return list(document.pages(1, last, check=check)), document.outline


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
