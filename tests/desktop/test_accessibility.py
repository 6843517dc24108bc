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

from core.types import Answer, Mode, StatementStatus
from desktop.main_window import MainWindow
from desktop.shared.theme import Theme
from tests.desktop.history_kit import StoringEngine, at_once
from tests.desktop.scripted import answer_of, citation_of, statement_of

LEAST_CONTRAST = 4.5
_CONTAINERS = (QSplitter, QSplitterHandle, QTabWidget, QScrollBar, QMenuBar, QHeaderView)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[StoringEngine]:
    opened = StoringEngine(tmp_path / "stored")
    yield opened
    opened.close()


@pytest.fixture
def window(open_window, engine: StoringEngine, manual: Path, qtbot) -> MainWindow:
    document = engine.put(manual)
    cited = citation_of(document, engine.pages[document.document_id][0], "Operating manual")
    engine.script = at_once(
        answer_of([statement_of("It is a manual.", StatementStatus.QUOTED, cited)], [cited])
    )
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


def nameless(root: QWidget, without: QWidget | None = None) -> list[str]:
    """What takes the focus there and does not say what it is."""
    return [
        f"{type(widget).__name__} in {type(widget.parent()).__name__} {widget.objectName()}"
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(widget, _CONTAINERS)
        and not isinstance(widget.parent(), QAbstractScrollArea)
        and not in_box(widget)
        and not (without is not None and without.isAncestorOf(widget))
        and not name_of(widget).strip()
    ]


def test_whatever_takes_the_focus_has_a_name(window: MainWindow) -> None:
    found = nameless(window, without=window.document)  # which its own tests look at, with a document
    assert not found, "\n".join(found)


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


def luminance(color: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: QColor, second: QColor) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


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


@pytest.mark.parametrize("look", ["light", "dark"])
def test_text_can_be_read(look: str, window: MainWindow, themed: Theme, qtbot) -> None:
    themed.set_appearance(look)
    faint: set[str] = set()
    for left, side in ((0, 0), (1, 1), (0, 2)):
        window.left.setCurrentIndex(left)
        window.side.setCurrentIndex(side)
        picture = window.grab().toImage()
        for widget in written(window):
            box = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
            found = drawn_contrast(picture, box.adjusted(2, 2, -2, -2))
            if found < LEAST_CONTRAST:
                name = name_of(widget) or widget.objectName()
                faint.add(f"{type(widget).__name__} {name!r}: {found:.1f}")
    assert faint == set()


def test_nothing_is_cut_off_in_the_smallest_window(window: MainWindow, qtbot) -> None:
    scope = window.composer.scope
    qtbot.waitUntil(lambda: scope.isVisible() and scope.width() >= scope.minimumSizeHint().width())
    for widget in window.findChildren(QAbstractButton):
        if not widget.isVisible() or not widget.text():
            continue
        assert widget.width() >= widget.minimumSizeHint().width(), widget.text()
    assert window.width() == 1024
    assert window.view.horizontalScrollBar().maximum() == 0
    assert isinstance(window.conversation.turns[0].state.answer, Answer)


def test_the_question_keeps_its_buttons_however_wide_the_panes_beside_it_are(
    window: MainWindow, qtbot
) -> None:
    window.panes.setSizes([400, 10, 600])
    for mode in Mode:
        window.composer.set_mode(mode)
        QApplication.processEvents()
        for button in window.composer.findChildren(QAbstractButton):
            if button.isVisible() and button.text():
                assert button.width() >= button.minimumSizeHint().width(), button.text()
    assert window.width() == 1024
