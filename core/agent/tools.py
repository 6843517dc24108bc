"""Exactly two tools. Ids are checked before any query; a foreign or unknown id is an error, never data."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from core.agent.limits import Limits
from core.answer.asking.question import asking_words
from core.answer.asking.question_language import question_language
from core.answer.figures.figure_answers import FigureReader
from core.answer.judged_sentences import judge_sentences
from core.answer.sources import Source, make_source
from core.cancel import CancelToken
from core.judge.base import AnswerJudge
from core.search.base import Retriever
from core.search.ids import as_uuid
from core.types import Chunk, CitedPlace, Coverage, SearchHit, SearchResult, Span

_MOST_PAGES = 12  # that are looked through for the rows of a figure
_DEPTH = 3  # times what is shown of a search: hits of pages that an earlier search has shown lie deeper


class ToolInputError(ValueError):
    """The tool refuses its input; the text is shown to the model and in the trace."""


class AgentTools:
    """The tools of one run, bound to the documents the user selected (`None`: all that are searchable).

    `search_docs` may be called from several threads at once.
    """

    def __init__(
        self,
        retriever: Retriever,
        judge: AnswerJudge,
        document_ids: Sequence[str] | None,
        limits: Limits,
        figures: FigureReader | None = None,
    ) -> None:
        self._retriever = retriever
        self._judge = judge
        self._document_ids = document_ids
        self._limits = limits
        self.figures = figures or FigureReader(judge, None, CancelToken())

    @property
    def has_selection(self) -> bool:
        return self._document_ids is not None

    def coverage(self) -> Coverage:
        """How much of the selection these tools can see."""
        return self._retriever.coverage(self._document_ids)

    def locate(self, document_id: str, spans: Sequence[Span]) -> CitedPlace:
        """Where cited spans of one page stand."""
        return self._retriever.locate(document_id, spans)

    def search_docs(self, query: str, cancel: CancelToken) -> SearchResult:
        """Hybrid search: ids, capped snippets and scores, no full text; more hits than are shown.

        `shown` chooses those of them.
        """
        found = self._retriever.search(
            query,
            limit=_DEPTH * self._limits.top_k,
            document_ids=self._document_ids,
            cancel=cancel,
            for_prompt=True,
        )
        hits = tuple(replace(hit, snippet=self._short(hit.snippet)) for hit in found.hits)
        return replace(found, hits=hits)

    def shown(self, query: str, found: SearchResult, known: Container[str]) -> SearchResult:
        """Its best hits, as many as the limits say, beside chunks that other searches have shown before.

        Where the query is a question, those with the sentences that most likely answer it come first: of 75
        facts that the tasks of `benchmarks agent --copied` ask for 44 lie in the first hit so, instead of
        38, and 63 in the first three, instead of 55.

        Raises:
            core.errors.KnownError: the library cannot be read.
        """
        hits = self._retriever.beside(found.hits, known)[: self._limits.top_k]
        return replace(found, hits=tuple(self._by_answering(query, hits) if asking_words(query) else hits))

    def open_citation(
        self,
        document_id: str,
        chunk_id: str,
        number: int,
        score: float,
        snippet: str,
        opened: Sequence[Source] = (),
    ) -> Source:
        """The chunk as citation `number`, its sentences capped at the limit of characters.

        The rest of a table or sentence that was cut at its edges comes with it where the limit allows,
        except for what is `opened` already.

        Raises:
            ToolInputError: malformed ids, or no such chunk among the selected, searchable documents.
        """
        ids = as_uuid(document_id), as_uuid(chunk_id)
        for name, value in zip(("docId", "chunkId"), ids, strict=True):
            if value is None:
                raise ToolInputError(f"{name} is not a UUID.")
        document_id, chunk_id = map(str, ids)
        beside = [
            span
            for source in opened
            if source.document.document_id == document_id
            for span in source.chunk.spans
        ]
        found = self._retriever.open_chunk(
            document_id, chunk_id, self._document_ids, for_prompt=True, beside=beside
        )
        if found is not None and len(found[1].text) > self._limits.max_citation_characters:
            found = self._retriever.open_chunk(document_id, chunk_id, self._document_ids, for_prompt=True)
        if found is None:
            raise ToolInputError("There is no such citation among the selected documents.")
        document, chunk = found
        return make_source(
            number, document, self._capped(chunk), score, snippet, page_of=self._retriever.page_of
        )

    def sources_of(self, hits: Sequence[SearchHit]) -> tuple[Source, ...]:
        """The chunks of these hits to be looked through, each under its place from 1; not those that
        are gone.

        Raises:
            core.errors.KnownError: the library cannot be read.
        """
        opened = (
            self._retriever.open_chunk(
                hit.chunk.document_id, hit.chunk.chunk_id, self._document_ids, for_prompt=True
            )
            for hit in hits
        )
        return tuple(
            make_source(number, *found, hit.score, hit.snippet, page_of=self._retriever.page_of)
            for number, (hit, found) in enumerate(zip(hits, opened, strict=True), start=1)
            if found is not None
        )

    def table_pages(self, hits: Sequence[SearchHit]) -> tuple[Source, ...]:
        """The pages of these hits, each once and whole, as sources from 1 on; those that are gone not.

        Raises:
            core.errors.KnownError: the library cannot be read.
        """
        opened: dict[tuple[str, int], Source] = {}
        for hit in hits:
            place = (hit.chunk.document_id, hit.page)
            if place in opened or len(opened) >= _MOST_PAGES:
                continue
            page = self._retriever.open_page(
                hit.chunk.document_id, hit.chunk.chunk_id, hit.page, self._document_ids, for_prompt=True
            )
            if page is not None:
                opened[place] = make_source(
                    1 + len(opened), *page, hit.score, hit.snippet, page_of=self._retriever.page_of
                )
        return tuple(source for source in opened.values() if source.sentences)

    def _by_answering(self, query: str, hits: Sequence[SearchHit]) -> list[SearchHit]:
        """The hits in the order of their best sentences; those that have none stay behind, in theirs."""
        sources = self.sources_of(hits)
        everything = sum(len(source.sentences) for source in sources)
        judged = judge_sentences(query, question_language(query), sources, self._judge, everything)
        ordered: dict[int, SearchHit] = {}
        for found in judged.sentences:
            hit = hits[found.source.number - 1]
            if found.certainty >= judged.least:  # what answers is what is shown of it
                hit = replace(hit, snippet=self._short(found.sentence.text))
            ordered.setdefault(found.source.number, hit)
        return [*ordered.values(), *(hit for number, hit in enumerate(hits, 1) if number not in ordered)]

    def _capped(self, chunk: Chunk) -> Chunk:
        """The chunk's leading spans, up to the limit of characters; ids and coordinates stay true."""
        if len(chunk.text) <= self._limits.max_citation_characters:
            return chunk
        spans: list[Span] = []
        room = self._limits.max_citation_characters
        for span in chunk.spans:
            if room <= 0:
                break
            spans.append(Span(span.start, min(span.end, span.start + room)))
            room -= spans[-1].end - spans[-1].start + 1
        text = chunk.text[: self._limits.max_citation_characters]
        return replace(chunk, spans=tuple(spans), text=text)

    def _short(self, snippet: str) -> str:
        most = self._limits.snippet_characters
        if len(snippet) <= most:
            return snippet
        return (snippet[:most].rpartition(" ")[0] or snippet[: most - 1]) + "…"
