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
from dataclasses import dataclass, replace

from core.cancel import CancelToken
from core.errors import KnownError
from core.search.base import ChunkIndex, Embedder, ScoredPoint, Vectors
from core.search.coverage import coverage_of
from core.search.fusion import reciprocal_rank_fusion
from core.search.ids import as_uuid
from core.search.places import cited_place
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.textspan import best_window
from core.types import Chunk, CitedPlace, Coverage, Document, SearchHit, SearchResult, Span

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
        self._database = database
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
        for_prompt: bool = False,
    ) -> SearchResult:
        """Best chunks first. An empty query or selection gives no hits. `for_prompt`: see `Retriever`.

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
        with _timed(times, "embed"):
            vector = self._embed(query)
        chosen = allowed if document_ids is not None else None
        ranked = self._rank(query, vector, limit, allowed, chosen, times, cancel)
        held_back: set[str] = set()
        if for_prompt:
            ranked, held_back = self._without_unchecked(ranked)
            if held_back and len(ranked.fused) < limit and (others := allowed - held_back):
                # A large new document had taken up the places: what lies behind it is asked for.
                behind = self._rank(query, vector, limit, others, others, times, cancel)
                behind, more = self._without_unchecked(behind)
                ranked, held_back = ranked.followed_by(behind), held_back | more
        with _timed(times, "load"):
            hits = self._load(query, ranked, limit, vector)
        return SearchResult(
            query,
            tuple(hits),
            times,
            embedding_failed=vector is None,
            unchecked_documents=len(held_back),
        )

    def coverage(self, document_ids: Sequence[str] | None = None) -> Coverage:
        return coverage_of(self._database, document_ids)

    def open_chunk(
        self,
        document_id: str,
        chunk_id: str,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
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
        if for_prompt and document.unchecked_pages:
            unchecked = self._pages.unchecked_among([document_id]).get(document_id, set())
            if _touches(chunk, unchecked):
                return None
            # Headings are borrowed from the pages before, which may not be checked either.
            chunk = replace(chunk, context="")
        return document, chunk

    def page_of(self, document_id: str, span: Span) -> int:
        """1-based page on which the span begins; 1 for a document that is gone."""
        return self._pages.page_of(document_id, span.start) or 1

    def locate(self, document_id: str, spans: Sequence[Span]) -> CitedPlace:
        page = self._pages.at_offset(document_id, spans[0].start) if spans else None
        return CitedPlace(1) if page is None else cited_place(page, spans)

    # --- inside --------------------------------------------------------------------------------

    def _embed(self, query: str) -> Vectors | None:
        try:
            vector: Vectors = self._embedder.embed([query])[0]
        except KnownError as error:
            log.warning("searching by keyword only: %s", error)
            return None
        return vector

    def _rank(
        self,
        query: str,
        vector: Vectors | None,
        limit: int,
        allowed: set[str],
        chosen: set[str] | None,
        times: dict[str, float],
        cancel: CancelToken | None,
    ) -> _Ranking:
        """Both rankings, fused. Points of documents outside `allowed` are rare when nothing is `chosen`."""
        candidates = max(_CANDIDATES, 3 * limit)
        wanted = None
        if chosen is not None and len(chosen) <= _MAX_FILTER_IDS:
            wanted = sorted(chosen)
        elif chosen is not None:
            candidates *= 4
        _check(cancel)
        dense: list[ScoredPoint] = []
        with _timed(times, "dense"):
            if vector is not None:
                dense = self._index.search_dense(vector, candidates, wanted)
        _check(cancel)
        with _timed(times, "keywords"):
            languages = self._documents.languages()
            keywords = self._index.search_keywords(query, candidates, wanted, languages)
        _check(cancel)
        with _timed(times, "fuse"):
            dense = [point for point in dense if point.document_id in allowed]
            keywords = [point for point in keywords if point.document_id in allowed]
            dense_ids = [point.chunk_id for point in dense]
            keyword_ids = [point.chunk_id for point in keywords]
            return _Ranking(
                fused=reciprocal_rank_fusion([dense_ids, keyword_ids]),
                dense_ids=dense_ids,
                keyword_ids=keyword_ids,
                scores={point.chunk_id: point.score for point in dense},
                document_of={point.chunk_id: point.document_id for point in (*dense, *keywords)},
            )

    def _without_unchecked(self, ranked: _Ranking) -> tuple[_Ranking, set[str]]:
        """The ranking without chunks that touch an unchecked page, and the documents of those.

        Of nearly all documents every page is checked, and then nothing but one small query is spent.
        """
        unchecked = self._pages.unchecked_among(sorted(set(ranked.document_of.values())))
        if not unchecked:
            return ranked, set()
        doubtful = [chunk_id for chunk_id, _ in ranked.fused if ranked.document_of[chunk_id] in unchecked]
        chunks = self._chunks.get_many(doubtful)
        held_back = {
            chunk_id for chunk_id, chunk in chunks.items() if _touches(chunk, unchecked[chunk.document_id])
        }
        gone = set(doubtful) - chunks.keys()  # deleted since the index answered
        kept = [pair for pair in ranked.fused if pair[0] not in held_back and pair[0] not in gone]
        return replace(ranked, fused=kept), {ranked.document_of[chunk_id] for chunk_id in held_back}

    def _load(self, query: str, ranked: _Ranking, limit: int, vector: Vectors | None) -> list[SearchHit]:
        # A chunk that was deleted a moment ago leaves a gap: load a few more than are shown.
        wanted = ranked.fused[: limit + 10]
        chunks = self._chunks.get_many([chunk_id for chunk_id, _ in wanted])
        scores = ranked.scores
        unscored = [chunk_id for chunk_id, _ in wanted if chunk_id not in scores and chunk_id in chunks]
        if vector is not None and unscored:
            scores = scores | self._index.cosines(vector, unscored)
        dense_rank = {chunk_id: rank for rank, chunk_id in enumerate(ranked.dense_ids, 1)}
        keyword_rank = {chunk_id: rank for rank, chunk_id in enumerate(ranked.keyword_ids, 1)}
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
                    place=self.locate(chunk.document_id, chunk.spans),
                )
            )
        return hits


@dataclass(frozen=True, slots=True)
class _Ranking:
    """Chunk ids, best first. `fused` with the fused score; `scores` are the dense cosines known so far."""

    fused: Sequence[tuple[str, float]]
    dense_ids: Sequence[str]
    keyword_ids: Sequence[str]
    scores: dict[str, float]
    document_of: dict[str, str]

    def followed_by(self, other: _Ranking) -> _Ranking:
        """What only `other` has comes behind all of this one, never with a higher score."""
        lowest = self.fused[-1][1] if self.fused else 1.0
        more = [(chunk_id, min(score, lowest)) for chunk_id, score in other.fused]
        return _Ranking(
            fused=[*self.fused, *(pair for pair in more if pair[0] not in self.document_of)],
            dense_ids=list(dict.fromkeys([*self.dense_ids, *other.dense_ids])),
            keyword_ids=list(dict.fromkeys([*self.keyword_ids, *other.keyword_ids])),
            scores=other.scores | self.scores,
            document_of=other.document_of | self.document_of,
        )


def _touches(chunk: Chunk, pages: set[int]) -> bool:
    return any(number in pages for number in range(chunk.first_page, chunk.last_page + 1))


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
