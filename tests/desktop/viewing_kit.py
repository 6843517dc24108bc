"""A real library with documents whose pages are stored without the pipeline, and the window on it."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pymupdf
from PySide6.QtCore import QObject, Qt, QTimer

from core.engine import Engine
from core.settings import Settings
from core.store.documents import DocumentRepository
from core.store.pages import PageRecord, PageRepository
from core.store.words import pack_words
from core.system.paths import AppPaths
from core.types import PAGE_BREAK, Box, Document, DocumentStatus, Span, Word, document_id_for

THICK = 3000  # pages


def make_thick_pdf(path: Path, pages: int = THICK) -> Path:
    """Lines with a number on every page, and an outline of chapters; written by hand, which is fast."""
    chapters = range(0, pages, 50)
    first = 4 + 2 * pages  # object of the first chapter's entry, which has one below it
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(pages))
    last = first + 2 * (len(chapters) - 1)
    objects = [
        f"<</Type/Catalog/Pages 2 0 R/Outlines {last + 2} 0 R>>",
        f"<</Type/Pages/Count {pages}/Kids[{kids}]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for at in range(pages):
        drawn = " ".join(f"({line}) Tj 0 -24 Td" for line in _lines(at + 1))
        content = f"BT /F 12 Tf 72 700 Td {drawn} ET"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {5 + 2 * at} 0 R"
            "/Resources<</Font<</F 3 0 R>>>>>>"
        )
        objects.append(f"<</Length {len(content)}>>\nstream\n{content}\nendstream")
    for chapter, at in enumerate(chapters):
        own, page = first + 2 * chapter, f"/Dest[{4 + 2 * at} 0 R/Fit]"
        beside = f"/Next {own + 2} 0 R" if own < last else ""
        beside += f"/Prev {own - 2} 0 R" if chapter else ""
        below = f"/First {own + 1} 0 R/Last {own + 1} 0 R/Count 1"
        objects.append(f"<</Title(Chapter {chapter + 1})/Parent {last + 2} 0 R{beside}{below}{page}>>")
        objects.append(f"<</Title(Start)/Parent {own} 0 R{page}>>")
    objects.append(f"<</Type/Outlines/First {first} 0 R/Last {last} 0 R/Count {len(chapters)}>>")
    body, places = "%PDF-1.4\n", []
    parts = [body]
    length = len(body)
    for number, content in enumerate(objects, start=1):
        places.append(length)
        parts.append(f"{number} 0 obj\n{content}\nendobj\n")
        length += len(parts[-1])
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    parts.append(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}")
    parts.append(f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{length}\n%%EOF")
    path.write_bytes("".join(parts).encode())
    return path


def _lines(number: int) -> list[str]:
    told = [f"Page {number} of the book", f"The seal number is W-{number:05d}."]
    return told + [f"Line {line} tells about pumps and seals." for line in range(8)]


def store_thick(engine: Engine, path: Path, pages: int = THICK) -> Document:
    """As the pipeline would, but with the word boxes of the first page on every page."""
    with pymupdf.open(path) as opened:
        boxes = [Box(*word[:4]) for word in opened[0].get_text("words")]
    content_hash = hashlib.sha256(path.read_bytes()).hexdigest()
    document = Document(
        document_id_for(content_hash),
        content_hash,
        str(path),
        path.name,
        "",
        path.stat().st_size,
        pages,
        DocumentStatus.INDEXED,
    )
    records, start = [], 0
    for number in range(1, pages + 1):
        text = "\n".join(_lines(number))
        spans = [(match.start(), match.end()) for match in re.finditer(r"\S+", text)]
        packed = pack_words(
            [Word(Span(*span), box) for span, box in zip(spans, boxes, strict=True)], page_start=0
        )
        end = start + len(text)
        records.append(PageRecord(number, text, Span(start, end), 595, 842, 0, "", packed))
        start = end + len(PAGE_BREAK)
    DocumentRepository(engine.database).add(document, path.stat().st_mtime)
    PageRepository(engine.database).add_many(document.document_id, records)
    return document


def paths_below(folder: Path) -> AppPaths:
    return AppPaths(folder / "data", folder / "models", folder / "cache", folder / "logs")


def make_library(folder: Path, thick: Path) -> Document:
    """A data folder with that file in it."""
    with Engine.open(paths_below(folder), Settings()) as engine:
        return store_thick(engine, thick)


@contextmanager
def longest_stall(parent: QObject, every_ms: int = 5) -> Iterator[list[float]]:
    """Seconds between ticks of a timer on the GUI thread while the block runs; the longest comes last."""
    gaps = [0.0]
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append(now - last)
        last = now

    timer = QTimer(parent)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start(every_ms)
    yield gaps
    timer.stop()
    gaps.sort()
