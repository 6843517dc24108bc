"""Past conversations in the window: listed, opened, searched, named, pinned, deleted with undo, exported; the
queue and the switching while an answer streams. Stored in a real library file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog

from core.cancel import CancelToken
from core.engine import Question
from core.events import AnswerReady, DraftDelta, Event, EventStamper, RunFinished
from core.types import Answer, Mode
from core.types.scope import Scope
from desktop.history.history_panel import HistoryPanel
from desktop.main_window import MainWindow
from desktop.shared.item_roles import Role
from tests.desktop.history_kit import StoringEngine, answer, at_once, engine
from tests.desktop.scripted import WAIT

__all__ = ["answer", "engine"]


def store(engine: StoringEngine, conversation_id: str, *questions: str) -> None:
    for question in questions:
        list(engine.ask(Question(question, conversation_id=conversation_id), CancelToken()))
    engine.questions.clear()


def listed(window: MainWindow) -> list[str]:
    model = window.history.model
    return [model.index(row).data(Role.TITLE) for row in range(model.rowCount())]


def ask(window: MainWindow, qtbot, text: str) -> None:
    window.composer.edit.setPlainText(text)
    qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)


def shown(window: MainWindow) -> str:
    return window.view.toPlainText().replace("\u00a0", " ")


def pin(panel: HistoryPanel) -> None:
    next(action for action in panel.menu().actions() if action.text() == "Pin to the top").trigger()


def open_row(window: MainWindow, qtbot, row: int) -> None:
    with qtbot.waitSignal(window.conversation.conversation_opened):
        window.past.list.setCurrentIndex(window.history.model.index(row))
        window.past.on_chosen()


def test_a_past_conversation_is_opened_with_its_sources_and_goes_on(
    open_window, engine: StoringEngine, answer: Answer, qtbot
) -> None:
    store(engine, "first", "What is it?", "And its colour?")
    store(engine, "second", "Who wrote it?")
    window = open_window()
    qtbot.waitUntil(lambda: listed(window) == ["Who wrote it?", "What is it?"])
    open_row(window, qtbot, 1)
    assert shown(window).index("What is it?") < shown(window).index("And its colour?")
    assert "✓ [1]" in shown(window)
    assert window.sources.model.rowCount() == 1
    assert window.trace.model.rowCount() == len(window.conversation.turns[-1].state.steps)
    with qtbot.waitSignal(window.conversation.turn_finished):
        ask(window, qtbot, "How long?")
    assert engine.questions[0].conversation_id == "first"
    qtbot.waitUntil(lambda: listed(window)[0] == "What is it?")


def test_words_find_a_conversation(open_window, engine: StoringEngine, answer: Answer, qtbot) -> None:
    store(engine, "first", "What is it?")
    engine.script = at_once(Answer("The warranty is 36 months."))
    store(engine, "second", "How long?")
    window = open_window()
    qtbot.waitUntil(lambda: len(listed(window)) == 2)
    qtbot.keyClick(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert window.left.currentWidget() is window.past
    window.past.search.setText("MONTHS")
    qtbot.waitUntil(lambda: listed(window) == ["How long?"])
    assert window.history.model.index(0).data(Role.BODY) == "The warranty is 36 months."
    window.past.search.setText("submarine")
    qtbot.waitUntil(lambda: listed(window) == [])
    assert window.past._nothing.text() == "No conversation has these words."


def test_named_pinned_deleted_and_brought_back(
    open_window, engine: StoringEngine, answer: Answer, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(engine, "first", "What is it?")
    store(engine, "second", "Who wrote it?")
    window = open_window()
    qtbot.waitUntil(lambda: len(listed(window)) == 2)
    open_row(window, qtbot, 1)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args: ("The manual", True))
    window.past.on_rename()
    qtbot.waitUntil(lambda: "The manual" in listed(window))
    window.past.mark("first")
    pin(window.past)
    qtbot.waitUntil(lambda: listed(window) == ["The manual", "Who wrote it?"])
    window.past.mark("first")
    window.past.on_delete()
    qtbot.waitUntil(lambda: listed(window) == ["Who wrote it?"])
    assert shown(window) == ""
    assert "The manual" in window.past._deleted.text()
    with qtbot.waitSignal(window.conversation.conversation_opened):
        qtbot.mouseClick(window.past.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: listed(window) == ["The manual", "Who wrote it?"])
    assert "What is it?" in shown(window)
    assert not window.past.undo_bar.isVisible()


def test_the_last_conversation_is_deleted_and_brought_back_by_keyboard(
    open_window, engine: StoringEngine, answer: Answer, qtbot
) -> None:
    store(engine, "first", "What is it?")
    window = open_window()
    window.left.setCurrentWidget(window.past)
    qtbot.waitUntil(lambda: listed(window) == ["What is it?"])
    window.past.mark("first")
    window.past.list.setFocus()
    qtbot.keyClick(window.past.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: listed(window) == [])
    qtbot.waitUntil(window.past.undo.hasFocus)
    qtbot.keyClick(window.past.undo, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: listed(window) == ["What is it?"])
    assert not window.past.undo_bar.isVisible()
    window.past.list.setFocus()
    qtbot.keyClick(window.past.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: listed(window) == [])
    window.past.search.setFocus()
    qtbot.keyClicks(window.past.search, "x")
    qtbot.keyClick(window.past.search, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.past.search.text() == ""
    assert window.past.undo_bar.isVisible()  # that was the field's own


def test_what_is_selected_in_the_list_stays_so_when_it_is_read_anew(
    open_window, engine: StoringEngine, answer: Answer, qtbot
) -> None:
    for name in ("first", "second", "third"):
        store(engine, name, f"The {name}?")
    window = open_window()
    panel = window.past
    window.left.setCurrentWidget(panel)
    qtbot.waitUntil(lambda: listed(window) == ["The third?", "The second?", "The first?"])
    open_row(window, qtbot, 0)
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    pin(panel)
    qtbot.waitUntil(lambda: listed(window)[0] == "The first?")
    assert panel.chosen.title == "The first?"
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: listed(window) == ["The third?", "The second?"])
    assert panel.chosen.title == "The third?"
    panel.list.setCurrentIndex(window.history.model.index(1))
    menu = panel.menu()
    window.composer.edit.setFocus()  # an answer comes in the open conversation
    with qtbot.waitSignal(window.conversation.turn_finished):
        ask(window, qtbot, "And what else?")
    qtbot.waitUntil(lambda: panel.chosen.title == "The third?")
    menu.actions()[-1].trigger()
    qtbot.waitUntil(lambda: listed(window) == ["The third?"])
    assert "The second?" in panel._deleted.text()


@pytest.mark.parametrize("written", ["", "another question"])
def test_a_research_that_waits_is_opened_in_its_mode(
    written: str, open_window, engine: StoringEngine, answer: Answer, qtbot
) -> None:
    store(engine, "talk", "What is it?")
    engine.script = waiting
    question = Question("Compare the seals", Mode.RESEARCH, conversation_id="research")
    list(engine.ask(question, CancelToken()))
    window = open_window()
    qtbot.waitUntil(lambda: len(listed(window)) == 2)
    assert window.composer.mode is Mode.CHAT
    window.composer.edit.setPlainText(written)
    open_row(window, qtbot, listed(window).index("Compare the seals"))
    assert window.composer.mode is (Mode.CHAT if written else Mode.RESEARCH)


def waiting(question: Question, stamp: EventStamper) -> Iterator[Event | str]:
    yield stamp(RunFinished, outcome="needs_input")


def test_the_session_is_restored(open_window, engine: StoringEngine, answer: Answer, qtbot) -> None:
    store(engine, "first", "What is it?")
    store(engine, "second", "Who wrote it?")
    first = open_window()
    qtbot.waitUntil(lambda: len(listed(first)) == 2)
    open_row(first, qtbot, 1)
    first.composer.edit.setPlainText("half written")
    first.composer.style_button.actions_["detailed"].trigger()
    with qtbot.waitSignal(first.conversation.turn_finished):
        first.conversation.ask("Long?", Mode.CHAT)
    assert engine.questions[-1].style == "detailed"
    first.close()
    engine.close = lambda: None
    first._crew.close()
    second = open_window()
    qtbot.waitUntil(lambda: "What is it?" in shown(second))
    assert second.conversation.conversation_id == "first"
    assert second.composer.edit.toPlainText() == "half written"
    assert second.composer.style_button.chosen_style == "detailed"
    second.composer.set_mode(Mode.AGENT)
    assert not second.composer.style_button.isVisible()
    StoringEngine.close(engine)


@pytest.mark.parametrize(("kind", "end"), [("PDF (*.pdf)", ".pdf"), ("Markdown (*.md)", ".md")])
def test_exported_with_the_end_of_the_kind_that_was_chosen(
    kind: str,
    end: str,
    open_window,
    engine: StoringEngine,
    answer: Answer,
    tmp_path: Path,
    qtbot,
    monkeypatch,
) -> None:
    store(engine, "first", "What is it?")
    window = open_window()
    qtbot.waitUntil(lambda: len(listed(window)) == 1)
    open_row(window, qtbot, 0)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "talk"), kind))
    with qtbot.waitSignal(window.history.exported, timeout=30_000):
        window.talks.export_open()
    assert (tmp_path / f"talk{end}").stat().st_size > 100
    assert window.strip.text == f"Saved as talk{end}"


def streaming(answer: Answer) -> object:
    def play(question: Question, stamp: EventStamper) -> Iterator[Event | str]:
        yield stamp(DraftDelta, text=f"Draft of {question.text}")
        yield WAIT
        yield stamp(AnswerReady, answer=answer)
        yield stamp(RunFinished, outcome="answered")

    return play


def test_another_conversation_is_looked_at_while_an_answer_streams(
    open_window, engine: StoringEngine, answer: Answer, qtbot
) -> None:
    store(engine, "first", "What is it?")
    engine.script = streaming(answer)
    window = open_window()
    qtbot.waitUntil(lambda: len(listed(window)) == 1)
    ask(window, qtbot, "Long one?")
    qtbot.waitUntil(lambda: "Draft of Long one?" in shown(window))
    qtbot.waitUntil(lambda: len(listed(window)) == 2)
    running = window.conversation.conversation_id
    open_row(window, qtbot, 1)
    assert "What is it?" in shown(window)
    assert "Long one?" not in shown(window)
    assert not window.strip.isVisible()
    window.history.open(running)
    qtbot.waitUntil(lambda: "Draft of Long one?" in shown(window))
    assert shown(window).count("Long one?") == 2  # the question and its draft
    open_row(window, qtbot, window.history.model.row_of("first"))
    engine.go_on()
    qtbot.waitUntil(lambda: not window.conversation.running)
    assert "Long one?" not in shown(window)
    window.history.open(running)
    qtbot.waitUntil(lambda: "Long one?" in shown(window))
    assert "✓ [1]" in shown(window)
    assert "Draft" not in shown(window)


def test_questions_wait_their_turn(open_window, engine: StoringEngine, answer: Answer, qtbot) -> None:
    engine.script = streaming(answer)
    window = open_window()
    ask(window, qtbot, "One?")
    assert window.composer.button.accessibleName() == "Stop (Esc)"
    window.composer.edit.setPlainText("Two?")
    assert window.composer.button.accessibleName() == "Ask when this answer is there (Enter)"
    ask(window, qtbot, "Two?")
    ask(window, qtbot, "Three?")
    assert [one.text for one in window.conversation.waiting] == ["Two?", "Three?"]
    assert window.queue.isVisible()
    window.queue.buttons[0].click()
    assert [one.text for one in window.conversation.waiting] == ["Three?"]
    engine.go_on()
    qtbot.waitUntil(lambda: len(window.conversation.turns) == 2)
    assert not window.queue.isVisible()
    engine.go_on()
    qtbot.waitUntil(lambda: not window.conversation.running)
    assert [turn.question for turn in window.conversation.turns] == ["One?", "Three?"]
    assert [question.text for question in engine.questions] == ["One?", "Three?"]


def test_questions_that_wait_when_the_window_closes_are_asked_by_the_next_one(
    open_window, engine: StoringEngine, answer: Answer, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.script = streaming(answer)
    first = open_window()
    ask(first, qtbot, "One?")
    qtbot.waitUntil(lambda: "Draft of One?" in shown(first))
    ask(first, qtbot, "Two?")
    scope = Scope("", ("a", "b"))
    first.conversation.ask("Three?", Mode.AGENT, scope)
    monkeypatch.setattr(engine, "close", lambda: None)
    first.close()
    first.close()  # as the application does once more
    first._crew.close()
    assert [one.text for one in engine.questions] == ["One?"]
    engine.script = at_once(answer)
    second = open_window()
    qtbot.waitUntil(lambda: len(engine.questions) == 3 and not second.conversation.running)
    asked = [(one.text, one.mode) for one in engine.questions[1:]]
    assert asked == [("Two?", Mode.CHAT), ("Three?", Mode.AGENT)]
    assert engine.questions[2].document_ids == scope.document_ids
    qtbot.waitUntil(
        lambda: [turn.question for turn in second.conversation.turns] == ["One?", "Two?", "Three?"]
    )
    assert not second.queue.isVisible()
    monkeypatch.undo()


def test_what_can_be_done_with_an_answer(open_window, engine: StoringEngine, answer: Answer, qtbot) -> None:
    window = open_window()
    with qtbot.waitSignal(window.conversation.turn_finished):
        ask(window, qtbot, "What is it?")
    window.view.anchorClicked.emit(QUrl("copy:0"))
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("It is a manual. [1]")
    assert "[1] b-120-manual.pdf, page 1: “Operating manual”" in copied
    with qtbot.waitSignal(window.conversation.turn_finished):
        window.view.anchorClicked.emit(QUrl("again:0"))
    assert [turn.question for turn in window.conversation.turns] == ["What is it?", "What is it?"]
    window.composer.set_mode(Mode.AGENT)
    window.view.anchorClicked.emit(QUrl("edit:0"))
    assert window.composer.edit.toPlainText() == "What is it?"
    assert window.composer.mode is Mode.CHAT

    conversation_id = window.conversation.conversation_id
    first, second = (turn.state.run_id for turn in window.conversation.turns)
    window.view.anchorClicked.emit(QUrl("good:0"))
    window.view.anchorClicked.emit(QUrl("bad:1"))
    qtbot.waitUntil(lambda: engine.history.feedback(conversation_id) == {first: "good", second: "bad"})
    assert shown(window).count("✓ Helpful") == 1
    assert shown(window).count("✓ Not helpful") == 1
    assert len(window.view._chips) == 2
    window.view.anchorClicked.emit(QUrl("good:0"))
    qtbot.waitUntil(lambda: engine.history.feedback(conversation_id) == {second: "bad"})
    assert "✓ Helpful" not in shown(window)


def test_a_long_conversation_opens_at_its_end_and_grows_upwards(
    open_window, engine: StoringEngine, answer: Answer, qtbot
) -> None:
    store(engine, "long", *(f"Question number {number}?" for number in range(40)))
    window = open_window()
    qtbot.waitUntil(lambda: len(listed(window)) == 1)
    open_row(window, qtbot, 0)
    assert "Question number 39?" in shown(window)
    assert "Question number 27?" not in shown(window)
    assert window.view._earlier.text() == "28 earlier questions"
    view = window.view
    bar = view.verticalScrollBar()
    below = bar.maximum() - bar.value()
    view._earlier.click()
    qtbot.waitUntil(lambda: view._first == 16 and not view._adding.isActive())
    assert bar.maximum() - bar.value() == below  # what is read stays where it is
    for first in (4, 0):
        bar.setValue(0)
        qtbot.waitUntil(lambda first=first: view._first == first and not view._adding.isActive())
    text = shown(window)
    places = [text.index(f"Question number {number}?") for number in range(40)]
    assert places == sorted(places)
    assert not window.view._earlier.isVisible()
    for number, start in enumerate(window.view._starts):
        found = window.view.document().find(f"Question number {number}?")
        assert found.selectionStart() == start
    assert len(window.view._chips) == 40
    characters = window.view.toPlainText()
    assert {characters[at : at + length] for at, length in window.view._chips} == {"[1]"}
    window.view.anchorClicked.emit(QUrl("good:3"))
    assert window.view.document().find("Question number 39?").selectionStart() == window.view._starts[39]
