"""The embedded index: Qdrant Edge in this process. The only module that knows `qdrant_edge` shards.

Any thread may query while another updates (measured: fine); updates, flush and close take a lock. Never
calls `optimize()`: it holds the interpreter lock for its whole run; `core.search.graph` calls it elsewhere.
The write-ahead log is on, so what an update returned from survives a killed process; `flush()` is for power
cuts.

Deleted points stay in its segments and its log until `compact()` copies the living ones into a fresh folder
(`core.search.generations`). Its own optimizer leaves them there below thresholds, and holds the lock.

Pinned to 0.9.0 (beta): damage to its files is often silent, so `core.ingest.queue.consistency` compares
counts.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import qdrant_edge as qe

from core.errors import StorageError
from core.search import generations
from core.search.base import IndexPoint, ScoredPoint, Vectors
from core.search.edge_errors import explained, unusable
from core.search.ids import as_uuid
from core.search.index_replay import Journal, replay
from core.search.keywords import DEFAULT_LANGUAGE, DENSE, KEYWORDS, query_vector
from core.search.shards import (
    copy_points,
    create_shard,
    edge_point,
    near,
    of_documents,
    points_per_document,
    search_params,
    shard_config,
)

log = logging.getLogger(__name__)

UPSERT_BATCH = 100  # 27 ms a call without the interpreter lock given up; 1,000 points take 36
_DELETE_BATCH = 500
_READERS_PATIENCE_S = 30.0
# Looking through all points and dropping the others is faster than a filter when most documents are selected,
# and when few points have to be looked through beside the documents that a filter would name: of 100,000, a
# filter on 30,000 took 200 to 400 ms, on 5,000 17, on 2,000 10; looking through 1,600 points 29, 800 17.
_MOST = 0.5
_FEW_DOCUMENTS = 50
_NAMED = 8  # documents that are named in the time in which one point is looked through
_MOST_DROPPED = 3000  # points to look through for it; 40 ms
_RECOUNTED = 0.1  # share of points that came or went since documents were counted: 0.3 s for 100,000
_GRAPH_NOTE = "docuchat-graph.json"
_DAMAGED = ".damaged"
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
        folder: made when missing; see `core.search.index_names.index_folder_name`.
        dimensions: of the dense vectors.

    Raises:
        AlreadyRunningError: another process holds the folder.
        StorageError: the folder cannot be used; code `index_damaged` when rebuilding would help.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self.folder = folder
        self.dimensions = dimensions
        self._journal: Journal | None = None
        self._abandoned: Callable[[], None] = lambda: None
        self._documents = (0, 0)  # how many there are, and of how many points they were counted
        self._lock = threading.Lock()
        self._swapping = threading.Lock()
        self._opened: _Opened | None = self._open()
        generations.sweep(folder)
        generations.sweep_work(folder)

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
            part = points[start : start + UPSERT_BATCH]
            batch = [edge_point(point) for point in part]
            self._update(qe.UpdateOperation.upsert_points(batch), [point.chunk_id for point in part])

    def set_vectors(self, vectors: dict[str, Vectors]) -> None:
        """Chunks that are not in the index (deleted meanwhile) are passed over."""
        present = self._present([chunk_id for chunk_id in vectors if as_uuid(chunk_id)])
        ids = [chunk_id for chunk_id in vectors if chunk_id in present]
        for start in range(0, len(ids), UPSERT_BATCH):
            part = ids[start : start + UPSERT_BATCH]
            batch = [
                qe.PointVectors(chunk_id, {DENSE: vectors[chunk_id].astype(np.float32).tolist()})
                for chunk_id in part
            ]
            self._update(qe.UpdateOperation.update_vectors(batch), part)

    def delete_document(self, document_id: str) -> None:
        operation = qe.UpdateOperation.delete_points_by_filter(of_documents([document_id]))
        self._update(operation, document_id=document_id)

    def delete_chunks(self, chunk_ids: Sequence[str]) -> None:
        ids: list[qe.PointId] = [found for chunk_id in chunk_ids if (found := as_uuid(chunk_id))]
        for start in range(0, len(ids), _DELETE_BATCH):
            part = ids[start : start + _DELETE_BATCH]
            self._update(qe.UpdateOperation.delete_points(part), [str(chunk_id) for chunk_id in part])

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
        self,
        vector: Vectors,
        limit: int,
        document_ids: Sequence[str] | None = None,
        *,
        exact: bool = False,
    ) -> list[ScoredPoint]:
        """`exact`: compare all in full, to measure what the usual way misses."""
        return self._search(near(vector), limit, document_ids, exact=exact)

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
            query=near(vector),
            filter=qe.Filter(must=[qe.HasIdCondition(wanted)]),
            params=qe.SearchParams(exact=True),
            with_payload=False,
        )
        return {str(hit.id): float(hit.score) for hit in self._read(lambda shard: shard.query(request))}

    def points_per_document(self) -> dict[str, tuple[int, int]]:
        return self._read(points_per_document)

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
            # A copy that is being worked on would bring back what is deleted here.
            self._give_up_graph()
            fresh = self._copied(old)
            with self._swapping:
                self._opened = fresh
            old.close()
            return generations.sweep(self.folder)

    def sweep_others(self) -> bool:
        return generations.sweep_others(self.folder)

    # --- the graph (`core.search.graph`) -------------------------------------------------------

    def size_on_disk(self) -> int:
        """Bytes of the valid folder."""
        paths = generations.current_folder(self.folder).rglob("*")
        return sum(path.stat().st_size for path in paths if path.is_file())

    def points_without_graph(self) -> int:
        """Points that came after the graph was built; all of them when there is none."""
        return max(0, self.size() - _points_in_graph(generations.current_folder(self.folder)))

    def copy_for_graph(self, abandoned: Callable[[], None]) -> Path:
        """A copy of the index as it is now, to be worked on; from now on changes are noted for it.

        Queries go on meanwhile, updates wait. `abandoned` is called when the copy is of no use any more.

        Raises:
            StorageError: it cannot be made; nothing is noted.
        """
        target = generations.work_folder(self.folder)
        with self._lock:
            opened = self._opened
            if opened is None:
                raise StorageError(f"The index {self.folder} is closed.")
            self._give_up_graph()
            self._read(lambda shard: shard.flush())
            try:
                # With its log: a new one would count changes from the beginning, and the segments take no
                # change that has a lower number than their last. On Windows the file .wal is locked.
                shutil.copytree(opened.path, target, ignore=shutil.ignore_patterns(".wal", _GRAPH_NOTE))
            except OSError as error:
                shutil.rmtree(target, ignore_errors=True)
                raise unusable(self.folder, error) from error
            self._journal, self._abandoned = Journal(), abandoned
        return target

    def finish_graph(self, copy: Path) -> None:
        """The copy has its graph: do there what was done here meanwhile, and let it be the index.

        A kill leaves the old folder or the new one valid, never neither.

        Raises:
            StorageError: the copy was given up, or does not hold what it should; the old folder stays valid.
        """
        shard: Any = None
        path: Path | None = None
        with self._lock:
            try:
                old, journal = self._opened, self._journal
                if old is None or journal is None:
                    raise StorageError(f"The copy of the index {self.folder} is out of date.")
                path = generations.next_folder(self.folder)
                copy.rename(path)
                shard = qe.EdgeShard.load(str(path), shard_config(self.dimensions))
                in_graph = shard.count(qe.CountRequest(exact=True))
                replay(journal, shard, old.shard)
                if points_per_document(shard) != points_per_document(old.shard):
                    raise StorageError(f"The copy of the index {self.folder} is not what it should be.")
                shard.flush()
                _note_graph(path, in_graph)
                generations.make_current(self.folder, path)
            except BaseException as error:
                self._drop(shard, path)
                raise self._known(error) from error
            finally:
                self._journal = None
            with self._swapping:
                self._opened = _Opened(shard, path)
            old.close()
            generations.sweep(self.folder)

    def abandon_graph(self) -> None:
        """Note no changes any more. Idempotent."""
        with self._lock:
            self._journal = None

    def _give_up_graph(self) -> None:
        if self._journal is not None:
            self._journal = None
            self._abandoned()

    def close(self) -> None:
        """Flush and release the folder. Idempotent."""
        with self._lock:
            self._give_up_graph()
            with self._swapping:
                opened, self._opened = self._opened, None
            if opened is not None:
                opened.shard.flush()
                opened.close()

    # --- inside --------------------------------------------------------------------------------

    def _open(self) -> _Opened:
        path = generations.current_folder(self.folder)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                return _Opened(qe.EdgeShard.load(str(path), shard_config(self.dimensions)), path)
            return _Opened(create_shard(path, self.dimensions), path)
        except OSError as error:
            raise unusable(self.folder, error) from error
        except BaseException as error:  # its panics derive from BaseException
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise explained(self.folder, error, opening=True) from error

    def _copied(self, old: _Opened) -> _Opened:
        """The living points in a new folder, which is on the disk and valid."""
        path: Path | None = None
        shard: Any = None
        try:
            path = generations.next_folder(self.folder)
            path.mkdir(parents=True)
            shard = create_shard(path, self.dimensions)
            copied = copy_points(old.shard, shard)
            exact = qe.CountRequest(exact=True)
            if not copied == old.shard.count(exact) == shard.count(exact):
                raise StorageError(f"The index {self.folder} could not be copied whole.", "Try again.")
            shard.flush()
            generations.make_current(self.folder, path)
            return _Opened(shard, path)
        except BaseException as error:
            self._drop(shard, path)
            raise self._known(error) from error

    @staticmethod
    def _drop(shard: Any, path: Path | None) -> None:
        """Rid of a new generation that did not come to be."""
        if shard is not None:
            shard.close()
        if path is not None:
            shutil.rmtree(path, ignore_errors=True)

    def _known(self, error: BaseException) -> BaseException:
        """What is raised for an error in making a new generation."""
        if isinstance(error, KeyboardInterrupt | SystemExit | StorageError):
            return error
        if isinstance(error, OSError):
            return unusable(self.folder, error)
        return explained(self.folder, error, opening=False)

    def _update(self, operation: Any, chunk_ids: Sequence[str] = (), document_id: str = "") -> None:
        with self._lock:
            if self._journal is not None:
                self._journal.note(chunk_ids, document_id)
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
            raise explained(self.folder, error, opening=False) from error
        finally:
            opened.release()

    def _search(
        self,
        query: Any,
        limit: int,
        document_ids: Sequence[str] | None,
        *,
        exact: bool = False,
    ) -> list[ScoredPoint]:
        if limit <= 0 or (document_ids is not None and not document_ids):
            return []
        if document_ids is not None:
            share = (
                len(document_ids) / max(1, self._count_documents())
                if len(document_ids) > _FEW_DOCUMENTS
                else 0
            )
            depth = int(limit / max(min(share, 1.0), 1e-6) * 1.5) + 20
            if share >= _MOST or depth <= min(len(document_ids) / _NAMED, _MOST_DROPPED):
                # The best of all, without those of other documents, are the best of these, as far as they go.
                wanted = set(document_ids)
                found = self._query(query, depth, None)
                kept = [point for point in found if point.document_id in wanted]
                if len(kept) >= limit:
                    return kept[:limit]
        within = None if document_ids is None else of_documents(document_ids)
        return self._query(query, limit, within, exact=exact)

    def _query(self, query: Any, limit: int, within: Any, *, exact: bool = False) -> list[ScoredPoint]:
        request = qe.QueryRequest(
            limit=limit,
            query=query,
            filter=within,
            with_payload=["document_id"],
            params=qe.SearchParams(exact=True) if exact else search_params(),
        )
        hits = self._read(lambda shard: shard.query(request))
        return [ScoredPoint(str(hit.id), hit.payload["document_id"], float(hit.score)) for hit in hits]

    def _count_documents(self) -> int:
        """About how many documents there are: a wrong number costs time, it changes no result."""
        count, counted = self._documents
        points = int(self._read(lambda shard: shard.info().points_count))
        if abs(points - counted) > _RECOUNTED * counted:
            request = qe.FacetRequest("document_id", limit=1_000_000, exact=False)
            count = len(self._read(lambda shard: shard.facet(request)).hits)
            self._documents = (count, points)
        return count

    def _present(self, chunk_ids: Sequence[str]) -> set[str]:
        if not chunk_ids:
            return set()
        records = self._read(lambda shard: shard.retrieve(list(chunk_ids), False, False))
        return {str(record.id) for record in records}


def _retrieve(chunk_ids: list[str], shard: Any) -> Any:
    return shard.retrieve(chunk_ids, False, True)


def _points_in_graph(folder: Path) -> int:
    try:
        return int(json.loads((folder / _GRAPH_NOTE).read_text(encoding="utf-8"))["points"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _note_graph(folder: Path, points: int) -> None:
    (folder / _GRAPH_NOTE).write_text(json.dumps({"points": points}), encoding="utf-8")
