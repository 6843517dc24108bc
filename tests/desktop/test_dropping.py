"""What is dropped and is no file gets a word; Return chooses signs while an input method composes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage, QInputMethodEvent
from PySide6.QtWidgets import QApplication

from desktop.library.document_items import DOCUMENTS_MIME
from tests.desktop.scripted import ScriptedEngine


def dragged(kind: str) -> QMimeData:
    mime = QMimeData()
    if kind == "address":
        mime.setUrls([QUrl("https://example.org/report.pdf")])
    elif kind == "text":
        mime.setText("The pump is warranted for two years.")
    elif kind == "picture":
        mime.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
        mime.setHtml('<img src="https://example.org/pump.png">')
    elif kind == "file and address":
        mime.setUrls([QUrl.fromLocalFile("/tmp/report.pdf"), QUrl("https://example.org/")])
    elif kind == "file":
        mime.setUrls([QUrl.fromLocalFile("/tmp/report.pdf")])
    else:
        mime.setData(DOCUMENTS_MIME, b"d1")
    return mime


@pytest.mark.parametrize(
    ("kind", "is_told"),
    [
        ("address", True),
        ("text", True),
        ("picture", True),
        ("file and address", True),
        ("file", False),
        ("a document of the library", False),
    ],
)
def test_what_is_no_file_of_this_computer_gets_a_word(open_window, kind: str, is_told: bool) -> None:
    window = open_window()
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    mime = dragged(kind)
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    event = QDropEvent(QPointF(9, 9), actions, mime, buttons, keys)
    window.dropEvent(event)
    assert window.library.notice.text.startswith("Only files and folders") == is_told
    assert window.library.notice.isVisible() == is_told
    assert event.dropAction() is Qt.DropAction.CopyAction  # what was moved would be deleted where it was


def test_return_sends_nothing_while_an_input_method_composes(
    open_window, engine: ScriptedEngine, qtbot
) -> None:
    window = open_window()
    edit = window.composer.edit
    QApplication.sendEvent(edit, QInputMethodEvent("ねんきゅう", []))
    with qtbot.assertNotEmitted(edit.send_pressed):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    chosen = QInputMethodEvent()
    chosen.setCommitString("年休は何日ですか？")
    QApplication.sendEvent(edit, chosen)
    assert edit.toPlainText() == "年休は何日ですか？"
    with qtbot.waitSignal(edit.send_pressed):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
