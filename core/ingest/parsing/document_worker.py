"""The parser process: reads documents of every format and cuts them into chunks.

Everything here runs in the child (`core.procs`), on its main thread. Orders and answers:

- `read` {path, member, format, password, content_hash, first, last, check, share_above}
  → `changed` {} and `done` {} when the file no longer has that content hash; or
  → `opened` {page_count, last, checked, title, outline: [[level, title, page]…],
    attachments: [[name, size]…], hidden: [[page, reason, text]…], problem (of the file as a whole)}
  → `pages` … (see `core.ingest.parsing.parsed`) → `done` {}.
  `first`, `last`: 1-based, both included, `last` 0 for the end. A PDF with more than `share_above` pages
  (0: none) is read by words only, and only its first half: `last` of the answer tells where somebody else has
  to go on.
- `cut` {content_hash, filename, title, tokenizer, concepts, tokens, overlap_tokens, outline, pages}, blob:
  texts, lines
  → `chunks` … → `done` {language, facts, hyphens: [[offset in the document's text, hyphen]…]}. Needs no file.
- `extract` {path, member, format, password, name, target} → `done` {}: one attachment, written to `target`.
- `warm` {tokenizer} → `done` {}: loads what the first document would wait for.

The parent's side is `core.ingest.parsing.reading`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.ingest.parsing.cutting import Cutter
from core.ingest.parsing.parsed import pack_hidden, pack_outline, pack_pages
from core.ingest.queue.content_hash import file_mark, read_content
from core.ingest.readers import format_named, load_reader
from core.ingest.readers.base import DocumentReader, OpenDocument, ReadPage
from core.ingest.readers.members import source_file
from core.ingest.readers.size_limits import LIMITS, MIB
from core.procs.channel import Channel, Request

_BATCH_PAGES = 32
_BATCH_SECONDS = 0.25
_BATCH_BYTES = 16 * MIB
_SHARED_FORMAT = "pdf"  # the only one that can be read from the middle at no cost


def main(channel: Channel) -> None:
    """Answer orders until the parent closes. Readers and tokenizers are kept between documents."""
    worker = _Worker(channel)
    channel.serve(worker.handle)


class _Worker:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._cutter = Cutter(channel)
        self._readers: dict[str, DocumentReader] = {}

    def handle(self, request: Request) -> None:
        orders: dict[str, Callable[[Request], None]] = {
            "read": self._read,
            "cut": self._cutter.cut,
            "extract": self._extract,
            "warm": self._warm,
        }
        if request.kind not in orders:
            raise ValueError(f"unknown request {request.kind}")
        orders[request.kind](request)

    def _reader(self, name: str) -> DocumentReader:
        if name not in self._readers:
            self._readers[name] = load_reader(format_named(name))
        return self._readers[name]

    def _warm(self, request: Request) -> None:
        self._reader(_SHARED_FORMAT)
        self._cutter.warm(request.payload)
        self._channel.done()

    # --- reading -------------------------------------------------------------------------------

    def _read(self, request: Request) -> None:
        order = request.payload
        outer, member = Path(order["path"]), str(order["member"])
        with _as_unreadable(outer), source_file(outer, member, password=order["password"]) as path:
            guard = _Guard(path, outer, member, self._channel.check)
            if not guard.begin(order["content_hash"]):
                self._channel.reply("changed")
                self._channel.done()
                return
            document = self._reader(order["format"]).open(path, order["password"])
            try:
                self._send_document(document, order, guard)
            finally:
                document.close()
            guard.check()
        self._channel.done()

    def _send_document(self, document: OpenDocument, order: dict[str, Any], guard: _Guard) -> None:
        count = document.page_count
        first, last = int(order["first"]), min(int(order["last"]) or count, count, LIMITS.pages)
        checked = bool(order["check"])
        share_above = int(order["share_above"])
        if share_above and order["format"] == _SHARED_FORMAT and last > share_above:
            last, checked = (last + 1) // 2, False
        self._channel.reply(
            "opened",
            {
                "page_count": count,
                "last": last,
                "checked": checked,
                "title": document.title,
                "outline": pack_outline(document.outline),
                "attachments": [
                    [attachment.name, attachment.size_bytes]
                    for attachment in document.attachments[: LIMITS.attachments]
                ],
                "hidden": pack_hidden(document.hidden),
                "problem": document.problem,
            },
        )
        batch: list[ReadPage] = []
        size = 0
        sent = time.monotonic()
        for page in document.pages(first, last, check=checked):
            self._channel.check()
            batch.append(page)
            size += len(page.text) + len(page.words)
            now = time.monotonic()
            if len(batch) >= _BATCH_PAGES or now - sent > _BATCH_SECONDS or size > _BATCH_BYTES:
                guard.check()
                self._channel.reply("pages", *pack_pages(batch))
                batch, size, sent = [], 0, time.monotonic()
        if batch:
            guard.check()
            self._channel.reply("pages", *pack_pages(batch))

    def _extract(self, request: Request) -> None:
        order = request.payload
        outer, member = Path(order["path"]), str(order["member"])
        with _as_unreadable(outer), source_file(outer, member, password=order["password"]) as path:
            document = self._reader(order["format"]).open(path, order["password"])
            try:
                document.extract(str(order["name"]), Path(order["target"]))
            finally:
                document.close()
        self._channel.done()


class _Guard:
    """Makes sure that all pages come from the bytes that were asked for.

    The hash is taken before; nobody may write to the file while its pages are read.
    """

    def __init__(self, path: Path, outer: Path, member: str, stop: Callable[[], None]) -> None:
        self._path = path
        self._name = Path(member).name or outer.name
        self._stop = stop
        self._hash = ""
        self._mark = (0, 0, 0)

    def begin(self, content_hash: str) -> bool:
        """False when the file holds something else.

        Raises:
            OSError, DocumentError: it cannot be read; it is too large.
        """
        self._mark = file_mark(self._path)
        if self._mark[1] > LIMITS.file_bytes:
            raise DocumentError(
                f"{self._name} is larger than {LIMITS.file_bytes // MIB} MB.", "Split it into smaller files."
            )
        self._hash = read_content(self._path, self._stop)[0]
        return self._hash == content_hash

    def check(self) -> None:
        """Raises DocumentError when somebody has written to the file since."""
        mark = file_mark(self._path)
        if mark == self._mark:
            return
        if read_content(self._path, self._stop)[0] != self._hash:
            raise DocumentError(f"{self._name} was changed while it was being read.", "Add it again.")
        self._mark = mark


@contextmanager
def _as_unreadable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        known = DocumentError(
            f"{path.name} cannot be read ({error.strerror or error}).",
            "Check that the file is still there and that you may read it.",
        )
        known.code = "unreadable"
        raise known from error
