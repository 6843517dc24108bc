"""Adding, reading, pausing and removing documents, as seen in the list."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from core.events import DocumentStatusChanged, EventStamper, PathRejected, RunFinished
from core.types import DocumentStatus
from desktop.library.document_items import DocumentsModel
from desktop.main_window import MainWindow
from desktop.messages.words import rejection_sentence
from desktop.shared import dialogs
from desktop.shared.item_roles import Role
from tests.desktop.scripted import ScriptedEngine, make_pdf
from tests.window_kit import drop


def words(window: MainWindow) -> list[str]:
    model = window.library_state.documents
    return [model.index(row).data(Role.BODY) for row in range(model.rowCount())]


def test_dropped_files_become_ready(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    engine.hold_reading = True
    window = open_window()
    files = [make_pdf(tmp_path / f"{name}.pdf", ["some text"]) for name in ("one", "two")]
    drop(window, files)
    assert not window.tint.isVisible()
    qtbot.waitUntil(lambda: words(window) == ["searchable · 25 % · 1 page", "waiting"])
    assert window.library.list.isVisible()
    assert window.library._line.text() == "Reading 1 of 2"
    engine.go_on()
    engine.go_on()
    qtbot.waitUntil(lambda: words(window) == ["ready · 1 page", "ready · 1 page"])
    assert not window.library._footer.isVisible()


def test_the_samples_button_adds_the_samples(open_window, qtbot) -> None:
    window = open_window()
    qtbot.mouseClick(window.library.drop_target.samples, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: len(words(window)) == 5 and all(word.startswith("ready") for word in words(window))
    )


def test_what_an_earlier_version_read_is_read_anew_from_the_start(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    engine.put(make_pdf(tmp_path / "one.pdf", ["text"]))
    engine.outdated, engine.hold_reading = 2, True
    window = open_window()
    qtbot.waitUntil(lambda: window.library._line.text() == "Reading 1 of 2 anew – about 2 hours left")
    assert words(window) == ["ready · 1 page"]
    window.library.on_pause_clicked()
    qtbot.waitUntil(lambda: window.library._line.text() == "Paused – 2 are to be read anew")
    engine.hold_reading = False
    window.library.on_pause_clicked()
    qtbot.waitUntil(lambda: not window.library._footer.isVisible())


def test_pause_stops_and_resume_goes_on(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    engine.hold_reading = True
    window = open_window()
    window.library_state.add([str(make_pdf(tmp_path / "one.pdf", ["text"]))])
    qtbot.waitUntil(lambda: words(window) == ["searchable · 25 % · 1 page"])
    outcomes: list[str] = []
    window._crew.reading.events_arrived.connect(
        lambda events: outcomes.extend(event.outcome for event in events if isinstance(event, RunFinished))
    )
    qtbot.mouseClick(window.library.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: outcomes == ["cancelled"])
    assert window.library._line.text() == "Paused – 1 document waits"
    engine.library = {
        key: replace(document, status=DocumentStatus.QUEUED) for key, document in engine.library.items()
    }
    engine.hold_reading = False
    qtbot.mouseClick(window.library.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: words(window) == ["ready · 1 page"])


def test_a_rejected_file_is_named_once() -> None:
    for reason in ("There is no such file.", "a.pdf is empty."):
        event = EventStamper()(PathRejected, path="/folder/a.pdf", reason=reason, hint="Check it.")
        assert rejection_sentence(event).count("a.pdf") == 1
        assert rejection_sentence(event).endswith(f"{reason} Check it.")


def test_a_missing_file_is_named(open_window, tmp_path: Path, qtbot) -> None:
    window = open_window()
    window.library_state.add([str(tmp_path / "nowhere.pdf")])
    qtbot.waitUntil(window.library.notice.isVisible)
    assert "nowhere.pdf does not exist" in window.library.notice.text


def test_files_given_at_the_start_are_kept(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    engine.put(make_pdf(tmp_path / "left.pdf", ["what an earlier session left"]), DocumentStatus.QUEUED)
    window = open_window(wait=False)
    window.library_state.add([str(make_pdf(tmp_path / "early.pdf", ["text"]))])
    qtbot.waitUntil(lambda: words(window) == ["ready · 1 page"] * 2)


def test_removing_asks_first_and_leaves_the_file(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_pdf(tmp_path / "one.pdf", ["text"])
    engine.put(path)
    window = open_window()
    window.library.list.setCurrentIndex(window.library.list.model().index(0, 0))
    answers = [False, True]
    asked = []
    monkeypatch.setattr(
        dialogs, "confirm_removal", lambda _parent, names: asked.append(names) or answers.pop(0)
    )
    window.library.list.setFocus()
    qtbot.keyClick(window.library.list, Qt.Key.Key_Delete)
    assert len(asked) == len(words(window)) == 1
    qtbot.keyClick(window.library.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: words(window) == [])
    assert asked == [["one.pdf"], ["one.pdf"]]
    assert path.exists()
    assert window.library.drop_target.isVisible()


def test_statuses_stand_in_plain_words_and_a_failure_with_its_reason() -> None:
    model = DocumentsModel()
    for status, word in zip(DocumentStatus, ("waiting", "reading", "searchable", "ready"), strict=False):
        model.set_status("a", "a.pdf", status)
        assert model.index(0).data(Role.BODY) == word
    model.set_status("a", "a.pdf", DocumentStatus.FAILED, failure="a.pdf needs a password.")
    index = model.index(0)
    assert index.data(Role.GLYPH) == "!"
    assert index.data(Role.BODY) == "failed: a.pdf needs a password."
    assert "needs a password" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_the_model_obeys_qts_rules(qtmodeltester) -> None:
    model = DocumentsModel()
    qtmodeltester.check(model)
    for name in "abc":
        model.queue(name, f"{name}.pdf", f"/{name}.pdf")
    model.remove("b")
    qtmodeltester.check(model)
    assert [model.index(row).data(Role.TITLE) for row in range(2)] == ["a.pdf", "c.pdf"]
    assert model.document("c").path == "/c.pdf"


def test_a_removal_says_that_answers_keep_their_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(dialogs, "_confirmed", lambda _parent, _title, question, *_: asked.append(question))
    dialogs.confirm_removal(None, ["a.pdf"])  # type: ignore[arg-type]
    assert "answers that quote them keep their quotes" in asked[0]


def test_the_plus_button_adds_files_and_folders(open_window, tmp_path: Path, qtbot, monkeypatch) -> None:
    window = open_window()
    one = make_pdf(tmp_path / "one.pdf", ["text"])
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args: ([str(one)], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    files, add_folder = window.library._add.menu().actions()[:2]
    files.trigger()
    qtbot.waitUntil(lambda: len(words(window)) == 1)
    with qtbot.waitSignal(window.library_state._add_requested) as added:
        add_folder.trigger()
    assert added.args[0] == [str(folder)]


@pytest.mark.parametrize("field", ["library.filter", "past.search", "document.find_bar.field"])
def test_a_file_over_a_field_is_for_the_library(open_window, tmp_path: Path, field: str) -> None:
    """File managers give its path as text, too, which the field would take."""
    window = open_window()
    window.show()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(make_pdf(tmp_path / "a.pdf", ["Alpha"])))])
    mime.setText(str(tmp_path / "a.pdf"))
    over, buttons, keys = attrgetter(field)(window), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(over, QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, buttons, keys))
    assert window.tint.isVisible()


@pytest.mark.slow
def test_thousands_of_events_stay_quick(open_window, qtbot) -> None:
    import time

    window = open_window()
    stamp = EventStamper()
    relay = window._crew.reading
    inserted: list[int] = []  # a list of the library, which holds none of them, may take them out again
    window.library_state.documents.rowsInserted.connect(
        lambda _parent, first, last: inserted.append(last - first + 1)
    )
    for number in range(2000):
        relay.push(
            stamp(
                DocumentStatusChanged,
                document_id=str(number),
                filename=f"{number}.pdf",
                status=DocumentStatus.INDEXED,
                page_count=3,
            )
        )
    began = time.perf_counter()
    qtbot.waitUntil(lambda: sum(inserted) == 2000, timeout=60_000)
    assert time.perf_counter() - began < 10
