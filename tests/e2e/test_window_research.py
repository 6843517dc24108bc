"""Research in the window on the real engine: questions, list, report, places, pause, restart, export."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from core.engine import Engine
from core.settings import AnswerSettings, Settings
from core.types import Mode
from desktop.app import DesktopApp
from desktop.main_window import MainWindow
from desktop.research.research_panel import ResearchPanel
from tests.e2e.conftest import paths_in
from tests.library_kit import copy_library
from tests.window_kit import close_for_good, wait_patiently

pytestmark = [
    pytest.mark.model,
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True),
]
wait_patiently()
PATIENCE_MS = 60_000
QUESTION = "How long is the warranty of the B-120 pump, and what does the contract say about seals?"
OpenWindow = Callable[[], MainWindow]


@pytest.fixture
def open_window(qtbot, qapp: QApplication, indexed_samples: Path, tmp_path: Path) -> Iterator[OpenWindow]:
    """The whole application on the samples, without a language model; a second call starts it again."""
    paths = paths_in(tmp_path)
    copy_library(indexed_samples, paths.data)
    settings = Settings(answers=AnswerSettings(extractive="always"))
    opened: list[DesktopApp] = []

    def open_it() -> MainWindow:
        while opened:
            opened[-1].window.close()
            close_for_good(opened.pop())
        desktop = DesktopApp(qapp, paths, lambda: Engine.open(paths, settings))
        opened.append(desktop)
        with qtbot.waitSignal(desktop.window.library_state.loaded, timeout=20_000):
            desktop.start()
        desktop.window.resize(1180, 760)
        desktop.window.show()
        return desktop.window

    qapp.setStyle("Fusion")
    yield open_it
    for desktop in opened:
        close_for_good(desktop)


def picture(window: MainWindow, name: str) -> None:
    """Kept where `DOCUCHAT_PICTURES` names a folder, to be looked at."""
    QApplication.processEvents()
    if folder := os.environ.get("DOCUCHAT_PICTURES"):
        window.grab().save(str(Path(folder) / f"research-{name}.png"))


def ask(window: MainWindow, qtbot) -> ResearchPanel:
    """Ask in research mode and wait for the program's questions."""
    window.composer.set_mode(Mode.RESEARCH)
    qtbot.keyClicks(window.composer.edit, QUESTION)
    qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)
    panel = window.research.panel
    qtbot.waitUntil(lambda: panel.questions.isVisible(), timeout=PATIENCE_MS)
    return panel


def to_list(window: MainWindow, qtbot) -> ResearchPanel:
    panel = ask(window, qtbot)
    qtbot.mouseClick(panel.questions.end, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.todo.begin.isVisible(), timeout=PATIENCE_MS)
    return panel


def to_report(window: MainWindow, panel: ResearchPanel, qtbot) -> None:
    qtbot.mouseClick(panel.todo.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.report.isVisible(), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not window.conversation.running, timeout=PATIENCE_MS)


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
    picture(window, "questions")
    qtbot.keyClicks(panel.questions.fields[0], "the pump sold in 2024")
    qtbot.mouseClick(panel.questions.send, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.conversation.turns) == 2 and not window.conversation.running)
    assert "the pump sold in 2024" in window.conversation.turns[1].question
    if panel.questions.isVisible():
        qtbot.mouseClick(panel.questions.end, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.todo.begin.isVisible(), timeout=PATIENCE_MS)
    assert panel.stepper.marks[:2] == ["✓", "▸"]

    # The list is the user's: a task is added, moved to the top, and another one taken out.
    before = panel.todo.titles
    qtbot.keyClicks(panel.todo.field, "What does a seal kit cost?")
    qtbot.keyClick(panel.todo.field, Qt.Key.Key_Return)
    for _ in before:
        qtbot.mouseClick(panel.todo.up, Qt.MouseButton.LeftButton)
    panel.todo.list.setCurrentRow(1)
    if len(before) > 1:
        qtbot.mouseClick(panel.todo.remove, Qt.MouseButton.LeftButton)
    wanted = panel.todo.titles
    assert wanted[0] == "What does a seal kit cost?"
    picture(window, "list")
    to_report(window, panel, qtbot)
    report = window.conversation.turns[-1].state.report
    assert report is not None
    assert [task.title for task in report.tasks][: len(wanted)] == wanted
    assert panel.stepper.marks == ["✓"] * 6
    assert "of 500" in panel.report.quality.text()
    found = [one for turn in window.conversation.turns for one in turn.state.kept]
    assert panel.findings.list.count() == len(found) > 0
    assert sorted(panel.report.graph.numbers) == sorted(source.number for source in report.sources)
    picture(window, "report")

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
        qtbot.waitUntil(file.exists, timeout=PATIENCE_MS)
    with pymupdf.open(tmp_path / "report.pdf") as document:
        text = "".join(page.get_text() for page in document)
    assert "seal kit" in text
    assert wanted[0] in (tmp_path / "report.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_list_waits_for_its_user_over_a_restart(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    titles = to_list(window, qtbot).todo.titles
    window = open_window()
    panel = window.research.panel
    qtbot.waitUntil(lambda: panel.todo.begin.isVisible(), timeout=PATIENCE_MS)
    assert panel.todo.titles == titles
    to_report(window, panel, qtbot)
    assert window.conversation.turns[-1].state.outcome == "answered"


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", [*(pytest.param(how, marks=pytest.mark.slow) for how in ("link", "composer")), "button"]
)
def test_what_was_changed_of_the_list_is_worked_off_however_it_is_agreed_to(
    open_window: OpenWindow, qtbot, how: str
) -> None:
    window = open_window()
    panel = to_list(window, qtbot)
    while panel.todo.list.count() > 1:
        panel.todo.list.setCurrentRow(1)
        qtbot.mouseClick(panel.todo.remove, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(panel.todo.field, "What does a seal kit cost?")  # and Enter is not pressed
    wanted = [*panel.todo.titles, "What does a seal kit cost?"]
    last = window.conversation.turns[-1]
    if how == "link":
        window.view.option_chosen.emit(last.number, last.state.input_options.index("ok"))
    elif how == "composer":
        window.composer.set_mode(Mode.RESEARCH)
        qtbot.keyClicks(window.composer.edit, "Ok.")
        qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)
    else:
        qtbot.mouseClick(panel.todo.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.report.isVisible(), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not window.conversation.running, timeout=PATIENCE_MS)
    report = window.conversation.turns[-1].state.report
    assert report is not None
    assert [task.title for task in report.tasks if task.origin != "added"] == wanted


@pytest.mark.slow
def test_a_click_below_questions_that_were_answered_gives_up_nothing(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    panel = to_list(window, qtbot)
    turns = len(window.conversation.turns)
    window.view.option_chosen.emit(0, 0)  # "No more questions", once more
    assert not window.conversation.running
    assert len(window.conversation.turns) == turns
    assert panel.todo.begin.isVisible()


@pytest.mark.slow
def test_a_research_is_paused_and_gone_on_with(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    panel = to_list(window, qtbot)
    conversation = window.conversation
    conversation.trace_changed.connect(
        lambda turn: conversation.stop() if turn.state.phase == "tasks" and turn.state.kept else None
    )
    qtbot.mouseClick(panel.todo.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.resume.isVisible(), timeout=PATIENCE_MS)
    assert conversation.turns[-1].state.outcome == "cancelled"
    assert "What was done is kept" in panel.state_line.text()
    picture(window, "paused")
    conversation.trace_changed.disconnect()
    conversation.trace_changed.connect(window.on_progress)
    qtbot.mouseClick(panel.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.report.isVisible(), timeout=PATIENCE_MS)
    assert not panel.resume.isVisible()


@pytest.mark.slow
def test_an_earlier_turn_cannot_be_answered_any_more(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    panel = to_list(window, qtbot)
    window.on_trace_requested(0)
    assert panel.turn is window.conversation.turns[0]
    assert not panel.questions.isVisible()
    window.conversation.clear()
    assert not window.side.isTabVisible(window.side.indexOf(panel))
