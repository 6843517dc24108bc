"""What the next start finds as it was left: panes, tab, page, conversation, what is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QSplitter

from core.errors import StorageError
from core.store.documents import DocumentRepository
from core.types import Mode, StatementStatus
from core.types.scope import Scope
from desktop.main_window import MainWindow
from desktop.shared.dialog_sizes import keep_size, sizes_text, take_sizes
from desktop.start.unfinished import scope_of, scope_text
from tests.desktop.conftest import OpenWindow
from tests.desktop.history_kit import StoringEngine, at_once
from tests.desktop.scripted import answer_of, citation_of, make_pdf, statement_of


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[StoringEngine]:
    opened = StoringEngine(tmp_path / "stored")
    pages = [f"Page {number} of the report" for number in range(1, 6)]
    for name in ("report.pdf", "other.pdf"):
        document = opened.put(make_pdf(tmp_path / name, [name, *pages]))
        DocumentRepository(opened.database).add(document)  # what is asked about is kept with its question
    yield opened
    StoringEngine.close(opened)


def ids(engine: StoringEngine) -> list[str]:
    return list(engine.library)


def close(window: MainWindow, engine: StoringEngine) -> None:
    engine.close = lambda: None  # the next window has it, too
    window.close()
    window._crew.close()


def ask(window: MainWindow, qtbot, text: str) -> None:
    with qtbot.waitSignal(window.conversation.turn_finished):
        window.conversation.ask(text, Mode.CHAT, window.workspaces.scope)


def splitters(window: MainWindow) -> list[QSplitter]:
    return [window.panes, window.trace.split, window.tables.page.split]


def test_panes_tab_and_page_are_as_they_were(open_window: OpenWindow, engine: StoringEngine, qtbot) -> None:
    first = open_window()
    first.on_document_opened(ids(engine)[0])
    qtbot.waitUntil(lambda: first.viewer.page_count == 6)
    first.viewer.go_to(4)
    first.trace.detail.show()
    first.side.setCurrentWidget(first.trace)
    first.composer.set_mode(Mode.AGENT)
    first.panes.setSizes([310, 500, 470])
    first.trace.split.setSizes([100, 300])
    first.tables.toggle()
    first.tables.page.split.setSizes([180, 400])
    first.tables.toggle()
    first.side.setCurrentWidget(first.trace)
    left = [splitter.saveState() for splitter in splitters(first)]
    close(first, engine)
    second = open_window()
    assert [splitter.saveState() for splitter in splitters(second)] == left
    assert second.side.currentWidget() is second.trace
    assert second.composer.mode is Mode.AGENT
    assert (second.viewer.document_id, second.viewer.number) == (ids(engine)[0], 4)
    assert second.document.title.text() == "report.pdf"


@pytest.mark.parametrize("text", [None, 7, "", "x", "settings", "settings 10x", "settings 9999999x2", ", ,"])
def test_sizes_that_are_none_are_passed_over(text: object) -> None:
    take_sizes(text)
    assert sizes_text() == ""


def test_a_document_that_is_gone_is_not_opened(open_window: OpenWindow, engine: StoringEngine, qtbot) -> None:
    first = open_window()
    gone = ids(engine)[0]
    first.on_document_opened(gone)
    qtbot.waitUntil(lambda: first.viewer.page_count == 6)
    close(first, engine)
    del engine.library[gone]
    second = open_window()
    assert second.library_state.documents.rowCount() == 1
    assert not second.viewer.is_open


@pytest.mark.slow
def test_what_is_asked_about_is_kept(open_window: OpenWindow, engine: StoringEngine, qtbot) -> None:
    """Without a question as well as after one of something else."""
    first = open_window()
    qtbot.waitUntil(lambda: first.workspaces.known)
    first.library_state.documents.check([ids(engine)[1]], on=True)
    close(first, engine)
    second = open_window()
    qtbot.waitUntil(lambda: second.workspaces.known)
    assert second.workspaces.scope == Scope("", (ids(engine)[1],))
    document = next(iter(engine.library.values()))
    cited = citation_of(document, engine.pages[document.document_id][0], "report")
    engine.script = at_once(answer_of([statement_of("It is one.", StatementStatus.QUOTED, cited)], [cited]))
    ask(second, qtbot, "What is it?")
    qtbot.waitUntil(lambda: second.workspaces.known)
    second.library_state.documents.set_checked([])
    close(second, engine)
    third = open_window()
    qtbot.waitUntil(lambda: bool(third.conversation.turns) and third.workspaces.known)
    assert third.conversation.turns[0].scope == Scope("", (ids(engine)[1],))
    assert third.workspaces.scope == Scope()


@pytest.mark.slow
def test_after_a_crash_the_last_scope_holds(open_window: OpenWindow, engine: StoringEngine, qtbot) -> None:
    engine.script = at_once(answer_of([], []))
    first = open_window()
    qtbot.waitUntil(lambda: first.workspaces.known)
    close(first, engine)  # with nothing checked
    second = open_window()
    second.library_state.documents.check([ids(engine)[0]], on=True)
    ask(second, qtbot, "What is it?")
    second._session.save = lambda *_: None  # it crashes
    close(second, engine)
    third = open_window()
    qtbot.waitUntil(lambda: bool(third.conversation.turns) and third.workspaces.known)
    assert third.workspaces.scope == Scope("", (ids(engine)[0],))


@pytest.mark.parametrize("scope", [Scope(), Scope("w"), Scope("w", ()), Scope("", ("a", "b"))])
def test_a_scope_is_read_as_it_was_written(scope: Scope) -> None:
    assert scope_of(scope_text(scope)) == scope


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "7", '{"workspace": "w"}', 7, None])
def test_a_spoilt_scope_is_the_whole_library(text: object) -> None:
    assert scope_of(text) == Scope()


@pytest.mark.slow
def test_a_library_that_does_not_open_costs_nothing_of_the_session(
    open_window: OpenWindow, engine: StoringEngine, qtbot
) -> None:
    engine.script = at_once(answer_of([], []))
    first = open_window()
    first.on_document_opened(ids(engine)[0])
    ask(first, qtbot, "What is it?")
    close(first, engine)

    def fails() -> StoringEngine:
        raise StorageError("The library is in use.", "Close the other program.")

    second = open_window(fails, wait=False)
    qtbot.waitUntil(lambda: second.pages.currentWidget() is second.message)
    close(second, engine)
    third = open_window()
    qtbot.waitUntil(lambda: [turn.question for turn in third.conversation.turns] == ["What is it?"])
    assert third.viewer.document_id == ids(engine)[0]


@pytest.mark.slow
def test_dialogs_and_the_outline_are_as_they_were_left(
    open_window: OpenWindow, engine: StoringEngine, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_window()
    first.document.side.setChecked(True)
    dialog = QDialog(first)
    dialog.resize(300, 200)
    keep_size(dialog, "settings")
    dialog.show()
    dialog.resize(420, 310)
    dialog.close()
    close(first, engine)
    monkeypatch.setattr("desktop.shared.dialog_sizes._sizes", {})  # another process
    second = open_window()
    assert second.document.side.isChecked()
    again, other = QDialog(second), QDialog(second)
    for opened, name in ((again, "settings"), (other, "schema")):
        opened.resize(300, 200)
        keep_size(opened, name)
    assert (again.size(), other.size()) == (QSize(420, 310), QSize(300, 200))
