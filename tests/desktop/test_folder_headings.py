"""Headings of folders in the library's list, as a user meets them: mouse, keyboard, menu, filter, the next
start; and how long a large library takes.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from core.types import DocumentStatus
from desktop.main_window import MainWindow
from desktop.shared import dialogs
from desktop.shared.item_roles import Role
from tests.desktop.scripted import ScriptedEngine, make_pdf


@pytest.fixture
def window(open_window, engine: ScriptedEngine, tmp_path: Path) -> MainWindow:
    """Contracts with three documents, Invoices with two."""
    for folder, names in (("Contracts", ("acme", "bolt", "core")), ("Invoices", ("may", "june"))):
        (tmp_path / folder).mkdir()
        for name in names:
            engine.put(make_pdf(tmp_path / folder / f"{name}.pdf", [name]))
    return open_window()


def rows(window: MainWindow) -> list[str]:
    shown = window.library.shown
    return [shown.index(row).data() for row in range(shown.rowCount())]


def click(window: MainWindow, qtbot, row: int, x: int, *, twice: bool = False) -> None:
    view = window.library.list
    place = view.visualRect(view.model().index(row, 0))
    press = qtbot.mouseDClick if twice else qtbot.mouseClick
    press(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, place.center().y()))


def entries(menu: QMenu) -> dict[str, QAction]:
    return {action.text().split("\t")[0]: action for action in menu.actions() if action.text()}


def test_a_click_on_a_heading_folds_it_and_leaves_the_selection(window: MainWindow, qtbot) -> None:
    assert rows(window) == [
        "Contracts",
        "acme.pdf",
        "bolt.pdf",
        "core.pdf",
        "Invoices",
        "may.pdf",
        "june.pdf",
    ]
    view = window.library.list
    click(window, qtbot, 5, 120)
    chosen = window.library.selected_ids()
    assert len(chosen) == 1
    click(window, qtbot, 0, 120)
    assert rows(window) == ["Contracts", "Invoices", "may.pdf", "june.pdf"]
    assert window.library.selected_ids() == chosen
    click(window, qtbot, 0, 120)
    click(window, qtbot, 0, 120, twice=True)  # the second half of a double click
    assert view.model().rowCount() == 7
    assert window.library.checks.isVisible()


def test_the_keyboard_folds_checks_and_walks_over_headings(window: MainWindow, qtbot) -> None:
    view, shown = window.library.list, window.library.shown
    view.setFocus()
    view.setCurrentIndex(shown.index(3))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().row() == 4
    assert window.library.selected_ids() == []
    assert not window.library.card.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert len(window.library_state.documents.checked_ids()) == 2
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert rows(window)[4:] == ["Invoices"]
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.currentIndex().data() == "may.pdf"
    assert len(window.library.selected_ids()) == 1
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().data() == "Invoices"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert rows(window)[4:] == ["Invoices"]
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(window.library.selected_ids()) == 3  # documents that are to be seen, and no headings


def test_a_heading_has_a_menu_of_its_own(window: MainWindow, qtbot, monkeypatch, tmp_path: Path) -> None:
    view, shown, panel = window.library.list, window.library.shown, window.library
    view.setCurrentIndex(shown.index(0))
    menu = entries(panel.menu())
    menu["Collapse all"].trigger()
    assert rows(window) == ["Contracts", "Invoices"]
    view.setCurrentIndex(shown.index(0))
    menu = entries(panel.menu())
    assert {"Expand", "Show this folder", "Add to workspace", "Remove from library…"} <= menu.keys()
    menu["Check, to ask about these only"].trigger()
    assert len(window.library_state.documents.checked_ids()) == 3
    with qtbot.waitSignal(panel.folder_shown) as told:
        monkeypatch.setattr("desktop.library.library_desk.open_with_system", lambda _folder: True)
        entries(panel.menu())["Show this folder"].trigger()
    assert told.args == [str(tmp_path / "Contracts")]
    monkeypatch.setattr(dialogs, "confirm_removal", lambda _parent, names: len(names) == 3)
    entries(panel.menu())["Remove from library…"].trigger()
    qtbot.waitUntil(lambda: window.library_state.documents.rowCount() == 2)
    qtbot.waitUntil(lambda: shown.count == 2)


@pytest.mark.slow
def test_folding_and_added_folders_are_there_at_the_next_start(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    folder = tmp_path / "Contracts"
    for name in ("2023", "2024"):
        (folder / name).mkdir(parents=True)
        engine.put(make_pdf(folder / name / f"{name}.pdf", [name]))
    engine.put(make_pdf(tmp_path / "loose.pdf", ["text"]))
    engine.add_paths = lambda paths, cancel: iter(())
    first = open_window()
    assert len(rows(first)) == 6  # three folders: nobody knows yet what they belong to
    with qtbot.waitSignal(first.folders.told_apart):
        first.desk.take([str(folder)])
    assert rows(first)[:3] == ["Contracts", "2023.pdf", "2024.pdf"]
    first.library.shown.set_folded(first.library.shown.index(0), True)
    first.desk.list_under([str(tmp_path / "nothing of it is in the library")])
    first.close()
    second = open_window()
    assert rows(second) == ["Contracts", tmp_path.name, "loose.pdf"]
    assert second.desk.added_folders() == [str(folder)]
    assert second.desk.folded_folders() == [str(folder)]


def test_a_folder_that_is_kept_in_step_gathers_what_lies_below_it(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    deep = tmp_path / "Contracts" / "2023" / "Acme"
    deep.mkdir(parents=True)
    engine.put(make_pdf(deep / "acme.pdf", ["text"]))
    engine.put(make_pdf(tmp_path / "loose.pdf", ["text"]))
    window = open_window()
    assert rows(window)[0] == "Acme"
    window.folders.add(str(tmp_path / "Contracts"))
    qtbot.waitUntil(lambda: rows(window)[0] == "Contracts")
    heading = window.library.shown.index(0)
    assert heading.data(Qt.ItemDataRole.AccessibleTextRole).endswith("kept in step")


def test_a_folded_heading_tells_what_is_hidden_below_it(window: MainWindow, qtbot) -> None:
    state, shown = window.library_state.documents, window.library.shown
    heading = shown.index(0)

    def told() -> tuple[str, str]:
        return heading.data(Role.GLYPH), heading.data(Role.BODY).partition(" · ~")[0].partition(" · /")[0]

    ids = [document.document_id for document in state.documents()[:3]]
    state.set_status(ids[0], "acme.pdf", DocumentStatus.QUEUED)
    assert heading.data(Role.GLYPH) == ""  # it can be seen below
    click(window, qtbot, 0, 120)
    assert told() == ("○", "1 waiting")
    with qtbot.waitSignal(shown.dataChanged) as repainted:
        state.set_status(ids[1], "bolt.pdf", DocumentStatus.FAILED, failure="It is damaged.")
    assert repainted.args[0].row() == 0
    assert told() == ("!", "1 failed · 1 waiting")
    assert heading.data(Role.TONE) == "bad"
    assert "1 failed · 1 waiting" in heading.data(Qt.ItemDataRole.ToolTipRole).split("\n")
    assert ", collapsed, 3 documents, 1 failed · 1 waiting" in heading.data(
        Qt.ItemDataRole.AccessibleTextRole
    )
    state.set_status(ids[0], "acme.pdf", DocumentStatus.PARSING)
    assert told() == ("!", "1 failed · 1 being read")
    state.remove(ids[1])
    assert told() == ("◔", "1 being read")
    state.set_status(ids[0], "acme.pdf", DocumentStatus.INDEXED)
    assert heading.data(Role.GLYPH) == ""


def test_a_folder_that_comes_back_folded_tells_of_its_new_documents(
    window: MainWindow, tmp_path: Path
) -> None:
    state, shown = window.library_state.documents, window.library.shown
    state.queue("first", "a.pdf", str(tmp_path / "Notes" / "a.pdf"))
    notes = shown.index(rows(window).index("Notes"))
    shown.set_folded(notes, True)
    assert notes.data(Role.GLYPH) == "○"
    state.remove("first")
    assert "Notes" not in rows(window)
    state.queue("second", "b.pdf", str(tmp_path / "Notes" / "b.pdf"))
    notes = shown.index(rows(window).index("Notes"))
    assert notes.data(Role.BODY).startswith("1 waiting")
