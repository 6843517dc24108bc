"""What a search found, and how much of the library it could look into."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.types.documents import ORIGIN_UNKNOWN, Chunk, Origin, PageKind, Span


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document a search could not look into, and a sentence that says why."""

    document_id: str
    filename: str
    reason: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what was asked about could be searched: "searched 412 of 430 documents".

    `partly` are searched documents of which some pages could not be read, `partly_total` of them. Both lists
    name the first few only; how many were left out is `total - searched`; `waiting` of
    these are just not read yet, `locked` need a password. `by_keyword` of the searched ones are not
    understood yet, wholly or in part: a passage of theirs may be found by its words only.
    """

    total: int
    searched: int
    left_out: tuple[LeftOut, ...] = ()
    partly: tuple[LeftOut, ...] = ()
    partly_total: int = 0
    waiting: int = 0
    locked: int = 0
    by_keyword: int = 0


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """Where cited spans stand, as a user of the format says it: page 2 is the sheet "Sales", place "B3:D3".

    `place` is empty in formats whose places are seen on a page image, but for annotations ("comment by Ann").
    `last_page`: where a sentence ends that runs over the end of its page; 0 for all others.
    """

    page: int
    page_kind: PageKind = PageKind.PAGE
    page_label: str = ""
    place: str = ""
    last_page: int = 0


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One retrieved chunk. `score` is the dense cosine (-1..1, 0.0 when there is no vector yet).

    `place` says where it begins, as a user of the format says it; `origin` is told where a user sees it.
    """

    chunk: Chunk
    filename: str
    page: int
    score: float
    fused_score: float
    snippet: str
    dense_rank: int | None = None
    keyword_rank: int | None = None
    place: CitedPlace | None = None
    origin: Origin = ORIGIN_UNKNOWN


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first, and what each stage took in milliseconds.

    `unchecked_documents`: of so many a passage was held back from a prompt, because text that a reader cannot
    see has not been looked for there yet.
    """

    query: str
    hits: tuple[SearchHit, ...]
    milliseconds: dict[str, float] = field(default_factory=dict)
    embedding_failed: bool = False
    unchecked_documents: int = 0


@dataclass(frozen=True, slots=True)
class NearestPassage:
    """A passage shown beside an answer that found nothing: close to the question, and cited by nothing.

    `quote` is the sentence of it that comes nearest, word for word, at `spans`; `score` is the dense cosine.
    `last_page`, `origin`: as in citations. `section`: the heading of the report that found nothing.
    """

    document_id: str
    content_hash: str
    filename: str
    chunk_id: str
    chunk_index: int
    page: int
    spans: tuple[Span, ...]
    quote: str
    score: float
    page_kind: PageKind = PageKind.PAGE
    page_label: str = ""
    place: str = ""
    origin: Origin = ORIGIN_UNKNOWN
    section: str = ""
    last_page: int = 0

    @property
    def cited_place(self) -> CitedPlace:
        return CitedPlace(self.page, self.page_kind, self.page_label, self.place, self.last_page)
