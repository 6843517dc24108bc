"""What an empty library shows: one large place to drop files, one sentence, two buttons. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.shared.icons import pixmap
from desktop.shared.theme import theme


class DropTarget(QWidget):
    """The drop itself is taken by the main window, which accepts files anywhere."""

    choose_requested = Signal()
    samples_requested = Signal()

    def __init__(self, *, offer_samples: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QLabel(self)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = QLabel(self.tr("Drop files or folders here to ask questions about them."), self)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        formats = QLabel(
            self.tr("PDF, Word, Excel, PowerPoint, e-mail, web pages, pictures, e-books and text"), self
        )
        formats.setProperty("look", "caption")
        formats.setAlignment(Qt.AlignmentFlag.AlignCenter)
        formats.setWordWrap(True)
        self.choose = QPushButton(self.tr("Add files…"), self)
        self.choose.setProperty("look", "primary")
        self.choose.clicked.connect(self.choose_requested)
        self.samples = QPushButton(self.tr("Try the sample documents"), self)
        self.samples.setProperty("look", "link")
        self.samples.setCursor(Qt.CursorShape.PointingHandCursor)
        self.samples.clicked.connect(self.samples_requested)
        self.samples.setVisible(offer_samples)
        privacy = QLabel(self.tr("Your documents stay on this computer."), self)
        privacy.setProperty("look", "caption")
        privacy.setAlignment(Qt.AlignmentFlag.AlignCenter)
        privacy.setWordWrap(True)

        column = QVBoxLayout(self)
        column.setContentsMargins(20, 24, 20, 24)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self._picture)
        column.addWidget(self._sentence)
        column.addWidget(formats)
        column.addSpacing(4)
        column.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.samples, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        column.addWidget(privacy)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()

    def on_theme_changed(self) -> None:
        self._picture.setPixmap(pixmap("add-document", 40, "accent", self.devicePixelRatioF()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme().color("border"), 1.5, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        painter.setBrush(theme().color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)


class DropTint(QWidget):
    """Laid over the whole window while files are dragged over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.workspace = ""  # the name of the one that dropped files are put into as well
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = theme().color("accent")
        ground = theme().color("window")
        ground.setAlphaF(0.82)
        painter.fillRect(self.rect(), ground)
        tint = theme().color("accent")
        tint.setAlphaF(0.10)
        painter.setBrush(tint)
        painter.setPen(QPen(accent, 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(12, 12, -12, -12), 8, 8)
        painter.setPen(accent)
        painter.setFont(theme().font("title", bold=True))
        words = self.tr("Drop to add to your library")
        if self.workspace:
            words = self.tr("Drop to add to the workspace {name}").format(name=self.workspace)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
