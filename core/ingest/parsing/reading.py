"""The parent's side of the parser processes: one file read, by two processes when it is large, and cut.

Runs on the ingest thread; the second half of a large PDF is collected on a thread that lives no longer than
the call. Nothing is stored here.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError
from core.ingest.parsing.parsed import (
    ParsedPage,
    chunks_from,
    pack_cut,
    pack_outline,
    pages_from,
    with_hyphens,
)
from core.ingest.parsing.version import MOST_BYTES, Collector, CutText, Version, too_much
from core.ingest.readers.base import OutlineEntry
from core.ingest.readers.size_limits import MIB
from core.procs.worker import Reply, WorkerProcess
from core.settings import ChunkingSettings
from core.store.chunks import ChunkRecord
from core.store.facts import DocumentFacts, facts_from
from core.store.pages import PageRecord
from core.types import Document

WORDS_FIRST_PAGES = 40  # PDFs with more are searchable before their hidden text has been looked for
PARSE_IDLE_S = 120.0  # no page for so long: the file hangs the reader
PARSE_MEMORY_BYTES = 2 * 1024**3
_SHORTEST_LIMIT_S = 180.0
_LIMIT_S_PER_MIB = 20.0
_LONGEST_LIMIT_S = 1800.0
_CUT_TIMEOUT_S = 600.0


def parser_process() -> WorkerProcess:
    """The child that reads documents; a little below normal priority, so that the window stays smooth."""
    return WorkerProcess(
        "core.ingest.parsing.document_worker:main",
        name="document reader",
        memory_limit_bytes=PARSE_MEMORY_BYTES,
        nice=5,
    )


def time_limit(size_bytes: int) -> float:
    """Seconds after which reading a file of this size is given up."""
    return min(_LONGEST_LIMIT_S, _SHORTEST_LIMIT_S + _LIMIT_S_PER_MIB * size_bytes / MIB)


class DocumentReading:
    """Reads and cuts with one parser process, and a second one for the other half of large PDFs."""

    def __init__(
        self, chunking: ChunkingSettings, tokenizer_folder: Path, concepts: Path | None = None
    ) -> None:
        self._parser = parser_process()
        self._second = parser_process()
        self._sizes = {
            "tokenizer": str(tokenizer_folder),
            "concepts": str(concepts or ""),
            "tokens": chunking.tokens,
            "overlap_tokens": chunking.overlap_tokens,
        }

    def close(self) -> None:
        """End both processes; a running call raises `worker_closed`."""
        self._parser.close()
        self._second.close()

    def processes(self) -> tuple[WorkerProcess, ...]:
        """For whoever measures them."""
        return self._parser, self._second

    def warm(self, cancel: CancelToken) -> None:
        """Start the first process and load what the first document would wait for."""
        for _reply in self._parser.call("warm", self._sizes, timeout_s=60.0, cancel=cancel):
            pass

    def warm_second(self, cancel: CancelToken) -> None:
        """The same for the second process."""
        for _reply in self._second.call("warm", self._sizes, timeout_s=60.0, cancel=cancel):
            pass

    def read(
        self, document: Document, password: str, cancel: CancelToken, *, at_once: bool = False
    ) -> Generator[tuple[int, int], None, Version]:
        """Yields (pages read, pages in all) as it goes on; returns the version.

        Args:
            at_once: nobody waits for the words: one process reads all of it, with the look for hidden text.

        Raises:
            DocumentError, PasswordError: the file cannot be read.
            WorkerError: a parser process died, took too long or too much memory.
            Cancelled: Stop.
        """
        collected = Collector(document)
        order = _order(document, password) | {"first": 1, "last": 0, "check": True}
        other: _OtherHalf | None = None
        try:
            mine = order | {"share_above": 0 if at_once else WORDS_FIRST_PAGES}
            for reply in self._call(self._parser, mine, document, cancel):
                collected.take(reply)
                if reply.kind == "opened" and int(reply.payload["last"]) < collected.readable:
                    rest = {"first": int(reply.payload["last"]) + 1, "check": False, "share_above": 0}
                    other = _OtherHalf(self, self._second, order | rest, document, cancel)
                elif reply.kind == "pages":
                    done = len(collected.pages) + (other.count if other else 0)
                    yield done, collected.readable
            if other is not None:
                for reply in other.replies():
                    collected.take(reply)
                yield len(collected.pages), collected.readable
        finally:
            if other is not None:
                other.stop()
        return collected.version()

    def checked_pages(
        self, document: Document, password: str, first: int, last: int, cancel: CancelToken
    ) -> Iterator[list[ParsedPage]]:
        """The pages `first` to `last` read again, with their hidden text set apart, in small batches.

        Raises as `read` does, and DocumentError when the file has changed.
        """
        order = _order(document, password) | {"first": first, "last": last, "check": True, "share_above": 0}
        for reply in self._call(self._parser, order, document, cancel):
            if reply.kind == "changed":
                raise DocumentError(
                    f"{document.filename} has changed since it was read.", "Add it again to read it anew."
                )
            if reply.kind == "pages":
                yield pages_from(reply.payload, reply.blob)

    def cut(
        self,
        document: Document,
        title: str,
        pages: Sequence[PageRecord],
        outline: Sequence[OutlineEntry],
        cancel: CancelToken,
    ) -> tuple[list[PageRecord], CutText]:
        """These pages, whose spans must follow each other (see `joined`), with hyphens at line ends as they
        are to be stored; and their chunks."""
        headers, blob = pack_cut(pages)
        order = self._sizes | {
            "content_hash": document.content_hash,
            "filename": document.filename,
            "title": title,
            "outline": pack_outline(outline),
            "pages": headers,
        }
        chunks: list[ChunkRecord] = []
        language = ""
        facts = DocumentFacts()
        kept = list(pages)
        for reply in self._parser.call("cut", order, blob=blob, timeout_s=_CUT_TIMEOUT_S, cancel=cancel):
            if reply.kind == "chunks":
                chunks += chunks_from(reply.payload)
            elif reply.kind == "done":
                language = str(reply.payload["language"])[:8]
                facts = facts_from(reply.payload["facts"])
                kept = with_hyphens(pages, reply.payload["hyphens"])
        return kept, CutText(chunks, language, facts)

    def extract(
        self, document: Document, password: str, name: str, target: Path, cancel: CancelToken
    ) -> None:
        """Write one attachment to `target`.

        Raises:
            DocumentError: it is damaged, too large, or not there any more.
        """
        order = _order(document, password) | {"name": name, "target": str(target)}
        limit = time_limit(document.size_bytes)
        for _reply in self._parser.call("extract", order, timeout_s=limit, cancel=cancel):
            pass

    def _call(
        self, parser: WorkerProcess, order: dict[str, Any], document: Document, cancel: CancelToken
    ) -> Iterator[Reply]:
        limit = time_limit(document.size_bytes)
        return parser.call("read", order, timeout_s=limit, idle_timeout_s=PARSE_IDLE_S, cancel=cancel)


def _order(document: Document, password: str) -> dict[str, Any]:
    return {
        "path": document.path,
        "member": document.member,
        "format": document.format,
        "password": password,
        "content_hash": document.content_hash,
    }


class _EitherToken(CancelToken):
    """Set by its owner, or together with another token."""

    def __init__(self, other: CancelToken) -> None:
        super().__init__()
        self._other = other

    @property
    def is_set(self) -> bool:
        return super().is_set or self._other.is_set

    def check(self) -> None:
        if self.is_set:
            raise Cancelled


class _OtherHalf:
    """The rest of a large document, collected on a thread of its own while the first half is read."""

    def __init__(
        self,
        reading: DocumentReading,
        parser: WorkerProcess,
        order: dict[str, Any],
        document: Document,
        cancel: CancelToken,
    ) -> None:
        self._document = document
        self._cancel = _EitherToken(cancel)
        self._calls = reading._call(parser, order, document, self._cancel)
        self._replies: list[Reply] = []
        self._error: BaseException | None = None
        self.count = 0
        self._thread = threading.Thread(target=self._collect, name="second half", daemon=True)
        self._thread.start()

    def replies(self) -> list[Reply]:
        """Wait for all of them."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._replies

    def stop(self) -> None:
        self._cancel.set()
        self._thread.join()

    def _collect(self) -> None:
        size = 0
        try:
            for reply in self._calls:
                self._replies.append(reply)
                size += len(reply.blob)
                if size > MOST_BYTES:
                    raise too_much(self._document)
                self.count += len(reply.payload.get("pages", ()))
        except BaseException as error:  # noqa: BLE001 - raised again on the thread that asked
            self._error = error
