"""The embedded index: Qdrant Edge in this process. The only module that knows `qdrant_edge` shards.

Any thread may query while another updates (measured: fine); updates, flush and close take a lock. Never
calls `optimize()`: it holds the interpreter lock for its whole run. The write-ahead log is on, so what an
update returned from survives a killed process; `flush()` is for power cuts.

Deleted points stay in its segments and its log until `compact()` copies the living ones into a fresh folder
(`core.search.generations`). Its own optimizer leaves them there below thresholds, and holds the lock.

Pinned to 0.9.0 (beta): damage to its files is often silent, so `core.ingest.consistency` compares counts.
"""

from __future__ import annotations

import errno
import logging
import re
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import qdrant_edge as qe

from core.errors import AlreadyRunningError, StorageError
from core.search import generations
from core.search.base import IndexPoint, ScoredPoint, Vectors
from core.search.ids import as_uuid
from core.search.keywords import DEFAULT_LANGUAGE, DENSE, KEYWORDS, encoder, query_vector

log = logging.getLogger(__name__)

UPSERT_BATCH = 100  # 27 ms a call without the interpreter lock given up; 1,000 points take 36
_DELETE_BATCH = 500
_COPY_BATCH = 200
_READERS_PATIENCE_S = 30.0
_ALL = 1_000_000
_DAMAGED = ".damaged"
# A file that is missing or has become a folder is damage; any other failure of the system may be over the
# next time. 3 is Windows' ERROR_PATH_NOT_FOUND.
_DAMAGE_CODES = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, 3}
_T = TypeVar("_T")


@dataclass(slots=True)
class _Opened:
    """An open shard, and how many queries are on it: it is closed when the last one is done."""

    shard: Any
    path: Path
    queries: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def release(self) -> None:
        with self.changed:
            self.queries -= 1
            self.changed.notify_all()

    def close(self) -> None:
        with self.changed:
            self.changed.wait_for(lambda: self.queries == 0, _READERS_PATIENCE_S)
        self.shard.close()


class EdgeIndex:
    """One shard in one folder.

    Args:
        folder: made when missing; see `core.search.naming.index_folder_name`.
        dimensions: of the dense vectors.

    Raises:
        AlreadyRunningError: another process holds the folder.
        StorageError: the folder cannot be used; code `index_damaged` when rebuilding would help.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self.folder = folder
        self._dimensions = dimensions
        self._lock = threading.Lock()
        self._swapping = threading.Lock()
        self._opened: _Opened | None = self._open()
        generations.sweep(folder)

    @classmethod
    def open_or_rebuild(cls, folder: Path, dimensions: int) -> EdgeIndex:
        """Open; a damaged folder is set aside and made anew, empty (SQLite is the truth and refills it).

        At most one damaged folder is kept beside the others, for a look at what happened.
        """
        try:
            return cls(folder, dimensions)
        except StorageError as error:
            if error.code != "index_damaged":
                raise
            log.warning("%s Setting it aside.", error.message)
        try:
            for earlier in folder.parent.glob("*" + _DAMAGED):
                shutil.rmtree(earlier)
            generations.current_folder(folder).rename(folder.with_name(folder.name + _DAMAGED))
            generations.forget(folder)
        except OSError as problem:
            raise StorageError(
                f"The damaged index {folder} cannot be set aside ({problem.strerror}).",
                "Delete that folder; it is rebuilt from the library.",
            ) from problem
        return cls(folder, dimensions)

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        for start in range(0, len(points), UPSERT_BATCH):
            batch = [_edge_point(point) for point in points[start : start + UPSERT_BATCH]]
            self._update(qe.UpdateOperation.upsert_points(batch))

    def set_vectors(self, vectors: dict[str, Vectors]) -> None:
        """Chunks that are not in the index (deleted meanwhile) are passed over."""
        present = self._present([chunk_id for chunk_id in vectors if as_uuid(chunk_id)])
        batch = [
            qe.PointVectors(chunk_id, {DENSE: vector.astype(np.float32).tolist()})
            for chunk_id, vector in vectors.items()
            if chunk_id in present
        ]
        for start in range(0, len(batch), UPSERT_BATCH):
            self._update(qe.UpdateOperation.update_vectors(batch[start : start + UPSERT_BATCH]))

    def delete_document(self, document_id: str) -> None:
        self._update(qe.UpdateOperation.delete_points_by_filter(_of_documents([document_id])))

    def delete_chunks(self, chunk_ids: Sequence[str]) -> None:
        ids: list[qe.PointId] = [found for chunk_id in chunk_ids if (found := as_uuid(chunk_id))]
        for start in range(0, len(ids), _DELETE_BATCH):
            self._update(qe.UpdateOperation.delete_points(ids[start : start + _DELETE_BATCH]))

    def vectors(self, chunk_ids: Sequence[str]) -> dict[str, Vectors]:
        ids = [chunk_id for chunk_id in chunk_ids if as_uuid(chunk_id)]
        found: dict[str, Vectors] = {}
        for start in range(0, len(ids), _DELETE_BATCH):
            part = ids[start : start + _DELETE_BATCH]
            records = self._read(partial(_retrieve, part))
            for record in records:
                vector = (record.vector or {}).get(DENSE)
                if vector is not None:
                    found[str(record.id)] = np.asarray(vector, dtype=np.float32)
        return found

    def search_dense(
        self, vector: Vectors, limit: int, document_ids: Sequence[str] | None = None
    ) -> list[ScoredPoint]:
        query = qe.Query.Nearest(vector.astype(np.float32).tolist(), using=DENSE)
        return self._search(query, limit, document_ids)

    def search_keywords(
        self,
        query: str,
        limit: int,
        document_ids: Sequence[str] | None = None,
        languages: Sequence[str] = (DEFAULT_LANGUAGE,),
    ) -> list[ScoredPoint]:
        sparse = query_vector(query, languages)
        if not sparse.indices:
            return []
        return self._search(qe.Query.Nearest(sparse, using=KEYWORDS), limit, document_ids)

    def cosines(self, vector: Vectors, chunk_ids: Sequence[str]) -> dict[str, float]:
        wanted: set[qe.PointId] = {found for chunk_id in chunk_ids if (found := as_uuid(chunk_id))}
        if not wanted:
            return {}
        request = qe.QueryRequest(
            limit=len(wanted),
            query=qe.Query.Nearest(vector.astype(np.float32).tolist(), using=DENSE),
            filter=qe.Filter(must=[qe.HasIdCondition(wanted)]),
            params=qe.SearchParams(exact=True),
            with_payload=False,
        )
        return {str(hit.id): float(hit.score) for hit in self._read(lambda shard: shard.query(request))}

    def points_per_document(self) -> dict[str, tuple[int, int]]:
        everything = self._facet(None)
        embedded = self._facet(qe.Filter(must=[qe.HasVectorCondition(DENSE)]))
        return {name: (count, embedded.get(name, 0)) for name, count in everything.items()}

    def flush(self) -> None:
        with self._lock:
            self._read(lambda shard: shard.flush())

    def size(self) -> int:
        return int(self._read(lambda shard: shard.count(qe.CountRequest(exact=True))))

    def compact(self) -> bool:
        """Copy the living points into a fresh folder and delete the old one with all that was deleted in it.

        Queries go on meanwhile, updates wait. A kill leaves the old folder or the new one valid, never
        neither.

        Raises:
            StorageError: the disk is full, or the copy is not what it should be; the old folder stays valid.
        """
        with self._lock:
            old = self._opened
            if old is None:
                raise StorageError(f"The index {self.folder} is closed.")
            fresh = self._copied(old)
            with self._swapping:
                self._opened = fresh
            old.close()
            return generations.sweep(self.folder)

    def sweep_others(self) -> bool:
        return generations.sweep_others(self.folder)

    def close(self) -> None:
        """Flush and release the folder. Idempotent."""
        with self._lock:
            with self._swapping:
                opened, self._opened = self._opened, None
            if opened is not None:
                opened.shard.flush()
                opened.close()

    # --- inside --------------------------------------------------------------------------------

    def _config(self) -> Any:
        return qe.EdgeConfig(
            vectors={DENSE: qe.EdgeVectorParams(self._dimensions, qe.Distance.Cosine)},
            sparse_vectors={KEYWORDS: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
            wal_enabled=True,
        )

    def _open(self) -> _Opened:
        path = generations.current_folder(self.folder)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                return _Opened(qe.EdgeShard.load(str(path), self._config()), path)
            return _Opened(self._create(path), path)
        except OSError as error:
            raise self._unusable(error) from error
        except BaseException as error:  # its panics derive from BaseException
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise self._explain(error, opening=True) from error

    def _create(self, path: Path) -> Any:
        shard = qe.EdgeShard.create(str(path), self._config())
        shard.update(qe.UpdateOperation.create_field_index("document_id", qe.PayloadSchemaType.Keyword))
        return shard

    def _copied(self, old: _Opened) -> _Opened:
        """The living points in a new folder, which is on the disk and valid."""
        path: Path | None = None
        shard: Any = None
        try:
            path = generations.next_folder(self.folder)
            path.mkdir(parents=True)
            shard = self._create(path)
            copied = 0
            offset = None
            while True:
                request = qe.ScrollRequest(
                    offset=offset, limit=_COPY_BATCH, with_payload=True, with_vector=True
                )
                records, offset = old.shard.scroll(request)
                if records:
                    points = [qe.Point(found.id, found.vector, found.payload) for found in records]
                    shard.update(qe.UpdateOperation.upsert_points(points))
                    copied += len(records)
                if offset is None:
                    break
            exact = qe.CountRequest(exact=True)
            if not copied == old.shard.count(exact) == shard.count(exact):
                raise StorageError(f"The index {self.folder} could not be copied whole.", "Try again.")
            shard.flush()
            generations.make_current(self.folder, path)
            return _Opened(shard, path)
        except BaseException as error:
            if shard is not None:
                shard.close()
            if path is not None:
                shutil.rmtree(path, ignore_errors=True)
            if isinstance(error, KeyboardInterrupt | SystemExit | StorageError):
                raise
            if isinstance(error, OSError):
                raise self._unusable(error) from error
            raise self._explain(error, opening=False) from error

    def _unusable(self, error: OSError) -> StorageError:
        return StorageError(
            f"The index folder {self.folder} cannot be used ({error.strerror}).",
            "Check its permissions and the free space of the disk.",
        )

    def _update(self, operation: Any) -> None:
        with self._lock:
            self._read(lambda shard: shard.update(operation))

    def _read(self, action: Callable[[Any], _T]) -> _T:
        with self._swapping:
            opened = self._opened
            if opened is None:
                raise StorageError(f"The index {self.folder} is closed.")
            with opened.changed:
                opened.queries += 1
        try:
            return action(opened.shard)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit | StorageError):
                raise
            raise self._explain(error, opening=False) from error
        finally:
            opened.release()

    def _explain(self, error: BaseException, *, opening: bool) -> StorageError | AlreadyRunningError:
        text = str(error)
        if "WouldBlock" in text:
            return AlreadyRunningError(
                f"The index {self.folder} is in use by another DocuChat.",
                "Close the other one and try again.",
            )
        if "No space left" in text or "os error 28" in text:
            return StorageError(
                f"The disk that holds the index {self.folder} is full.", "Free some space and try again."
            )
        first_line = text.strip().splitlines()[0][:200] if text.strip() else type(error).__name__
        if isinstance(error, MemoryError) or _may_pass(text):
            return StorageError(
                f"The index {self.folder} cannot be used at present ({first_line}).",
                "Close other programs and try again; nothing in it has been changed.",
            )
        known = StorageError(
            f"The index {self.folder} is damaged or cannot be used ({first_line}).",
            "Start the program again: the index is checked and rebuilt from the library.",
        )
        if opening:
            known.code = "index_damaged"
        return known

    def _search(self, query: Any, limit: int, document_ids: Sequence[str] | None) -> list[ScoredPoint]:
        if limit <= 0 or (document_ids is not None and not document_ids):
            return []
        request = qe.QueryRequest(
            limit=limit,
            query=query,
            filter=None if document_ids is None else _of_documents(document_ids),
            with_payload=["document_id"],
        )
        hits = self._read(lambda shard: shard.query(request))
        return [ScoredPoint(str(hit.id), hit.payload["document_id"], float(hit.score)) for hit in hits]

    def _present(self, chunk_ids: Sequence[str]) -> set[str]:
        if not chunk_ids:
            return set()
        records = self._read(lambda shard: shard.retrieve(list(chunk_ids), False, False))
        return {str(record.id) for record in records}

    def _facet(self, condition: Any) -> dict[str, int]:
        request = qe.FacetRequest("document_id", limit=_ALL, exact=True, filter=condition)
        response = self._read(lambda shard: shard.facet(request))
        return {str(hit.value): int(hit.count) for hit in response.hits if hit.count}


def _may_pass(text: str) -> bool:
    """True for failures of the system around the index: no rights, no memory, too many open files."""
    codes = {int(code) for code in re.findall(r"(?:os error|Os \{ code:) (\d+)", text)}
    lowered = text.lower()
    return bool(codes - _DAMAGE_CODES) or "out of memory" in lowered or "cannot allocate" in lowered


def _retrieve(chunk_ids: list[str], shard: Any) -> Any:
    return shard.retrieve(chunk_ids, False, True)


def _of_documents(document_ids: Sequence[str]) -> Any:
    match = qe.MatchAny(list(document_ids))
    return qe.Filter(must=[qe.FieldCondition("document_id", match=match)])


def _edge_point(point: IndexPoint) -> Any:
    vector: dict[str, Any] = {KEYWORDS: encoder(point.language).embed_document(point.keyword_text)}
    if point.vector is not None:
        vector[DENSE] = point.vector.astype(np.float32).tolist()
    return qe.Point(point.chunk_id, vector, {"document_id": point.document_id, "page": point.page})
