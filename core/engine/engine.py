"""Everything a front end asks for, and who does it.

Opening takes the instance lock and the library file; index and models open at their first use. Safe to call
from several threads: SQLite gives each thread its own connection, index and model have their own lanes.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from types import TracebackType

from core.answer.asking.followup import Turn
from core.answer.asking.small_talk import without_greeting
from core.cancel import CancelToken
from core.corpus.tools import LibraryTools
from core.engine.buckets import LibraryBuckets
from core.engine.diagnostics import write_diagnostics
from core.engine.document_guides import DocumentGuides
from core.engine.document_names import DocumentNames
from core.engine.document_report import report_on
from core.engine.evidence_first import evidence_first
from core.engine.field_library import StoredFieldLibrary
from core.engine.history import LibraryHistory
from core.engine.language_model import LanguageModel
from core.engine.library import OpenedLibrary, open_index, open_library, outdated_documents
from core.engine.library_folders import LibraryFolders
from core.engine.library_scopes import LibraryScopes, Reach
from core.engine.library_workspaces import LibraryWorkspaces
from core.engine.modes import answered, chosen_writer, library_tools, searched
from core.engine.origins import with_origins
from core.engine.question import Question
from core.engine.research import ResearchDesk
from core.engine.viewing import DocumentViewing
from core.errors import UsageError
from core.events import Event, EventStamper, EventStream
from core.ingest.folders.sync import FolderSync
from core.ingest.queue.background_gate import Gate
from core.ingest.queue.consistency import Repairs
from core.ingest.queue.index_move import copy_points
from core.ingest.readers.passwords import PasswordBook
from core.judge.base import AnswerJudge
from core.llm.base import ChatModel
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.runs.earlier_turns import EarlierTurns
from core.runs.recheck import RunCheck, RunChecker, cited_documents
from core.runs.recorder import RunRecorder, guarded
from core.safety.starting import check_at_start, copied_daily, settings_at_start
from core.search.concepts import load_concepts
from core.search.coverage import MAX_NAMED, coverage_of
from core.search.ranking import RetrievalOptions
from core.search.registry import DocumentRegistry, Registry
from core.search.retriever import HybridRetriever
from core.settings import Settings
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.pages import PageRepository
from core.store.removals import RemovalRepository
from core.store.runs import RunRepository, StoredRun
from core.system.instance import only_instance
from core.system.paths import AppPaths
from core.types import Coverage, Document, Location, Mode, Page, SearchResult, SourceState
from core.types.reading_report import ReadingReport
from core.types.scope import Scope


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
        self._model = LanguageModel(paths, self.models, model)
        self._library: OpenedLibrary | None = None
        self._moved_away = False
        try:
            was_cut_off = self._closing.enter_context(only_instance(paths))
            self._closing.callback(self._forget_embedded)
            check_at_start(paths, was_cut_off=was_cut_off)
            self.database = Database(paths.database, paths.backups)
            self._closing.callback(self.database.close)
            self._closing.enter_context(copied_daily(paths, wanted=self._wants_copies))
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
        self.history = LibraryHistory(self.database, self._recorder)
        self._closing.callback(self.history.forget_deleted)
        self.history.forget_deleted()
        self._earlier = EarlierTurns(self._runs, self._conversations)
        self._research = ResearchDesk(self.database, self._runs, self._registry)
        self._locations = LocationRepository(self.database)
        self._names = DocumentNames(self._documents, self._locations, self._registry)
        self.folders = LibraryFolders(self.database, self._folder_sync())
        self.buckets = LibraryBuckets(self.database)
        self.workspaces = LibraryWorkspaces(self.database)
        self._closing.callback(self.workspaces.forget_deleted)
        self.workspaces.forget_deleted()
        self.scopes = LibraryScopes(self.database, self.workspaces)
        self._removals = RemovalRepository(self.database)
        self._passwords = PasswordBook()
        self.viewing = DocumentViewing(self.database, self._passwords)
        self.guides = DocumentGuides(
            self.database, self.scopes, self._opened_library, self._writer, lambda: self.settings.answers
        )
        self._closing.callback(self.viewing.close)
        self._closing.callback(self._model.close)

    def _wants_copies(self) -> bool:
        return self.settings.library.backups == "auto"

    @classmethod
    def open(
        cls, paths: AppPaths | None = None, settings: Settings | None = None, model: ChatModel | None = None
    ) -> Engine:
        """Open with the environment's folders and the stored settings unless given.

        Raises:
            UsageError: the settings file is not valid.
            StorageError: as for opening; the library is looked at first.
        """
        paths = paths or AppPaths.from_environment()
        return cls(paths, settings or settings_at_start(paths), model)

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

    def ingest(self, cancel: CancelToken, *, renews: bool = True) -> EventStream:
        """Work the queue off; Stop leaves it resumable. Ends with `RunFinished`. Without `renews` what
        earlier readers read is left for another time."""
        stamp = EventStamper()
        return guarded(lambda: self._opened_library().pipeline.run(cancel, stamp, renews=renews), stamp)

    def to_renew(self) -> int:
        """How many documents earlier readers read, or another chunker cut; the index is not opened for it.

        Raises:
            core.errors.KnownError: models or library cannot be used.
        """
        outdated = outdated_documents(self.database, self.settings, self.models, self._concepts_file)
        return len(outdated)

    def unlock(self, document_id: str, password: str) -> bool:
        """Try a password, kept in memory only, when the queue is worked off next; a wrong one leaves the
        document LOCKED. One that has been read needs it for its pictures alone, and no index. False when
        there is no such document."""
        document = self._documents.get(document_id)
        if document is not None and document.status.can_be_searched and not document.unchecked_pages:
            self._passwords.remember(document_id, password)
            return True
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

    def reading_report(self, document_id: str) -> ReadingReport | None:
        """How a document was read, what was set aside, what lies in it; None when there is no such one."""
        return report_on(self.database, document_id)

    def locations(self, document_id: str = "") -> list[Location]:
        """Every place where a document lies, the one it is read from first; without an id: of all."""
        return self._locations.of_document(document_id) if document_id else self._locations.all()

    def source_state_of(self, document_id: str) -> SourceState | None:
        """How the file of a document stands now, looked up by size and time; None when it was removed."""
        self.folders.refresh_states([document_id])
        document = self._documents.get(document_id)
        return document.source_state if document else None

    def remove_document(self, document_id: str) -> list[str]:
        """Remove text, boxes and vectors; the file itself stays. The ids of all that went, parts included."""
        return self.remove_documents([document_id])

    def remove_documents(self, document_ids: Sequence[str]) -> list[str]:
        """The same for several, at the cost of one."""
        return self._opened_library().pipeline.remove_many(document_ids)

    def answers_quoting(self, document_ids: Sequence[str]) -> int:
        """How many past answers quote one of these; they keep their quotes."""
        return self._runs.quoting(document_ids)

    def check_index(self) -> Repairs:
        """Open the index, which compares it with the library and mends it; what that touched."""
        return self._opened_library().repairs

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
            UsageError: the index is there already, or the address holds a password.
            StorageError: a server or an index cannot be used.
            Cancelled: Stop was asked for.
        """
        if url == self.settings.qdrant_url:
            raise UsageError(f"The index is {f'on the server {url}' if url else 'in this program'} already.")
        # Before hours of copying, not behind them.
        self.settings.model_copy(update={"qdrant_url": url}).refuse_passwords()
        library = self._opened_library()
        index = open_index(self.database, self.paths, url, library.index_name, library.dimensions)
        with closing(index) as target:
            yield from copy_points(self.database, library.index, target, cancel)
        self.settings.model_copy(update={"qdrant_url": url}).save(self.paths.settings)
        self._moved_away = bool(url)

    def resolve_documents(self, names: Sequence[str]) -> tuple[str, ...]:
        """Document ids for ids, paths and names; see `DocumentNames.resolve`."""
        return self._names.resolve(names)

    # --- questions -----------------------------------------------------------------------------

    def search(
        self, query: str, *, limit: int = 10, document_ids: Sequence[str] | None = None
    ) -> SearchResult:
        """Hybrid search without a language model.

        Raises:
            core.errors.KnownError: models, index or library cannot be used.
        """
        return searched(self._opened_library().retriever, query, limit, document_ids)

    def retriever(self, options: RetrievalOptions | None = None) -> HybridRetriever:
        """The search by itself, with other stages than usual when `options` are given (benchmarks).

        Raises:
            core.errors.KnownError: models or index cannot be used.
        """
        library = self._opened_library()
        return library.retriever if options is None else library.retriever.with_options(options)

    def request_kinds(self) -> RequestKinds:
        """What tells kinds of requests apart.

        Raises:
            core.errors.KnownError: models or index cannot be used.
        """
        return self._opened_library().kinds

    def answer_judge(self) -> AnswerJudge:
        """What judges whether a sentence answers.

        Raises:
            core.errors.KnownError: models or index cannot be used.
        """
        return self._opened_library().judge

    def registry(self) -> Registry:
        """The documents by name, year and kind, as the library is now."""
        return self._registry.current()

    def coverage(self, document_ids: Sequence[str] | None = None, named: int = MAX_NAMED) -> Coverage:
        """How much of a selection (`None`: of the library) can be searched, and why not the rest."""
        return coverage_of(self.database, document_ids, named)

    def ask(self, question: Question, cancel: CancelToken) -> EventStream:
        """Run one question in its mode, store it, and end with exactly one `RunFinished`.

        Ingestion gives way while it runs. Errors are events, never exceptions. Behind a run that asked its
        user back, a question of the same conversation is the reply: that run is its parent. A reply to a
        research looks into what the research was asked about, whatever it says itself.
        """
        stamp = EventStamper()
        parent = self._parent_of(question)
        goes_on_with = parent if question.mode is Mode.RESEARCH else ""
        reach = self.scopes.begin(Scope(question.workspace_id, question.document_ids), goes_on_with)
        with self._priority():
            yield from self._recorder.record(
                lambda: self._answer(question, reach, parent, stamp, cancel),
                stamp,
                question.mode,
                question.text,
                question.conversation_id,
                parent,
                reach.scope,
                reach.told,
            )

    def _parent_of(self, question: Question) -> str:
        if question.mode is Mode.RESEARCH:
            return self._research.parent_of(question)
        return question.parent_run_id or self._earlier.waiting(question.conversation_id)

    def mode_of_reply(self, text: str, conversation_id: str) -> Mode | None:
        """The mode of a text that replies to a research in this conversation, or goes on with one."""
        return self._research.mode_of(text, conversation_id)

    def _answer(
        self,
        question: Question,
        reach: Reach,
        parent: str,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> Iterator[Event]:
        if reach.problem is not None:
            raise reach.problem
        question = replace(question, document_ids=reach.document_ids)
        library = self._opened_library()
        settings = self.settings  # one run keeps those that it began with
        if question.of_run:
            earlier: tuple[Turn, ...] = (self._earlier.of_run(question.of_run),)
        else:
            earlier = self._earlier.before(question.conversation_id, stamp.run_id)
        if earlier and question.how is None and question.mode is not Mode.RESEARCH:
            kinds = library.kinds
            how = kinds.follow_up_of(without_greeting(question.text, kinds.talk_of))
            question = replace(question, how=how)
        if question.mode is Mode.RESEARCH:
            model, retriever, judge = partial(self._model.of, settings), library.retriever, library.judge
            research = self._research.answer(
                question,
                parent,
                earlier,
                retriever,
                model,
                self.models,
                judge,
                settings,
                stamp,
                cancel,
                library.kinds,
            )
            if parent:
                return research
            top_k, selected = settings.answers.top_k, question.document_ids
            talk_of = partial(library.kinds.talk_of, goes_on=bool(earlier))
            evidence = evidence_first(
                question.text, selected, retriever, judge, top_k, talk_of, stamp, cancel
            )
            return chain(with_origins(evidence, retriever.origins), research)
        return answered(
            question,
            earlier,
            library.retriever,
            StoredFieldLibrary(self.database, question.document_ids),
            library.searches,
            partial(self._model.of, settings),
            self.models,
            library.judge,
            library.kinds,
            settings,
            stamp,
            cancel,
        )

    def library_tools(self, cancel: CancelToken, document_ids: Sequence[str] | None = None) -> LibraryTools:
        """The tool set "library" over a selection; None: all documents."""
        fields = StoredFieldLibrary(self.database, document_ids)
        return library_tools(fields, self._opened_library().retriever, cancel)

    def last_conversation(self) -> str:
        """The id of the conversation that was continued last; empty when there is none."""
        return next((found.conversation_id for found in self._conversations.recent(1)), "")

    def runs(self, limit: int = 50) -> list[StoredRun]:
        """Past runs, newest first."""
        return self._runs.recent(limit)

    def run_begun_by(self, run: StoredRun) -> StoredRun:
        """The run whose question a reply belongs to; itself where it is no reply."""
        return self._runs.begun_by(run)

    def run_events(self, run_id: str) -> list[Event]:
        """The stored events of a run, for replay; never without an end, unless it is going on right now."""
        return self._recorder.load(run_id)

    def find_run(self, name: str) -> StoredRun:
        """The stored run with this id or this unique beginning of one; see `RunRecorder.find`."""
        return self._recorder.find(name)

    def check_run(self, run_id: str) -> RunCheck:
        """A stored answer checked anew against the library, without a model (`core.runs.recheck`)."""
        events = self.run_events(run_id)
        self.folders.refresh_states(sorted(cited_documents(events)))
        return RunChecker(self.database).check(events)

    def language_model(self) -> ChatModel:
        """The configured model; its file is checked, but nothing is loaded before the first call.

        Raises:
            ModelError: not installed, damaged, or too large for this machine.
            UsageError: a server is configured without a model name.
        """
        return self._model.of(self.settings)

    def _writer(self) -> ChatModel | None:
        """The model that writes, as the settings are now; None where sentences are copied."""
        return chosen_writer(self.language_model, self.settings, self.models, extractive=False)[0]

    def save_diagnostics(self, path: Path) -> Path:
        """Write a file for a report of a mistake; see `core.engine.diagnostics`."""
        return write_diagnostics(path, self.paths, self.settings, self.models, self.database)

    def change_settings(self, settings: Settings) -> None:
        """Keep new settings; the next question is answered with them, one that runs keeps the old ones.

        What the library was opened with (how documents are cut, embedded and read) holds until it is opened
        again. One question at a time: the model of the old settings is closed when the next one begins.

        Raises:
            StorageError: they cannot be written; the old ones stay.
        """
        settings.save(self.paths.settings)
        self.settings = settings

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

    def _opened_library(self) -> OpenedLibrary:
        with self._lock:
            if self._library is None:
                self._library = open_library(
                    self._closing,
                    paths=self.paths,
                    settings=self.settings,
                    database=self.database,
                    models=self.models,
                    registry=self._registry,
                    concepts=self._concepts,
                    concepts_file=self._concepts_file,
                    passwords=self._passwords,
                    answering=lambda: self._answering > 0,
                )
            return self._library

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
