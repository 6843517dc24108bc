"""The few modal questions and notes of the window. GUI thread."""

from __future__ import annotations

import html
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox, QWidget

from desktop.icons import pixmap

_NAMES_SHOWN = 5


def _tr(text: str) -> str:
    return QCoreApplication.translate("Dialogs", text)


def app_version() -> str:
    try:
        return version("docuchat")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return _tr("from source")


def about_text() -> str:
    lines = (
        f"<h3>DocuChat {html.escape(app_version())}</h3>",
        _tr("Ask questions about your own documents, offline, and check every sentence of the answer."),
        _tr("Your documents, your questions and the answers stay on this computer."),
        _tr(
            "Free software under the GNU Affero General Public License, version 3 or later; "
            "it comes without any warranty."
        ),
        _tr("Built with Qt, PyMuPDF, Qdrant Edge, fastembed and llama.cpp."),
    )
    return "".join(line if line.startswith("<h3>") else f"<p>{html.escape(line)}</p>" for line in lines)


def show_about(parent: QWidget) -> None:
    box = QMessageBox(parent)
    box.setWindowTitle(_tr("About DocuChat"))
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(about_text())
    box.setIconPixmap(pixmap("docuchat", 64, ratio=parent.devicePixelRatioF()))
    box.exec()


def keys_text() -> str:
    rows = (
        ("Enter, Ctrl+Enter", _tr("send the question (Shift+Enter: new line)")),
        ("Esc", _tr("stop the answer")),
        ("Ctrl+L", _tr("write a question")),
        ("Ctrl+N", _tr("new conversation")),
        ("Ctrl+1, Ctrl+2", _tr("chat or agent mode")),
        ("Ctrl+O, Ctrl+Shift+O", _tr("add files, add a folder")),
        ("Tab, Enter", _tr("reach and open a citation in the answer")),
        ("N, P", _tr("next or previous citation")),
        ("Ctrl++, Ctrl+-, Ctrl+0", _tr("larger, smaller, fit the width")),
        ("F6", _tr("next pane")),
    )
    cells = "".join(
        f"<tr><td style='padding:3px 24px 3px 0'><b>{html.escape(keys)}</b></td>"
        f"<td style='padding:3px 0'>{html.escape(says)}</td></tr>"
        for keys, says in rows
    )
    return f"<table>{cells}</table>"


def show_keys(parent: QWidget) -> None:
    box = QMessageBox(parent)
    box.setWindowTitle(_tr("Keys"))
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(keys_text())
    box.exec()


def ask_password(parent: QWidget, filename: str) -> str:
    """Empty when the user does not give one."""
    password, given = QInputDialog.getText(
        parent,
        _tr("Password needed"),
        _tr("Password of {name}\nIt is kept until DocuChat is closed, and never written down.").format(
            name=filename
        ),
        QLineEdit.EchoMode.Password,
    )
    return password if given else ""


def confirm_removal(parent: QWidget, filenames: list[str]) -> bool:
    shown = filenames[:_NAMES_SHOWN]
    if len(filenames) > len(shown):
        shown.append(_tr("… and {n} more").format(n=len(filenames) - len(shown)))
    return _confirmed(
        parent,
        _tr("Remove from library"),
        _tr(
            "Remove from the library? The files themselves stay where they are, and answers that quote them "
            "keep their quotes."
        ),
        "\n".join(shown),
        _tr("Remove"),
    )


def _confirmed(parent: QWidget, title: str, question: str, detail: str, verb: str) -> bool:
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(detail)
    act = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(_tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.exec()
    return box.clickedButton() is act
