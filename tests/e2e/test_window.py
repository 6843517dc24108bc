"""The window on the real engine with the tiny model: drop, index, stop, ask; and a click on a citation."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QFileDialog

from core.settings import AnswerSettings, ModelSettings, Settings
from core.types import DocumentStatus
from desktop.main_window import MainWindow
from desktop.shared.theme import PAGE_HIGHLIGHT
from desktop.workers.render import PageImage
from tests.conftest import TINY_MODEL
from tests.e2e.conftest import SAMPLES, paths_in
from tests.library_kit import copy_library
from tests.scripted_model import ScriptedModel
from tests.window_kit import REAL_ENGINE, OpenWindow, drop, wait_patiently, windows

pytestmark = REAL_ENGINE
PATIENCE_MS = 150_000  # the tiny model on two busy cores
wait_patiently()
QUESTIONS = (
    "Which seals does the supplier deliver?",
    "What does the supplier pay for late delivery?",
    "Within how many days must Karst Seals deliver an order?",
)
DOCUMENT = SAMPLES / "seal-supply-contract.pdf"


@pytest.fixture
def open_window(qtbot, qapp: QApplication, tmp_path: Path) -> Iterator[OpenWindow]:
    """On an empty data folder, with the tiny model or with the one given."""
    settings = Settings(
        models=ModelSettings(answer_model=TINY_MODEL),
        answers=AnswerSettings(max_tokens=120, temperature=0.0, extractive="never"),
    )
    with windows(qtbot, qapp, paths_in(tmp_path), settings, size=(1280, 800)) as start:
        yield start


def yellow_share(image: QImage) -> float:
    wanted = QColor(PAGE_HIGHLIGHT).rgb() & 0xFFFFFF
    pixels = [
        (image.pixel(x, y) & 0xFFFFFF) == wanted
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    ]
    return sum(pixels) / len(pixels)


def ask(window: MainWindow, qtbot, question: str) -> None:
    qtbot.keyClicks(window.composer.edit, question)
    qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)


def click_first_chip(window: MainWindow, qtbot) -> PageImage:
    """A real click on the first chip of the newest answer; the page it opened."""
    position = next(at for at, _length in window.view._chips if at >= window.view._starts[-1])
    cursor = window.view.textCursor()
    cursor.setPosition(position + 1)
    window.view.setTextCursor(cursor)
    where = window.view.cursorRect(cursor).center() + QPoint(2, 0)
    with qtbot.waitSignal(window.viewer.page_shown, timeout=30_000) as shown:
        qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    drawn, marks, _scroll = shown.args
    assert marks
    assert 0 < yellow_share(window.document.page.image) < 0.5
    return drawn


def test_drop_index_stop_ask_and_click(open_window: OpenWindow, tiny_model_path: Path, qtbot) -> None:
    window = open_window()
    drop(window, [DOCUMENT])
    library = window.library_state
    qtbot.waitUntil(lambda: [d.status for d in library.documents.documents()] == [DocumentStatus.INDEXED])
    assert library.documents.documents()[0].page_count == 3

    # Stop while the model is loaded or reads the question.
    ask(window, qtbot, QUESTIONS[2])
    qtbot.waitUntil(lambda: window.trace.model.rowCount() >= 3, timeout=30_000)
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=30_000) as finished:
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert finished.args[0].state.outcome == "cancelled"
    assert "Stopped." in window.view.toPlainText()

    drafts: list[str] = []
    window.conversation.draft_changed.connect(lambda turn: drafts.append(turn.state.draft.text))
    # The tiny model may honestly say no, or run on without an end; one of three questions it answers.
    for question in QUESTIONS:
        with qtbot.waitSignal(window.conversation.turn_finished, timeout=PATIENCE_MS) as finished:
            ask(window, qtbot, question)
        turn = finished.args[0]
        assert turn.state.outcome in ("answered", "no_answer"), turn.state.message
        assert turn.state.usage.model == TINY_MODEL
        assert window.trace.model.rowCount() == len(turn.state.steps) > 3
        if window.conversation.targets(turn.number):
            break
    assert drafts  # it was streamed, not shown at once
    drawn = click_first_chip(window, qtbot)
    assert window.viewer.target is not None
    assert drawn.number == window.viewer.target.page


def test_a_click_on_a_citation_shows_the_quoted_words(
    open_window: OpenWindow, indexed_samples: Path, tmp_path: Path, qtbot
) -> None:
    """Everything real but the words of the model: the tiny one cannot be relied on to cite."""
    copy_library(indexed_samples, paths_in(tmp_path).data)
    says = "24 months"
    window = open_window(ScriptedModel([says]))
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=30_000):
        ask(window, qtbot, "How long is the warranty period of the B-120 pump?")
    drawn = click_first_chip(window, qtbot)
    target = window.viewer.target
    assert target is not None
    assert (target.filename, drawn.number) == ("b-120-manual.pdf", 4)

    # What lies under the marks in the file itself are the quoted words.
    scale = drawn.zoom
    with pymupdf.open(SAMPLES / target.filename) as document:
        page = document[drawn.number - 1]
        under = " ".join(
            page.get_textbox(
                (mark.left() / scale, mark.top() / scale + 1, mark.right() / scale, mark.bottom() / scale - 1)
            )
            for mark in window.viewer.marks(drawn)
        )
    assert target.quote.split() == under.split()
    assert "24 months" in under


@pytest.mark.slow
def test_a_file_that_changed_or_went_is_shown_as_it_was_read_and_found_again(
    open_window: OpenWindow, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library has the words of the version it read; on other words they would mark something else."""

    def write(path: Path, *lines: str) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            for place, line in enumerate(lines):
                page.insert_text((72, 96 + 24 * place), line, fontsize=12)
            document.save(path)

    path = tmp_path / "warranty.pdf"
    write(path, "The warranty period of the pump is 24 months from delivery.")
    window = open_window(ScriptedModel(["The warranty period of the pump is 24 months from delivery. [1]"]))
    drop(window, [path])
    documents = window.library_state.documents
    qtbot.waitUntil(lambda: [d.status for d in documents.documents()] == [DocumentStatus.INDEXED])
    with qtbot.waitSignal(window.conversation.turn_finished):
        ask(window, qtbot, "How long is the warranty period of the pump?")
    click_first_chip(window, qtbot)
    viewer = window.document
    assert not viewer.source.isVisible()

    def again_as_text() -> None:
        with qtbot.waitSignal(window.viewer.text_shown):
            window.open_target(window.conversation.targets(0)[0])

    read = path.read_bytes()

    write(path, "Nobody is liable for anything.", "The warranty period of the pump is void.")
    again_as_text()
    assert viewer.stack.currentWidget() is viewer.text
    assert "24 months from delivery" in viewer.text.marked_texts()[0]
    qtbot.waitUntil(viewer.source.isVisible)
    assert "has changed since it was read" in viewer.source.text
    with qtbot.waitSignal(window.viewer.page_shown, timeout=30_000) as shown:
        qtbot.mouseClick(viewer.source.other, Qt.MouseButton.LeftButton)
    assert shown.args[1] == []
    assert yellow_share(viewer.page.image) == 0

    path.unlink()
    again_as_text()
    qtbot.waitUntil(viewer.source.locate.isVisible)
    assert "no longer where it was" in viewer.source.text
    assert "24 months from delivery" in viewer.text.marked_texts()[0]

    write(path, "Nobody is liable for anything.")
    for _ in range(2):  # the second time its picture is known already
        again_as_text()
        qtbot.waitUntil(viewer.source.reread.isVisible)
        assert viewer.stack.currentWidget() is viewer.text
    path.unlink()
    again_as_text()
    qtbot.waitUntil(viewer.source.locate.isVisible)

    kept = tmp_path / "kept.pdf"
    kept.write_bytes(read)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(kept), ""))
    with qtbot.waitSignal(window.viewer.page_shown, timeout=30_000) as shown:
        qtbot.mouseClick(viewer.source.locate, Qt.MouseButton.LeftButton)
    assert len(shown.args[1]) == 1  # marked again, on the file at its new place
    qtbot.waitUntil(lambda: not viewer.source.isVisible())
    assert [document.path for document in documents.documents()] == [str(kept)]

    write(kept, "The warranty period of the pump is 12 months.")
    again_as_text()
    qtbot.waitUntil(viewer.source.reread.isVisible)
    with qtbot.waitSignal(window.viewer.page_shown, timeout=60_000):
        qtbot.mouseClick(viewer.source.reread, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not viewer.source.isVisible())
    assert "12 months" in window.viewer.words.pages[1].text
