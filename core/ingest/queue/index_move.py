"""Moving the index of a library to a server or back, without reading or embedding anything again.

SQLite says which chunks there are and what their words are; vectors are copied from the old index. What was
copied stays when a move is broken off, and the next one overwrites it. Runs on the caller's thread.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.cancel import CancelToken
from core.errors import StorageError
from core.ingest.stages.storing import index_points
from core.search.base import ChunkIndex
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository

_AT_ONCE = 200


def copy_points(
    database: Database, source: ChunkIndex, target: ChunkIndex, cancel: CancelToken
) -> Iterator[tuple[int, int]]:
    """Make `target` hold what `source` holds of the library; yields (chunks done, chunks in all).

    Nothing may be written to the library meanwhile.

    Raises:
        StorageError: an index cannot be used, or holds something else in the end.
        Cancelled: between two batches.
    """
    documents = [found for found in DocumentRepository(database).all() if found.status.can_be_searched]
    chunks = ChunkRepository(database)
    held = source.points_per_document()
    total = sum(held.get(document.document_id, (0, 0))[0] for document in documents)
    known = {document.document_id for document in documents}
    for earlier in sorted(target.points_per_document()):  # of an attempt that was broken off
        target.delete_document(earlier)
    done = 0
    for document in documents:
        first = 0
        while part := chunks.of_document(document.document_id, first, _AT_ONCE):
            cancel.check()
            vectors = source.vectors([chunk.chunk_id for chunk in part])
            target.upsert(index_points(part, document.language, vectors))
            first += len(part)
            done += len(part)
            yield done, max(total, done)
    target.flush()
    found = target.points_per_document()
    wrong = [name for name in known if found.get(name, (0, 0)) != held.get(name, (0, 0))]
    if wrong:
        raise StorageError(
            f"{len(wrong)} of {len(known)} documents did not arrive whole in the other index.",
            "The index in use was not changed. Start the program again, which mends it, then move once more.",
        )
