"""An upgrade while the window is open is told, and nothing else is said of what fails because of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from core.system.paths import AppPaths
from desktop import app as application
from desktop.app import report_unexpected
from desktop.start.window_memory import WindowMemory
from desktop.workers.base import failure_of
from tests.desktop.conftest import OpenWindow

TOLD = "DocuChat was updated. Close this window and open it again."
ON_GERMAN = "DocuChat wurde aktualisiert. Bitte schließen Sie dieses Fenster und öffnen Sie es neu."


@pytest.mark.parametrize(("language", "told"), [("en", TOLD), ("de", ON_GERMAN)])
def test_the_window_tells_when_it_comes_to_the_front(
    language: str, told: str, open_window: OpenWindow, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    WindowMemory(AppPaths.from_environment().data).keep_language(language)
    window = open_window()
    window.left.setCurrentWidget(window.past)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert window.library.notice.text == ""
    monkeypatch.setattr("desktop.start.upgrade_watch.was_replaced", lambda: True)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert window.library.notice.text == ""
    for _ in range(2):
        qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert window.library.notice.text == told, "once"
    assert window.library.notice.isVisible()


def test_what_fails_because_of_it_is_no_mistake(
    open_window: OpenWindow, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_window()
    error = ModuleNotFoundError("No module named 'core.export.word'")
    assert failure_of(error)[0] == "bug"
    monkeypatch.setattr("desktop.workers.base.was_replaced", lambda: True)
    code, message, hint = failure_of(error)
    assert code == "replaced"
    assert "updated" in message
    assert "nothing is lost" in hint
    monkeypatch.setattr(application, "was_replaced", lambda: True)
    said: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        said.append(box.text())
        box.close()

    QTimer.singleShot(0, look)
    report_unexpected(ModuleNotFoundError, error, None)
    assert said == [TOLD]
