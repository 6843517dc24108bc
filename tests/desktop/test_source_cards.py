"""The cards of the sources in a narrow pane: the name of the file can be read beside what is told of it."""

from __future__ import annotations

import time

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QImage

from core.types import SourceState
from core.types.documents import Origin
from desktop.conversation.citations import Target
from desktop.conversation.sources_panel import SourcesPanel
from desktop.shared.theme import theme

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
    panel.show_targets([Target(200, "id", NAME, 1, (), "The budget.")])
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
    panel.show_targets([Target(1, "id", NAME, 1, (), "The budget.", origin=origin)])
    named, height = name_in(panel), card(panel).height()
    panel.model.set_states({"id": SourceState.CHANGED})
    qtbot.waitUntil(lambda: card(panel).height() > height)  # the note has a line of its own
    assert name_in(panel) == named
    panel.resize(WIDE, 400)
    qtbot.waitUntil(lambda: card(panel).height() == height)
    assert name_in(panel) == named
