"""From ranked chunk ids to hits: loaded, re-ranked, spread over pages and documents, each with its place.

Any thread. SQLite decides what may be shown: a chunk that is gone from it is passed over.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from core.errors import KnownError
from core.search.base import ChunkIndex, Vectors
from core.search.fusion import reciprocal_rank_fusion
from core.search.keywords import word_tokens
from core.search.place_words import cited_place
from core.search.ranking import Ranking, RetrievalOptions, timed
from core.search.registry import RegisteredDocument, Registry
from core.search.rerank import DEPTH, Candidate, rerank, spread
from core.search.routing import leanings
from core.search.understanding import Understood
from core.search.word_coverage import QueryWord, has_codes, query_words
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.text.textspan import best_window
from core.types import Chunk, CitedPlace, SearchHit

log = logging.getLogger(__name__)

_SNIPPET = 240
_SPARE = 10  # more chunks than are shown: one that was deleted a moment ago leaves a gap
_PLAIN_PLACE = 5  # the best hit without any guess about what is meant comes no later than this
_MODEL_WEIGHT = 2.0  # of the cross-encoder's order against the one before it
_CONTENTS = "contents"  # the role of tables of contents

Scored = list[tuple[str, float]]  # chunk ids with their scores, best first


class CrossEncoder(Protocol):
    """A model that reads question and passage together; slower than everything else here, and better."""

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score a passage, the higher the better.

        Raises:
            core.errors.ModelError: the model is missing or failed.
        """
        ...


class HitLoader:
    """Loads from one library; a `cross_encoder` that fails is passed over."""

    def __init__(
        self,
        database: Database,
        index: ChunkIndex,
        options: RetrievalOptions,
        cross_encoder: CrossEncoder | None,
    ) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._index = index
        self._options = options
        self._cross_encoder = cross_encoder

    def texts(self, chunk_ids: Sequence[str]) -> dict[str, str]:
        """Chunk id → its context and text."""
        chunks = self._chunks.get_many(chunk_ids)
        return {name: f"{chunk.context}\n{chunk.text}" for name, chunk in chunks.items()}

    def load(
        self,
        understood: Understood,
        ranked: Ranking,
        limit: int,
        vector: Vectors | None,
        registry: Registry,
        times: dict[str, float],
    ) -> list[SearchHit]:
        """At most `limit` hits, best first.

        Raises:
            core.errors.StorageError: the index or the library cannot be read.
        """
        depth = limit + _SPARE
        with timed(times, "load"):
            first = ranked.fused[: max(depth, DEPTH)]
            if not self._options.rerank:
                first = first[:depth]
            chunks = self._chunks.get_many([chunk_id for chunk_id, _ in first])
            wanted = [pair for pair in first if pair[0] in chunks]
            words = _WordsByLanguage(understood.keywords)
            pages = {name: self._page(chunk, understood, registry, words) for name, chunk in chunks.items()}
        if self._options.rerank:
            with timed(times, "rerank"):
                wanted = self._reranked(understood, wanted, chunks, pages, registry)
        if ranked.guessed:
            wanted = _with_plain(wanted, ranked.plain_ids, min(limit, _PLAIN_PLACE))
        with timed(times, "load"):
            return self._hits(understood, wanted[:limit], ranked, chunks, pages, vector, registry)

    def _hits(
        self,
        understood: Understood,
        shown: Sequence[tuple[str, float]],
        ranked: Ranking,
        chunks: Mapping[str, Chunk],
        pages: Mapping[str, int],
        vector: Vectors | None,
        registry: Registry,
    ) -> list[SearchHit]:
        scores = ranked.scores
        unscored = [chunk_id for chunk_id, _ in shown if chunk_id not in scores]
        if vector is not None and unscored:
            scores = scores | self._index.cosines(vector, unscored)
        dense_rank = {chunk_id: rank for rank, chunk_id in enumerate(ranked.dense_ids, 1)}
        keyword_rank = {chunk_id: rank for rank, chunk_id in enumerate(ranked.keyword_ids, 1)}
        terms = _terms(understood.keywords)
        return [
            SearchHit(
                chunk=chunks[chunk_id],
                filename=self._filename(chunks[chunk_id].document_id, registry),
                page=pages[chunk_id],
                score=round(scores.get(chunk_id, 0.0), 3),
                fused_score=score,
                snippet=best_window(chunks[chunk_id].text, terms, _SNIPPET),
                dense_rank=dense_rank.get(chunk_id),
                keyword_rank=keyword_rank.get(chunk_id),
                place=self._place(chunks[chunk_id], pages[chunk_id]),
            )
            for chunk_id, score in shown
        ]

    def _reranked(
        self,
        understood: Understood,
        wanted: Scored,
        chunks: Mapping[str, Chunk],
        pages: Mapping[str, int],
        registry: Registry,
    ) -> Scored:
        owners = (chunks[chunk_id].document_id for chunk_id, _ in wanted)
        fitting = leanings(owners, understood.wanted, registry) if self._options.routing else {}
        candidates = []
        for chunk_id, score in wanted:
            chunk = chunks[chunk_id]
            known = registry.documents.get(chunk.document_id)
            listings = known.facts.roles.get(_CONTENTS, ()) if known else ()
            candidates.append(
                Candidate(
                    chunk_id,
                    chunk.text,
                    chunk.context,
                    score,
                    is_listing=any(page.number == pages[chunk_id] for page in listings),
                    language=known.language if known else "",
                    leaning=fitting.get(chunk.document_id, 0.0),
                )
            )
        ordered = self._by_model(understood, rerank(understood, candidates, self._options.reranking), chunks)
        places = {name: (chunks[name].document_id, pages[name]) for name, _ in ordered}
        groups = understood.groups if self._options.routing else ()
        return spread(ordered, places, groups, self._options.reranking.same_page)

    def _by_model(self, understood: Understood, ordered: Scored, chunks: Mapping[str, Chunk]) -> Scored:
        """The order with the cross-encoder's, if there is one."""
        if self._cross_encoder is None:
            return ordered
        try:
            passages = [f"{chunks[name].context}\n{chunks[name].text}" for name, _ in ordered]
            values = self._cross_encoder.scores(understood.keywords, passages)
        except KnownError as error:
            log.warning("re-ranking without the model: %s", error)
            return ordered
        by_model = sorted(zip(values, ordered, strict=True), key=lambda pair: -pair[0])
        return reciprocal_rank_fusion(
            [[name for name, _ in ordered], [pair[0] for _, pair in by_model]], weights=[1.0, _MODEL_WEIGHT]
        )

    def _filename(self, document_id: str, registry: Registry) -> str:
        if document_id in registry.documents:
            return registry.documents[document_id].filename
        document = self._documents.get(document_id)
        return document.filename if document else ""

    def _page(self, chunk: Chunk, understood: Understood, registry: Registry, asked: _WordsByLanguage) -> int:
        """The page on which the question's words stand; of equals, the one that holds most of the chunk.

        Words that all of the document is about, in its names and title, say nothing of the page.
        """
        if chunk.first_page == chunk.last_page:
            return chunk.first_page
        known = registry.documents.get(chunk.document_id)
        language = known.language if known else ""
        about = word_tokens(f"{chunk.context} {_said_of(known)}", language, with_codes=asked.with_codes)
        words = [word for word in asked.words(language) if word.presence(about, language) < 1]

        def share(text: str) -> float:
            tokens = word_tokens(text, language, with_codes=asked.with_codes)
            exact = sum(part.stands_in(text) for part in understood.exact)
            return exact + sum(word.presence(tokens, language) for word in words)

        texts = self._texts_by_page(chunk)
        return max(sorted(texts), key=lambda number: (round(share(texts[number]), 3), len(texts[number])))

    def _texts_by_page(self, chunk: Chunk) -> dict[int, str]:
        starts = self._pages.starts(chunk.document_id, chunk.first_page, chunk.last_page)
        texts: dict[int, str] = {}
        offset = 0
        for span in chunk.spans:
            length = span.end - span.start
            number = max((page for page, start in starts if start <= span.start), default=chunk.first_page)
            texts[number] = f"{texts.get(number, '')}\n{chunk.text[offset : offset + length]}"
            offset += length + 1  # the texts of spans are joined with a newline
        return texts

    def _place(self, chunk: Chunk, number: int) -> CitedPlace:
        """Where the part of the chunk on its page begins."""
        page = self._pages.numbered(chunk.document_id, number)
        if page is None:
            return CitedPlace(number)
        spans = [span for span in chunk.spans if page.span.start <= span.start < page.span.end]
        return cited_place([page], spans or chunk.spans)


class _WordsByLanguage:
    """The words of one question as passages of a language are compared with them, each language once."""

    def __init__(self, query: str) -> None:
        self._query = query
        self._found: dict[str, list[QueryWord]] = {}
        self.with_codes = has_codes(query)

    def words(self, language: str) -> list[QueryWord]:
        if language not in self._found:
            self._found[language] = query_words(self._query, [language])
        return self._found[language]


def _said_of(document: RegisteredDocument | None) -> str:
    if document is None:
        return ""
    facts = document.facts
    return " ".join((document.filename, document.title, *facts.names, *map(str, facts.years)))


def _with_plain(wanted: Scored, plain_ids: Sequence[str], place: int) -> Scored:
    """The best hit without any guess is among the first `place`: a wrong guess must not hide the answer."""
    there = {chunk_id for chunk_id, _ in wanted}
    best = next((chunk_id for chunk_id in plain_ids if chunk_id in there), None)
    position = next((rank for rank, (chunk_id, _) in enumerate(wanted) if chunk_id == best), 0)
    if best is None or position < place:
        return list(wanted)
    others = [pair for pair in wanted if pair[0] != best]
    score = others[place - 2][1] if place > 1 else others[0][1]
    return [*others[: place - 1], (best, score), *others[place - 1 :]]


def _terms(query: str) -> list[str]:
    """Words of the query worth finding in a snippet, lower case; a plural also finds its singular."""
    words = re.findall(r"\w[\w.,%-]*\w|\w", query.lower())
    long_words = [word for word in words if len(word) > 3 or any(ch.isdigit() for ch in word)]
    return [word.removesuffix("s") if len(word) > 4 else word for word in long_words or words]
