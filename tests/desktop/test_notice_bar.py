"""Sentences about files: nothing of a long name or path is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.shared.notice_bar import NoticeBar
from desktop.shared.wrapped_text import WrappedText

LONG = "ULTABEAUTY_2023Q4_EARNINGS_CALL.pdf is now read from /home/ana/Documents_of_the_company/2025"


@pytest.fixture
def column(qtbot, themed) -> QWidget:
    """A narrow column with the bar at its end, as in the library."""
    around = QWidget()
    qtbot.addWidget(around)
    layout = QVBoxLayout(around)
    layout.addStretch()
    layout.addWidget(NoticeBar(around))
    around.resize(220, 400)
    with qtbot.waitExposed(around):
        around.show()
    return around


@pytest.fixture
def bar(column: QWidget) -> NoticeBar:
    return column.findChild(NoticeBar)


def layouts_of(text: WrappedText) -> list[QTextLayout]:
    document = text.document()
    return [document.findBlockByNumber(number).layout() for number in range(document.blockCount())]


def test_a_long_path_is_broken_and_all_of_it_is_in_view(column: QWidget, bar: NoticeBar, qtbot) -> None:
    bar.add("It is small.")
    bar.add(LONG)
    [text] = bar.findChildren(WrappedText)
    qtbot.waitUntil(lambda: text.isVisible() and text.width() < 220)
    lines = [layout.lineAt(n) for layout in layouts_of(text) for n in range(layout.lineCount())]
    assert len(lines) > 4
    assert max(line.naturalTextWidth() for line in lines) <= text.viewport().width()
    assert sum(line.height() for line in lines) <= text.viewport().height()
    assert text.text() == f"It is small.\n{LONG}"


def test_a_closed_notice_takes_no_room(column: QWidget, bar: NoticeBar) -> None:
    bar.add(LONG)
    bar.clear()
    assert not bar.isVisible()
    assert bar.text == ""
