"""The window stands before anything heavy is loaded, and before the engine is opened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from core.system.about import version_and_commit
from desktop import app
from tests.desktop.scripted import ScriptedEngine

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    *("numpy", "onnxruntime", "pymupdf", "fastembed", "llama_cpp", "qdrant_edge", "qdrant_client"),
    *("huggingface_hub", "httpx", "core.engine", "PySide6.QtQml", "PySide6.QtNetwork"),
)

PROGRAM = f"""
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from core.system.paths import AppPaths
from desktop.app import DesktopApp
app = QApplication([])
desktop = DesktopApp(app, AppPaths.from_environment(), lambda: (_ for _ in ()).throw(RuntimeError()))
desktop.window.show()
app.processEvents()
print([name for name in {HEAVY!r} if name in sys.modules])
desktop.close()
"""


def offscreen() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}


def test_nothing_heavy_is_imported_before_the_window_shows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=offscreen(), cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_the_window_is_there_while_the_engine_still_opens(open_window, engine: ScriptedEngine, qtbot) -> None:
    may_open = threading.Event()

    def slow() -> ScriptedEngine:
        may_open.wait(10)
        return engine

    window = open_window(slow, wait=False)
    try:
        assert window.isVisible()
        window.composer.edit.setPlainText("Written already")
        assert not window.composer.button.isEnabled()
    finally:
        with qtbot.waitSignal(window.library_state.loaded):
            may_open.set()
    assert window.composer.button.isEnabled()
    assert window.composer.edit.toPlainText() == "Written already"


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_questions_about_the_program_open_no_window(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app.main([option])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(("usage: docuchat-desktop", f"docuchat-desktop {version_and_commit()}"))


def test_the_window_belongs_to_its_menu_entry(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wayland looks for `docuchat.desktop`; the name of the process, `docuchat-desktop`, has no such file."""
    named: list[str] = []

    def make(_arguments: list[str]) -> None:
        named.append(QGuiApplication.desktopFileName())
        raise SystemExit

    monkeypatch.setattr(app, "make_application", make)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    before = QGuiApplication.desktopFileName()
    try:
        with pytest.raises(SystemExit):
            app.main(["--quit-when-shown"])
    finally:
        QGuiApplication.setDesktopFileName(before)
    assert named == ["docuchat"]
    assert (ROOT / "packaging" / "linux" / f"{named[0]}.desktop").is_file()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux asks its display")
def test_without_a_display_a_sentence_and_no_abort(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "QApplication", None)  # Qt would end the whole process
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert app.main(["contract.pdf"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("docuchat-desktop: There is no display")
    assert "docuchat --help" in line


ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_a_terminated_window_closes_in_order(own_home: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "desktop"], env=offscreen(), cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    database = own_home / "data" / "library.sqlite3"
    deadline = time.monotonic() + 30
    # Another process: there is no Qt signal to wait on.
    while not database.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert database.exists()
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert (own_home / "data" / "window.ini").exists()
    assert "Traceback" not in errors
