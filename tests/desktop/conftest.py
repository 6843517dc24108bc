"""A window over a scripted engine; unexpected Qt messages fail the test."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LC_ALL"] = "C.UTF-8"  # else the window would speak the language of who tests

from PySide6.QtWidgets import QApplication

from core.system.paths import AppPaths
from desktop.app import DesktopApp
from desktop.main_window import MainWindow
from desktop.shared.theme import Theme
from tests.desktop.scripted import ScriptedEngine
from tests.desktop.tables_kit import LibraryEngine, TablesKit, make_home
from tests.library_kit import Library, copy_library, open_library
from tests.window_kit import close_for_good, wait_patiently

HERE = Path(__file__).parent
OpenWindow = Callable[..., MainWindow]
wait_patiently()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            # The offscreen platform says this of every window.
            item.add_marker(pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True))


@pytest.fixture(scope="session")
def fusion(qapp: QApplication) -> None:
    qapp.setStyle("Fusion")


@pytest.fixture(scope="session", autouse=True)
def nothing_thawed() -> Iterator[None]:
    """A closing window would put all modules back under the eyes of the collector: see tests/conftest.py."""
    left_alone = SimpleNamespace(**vars(gc) | {"freeze": lambda: None, "unfreeze": lambda: None})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("desktop.start.garbage.gc", left_alone)
        yield


@pytest.fixture(autouse=True)
def no_sizes_of_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test opens a dialog in the size that another gave it."""
    monkeypatch.setattr("desktop.shared.dialog_sizes._sizes", {})


@pytest.fixture(autouse=True)
def themed(qapp: QApplication, fusion: None) -> Theme:
    theme = qapp.findChild(Theme) or Theme(qapp)
    theme.set_appearance("light")
    return theme


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def open_window(qtbot, qapp: QApplication, engine: ScriptedEngine) -> Iterator[OpenWindow]:
    """Open the whole application on `engine` (or on what `open_engine` gives) and wait until it is ready."""
    opened: list[DesktopApp] = []

    def open_it(open_engine: Callable[[], object] | None = None, *, wait: bool = True) -> MainWindow:
        desktop = DesktopApp(qapp, AppPaths.from_environment(), open_engine or (lambda: engine))
        opened.append(desktop)
        if wait:
            with qtbot.waitSignal(desktop.window.library_state.loaded):
                desktop.start()
        else:
            desktop.start()
        return desktop.window

    yield open_it
    for desktop in reversed(opened):
        for _ in range(20):
            engine.go_on()
        close_for_good(desktop)


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """The project's own sample manual, a real PDF with headings and tables."""
    from core.system.paths import resources

    return resources() / "samples" / "b-120-manual.pdf"


@pytest.fixture(scope="session")
def filed_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with five filed invoices and a text that is none; to be copied."""
    return make_home(tmp_path_factory.mktemp("filed"))


@pytest.fixture
def library(filed_home: Path, tmp_path: Path) -> Iterator[Library]:
    """A library with five filed invoices, of its own for one test."""
    home = tmp_path / "library"
    copy_library(filed_home, home)
    opened = open_library(home, files=True)
    yield opened
    opened.close()
    shutil.rmtree(home)  # an index sets a hundred megabytes aside


@pytest.fixture
def kit(library: Library, open_window: OpenWindow, qtbot) -> TablesKit:
    """The window with its table open on the invoices."""
    kit = TablesKit(open_window(lambda: LibraryEngine(library)), library, qtbot)
    kit.open()
    return kit
