"""The protocols of search: an index, an embedder and the retriever the modes see."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.cancel import CancelToken
from core.search.drawn_cells import DrawnCell
from core.types import Chunk, CitedPlace, Coverage, Document, SearchHit, SearchResult, Span

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class IndexPoint:
    """One chunk on its way into the index. `vector` has shape (dimensions,), unit length, or is None yet.

    `language` (ISO 639-1, empty when unknown) chooses the rules its words are encoded by.
    """

    chunk_id: str
    document_id: str
    keyword_text: str
    page: int
    vector: Vectors | None = None
    language: str = ""


@dataclass(frozen=True, slots=True)
class ScoredPoint:
    """`score` is the cosine for dense results and the BM25 score for keyword results."""

    chunk_id: str
    document_id: str
    score: float


class ChunkIndex(Protocol):
    """Dense and keyword search over chunks. May be queried while it is updated."""

    def upsert(self, points: Sequence[IndexPoint]) -> None: ...

    def set_vectors(self, vectors: dict[str, Vectors]) -> None:
        """Add the dense vectors of chunks that are already searchable by keyword."""
        ...

    def delete_document(self, document_id: str) -> None: ...

    def delete_chunks(self, chunk_ids: Sequence[str]) -> None:
        """Single points; ids that are not there are passed over."""
        ...

    def vectors(self, chunk_ids: Sequence[str]) -> dict[str, Vectors]:
        """The dense vectors of these chunks; those without one are left out."""
        ...

    def search_dense(
        self,
        vector: Vectors,
        limit: int,
        document_ids: Sequence[str] | None = None,
    ) -> list[ScoredPoint]:
        """Among the chunks of these documents; None: of all."""
        ...

    def search_keywords(
        self,
        query: str,
        limit: int,
        document_ids: Sequence[str] | None = None,
        languages: Sequence[str] = ("en",),
    ) -> list[ScoredPoint]:
        """`languages` (ISO 639-1): those that the documents are in."""
        ...

    def cosines(self, vector: Vectors, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Exact cosine of given chunks; those without a vector are left out."""
        ...

    def points_per_document(self) -> dict[str, tuple[int, int]]:
        """document_id → (points, points with a dense vector): compared with SQLite's manifest at start."""
        ...

    def flush(self) -> None: ...

    def size(self) -> int:
        """The number of points."""
        ...

    def compact(self) -> bool:
        """Rid the index's files of what was deleted from it; False when some of it is still there."""
        ...

    def sweep_others(self) -> bool:
        """Delete what is left of this library's indexes of other settings; False when some is still there."""
        ...

    def close(self) -> None: ...


class Embedder(Protocol):
    """Text to unit vectors."""

    @property
    def fingerprint(self) -> str:
        """Changes with the model or its tuning; names the index folder together with the chunker's."""
        ...

    @property
    def dimensions(self) -> int: ...

    @property
    def unrelated(self) -> float:
        """The cosine of texts that have nothing in common, 0 to 1."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Passages to vectors: shape (len(texts), dimensions), float32, rows of unit length."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """A question to its vector, shape (dimensions,): some models want it marked as one."""
        ...

    def count_tokens(self, text: str) -> int: ...


class Retriever(Protocol):
    """What chat and agent see of search: hybrid search, and the text behind a hit.

    With `for_prompt` the text goes to a language model: what lies on a page in which hidden text has not been
    looked for yet is held back.
    """

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
        """Best chunks first. `phrasings`: other texts to search with; they add to what the query finds."""
        ...

    def beside(self, hits: Sequence[SearchHit], known: Container[str]) -> list[SearchHit]:
        """All hits of a search, for somebody who has seen the chunks `known`: what stands on one page with
        these is no repetition any more and moves up."""
        ...

    def coverage(self, document_ids: Sequence[str] | None = None) -> Coverage:
        """How much of the selection (`None`: of the library) can be searched, and why not the rest."""
        ...

    def open_chunk(
        self,
        document_id: str,
        chunk_id: str,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
        beside: Sequence[Span] | None = None,
    ) -> tuple[Document, Chunk] | None:
        """The chunk if it exists, belongs to the document and the document is searchable and selected.

        Given `beside`, it comes with the rest of a table or sentence that was cut at its edges, as far as
        these spans of the document, which are shown already, do not hold it. Its id stays.
        """
        ...

    def open_page(
        self,
        document_id: str,
        chunk_id: str,
        page: int,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
    ) -> tuple[Document, Chunk] | None:
        """A chunk that touches the page, as `open_chunk` gives it, with all text of this page in place of its
        own: a table's heads stand far above its last rows. Its id stays."""
        ...

    def read_document(
        self, document_id: str, *, for_prompt: bool = False
    ) -> tuple[Document, tuple[Chunk, ...]] | None:
        """All of a searchable document: its chunks in order, each without what the one before it has."""
        ...

    def page_of(self, document_id: str, span: Span) -> int:
        """1-based page on which the span begins."""
        ...

    def drawn_cells(self, document_id: str, page: int, spans: Sequence[Span]) -> list[tuple[DrawnCell, ...]]:
        """For each of these lines of a page (1-based) its cells, as wide gaps part them; none where the
        format draws no pages."""
        ...

    def locate(self, document_id: str, spans: Sequence[Span]) -> CitedPlace:
        """Where spans of a page, or of one and the next, stand, as a user of the format says it; page 1 of a
        document that is gone."""
        ...
