"""An engine whose documents are real PDFs and whose runs are scripts of real events.

It stands where `core.engine.Engine` does, so that a test decides when each event comes: a run that meets
`WAIT` stays there until the test calls `go_on` or the token is set. The real engine is in tests/e2e.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pymupdf

from core.cancel import CancelToken
from core.engine import Question
from core.errors import DocumentError
from core.events import (
    AnswerReady,
    DocumentProgressed,
    DocumentQueued,
    DocumentStatusChanged,
    DraftDelta,
    Event,
    EventStamper,
    FolderSynced,
    GateChecked,
    HitSummary,
    IngestProgressed,
    PathRejected,
    RunFinished,
    RunStarted,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.ingest.pictures.render import FileState, RenderedPage
from core.ingest.readers.base import OutlineEntry
from core.runs.drafts import DraftJoiner
from core.search.in_document import TextMatch, find_pattern, matches_in
from core.search.quote_places import QuotePlace, quote_place
from core.settings import Settings
from core.store.folders import WatchedFolder
from core.store.history import HistoryEntry
from core.store.pages import PageShape
from core.types import (
    PAGE_BREAK,
    Answer,
    Box,
    Citation,
    Confidence,
    Document,
    DocumentStatus,
    Evidence,
    Location,
    Page,
    SourceState,
    Span,
    Statement,
    StatementStatus,
    Usage,
    Word,
    document_id_for,
)
from core.types.reading_report import ReadingReport

WAIT = "wait"
Script = Callable[[Question, EventStamper], Iterator[Event | str]]


def make_pdf(path: Path, pages: Sequence[str], rotation: int = 0) -> Path:
    """A real PDF with these lines of text on its pages."""
    document = pymupdf.open()
    for text in pages:
        page = document.new_page()
        page.insert_text((72, 96), text, fontsize=12)
        page.set_rotation(rotation)
    document.save(path)
    document.close()
    return path


def read_pages(path: Path) -> list[Page]:
    """Words with boxes on the unrotated page and spans in the document's text, as the library stores them."""
    pages: list[Page] = []
    start = 0
    with pymupdf.open(path) as document:
        for number, page in enumerate(document, start=1):
            rotation = page.rotation
            page.set_rotation(0)
            words: list[Word] = []
            text = ""
            for x0, y0, x1, y1, word, *_rest in page.get_text("words"):
                text += " " if text else ""
                span = Span(start + len(text), start + len(text) + len(word))
                words.append(Word(span, Box(x0, y0, x1, y1)))
                text += word
            size = page.rect
            span = Span(start, start + len(text))
            pages.append(Page(number, text, span, size.width, size.height, rotation, tuple(words)))
            start += len(text) + len(PAGE_BREAK)
    return pages


class ScriptedFolders:
    """Folders in memory; each is compared once after it was added, and finds what `new` says."""

    def __init__(self) -> None:
        self.kept: list[WatchedFolder] = []
        self.new = 0
        self.looks = 0

    def all(self) -> list[WatchedFolder]:
        return list(self.kept)

    def add(self, path: Path) -> WatchedFolder:
        if not path.is_dir():
            raise DocumentError(f"{path} is no folder.", "Choose another one.")
        self.kept.append(WatchedFolder(len(self.kept) + 1, str(path)))
        return self.kept[-1]

    def remove(self, folder_id: int) -> bool:
        self.kept = [folder for folder in self.kept if folder.folder_id != folder_id]
        return True

    def set_paused(self, folder_id: int, paused: bool) -> None:
        self.kept = [
            replace(folder, paused=paused) if folder.folder_id == folder_id else folder
            for folder in self.kept
        ]

    def refresh_states(self) -> dict[str, str]:
        self.looks += 1
        return {}

    def watch(self, cancel: CancelToken) -> Iterator[Event]:
        stamp = EventStamper()
        compared: set[int] = set()
        while not cancel.is_set:
            for folder in self.all():
                if folder.folder_id not in compared and not folder.paused:
                    compared.add(folder.folder_id)
                    yield stamp(FolderSynced, folder_id=folder.folder_id, path=folder.path, added=self.new)
            cancel.wait(0.01)
        yield stamp(RunFinished, outcome="cancelled")


class NoHistory:
    """Nothing was asked before, and nothing is kept; `history_kit` has the real one."""

    def entries(self, text: str = "") -> list[HistoryEntry]:
        return []

    def entry(self, conversation_id: str) -> None:
        return None


class NoWorkspaces:
    """The library has no parts."""

    def all(self) -> list[object]:
        return []


class NoGuides:
    """Nobody looks at any, and none is made."""

    def next_waiting(self) -> str:
        return ""

    def suggested(self, _scope: object, _most: int) -> list[tuple[str, str]]:
        return []

    def kept(self, _document_id: str) -> None:
        raise DocumentError("There is nothing in this document that could be read.")


class ScriptedEngine:
    """`script` plays each question; documents are added and read for real, one event at a time."""

    def __init__(self, script: Script | None = None) -> None:
        self.script = script
        self.settings = Settings()
        self.questions: list[Question] = []
        self.runs: dict[str, list[Event]] = {}
        self.library: dict[str, Document] = {}
        self.pages: dict[str, list[Page]] = {}
        self.renders: list[tuple[str, int, float]] = []
        self.closed = False
        self.hold_reading = False
        self.folders = ScriptedFolders()
        self.history: object = NoHistory()
        self.workspaces: object = NoWorkspaces()
        self.guides: object = NoGuides()
        self.ingest_paused = False
        self.outdated = 0  # documents that an earlier version read
        self.places: dict[str, list[Location]] = {}
        self.reports: dict[str, ReadingReport] = {}
        self.passwords: dict[str, str] = {}
        self.right_password = "open sesame"  # noqa: S105
        self._go = threading.Semaphore(0)
        self.viewing = ScriptedViewing(self)

    def go_on(self) -> None:
        self._go.release()

    def _wait(self, cancel: CancelToken) -> None:
        while not self._go.acquire(timeout=0.005):
            if cancel.is_set:
                return

    def close(self) -> None:
        self.closed = True

    # --- library --------------------------------------------------------------------------------

    def put(self, path: Path, status: DocumentStatus = DocumentStatus.INDEXED) -> Document:
        """A document that was read in an earlier session."""
        return self._keep(str(path), path.read_bytes(), read_pages(path), status)

    def put_text(self, filename: str, format_name: str, pages: Sequence[Page]) -> Document:
        """A document of a format without page images, read in an earlier session."""
        content = PAGE_BREAK.join(page.text for page in pages).encode()
        path = f"/documents/{filename}"
        return self._keep(path, content, pages, DocumentStatus.INDEXED, format=format_name)

    def _keep(
        self, path: str, content: bytes, pages: Sequence[Page], status: DocumentStatus, **more: str
    ) -> Document:
        digest = hashlib.sha256(content).hexdigest()
        name, size = Path(path).name, len(content)
        document = Document(document_id_for(digest), digest, path, name, "", size, len(pages), status, **more)
        self.library[document.document_id] = document
        self.pages[document.document_id] = list(pages)
        return document

    def documents(self) -> list[Document]:
        return list(self.library.values())

    def page(self, document_id: str, number: int) -> Page | None:
        pages = self.pages.get(document_id, [])
        return pages[number - 1] if 1 <= number <= len(pages) else None

    def locations(self) -> list[Location]:
        return [place for places in self.places.values() for place in places]

    def reading_report(self, document_id: str) -> ReadingReport:
        return self.reports.get(document_id) or ReadingReport(self.library[document_id])

    def pause_ingest(self, paused: bool) -> None:
        self.ingest_paused = paused

    def to_renew(self) -> int:
        return self.outdated

    def unlock(self, document_id: str, password: str) -> bool:
        self.passwords[document_id] = password
        return self.retry([document_id]) == 1

    def retry(self, document_ids: Sequence[str]) -> int:
        for document_id in document_ids:
            document = self.library[document_id]
            self.library[document_id] = replace(document, status=DocumentStatus.QUEUED, failure="")
        return len(document_ids)

    def remove_documents(self, document_ids: Sequence[str]) -> list[str]:
        for document_id in document_ids:
            del self.library[document_id]
        return list(document_ids)

    def add_paths(self, paths: Sequence[Path], cancel: CancelToken) -> Iterator[Event]:
        stamp = EventStamper()
        for path in paths:
            if not path.exists():
                yield stamp(
                    PathRejected, path=str(path), reason=f"{path.name} does not exist.", hint="Check it."
                )
                continue
            document = self.put(path, DocumentStatus.QUEUED)
            yield stamp(DocumentQueued, document_id=document.document_id, filename=path.name, path=str(path))
        yield stamp(RunFinished, outcome="done")

    def ingest(self, cancel: CancelToken) -> Iterator[Event]:
        stamp = EventStamper()
        for document in self.documents():
            if document.status is not DocumentStatus.QUEUED:
                continue
            named = {"document_id": document.document_id, "filename": document.filename}
            if self.passwords.get(document.document_id, self.right_password) != self.right_password:
                failure = f"{document.filename} needs another password."
                locked = {"status": DocumentStatus.LOCKED, "failure": failure}
                self.library[document.document_id] = replace(document, **locked)
                yield stamp(DocumentStatusChanged, **named, **locked)
                continue
            for status in (DocumentStatus.PARSING, DocumentStatus.SEARCHABLE, DocumentStatus.INDEXED):
                if status is DocumentStatus.INDEXED:
                    far = {"stage": "embedding", "done": 1, "total": 4, "eta_seconds": 90.0}
                    yield stamp(DocumentProgressed, **named, **far)
                    if self.hold_reading:
                        self._wait(cancel)
                if cancel.is_set:
                    yield stamp(RunFinished, outcome="cancelled")
                    return
                self.library[document.document_id] = replace(document, status=status)
                pages = document.page_count
                yield stamp(DocumentStatusChanged, **named, status=status, page_count=pages)
        for done in range(total := self.outdated):
            far = {"documents_done": done, "documents_total": total, "percent": 100 * done / total}
            yield stamp(IngestProgressed, **far, eta_seconds=7300.0, renewing=True)
            if self.hold_reading:
                self._wait(cancel)
            if cancel.is_set:
                yield stamp(RunFinished, outcome="cancelled")
                return
            self.outdated -= 1
        yield stamp(RunFinished, outcome="done")

    # --- questions ------------------------------------------------------------------------------

    def ask(self, question: Question, cancel: CancelToken) -> Iterator[Event]:
        self.questions.append(question)
        stamp = EventStamper()
        stored = self.runs[stamp.run_id] = []
        for event in self._played(question, stamp, cancel):
            stored.append(event)
            yield event

    def _played(self, question: Question, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        assert self.script is not None
        for event in self.script(question, stamp):
            if isinstance(event, str):
                self._wait(cancel)
            if cancel.is_set:
                yield stamp(RunFinished, outcome="cancelled")
                return
            if not isinstance(event, str):
                yield event

    def run_events(self, run_id: str) -> list[Event]:
        """As the library keeps them: drafts whole."""
        joiner = DraftJoiner()
        return [kept for event in self.runs[run_id] for kept in joiner.take(event)]

    def source_state_of(self, document_id: str) -> SourceState | None:
        document = self.library.get(document_id)
        return document.source_state if document is not None else None


class ScriptedViewing:
    """What `core.engine.viewing.DocumentViewing` does, on the pages and files of a scripted engine."""

    def __init__(self, engine: ScriptedEngine) -> None:
        self._engine = engine

    def warm(self, cancel: CancelToken) -> None:
        pass  # no process draws here

    def shapes(self, document_id: str) -> list[PageShape]:
        return [
            PageShape(page.number, page.width, page.height, page.rotation, page.label, page.kind)
            for page in self._engine.pages.get(document_id, [])
        ]

    def page(self, document_id: str, number: int) -> Page | None:
        return self._engine.page(document_id, number)

    def texts(self, document_id: str, number: int, characters: int) -> list[Page]:
        pages = self._engine.pages.get(document_id, [])
        return (
            list(pages) if sum(len(page.text) for page in pages) <= characters else pages[number - 1 : number]
        )

    def quote_place(
        self, document_id: str, page: int, spans: Sequence[Span], quote: str
    ) -> QuotePlace | None:
        pages = [(one.number, one.span.start, one.text) for one in self._engine.pages.get(document_id, [])]
        return quote_place(lambda first, last: pages[first - 1 : last], len(pages), page, spans, quote)

    def outline(self, document_id: str, cancel: CancelToken) -> list[OutlineEntry]:
        document = self._engine.library.get(document_id)
        if document is None or document.format != "pdf":
            return []
        with pymupdf.open(document.path) as opened:
            return [OutlineEntry(*entry) for entry in opened.get_toc()]

    def find(self, document_id: str, query: str, cancel: CancelToken) -> tuple[list[TextMatch], bool]:
        pages = [(page.number, page.span.start, page.text) for page in self._engine.pages[document_id]]
        pattern = find_pattern(query)
        return ([] if pattern is None else list(matches_in(pattern, pages))), False

    def render_page(
        self, document_id: str, number: int, zoom: float, cancel: CancelToken, turn: int = 0
    ) -> RenderedPage:
        self._engine.renders.append((document_id, number, zoom))
        document = self._engine.library.get(document_id)
        if document is None:
            raise DocumentError("This document is no longer in the library.", "Its quotes stay readable.")
        with pymupdf.open(document.path) as opened:
            page = opened[number - 1]
            shown = pymupdf.Matrix(zoom, zoom) * pymupdf.Matrix(turn)
            picture = page.get_pixmap(matrix=shown, alpha=False)
            matrix = page.rotation_matrix * shown * pymupdf.Matrix(1, 0, 0, 1, -picture.x, -picture.y)
            status = Path(document.path).stat()
            file = FileState(Path(document.path), status.st_mtime_ns, status.st_size)
            return RenderedPage(picture.width, picture.height, bytes(picture.samples), tuple(matrix), file)


# --- a run over real pages ------------------------------------------------------------------------


def citation_of(document: Document, page: Page, quote: str, number: int = 1) -> Citation:
    at = page.span.start + page.text.index(quote)
    return Citation(
        number=number,
        document_id=document.document_id,
        content_hash=document.content_hash,
        filename=document.filename,
        chunk_id=f"chunk-{number}",
        chunk_index=0,
        page=page.number,
        spans=(Span(at, at + len(quote)),),
        quote=quote,
        snippet=quote,
        score=0.8,
    )


def statement_of(text: str, status: StatementStatus, *citations: Citation) -> Statement:
    evidence = tuple(Evidence(c.number, c.document_id, c.page, c.spans, c.quote) for c in citations)
    return Statement(text, status, evidence, "" if evidence else "No source is cited.")


def answer_of(statements: Sequence[Statement], citations: Sequence[Citation]) -> Answer:
    """Worded as `core.answer.assemble` words it: statement, then its numbers."""
    texts = []
    for statement in statements:
        numbers = "".join(f"[{item.citation}]" for item in statement.evidence)
        texts.append(f"{statement.text} {numbers}".strip())
    return Answer(" ".join(texts), tuple(statements), tuple(citations), confidence=Confidence.HIGH)


def agent_run(answer: Answer, drafts: Sequence[str], hits: Sequence[HitSummary] = ()) -> Script:
    """One search, one draft, one check, one answer; it waits before the draft and before the check."""

    def play(question: Question, stamp: EventStamper) -> Iterator[Event | str]:
        yield stamp(RunStarted, mode=question.mode, question=question.text)
        yield stamp(StepStarted, step="planner", note="")
        yield stamp(ToolCalled, call_id="1", tool="search_docs", tool_input={"query": question.text})
        yield stamp(ToolReturned, call_id="1", ok=True, summary=f"{len(hits)} passages", hits=tuple(hits))
        yield WAIT
        for draft in drafts:
            yield stamp(DraftDelta, text=draft)
        yield WAIT
        yield stamp(GateChecked, attempt=1, passed=True)
        yield stamp(AnswerReady, answer=answer, usage=Usage(model="scripted", prompt_tokens=9))
        yield stamp(RunFinished, outcome="answered")

    return play
