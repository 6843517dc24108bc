"""The questions and notes that stop the window: in both languages and looks everything in them has a name,
can be read, is not cut off and fits a small screen, however long the names of files are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QProxyStyle,
    QPushButton,
    QStyle,
    QWidget,
)

from core.system.paths import AppPaths
from desktop.app import report_unexpected
from desktop.main_window import MainWindow
from desktop.shared import dialogs
from desktop.shared.languages import speak
from desktop.shared.theme import Theme
from desktop.start.window_memory import WindowMemory
from desktop.tables.schema_dialog import SchemaDialog
from tests.desktop.conftest import OpenWindow
from tests.desktop.cut_off import cut_texts
from tests.desktop.tables_kit import LibraryEngine
from tests.desktop.test_accessibility import faint, nameless
from tests.library_kit import Library

SCREEN = 1024, 700
FILE = "Kostenvoranschlag_Donaudampfschifffahrtsgesellschaft_" * 3 + "2025.pdf"
FOLDER = "/home/someone/Dokumente/" + "Unternehmensnachfolgeregelungen/" * 5
Ask = Callable[[MainWindow], object]

BOXES: dict[str, Ask] = {
    "keys": dialogs.show_keys,
    "password": lambda window: dialogs.ask_password(window, FILE),
    "removal": lambda window: dialogs.confirm_removal(window, ["a.pdf", FILE, *("b.pdf",) * 9]),
    "repair": dialogs.confirm_repair,
    "model": lambda window: dialogs.confirm_remove_model(window, "Qwen 2.5 1.5B", ""),
    "own model": lambda window: dialogs.confirm_remove_model(window, FILE, FOLDER + FILE),
    "built-in schema": lambda window: dialogs.confirm_schema_reset(window, "invoices", built_in=True),
    "schema": lambda window: dialogs.confirm_schema_reset(window, "delivery_notes", built_in=False),
    "put back": lambda window: dialogs.confirm_put_back(window, FOLDER + FILE, "1 May 2025", "430 documents"),
    "move": lambda window: dialogs.confirm_move(window, FOLDER, "12 GB", interrupted=True),
    "replace": lambda window: dialogs.confirm_replace(window, FOLDER + FILE),
    "conversation": lambda window: window.talks.ask_name("id", FILE),
    "workspace": lambda window: window.rooms.ask_new_with([str(number) for number in range(12)]),
    "bucket": lambda window: SchemaDialog.on_new_bucket(opened_schemas(window)),
    "told": lambda _window: dialogs.tell("DocuChat was updated. Close this window and open it again."),
    "mistake": lambda _window: report_unexpected(ValueError, ValueError("a test"), None),
}


def opened_schemas(window: MainWindow) -> SchemaDialog:
    window.tables.edit_schemas()
    [dialog] = window.findChildren(SchemaDialog)
    return dialog


@pytest.fixture(params=[pytest.param("en", marks=pytest.mark.slow), "de"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    WindowMemory(AppPaths.from_environment().data).keep_language(request.param)
    yield request.param
    speak(qapp, "en")


def spoken_name(widget: QWidget) -> str:
    """What a screen reader says: of a field also the label that belongs to it."""
    seen = QAccessible.queryAccessibleInterface(widget)
    return seen.text(QAccessible.Text.Name) if seen is not None else ""


def looked_at(box: QDialog, what: str) -> list[str]:
    for _ in range(5):
        QApplication.processEvents()
    wrong = [f"cut off: {text}" for text in cut_texts(box)]
    silent = [one for one in box.findChildren(QWidget) if one.isVisible() and not spoken_name(one)]
    wrong += [
        f"no name: {told}" for told in nameless(box) if any(type(one).__name__ in told for one in silent)
    ]
    if not box.windowTitle():
        wrong.append("no title")
    if box.width() > SCREEN[0] or box.height() > SCREEN[1]:
        wrong.append(f"{box.width()} × {box.height()}")
    wrong += [f"faint: {told}" for told in faint(box)]
    return [f"{what}: {one}" for one in wrong]


@pytest.mark.parametrize("look", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_every_box_is_named_whole_and_readable(
    look: str, language: str, library: Library, open_window, themed: Theme
) -> None:
    window: MainWindow = open_window(lambda: LibraryEngine(library))
    themed.set_appearance(look)
    window.resize(*SCREEN)
    window.show()
    wrong: list[str] = []
    for what, ask in BOXES.items():
        seen: list[str] = []

        def look_at(what: str = what, seen: list[str] = seen) -> None:
            box = QApplication.activeModalWidget()
            assert isinstance(box, QDialog)
            try:
                seen.append(box.windowTitle())
                wrong.extend(looked_at(box, what))
            finally:
                box.reject()

        QTimer.singleShot(0, look_at)
        ask(window)
        assert seen, what
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("with_settings", [False, True])
def test_a_copy_is_put_back_with_or_without_its_settings(with_settings: bool, open_window, qtbot) -> None:
    window: MainWindow = open_window()

    def agree() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        box.checkBox().setChecked(with_settings)
        put_back = next(one for one in box.buttons() if one.text() == "Put back")
        qtbot.mouseClick(put_back, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, agree)
    asked = dialogs.confirm_put_back(window, "a.sqlite3", "1 May 2025", "430 documents")
    assert asked == (True, with_settings)


def test_the_message_of_a_mistake_opens_the_log(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    open_window()
    opened: list[QUrl] = []
    monkeypatch.setattr(dialogs.QDesktopServices, "openUrl", opened.append)

    def press(name: str) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        button = next(one for one in box.buttons() if one.text() == name)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    for name in ("Close", "Open log folder"):
        assert opened == []
        QTimer.singleShot(0, lambda name=name: press(name))
        report_unexpected(ValueError, ValueError("a test"), None)
    assert [url.toLocalFile() for url in opened] == [str(AppPaths.from_environment().logs)]


class WithPictures(QProxyStyle):
    """As the style of a Linux desktop puts pictures on standard buttons."""

    def styleHint(self, hint: QStyle.StyleHint, *rest: object) -> int:
        pictures = hint is QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
        return 1 if pictures else super().styleHint(hint, *rest)


@pytest.mark.slow
def test_no_button_has_a_picture_that_others_have_not(open_window: OpenWindow, qapp: QApplication) -> None:
    window = open_window()
    seen: list[bool] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        seen.extend(button.icon().isNull() for button in box.findChildren(QPushButton))
        box.close()

    qapp.setStyle(WithPictures("Fusion"))
    try:
        standard = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        assert not standard.buttons()[0].icon().isNull()
        QTimer.singleShot(0, look)
        dialogs.show_keys(window)
    finally:
        qapp.setStyle("Fusion")
    assert seen == [True]
