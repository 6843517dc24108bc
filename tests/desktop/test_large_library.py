"""A library of thousands of documents: how many rows one step on the GUI thread has to do with.

Counted, not timed: a step that asks for each row freezes the window on some computer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QDrag
from PySide6.QtTest import QTest

from core.types import Document, DocumentStatus
from desktop.library.document_filter import DocumentFilter
from desktop.library.document_items import DOCUMENTS_MIME, STEP, DocumentsModel
from desktop.library.reading_progress import ReadingProgress
from desktop.main_window import MainWindow
from desktop.shared.slices import SLICE_S, Slices
from tests.desktop.scripted import ScriptedEngine

MANY = 3_000
FEW = 200  # more rows than can be seen at once, and far fewer than there are


def many(count: int = MANY, status: DocumentStatus = DocumentStatus.INDEXED) -> list[Document]:
    def one(number: int) -> Document:
        name = f"file {number}.pdf"
        return Document(f"id{number}", "", f"/library/{number % 40:02}/{name}", name, "", 3, 9, status)

    return [one(number) for number in range(count)]


@pytest.fixture
def window(open_window, engine: ScriptedEngine, qtbot) -> MainWindow:
    engine.library = {document.document_id: document for document in many()}
    opened: MainWindow = open_window()
    assert opened.library.shown.count == MANY
    opened.show()
    qtbot.waitExposed(opened)
    opened.library.list.grab()
    return opened


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often something was asked of single rows."""
    counted: Counter[str] = Counter()

    def count(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def counting(*arguments: object) -> object:
            counted[name] += 1
            return real(*arguments)

        monkeypatch.setattr(owner, name, counting)

    for name in ("data", "flags", "at", "document"):
        count(DocumentsModel, name)
    count(DocumentFilter, "rowCount")  # Qt asks for it with every index it makes
    return counted


def test_selecting_all_asks_for_no_more_than_is_seen(window: MainWindow, qtbot, asked: Counter[str]) -> None:
    panel = window.library
    panel.list.setCurrentIndex(panel.shown.index(1))
    panel.list.selectAll()
    assert len(panel.selected_ids()) == MANY
    menu = panel.menu()
    assert menu is not None
    assert any("Check, to ask about these only" in action.text() for action in menu.actions())
    assert len(panel.shown.mime_of(panel.selected_ids()).data(DOCUMENTS_MIME)) > MANY
    qtbot.keyClick(panel.list, Qt.Key.Key_Space)
    assert window.library_state.documents.checked_count == MANY
    assert asked.total() < FEW, asked


def test_a_change_asks_for_no_more_than_can_be_seen(window: MainWindow, qtbot, asked: Counter[str]) -> None:
    state = window.library_state.documents
    state.set_status("id7", "file 7.pdf", DocumentStatus.FAILED)
    state.queue("new", "new.pdf", "/library/07/new.pdf")
    state.set_status("new", "new.pdf", DocumentStatus.SEARCHABLE)
    window.library.list.grab()
    assert asked.total() < 2 * FEW, asked


def test_keys_find_a_row_without_asking_for_each(window: MainWindow, asked: Counter[str]) -> None:
    view, shown = window.library.list, window.library.shown
    view.setCurrentIndex(shown.index(5))
    view.keyboardSearch("nothing begins so")
    assert view.currentIndex().row() == 5
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.currentIndex().row() == shown.rowCount() - 1
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.currentIndex().row() == 0
    assert asked.total() < FEW, asked
    view.keyboardSearch("")  # begins anew
    view.keyboardSearch("FILE 2999")
    assert shown.ids_at(view.currentIndex()) == ["id2999"]
    view.keyboardSearch("")
    view.keyboardSearch("file 40.")
    assert shown.ids_at(view.currentIndex()) == ["id40"]
    view.keyboardSearch("")
    view.keyboardSearch("07")  # a folder
    assert shown.is_heading(view.currentIndex())
    assert shown.folder_at(view.currentIndex()) == "/library/07"


def test_selected_documents_come_in_order_and_without_headings(window: MainWindow) -> None:
    panel = window.library
    rows = [panel.shown.index(row) for row in range(panel.shown.rowCount())]
    for row in (rows[200], rows[0], rows[1], rows[2], rows[199]):  # rows[0] is a heading
        panel.list.selectionModel().select(row, panel.list.selectionModel().SelectionFlag.Select)
    wanted = [window.library_state.documents.ids_of([number])[0] for number in (0, 40)]
    assert panel.selected_ids()[:2] == wanted
    assert len(panel.selected_ids()) == 4
    assert panel.list.only_chosen() == ""
    panel.list.setCurrentIndex(rows[2])
    assert panel.list.only_chosen() == wanted[1]


def test_a_list_that_grew_by_thousands_is_followed_in_small_steps(qapp) -> None:
    model = DocumentsModel()
    model.replace_all(many(100))
    news = [replace(one, page_count=4) if one.document_id == "id5" else one for one in many()[1:]]
    handled = 0

    def on_rows(_parent: QModelIndex, first: int, last: int) -> None:
        nonlocal handled
        handled += last - first + 1

    model.rowsInserted.connect(on_rows)
    model.rowsRemoved.connect(on_rows)
    steps, most = 0, 0
    for _step in model.updating(news):
        steps, most, handled = steps + 1, max(most, handled), 0
    assert most <= 64
    assert steps > MANY // STEP
    assert model.documents() == news
    assert [model.row_of(one.document_id) for one in news] == list(range(len(news)))


def test_slices_leave_the_event_loop_its_turn_and_newer_work_takes_over(qtbot) -> None:
    now, turns, done = 0.0, [], []

    def work(name: str, steps: int) -> Iterator[None]:
        nonlocal now
        for _ in range(steps):
            now += SLICE_S / 4
            turns.append(name)
            yield

    slices = Slices(clock=lambda: now)
    slices.start(work("first", 1000), lambda: done.append("first"))
    assert turns == ["first"] * 4
    slices.start(work("second", 10), lambda: done.append("second"))
    assert (turns.count("second"), done) == (4, [])
    qtbot.waitUntil(lambda: done == ["second"])
    assert (turns.count("first"), turns.count("second")) == (4, 10)


def test_thousands_that_wait_are_counted_as_they_come(open_window, engine: ScriptedEngine) -> None:
    engine.library = {one.document_id: one for one in many(status=DocumentStatus.QUEUED)}
    engine.ingest_paused = True
    window = open_window()
    assert window.library_state.progress.remaining == MANY


def test_progress_counts_right_whatever_comes(qapp) -> None:
    progress, chance, shares = ReadingProgress(), random.Random(3), {}
    for step in range(2_000):
        name = f"id{chance.randrange(60)}"
        match chance.randrange(4):
            case 0 if progress.remaining:
                progress.queue(name, float(step))
                shares[name] = False
            case 0:
                progress.queue(name, float(step))
                shares = {name: False}
            case 1:
                progress.forget(name)
                shares.pop(name, None)
            case 2 if name in shares:
                progress.settle(
                    {one: DocumentStatus.INDEXED if one == name else DocumentStatus.QUEUED for one in shares}
                )
                shares[name] = True
            case _ if name in shares:
                progress.status(name, DocumentStatus.FAILED, float(step))
                shares[name] = True
        assert (progress.total, progress.finished) == (len(shares), sum(shares.values()))
        assert progress.fraction == pytest.approx(sum(shares.values()) / len(shares) if shares else 1.0)


@pytest.mark.parametrize("every", [1, 3])
def test_thousands_are_removed_in_few_steps(window: MainWindow, qtbot, every: int) -> None:
    """`every` third of them lies too scattered to go run by run."""
    told: list[int] = []
    documents, shown = window.library_state.documents, window.library.shown
    documents.set_checked(["id0", "id1"])
    gone = [one.document_id for one in documents.documents()[::every]]
    for signal in (documents.rowsRemoved, documents.modelReset):
        signal.connect(lambda *_: told.append(documents.rowCount()))
    window.library_state.remove(gone)
    qtbot.waitUntil(lambda: documents.rowCount() == MANY - len(gone))
    assert len(told) < MANY / 100
    assert shown.count == MANY - len(gone)
    assert documents.checked_ids() == ([] if every == 1 else ["id1"])
    left = documents.documents()
    assert [documents.row_of(one.document_id) for one in left] == list(range(len(left)))
    assert shown.ids() == [one.document_id for one in sorted(left, key=lambda one: one.path[9:11])]


def test_many_checks_are_told_in_order_and_once(window: MainWindow) -> None:
    documents, told = window.library_state.documents, list[int]()
    documents.checked_changed.connect(lambda: told.append(documents.checked_count))
    ids = [one.document_id for one in documents.documents()]
    documents.check([*reversed(ids[::2]), "unknown"], on=True)
    assert documents.checked_ids() == ids[::2]
    assert documents.count_checked(ids[:10]) == 5
    documents.check(ids[:2000], on=False)
    assert documents.checked_ids() == ids[2000::2]
    documents.set_checked([])
    assert told == [1500, 500, 0]


def test_thousands_that_failed_are_read_again_in_slices(window: MainWindow, qtbot) -> None:
    state = window.library_state
    ids = [one.document_id for one in state.documents.documents()]

    def waiting() -> int:
        return sum(one.status is DocumentStatus.QUEUED for one in state.documents.documents())

    state.pause()
    state.retry(ids)
    assert 0 < waiting() < MANY  # the rest is done between other events
    state.documents.set_status("id2999", "file 2999.pdf", DocumentStatus.PARSING)  # an event is sooner
    qtbot.waitUntil(lambda: waiting() == MANY - 1)
    assert state.documents.document("id2999").status is DocumentStatus.PARSING


def test_rows_are_dragged_as_what_they_are(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[bytes] = []

    class Drag(QDrag):
        def exec(self, *_actions: object) -> Qt.DropAction:
            dropped.append(bytes(self.mimeData().data(DOCUMENTS_MIME).data()))
            return Qt.DropAction.CopyAction

    monkeypatch.setattr("desktop.library.document_list.QDrag", Drag)
    view = window.library.list
    told: list[bool] = []
    view.dragging.connect(told.append)
    view.setCurrentIndex(window.library.shown.index(1))
    view.selectionModel().select(window.library.shown.index(2), view.selectionModel().SelectionFlag.Select)
    view.startDrag(Qt.DropAction.CopyAction)
    assert dropped == [b"id0\nid40"]
    assert told == [True, False]


def test_what_is_removed_in_parts_leaves_the_list_together(window: MainWindow, qtbot) -> None:
    documents = window.library_state.documents
    told: list[int] = []
    for signal in (documents.rowsRemoved, documents.modelReset):
        signal.connect(lambda *_: told.append(documents.rowCount()))
    for part in range(5):
        window.library_state.on_removed([f"id{number}" for number in range(part * 90, part * 90 + 90, 3)])
    qtbot.waitUntil(lambda: documents.rowCount() == MANY - 150)
    assert len(told) == 1
    assert documents.row_of("id3") == -1
    assert documents.at(documents.row_of("id4")).document_id == "id4"
