"""The Document tab: header, page and zoom controls, the page, the walk through the citations. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.types import DocumentFlag, Page, PageKind, Span
from desktop.controllers.viewer import ViewerController
from desktop.document_words import named_word, place_word, source_sentence
from desktop.icons import icon
from desktop.theme import theme
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.page_view import PageView
from desktop.widgets.text_page import TextPage
from desktop.workers.render import PageImage


class DocumentViewer(QWidget):
    """Shows what the viewer controller says. `citation_step(±1)` asks for the next or previous citation."""

    citation_step = Signal(int)
    hidden_text_requested = Signal(str)

    def __init__(self, viewer: ViewerController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self.title = ElidedLabel(self)
        self.title.setProperty("look", "heading")
        self.place = ElidedLabel(self)
        self.place.setProperty("look", "caption")
        self._buttons: dict[str, QToolButton] = {}
        previous = self._button("previous", self.tr("Previous page"))
        following = self._button("next", self.tr("Next page"))
        smaller = self._button("minus", self.tr("Smaller (Ctrl+-)"))
        larger = self._button("plus", self.tr("Larger (Ctrl++)"))
        fit = self._button("fit-width", self.tr("Fit the width (Ctrl+0)"))
        previous.clicked.connect(self.on_previous_page)
        following.clicked.connect(self.on_next_page)
        smaller.clicked.connect(self.on_smaller)
        larger.clicked.connect(self.on_larger)
        fit.clicked.connect(viewer.fit)

        self.number = QLineEdit(self)
        self.number.setAccessibleName(self.tr("Page number"))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedWidth(52)
        self.number.setValidator(QIntValidator(1, 999_999, self.number))
        self.number.returnPressed.connect(self.on_number_entered)
        self._count = QLabel(self)
        self._count.setProperty("look", "muted")
        self._scale = QLabel(self)
        self._scale.setMinimumWidth(44)
        self._scale.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hidden = QPushButton(self.tr("Hidden text…"), self)
        self.hidden.setProperty("look", "small")
        self.hidden.setToolTip(self.tr("This file holds text that nobody sees on its pages"))
        self.hidden.clicked.connect(self.on_hidden)
        tools = QHBoxLayout()
        tools.setSpacing(4)
        for widget in (previous, self.number, self._count, following):
            tools.addWidget(widget)
        tools.addStretch()
        tools.addWidget(self.hidden)
        for widget in (smaller, self._scale, larger, fit):
            tools.addWidget(widget)

        self.page = PageView(self)
        self.page.room_changed.connect(viewer.set_room)
        self.page.turned.connect(self.on_turned)
        self.page.zoomed.connect(viewer.zoom)
        self.text = TextPage(self)
        self.text.turned.connect(self.on_turned)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.page)
        self.stack.addWidget(self.text)

        self.warning = QLabel(self)
        self.warning.setObjectName("changed")
        self.warning.setWordWrap(True)
        self.warning.setTextFormat(Qt.TextFormat.PlainText)
        self.warning.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.warning.hide()

        self.quoted = ElidedLabel(self)
        self.quoted.setProperty("look", "caption")
        self.previous_citation = QPushButton(self.tr("Previous"), self)
        self.previous_citation.setToolTip(self.tr("Previous citation (P)"))
        self.previous_citation.setAccessibleName(self.tr("Previous citation"))
        self.previous_citation.clicked.connect(self.on_previous_citation)
        self.next_citation = QPushButton(self.tr("Next citation"), self)
        self.next_citation.setToolTip(self.tr("Next citation (N)"))
        self.next_citation.clicked.connect(self.on_next_citation)
        walk = QHBoxLayout()
        walk.setSpacing(8)
        walk.addWidget(self.quoted, 1)
        walk.addWidget(self.previous_citation)
        walk.addWidget(self.next_citation)

        self._head = QWidget(self)
        head = QVBoxLayout(self._head)
        head.setContentsMargins(12, 8, 8, 8)
        head.setSpacing(4)
        head.addWidget(self.title)
        head.addWidget(self.place)
        head.addLayout(tools)
        self._foot = QWidget(self)
        self._foot.setLayout(walk)
        walk.setContentsMargins(12, 8, 8, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.warning)
        column.addWidget(self.stack, 1)
        column.addWidget(self._foot)

        viewer.changed.connect(self.on_changed)
        viewer.page_shown.connect(self.on_page_shown)
        viewer.text_shown.connect(self.on_text_shown)
        viewer.failed.connect(self.on_failed)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()
        self.on_changed()

    @Slot()
    def on_changed(self) -> None:
        viewer = self._viewer
        self._head.setVisible(viewer.is_open)
        self.warning.hide()
        if not viewer.is_open:
            self._foot.hide()
            self.stack.setCurrentWidget(self.page)
            self.page.show_message(
                self.tr("Click a number in an answer, or a document, to see its page here.")
            )
            return
        self.title.setText(viewer.filename)
        self.number.setText(str(viewer.number))
        self._count.setText(f"/ {viewer.page_count}")
        self._scale.setText(f"{round((viewer.text_scale if viewer.shows_text else viewer.scale) * 100)} %")
        self.text.set_scale(viewer.text_scale)
        self.place.setText(self._place_of_page())
        self.place.setVisible(bool(self.place.text()))
        document = viewer.document
        self.hidden.setVisible(document is not None and DocumentFlag.HIDDEN_TEXT in document.flags)
        self._buttons["previous"].setEnabled(viewer.number > 1)
        self._buttons["next"].setEnabled(viewer.number < viewer.page_count)
        target = viewer.target
        self._foot.setVisible(target is not None)
        if target is not None:
            place = place_word(target.page, target.page_kind, target.page_label, target.place)
            cited = self.tr("[{number}] cited · {file}, {place}")
            name = named_word(target.filename, target.origin)
            self.quoted.setText(cited.format(number=target.number, file=name, place=place))

    def _place_of_page(self) -> str:
        """The name of a sheet, a slide or a section; nothing for pages, whose number says it all."""
        page = self._viewer.page
        if page is None or (page.kind is PageKind.PAGE and not page.ocr):
            return ""
        if page.kind is PageKind.PAGE:
            return self.tr("The text of this page was recognised on its picture")
        word = place_word(page.number, page.kind, page.label)
        return word[:1].upper() + word[1:]

    @Slot(object, object, bool)
    def on_text_shown(self, page: Page, spans: tuple[Span, ...], scroll: bool) -> None:
        sentence = source_sentence(self._viewer.source_state)
        self.warning.setText(sentence)
        self.warning.setVisible(bool(sentence))
        self.stack.setCurrentWidget(self.text)  # first: what is hidden has no size to scroll by
        self.text.show_page(page, spans, scroll=scroll)
        where = place_word(page.number, page.kind, page.label)
        self.text.setAccessibleName(
            self.tr("{place} of {file}, as text").format(place=where, file=self._viewer.filename)
        )

    @Slot()
    def on_hidden(self) -> None:
        self.hidden_text_requested.emit(self._viewer.document_id)

    @Slot(object, list, bool)
    def on_page_shown(self, drawn: PageImage, marks: list[QRectF], scroll: bool) -> None:
        self.stack.setCurrentWidget(self.page)
        if drawn.changed:
            self.warning.setText(self._changed_sentence())
        self.warning.setVisible(drawn.changed)
        self.page.show_page(drawn.image, marks, scroll=scroll)
        name = self.tr("Page {n} of {file}").format(n=drawn.number, file=self._viewer.filename)
        self.page.setAccessibleName(name)

    def _changed_sentence(self) -> str:
        target = self._viewer.target
        if target is None:
            return self.tr(
                "This file has changed since it was read. Add it again to ask about what it says now."
            )
        sentence = self.tr(
            "This file has changed since it was read, so nothing is marked on the page as it is now. "
            "The words below are from the version that was read:"
        )
        return f"{sentence}\n“{target.quote}”"

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self.stack.setCurrentWidget(self.page)
        quote = self._viewer.target.quote if self._viewer.target else ""
        kept = self.tr("The quoted words were: “{quote}”").format(quote=quote) if quote else ""
        self.page.show_message("\n\n".join(part for part in (f"{message} {hint}".strip(), kept) if part))

    @Slot()
    def on_previous_page(self) -> None:
        self._viewer.go_to(self._viewer.number - 1)

    @Slot()
    def on_next_page(self) -> None:
        self._viewer.go_to(self._viewer.number + 1)

    @Slot(int)
    def on_turned(self, step: int) -> None:
        self._viewer.go_to(self._viewer.number + step)

    @Slot()
    def on_smaller(self) -> None:
        self._viewer.zoom(-1)

    @Slot()
    def on_larger(self) -> None:
        self._viewer.zoom(1)

    @Slot()
    def on_number_entered(self) -> None:
        wanted = min(max(int(self.number.text() or 1), 1), self._viewer.page_count)
        self.number.setText(str(wanted))
        self._viewer.go_to(wanted)
        self.stack.currentWidget().setFocus()

    @Slot()
    def on_previous_citation(self) -> None:
        self.citation_step.emit(-1)

    @Slot()
    def on_next_citation(self) -> None:
        self.citation_step.emit(1)

    @Slot()
    def on_theme_changed(self) -> None:
        for name, button in self._buttons.items():
            button.setIcon(icon(name))

    def _button(self, name: str, says: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setToolTip(says)
        button.setAccessibleName(says)
        self._buttons[name] = button
        return button
