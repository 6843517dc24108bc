"""Over all widgets of the window: whatever takes the focus has a name, and text can be read on its ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPlainTextEdit,
    QScrollBar,
    QSplitter,
    QSplitterHandle,
    QTabBar,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from core.engine import Engine
from core.system.paths import AppPaths
from core.types import Answer, Mode
from desktop.conversation.first_steps import FirstSteps
from desktop.library.folders_dialog import FoldersDialog
from desktop.main_window import MainWindow
from desktop.settings.settings_dialog import SettingsDialog
from desktop.shared.about_box import AboutDialog
from desktop.shared.theme import Theme
from desktop.tables.schema_dialog import SchemaDialog
from desktop.viewer.sheet_page import SheetPage
from desktop.viewer.text_page import TextPage
from tests.desktop.history_kit import answer, engine
from tests.desktop.test_theme import contrast

LEAST_CONTRAST = 4.5
_CONTAINERS = (QSplitter, QSplitterHandle, QTabWidget, QScrollBar, QMenuBar, QHeaderView)


__all__ = ["answer", "engine"]


@pytest.fixture
def window(open_window, answer: Answer, qtbot) -> MainWindow:
    window: MainWindow = open_window()
    window.resize(1024, 700)
    with qtbot.waitSignal(window.conversation.turn_finished):
        window.composer.edit.setPlainText("What is it?")
        window.composer.send()
    qtbot.waitUntil(lambda: window.history.model.rowCount() == 1)
    return window


def name_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
    return widget.accessibleName() or text


def in_box(widget: QWidget) -> bool:
    """The list that a combo box opens, and the line of a spin box, are read with the box."""
    while (above := widget.parentWidget()) is not None:
        if isinstance(above, QComboBox | QAbstractSpinBox):
            return True
        widget = above
    return False


def nameless(root: QWidget) -> list[str]:
    """What takes the focus there and does not say what it is."""
    return [
        f"{type(widget).__name__} in {type(widget.parent()).__name__} {widget.objectName()}"
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(widget, _CONTAINERS)
        and not isinstance(widget.parent(), QAbstractScrollArea)
        and not in_box(widget)
        and not (isinstance(widget, SheetPage | TextPage) and widget.isHidden())  # named with what it shows
        and not name_of(widget).strip()
    ]


def by_tab(start: QWidget, most: int = 300) -> set[QWidget]:
    """Where the focus comes from there by pressing Tab again and again."""
    start.setFocus()
    found: set[QWidget] = set()
    for _ in range(most):
        focused = QApplication.focusWidget()
        assert focused is not None
        found.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    return found


def of_choice(widget: QWidget) -> set[QAbstractButton]:
    """Buttons of which one is chosen: Tab comes to one of them, arrow keys to the others."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return set(group.buttons()) if group is not None and group.exclusive() else set()


@pytest.mark.parametrize("side", ["sources", "trace", "document"])
@pytest.mark.parametrize("left", ["library", "past"])
def test_tab_comes_to_every_control(window: MainWindow, side: str, left: str, qtbot) -> None:
    window.activateWindow()
    qtbot.waitActive(window)
    if side == "document":
        document = window.library_state.documents.at(0)
        with qtbot.waitSignal(window.viewer.page_shown):
            window.on_document_opened(document.document_id)
        window.document.open_find()
        window.document.find_bar.field.setText("manual")
        qtbot.waitUntil(lambda: bool(window.finder.matches))
    window.left.setCurrentWidget(getattr(window, left))
    window.side.setCurrentWidget(getattr(window, side))
    window.composer.edit.setPlainText("And what else?")
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView, QPlainTextEdit, QTextEdit, QTabBar)
    QApplication.processEvents()
    controls = {
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds) and widget.isVisible() and widget.isEnabled()
        if not isinstance(widget, QHeaderView)
        and not in_box(widget)
        # The cross that empties a field: Esc and Backspace do.
        and not isinstance(widget.parent(), QLineEdit)
    }
    assert len(controls) > 10
    reached = by_tab(window.composer.edit)
    missed = [widget for widget in controls - reached if not of_choice(widget) & reached]
    assert not missed, [f"{type(widget).__name__} {name_of(widget)!r}" for widget in missed]
    if side == "document":  # whose own buttons have no names before
        assert nameless(window) == []


def drawn_contrast(picture: QImage, box: QRect) -> float:
    """Of the commonest colour and the one farthest from it: thin strokes are blurred, thick ones are not."""
    colors = Counter(
        picture.pixel(x, y)
        for y in range(max(box.top(), 0), min(box.bottom() + 1, picture.height()))
        for x in range(max(box.left(), 0), min(box.right() + 1, picture.width()))
    )
    if len(colors) < 3:
        return 21.0  # nothing is written there
    ground = QColor(colors.most_common(1)[0][0])
    return max(contrast(ground, QColor(color)) for color in colors)


def written(window: QWidget) -> Iterator[QWidget]:
    kinds = (QLabel, QAbstractButton, QLineEdit, QComboBox, QTabBar, QAbstractItemView)
    for widget in window.findChildren(QWidget):
        empty = isinstance(widget, QLineEdit) and not (widget.text() or widget.placeholderText())
        if isinstance(widget, kinds) and widget.isVisible() and widget.isEnabled() and not empty:
            yield widget


def faint(window: QWidget) -> list[str]:
    """What is written there, but too weakly."""
    QApplication.processEvents()
    picture, found = window.grab().toImage(), []
    for widget in written(window):
        if isinstance(widget, QLabel) and not widget.text():  # the sign of a warning
            continue
        box = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
        strength = drawn_contrast(picture, box.adjusted(2, 2, -2, -2))
        if strength < LEAST_CONTRAST:
            name = name_of(widget) or widget.objectName()
            found.append(f"{type(window).__name__}, {type(widget).__name__} {name!r}: {strength:.1f}")
    return found


@pytest.mark.parametrize("look", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_text_can_be_read(look: str, window: MainWindow, themed: Theme, qtbot) -> None:
    themed.set_appearance(look)
    for left, side in ((0, 0), (1, 1), (0, 2)):
        window.left.setCurrentIndex(left)
        window.side.setCurrentIndex(side)
        assert faint(window) == []


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_dialogs_have_names_and_can_be_read(look: str, open_window, tmp_path: Path, themed: Theme) -> None:
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    window = open_window(lambda: Engine.open(paths))
    themed.set_appearance(look)
    window.settings.show()
    window.tables.edit_schemas()
    window.desk.show_folders()
    dialogs: list[QDialog] = [
        AboutDialog(window),
        FirstSteps(window.settings.state, offer_samples=True, parent=window),
    ]
    for kind in (SettingsDialog, SchemaDialog, FoldersDialog):
        dialogs += window.findChildren(kind)
    assert len(dialogs) == 5
    for dialog in dialogs:
        dialog.show()
        settings = isinstance(dialog, SettingsDialog)
        for page in range(dialog.pages.count() if settings else 1):
            if settings:
                dialog.names.setCurrentRow(page)
            assert (nameless(dialog), faint(dialog)) == ([], [])
        dialog.close()


def test_the_question_keeps_its_buttons_beside_wide_panes(window: MainWindow, qtbot) -> None:
    window.panes.setSizes([400, 10, 600])
    for mode in Mode:
        window.composer.set_mode(mode)
        QApplication.processEvents()
        for button in window.composer.findChildren(QAbstractButton):
            if button.isVisible() and button.text():
                assert button.width() >= button.minimumSizeHint().width(), button.text()
    assert window.width() == 1024
