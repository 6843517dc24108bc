"""Hybrid search: dense and keyword rankings fused, chunks loaded from SQLite, timed stage by stage.

Any thread. SQLite decides what may be shown: a point the index still holds for a removed document is
passed over.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from core.cancel import CancelToken
from core.errors import KnownError
from core.search.base import ChunkIndex, Embedder, ScoredPoint, Vectors
from core.search.fusion import reciprocal_rank_fusion
from core.search.ids import as_uuid
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.textspan import best_window
from core.types import Chunk, Document, SearchHit, SearchResult, Span

log = logging.getLogger(__name__)

_CANDIDATES = 50  # of each ranking; fusion needs a tail longer than what is shown
_SNIPPET = 240
_MAX_FILTER_IDS = 2000  # above this a filter costs more than fetching a few more and dropping them


class HybridRetriever:
    """Implements `core.search.base.Retriever` over one index and the library.

    `embedder` may fail (missing model, out of memory): keyword results are returned with
    `embedding_failed`.
    """

    def __init__(self, database: Database, index: ChunkIndex, embedder: Embedder) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._index = index
        self._embedder = embedder

    def search(
        self,
        query: str,
        *,
        limit: int,
        document_ids: Sequence[str] | None = None,
        cancel: CancelToken | None = None,
    ) -> SearchResult:
        """Best chunks first. An empty query or selection gives no hits.

        Raises:
            core.errors.StorageError: the index or the library cannot be read.
            core.cancel.Cancelled: Stop was asked for between two stages.
        """
        times: dict[str, float] = {}
        query = " ".join(query.split())
        allowed = self._documents.searchable_ids()
        if document_ids is not None:
            allowed &= set(document_ids)
        if not query or not allowed or limit <= 0:
            return SearchResult(query, (), times)
        # Points of documents that may not be shown are rare; without a selection no filter is needed.
        chosen = sorted(allowed) if document_ids is not None and len(allowed) <= _MAX_FILTER_IDS else None
        candidates = max(_CANDIDATES, 3 * limit)
        with _timed(times, "embed"):
            vector = self._embed(query)
        _check(cancel)
        dense: list[ScoredPoint] = []
        with _timed(times, "dense"):
            if vector is not None:
                dense = self._index.search_dense(vector, candidates, chosen)
        _check(cancel)
        with _timed(times, "keywords"):
            keywords = self._index.search_keywords(query, candidates, chosen)
        _check(cancel)
        with _timed(times, "fuse"):
            dense_ids = [point.chunk_id for point in dense if point.document_id in allowed]
            keyword_ids = [point.chunk_id for point in keywords if point.document_id in allowed]
            fused = reciprocal_rank_fusion([dense_ids, keyword_ids])
            scores = {point.chunk_id: point.score for point in dense}
        with _timed(times, "load"):
            hits = self._load(query, fused, limit, dense_ids, keyword_ids, scores, vector)
        return SearchResult(query, tuple(hits), times, embedding_failed=vector is None)

    def searchable_documents(self, document_ids: Sequence[str] | None = None) -> list[Document]:
        return self._documents.searchable(document_ids)

    def open_chunk(
        self, document_id: str, chunk_id: str, document_ids: Sequence[str] | None = None
    ) -> tuple[Document, Chunk] | None:
        if as_uuid(document_id) is None or as_uuid(chunk_id) is None:
            return None
        if document_ids is not None and document_id not in document_ids:
            return None
        document = self._documents.get(document_id)
        if document is None or not document.status.can_be_searched:
            return None
        chunk = self._chunks.get(chunk_id)
        if chunk is None or chunk.document_id != document_id:
            return None
        return document, chunk

    def page_of(self, document_id: str, span: Span) -> int:
        """1-based page on which the span begins; 1 for a document that is gone."""
        return self._pages.page_of(document_id, span.start) or 1

    # --- inside --------------------------------------------------------------------------------

    def _embed(self, query: str) -> Vectors | None:
        try:
            vector: Vectors = self._embedder.embed([query])[0]
        except KnownError as error:
            log.warning("searching by keyword only: %s", error)
            return None
        return vector

    def _load(
        self,
        query: str,
        fused: Sequence[tuple[str, float]],
        limit: int,
        dense_ids: Sequence[str],
        keyword_ids: Sequence[str],
        scores: dict[str, float],
        vector: Vectors | None,
    ) -> list[SearchHit]:
        # A chunk that was deleted a moment ago leaves a gap: load a few more than are shown.
        wanted = fused[: limit + 10]
        chunks = self._chunks.get_many([chunk_id for chunk_id, _ in wanted])
        unscored = [chunk_id for chunk_id, _ in wanted if chunk_id not in scores and chunk_id in chunks]
        if vector is not None and unscored:
            scores = scores | self._index.cosines(vector, unscored)
        dense_rank = {chunk_id: rank for rank, chunk_id in enumerate(dense_ids, 1)}
        keyword_rank = {chunk_id: rank for rank, chunk_id in enumerate(keyword_ids, 1)}
        names: dict[str, str] = {}
        terms = _terms(query)
        hits: list[SearchHit] = []
        for chunk_id, fused_score in wanted:
            chunk = chunks.get(chunk_id)
            if chunk is None or len(hits) == limit:
                continue
            if chunk.document_id not in names:
                document = self._documents.get(chunk.document_id)
                names[chunk.document_id] = document.filename if document else ""
            hits.append(
                SearchHit(
                    chunk=chunk,
                    filename=names[chunk.document_id],
                    page=chunk.first_page,
                    score=round(scores.get(chunk_id, 0.0), 3),
                    fused_score=fused_score,
                    snippet=best_window(chunk.text, terms, _SNIPPET),
                    dense_rank=dense_rank.get(chunk_id),
                    keyword_rank=keyword_rank.get(chunk_id),
                )
            )
        return hits


def _terms(query: str) -> list[str]:
    """Words of the query worth finding in a snippet, lower case; a plural also finds its singular."""
    words = re.findall(r"\w[\w.,%-]*\w|\w", query.lower())
    long_words = [word for word in words if len(word) > 3 or any(ch.isdigit() for ch in word)]
    return [word.removesuffix("s") if len(word) > 4 else word for word in long_words or words]


def _check(cancel: CancelToken | None) -> None:
    if cancel is not None:
        cancel.check()


@contextmanager
def _timed(times: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        times[stage] = round((time.perf_counter() - start) * 1000, 3)
