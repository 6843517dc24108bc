"""The settings' page about the data: copies, checks, and the orders for which the window closes and opens."""

from __future__ import annotations

import gc
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import StorageError
from core.safety.move_note import MoveNote, NotedFile
from core.safety.restoring import back_up
from core.settings import Settings
from core.store.backups import backups_in
from core.system.paths import AppPaths
from desktop.app import run_windows
from desktop.main_window import MainWindow
from desktop.settings.settings_dialog import SettingsDialog
from desktop.shared import dialogs
from desktop.start.upkeep import UpkeepDialog
from desktop.start.window_memory import WindowMemory
from desktop.workers.upkeep import MoveData
from tests.desktop.conftest import OpenWindow
from tests.safety.kit import count, damage, forget, home_paths, make_library, platform_paths


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    made = home_paths(tmp_path / "data-home")
    make_library(made)
    return made


@pytest.fixture
def dialog(paths: AppPaths, open_window: OpenWindow, qtbot) -> SettingsDialog:
    settings = Settings().with_values("library", {"backups": "off"})  # no copy of the day in between
    settings.save(paths.settings)
    window = open_window(lambda: Engine.open(paths))
    with qtbot.waitSignal(window.settings.data.surveyed):
        window.settings.show()
    assert window.settings.dialog is not None
    return window.settings.dialog


def test_a_copy_that_had_no_room_is_told_where_copies_are_shown(
    dialog: SettingsDialog, paths: AppPaths, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    page, data = dialog.data, dialog.data._data
    monkeypatch.setattr("core.store.backups.shutil.disk_usage", lambda _disk: SimpleNamespace(free=0))
    with qtbot.waitSignal(data.surveyed):
        data.refresh()
    assert not page.no_room.isVisibleTo(page), "none is wanted"
    with qtbot.waitSignal(dialog._settings.changed):
        page.daily.click()
    assert Settings.load(paths.settings).library.backups == "auto"
    assert page.no_room.isVisibleTo(page)
    assert re.fullmatch(r"Today's copy was not made: 50\d MB are missing on the disk\.", page.no_room.text())


def test_a_copy_is_made_listed_and_the_library_checked(
    dialog: SettingsDialog, paths: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    page, data = dialog.data, dialog.data._data
    assert page.none.isVisibleTo(page)
    assert not page.restore.isEnabled()
    assert "library" in page.sizes.text()
    assert not page.relocate.isEnabled()  # the tests choose the folder with DOCUCHAT_HOME
    assert "moved by hand" in page.why_not.text()
    with qtbot.waitSignal(data.surveyed):
        page.back_up.click()
        assert page.stop.isVisibleTo(page)
        assert not page.back_up.isEnabled()
    (copy,) = backups_in(paths.backups)
    assert count(copy.path) == 3
    assert str(copy.path) in page.told.text()
    assert data.backups.rowCount() == 1
    qtbot.waitUntil(page.restore.isEnabled)
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_a: str(stick))
    with qtbot.waitSignal(data.told):
        page.back_up_to.click()
    assert [count(one) for one in stick.glob("*.sqlite3")] == [3]
    with qtbot.waitSignal(data.told) as told:
        page.check.click()
    assert told.args[1]
    assert "Every page of the library is sound." in page.told.text()
    assert not page.stop.isVisibleTo(page)


def test_a_folder_that_cannot_be_looked_at_is_told_once(
    dialog: SettingsDialog, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    def fail(*_arguments: object) -> None:
        raise StorageError("The folder of the copies cannot be read.", "Check its permissions.")

    monkeypatch.setattr("core.safety.survey.survey", fail)
    data, told = dialog.data._data, list[str]()
    data.told.connect(lambda sentence, _ok: told.append(sentence))
    data.refresh()
    qtbot.waitUntil(lambda: bool(told))
    qtbot.wait(200)
    assert told == ["The folder of the copies cannot be read. Check its permissions."]


def test_stop_leaves_no_copy(dialog: SettingsDialog, paths: AppPaths, qtbot) -> None:
    with sqlite3.connect(paths.database) as library:  # so much that it is not copied before Stop is seen
        library.execute("CREATE TABLE much AS SELECT zeroblob(100000000) AS filler")
    with qtbot.waitSignal(dialog.data._data.told):
        dialog.data.back_up.click()
        dialog.data.stop.click()  # before the other thread has begun
    assert "Stopped" in dialog.data.told.text()
    assert not backups_in(paths.backups)


def test_a_damaged_copy_is_refused_by_the_window(dialog: SettingsDialog, paths: AppPaths, qtbot) -> None:
    copy = back_up(paths, None, CancelToken())
    damage(copy)
    orders: list[object] = []
    dialog.order_given.connect(orders.append)
    data = dialog.data._data
    with qtbot.waitSignal(data.backups.modelReset):
        data.refresh()
    with qtbot.waitSignal(data.told):
        dialog.data.restore.click()
    assert "damaged" in dialog.data.told.text()
    assert dialog.data.told.property("look") == "bad"
    assert not orders


def shown_window() -> MainWindow | None:
    windows = [
        one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow) and one.isVisible()
    ]
    return windows[-1] if windows else None


def drive(qapp: QApplication, paths: AppPaths, *steps: Callable[[MainWindow], bool]) -> int:
    """Run the program; each step is called until it says True, on the window that is shown then."""
    left = list(steps)

    def tick() -> None:
        window = shown_window()
        if window is not None and left and left[0](window):
            left.pop(0)
        if window is not None and not left:
            window.close()

    WindowMemory(paths.data).note_welcome()
    timer = QTimer()
    timer.timeout.connect(tick)
    timer.start(20)
    code = run_windows(qapp, paths, None)
    timer.stop()
    assert not left
    qapp.processEvents()
    gc.collect()
    return code


def ready(window: MainWindow) -> bool:
    return window.library_state._known


def test_a_copy_takes_the_place_of_the_library_and_the_window_opens_again(
    paths: AppPaths, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCUCHAT_HOME", str(paths.data.parent))
    copy = back_up(paths, None, CancelToken())
    forget(paths)
    asked: list[tuple[str, ...]] = []

    def confirm(_parent: object, *told: str) -> tuple[bool, bool]:
        asked.append(told)
        return True, False

    monkeypatch.setattr(dialogs, "confirm_put_back", confirm)
    seen: list[int] = []
    first: list[MainWindow] = []

    def order(window: MainWindow) -> bool:
        if not ready(window):
            return False
        seen.append(window.library_state.documents.rowCount())
        first.append(window)
        window.settings.show()
        window.settings.data.check_copy(str(copy))
        return True

    def opened_again(window: MainWindow) -> bool:
        if not ready(window) or window in first:
            return False
        seen.append(window.library_state.documents.rowCount())
        assert "3 documents" in window.library.notice.text
        return True

    assert drive(qapp, paths, order, opened_again) == 0
    assert seen == [2, 3]
    assert asked
    assert asked[0][0] == str(copy)
    assert {one.kind for one in backups_in(paths.backups)} >= {"manual", "replaced"}


def order_move(window: MainWindow) -> bool:
    """Click the button that moves the data, as soon as it can be."""
    if not ready(window):
        return False
    if window.settings.dialog is None:
        window.settings.show()
    page = window.settings.dialog.data
    if not page.relocate.isEnabled():
        return False
    page.relocate.click()
    return True


@pytest.mark.slow
def test_the_data_is_moved(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = platform_paths(tmp_path, monkeypatch)
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "other.txt").write_text("somebody's")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_a: str(disk))
    monkeypatch.setattr(dialogs, "confirm_move", lambda *_a, **_k: True)

    def opened_there(window: MainWindow) -> bool:
        if not ready(window) or window._paths.data == paths.data:
            return False
        assert window.library_state.documents.rowCount() == 3
        assert str(disk / "DocuChat") in window.library.notice.text
        return True

    assert drive(qapp, paths, order_move, opened_there) == 0
    assert count(disk / "DocuChat" / "data" / "library.sqlite3") == 3
    assert not paths.database.exists()
    assert (disk / "other.txt").exists()


@pytest.mark.slow
def test_what_an_interrupted_move_left_is_told_and_its_folder_taken(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = platform_paths(tmp_path, monkeypatch)
    disk = tmp_path / "disk"
    copied = disk / "data" / "settings.json"
    copied.parent.mkdir(parents=True)
    shutil.copy2(paths.settings, copied)
    found = copied.stat()
    noted = NotedFile("data/settings.json", found.st_size, found.st_mtime_ns)
    MoveNote(paths.data, False, (noted,), ()).write(disk)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_a: str(disk))
    asked: list[tuple[str, bool]] = []

    def confirm(_parent: QWidget, folder: str, _size: str, *, interrupted: bool) -> bool:
        asked.append((folder, interrupted))
        return True

    monkeypatch.setattr(dialogs, "confirm_move", confirm)

    def opened_there(window: MainWindow) -> bool:
        return ready(window) and window._paths.data == disk / "data"

    assert drive(qapp, paths, order_move, opened_there) == 0
    assert asked == [(str(disk), True)]
    assert count(disk / "data" / "library.sqlite3") == 3


def test_a_stopped_move_leaves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot) -> None:
    paths = platform_paths(tmp_path, monkeypatch)
    stopped = UpkeepDialog(MoveData(tmp_path / "new"), paths)
    qtbot.addWidget(stopped)
    with qtbot.waitSignal(stopped.ended):
        stopped.begin()
        stopped.close()
    assert not stopped.ok
    assert "as it was" in stopped.sentence
    assert not (tmp_path / "new").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("x")
    failed = UpkeepDialog(MoveData(tmp_path / "full"), paths)
    qtbot.addWidget(failed)
    with qtbot.waitSignal(failed.ended):
        failed.begin()
    assert "not empty" in failed.sentence
    assert AppPaths.from_environment() == paths
    assert count(paths.database) == 3
