"""A stored answer checked anew, offline: quotes against the stored text, statements against their quotes.

A citation names the content of its document by hash, so the check can tell a quote that no longer stands from
a document that is no longer the one that was cited. Any thread, through `Database`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Literal

from core.answer.calculated.combined import read_again
from core.answer.confidence import VERIFIED
from core.answer.figures.table_cells import read_in
from core.answer.verification.calculations import calculation_in
from core.answer.verification.equations import cells_among, equation_in, recomputed
from core.answer.verification.statement import COPIED, QUOTES_JOINED
from core.answer.verification.verdict import STATUS_ORDER, rank
from core.answer.verification.verify import Verification
from core.events import Event, QuestionRewritten, RunStarted
from core.runs.shown_text import text_faults
from core.runs.trace import fold_all
from core.search.place_words import place_words
from core.search.quote_places import ALL_WORDS, quote_place
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.pages import PageRepository
from core.store.removals import RemovalRepository
from core.text.hyphenation import hyphens_alike, one_line
from core.types import (
    Citation,
    CitedPlace,
    Document,
    Evidence,
    Mode,
    PageKind,
    SourceState,
    Span,
    Statement,
    StatementStatus,
    VerdictCode,
)

# The modes whose text is their statements; tables and reports are written otherwise.
_WRITTEN = (Mode.CHAT, Mode.AGENT)
_VERSION_DIGITS = 12
_MOST_VERSIONS = 100  # of one file, when looking for the newest


class QuoteState(StrEnum):
    """Where a quote stands now.

    `EXACT`: at its place, word for word. `MOVED`: elsewhere in the same content, which was read anew since,
    or with other signs between its words, as cells have.
    `MISSING`: not in that content, or not on the page that the citation names. `CHANGED`: the file has other
    content by now. `REMOVED`: its document is not in the library any more.
    """

    EXACT = "exact"
    MOVED = "moved"
    MISSING = "missing"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """One quote of an answer. `page` is the one that was cited, `where` that place in words ("sheet 2, B3").

    `found_on` is the page where it stands now, in the newest content if the file changed; None: nowhere.
    `version` names the content that was cited: the first digits of its hash; `read_at` is when it was read
    (seconds since the epoch, UTC), None when the library does not hold that content any more. `source_state`
    is how the file stands now; None when the document is not in the library.
    """

    citation: int
    document_id: str
    filename: str
    page: int
    page_kind: PageKind
    where: str
    quote: str
    state: QuoteState
    found_on: int | None
    source_state: SourceState | None
    version: str
    read_at: float | None

    @property
    def stands(self) -> bool:
        return self.state in (QuoteState.EXACT, QuoteState.MOVED)

    @property
    def is_current(self) -> bool:
        """The file itself still holds what was read from it."""
        return self.stands and self.source_state is SourceState.PRESENT


@dataclass(frozen=True, slots=True)
class StatementCheck:
    """One statement: its verdict `then`, and the verdict `now` on the quotes it rests on."""

    text: str
    then: StatementStatus
    now: StatementStatus
    reason: str
    quotes: tuple[QuoteCheck, ...]

    @property
    def holds(self) -> bool:
        """At least as well carried as it was."""
        return STATUS_ORDER[self.now] >= STATUS_ORDER[self.then]


@dataclass(frozen=True, slots=True)
class RunCheck:
    """What became of a stored answer; without an answer there is nothing to check.

    `faults`: where the text that is shown is not what its statements and citations say.
    """

    run_id: str
    question: str
    outcome: str
    citations: tuple[QuoteCheck, ...] = ()
    statements: tuple[StatementCheck, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def result(self) -> Literal["holds", "differs", "source_changed", "source_gone", "nothing_to_check"]:
        """`source_changed`: all holds in the stored text, but a file was changed or cannot be seen since.
        `source_gone`: nothing speaks against it, but what it quotes cannot be looked at any more.
        """
        if self.faults:
            return "differs"
        quotes = [*self.citations, *(quote for one in self.statements for quote in one.quotes)]
        if not quotes and not self.statements:
            return "nothing_to_check"
        missing = any(quote.state is QuoteState.MISSING for quote in quotes)
        if missing or not all(statement.holds for statement in self.statements):
            return "differs"
        if not all(quote.stands for quote in quotes):
            return "source_gone"
        return "holds" if all(quote.is_current for quote in quotes) else "source_changed"


class RunChecker:
    """Checks stored runs against the library as it is now. It reads, and changes nothing."""

    def __init__(self, database: Database) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._chunks = ChunkRepository(database, self._pages)
        self._removals = RemovalRepository(database)

    def check(self, events: Sequence[Event]) -> RunCheck:
        """The events of one run, as stored."""
        state = fold_all(events)
        result = RunCheck(state.run_id, state.question, state.outcome)
        answer = state.answer
        if answer is None:
            return result
        cited = {citation.number: citation for citation in answer.citations}
        mode = next((event.mode for event in events if isinstance(event, RunStarted)), None)
        rewritten = [event.standalone for event in events if isinstance(event, QuestionRewritten)]
        asked = rewritten[-1] if rewritten else state.question
        return replace(
            result,
            citations=tuple(
                self._quote(citation, citation.cited_place, citation.spans, citation.quote)
                for citation in answer.citations
            ),
            statements=tuple(self._statement(one, cited, asked) for one in answer.statements),
            faults=text_faults(answer, asked) if mode in _WRITTEN else (),
        )

    def _statement(self, statement: Statement, cited: dict[int, Citation], question: str) -> StatementCheck:
        """The quotes themselves are judged: whether they still stand is told apart from that."""
        evidence = [item for item in statement.evidence if item.citation in cited]
        quotes = tuple(
            self._quote(one, one.place_on(item.page, item.last_page), item.spans, item.quote)
            for item in evidence
            for one in [cited[item.citation]]
        )
        standing = [item for item, quote in zip(evidence, quotes, strict=True) if _may_carry(quote)]
        now, reason = _judged(statement, standing, question, self._context(evidence, cited))
        return StatementCheck(statement.text, statement.status, now, reason, quotes)

    def _quote(self, citation: Citation, place: CitedPlace, spans: Sequence[Span], quote: str) -> QuoteCheck:
        page = place.page
        document = self._documents.get(citation.document_id)
        same = document is not None and document.content_hash == citation.content_hash
        check = QuoteCheck(
            citation.number,
            citation.document_id,
            citation.filename,
            page,
            citation.page_kind,
            place_words(place),
            quote,
            QuoteState.REMOVED,
            found_on=None,
            source_state=document.source_state if document else None,
            version=citation.content_hash[:_VERSION_DIGITS],
            read_at=document.added_at if document is not None and same else None,
        )
        if document is not None and same:
            wanted = _plain(quote)
            cut = [self._cut(document, span) for span in spans]
            if any(
                wanted in (*pieces, " ".join(pieces)) for pieces in zip(*map(_readings, cut), strict=True)
            ):
                stands_on = {self._pages.page_of(document.document_id, span.start) for span in spans}
                if page in stands_on:
                    return replace(check, state=QuoteState.EXACT, found_on=page)
                first = min((number for number in stands_on if number is not None), default=None)
                return replace(check, state=QuoteState.MISSING, found_on=first)
            found = self._place_of(document, page, spans, quote)
            return replace(
                check, state=QuoteState.MISSING if found is None else QuoteState.MOVED, found_on=found
            )
        newer = document or self._newest(citation.document_id)
        if newer is None:
            return check
        return replace(
            check,
            state=QuoteState.CHANGED,
            found_on=self._place_of(newer, page, spans, quote),
            source_state=newer.source_state,
        )

    def _cut(self, document: Document, span: Span) -> str:
        page = self._pages.at_offset(document.document_id, span.start)
        return page.text[span.start - page.span.start : span.end - page.span.start] if page else ""

    def _place_of(self, document: Document, page: int, spans: Sequence[Span], quote: str) -> int | None:
        """The page where all words of the quote stand together."""
        texts = partial(self._pages.numbered_texts, document.document_id)
        found = quote_place(texts, document.page_count, page, spans, quote, ALL_WORDS)
        return found.page if found is not None else None

    def _newest(self, document_id: str) -> Document | None:
        """What the file of a document that left the library holds now."""
        for _ in range(_MOST_VERSIONS):
            newer = self._removals.replaced_by(document_id)
            if newer is None:
                return None
            document = self._documents.get(newer)
            if document is not None:
                return document
            document_id = newer
        return None

    def _context(self, evidence: Sequence[Evidence], cited: dict[int, Citation]) -> str:
        """Title, file name and headings around the quotes, as far as they are still known."""
        lines: list[str] = []
        for citation in (cited[number] for number in dict.fromkeys(item.citation for item in evidence)):
            document = self._documents.get(citation.document_id)
            chunk = self._chunks.get(citation.chunk_id)
            lines += [document.title if document else "", citation.filename]
            lines += [chunk.context if chunk else citation.page_label]
        return " \n".join(dict.fromkeys(line for line in lines if line))


def cited_documents(events: Sequence[Event]) -> set[str]:
    """Ids of the documents that the answer of a run quotes."""
    answer = fold_all(events).answer
    return {citation.document_id for citation in answer.citations} if answer else set()


def _may_carry(quote: QuoteCheck) -> bool:
    """A quote that cannot be looked at any more is believed; one that is not there carries nothing."""
    return quote.state is not QuoteState.MISSING


def _judged(
    statement: Statement, evidence: Sequence[Evidence], question: str, context: str
) -> tuple[StatementStatus, str]:
    """Copies and calculations are checked as such, everything else against the quotes as it stands."""
    quotes = [item.quote for item in evidence]
    if statement.code == VerdictCode.FIELD:  # its values are what is quoted; the words are the program's
        carried = statement.status if quotes or not statement.evidence else StatementStatus.UNSUPPORTED
        return carried, statement.reason
    if statement.code == VerdictCode.UNCHECKED and len(evidence) == len(statement.evidence):
        return StatementStatus.WEAK, statement.reason  # no rule could tell then, and none can now
    if _is_copy(statement.text, quotes):
        return StatementStatus.QUOTED, COPIED
    if statement.calculation is not None:
        operands = statement.calculation.operands
        cells = [one.evidence.quote for one in operands if one.evidence.quote in quotes]
        if again := read_again(statement.text, [one.text for one in operands], cells):
            if again.is_right:
                return StatementStatus.SUPPORTED, f"Calculated: {again.shown}."
            return StatementStatus.UNSUPPORTED, f"{again.stated} is wrong: {again.shown}."
    equation = equation_in(statement.text) if statement.calculation is not None else None
    if equation is not None and (done := recomputed(equation, cells_among(quotes))):
        if done[0].is_right:
            return StatementStatus.SUPPORTED, f"Calculated: {done[0].shown}."
        return StatementStatus.UNSUPPORTED, f"{done[0].stated.text} is wrong: {done[0].shown}."
    found = calculation_in(statement.text, quotes) if statement.calculation is not None else None
    if found is None:
        check = Verification(statement.text, question)
        verdict = check.judge(quotes, context, read_in(quotes, check.years))
        # What a model found there in other words holds as long as its quotes stand.
        if verdict.is_open and statement.status is StatementStatus.SUPPORTED:
            return statement.status, statement.reason
        return verdict.status, verdict.reason
    if not found.is_right:
        return StatementStatus.UNSUPPORTED, f"{found.stated.text} is wrong: {found.shown}."
    rest = Verification(statement.text, question, settled=found)
    verdict = max((rest.judge([quotes[place]], context) for place in set(found.places)), key=rank)
    if verdict.status in VERIFIED:
        return StatementStatus.SUPPORTED, f"Calculated: {found.shown}."
    return verdict.status, verdict.reason


def _is_copy(statement: str, quotes: Sequence[str]) -> bool:
    """The program put the quoted sentences there itself: in quotation marks, a row behind its unit, headings
    and sentences behind each other."""
    texts = [_plain(quote) for quote in quotes]
    marked = (f"“{' '.join(texts)}”", QUOTES_JOINED.join(f"“{text}”" for text in texts))
    plain = " ".join(texts).replace(QUOTES_JOINED, " ")
    return bool(quotes) and (
        _plain(statement) in marked or _plain(statement).replace(QUOTES_JOINED, " ") == plain
    )


def _readings(text: str) -> tuple[str, str]:
    """A text of a page as quotes have it, and as they had it before cut words were joined."""
    return one_line(text), one_line(hyphens_alike(text))


def _plain(text: str) -> str:
    """Quotes are copied with single spaces, whatever the page has."""
    return " ".join(text.split())
