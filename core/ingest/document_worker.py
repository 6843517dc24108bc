"""The parser process: reads a PDF, cuts it into chunks and streams both to the parent.

Everything here runs in the child (`core.procs`), on its main thread. Requests and answers:

- `parse` {path, password, content_hash, name, tokenizer, tokens, overlap_tokens}
- → `changed` {} and `done` {}, when the file no longer has that content hash; or
- → `opened` {page_count, title}
- → `pages` {pages: [{number, start, width, height, rotation, label, text_bytes, word_bytes}]}, blob: for each
  page its UTF-8 text, then its packed words
- → `chunks` {chunks: [{chunk_id, index, spans: [[start, end]…], first_page, last_page, context}]}
- → `done` {pages_without_text}

The parent's side of this is `core.ingest.parsed`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.ingest.chunking import Chunker
from core.ingest.content import file_mark, read_content
from core.ingest.formats.pdf import PdfReader
from core.ingest.reader import DocumentReader, ReadPage
from core.ingest.structure import find_structure
from core.ingest.tokens import TokenizerCounter
from core.procs.channel import Channel, Request
from core.settings import ChunkingSettings
from core.store.chunks import ChunkRecord

_BATCH_PAGES = 32
_BATCH_SECONDS = 0.25
_BATCH_CHUNKS = 500


def main(channel: Channel) -> None:
    """Answer requests until the parent closes. Loaded tokenizers are kept between documents."""
    worker = _Worker(channel)
    channel.serve(worker.handle)


class _Worker:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._reader: DocumentReader = PdfReader()
        self._counters: dict[str, TokenizerCounter] = {}

    def handle(self, request: Request) -> None:
        if request.kind != "parse":
            raise ValueError(f"unknown request {request.kind}")
        self._parse(request.payload)

    def _counter(self, folder: str) -> TokenizerCounter:
        if folder not in self._counters:
            self._counters[folder] = TokenizerCounter(Path(folder))
        return self._counters[folder]

    def _parse(self, order: dict[str, Any]) -> None:
        counter = self._counter(order["tokenizer"])
        path = Path(order["path"])
        try:
            mark = file_mark(path)
            content_hash, _head = read_content(path, self._channel.check)
        except OSError as error:
            raise _unreadable(path, error) from error
        if content_hash != order["content_hash"]:
            self._channel.reply("changed")
            self._channel.done()
            return
        document = self._reader.open(path, order.get("password", ""))
        try:
            title = document.title
            self._channel.reply("opened", {"page_count": document.page_count, "title": title})
            pages = self._read_pages(document.pages())
            outline = document.outline
        finally:
            document.close()
        self._check_unchanged(path, mark, content_hash)
        without_text = sum(1 for page in pages if not page.text)
        if without_text == len(pages):
            raise DocumentError(
                f"{path.name} has no text layer; it looks scanned.",
                "Run it through a text recognition program (OCR) first and add the result.",
            )
        structure = find_structure(pages, outline)
        self._channel.check()
        sizes = ChunkingSettings(tokens=order["tokens"], overlap_tokens=order["overlap_tokens"])
        chunks = Chunker(counter, sizes).chunks(
            order["content_hash"], title or order["name"], pages, structure
        )
        for start in range(0, len(chunks), _BATCH_CHUNKS):
            batch = chunks[start : start + _BATCH_CHUNKS]
            self._channel.reply("chunks", {"chunks": [_chunk_payload(chunk) for chunk in batch]})
        self._channel.done({"pages_without_text": without_text})

    def _check_unchanged(self, path: Path, mark: tuple[int, int, int], content_hash: str) -> None:
        """The pages were read after the hash was taken; in between nobody may have written to the file."""
        try:
            if file_mark(path) == mark or read_content(path, self._channel.check)[0] == content_hash:
                return
        except OSError as error:
            raise _unreadable(path, error) from error
        raise DocumentError(f"{path.name} was changed while it was being read.", "Add it again.")

    def _read_pages(self, source: Any) -> list[ReadPage]:
        pages: list[ReadPage] = []
        batch: list[ReadPage] = []
        offset = batch_start = 0
        sent = time.monotonic()
        for page in source:
            self._channel.check()
            pages.append(page)
            batch.append(page)
            offset += len(page.text) + 1
            if len(batch) >= _BATCH_PAGES or time.monotonic() - sent > _BATCH_SECONDS:
                self._send_pages(batch, batch_start)
                batch, batch_start = [], offset
                sent = time.monotonic()
        if batch:
            self._send_pages(batch, batch_start)
        return pages

    def _send_pages(self, batch: list[ReadPage], start: int) -> None:
        headers = []
        parts: list[bytes] = []
        for page in batch:
            text = page.text.encode("utf-8")
            headers.append(
                {
                    "number": page.number,
                    "start": start,
                    "width": page.width,
                    "height": page.height,
                    "rotation": page.rotation,
                    "label": page.label,
                    "text_bytes": len(text),
                    "word_bytes": len(page.words),
                }
            )
            parts += (text, page.words)
            start += len(page.text) + 1
        self._channel.reply("pages", {"pages": headers}, b"".join(parts))


def _unreadable(path: Path, error: OSError) -> DocumentError:
    return DocumentError(
        f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
    )


def _chunk_payload(chunk: ChunkRecord) -> dict[str, Any]:
    return {
        "chunk_id": chunk.chunk_id,
        "index": chunk.index,
        "spans": [[span.start, span.end] for span in chunk.spans],
        "first_page": chunk.first_page,
        "last_page": chunk.last_page,
        "context": chunk.context,
    }
