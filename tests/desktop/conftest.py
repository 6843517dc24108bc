"""A window over a scripted engine; unexpected Qt messages fail the test."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from core.paths import AppPaths
from desktop.app import DesktopApp
from desktop.main_window import MainWindow
from desktop.theme import Theme
from tests.desktop.scripted import ScriptedEngine

HERE = Path(__file__).parent
OpenWindow = Callable[..., MainWindow]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            # The offscreen platform says this of every window.
            item.add_marker(pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True))


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> Theme:
    qapp.setStyle("Fusion")
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
        desktop.close()
        desktop.window.deleteLater()
        desktop.crew.deleteLater()
    qapp.processEvents()
    gc.collect()  # here, on the GUI thread


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """The project's own sample manual, a real PDF with headings and tables."""
    from core.paths import resources

    return resources() / "samples" / "b-120-manual.pdf"
