"""Settings, last page: what may use the network, and what a report of a mistake holds. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from core.settings import Settings


class PrivacyPage(QWidget):
    """`diagnostics_requested`: the user wants a file to send with a report. `updates_requested`: to know
    whether there is a newer version."""

    diagnostics_requested = Signal()
    updates_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        says = self._label(
            self.tr(
                "Documents, questions and answers stay on this computer. DocuChat opens no connection by "
                "itself: no updates, no statistics, no reports."
            )
        )
        self.network = self._label("")
        self.says_updates = self._label("")
        self.updates = QPushButton(self.tr("Check for updates"), self)
        self.updates.setAutoDefault(False)
        self.updates.clicked.connect(self.on_updates)
        self.update_told = self._label("")
        self.update_told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.update_told.hide()
        diagnostics = self._label(
            self.tr(
                "For a report of a mistake: a file with versions, settings, numbers of documents and the "
                "log. It holds no text, no name and no question of yours; look into it before you send it."
            )
        )
        self.diagnostics = QPushButton(self.tr("Save a diagnostics file…"), self)
        self.diagnostics.setAutoDefault(False)
        self.diagnostics.clicked.connect(self.diagnostics_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (
            self._heading(self.tr("What uses the network")),
            says,
            self.network,
            self._heading(self.tr("Updates")),
            self.says_updates,
        ):
            column.addWidget(widget)
        column.addWidget(self.updates, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.update_told)
        column.addWidget(self._heading(self.tr("Diagnostics")))
        column.addWidget(diagnostics)
        column.addWidget(self.diagnostics, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()

    @Slot()
    def on_updates(self) -> None:
        self.updates.setEnabled(False)
        self._say(self.tr("Asking …"), "muted")
        self.updates_requested.emit()

    @Slot(str, bool)
    def on_update_told(self, sentence: str, ok: bool) -> None:
        self.updates.setEnabled(True)
        self._say(sentence, "muted" if ok else "bad")

    def _say(self, sentence: str, look: str) -> None:
        self.update_told.setText(sentence)
        self.update_told.setProperty("look", look)
        self.update_told.style().unpolish(self.update_told)
        self.update_told.style().polish(self.update_told)
        self.update_told.show()

    def show_settings(self, settings: Settings) -> None:
        address = settings.window.updates_url
        self.updates.setVisible(bool(address))
        self.says_updates.setText(
            self.tr(
                "DocuChat looks for none by itself, and this copy knows no address to ask: look where you "
                "got it from. An update is installed like the program, also without a network."
            )
            if not address
            else self.tr(
                "DocuChat looks for none by itself. The button asks {address} for the number of the newest "
                "version; the server there sees your network address, and nothing of yours. Nothing is "
                "downloaded: an update is installed like the program, also without a network."
            ).format(address=address)
        )
        lines = [self.tr("A model is downloaded only when you press “Fetch”.")]
        if address:
            lines.append(self.tr("The newest version is asked for only when you press “Check for updates”."))
        if settings.models.server_url:
            lines.append(
                self.tr("Questions and the passages found for them go to your model server: {url}").format(
                    url=settings.models.server_url
                )
            )
        else:
            lines.append(self.tr("Answers are written on this computer; no model server is set."))
        if settings.qdrant_url:
            lines.append(
                self.tr("The index with the text of your documents lies on your server: {url}").format(
                    url=settings.qdrant_url
                )
            )
        self.network.setText("\n".join(f"•  {line}" for line in lines))

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _heading(self, text: str) -> QLabel:
        label = self._label(text)
        label.setProperty("look", "strong")
        label.setContentsMargins(0, 8, 0, 0)
        return label
