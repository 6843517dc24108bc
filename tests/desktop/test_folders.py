"""Folders that are kept in step: offered on a drop, listed, paused, stopped."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from desktop.library.folders_dialog import FoldersDialog
from desktop.shared.item_roles import Role
from tests.desktop.scripted import ScriptedEngine, make_pdf
from tests.window_kit import drop


def test_a_dropped_folder_is_added_and_can_be_kept_in_step(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    folders = [tmp_path / name for name in ("Contracts", "Invoices")]
    for folder in folders:
        folder.mkdir()
    window = open_window()
    engine.add_paths = lambda paths, cancel: iter(())  # the drop itself is tested with files
    drop(window, folders)
    offer = window.library.offer
    qtbot.waitUntil(offer.isVisible)
    assert "Contracts" in offer.sentence.text()
    qtbot.mouseClick(offer.no, Qt.MouseButton.LeftButton)
    assert "Invoices" in offer.sentence.text()
    qtbot.mouseClick(offer.yes, Qt.MouseButton.LeftButton)
    assert not offer.isVisible()
    qtbot.waitUntil(lambda: [folder.path for folder in engine.folders.kept] == [str(folders[1])])
    qtbot.waitUntil(lambda: window.folders.model.rowCount() == 1)
    with qtbot.waitSignal(window.folders.told_apart):
        drop(window, [folders[1]])
    assert not offer.isVisible()  # it is kept in step already


def test_the_settings_lead_to_the_folders(open_window, qtbot) -> None:
    window = open_window()
    window.settings.show()
    qtbot.mouseClick(window.settings.dialog.data.in_step, Qt.MouseButton.LeftButton)
    assert window.findChild(FoldersDialog).isVisible()


def test_a_dropped_file_offers_nothing(open_window, tmp_path: Path, qtbot) -> None:
    window = open_window()
    with qtbot.waitSignal(window.folders.told_apart) as told:
        drop(window, [make_pdf(tmp_path / "one.pdf", ["text"])])
    assert told.args == [[]]
    assert not window.library.offer.isVisible()


def test_a_share_that_does_not_answer_does_not_keep_the_window_waiting(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot, monkeypatch
) -> None:
    engine.add_paths = lambda paths, cancel: iter(())
    answers = threading.Event()
    look = os.path.isdir

    def look_at_share(path: str) -> bool:
        if path == str(tmp_path):
            answers.wait(10)
        return look(path)

    monkeypatch.setattr("desktop.workers.folders.os.path.isdir", look_at_share)
    window = open_window()
    began = time.monotonic()
    drop(window, [tmp_path])
    window.library.folder_shown.emit(str(tmp_path / "gone"))
    qtbot.wait(50)
    assert time.monotonic() - began < 5
    assert not window.library.offer.isVisible()
    assert window.library.notice.isHidden()
    answers.set()
    qtbot.waitUntil(window.library.offer.isVisible)
    qtbot.waitUntil(window.library.notice.isVisible)


def test_folders_are_compared_shown_paused_and_stopped(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot, monkeypatch
) -> None:
    engine.folders.new = 2
    window = open_window()
    dialog = FoldersDialog(window.folders, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.list.isVisible()
    assert not dialog.pause.isEnabled()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    with qtbot.waitSignal(window.folders.found_something):
        qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.list.isVisible)
    body = window.folders.model.index(0).data(Role.BODY)
    assert body.startswith("in step, compared at ")
    assert body.endswith(f": 2 new\n{tmp_path}")
    qtbot.mouseClick(dialog.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.pause.text() == "Resume")
    assert window.folders.model.index(0).data(Role.BODY) == f"paused\n{tmp_path}"
    qtbot.mouseClick(dialog.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.pause.text() == "Pause")
    qtbot.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.folders.model.rowCount() == 0)
    assert engine.folders.kept == []
    assert not dialog.list.isVisible()


def test_what_is_no_folder_is_refused(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    window = open_window()
    window.folders.add(str(tmp_path / "gone"))
    qtbot.waitUntil(lambda: "is no folder" in window.library.notice.text)


def test_the_files_are_looked_at_once_at_the_start(open_window, engine: ScriptedEngine, qtbot) -> None:
    open_window()
    qtbot.waitUntil(lambda: engine.folders.looks == 1)
