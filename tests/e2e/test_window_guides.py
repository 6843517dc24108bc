"""The guide to a document in the window: shown by a click, its places opened, its questions asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication

from core.settings import Settings
from desktop.main_window import MainWindow
from tests.e2e.conftest import paths_in
from tests.library_kit import copy_library
from tests.scripted_model import ScriptedModel
from tests.window_kit import REAL_ENGINE, OpenWindow, wait_patiently, windows

pytestmark = REAL_ENGINE
wait_patiently()
SEAL, INVOICE = "seal-supply-contract.pdf", "invoice-2025-0417.pdf"


@pytest.fixture
def open_window(indexed_samples: Path, qtbot, qapp: QApplication, tmp_path: Path) -> Iterator[OpenWindow]:
    """On the sample documents."""
    paths = paths_in(tmp_path)
    copy_library(indexed_samples, paths.data)
    with windows(qtbot, qapp, paths, Settings(), size=(1280, 800)) as start:
        yield start


def copying(window: MainWindow, qtbot) -> None:
    """From now on no language model is asked."""
    state = window.settings.state
    state.change("answers", {"extractive": "always"})
    qtbot.waitUntil(lambda: state.settings.answers.extractive == "always")


def select(window: MainWindow, filename: str) -> None:
    documents, shown = window.library_state.documents.documents(), window.library.shown
    (wanted,) = [one.document_id for one in documents if one.filename == filename]
    (row,) = [row for row in range(shown.rowCount()) if shown.ids_in([(row, row)]) == [wanted]]
    window.library.list.selectRow(row)


def click(window: MainWindow, qtbot, filename: str) -> None:
    select(window, filename)
    where = window.library.list.visualRect(window.library.list.currentIndex())
    qtbot.mouseClick(window.library.list.viewport(), Qt.MouseButton.LeftButton, pos=where.center())


def link(window: MainWindow, words: str) -> QUrl:
    """The address behind these words of the guide."""
    document = window.guide.document()
    cursor = document.find(words)
    assert not cursor.isNull(), words
    cursor.setPosition(cursor.selectionStart() + 1)
    return QUrl(cursor.charFormat().anchorHref())


def test_a_click_shows_the_guide_and_its_lines_open_their_page(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    copying(window, qtbot)
    click(window, qtbot, SEAL)
    assert window.side.currentWidget() is window.guide
    qtbot.waitUntil(lambda: "Dates and periods" in window.guide.toPlainText())
    assert "3 pages · made without a language model" in window.guide.toPlainText()
    with qtbot.waitSignal(window.viewer.page_shown, timeout=30_000) as shown:
        window.guide.anchorClicked.emit(link(window, "The liability of each party is limited"))
    assert window.side.currentWidget() is window.document
    assert window.viewer.number == 2
    assert shown.args[1], "the words are marked"

    window.side.setCurrentWidget(window.guide)
    select(window, INVOICE)  # as the arrow keys do
    qtbot.waitUntil(lambda: "Payment due 14 May 2025" in window.guide.toPlainText())
    window.side.setCurrentWidget(window.sources)
    select(window, SEAL)
    assert window.side.currentWidget() is window.sources
    assert window.guide.controller.guide.filename == INVOICE, "what is not seen is not made"


def test_what_documents_answer_is_suggested_until_something_is_asked(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    copying(window, qtbot)
    window.guide.controller._idle.start(0)
    buttons = window.suggestions.buttons
    qtbot.waitUntil(lambda: len([one for one in buttons if one.isVisible()]) == 4)
    question = buttons[0].accessibleName()
    with qtbot.waitSignal(window.conversation.turn_finished):
        buttons[0].click()
    (turn,) = window.conversation.turns
    assert turn.question == question
    assert turn.scope.document_ids is not None
    assert len(turn.scope.document_ids) == 1
    assert not window.suggestions.isVisible()
    window.conversation.clear()
    qtbot.waitUntil(window.suggestions.isVisible)


def test_a_model_completes_the_guide_and_gives_way_to_a_question(open_window: OpenWindow, qtbot) -> None:
    words = ["It is a contract about shaft seals. [2]", "What does the contract limit? [1]"]
    model = ScriptedModel(words, repeat_last=True, delay_s=0.05)
    window = open_window(model)
    click(window, qtbot, SEAL)
    qtbot.waitUntil(lambda: "being completed" in window.guide.toPlainText())
    assert "Dates and periods" in window.guide.toPlainText(), "what needs no model is there at once"
    window.composer.edit.setPlainText("How long is the warranty of the seals?")
    with qtbot.waitSignal(window.conversation.turn_finished):
        window.composer.send()
    qtbot.waitUntil(lambda: not window.guide.controller.more)
    assert window.guide.controller.guide.model == "scripted"
    assert "made without" not in window.guide.toPlainText()
