"""Hybrid search: a question understood, rankings fused and re-ranked, chunks loaded; timed stage by stage.

Any thread. SQLite decides what may be shown: a point the index still holds for a removed document is
passed over.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Sequence
from dataclasses import replace

from core.cancel import CancelToken
from core.errors import KnownError
from core.ingest.queue.file_origins import OriginFinder
from core.search.base import ChunkIndex, Embedder, Vectors
from core.search.compounds import CompoundFinder
from core.search.concepts import Concepts, load_concepts
from core.search.coverage import coverage_of
from core.search.drawn_cells import DrawnCell, drawn_cells
from core.search.exact_parts import ExactFinder
from core.search.hits import CrossEncoder, HitLoader
from core.search.ids import as_uuid
from core.search.neighbours import PageTexts, joined_spans, united_spans, without_overlap
from core.search.place_words import cited_place
from core.search.ranking import Asked, Ranker, Ranking, RetrievalOptions, timed
from core.search.registry import DocumentRegistry
from core.search.rerank import beside
from core.search.section_segments import SectionFinder
from core.search.understanding import understand
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.text.textspan import is_within_line
from core.types import Chunk, CitedPlace, Coverage, Document, Origin, SearchHit, SearchResult, Span

log = logging.getLogger(__name__)

_MOST_OF_A_PAGE = 16  # chunks before and behind one that may stand on its page


class HybridRetriever:
    """Implements `core.search.base.Retriever` over one index and the library.

    `embedder` may fail (missing model, out of memory): keyword results are returned with
    `embedding_failed`. A `cross_encoder` that fails is passed over.
    """

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        embedder: Embedder,
        *,
        options: RetrievalOptions | None = None,
        registry: DocumentRegistry | None = None,
        concepts: Concepts | None = None,
        cross_encoder: CrossEncoder | None = None,
        sections: SectionFinder | None = None,
    ) -> None:
        self._database = database
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._origins = OriginFinder(database)
        self._index = index
        self._embedder = embedder
        self._concepts = concepts or load_concepts()
        self._registry = registry or DocumentRegistry(database, self._concepts)
        self._options = options or RetrievalOptions()
        self._cross_encoder = cross_encoder
        self._hits = HitLoader(database, index, self._options, cross_encoder)
        self._compounds = CompoundFinder(database, index, self._hits.texts)
        self._sections = sections or SectionFinder(database, index)
        exact = ExactFinder(index, self._hits.texts)
        self._ranker = Ranker(index, self._registry, exact, self._sections, self._options)

    @property
    def concepts(self) -> Concepts:
        """What the documents of a trade call things, with the user's additions."""
        return self._concepts

    @property
    def options(self) -> RetrievalOptions:
        """Which stages its searches go through."""
        return self._options

    @property
    def embedder(self) -> Embedder:
        """What its index was made with."""
        return self._embedder

    def with_options(self, options: RetrievalOptions) -> HybridRetriever:
        """The same search with other stages; the languages are those of its embedder."""
        options = replace(options, embedder_languages=self._options.embedder_languages)
        return HybridRetriever(
            self._database,
            self._index,
            self._embedder,
            options=options,
            registry=self._registry,
            concepts=self._concepts,
            cross_encoder=self._cross_encoder,
            sections=self._sections,
        )

    def search(
        self,
        query: str,
        *,
        limit: int,
        document_ids: Sequence[str] | None = None,
        cancel: CancelToken | None = None,
        for_prompt: bool = False,
        phrasings: Sequence[str] = (),
    ) -> SearchResult:
        """Best chunks first. An empty query or selection gives no hits. `for_prompt`, `phrasings`: see
        `Retriever`.

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
        with timed(times, "understand"):
            registry = self._registry.current()
            understood = understand(query, self._concepts, registry, allowed)
            if not self._options.instructions:
                understood = replace(understood, keywords=query, unnamed=query)
            languages = self._documents.languages()
        chosen = allowed if document_ids is not None else None
        if self._options.expansion:
            with timed(times, "understand"):
                within = None if chosen is None else sorted(chosen)
                longer = self._compounds.find(understood.keywords, languages, within)
                understood = replace(understood, expansions=(*understood.expansions, *longer))
        with timed(times, "embed"):
            vector = self._embed(understood.keywords)
            besides = [(text, self._embed(text) if vector is not None else None) for text in phrasings]
        asked = Asked(understood, vector, limit, allowed, chosen, languages, besides)
        ranked = self._ranker.rank(asked, registry, times, cancel)
        held_back: set[str] = set()
        if for_prompt:
            ranked, held_back = self._without_unchecked(ranked)
            if held_back and len(ranked.fused) < limit and (others := allowed - held_back):
                # A large new document had taken up the places: what lies behind it is asked for.
                aside = replace(asked, allowed=others, chosen=others)
                behind, more = self._without_unchecked(self._ranker.rank(aside, registry, times, cancel))
                ranked, held_back = ranked.followed_by(behind), held_back | more
        if cancel is not None:
            cancel.check()
        hits = self._hits.load(understood, ranked, limit, vector, registry, times)
        return SearchResult(
            query,
            tuple(hits),
            times,
            embedding_failed=vector is None,
            unchecked_documents=len(held_back),
        )

    def beside(self, hits: Sequence[SearchHit], known: Container[str]) -> list[SearchHit]:
        spread = self._options.reranking.same_page if self._options.rerank else 1.0
        return beside(hits, known, spread)

    def coverage(self, document_ids: Sequence[str] | None = None) -> Coverage:
        return coverage_of(self._database, document_ids)

    def open_chunk(
        self,
        document_id: str,
        chunk_id: str,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
        beside: Sequence[Span] | None = None,
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
        unchecked: set[int] = set()
        if for_prompt and document.unchecked_pages:
            unchecked = self._pages.unchecked_among([document_id]).get(document_id, set())
            if _touches(chunk, unchecked):
                return None
            # Headings are borrowed from the pages before, which may not be checked either.
            chunk = replace(chunk, context="")
        return document, chunk if beside is None else self._joined(chunk, beside, unchecked)

    def open_page(
        self,
        document_id: str,
        chunk_id: str,
        page: int,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
    ) -> tuple[Document, Chunk] | None:
        opened = self.open_chunk(document_id, chunk_id, document_ids, for_prompt=for_prompt)
        if opened is None or not opened[1].first_page <= page <= opened[1].last_page:
            return None
        document, chunk = opened
        return document, self._whole_page(chunk, page)

    def read_document(
        self, document_id: str, *, for_prompt: bool = False
    ) -> tuple[Document, tuple[Chunk, ...]] | None:
        document = self._documents.get(document_id) if as_uuid(document_id) else None
        if document is None or not document.status.can_be_searched:
            return None
        chunks = self._chunks.of_document(document_id)
        if for_prompt and document.unchecked_pages:
            unchecked = self._pages.unchecked_among([document_id]).get(document_id, set())
            chunks = [replace(chunk, context="") for chunk in chunks if not _touches(chunk, unchecked)]
        return document, tuple(without_overlap(chunks))

    def page_of(self, document_id: str, span: Span) -> int:
        """1-based page on which the span begins; 1 for a document that is gone."""
        return self._pages.page_of(document_id, span.start) or 1

    def drawn_cells(self, document_id: str, page: int, spans: Sequence[Span]) -> list[tuple[DrawnCell, ...]]:
        drawn = self._pages.get(document_id, page)
        return [() if drawn is None else drawn_cells(drawn, span) for span in spans]

    def locate(self, document_id: str, spans: Sequence[Span]) -> CitedPlace:
        page = self._pages.at_offset(document_id, spans[0].start) if spans else None
        if page is None:
            return CitedPlace(1)
        if spans[-1].start < page.span.end:
            return cited_place([page], spans)
        last = self._pages.at_offset(document_id, spans[-1].start)
        return cited_place([page, last] if last is not None else [page], spans)

    def origins(self, document_ids: Sequence[str]) -> dict[str, Origin]:
        """What documents were read from, and how their files stand now; see `OriginFinder.of`."""
        return self._origins.of(document_ids)

    # --- inside --------------------------------------------------------------------------------

    def _joined(self, chunk: Chunk, beside: Sequence[Span], left_out: set[int]) -> Chunk:
        """The chunk with the rest of what was cut at its edges."""
        first = max(0, chunk.index - 1)
        near = {other.index: other for other in self._chunks.of_document(chunk.document_id, first, 3)}
        before, behind = near.get(chunk.index - 1), near.get(chunk.index + 1)
        first_page = before.first_page if before else chunk.first_page
        last_page = behind.last_page if behind else chunk.last_page
        starts = self._pages.starts(chunk.document_id, first_page, last_page)
        pages = self._pages.texts(chunk.document_id, first_page, last_page)
        texts = PageTexts(
            [(number, start, text) for (number, start), (_, text) in zip(starts, pages, strict=False)]
        )
        spans = joined_spans(chunk, before, behind, texts, beside=beside, left_out=left_out)
        return replace(
            chunk,
            spans=spans,
            first_page=texts.page_of(spans[0]) or chunk.first_page,
            last_page=texts.page_of(spans[-1]) or chunk.last_page,
            text="\n".join(texts.cut(span.start, span.end) for span in spans),
            within_line=texts.is_within_line(spans[0].start),
        )

    def _whole_page(self, chunk: Chunk, page: int) -> Chunk:
        """The chunk with what all chunks have of a page: its text without running headers and footers."""
        starts = self._pages.starts(chunk.document_id, page, page)
        texts = self._pages.texts(chunk.document_id, page, page)
        if not starts or not texts:
            return chunk
        start, text = starts[0][1], texts[0][1]
        near = self._chunks.of_document(
            chunk.document_id, max(0, chunk.index - _MOST_OF_A_PAGE), 2 * _MOST_OF_A_PAGE + 1
        )
        pieces = sorted(
            {
                Span(max(span.start, start), min(span.end, start + len(text)))
                for other in near
                for span in other.spans
                if span.start < start + len(text) and span.end > start
            }
        )
        spans = united_spans(pieces, PageTexts([(page, start, text)]))
        whole = "\n".join(text[span.start - start : span.end - start] for span in spans)
        within_line = is_within_line(text, spans[0].start - start)
        return replace(
            chunk, spans=spans, first_page=page, last_page=page, text=whole, within_line=within_line
        )

    def _embed(self, query: str) -> Vectors | None:
        try:
            vector = self._embedder.embed_query(query)
        except KnownError as error:
            log.warning("searching by keyword only: %s", error)
            return None
        return vector

    def _without_unchecked(self, ranked: Ranking) -> tuple[Ranking, set[str]]:
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


def _touches(chunk: Chunk, pages: set[int]) -> bool:
    return any(number in pages for number in range(chunk.first_page, chunk.last_page + 1))
