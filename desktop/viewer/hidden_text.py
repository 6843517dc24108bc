"""The dialog that shows what nobody sees on a document's pages, clearly apart from it. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from core.types import HiddenText
from desktop.library.document_words import hidden_report
from desktop.shared.dialog_sizes import keep_size
from desktop.shared.dialogs import without_pictures


def _tr(text: str) -> str:
    return QCoreApplication.translate("HiddenText", text)


class HiddenTextDialog(QDialog):
    """Plain text only, selectable; nothing of it is rendered or followed."""

    def __init__(self, filename: str, hidden: Sequence[HiddenText], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_tr("Hidden text of {name}").format(name=filename))
        self.resize(620, 460)
        keep_size(self, "hidden-text")
        self.warning = QLabel(
            _tr(
                "This text is in the file, but whoever looks at its pages sees it struck out, or not at all. "
                "What nobody sees may have been put there to mislead a program. All of it is kept out of "
                "searches and answers."
            ),
            self,
        )
        self.warning.setObjectName("changed")
        self.warning.setWordWrap(True)
        self.warning.setTextFormat(Qt.TextFormat.PlainText)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setProperty("look", "detail")
        self.text.setAccessibleName(self.windowTitle())
        self.text.setPlainText(hidden_report(hidden) or _tr("No hidden text is stored for this document."))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        without_pictures(buttons)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.warning)
        column.addWidget(self.text, 1)
        column.addWidget(buttons)
