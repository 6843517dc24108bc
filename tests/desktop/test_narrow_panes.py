"""In a narrow pane: nothing of a name or a path is cut off, of a source and in a notice."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QImage, QTextLayout
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.types import CitedPlace, SourceState
from core.types.documents import Origin
from desktop.conversation.citations import Target
from desktop.conversation.sources_panel import SourcesPanel
from desktop.shared.notice_bar import NoticeBar
from desktop.shared.theme import theme
from desktop.shared.wrapped_text import WrappedText

NARROW, WIDE = 280, 700
NAME = "minutes.txt"


def card(panel: SourcesPanel) -> QRect:
    return panel.list.visualRect(panel.model.index(0))


def name_in(panel: SourcesPanel) -> QImage:
    """Where the name stands, as it is drawn."""
    left = card(panel).left() + 12 + 26 + 4
    font = QFontMetrics(theme().font("body", bold=True))
    place = QRect(left, card(panel).top(), font.horizontalAdvance(NAME), 8 + font.height())
    return panel.list.viewport().grab(place).toImage()


def test_a_number_of_two_or_three_digits_keeps_off_the_name(qtbot) -> None:
    panel = SourcesPanel()
    qtbot.addWidget(panel)
    panel.resize(NARROW, 400)
    panel.show()
    qtbot.waitExposed(panel)
    panel.show_targets([Target(200, "id", NAME, CitedPlace(1), (), "The budget.")])
    numbered = panel.list.viewport().grab(card(panel)).toImage()
    ground = numbered.pixelColor(6, 3)
    title = range(8, 8 + QFontMetrics(theme().font("body", bold=True)).height())
    empty = [
        all(numbered.pixelColor(x, y) == ground for y in title) for x in range(12, numbered.width() // 2)
    ]
    ends = 12 + QFontMetrics(theme().font("body", bold=True)).horizontalAdvance("[200]")
    assert all(empty[ends - 12 : ends - 12 + 3])


def test_the_name_stands_beside_a_long_note(qtbot) -> None:
    panel = SourcesPanel()
    qtbot.addWidget(panel)
    panel.resize(NARROW, 400)
    panel.show()
    qtbot.waitExposed(panel)
    origin = Origin(read_at=time.time())
    panel.show_targets([Target(1, "id", NAME, CitedPlace(1), (), "The budget.", origin=origin)])
    named, height = name_in(panel), card(panel).height()
    panel.model.set_states({"id": SourceState.CHANGED})
    qtbot.waitUntil(lambda: card(panel).height() > height)  # the note has a line of its own
    assert name_in(panel) == named
    panel.resize(WIDE, 400)
    qtbot.waitUntil(lambda: card(panel).height() == height)
    assert name_in(panel) == named


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
