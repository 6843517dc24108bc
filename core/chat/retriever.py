"""The second step of chat mode: one search, and its passages as numbered sources."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from core.answer.asking.eligibility import INJECTION_IN_CONTEXT, still_checking
from core.answer.asking.question import without_directions
from core.answer.figures.figure_answers import LISTED
from core.answer.figures.figure_questions import figure_question
from core.answer.figures.figure_tables import MOST_DOCUMENTS, has_columns, has_rows, searches_of
from core.answer.replies import reply
from core.answer.sources import Source, make_source, places_of
from core.cancel import CancelToken
from core.events import Event, EventStamper, NoticeGiven
from core.search.base import Retriever
from core.search.called_search import called_search
from core.types import SearchHit, SearchResult, Span

KEYWORD_FALLBACK = "keyword_fallback"


@dataclass(frozen=True, slots=True)
class FoundPart:
    """One of several questions asked at once, and those of the sources that its own search found.

    They have the numbers they have among all sources, and the cosines of this part.
    """

    question: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Numbered sources, best first, and the flags that come with them; `parts` of several questions at once.

    `result`: of the search. `tables`: whole pages of documents with tables, numbered behind the sources. No
    model sees them.
    """

    result: SearchResult
    sources: tuple[Source, ...]
    flags: tuple[str, ...]
    parts: tuple[FoundPart, ...] = ()
    tables: tuple[Source, ...] = ()


class SourceRetriever:
    """Finds the sources of one question. `top_k`: how many passages at most."""

    def __init__(self, retriever: Retriever, top_k: int) -> None:
        self._retriever = retriever
        self._top_k = top_k

    def find(
        self,
        question: str,
        document_ids: Sequence[str] | None,
        language: str,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Generator[Event, None, Retrieved]:
        """Search, tell what was found and what could not be used, and open the hits.

        Raises:
            core.errors.KnownError: index or library cannot be read.
            Cancelled: Stop was asked for.
        """
        result = yield from self._search(without_directions(question), document_ids, stamp, cancel)
        flags: list[str] = []
        if result.embedding_failed:
            flags.append(KEYWORD_FALLBACK)
            yield stamp(NoticeGiven, code=KEYWORD_FALLBACK, message=reply(KEYWORD_FALLBACK, language))
        if result.unchecked_documents:
            message = still_checking(result.unchecked_documents, language)
            yield stamp(NoticeGiven, code="still_checking", message=message)
        sources = yield from self._opened(result, document_ids, language, flags, stamp, cancel)
        return Retrieved(result, sources, tuple(flags), (), self._tables(sources, result.hits))

    def find_each(
        self,
        questions: Sequence[str],
        found: Retrieved,
        document_ids: Sequence[str] | None,
        language: str,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Generator[Event, None, Retrieved]:
        """Each of several questions searched for by itself, beside what was `found` for all of them at once:
        they share the places.

        Raises:
            core.errors.KnownError: index or library cannot be read.
            Cancelled: Stop was asked for.
        """
        by_part: list[SearchResult] = []
        for question in questions:
            by_part.append((yield from self._search(question, document_ids, stamp, cancel)))
        result = _merged(found.result, by_part, self._top_k)
        flags = list(found.flags)
        sources = yield from self._opened(result, document_ids, language, flags, stamp, cancel)
        parts = tuple(
            FoundPart(question, _of_part(sources, its.hits))
            for question, its in zip(questions, by_part, strict=True)
        )
        hits = [*result.hits, *(hit for its in by_part for hit in its.hits)]
        return Retrieved(result, sources, tuple(flags), parts, self._tables(sources, hits))

    def _opened(
        self,
        result: SearchResult,
        document_ids: Sequence[str] | None,
        language: str,
        flags: list[str],
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Generator[Event, None, tuple[Source, ...]]:
        """The hits as sources; says once that some of them read like orders to the program."""
        sources = self._open(result, document_ids)
        ordering = [source for source in sources if source.gives_orders]
        if ordering and INJECTION_IN_CONTEXT not in flags:
            flags.append(INJECTION_IN_CONTEXT)
            message = reply(INJECTION_IN_CONTEXT, language, places=places_of(ordering))
            yield stamp(NoticeGiven, code=INJECTION_IN_CONTEXT, message=message)
        cancel.check()
        return tuple(sources)

    def _tables(self, sources: Sequence[Source], hits: Sequence[SearchHit]) -> tuple[Source, ...]:
        """Of documents in which a row was found the whole pages: what it means, the rest of its page says."""
        with_rows = {source.document.document_id for source in sources if has_rows(source)}
        tables = _Pages(self._retriever, len(sources) + 1)
        tables.open([hit for hit in hits if hit.chunk.document_id in with_rows])
        return tables.opened

    def more_tables(
        self, question: str, found: Retrieved, stamp: EventStamper, cancel: CancelToken
    ) -> Generator[Event, None, tuple[Source, ...]]:
        """The tables that were found, and of their documents those that a search of their own finds.

        Only where columns are years, and the question names one.

        Raises:
            core.errors.KnownError: index or library cannot be read.
            Cancelled: Stop was asked for.
        """
        asked = figure_question(question, LISTED)
        if asked is None or not asked.years or not any(map(has_columns, found.tables)):
            return found.tables
        tables = _Pages(self._retriever, len(found.sources) + 1, found.tables)
        documents = list(dict.fromkeys(page.document.document_id for page in found.tables))
        for document_id in documents[:MOST_DOCUMENTS]:
            for text in searches_of(asked):
                result = yield from self._search(text, [document_id], stamp, cancel)
                tables.open(result.hits)
        return tables.opened

    def _search(
        self,
        question: str,
        document_ids: Sequence[str] | None,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Generator[Event, None, SearchResult]:
        return (yield from called_search(self._retriever, question, self._top_k, document_ids, stamp, cancel))

    def _open(self, result: SearchResult, document_ids: Sequence[str] | None) -> list[Source]:
        """The hits opened, with the rest of what was cut at their edges; no text comes twice by that."""
        sources: list[Source] = []
        shown: dict[str, list[Span]] = {}
        for hit in result.hits:
            shown.setdefault(hit.chunk.document_id, []).extend(hit.chunk.spans)
        for hit in result.hits:
            beside = [span for span in shown[hit.chunk.document_id] if span not in hit.chunk.spans]
            opened = self._retriever.open_chunk(
                hit.chunk.document_id, hit.chunk.chunk_id, document_ids, for_prompt=True, beside=beside
            )
            if opened is None:  # deleted since the search
                continue
            shown[hit.chunk.document_id] += opened[1].spans
            source = make_source(
                len(sources) + 1, *opened, hit.score, hit.snippet, page_of=self._retriever.page_of
            )
            if source.sentences:
                sources.append(source)
        return sources


class _Pages:
    """Whole pages, each opened once, as sources from `number` on."""

    def __init__(self, retriever: Retriever, number: int, opened: Sequence[Source] = ()) -> None:
        self._retriever = retriever
        self._number = number
        self._opened = {(page.document.document_id, page.page): page for page in opened}

    @property
    def opened(self) -> tuple[Source, ...]:
        return tuple(self._opened.values())

    def open(self, hits: Sequence[SearchHit]) -> None:
        for hit in hits:
            place = (hit.chunk.document_id, hit.page)
            if place in self._opened:
                continue
            page = self._retriever.open_page(
                hit.chunk.document_id, hit.chunk.chunk_id, hit.page, for_prompt=True
            )
            if page is None:  # deleted since the search
                continue
            number = self._number + len(self._opened)
            source = make_source(number, *page, hit.score, hit.snippet, page_of=self._retriever.page_of)
            if source.sentences:
                self._opened[place] = source


def _merged(whole: SearchResult, by_part: Sequence[SearchResult], most: int) -> SearchResult:
    """The best of each in turn, each chunk once; `whole` tells the rest."""
    taken: dict[str, SearchHit] = {}
    for row in zip_longest(*(found.hits for found in (*by_part, whole))):
        for hit in row:
            if hit is not None:
                taken.setdefault(hit.chunk.chunk_id, hit)
    return replace(whole, hits=tuple(taken.values())[:most])


def _of_part(sources: Sequence[Source], hits: Sequence[SearchHit]) -> tuple[Source, ...]:
    scores = {hit.chunk.chunk_id: hit.score for hit in hits}
    return tuple(
        replace(source, score=scores[source.chunk.chunk_id])
        for source in sources
        if source.chunk.chunk_id in scores
    )
