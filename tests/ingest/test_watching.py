"""Real changes in real folders, noticed while somebody watches."""

from __future__ import annotations

import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from watchfiles import Change

import core.ingest.folders.watching
from core.cancel import CancelToken
from core.errors import Cancelled
from core.events import DocumentQueued, Event, EventStamper, FolderSynced
from core.ingest.folders.scanning import Scan
from core.ingest.folders.sync import FolderSync
from core.ingest.folders.watching import FolderWatcher
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.folders import FolderRepository, WatchedFolder
from tests.library_kit import make_pdf, prose

PATIENCE_S = 60.0
SETTLING_S = 0.3


@dataclass
class Watching:
    """A watcher on its own thread, as the window has it, and what it tells."""

    database: Database
    folder: Path
    sync: FolderSync
    folder_id: int
    events: queue.Queue[Event] = field(default_factory=queue.Queue)
    cancel: CancelToken = field(default_factory=CancelToken)
    ended: list[BaseException] = field(default_factory=list)
    thread: threading.Thread | None = None

    def start(self, look_again_s: float = 600.0) -> None:
        watcher = FolderWatcher(self.database, self.sync, settling_s=SETTLING_S, look_again_s=look_again_s)

        def work() -> None:
            try:
                for event in watcher.watch(EventStamper(), self.cancel):
                    self.events.put(event)
            except BaseException as error:  # noqa: BLE001 - looked at by the test
                self.ended.append(error)

        self.thread = threading.Thread(target=work, name="watcher")
        self.thread.start()

    def stop(self) -> float:
        """Seconds until the thread has ended."""
        began = time.monotonic()
        self.cancel.set()
        if self.thread is not None:
            self.thread.join(PATIENCE_S)
            assert not self.thread.is_alive()
        return time.monotonic() - began

    def wait_for(self, wanted: Callable[[Event], bool]) -> Event:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            event = self.events.get(timeout=max(0.0, deadline - time.monotonic()))
            if wanted(event):
                return event

    def states(self) -> dict[str, str]:
        return {d.filename: d.source_state.value for d in DocumentRepository(self.database).all()}


def queued(name: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, DocumentQueued) and event.filename == name


def synced(**counts: int) -> Callable[[Event], bool]:
    return lambda event: (
        isinstance(event, FolderSynced)
        and all(getattr(event, name) == count for name, count in counts.items())
    )


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    database = Database(tmp_path / "home" / "library.sqlite3")
    documents = DocumentRepository(database)
    folder = tmp_path / "papers"
    folder.mkdir()
    make_pdf(folder / "one.pdf", [prose("B-120", 9)])
    sync = FolderSync(database, lambda ids: [documents.delete(name) for name in ids], lambda _name: True)
    watching = Watching(database, folder, sync, sync.add(folder).folder_id)
    yield watching
    watching.stop()
    database.close()


def test_what_happens_in_a_folder_is_noticed(watching: Watching) -> None:
    watching.start()
    watching.wait_for(queued("one.pdf"))
    watching.wait_for(synced(added=1))
    make_pdf(watching.folder / "two.pdf", [prose("C-7", 9)])
    watching.wait_for(queued("two.pdf"))
    (watching.folder / "sub").mkdir()
    (watching.folder / "two.pdf").rename(watching.folder / "sub" / "zwei.pdf")
    watching.wait_for(synced(moved=1))
    (watching.folder / "one.pdf").unlink()
    watching.wait_for(synced(missing=1))
    assert watching.states() == {"one.pdf": "missing", "zwei.pdf": "present"}
    make_pdf(watching.folder / "sub" / "zwei.pdf", [prose("D-8", 9)])
    watching.wait_for(synced(changed=1))
    assert watching.stop() < 30
    assert [type(error) for error in watching.ended] == [Cancelled]


@pytest.mark.slow
def test_a_paused_folder_is_left_alone_until_it_is_resumed(watching: Watching) -> None:
    watching.start()
    watching.wait_for(synced(added=1))
    FolderRepository(watching.database).set_paused(watching.folder_id, True)
    make_pdf(watching.folder / "two.pdf", [prose("C-7", 9)])
    # Another folder is taken up meanwhile: by then the change in the paused one would have been noticed.
    other = watching.folder.with_name("other")
    other.mkdir()
    make_pdf(other / "three.pdf", [prose("D-8", 9)])
    watching.sync.add(other)
    watching.wait_for(queued("three.pdf"))
    assert watching.states().keys() == {"one.pdf", "three.pdf"}
    FolderRepository(watching.database).set_paused(watching.folder_id, False)
    watching.wait_for(queued("two.pdf"))


@pytest.mark.slow
def test_a_drive_that_is_pulled_and_comes_back(watching: Watching) -> None:
    watching.start()
    watching.wait_for(synced(added=1))
    away = watching.folder.rename(watching.folder.with_name("away"))
    gone = watching.wait_for(lambda event: isinstance(event, FolderSynced) and bool(event.problem))
    assert isinstance(gone, FolderSynced)
    assert watching.states() == {"one.pdf": "unreachable"}
    make_pdf(away / "two.pdf", [prose("C-7", 9)])
    away.rename(watching.folder)
    watching.wait_for(synced(added=1, problem=""))  # type: ignore[arg-type]
    assert watching.states() == {"one.pdf": "present", "two.pdf": "present"}
    shutil.copy2(watching.folder / "two.pdf", watching.folder / "three.pdf")
    make_pdf(watching.folder / "four.pdf", [prose("E-1", 9)])
    watching.wait_for(queued("four.pdf"))  # reports come from the folder that is there now


def test_a_folder_that_is_back_before_anybody_looks_is_compared_soon(
    watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was gone only while it was compared; whoever looked before and after has seen it both times."""
    compare, gone = watching.sync._scan, threading.Event()

    def scan_while_away(folder: WatchedFolder, cancel: CancelToken) -> Scan:
        if not gone.is_set():
            return compare(folder, cancel)
        gone.clear()
        away = watching.folder.rename(watching.folder.with_name("away"))
        try:
            return compare(folder, cancel)
        finally:
            away.rename(watching.folder)

    monkeypatch.setattr(watching.sync, "_scan", scan_while_away)
    monkeypatch.setattr(core.ingest.folders.watching, "UNREACHABLE_S", 0.5)
    watching.start()
    watching.wait_for(synced(added=1))
    gone.set()
    make_pdf(watching.folder / "two.pdf", [prose("C-7", 9)])
    watching.wait_for(lambda event: isinstance(event, FolderSynced) and bool(event.problem))
    watching.wait_for(synced(problem=""))  # type: ignore[arg-type]
    assert set(watching.states().values()) == {"present"}
    make_pdf(watching.folder / "three.pdf", [prose("E-1", 9)])
    watching.wait_for(queued("three.pdf"))


def test_what_comes_while_reports_are_asked_for_anew_is_noticed(
    watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody listens between two subscriptions: here a file is written just before the second one."""
    subscribe, subscriptions = core.ingest.folders.watching.watch, []

    def watch(*paths: str, **options: object) -> Iterator[set[tuple[Change, str]]]:
        subscriptions.append(paths)
        if len(subscriptions) == 2:
            make_pdf(watching.folder / "between.pdf", [prose("E-1", 9)])
        return subscribe(*paths, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(core.ingest.folders.watching, "watch", watch)
    watching.start()
    watching.wait_for(synced(added=1))
    other = watching.folder.with_name("other")
    other.mkdir()
    watching.sync.add(other)
    watching.wait_for(queued("between.pdf"))


def test_a_problem_is_told_once(watching: Watching, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.ingest.folders.watching, "UNREACHABLE_S", 0.1)
    watching.start()
    watching.wait_for(synced(added=1))
    away = watching.folder.rename(watching.folder.with_name("away"))
    watching.wait_for(lambda event: isinstance(event, FolderSynced) and bool(event.problem))
    time.sleep(1.5)
    assert watching.events.empty()
    away.rename(watching.folder)
    watching.wait_for(synced(problem=""))  # type: ignore[arg-type]


def too_many(*_paths: str, **_options: object) -> Iterator[object]:
    raise OSError(28, "OS file watch limit reached")
    yield


@pytest.mark.parametrize(
    ("name", "instead", "interval"),
    [("watch", too_many, "UNREPORTED_S"), ("_touches", lambda *_: False, "")],
    ids=["no reports", "nothing in them"],
)
def test_without_reports_folders_are_compared_now_and_then(
    watching: Watching, monkeypatch: pytest.MonkeyPatch, name: str, instead: object, interval: str
) -> None:
    monkeypatch.setattr(core.ingest.folders.watching, name, instead)
    if interval:
        monkeypatch.setattr(core.ingest.folders.watching, interval, 0.5)
    watching.start(look_again_s=600 if interval else 0.5)
    watching.wait_for(synced(added=1))
    make_pdf(watching.folder / "two.pdf", [prose("C-7", 9)])
    watching.wait_for(queued("two.pdf"))
    assert watching.stop() < 30


def test_our_own_files_and_hidden_ones_are_no_reason_to_look(tmp_path: Path) -> None:
    folder, own = str(tmp_path), str(tmp_path / "docuchat" / "data")
    wanted = core.ingest.folders.watching._Filter([folder], {own})
    noticed = (
        "a.pdf",
        "sub/b.pdf",
        "sub.dir",
        ".docuchatignore",
        "sub/.docuchatignore",
        "docuchat/database.txt",
    )
    ignored = (".cache/x.txt", "sub/.git/index", "sub/.hidden.txt", "docuchat/data/library.sqlite3-wal")
    heard = [name for name in noticed + ignored if wanted(Change.modified, str(tmp_path / name))]
    assert heard == list(noticed)


@pytest.mark.slow
def test_a_folder_that_holds_the_library_comes_to_rest(watching: Watching) -> None:
    around = watching.folder.parent
    FolderRepository(watching.database).remove(watching.folder_id)
    watching.sync.add(around)
    (watching.database.path.parent / "notes.txt").write_text("not a document of the user's")
    watching.start()
    watching.wait_for(queued("one.pdf"))
    watching.wait_for(synced(added=1))
    (around / "last.txt").write_text("The last file of this test.")
    watching.wait_for(queued("last.txt"))
    watching.cancel.wait(2.5)  # long enough for its own writing to be reported, if it were
    rest = [event for event in watching.events.queue if isinstance(event, FolderSynced)]
    assert len(rest) <= 2
    assert watching.states().keys() == {"one.pdf", "last.txt"}
