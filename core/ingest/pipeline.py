"""The ingest pipeline: works the SQLite queue off, document by document, as a stream of events.

Runs on the caller's thread (one at a time); parsing happens in a child process. Order of writes, so that a
kill at any moment loses and duplicates nothing: SQLite first, then the index, then the flag in SQLite that
says so. Keyword search first: every document becomes searchable before the first one is embedded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import Event, EventStamper, EventStream, RunFinished, failed
from core.ingest.additions import add_file, add_paths
from core.ingest.chunking import chunker_fingerprint
from core.ingest.embedding import EmbeddingStep
from core.ingest.parsing import ParseStep, parser_process
from core.procs.worker import WorkerProcess
from core.search.base import ChunkIndex, Embedder
from core.settings import ChunkingSettings
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.queue import IngestQueue

_NO_PAUSE: Callable[[], bool] = lambda: False  # noqa: E731


class IngestPipeline:
    """Adds, works off and removes documents.

    Args:
        tokenizer_folder: folder with the embedder's tokenizer.json, by which chunks are measured.
        index_name: names the index in SQLite's record of vectors; changes with embedder and chunker.
        pause: while it is true (an answer is running) embedding waits between two batches.
        parser: the child process; made here and closed by `close()` when not given.
    """

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        embedder: Embedder,
        *,
        index_name: str,
        chunking: ChunkingSettings,
        tokenizer_folder: Path,
        pause: Callable[[], bool] = _NO_PAUSE,
        parser: WorkerProcess | None = None,
    ) -> None:
        self._documents = DocumentRepository(database)
        self._queue = IngestQueue(database)
        self._database = database
        self._index = index
        self._owns_parser = parser is None
        self._parser = parser or parser_process()
        self._parsing = ParseStep(
            database,
            index,
            self._parser,
            index_name=index_name,
            chunker=chunker_fingerprint(chunking, tokenizer_folder),
            chunking=chunking,
            tokenizer_folder=tokenizer_folder,
            add_file=self._add_file,
        )
        self._embedding = EmbeddingStep(database, index, embedder, index_name, pause)

    def add_paths(
        self, paths: Sequence[Path], cancel: CancelToken, stamp: EventStamper | None = None
    ) -> EventStream:
        """Queue files and folders; see `core.ingest.additions`."""
        return add_paths(self._database, paths, cancel, self.remove, stamp or EventStamper())

    def run(self, cancel: CancelToken, stamp: EventStamper | None = None) -> EventStream:
        """Work until the queue is empty; ends with RunFinished `done`, `cancelled` or `failed`.

        After `cancel` everything is resumable: what was finished is kept, the rest is still queued.
        """
        stamp = stamp or EventStamper()
        try:
            while True:
                cancel.check()
                if (entry := self._queue.next("parse")) is not None:
                    yield from self._parsing.step(entry, stamp, cancel)
                elif (entry := self._queue.next("embed")) is not None:
                    yield from self._embedding.step(entry.document_id, stamp, cancel)
                else:
                    break
        except Cancelled:
            yield stamp(RunFinished, outcome="cancelled")
        except KnownError as error:
            yield failed(stamp, error)
        else:
            yield stamp(RunFinished, outcome="done")

    def remove(self, document_id: str) -> bool:
        """Delete a document, its text and its points. False when there is none.

        Safe while `run` works on it: the work ends without a trace.
        """
        removed = self._documents.delete(document_id)
        self._index.delete_document(document_id)
        self._index.flush()
        return removed

    def close(self) -> None:
        """End the parser process, if it is ours."""
        if self._owns_parser:
            self._parser.close()

    def _add_file(self, path: Path, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        return add_file(self._database, path, cancel, self.remove, stamp)
