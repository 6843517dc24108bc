"""Which texts of a window do not fit where they stand, measured by their font."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QMenuBar,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop.shared.elided_label import ElidedLabel


def cut_texts(root: QWidget) -> list[str]:
    """A line for each visible text without the room it needs; labels that shorten names are left out."""
    told = []
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisible() and not isinstance(widget, ElidedLabel):
            told += [f"{type(widget).__name__}: {text!r}" for text in _cut(widget)]
    return told


def _cut(widget: QWidget) -> Iterator[str]:
    fonts = QFontMetrics(widget.font())
    if isinstance(widget, QLabel):
        if _label_is_cut(widget):
            yield widget.text()
    elif isinstance(widget, QToolButton):
        with_words = (
            widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or widget.icon().isNull()
        )
        if with_words and _plain_width(fonts, widget.text()) > widget.width():
            yield widget.text()
    elif isinstance(widget, QAbstractButton):
        if widget.text() and widget.width() < widget.minimumSizeHint().width():
            yield widget.text()
    elif isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        field = widget.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, widget
        )
        if fonts.horizontalAdvance(widget.currentText()) > field.width():
            yield widget.currentText()
    elif isinstance(widget, QLineEdit):
        words = widget.text() or widget.placeholderText()
        frame = QStyleOptionFrame()
        widget.initStyleOption(frame)
        room = widget.style().subElementRect(QStyle.SubElement.SE_LineEditContents, frame, widget)
        if not widget.text() and fonts.horizontalAdvance(words) > room.width() - 4:
            yield words
    elif isinstance(widget, QTabBar):
        for tab in range(widget.count()):
            box = widget.tabRect(tab)
            too_wide = _plain_width(fonts, widget.tabText(tab)) > box.width() or box.right() > widget.width()
            if widget.isTabVisible(tab) and too_wide:
                yield widget.tabText(tab)
    elif isinstance(widget, QMenuBar):
        for action in widget.actions():
            if widget.actionGeometry(action).right() > widget.width():
                yield action.text()
    elif isinstance(widget, QListWidget) and widget.sizeHintForColumn(0) > widget.viewport().width():
        yield ", ".join(widget.item(row).text() for row in range(widget.count()))


def _label_is_cut(label: QLabel) -> bool:
    if not label.text() or not label.pixmap().isNull():
        return False
    if not label.wordWrap():
        return label.sizeHint().width() > label.width() + 1
    words = label.text()
    if words.startswith("<"):
        document = QTextDocument()
        document.setHtml(words)
        words = document.toPlainText()
    fonts = QFontMetrics(label.font())
    room = label.contentsRect().width() + 1
    return label.heightForWidth(label.width()) > label.height() + 1 or any(
        fonts.horizontalAdvance(word) > room for word in words.replace("\u200b", " ").split()
    )


def _plain_width(fonts: QFontMetrics, text: str) -> int:
    return fonts.horizontalAdvance(text.replace("&", ""))


def letters_given_twice(menu: QMenu | QMenuBar) -> list[str]:
    """Keyboard letters that two entries of one menu share, of it and the menus within."""
    shown = [action for action in menu.actions() if action.text() and action.isVisible()]
    letters = Counter(
        action.text().replace("&&", "").partition("&")[2][:1].casefold()
        for action in shown
        if "&" in action.text().replace("&&", "")
    )
    twice = [f"{letter} in {[one.text() for one in shown]}" for letter, n in letters.items() if n > 1]
    for action in shown:
        if isinstance(inner := action.menu(), QMenu):
            twice += letters_given_twice(inner)
    return twice
