"""The index on a Qdrant server or cluster, through `qdrant-client`: same collection shape, same filters.

Any thread. Keyword vectors come from the same encoder as the embedded index, so a library can move.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import httpx
import numpy as np
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException

from core.errors import StorageError
from core.search.base import IndexPoint, ScoredPoint, Vectors
from core.search.ids import as_uuid
from core.search.keywords import DEFAULT_LANGUAGE, DENSE, KEYWORDS, document_vector, query_vector
from core.settings import INDEX_KEY_VARIABLE
from core.system.addresses import is_this_computer

_BATCH = 200
_T = TypeVar("_T")


def connect(url: str, collection: str, dimensions: int) -> ServerIndex:
    """Open the collection on the server at `url`, creating it when missing.

    A server that asks for a key gets the one in the environment variable `DOCUCHAT_QDRANT_API_KEY`.

    Raises:
        StorageError: the server cannot be reached or refuses; names the address.
    """
    client = QdrantClient(
        url=url,
        timeout=30,
        api_key=os.environ.get(INDEX_KEY_VARIABLE) or None,
        trust_env=not is_this_computer(url),
        check_compatibility=False,  # a request of its own, through the proxy of the environment, with the key
    )
    return ServerIndex(client, collection, dimensions, where=url)


class ServerIndex:
    """One collection. `where` is how errors name the server."""

    def __init__(self, client: QdrantClient, collection: str, dimensions: int, where: str = "") -> None:
        self._client = client
        self._collection = collection
        self._where = where or "the Qdrant server"
        self._call(lambda: self._create(dimensions))

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        for start in range(0, len(points), _BATCH):
            batch = [_point(point) for point in points[start : start + _BATCH]]
            self._call(partial(self._client.upsert, self._collection, batch, wait=True))

    def set_vectors(self, vectors: dict[str, Vectors]) -> None:
        ids = [chunk_id for chunk_id in vectors if as_uuid(chunk_id)]
        for start in range(0, len(ids), _BATCH):
            part = ids[start : start + _BATCH]
            found = self._call(partial(self._client.retrieve, self._collection, part, with_payload=False))
            batch = [
                models.PointVectors(id=point.id, vector={DENSE: _floats(vectors[str(point.id)])})
                for point in found
            ]
            if batch:
                self._call(partial(self._client.update_vectors, self._collection, batch))

    def delete_document(self, document_id: str) -> None:
        selector = models.FilterSelector(filter=_of_documents([document_id]))
        self._call(lambda: self._client.delete(self._collection, selector, wait=True))

    def delete_chunks(self, chunk_ids: Sequence[str]) -> None:
        ids: list[models.ExtendedPointId] = [chunk_id for chunk_id in chunk_ids if as_uuid(chunk_id)]
        for start in range(0, len(ids), _BATCH):
            selector = models.PointIdsList(points=ids[start : start + _BATCH])
            self._call(partial(self._client.delete, self._collection, selector, wait=True))

    def vectors(self, chunk_ids: Sequence[str]) -> dict[str, Vectors]:
        ids = [chunk_id for chunk_id in chunk_ids if as_uuid(chunk_id)]
        found: dict[str, Vectors] = {}
        for start in range(0, len(ids), _BATCH):
            part = ids[start : start + _BATCH]
            retrieve = partial(
                self._client.retrieve, self._collection, part, with_payload=False, with_vectors=[DENSE]
            )
            for point in self._call(retrieve):
                vector = point.vector.get(DENSE) if isinstance(point.vector, dict) else None
                if vector is not None:
                    found[str(point.id)] = np.asarray(vector, dtype=np.float32)
        return found

    def search_dense(
        self,
        vector: Vectors,
        limit: int,
        document_ids: Sequence[str] | None = None,
    ) -> list[ScoredPoint]:
        return self._search(_floats(vector), DENSE, limit, document_ids)

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
        vector = models.SparseVector(indices=list(sparse.indices), values=list(sparse.values))
        return self._search(vector, KEYWORDS, limit, document_ids)

    def cosines(self, vector: Vectors, chunk_ids: Sequence[str]) -> dict[str, float]:
        wanted: list[models.ExtendedPointId] = [
            str(found) for chunk_id in chunk_ids if (found := as_uuid(chunk_id))
        ]
        if not wanted:
            return {}
        response = self._call(
            lambda: self._client.query_points(
                self._collection,
                query=_floats(vector),
                using=DENSE,
                query_filter=models.Filter(must=[models.HasIdCondition(has_id=wanted)]),
                search_params=models.SearchParams(exact=True),
                limit=len(wanted),
                with_payload=False,
            )
        )
        return {str(hit.id): hit.score for hit in response.points}

    def points_per_document(self) -> dict[str, tuple[int, int]]:
        everything = self._facet(None)
        has_vector = models.Filter(must=[models.HasVectorCondition(has_vector=DENSE)])
        embedded = self._facet(has_vector)
        return {name: (count, embedded.get(name, 0)) for name, count in everything.items()}

    def flush(self) -> None:
        """The server answered with `wait=True`: what it acknowledged it keeps."""

    def size(self) -> int:
        return self._call(lambda: self._client.count(self._collection, exact=True)).count

    def compact(self) -> bool:
        """The server's own optimizer rids its files of deleted points; it cannot be told when."""
        return True

    def sweep_others(self) -> bool:
        """Collections of other settings stay: they may be on a server that others use."""
        return True

    def close(self) -> None:
        self._client.close()

    # --- inside --------------------------------------------------------------------------------

    def _create(self, dimensions: int) -> None:
        if self._client.collection_exists(self._collection):
            return
        self._client.create_collection(
            self._collection,
            vectors_config={DENSE: models.VectorParams(size=dimensions, distance=models.Distance.COSINE)},
            sparse_vectors_config={KEYWORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        )
        self._client.create_payload_index(
            self._collection, "document_id", field_schema=models.PayloadSchemaType.KEYWORD
        )

    def _search(
        self,
        query: list[float] | models.SparseVector,
        using: str,
        limit: int,
        document_ids: Sequence[str] | None,
    ) -> list[ScoredPoint]:
        if limit <= 0 or (document_ids is not None and not document_ids):
            return []
        response = self._call(
            lambda: self._client.query_points(
                self._collection,
                query=query,
                using=using,
                query_filter=None if document_ids is None else _of_documents(document_ids),
                limit=limit,
                with_payload=["document_id"],
            )
        )
        return [
            ScoredPoint(str(hit.id), str((hit.payload or {})["document_id"]), hit.score)
            for hit in response.points
        ]

    def _facet(self, condition: models.Filter | None) -> dict[str, int]:
        response = self._call(
            lambda: self._client.facet(
                self._collection, "document_id", facet_filter=condition, limit=1_000_000, exact=True
            )
        )
        return {str(hit.value): hit.count for hit in response.hits if hit.count}

    def _call(self, action: Callable[[], _T]) -> _T:
        try:
            return action()
        except (ApiException, ResponseHandlingException, httpx.HTTPError, OSError) as error:
            first_line = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
            raise StorageError(
                f"The Qdrant server at {self._where} did not answer as expected ({first_line}).",
                "Check that it runs and the address `qdrant_url` in the settings; empty it to use the "
                "embedded index.",
            ) from error


def _of_documents(document_ids: Sequence[str]) -> models.Filter:
    """The condition that a point belongs to one of these."""
    match = models.MatchAny(any=list(document_ids))
    return models.Filter(must=[models.FieldCondition(key="document_id", match=match)])


def _floats(vector: Vectors) -> list[float]:
    return [float(value) for value in vector.astype(np.float32)]


def _point(point: IndexPoint) -> models.PointStruct:
    sparse = document_vector(point.keyword_text, point.language)
    vector: dict[str, models.SparseVector | list[float]] = {
        KEYWORDS: models.SparseVector(indices=list(sparse.indices), values=list(sparse.values))
    }
    if point.vector is not None:
        vector[DENSE] = _floats(point.vector)
    payload = {"document_id": point.document_id, "page": point.page}
    return models.PointStruct(id=point.chunk_id, vector=vector, payload=payload)
