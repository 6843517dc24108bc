"""Workspaces, check boxes and the scope of questions in the window, on the real engine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMenu

from core.settings import AnswerSettings, Settings
from core.types.scope import AskedScope
from desktop.conversation.conversation import Turn
from desktop.library.document_items import DOCUMENTS_MIME
from desktop.main_window import MainWindow
from tests.e2e.conftest import paths_in
from tests.library_kit import copy_library, make_pdf, prose
from tests.window_kit import REAL_ENGINE, OpenWindow, windows

pytestmark = REAL_ENGINE
WARRANTY = "How long is the warranty of the B-120 pump?"
MANUAL, CONTRACT, REPORT = "b-120-manual.pdf", "seal-supply-contract.pdf", "service-report-2025-088.pdf"


@pytest.fixture
def open_window(qtbot, qapp: QApplication, indexed_samples: Path, tmp_path: Path) -> Iterator[OpenWindow]:
    """On the five samples, without a language model."""
    copy_library(indexed_samples, paths_in(tmp_path).data)
    settings = Settings(answers=AnswerSettings(extractive="always"))
    with windows(qtbot, qapp, paths_in(tmp_path), settings) as start:
        yield start


def listed(window: MainWindow) -> list[str]:
    """Names of the documents, without the headings of their folders."""
    documents = window.library_state.documents
    return sorted(documents.document(name).filename for name in window.library.shown.ids())


def row_of(window: MainWindow, filename: str) -> int:
    model = window.library.list.model()
    return next(row for row in range(model.rowCount()) if model.index(row, 0).data() == filename)


def ids_of(window: MainWindow, *filenames: str) -> tuple[str, ...]:
    documents = window.library_state.documents.documents()
    return tuple(one.document_id for name in filenames for one in documents if one.filename == name)


def select(window: MainWindow, *filenames: str) -> None:
    view = window.library.list
    view.clearSelection()
    for name in filenames:
        index = view.model().index(row_of(window, name), 0)
        view.selectionModel().setCurrentIndex(index, view.selectionModel().SelectionFlag.Select)


def actions(menu: QMenu) -> dict[str, QAction]:
    return {action.text().partition("\t")[0]: action for action in menu.actions()}


def make(window: MainWindow, qtbot, name: str, *filenames: str) -> None:
    with qtbot.waitSignal(window.workspaces.chosen_changed):
        window.workspaces.create(name, ids_of(window, *filenames))
    qtbot.waitUntil(
        lambda: window.workspaces.open_one is not None and window.workspaces.open_one.name == name
    )


def asked(window: MainWindow, qtbot, question: str) -> Turn:
    window.composer.edit.setPlainText(question)
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=30_000) as finished:
        window.composer.send()
    turn = finished.args[0]
    assert isinstance(turn, Turn)
    return turn


def cited(turn: Turn) -> set[str]:
    answer = turn.state.answer
    assert answer is not None
    return {one.filename for one in (*answer.citations, *answer.nearest)}


@pytest.mark.slow
def test_made_from_the_menu_asked_about_and_restored(open_window: OpenWindow, qtbot, monkeypatch) -> None:
    window = open_window()
    assert window.composer.scope.text() == "All 5 documents ▾"
    assert MANUAL in cited(asked(window, qtbot, WARRANTY))
    assert "Workspace" not in window.view.toPlainText()

    select(window, CONTRACT, REPORT)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args: ("  Seals ", True))
    menu = window.library.menu()
    assert menu is not None
    with qtbot.waitSignal(window.workspaces.scope_changed):
        actions(actions(menu)["Add to workspace"].menu())["New workspace…"].trigger()
    qtbot.waitUntil(lambda: listed(window) == [CONTRACT, REPORT])
    assert window.library.workspace.text() == "Seals"
    assert window.composer.scope.text() == "Workspace Seals: 2 ▾"
    window.conversation.clear()
    turn = asked(window, qtbot, WARRANTY)
    assert cited(turn) <= {CONTRACT, REPORT}
    assert "Workspace Seals: 2 documents" in window.view.toPlainText()

    # Space checks what is selected; the box before a name does the same for one.
    select(window, CONTRACT)
    qtbot.keyClick(window.library.list, Qt.Key.Key_Space)
    assert window.composer.scope.text() == "1 checked document ▾"
    assert window.library.checks.box.text() == "1 checked"
    turn = asked(window, qtbot, "What does the supplier deliver?")
    assert cited(turn) == {CONTRACT}
    assert turn.state.scope == AskedScope("documents", "Seals", 1)
    assert "1 checked document of the workspace Seals" in window.view.toPlainText()
    talk = window.conversation.conversation_id
    qtbot.waitUntil(lambda: window.history.model.rowCount() == 2)
    assert window.history.model.index(0).data(Qt.ItemDataRole.ToolTipRole).endswith("Seals")

    # Another conversation, and back: the workspace is open and the document checked as then.
    window.workspaces.choose("")
    assert window.composer.scope.text() == "All 5 documents ▾"
    other = window.history.model.index(1).data(Qt.ItemDataRole.UserRole + 7)
    with qtbot.waitSignal(window.conversation.conversation_opened):
        window.history.open(other)
    assert window.composer.scope.text() == "All 5 documents ▾"
    with qtbot.waitSignal(window.conversation.conversation_opened):
        window.history.open(talk)
    assert window.composer.scope.text() == "1 checked document ▾"
    assert listed(window) == [CONTRACT, REPORT]

    window = open_window()
    qtbot.waitUntil(lambda: window.conversation.conversation_id == talk)
    qtbot.waitUntil(lambda: window.composer.scope.text() == "1 checked document ▾")
    qtbot.waitUntil(lambda: window.library.workspace.text() == "Seals")
    # An old question is asked again of what it was asked about then, whatever is chosen now.
    window.workspaces.choose("")
    with qtbot.waitSignal(window.conversation.turn_finished) as finished:
        window.conversation.ask_again(1)
    assert cited(finished.args[0]) == {CONTRACT}


def test_checked_all_none_and_filtered(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    panel = window.library
    box = panel.checks.box
    assert box.text() == "5 documents"
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert window.composer.scope.text() == "5 checked documents ▾"
    assert box.checkState() is Qt.CheckState.Checked
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert window.composer.scope.text() == "All 5 documents ▾"
    panel.filter.setText("B-120 manual")
    assert listed(window) == [MANUAL]
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    panel.filter.clear()
    assert window.workspaces.scope.document_ids == ids_of(window, MANUAL)
    assert box.checkState() is Qt.CheckState.PartiallyChecked

    # A click on a box checks that document, and neither opens nor selects it.
    place = panel.list.visualRect(panel.list.model().index(row_of(window, CONTRACT), 0))
    qtbot.mouseClick(
        panel.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.left() + 14, place.center().y())
    )
    assert window.composer.scope.text() == "2 checked documents ▾"
    assert panel.selected_ids() == []
    spoken = panel.list.model().index(row_of(window, CONTRACT), 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"checked, {CONTRACT}, PDF, ready · 3 pages"
    qtbot.mouseClick(panel.checks.none, Qt.MouseButton.LeftButton)
    assert window.workspaces.scope.kind == "all"
    # The button below the question leads to the list, where Space checks.
    window.composer.scope.fill_menu()
    actions(window.composer.scope.menu())["Check documents in the library…"].trigger()
    qtbot.keyClick(panel.list, Qt.Key.Key_Space)
    assert window.workspaces.scope.kind == "documents"
    # A document that is removed is no longer checked.
    window.library_state.documents.set_checked(ids_of(window, MANUAL, CONTRACT))
    window.library_state.remove(list(ids_of(window, MANUAL)))
    qtbot.waitUntil(lambda: window.composer.scope.text() == "1 checked document ▾", timeout=20_000)


def test_filled_by_dragging_and_adding_and_everything_can_be_undone(
    open_window: OpenWindow, qtbot, monkeypatch, tmp_path: Path
) -> None:
    window = open_window()
    panel, workspaces = window.library, window.workspaces
    make(window, qtbot, "Pumps", MANUAL)
    pumps = workspaces.chosen
    workspaces.choose("")

    # Dragged onto the workspace, which is offered while rows are being dragged.
    panel.list.dragging.emit(True)
    assert panel.shelf.isVisible()
    places = panel.shelf.places
    assert [places.item(row).text() for row in range(places.count())] == ["Pumps", "New workspace…"]
    source = panel.list.model()
    mime = source.mimeData([source.index(row_of(window, name), 0) for name in (CONTRACT, REPORT)])
    assert mime.hasFormat(DOCUMENTS_MIME)
    where = places.visualItemRect(places.item(0)).center()
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where, Qt.DropAction.CopyAction, mime, buttons, keys)
    QApplication.sendEvent(places.viewport(), enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(where), Qt.DropAction.CopyAction, mime, buttons, keys)
    QApplication.sendEvent(places.viewport(), drop)
    panel.list.dragging.emit(False)
    assert not panel.shelf.isVisible()
    qtbot.waitUntil(lambda: len(workspaces.get(pumps).document_ids) == 3)

    # Taken out again, and back.
    workspaces.choose(pumps)
    select(window, REPORT)
    menu = panel.menu()
    assert menu is not None
    actions(menu)["Take out of “Pumps”"].trigger()
    qtbot.waitUntil(lambda: listed(window) == [MANUAL, CONTRACT])
    assert panel.undo.sentence.text() == "1 taken out of Pumps"
    qtbot.mouseClick(panel.undo.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: listed(window) == [MANUAL, CONTRACT, REPORT])
    assert not panel.undo.isVisible()

    # Files that are added while it is open belong to it; a name that is taken is refused in words.
    assert window.tint.workspace == "Pumps"
    window.desk.take([str(make_pdf(tmp_path / "seal.pdf", [prose("Seal S-1", 3)]))])
    qtbot.waitUntil(lambda: "seal.pdf" in listed(window), timeout=20_000)
    make(window, qtbot, "Other")
    assert panel._pages.currentWidget() is panel._nothing
    assert "Nothing is in this workspace yet." in panel._nothing.text()
    workspaces.rename(workspaces.chosen, "pumps")
    qtbot.waitUntil(panel.notice.isVisible)
    assert "There is a workspace pumps already." in panel.notice.text
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args: ("Valves", True))
    panel.workspace.fill_menu()
    actions(panel.workspace.menu())["Rename this workspace…"].trigger()
    qtbot.waitUntil(lambda: panel.workspace.text() == "Valves")

    # Deleted, and back; no document goes with it.
    workspaces.choose(pumps)
    panel.workspace.fill_menu()
    actions(panel.workspace.menu())["Delete this workspace"].trigger()
    qtbot.waitUntil(lambda: len(workspaces.all) == 1)
    assert (panel.workspace.text(), len(listed(window))) == ("All documents", 6)
    qtbot.mouseClick(panel.undo.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.workspace.text() == "Pumps")
    assert len(listed(window)) == 4

    # A folder makes a workspace, and can be taken out of it.
    folder = tmp_path / "valves"
    folder.mkdir()
    make_pdf(folder / "valve.pdf", [prose("Valve V-1", 3)])
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    monkeypatch.setattr(QInputDialog, "getText", lambda *args: (args[-1] + " 2", True))
    panel.workspace.fill_menu()
    actions(panel.workspace.menu())["New workspace of a folder…"].trigger()
    qtbot.waitUntil(lambda: listed(window) == ["valve.pdf"], timeout=20_000)
    assert panel.workspace.text() == "valves 2"
    workspaces.drop_folder(str(folder))
    qtbot.waitUntil(lambda: listed(window) == [])
    workspaces.undo()
    qtbot.waitUntil(lambda: listed(window) == ["valve.pdf"])


@pytest.mark.slow
def test_a_conversation_whose_workspace_is_gone_says_so(open_window: OpenWindow, qtbot) -> None:
    window = open_window()
    make(window, qtbot, "Seals", CONTRACT)
    asked(window, qtbot, "What does the supplier deliver?")
    talk = window.conversation.conversation_id
    window.workspaces.delete(window.workspaces.chosen)
    qtbot.waitUntil(lambda: window.workspaces.all == [])
    window.conversation.clear()
    with qtbot.waitSignal(window.workspaces.lost):
        window.history.open(talk)
    assert window.strip.text.startswith("The workspace of this conversation was deleted.")
    assert window.composer.scope.text() == "All 5 documents ▾"
    # Asked again as it was: refused, and not answered from the whole library.
    with qtbot.waitSignal(window.conversation.turn_finished, timeout=30_000) as finished:
        window.conversation.ask_again(0)
    assert finished.args[0].state.outcome == "failed"
    assert "This workspace does not exist any more." in window.view.toPlainText()
