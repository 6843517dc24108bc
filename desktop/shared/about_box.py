"""What program this is: version, commit, licences. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from core.system.about import licences, licences_folder, version_and_commit
from desktop.shared.icons import pixmap
from desktop.shared.opening import open_with_system
from desktop.shared.theme import theme


def _tr(text: str) -> str:
    return QCoreApplication.translate("About", text)


class AboutDialog(QDialog):
    """Licences are shown with a click: the list is long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_tr("About DocuChat"))
        self.setMinimumWidth(520)
        picture = QLabel(self)
        picture.setPixmap(pixmap("docuchat", 64, ratio=self.devicePixelRatioF()))
        name = self._label("DocuChat", "title")
        self.version = self._label(_tr("Version {version}").format(version=version_and_commit()), "muted")
        self.version.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.version.setAccessibleName(self.version.text())
        says = self._label(
            _tr(
                "Ask questions about your own documents, offline, and check every sentence of the answer. "
                "Your documents, your questions and the answers stay on this computer."
            )
        )
        free = self._label(
            _tr(
                "Free software under the GNU Affero General Public License, version 3 or later; it comes "
                "without any warranty. Built with Qt, PyMuPDF, Qdrant Edge, fastembed and llama.cpp."
            ),
            "muted",
        )
        self.list = QPlainTextEdit(self)
        self.list.setReadOnly(True)
        self.list.setProperty("look", "field")
        self.list.setFont(theme().font("caption"))
        self.list.setMinimumHeight(240)
        self.list.setAccessibleName(_tr("Licences of what DocuChat is made of"))
        self.list.hide()
        self.licences = QPushButton(_tr("Licences"), self)
        self.licences.setAutoDefault(False)
        self.licences.clicked.connect(self.on_licences)
        self.texts = QPushButton(_tr("Open the texts"), self)
        self.texts.setAutoDefault(False)
        self.texts.clicked.connect(self.on_texts)
        self.texts.hide()
        close = QPushButton(_tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        heading = QVBoxLayout()
        heading.setSpacing(2)
        heading.addWidget(name)
        heading.addWidget(self.version)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(picture)
        top.addLayout(heading, 1)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.licences)
        foot.addWidget(self.texts)
        foot.addStretch()
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(says)
        column.addWidget(free)
        column.addWidget(self.list, 1)
        column.addLayout(foot)

    @Slot()
    def on_licences(self) -> None:
        self.list.setPlainText(licences() or _tr("They lie in the folder of the program."))
        self.list.show()
        self.licences.setEnabled(False)
        self.texts.setVisible(licences_folder() is not None)
        self.adjustSize()
        self.list.setFocus()

    @Slot()
    def on_texts(self) -> None:
        folder = licences_folder()
        if folder is not None:
            open_with_system(folder)

    def _label(self, text: str, look: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("look", look)
        return label
