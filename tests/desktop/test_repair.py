"""A damaged library is repaired, or a copy put back, from the window: the real engine on real files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QThread
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import DamagedLibraryError
from core.safety.restoring import back_up
from core.settings import Settings
from core.store.backups import Backup, backups_in
from core.store.integrity import file_problems
from core.system.paths import AppPaths
from desktop.main_window import MainWindow
from desktop.shared import dialogs
from tests.desktop.test_data_page import drive, ready
from tests.safety.kit import count, damage, home_paths, make_library

DOCUMENTS = 200
Step = Callable[[MainWindow], bool]


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppPaths:
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path / "data-home"))
    made = home_paths(tmp_path / "data-home")
    make_library(made, documents=DOCUMENTS)
    Settings().with_values("library", {"backups": "off"}).save(made.settings)
    return made


def is_refused(window: MainWindow) -> bool:
    return window.pages.currentWidget() is window.message and window.message.title.text() != ""


def folder_is_listed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each time the folder of copies is looked at: whether the window's thread did it."""
    seen: list[bool] = []

    def looking(folder: Path) -> list[Backup]:
        seen.append(QThread.currentThread() is QApplication.instance().thread())
        return backups_in(folder)

    monkeypatch.setattr("core.store.backups.backups_in", looking)
    return seen


def press(button: str, seen: list[str]) -> Step:
    """When the library is refused: note what the page says, and click a button of it."""

    def step(window: MainWindow) -> bool:
        page = window.message
        if not is_refused(window) or not getattr(page, button).isVisible():
            return False
        shown = [one for one in (page.repair, page.put_back, page.retry) if one.isVisible()]
        seen.append(f"{page.title.text()} | {page.hint.text()} | {[one.text() for one in shown]}")
        QTest.mouseClick(getattr(page, button), Qt.MouseButton.LeftButton)
        return True

    return step


def opened_again(told: list[str]) -> Step:
    """When the library is open: note what is said of it."""
    return lambda window: ready(window) and not told.append(window.library.notice.text)


def test_a_damaged_library_is_repaired_by_a_button(paths: AppPaths, qapp: QApplication) -> None:
    damage(paths.database)
    with pytest.raises(DamagedLibraryError):
        Engine.open(paths)
    seen: list[str] = []
    told: list[str] = []
    assert drive(qapp, paths, press("repair", seen), opened_again(told)) == 0
    assert seen[0].startswith("Your library is damaged | A repair saves what can be read.")
    assert seen[0].endswith("['Repair the library']")  # there is no copy to put back
    assert told[0].startswith(f"The library was repaired: {DOCUMENTS} documents saved.")
    assert "Not everything could be read of the damaged one." in told[0]
    (kept,) = [one for one in backups_in(paths.backups) if one.kind == "damaged"]
    assert str(kept.path) in told[0]
    assert file_problems(kept.path)
    assert not file_problems(paths.database)
    assert count(paths.database) == DOCUMENTS
    assert DOCUMENTS * 2 - 20 < count(paths.database, "pages") < DOCUMENTS * 2


def test_a_copy_takes_its_place(paths: AppPaths, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    back_up(paths, None, CancelToken())
    damage(paths.database)
    on_window_thread = folder_is_listed_elsewhere(monkeypatch)
    seen: list[str] = []
    told: list[str] = []
    assert drive(qapp, paths, press("put_back", seen), opened_again(told)) == 0
    assert set(on_window_thread) == {False}
    assert seen[0].endswith("['Repair the library', 'Put the newest copy back']")
    of_when = re.match(r"The copy of (.+) was put back: (\d+) documents\.", told[0])
    assert of_when is not None
    assert int(of_when[2]) == DOCUMENTS
    assert f"The newest copy is of {of_when[1]}:" in seen[0]
    assert count(paths.database, "pages") == DOCUMENTS * 2


@pytest.mark.slow
def test_of_a_file_that_is_none_nothing_is_saved_and_it_says_so(paths: AppPaths, qapp: QApplication) -> None:
    copy = back_up(paths, None, CancelToken())
    whole = paths.database.stat().st_size
    paths.database.write_bytes(b"\xff" * whole)
    seen: list[str] = []
    notes: list[str] = []
    first: list[MainWindow] = []

    def repair(window: MainWindow) -> bool:
        first.append(window)
        return press("repair", seen)(window)

    def still_refused(window: MainWindow) -> bool:
        if window in first or not is_refused(window):
            return False
        notes.append(window.message.note.text())
        assert window.message.note.isVisible()
        return press("put_back", seen)(window)

    assert drive(qapp, paths, repair, still_refused, ready) == 0
    assert "Nothing could be saved of the damaged library" in notes[0]
    assert copy.exists()
    assert count(paths.database) == DOCUMENTS


def test_another_failure_offers_no_repair(paths: AppPaths, qapp: QApplication) -> None:
    from core.system.instance import only_instance

    seen: list[str] = []
    with only_instance(paths):
        assert drive(qapp, paths, press("retry", seen)) == 0
    assert seen[0].startswith("DocuChat is already open")
    assert seen[0].endswith("['Try again']")


@pytest.mark.slow
def test_the_settings_offer_a_repair_after_a_check_that_found_damage(
    paths: AppPaths, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "confirm_repair", lambda _parent: True)
    first: list[MainWindow] = []

    def check(window: MainWindow) -> bool:
        if not ready(window):
            return False
        if window.settings.dialog is None:
            window.settings.show()
        page = window.settings.dialog.data
        if not page.check.isEnabled():
            return False
        assert page.repair.isHidden()
        first.append(window)
        damage(paths.database)
        page.check.click()
        return True

    def repair(window: MainWindow) -> bool:
        page = window.settings.dialog.data
        if page.repair.isHidden() or not page.repair.isEnabled():
            return False
        assert "Repair it, or put a copy back." in page.told.text()
        page.repair.click()
        return True

    def opened_again(window: MainWindow) -> bool:
        return window not in first and ready(window)

    assert drive(qapp, paths, check, repair, opened_again) == 0
    assert not file_problems(paths.database)
