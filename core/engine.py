"""Composition root: the only module of `core` that names concrete adapters.

Opening takes the instance lock and the library file; index and models open at their first use. Safe to call
from several threads: SQLite gives each thread its own connection, index and model have their own lanes.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.cancel import CancelToken
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion, WithoutModel
from core.concepts import load_concepts
from core.document_names import DocumentNames
from core.earlier_turns import EarlierTurns
from core.errors import DocumentError, KnownError, ModelError, UsageError
from core.events import Event, EventStamper, EventStream
from core.folders import LibraryFolders
from core.ingest.chunking import chunker_fingerprint
from core.ingest.consistency import repair
from core.ingest.folders import FolderSync
from core.ingest.gate import Gate
from core.ingest.moving import copy_points
from core.ingest.ocr import TextRecognizer
from core.ingest.passwords import PasswordBook
from core.ingest.pipeline import IngestPipeline
from core.ingest.render import PageRenderer, RenderedPage
from core.instance import only_instance
from core.llm.base import ChatModel
from core.llm.llama import LlamaModel
from core.models.catalogue import load_catalogue
from core.models.fit import can_write, choose_context, free_memory, memory_needed
from core.models.store import ModelStore
from core.paths import AppPaths
from core.recheck import RunCheck, RunChecker, cited_documents
from core.runs import RunRecorder, guarded
from core.search.base import ChunkIndex
from core.search.coverage import MAX_NAMED, coverage_of
from core.search.crossencoder import FastembedCrossEncoder
from core.search.edge import EdgeIndex
from core.search.embedder import embedder_of
from core.search.graph import GraphBuilder
from core.search.naming import collection_name, index_folder_name
from core.search.ranking import RetrievalOptions
from core.search.registry import DocumentRegistry, Registry
from core.search.retriever import HybridRetriever
from core.settings import Settings
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.hidden import HiddenTextRepository
from core.store.identity import library_id
from core.store.locations import LocationRepository
from core.store.pages import PageRepository
from core.store.removals import RemovalRepository
from core.store.runs import RunRepository, StoredRun
from core.types import Coverage, Document, HiddenText, Location, Mode, Page, SearchResult, SourceState

log = logging.getLogger(__name__)

SEARCHES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Question:
    """One question as a user puts it. `document_ids` None means the whole library.

    `extractive`: chat copies the sentences that answer it, and asks no language model. `ask_anyway`: it reads
    like an order to the program, and the user wants it answered all the same.
    """

    text: str
    mode: Mode = Mode.CHAT
    document_ids: tuple[str, ...] | None = None
    conversation_id: str = ""
    parent_run_id: str = ""
    extractive: bool = False
    ask_anyway: bool = False


@dataclass(frozen=True, slots=True)
class _Library:
    """What opens together at the first use: index, embedder and what works with them.

    `searches`: threads for searches that run side by side; each keeps its connection to the library.
    """

    retriever: HybridRetriever
    pipeline: IngestPipeline
    index: ChunkIndex
    index_name: str
    dimensions: int
    searches: ThreadPoolExecutor


class Engine:
    """Everything a front end needs. A context manager; `close` is idempotent.

    Raises (on opening):
        AlreadyRunningError: another DocuChat holds the data folder.
        StorageError: the data folder or the library file cannot be used.
    """

    def __init__(self, paths: AppPaths, settings: Settings, model: ChatModel | None = None) -> None:
        """`model` replaces the configured language model (the demo, tests)."""
        self.paths = paths
        self.settings = settings
        self.models = ModelStore(paths.models, load_catalogue())
        self._closing = ExitStack()
        self._lock = threading.Lock()
        self._answering = 0
        self._model = model
        self._library: _Library | None = None
        self._moved_away = False
        try:
            self._closing.enter_context(only_instance(paths))
            self._closing.callback(self._forget_embedded)
            self.database = Database(paths.database, paths.backups)
            self._closing.callback(self.database.close)
        except BaseException:
            self._closing.close()
            raise
        self._documents = DocumentRepository(self.database)
        self._concepts_file = paths.data / "concepts.toml"
        self._concepts = load_concepts(self._concepts_file)
        self._registry = DocumentRegistry(self.database, self._concepts)
        self._pages = PageRepository(self.database)
        self._runs = RunRepository(self.database)
        self._conversations = ConversationRepository(self.database)
        self._recorder = RunRecorder(self._runs, self._conversations)
        self._earlier = EarlierTurns(self._runs, self._conversations)
        self._locations = LocationRepository(self.database)
        self._names = DocumentNames(self._documents, self._locations, self._registry)
        self.folders = LibraryFolders(self.database, self._folder_sync())
        self._removals = RemovalRepository(self.database)
        self._hidden = HiddenTextRepository(self.database)
        self._passwords = PasswordBook()
        self._viewed = ""
        self._renderer = PageRenderer()
        self._closing.callback(self._renderer.close)
        if model is not None:
            self._closing.callback(model.close)

    @classmethod
    def open(
        cls, paths: AppPaths | None = None, settings: Settings | None = None, model: ChatModel | None = None
    ) -> Engine:
        """Open with the environment's folders and the stored settings unless given.

        Raises:
            UsageError: the settings file is not valid.
        """
        paths = paths or AppPaths.from_environment()
        return cls(paths, settings or Settings.load(paths.settings), model)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the model, the readers and the index, in reverse order of their making."""
        self._closing.close()

    # --- library -------------------------------------------------------------------------------

    def add_paths(self, paths: Sequence[Path], cancel: CancelToken) -> EventStream:
        """Queue files and folders: `DocumentQueued` or `PathRejected` for each, then `RunFinished`."""
        stamp = EventStamper()
        return guarded(lambda: self._opened_library().pipeline.add_paths(paths, cancel, stamp), stamp)

    def ingest(self, cancel: CancelToken) -> EventStream:
        """Work the queue off; Stop leaves it resumable. Ends with `RunFinished`."""
        stamp = EventStamper()
        return guarded(lambda: self._opened_library().pipeline.run(cancel, stamp), stamp)

    def unlock(self, document_id: str, password: str) -> bool:
        """Try a password, kept in memory only, when the queue is worked off next; a wrong one leaves the
        document LOCKED. False when there is no such document."""
        return self._opened_library().pipeline.unlock(document_id, password)

    def retry(self, document_ids: Sequence[str] | None = None) -> int:
        """Queue failed documents again: these, or all. How many those were."""
        return self._opened_library().pipeline.retry(document_ids)

    @property
    def ingest_paused(self) -> bool:
        with self._lock:
            return self._library.pipeline.paused if self._library else self._closed_gate().paused

    def pause_ingest(self, paused: bool) -> None:
        """End `ingest` after its batch and let none begin until this is called with False; kept over
        restarts."""
        with self._lock:  # whoever opens the library meanwhile finds what is stored
            pause = self._library.pipeline.pause if self._library else self._closed_gate().pause
            pause(paused)

    def documents(self) -> list[Document]:
        return self._documents.all()

    def document(self, document_id: str) -> Document | None:
        return self._documents.get(document_id)

    def page(self, document_id: str, number: int) -> Page | None:
        """One page with its words and boxes; None when document or page does not exist."""
        return self._pages.get(document_id, number)

    def hidden_text(self, document_id: str) -> list[HiddenText]:
        """What a reader of the document cannot see, by page; page 0 is the document as a whole."""
        return self._hidden.of_document(document_id)

    def locations(self, document_id: str = "") -> list[Location]:
        """Every place where a document lies, the one it is read from first; without an id: of all."""
        return self._locations.of_document(document_id) if document_id else self._locations.all()

    def source_state_of(self, document_id: str) -> SourceState | None:
        """How the file of a document stands now, looked up by size and time; None when it was removed."""
        self.folders.refresh_states([document_id])
        document = self._documents.get(document_id)
        return document.source_state if document else None

    def remove_document(self, document_id: str) -> None:
        """Remove text, boxes and vectors; the file itself stays where it is."""
        self._opened_library().pipeline.remove(document_id)

    def settle_removals(self) -> bool:
        """Rewrite the index now where removals still owe it, however large it is; False when some is left."""
        return self._opened_library().pipeline.settle_removals()

    def copy_named(self, name: str) -> Location | None:
        """See `DocumentNames.copy_named`."""
        return self._names.copy_named(name)

    def drop_copy(self, place: Location) -> bool:
        """Forget one of several places of a document, which stays; False when it lies nowhere else."""
        return self._removals.drop_place(place.document_id, place.path)

    def move_index(self, url: str, cancel: CancelToken) -> Iterator[tuple[int, int]]:
        """Copy the index to the Qdrant server at `url` (empty: back into this program); yields (chunks done,
        chunks in all). At the end the setting is stored; this engine goes on with the old index, so close it
        then. A move that is broken off changes nothing.

        Raises:
            UsageError: the index is there already.
            StorageError: a server or an index cannot be used.
            Cancelled: Stop was asked for.
        """
        if url == self.settings.qdrant_url:
            raise UsageError(f"The index is {f'on the server {url}' if url else 'in this program'} already.")
        library = self._opened_library()
        with closing(self._open_index(url, library.index_name, library.dimensions)) as target:
            yield from copy_points(self.database, library.index, target, cancel)
        self.settings.model_copy(update={"qdrant_url": url}).save(self.paths.settings)
        self._moved_away = bool(url)

    def resolve_documents(self, names: Sequence[str]) -> tuple[str, ...]:
        """Document ids for ids, paths and names; see `DocumentNames.resolve`."""
        return self._names.resolve(names)

    def render_page(self, document_id: str, number: int, zoom: float, cancel: CancelToken) -> RenderedPage:
        """A page as a picture, from the file as it is now; `changed` when it is not the one that was read.

        A look at a document lets what is left to do for it go first.

        Raises:
            DocumentError: the document or its file is gone, or the page cannot be drawn.
        """
        document = self._documents.get(document_id)
        if document is None:
            raise DocumentError("This document is no longer in the library.", "Its quotes stay readable.")
        if self._viewed != document_id:
            self._viewed = document_id
            with suppress(KnownError):  # a library that is busy is no reason not to show the page
                self._documents.touch(document_id)
        return self._renderer.render(
            Path(document.path),
            number,
            zoom,
            cancel,
            self._passwords.password(document_id),
            format_name=document.format,
            member=document.member,
            sha256=document.content_hash,
            size_bytes=document.size_bytes,
        )

    # --- questions -----------------------------------------------------------------------------

    def search(
        self, query: str, *, limit: int = 10, document_ids: Sequence[str] | None = None
    ) -> SearchResult:
        """Hybrid search without a language model.

        Raises:
            core.errors.KnownError: models, index or library cannot be used.
        """
        return self._opened_library().retriever.search(query, limit=limit, document_ids=document_ids)

    def retriever(self, options: RetrievalOptions | None = None) -> HybridRetriever:
        """The search by itself, with other stages than usual when `options` are given (benchmarks).

        Raises:
            core.errors.KnownError: models or index cannot be used.
        """
        library = self._opened_library()
        return library.retriever if options is None else library.retriever.with_options(options)

    def registry(self) -> Registry:
        """The documents by name, year and kind, as the library is now."""
        return self._registry.current()

    def coverage(self, document_ids: Sequence[str] | None = None, named: int = MAX_NAMED) -> Coverage:
        """How much of a selection (`None`: of the library) can be searched, and why not the rest."""
        return coverage_of(self.database, document_ids, named)

    def ask(self, question: Question, cancel: CancelToken) -> EventStream:
        """Run one question in its mode, store it, and end with exactly one `RunFinished`.

        Ingestion gives way while it runs. Errors are events, never exceptions.
        """
        stamp = EventStamper()
        with self._priority():
            yield from self._recorder.record(
                lambda: self._answer(question, stamp, cancel),
                stamp,
                question.mode,
                question.text,
                question.conversation_id,
                question.parent_run_id,
            )

    def _answer(self, question: Question, stamp: EventStamper, cancel: CancelToken) -> Iterator[Event]:
        retriever = self._opened_library().retriever
        answers = self.settings.answers
        model_pass = self.settings.retrieval.model_pass
        earlier = self._earlier.before(question.conversation_id, stamp.run_id)
        if question.mode is Mode.CHAT:
            writer, without = self._writer(question)
            chat = ChatPipeline(
                retriever, answers, stamp, cancel, model=writer, without=without, phrasing=model_pass
            )
            return chat.run(ChatQuestion(question.text, question.document_ids, earlier, question.ask_anyway))
        model = self.language_model()
        agent = AgentExecutor(
            model,
            retriever,
            Limits.of(answers),
            question.document_ids,
            stamp,
            cancel,
            self._opened_library().searches,
            model_pass,
            answers.constraint_pass,
            question.ask_anyway,
        )
        return agent.run(question.text, earlier)

    def _writer(self, question: Question) -> tuple[ChatModel | None, WithoutModel | None]:
        """The model that writes chat answers; None where sentences are copied, and why that was not asked."""
        when = self.settings.answers.extractive
        if when == "never" and not question.extractive:
            return self.language_model(), None
        if when == "always" or question.extractive:
            return None, None
        try:
            model = self.language_model()
        except ModelError as error:
            return None, WithoutModel("no_language_model", str(error))
        chosen = self.settings.models
        entry = None if chosen.server_url else self.models.catalogue.entry(chosen.answer_model)
        if entry is not None and isinstance(model, LlamaModel) and not can_write(entry):
            return None, WithoutModel("small_language_model", entry.name)
        return model, None

    def last_conversation(self) -> str:
        """The id of the conversation that was continued last; empty when there is none."""
        return next((found.conversation_id for found in self._conversations.recent(1)), "")

    def runs(self, limit: int = 50) -> list[StoredRun]:
        """Past runs, newest first."""
        return self._runs.recent(limit)

    def run_events(self, run_id: str) -> list[Event]:
        """The stored events of a run, for replay; never without an end, unless it is going on right now."""
        return self._recorder.load(run_id)

    def find_run(self, name: str) -> StoredRun:
        """The stored run with this id or this unique beginning of one; see `RunRecorder.find`."""
        return self._recorder.find(name)

    def check_run(self, run_id: str) -> RunCheck:
        """A stored answer checked anew against the library as it is, without a model; see `core.recheck`."""
        events = self.run_events(run_id)
        self.folders.refresh_states(sorted(cited_documents(events)))
        return RunChecker(self.database).check(events)

    # --- parts ---------------------------------------------------------------------------------

    def language_model(self) -> ChatModel:
        """The configured model; its file is checked, but nothing is loaded before the first call.

        Raises:
            ModelError: not installed, damaged, or too large for this machine.
            UsageError: a server is configured without a model name.
        """
        with self._lock:
            if self._model is None:
                self._model = self._make_model()
                self._closing.callback(self._model.close)
            return self._model

    def _make_model(self) -> ChatModel:
        chosen = self.settings.models
        if chosen.server_url:
            if not chosen.server_model:
                raise UsageError(
                    f"The server {chosen.server_url} is set, but not which of its models to use.",
                    f"Set models.server_model in {self.paths.settings}.",
                )
            # Imported only here: an HTTP client takes a tenth of the start of a program without a network.
            from core.llm.openai_client import OpenAIModel

            context = chosen.context_tokens or 8192
            return OpenAIModel(chosen.server_url, chosen.server_model, context_tokens=context)
        installed = self.models.require(chosen.answer_model)
        context = choose_context(installed.entry, free_memory(), chosen.context_tokens)
        return LlamaModel(
            installed.main_file,
            model_name=installed.entry.model_id,
            context_tokens=context,
            gpu_layers=chosen.gpu_layers,
            threads=chosen.threads,
            # Half as much again as it should need: beyond that something is wrong.
            memory_limit_bytes=memory_needed(installed.entry, context) * 3 // 2,
        )

    def _closed_gate(self) -> Gate:
        """What tells a pause while nothing is open that could be paused."""
        return Gate(self.database, lambda: False)

    def _folder_sync(self) -> FolderSync:
        """Compares without the index, which opens when something has to leave it."""

        def remove(document_ids: Sequence[str]) -> None:
            self._opened_library().pipeline.remove_many(document_ids)

        paths = self.paths
        return FolderSync(
            self.database,
            remove,
            lambda document_id: self._opened_library().pipeline.remove(document_id),
            (paths.data, paths.models, paths.cache, paths.logs),
        )

    def _opened_library(self) -> _Library:
        with self._lock:
            if self._library is None:
                self._library = self._open_library()
            return self._library

    def _open_library(self) -> _Library:
        """Open index and embedder, mend what a crash left behind, and hook them up.

        All or nothing: what fails half-way is closed again, so that the next call can try anew.
        """
        installed = self.models.require(self.settings.models.embedding_model)
        with ExitStack() as opened:
            embedder = embedder_of(installed)
            opened.callback(embedder.close)
            chunker = chunker_fingerprint(self.settings.chunking, installed.folder, self._concepts_file)
            name = index_folder_name(embedder.fingerprint, chunker, embedder.dimensions)
            index = self._open_index(self.settings.qdrant_url, name, embedder.dimensions)
            opened.callback(index.close)
            arranger = GraphBuilder(index) if isinstance(index, EdgeIndex) else None
            if arranger is not None:
                opened.callback(arranger.stop)
            recogniser = TextRecognizer() if self.settings.library.ocr == "auto" else None
            repair(self.database, index, name, chunker, recognises=recogniser is not None)
            pipeline = IngestPipeline(
                self.database,
                index,
                embedder,
                index_name=name,
                chunking=self.settings.chunking,
                tokenizer_folder=installed.folder,
                concepts=self._concepts_file,
                answering=lambda: self._answering > 0,
                recogniser=recogniser,
                passwords=self._passwords,
                arranger=arranger,
            )
            opened.callback(pipeline.close)
            pipeline.settle_removals(at_start=True)
            retriever = HybridRetriever(
                self.database,
                index,
                embedder,
                options=RetrievalOptions(embedder_languages=installed.entry.languages),
                registry=self._registry,
                concepts=self._concepts,
                cross_encoder=self._cross_encoder(),
            )
            searches = ThreadPoolExecutor(SEARCHES_AT_ONCE, thread_name_prefix="search")
            opened.callback(searches.shutdown)
            self._registry.current()  # a large one takes seconds, which no question should wait for
            library = _Library(retriever, pipeline, index, name, embedder.dimensions, searches)
            self._closing.push(opened.pop_all())
        return library

    def _cross_encoder(self) -> FastembedCrossEncoder | None:
        """The re-ranker of the settings; a search goes on without one that is not installed."""
        if not self.settings.models.rerank_model:
            return None
        try:
            installed = self.models.require(self.settings.models.rerank_model)
        except KnownError as error:
            log.warning("searching without the re-ranking model: %s", error)
            return None
        return FastembedCrossEncoder(installed.folder, installed.main_file)

    def _open_index(self, url: str, name: str, dimensions: int) -> ChunkIndex:
        """The index on the server at `url`; the embedded one without."""
        if not url:
            return EdgeIndex.open_or_rebuild(self.paths.index_root / name, dimensions)
        # grpc and protobuf cost half a second that nobody without a server should pay.
        from core.search.server import connect

        collection = collection_name(library_id(self.database), name)
        return connect(url, collection, dimensions)

    @contextmanager
    def _priority(self) -> Iterator[None]:
        """While a question runs, ingestion stops at its next batch."""
        with self._lock:
            self._answering += 1
        try:
            yield
        finally:
            with self._lock:
                self._answering -= 1

    def _forget_embedded(self) -> None:
        """After a move to a server: what is left here would outlive the documents that are removed there."""
        if self._moved_away:
            shutil.rmtree(self.paths.index_root, ignore_errors=True)
