"""The few modal questions and notes of the window. GUI thread."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

_NAMES_SHOWN = 5
_WIDEST, _HIGHEST = 900, 640  # pixels of the sheet of keys
_LONG_WORD = re.compile(r"\S{25,}")
_BREAK_AFTER = re.compile(r"[/\\_.-]+|[^/\\_.-]{20}")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Dialogs", text)


def _keys(named: str) -> str:
    """`Ctrl+Enter` as the keyboards of the language have it."""
    for english, shown in (
        ("Ctrl", _tr("Ctrl")),
        ("Shift", _tr("Shift")),
        ("Enter", _tr("Enter")),
        ("arrow keys", _tr("arrow keys")),
    ):
        named = named.replace(english, shown)
    return named


def keys_text() -> str:
    rows = (
        ("Enter, Ctrl+Enter", _tr("send the question (Shift+Enter: new line)")),
        ("Esc", _tr("stop the answer")),
        ("Ctrl+L", _tr("write a question")),
        ("Ctrl+N", _tr("new conversation")),
        ("Ctrl+H", _tr("past conversations, to search, rename (F2), delete (Del) and bring back (Ctrl+Z)")),
        ("Ctrl+E", _tr("export the conversation")),
        ("Ctrl+1, Ctrl+2, Ctrl+3", _tr("chat, agent or research mode")),
        ("Ctrl+O, Ctrl+Shift+O", _tr("add files, add a folder")),
        ("Ctrl+Shift+N", _tr("new workspace")),
        (_tr("Space"), _tr("in the library: check the document, to ask about it only")),
        ("Ctrl+T", _tr("tables, and back to the conversation")),
        ("Enter, F2", _tr("in a table: show a value on its page, correct it")),
        ("Tab, Enter", _tr("reach and open a citation in the answer")),
        ("N, P", _tr("next or previous citation")),
        ("Ctrl+F, F3, Shift+F3", _tr("find in the document, next and previous match")),
        ("Ctrl+G, F9", _tr("go to page, outline and pages")),
        ("Ctrl++, Ctrl+-, Ctrl+0, Ctrl+9", _tr("larger, smaller, fit the width, fit the page")),
        ("Ctrl+R, Ctrl+Shift+R", _tr("rotate right, rotate left")),
        ("Shift+arrow keys, Ctrl+A", _tr("on a page: select words or lines, all of the page")),
        ("Ctrl+Shift+L", _tr("ask about the selected text")),
        ("Ctrl+P", _tr("print the document")),
        ("F6", _tr("next pane")),
    )
    cells = "".join(
        f"<tr><td style='padding:3px 24px 3px 0'><b>{html.escape(_keys(keys))}</b></td>"
        f"<td style='padding:3px 0'>{html.escape(says)}</td></tr>"
        for keys, says in rows
    )
    return f"<table>{cells}</table>"


def without_pictures(buttons: QDialogButtonBox) -> None:
    """As all other buttons are: some desktops put pictures on the standard ones."""
    for button in buttons.buttons():
        button.setIcon(QIcon())


def show_keys(parent: QWidget) -> None:
    """On a small screen it scrolls, which a message box cannot."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(_tr("Keys"))
    sheet = QLabel(keys_text())
    sheet.setTextFormat(Qt.TextFormat.RichText)
    sheet.setContentsMargins(16, 16, 16, 16)
    area = QScrollArea(dialog)
    area.setAccessibleName(_tr("Keys"))
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidget(sheet)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    without_pictures(buttons)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.addWidget(area)
    column.addWidget(buttons)
    wanted = sheet.sizeHint()
    dialog.resize(min(wanted.width() + 60, _WIDEST), min(wanted.height() + 80, _HIGHEST))
    dialog.exec()


def breakable(text: str) -> str:
    """With places in long names and paths where a line may end; they take no room."""
    return _LONG_WORD.sub(lambda word: _BREAK_AFTER.sub("\\g<0>\u200b", word[0]), text)


def ask_password(parent: QWidget, filename: str) -> str:
    """Empty when the user does not give one."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(_tr("Password needed"))
    told = _tr("Password of {name}\nIt is kept until DocuChat is closed, and never written down.")
    dialog.setLabelText(breakable(told.format(name=filename)))
    dialog.setTextEchoMode(QLineEdit.EchoMode.Password)
    for label in dialog.findChildren(QLabel):
        label.setWordWrap(True)
    given = dialog.exec() == QInputDialog.DialogCode.Accepted
    return dialog.textValue() if given else ""


def confirm_removal(parent: QWidget, filenames: list[str]) -> bool:
    return _confirmed(
        parent,
        _tr("Remove from library"),
        _tr(
            "Remove from the library? The files themselves stay where they are, and answers that quote them "
            "keep their quotes."
        ),
        "\n".join(_some(filenames)),
        _tr("Remove"),
    )


def _some(names: Sequence[str]) -> list[str]:
    shown = list(names[:_NAMES_SHOWN])
    if len(names) > len(shown):
        shown.append(_tr("… and {n} more").format(n=len(names) - len(shown)))
    return shown


def tell_no_answer(files: Sequence[str]) -> None:
    """To a second start whose files the window that is open did not take."""
    told = _tr("DocuChat is open already, and its window does not answer. Try again when it does.")
    if files:
        told = "\n\n".join((told, _tr("Not added:"))) + "\n" + "\n".join(_some(files))
    tell(told)


def tell(sentence: str) -> None:
    """A sentence that needs no answer."""
    box = QMessageBox(QMessageBox.Icon.Information, "DocuChat", "")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(sentence)
    box.addButton(_tr("Close"), QMessageBox.ButtonRole.RejectRole)
    box.exec()


def tell_mistake(logs: Path) -> None:
    """After a mistake of the program, about which only its log knows more."""
    box = QMessageBox(QMessageBox.Icon.Warning, "DocuChat", "")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(
        _tr(
            "DocuChat made a mistake; your documents are safe. You can go on working. If it happens again, "
            "please report it with the log file."
        )
    )
    log = box.addButton(_tr("Open log folder"), QMessageBox.ButtonRole.ActionRole)
    close = box.addButton(_tr("Close"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(close)
    box.exec()
    if box.clickedButton() is log:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(logs)))


def confirm_replace(parent: QWidget, path: str) -> bool:
    return _confirmed(
        parent, _tr("Replace the file"), _tr("This file exists already. Replace it?"), path, _tr("Replace")
    )


def confirm_repair(parent: QWidget) -> bool:
    return _confirmed(
        parent,
        _tr("Repair the library"),
        _tr(
            "Repair the library? What can be read of it is saved, documents that lost something are read "
            "again, and the damaged file is kept. The window closes meanwhile and opens again."
        ),
        "",
        _tr("Repair"),
    )


def confirm_remove_model(parent: QWidget, name: str, place: str) -> bool:
    """`place`: the file of another program that is used, else empty."""
    if place:
        question = _tr("Remove {name} from the list? Its file stays where it lies: {path}")
    else:
        question = _tr("Remove {name}? Its files are deleted. It can be fetched again.")
    return _confirmed(
        parent, _tr("Remove the model"), question.format(name=name, path=place), "", _tr("Remove")
    )


def confirm_schema_reset(parent: QWidget, name: str, *, built_in: bool) -> bool:
    if built_in:
        return _confirmed(
            parent,
            _tr("Back to the built-in schema"),
            _tr("Give up your schema of {name}? What you corrected in documents is kept.").format(name=name),
            "",
            _tr("Back to the built-in schema"),
        )
    return _confirmed(
        parent,
        _tr("Delete this bucket"),
        _tr(
            "Delete the bucket {name}? Its documents stay in the library and are sorted anew; what you "
            "entered for them is kept in case the bucket comes back."
        ).format(name=name),
        "",
        _tr("Delete"),
    )


def confirm_put_back(parent: QWidget, copy: str, made: str, documents: str) -> tuple[bool, bool]:
    """Whether to replace the library by this copy, and whether to take the copy's settings, too."""
    return _chosen(
        parent,
        _tr("Put back a copy"),
        _tr(
            "Put this copy in the place of the library? What was added, asked and answered after it was made "
            "is not in it. The present library is kept among the copies. The window closes for this and "
            "opens again."
        ),
        "\n".join(part for part in (made, documents, copy) if part),
        _tr("Put back"),
        _tr("Take the settings of the copy, too"),
    )


def confirm_move(parent: QWidget, folder: str, size: str, *, interrupted: bool = False) -> bool:
    """`interrupted`: what an earlier move left lies in the folder."""
    left = _tr("What an interrupted move left there is taken away first.") if interrupted else ""
    return _confirmed(
        parent,
        _tr("Move the data"),
        _tr(
            "Move library, index, copies and models ({size}) to this folder? Every file is copied, read back "
            "and compared; then the old ones are deleted. The window closes for this and opens again."
        ).format(size=size),
        "\n".join(part for part in (folder, left) if part),
        _tr("Move"),
    )


def _confirmed(parent: QWidget, title: str, question: str, detail: str, verb: str) -> bool:
    return _chosen(parent, title, question, detail, verb)[0]


def _chosen(
    parent: QWidget, title: str, question: str, detail: str, verb: str, option: str = ""
) -> tuple[bool, bool]:
    """Whether it is to be done, and whether with the option. Read here: the check box goes with its box."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(breakable(question))
    box.setInformativeText(breakable(detail))
    act = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(_tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    with_option = QCheckBox(option)
    if option:
        box.setCheckBox(with_option)
    box.exec()
    return box.clickedButton() is act, bool(option) and with_option.isChecked()
