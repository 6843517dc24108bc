"""What holds for every test: its speed, an own home, no leaked threads, real models only where asked for."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from core.procs.spawn import _CONTEXT as SPAWN
from core.procs.spawn import Child
from core.procs.watchdog import resident_bytes
from core.search import crossencoder, embedder
from core.store.database import Database
from core.system.paths import AppPaths

gc.disable()  # until all tests are collected: nothing of what is made here goes before the end
# By itself an example that takes 0.2 s fails: a busy machine needs longer now and then.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

# Read before the first test redirects the environment: models are shared, everything else is not.
MODELS_FOLDER = AppPaths.from_environment().models
TINY_MODEL = "smollm2-135m-instruct-q4_1"
THREAD_PATIENCE_S = 10.0

# Rooms of pure functions, and what a test of them must not use or be to count as `unit`.
UNIT_ROOMS = ("agent", "answer", "chat", "corpus", "export", "fields", "report", "research", "safety")
UNIT_FILES = ("power", "words")
NO_UNIT_FIXTURES = {"qapp", "qtbot", "open_window", "open_engine", "library", "tiny_model_path"}
NO_UNIT_FIXTURES |= {"real_workers"}
NO_UNIT_MARKS = ("slow", "model", "package")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only `unit` is asked for, other rooms are not even imported: it takes as long as the tests."""
    wanted = config.getoption("markexpr", "")
    room = collection_path.relative_to(Path(__file__).parent).parts[:1] if collection_path.is_dir() else ()
    return True if wanted.startswith("unit and ") and room and room[0] not in UNIT_ROOMS else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent
    for item in items:
        room, *rest = item.path.relative_to(tests).parts
        pure = room in UNIT_ROOMS if rest else room.removeprefix("test_").removesuffix(".py") in UNIT_FILES
        uses = NO_UNIT_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if pure and not uses and not any(map(item.get_closest_marker, NO_UNIT_MARKS)):
            item.add_marker("unit")


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: without this each collection looks through a million objects."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh `DOCUCHAT_HOME` for each test; child processes inherit it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("DOCUCHAT_HOME", str(home))
    monkeypatch.setenv("DOCUCHAT_MODELS", str(MODELS_FOLDER))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HF_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    return home


@pytest.fixture(scope="session", autouse=True)
def quick_workers() -> Iterator[None]:
    """Worker processes are forked from one that has imported what they need, and give way to nobody.

    Spawned, as the program does it, each imports for one to two seconds of processor time, and there are
    hundreds; and below the priority of other programs they starve on a busy test machine. Memory that they
    have from that one does not count against their limits. `real_workers` is for tests of the start and the
    priority; programs that tests start spawn their workers as always.
    """
    with pytest.MonkeyPatch.context() as patch:
        if "forkserver" in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["tests.worker_imports"])
            patch.setattr("core.procs.spawn._CONTEXT", context)
            patch.setattr("core.procs.watchdog.resident_bytes", added_bytes)
        patch.setattr("core.procs.worker.Child", quick_child)
        yield


def quick_child(*arguments: Any) -> Child:
    with pytest.MonkeyPatch.context() as patch:
        # Large pages: a fork copies tables of half a gigabyte otherwise, which takes four times as long.
        patch.setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
        forkserver.ensure_running()
    return Child(*arguments[:-1], 0)


def added_bytes(process_id: int | None) -> int:
    return resident_bytes(process_id) - resident_bytes(forkserver._forkserver._forkserver_pid)


@pytest.fixture
def real_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers as the program starts them."""
    monkeypatch.setattr("core.procs.spawn._CONTEXT", SPAWN)
    monkeypatch.setattr("core.procs.watchdog.resident_bytes", resident_bytes)
    monkeypatch.setattr("core.procs.worker.Child", Child)


@pytest.fixture(scope="session", autouse=True)
def models_loaded_once() -> Iterator[None]:
    """Engines of one test process share the installed embedder and judge, and what these made of each text.

    A load takes a second and a half of processor time; hundreds of tests ask the same of the same samples.
    """

    def once(load: Callable[..., object]) -> Callable[..., object]:
        kept = cache(load)
        return lambda path, *others: (kept if path.is_relative_to(MODELS_FOLDER) else load)(path, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedder, "_sha256", once(embedder._sha256))
        for module in (embedder, crossencoder):
            load = module._load
            patch.setattr(module, "_load", once(lambda *of, load=load: RememberingModel(load(*of))))
        yield


class RememberingModel:
    """A real embedder or judge, asked once for the same texts in the same batch."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._told: dict[object, list[Any]] = {}

    def embed(self, texts: Sequence[str], **how: int) -> list[Any]:
        return self._once("embed", texts, **how)

    def rerank(self, query: str, texts: Sequence[str], **how: int) -> list[Any]:
        return self._once("rerank", query, texts, **how)

    def token_count(self, texts: Sequence[str]) -> int:
        return int(self._model.token_count(texts))

    def _once(self, call: str, *asked: str | Sequence[str], **how: int) -> list[Any]:
        key = repr(asked)
        if key not in self._told:
            self._told[key] = list(getattr(self._model, call)(*asked, **how))
        return self._told[key]


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """A thread that outlives its test, and would keep the program from ending, fails the test."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + THREAD_PATIENCE_S
    while leaked := [t for t in threading.enumerate() if t not in before and not t.daemon]:
        if time.monotonic() > deadline:
            pytest.fail(f"threads left behind: {[thread.name for thread in leaked]}")
        time.sleep(0.01)


@pytest.fixture(scope="session")
def tiny_model_path() -> Path:
    """The smallest real language model, as a user has it: set up by the test command."""
    from core.models.catalogue import load_catalogue
    from core.models.store import ModelStore

    return ModelStore(MODELS_FOLDER, load_catalogue()).require(TINY_MODEL).main_file


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """Material that is not part of the project: `DOCUCHAT_SHARED`, or `shared` beside the repository."""
    root = Path(__file__).resolve().parents[1]
    folder = Path(os.environ.get("DOCUCHAT_SHARED", root.parent / "shared"))
    if not (folder / "eval").is_dir():
        pytest.skip(f"needs the evaluation material, which is not at {folder} (DOCUCHAT_SHARED names it)")
    return folder


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty library file."""
    opened = Database(tmp_path / "library.sqlite3", tmp_path / "backups")
    yield opened
    opened.close()
