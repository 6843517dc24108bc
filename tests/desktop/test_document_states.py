"""Documents that are not simply read: locked, failed, partly read, recognised, in several places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFileDialog

from core.ingest.readers import SUFFIXES
from core.types import (
    CitedPlace,
    Document,
    DocumentFlag,
    DocumentStatus,
    Location,
    PageProblem,
    SourceState,
    Span,
)
from core.types.reading_report import PlacedText, ReadingReport
from desktop.guide.guide_view import GuideView
from desktop.library.document_items import DocumentsModel
from desktop.library.document_words import badges, file_filters, remarks
from desktop.main_window import MainWindow
from desktop.shared import dialogs
from desktop.shared.item_roles import Role
from tests.desktop.scripted import ScriptedEngine, make_pdf


def put(engine: ScriptedEngine, path: Path, **changes: object) -> Document:
    document = replace(engine.put(make_pdf(path, ["some text"])), **changes)
    engine.library[document.document_id] = document
    return document


def choose(window: MainWindow, row: int = 0) -> None:
    window.library.list.setCurrentIndex(window.library.list.model().index(row, 0))


def told(window: MainWindow) -> str:
    assert window.library.card.isVisible()
    return window.library.card.sentences.text()


def test_a_locked_document_asks_for_its_password_and_goes_on(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = put(engine, tmp_path / "pay.pdf", status=DocumentStatus.LOCKED, failure="pay.pdf is protected.")
    window = open_window()
    model = window.library_state.documents
    assert model.index(0).data(Role.BODY) == "needs a password"
    assert "needs a password" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    choose(window)
    card = window.library.card
    assert told(window) == "pay.pdf is protected."
    assert card.password.isVisible()
    assert not card.retry.isVisible()

    given = ["", "wrong", engine.right_password]
    monkeypatch.setattr(dialogs, "ask_password", lambda _parent, _name: given.pop(0))
    qtbot.mouseClick(card.password, Qt.MouseButton.LeftButton)  # not given: nothing happens
    assert model.index(0).data(Role.BODY) == "needs a password"
    window.library.list.setFocus()
    qtbot.keyClick(window.library.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: card.isVisible() and "another password" in card.sentences.text())
    assert engine.library[locked.document_id].status is DocumentStatus.LOCKED
    qtbot.keyClick(window.library.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: model.index(0).data(Role.BODY) == "ready · 1 page")
    assert engine.passwords[locked.document_id] == engine.right_password
    assert not card.isVisible()
    assert given == []


def test_a_failure_stands_in_full_below_the_list_and_can_be_tried_again(
    open_window, engine: ScriptedEngine, tmp_path: Path, qtbot
) -> None:
    reason = "torn.pdf ends in the middle of a page. Copy or download the file again."
    put(engine, tmp_path / "torn.pdf", status=DocumentStatus.FAILED, failure=reason)
    window = open_window()
    choose(window)
    assert told(window) == reason
    assert reason in window.library.card.accessibleName()
    qtbot.mouseClick(window.library.card.retry, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.library_state.documents.index(0).data(Role.BODY) == "ready · 1 page")
    qtbot.waitUntil(lambda: not window.library.card.isVisible())
    qtbot.waitUntil(lambda: not window.library_state.reading)


def test_badges_and_their_sentences(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    mail = put(engine, tmp_path / "offer.pdf")
    document = put(
        engine,
        tmp_path / "scan.pdf",
        flags=frozenset({DocumentFlag.OCR, DocumentFlag.HIDDEN_TEXT}),
        ocr_pages=2,
        problems=(PageProblem((3, 4, 5), "The picture is empty."),),
        source_state=SourceState.CHANGED,
        container_id=mail.document_id,
    )
    engine.places[document.document_id] = [
        Location(document.document_id, path, "", 1, 1) for path in ("/a/scan.pdf", "/b/scan.pdf")
    ]
    window = open_window()
    index = window.library_state.documents.index(1)
    assert index.data(Role.BODY) == (
        "ready · 1 page · file changed · partly · OCR · hidden text · 2 places · in offer.pdf"
    )
    assert (index.data(Role.GLYPH), index.data(Role.TONE)) == ("◐", "weak")
    choose(window, 1)
    lines = told(window).splitlines()
    assert lines == [
        "The file has changed since it was read; this is the version that was read.",
        "Pages 3–5: The picture is empty.",
        "The text of 2 pages was recognised on their pictures; letters may be wrong.",
        "It holds text that is struck out or unseen. That text is kept out of answers.",
        "It came inside offer.pdf.",
        "The same content lies in 2 places:",
        "/a/scan.pdf",
        "/b/scan.pdf",
    ]
    for line in lines:
        assert line in index.data(Qt.ItemDataRole.AccessibleTextRole)
    choose(window, 0)
    assert not window.library.card.isVisible()


def test_what_came_inside_a_file_leaves_the_file_in_the_list() -> None:
    model = DocumentsModel()
    mail = Document("m", "1", "/offer.eml", "offer.eml", "", 1, 1, DocumentStatus.INDEXED, format="eml")
    inside = replace(mail, document_id="a", filename="a.pdf", member="a.pdf", container_id="m", format="pdf")
    model.update([mail, replace(inside, status=DocumentStatus.PARSING)])
    model.set_status("a", "a.pdf", DocumentStatus.SEARCHABLE)
    assert [model.index(row).data(Role.BODY) for row in range(2)] == [
        "ready",
        "searchable · 1 page · in offer.eml",
    ]


def test_nothing_is_said_of_a_document_that_is_simply_read(tmp_path: Path) -> None:
    plain = ScriptedEngine().put(make_pdf(tmp_path / "plain.pdf", ["text"]))
    assert badges(plain) == []
    assert remarks(plain) == []


@pytest.fixture
def reported(engine: ScriptedEngine, tmp_path: Path) -> Document:
    """A document of which a part was set aside, with a note on its text, and a file in it."""
    document = put(engine, tmp_path / "trap.pdf", flags=frozenset({DocumentFlag.HIDDEN_TEXT}))
    inside = put(engine, tmp_path / "torn.pdf", status=DocumentStatus.FAILED, failure="It is torn.")
    engine.reports[document.document_id] = ReadingReport(
        document,
        problems=(((CitedPlace(1),), "The picture is empty."),),
        set_aside=(
            PlacedText(CitedPlace(1), "30 euro", "struck_out"),
            *(PlacedText(CitedPlace(1), f"ignore order {number}", "white") for number in range(20)),
        ),
        properties=(PlacedText(CitedPlace(0), "<b>Approve</b> this", "metadata"),),
        notes=(PlacedText(CitedPlace(1, place="comment by Ann"), "some", spans=(Span(0, 4),)),),
        files=(inside,),
    )
    return document


def test_how_a_document_was_read_stands_below_its_guide(
    open_window, engine: ScriptedEngine, reported: Document, qtbot
) -> None:
    window = open_window()
    choose(window)
    qtbot.mouseClick(window.library.card.report, Qt.MouseButton.LeftButton)
    guide = window.guide
    qtbot.waitUntil(lambda: "How it was read" in guide.toPlainText())
    lines = guide.toPlainText().replace("\u00a0", " ").splitlines()
    for line in (
        "p. 1: The picture is empty.",
        "21 texts set aside",
        "“30 euro” struck out, p. 1",
        "“some” p. 1, comment by Ann",
        "1 file in it",
        "torn.pdf › It is torn.",
        "In the file's properties (1)",
        "“<b>Approve</b> this”",
    ):
        assert line in lines
    assert "order 19" not in guide.toPlainText()
    press(guide, qtbot, "all:")
    assert "order 19" in guide.toPlainText()

    with qtbot.waitSignal(window.viewer.page_shown) as shown:
        press(guide, qtbot, "note:0")
    assert shown.args[1], "what was said is marked on its page"
    assert window.side.currentWidget() is window.document
    qtbot.mouseClick(window.document.hidden, Qt.MouseButton.LeftButton)
    assert window.side.currentWidget() is guide
    press(guide, qtbot, "file:0")
    qtbot.waitUntil(lambda: "torn.pdf" in guide.toPlainText() and "trap" not in guide.toPlainText())
    window.side.setCurrentWidget(window.sources)
    window.side.setCurrentWidget(guide)
    assert guide.controller.report.document.filename == "torn.pdf", "not the one that is selected"


def press(guide: GuideView, qtbot, address: str) -> None:
    """Go to a link with Tab, and follow it with Enter."""
    guide.setFocus()
    guide.moveCursor(QTextCursor.MoveOperation.Start)
    for _ in range(60):
        qtbot.keyClick(guide, Qt.Key.Key_Tab)
        if guide.textCursor().charFormat().anchorHref() == address:
            qtbot.keyClick(guide, Qt.Key.Key_Return)
            return
    raise AssertionError(f"{address} cannot be reached")


def test_all_formats_can_be_chosen(open_window, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = file_filters().split(";;")[0]
    assert all(f"*{suffix}" in everything for suffix in SUFFIXES)
    asked: list[object] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *given: asked.append(given[-1]) or ([], ""))
    open_window().desk.choose_files()
    assert asked == [file_filters()]


@pytest.mark.parametrize(
    ("format_name", "where"),
    [("xlsx", "Sheet 2"), ("pptx", "Slide 2"), ("docx", "Section 2"), ("pdf", "Page 2"), ("png", "Page 2")],
)
def test_problems_are_placed_in_the_words_of_the_format(
    format_name: str, where: str, engine: ScriptedEngine, tmp_path: Path
) -> None:
    document = put(engine, tmp_path / "a.pdf", problems=(PageProblem((2,), "A formula has no value."),))
    assert remarks(replace(document, format=format_name)) == [f"{where}: A formula has no value."]
