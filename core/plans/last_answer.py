"""The answer that a follow-up changes: its statements with the sentences they rest on, read anew.

Documents may have been removed or read in another version since; what rested on them is not there any more.
Those that were read anew by later readers say the same words elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.answer.sources import Source, make_source
from core.answer.statements import DraftStatement
from core.plans.document_outline import Line
from core.search.base import Retriever
from core.text.hyphenation import one_line
from core.types import Answer, Chunk, Citation, Document, Evidence, Span, Statement, StatementStatus


@dataclass(frozen=True, slots=True)
class KeptStatement:
    """A statement, drafted as it was said, and the lines that it rests on."""

    draft: DraftStatement
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """`gone`: the names of files whose documents are not in the library any more as they were cited."""

    statements: tuple[KeptStatement, ...]
    gone: tuple[str, ...] = ()


def last_answer(answer: Answer, retriever: Retriever) -> LastAnswer:
    """The statements of an answer that rest on something, in their order.

    Raises:
        core.errors.KnownError: the library cannot be read.
    """
    reading = _Reading(answer, retriever)
    kept = [one for statement in answer.statements if (one := reading.statement(statement)) is not None]
    return LastAnswer(tuple(kept), tuple(reading.gone))


class _Reading:
    """Opens each cited document once, and numbers its passages in the order in which they are used."""

    def __init__(self, answer: Answer, retriever: Retriever) -> None:
        self._retriever = retriever
        self._cited = {citation.number: citation for citation in answer.citations}
        self._documents: dict[str, tuple[Document, tuple[Chunk, ...]] | None] = {}
        self._sources: dict[str, Source] = {}
        self.gone: dict[str, None] = {}

    def statement(self, statement: Statement) -> KeptStatement | None:
        """None where it rests on nothing, or on what is gone in part."""
        lines: list[Line] = []
        for evidence in statement.evidence:
            citation = self._cited.get(evidence.citation)
            found = [] if citation is None else self._lines(citation, evidence)
            if not found:
                return None
            lines += [line for line in found if line not in lines]
        if not lines:
            return None
        sentences = [line.sentence for line in lines]
        draft = DraftStatement(
            statement.text,
            tuple(dict.fromkeys(sentence.citation for sentence in sentences)),
            tuple(sentence.label for sentence in sentences),
            section=statement.section,
            quoted=statement.status is StatementStatus.QUOTED and _stands(statement.evidence, lines),
        )
        only = statement.evidence[0]
        if draft.quoted and len(lines) == 1 and only.spans and _is_part(only.spans[0], sentences[0].span):
            draft = replace(draft, part=only.spans[0])  # the short answer
        return KeptStatement(draft, tuple(lines))

    def _lines(self, citation: Citation, evidence: Evidence) -> list[Line]:
        read = self._read(citation.document_id)
        if read is None or read[0].content_hash != citation.content_hash:
            self.gone[citation.filename] = None
            return []
        document, chunks = read
        quote = one_line(evidence.quote)
        there = [chunk for chunk in chunks if any(_meet(own, evidence.spans) for own in chunk.spans)]
        if not any(quote in one_line(chunk.text) for chunk in there):
            there = [chunk for chunk in chunks if quote in one_line(chunk.text)][:1] or there
        sources = [self._source(document, chunk) for chunk in there]
        lines = [Line(source, sentence) for source in sources for sentence in source.sentences]
        saying = [line for line in lines if _says(line, quote)]
        at_place = [line for line in lines if _meet(line.sentence.span, evidence.spans)]
        return [line for line in saying if line in at_place] or saying or at_place

    def _read(self, document_id: str) -> tuple[Document, tuple[Chunk, ...]] | None:
        if document_id not in self._documents:
            self._documents[document_id] = self._retriever.read_document(document_id, for_prompt=True)
        return self._documents[document_id]

    def _source(self, document: Document, chunk: Chunk) -> Source:
        if chunk.chunk_id not in self._sources:
            number = len(self._sources) + 1
            self._sources[chunk.chunk_id] = make_source(
                number, document, chunk, 0.0, "", self._retriever.page_of
            )
        return self._sources[chunk.chunk_id]


def _meet(own: Span, spans: Sequence[Span]) -> bool:
    return any(own.start < span.end and span.start < own.end for span in spans)


def _says(line: Line, quote: str) -> bool:
    said = one_line(line.sentence.text)
    return said in quote or quote in said


def _is_part(span: Span, of: Span) -> bool:
    return span != of and of.start <= span.start and span.end <= of.end


def _stands(evidence: Sequence[Evidence], lines: Sequence[Line]) -> bool:
    """Whether the sentences say what was quoted."""
    said = " ".join(" ".join(line.sentence.text.split()) for line in lines)
    return all(" ".join(one.quote.split()) in said for one in evidence)
