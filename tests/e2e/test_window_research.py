"""Research in the window on the real engine: questions, list, report, places, pause, restart, export."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from core.settings import AnswerSettings, Settings
from core.types import Mode
from desktop.main_window import MainWindow
from desktop.research.research_panel import ResearchPanel
from tests.e2e.conftest import paths_in
from tests.library_kit import copy_library
from tests.window_kit import REAL_ENGINE, OpenWindow, wait_patiently, windows

pytestmark = REAL_ENGINE
wait_patiently()
ADDED = "How long does the Supplier warrant the seals?"
QUESTION = "How long is the warranty of the B-120 pump, and what does the contract say about seals?"


@pytest.fixture
def open_window(qtbot, qapp: QApplication, indexed_samples: Path, tmp_path: Path) -> Iterator[OpenWindow]:
    """On the samples, without a language model."""
    copy_library(indexed_samples, paths_in(tmp_path).data)
    settings = Settings(answers=AnswerSettings(extractive="always"))
    with windows(qtbot, qapp, paths_in(tmp_path), settings, size=(1180, 760)) as start:
        yield start


def ask(window: MainWindow, qtbot) -> ResearchPanel:
    """Ask in research mode and wait for the program's questions."""
    window.composer.set_mode(Mode.RESEARCH)
    qtbot.keyClicks(window.composer.edit, QUESTION)
    qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)
    panel = window.research.panel
    qtbot.waitUntil(lambda: panel.questions.isVisible())
    return panel


def to_list(window: MainWindow, qtbot) -> ResearchPanel:
    panel = ask(window, qtbot)
    qtbot.mouseClick(panel.questions.end, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.todo.begin.isVisible())
    return panel


def to_report(window: MainWindow, panel: ResearchPanel, qtbot) -> None:
    qtbot.mouseClick(panel.todo.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.report.isVisible())
    qtbot.waitUntil(lambda: not window.conversation.running)


def test_from_question_to_report(
    open_window: OpenWindow, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    assert not window.side.isTabVisible(window.side.indexOf(window.research.panel))
    panel = ask(window, qtbot)
    assert window.side.currentWidget() is panel
    assert panel.stepper.marks == ["▸", "○", "○", "○", "○", "○"]
    assert len(panel.questions.fields) in (2, 3)
    assert not panel.questions.send.isEnabled()
    qtbot.keyClicks(panel.questions.fields[0], "the pump sold in 2024")
    qtbot.mouseClick(panel.questions.send, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.conversation.turns) == 2 and not window.conversation.running)
    assert "the pump sold in 2024" in window.conversation.turns[1].question
    if panel.questions.isVisible():
        qtbot.mouseClick(panel.questions.end, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.todo.begin.isVisible())
    assert panel.stepper.marks[:2] == ["✓", "▸"]

    # The list is the user's: a task is added, moved to the top, and another one taken out.
    before = panel.todo.titles
    qtbot.keyClicks(panel.todo.field, ADDED)
    qtbot.keyClick(panel.todo.field, Qt.Key.Key_Return)
    for _ in before:
        qtbot.mouseClick(panel.todo.up, Qt.MouseButton.LeftButton)
    panel.todo.list.setCurrentRow(1)
    if len(before) > 1:
        qtbot.mouseClick(panel.todo.remove, Qt.MouseButton.LeftButton)
    wanted = panel.todo.titles
    assert wanted[0] == ADDED
    to_report(window, panel, qtbot)
    report = window.conversation.turns[-1].state.report
    assert report is not None
    assert [task.title for task in report.tasks][: len(wanted)] == wanted
    assert panel.stepper.marks == ["✓"] * 6
    assert "of 500" in panel.report.quality.text()
    found = [one for turn in window.conversation.turns for one in turn.state.kept]
    assert panel.findings.list.count() == len(found) > 0
    assert sorted(panel.report.graph.numbers) == sorted(source.number for source in report.sources)

    # A passage, and a source in the graph, lead to their pages.
    panel.findings.list.itemClicked.emit(panel.findings.list.item(0))
    assert window.viewer.target is not None
    window.side.setCurrentWidget(panel)
    panel.report.graph.setFocus()
    qtbot.keyClick(panel.report.graph, Qt.Key.Key_Down)
    qtbot.keyClick(panel.report.graph, Qt.Key.Key_Return)
    assert window.viewer.target.number == panel.report.graph.numbers[0]
    assert window.viewer.target.spans

    # One on the way to a source, which no statement cites, leads to its page as well.
    turn = window.conversation.turns[-1]
    whole = turn.state
    assert whole.answer is not None
    way, *cited = whole.answer.citations
    turn.state = replace(whole, answer=replace(whole.answer, citations=tuple(cited)))
    panel.report.graph.chosen.emit(way.number)
    target = window.viewer.target
    assert (target.number, target.document_id, target.page) == (0, way.document_id, way.page)
    turn.state = whole

    for ending in (".pdf", ".md"):
        file = tmp_path / f"report{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, file=file: (str(file), ""))
        panel.report.export.click()
        qtbot.waitUntil(file.exists)
    with pymupdf.open(tmp_path / "report.pdf") as document:
        text = "".join(page.get_text() for page in document)
    assert "warrants the seals" in " ".join(text.split())
    assert wanted[0] in (tmp_path / "report.md").read_text(encoding="utf-8")

    # An earlier turn cannot be answered any more, and a cleared conversation has no research.
    window.on_trace_requested(0)
    assert panel.turn is window.conversation.turns[0]
    assert not panel.questions.isVisible()
    window.conversation.clear()
    assert not window.side.isTabVisible(window.side.indexOf(panel))


@pytest.mark.slow
def test_a_list_waits_for_its_user_over_a_restart(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    titles = to_list(window, qtbot).todo.titles
    window.view.option_chosen.emit(0, 0)  # of questions that were answered: gives up nothing
    assert not window.conversation.running
    window.on_trace_requested(0)
    assert not window.research.panel.questions.isVisible()
    window = open_window()
    panel = window.research.panel
    qtbot.waitUntil(lambda: panel.todo.begin.isVisible())
    assert panel.todo.titles == titles
    to_report(window, panel, qtbot)
    assert window.conversation.turns[-1].state.outcome == "answered"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["link", "composer", "button"])
def test_a_changed_list_is_worked_off_however_it_is_agreed_to(
    open_window: OpenWindow, qtbot, how: str
) -> None:
    window = open_window()
    panel = to_list(window, qtbot)
    while panel.todo.list.count() > 1:
        panel.todo.list.setCurrentRow(1)
        qtbot.mouseClick(panel.todo.remove, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(panel.todo.field, ADDED)  # and Enter is not pressed
    wanted = [*panel.todo.titles, ADDED]
    last = window.conversation.turns[-1]
    if how == "link":
        window.view.option_chosen.emit(last.number, last.state.input_options.index("ok"))
    elif how == "composer":
        window.composer.set_mode(Mode.RESEARCH)
        qtbot.keyClicks(window.composer.edit, "Ok.")
        qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)
    else:
        qtbot.mouseClick(panel.todo.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.report.isVisible() and not window.conversation.running)
    report = window.conversation.turns[-1].state.report
    assert report is not None
    assert [task.title for task in report.tasks if task.origin != "added"] == wanted


@pytest.mark.slow
def test_a_research_is_paused_and_gone_on_with(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    panel = to_list(window, qtbot)
    conversation = window.conversation
    conversation.trace_changed.connect(
        lambda turn: conversation.stop() if turn.state.phase == "tasks" and turn.state.kept else None
    )
    qtbot.mouseClick(panel.todo.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.resume.isVisible())
    assert conversation.turns[-1].state.outcome == "cancelled"
    assert "What was done is kept" in panel.state_line.text()
    conversation.trace_changed.disconnect()
    conversation.trace_changed.connect(window.on_progress)
    qtbot.mouseClick(panel.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.report.isVisible())
    assert not panel.resume.isVisible()
