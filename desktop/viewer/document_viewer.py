"""The Document tab: header, tools, pages, contents and search beside them, the walk through the citations.

GUI thread.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QIntValidator, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.types import CitedPlace, DocumentFlag, Page, PageKind, Span
from desktop.library.document_words import named_word, place_word
from desktop.shared.elided_label import ElidedLabel
from desktop.shared.icons import icon
from desktop.shared.theme import theme
from desktop.viewer.contents_panel import ContentsPanel
from desktop.viewer.find_bar import FindBar
from desktop.viewer.finding import FindController
from desktop.viewer.page_layout import Fit
from desktop.viewer.page_view import PageView
from desktop.viewer.sheet_page import SheetPage
from desktop.viewer.source_bar import SourceBar
from desktop.viewer.text_page import TextPage
from desktop.viewer.viewer_control import ViewerController
from desktop.workers.render import PageImage

_ZOOMS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
_NARROW = 400  # logical pixels: below it the zoom keys go, which the menu has, too


class DocumentViewer(QWidget):
    """Shows what the viewer controller says. `citation_step(±1)` asks for the next or previous citation;
    `menu_wanted(global position)` for the menu of what can be done with the document.
    """

    citation_step = Signal(int)
    report_requested = Signal(str)
    menu_wanted = Signal(QPoint)

    def __init__(
        self, viewer: ViewerController, finder: FindController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self._finder = finder
        self._buttons: dict[str, QToolButton] = {}
        self.title = ElidedLabel(self)
        self.title.setProperty("look", "heading")
        self.place = ElidedLabel(self)
        self.place.setProperty("look", "caption")
        self.find_bar = FindBar(finder, self)
        self.find_bar.closed.connect(self.focus_page)
        self.source = SourceBar(viewer, self)
        self.contents = ContentsPanel(viewer, self)
        self.page = PageView(viewer, finder, self)
        self.page.menu_wanted.connect(self.menu_wanted)
        self.text = TextPage(self)
        self.sheet = SheetPage(self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.page)
        for reader in (self.text, self.sheet):
            reader.turning.turned.connect(viewer.go_to)
            reader.page_changed.connect(self.on_text_page_changed)
            reader.turning.zoomed.connect(viewer.zoom)
            reader.turning.menu_wanted.connect(self.menu_wanted)
            self.stack.addWidget(reader)

        self._head = QWidget(self)
        head = QVBoxLayout(self._head)
        head.setContentsMargins(12, 8, 8, 8)
        head.setSpacing(4)
        head.addWidget(self.title)
        head.addWidget(self.place)
        head.addLayout(self._tools())
        self._foot = QWidget(self)
        self._foot.setLayout(self._walk())
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.contents)
        middle.addWidget(self.stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._head, self.find_bar, self.source):
            column.addWidget(widget)
        column.addLayout(middle, 1)
        column.addWidget(self._foot)
        # Handed on to the page, but neither by Tab nor as a proxy: Qt then goes on behind the page, and never
        # comes to what stands before it.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._show(self.page)

        viewer.changed.connect(self.on_changed)
        viewer.page_shown.connect(self.on_page_shown)
        viewer.layout_changed.connect(self.on_layout_changed)
        viewer.text_shown.connect(self.on_text_shown)
        viewer.text_reveal_wanted.connect(self.on_text_reveal_wanted)
        viewer.failed.connect(self.on_failed)
        finder.changed.connect(self.on_found_changed)
        theme().changed.connect(self.on_theme_changed)
        self.on_theme_changed()
        self.on_changed()

    def _tools(self) -> QHBoxLayout:
        viewer = self._viewer
        self.side = self._button("contents", self.tr("Outline and pages (F9)"))
        self.side.setCheckable(True)
        self.side.toggled.connect(self.contents.show_panel)
        previous = self._button("previous", self.tr("Previous page"))
        following = self._button("next", self.tr("Next page"))
        smaller = self._button("minus", self.tr("Smaller (Ctrl+-)"))
        larger = self._button("plus", self.tr("Larger (Ctrl++)"))
        search = self._button("search", self.tr("Find in this document (Ctrl+F)"))
        self.more = self._button("more", self.tr("More for this document"))
        previous.clicked.connect(self.on_previous_page)
        following.clicked.connect(self.on_next_page)
        smaller.clicked.connect(self.on_smaller)
        larger.clicked.connect(self.on_larger)
        search.clicked.connect(self.open_find)
        self.more.clicked.connect(self.on_more)

        self.number = QLineEdit(self)
        self.number.setAccessibleName(self.tr("Page number"))
        self.number.setToolTip(self.tr("Go to page (Ctrl+G)"))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedWidth(52)
        self.number.setValidator(QIntValidator(1, 999_999, self.number))
        self.number.returnPressed.connect(self.on_number_entered)
        self._count = QLabel(self)
        self._count.setProperty("look", "muted")
        self.zoom = QToolButton(self)
        self.zoom.setAutoRaise(True)
        self.zoom.setToolTip(self.tr("Zoom"))
        self.zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.zoom.setMinimumWidth(56)
        zooms = QMenu(self.zoom)
        zooms.addAction(self.tr("Fit the &width"), viewer.fit)
        zooms.addAction(self.tr("Fit the &page"), lambda: viewer.fit(Fit.PAGE))
        zooms.addSeparator()
        for scale in _ZOOMS:
            zooms.addAction(f"{scale:.0%}".replace("%", " %"), partial(viewer.set_scale, scale))
        self.zoom.setMenu(zooms)
        self.hidden: QPushButton = QPushButton(self.tr("Hidden text"), self)
        self.hidden.setProperty("look", "small")
        self.hidden.setToolTip(self.tr("This file holds text that is struck out or that nobody sees"))
        self.hidden.clicked.connect(self.on_hidden)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        for tool in (self.side, previous, self.number, self._count, following):
            tools.addWidget(tool)
        tools.addStretch()
        for button in (self.hidden, smaller, self.zoom, larger, search, self.more):
            tools.addWidget(button)
        return tools

    def _walk(self) -> QHBoxLayout:
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
        walk.setContentsMargins(12, 8, 8, 8)
        walk.setSpacing(8)
        walk.addWidget(self.quoted, 1)
        walk.addWidget(self.previous_citation)
        walk.addWidget(self.next_citation)
        return walk

    # --- what the controller says ---------------------------------------------------------------

    @Slot()
    def on_changed(self) -> None:
        viewer = self._viewer
        self._head.setVisible(viewer.is_open)
        if not viewer.is_open:
            self._foot.hide()
            self._show(self.page)
            self.page.show_message(
                self.tr("Click a number in an answer, a value or a document to see its page here.")
            )
            return
        self.title.setText(viewer.filename)
        if not self.number.hasFocus():
            self.number.setText(str(viewer.number))
        self._count.setText(f"/ {viewer.page_count}")
        size = viewer.zooming
        self.zoom.setText(f"{round((size.text_scale if viewer.shows_text else size.scale) * 100)} %")
        self.zoom.setAccessibleName(self.tr("Zoom, {now}").format(now=self.zoom.text()))
        for reader in (self.text, self.sheet):
            reader.set_scale(size.text_scale)
        self.place.setText(self._place_of_page())
        self.place.setVisible(bool(self.place.text()))
        document = viewer.document
        self.hidden.setVisible(document is not None and DocumentFlag.HIDDEN_TEXT in document.flags)
        self._buttons["previous"].setEnabled(viewer.number > 1)
        self._buttons["next"].setEnabled(viewer.number < viewer.page_count)
        self.page.setAccessibleName(
            self.tr("Page {n} of {file}").format(n=viewer.number, file=viewer.filename)
        )
        self._show_walk()

    def _show_walk(self) -> None:
        target = self._viewer.target
        self._foot.setVisible(target is not None)
        if target is not None:
            place = place_word(target.place)
            # What is no citation (a value of a table, a passage that comes near) has no number.
            cited = self.tr("[{number}] cited · {file}, {place}") if target.number else "{file}, {place}"
            if target.awaits:
                cited = self.tr("[{number}] most likely · {file}, {place}")
            name = named_word(target.filename, target.origin)
            self.previous_citation.setVisible(target.number > 0)
            self.next_citation.setVisible(target.number > 0)
            self.quoted.setText(cited.format(number=target.number, file=name, place=place))

    def _place_of_page(self) -> str:
        """The name of a sheet, a slide or a section; nothing for pages, whose number says it all."""
        viewer = self._viewer
        page = viewer.page
        if page is not None and page.kind is PageKind.PAGE and page.ocr and not viewer.shows_text:
            return self.tr("The text of this page was recognised on its picture")
        if not 0 < viewer.number <= len(viewer.shapes):
            return ""
        shape = viewer.shapes[viewer.number - 1]
        if shape.kind is PageKind.PAGE:
            return ""
        word = place_word(CitedPlace(shape.number, shape.kind, shape.label))
        return word[:1].upper() + word[1:]

    @Slot(object, list, bool)
    def on_page_shown(self, _drawn: PageImage, _marks: list[QRectF], _scroll: bool) -> None:
        self._show(self.page)

    @Slot()
    def on_layout_changed(self) -> None:
        self._show(self.page)

    @Slot(list, int, object, bool)
    def on_text_shown(self, pages: list[Page], number: int, spans: tuple[Span, ...], scroll: bool) -> None:
        grid = self._viewer.grid
        self._show(
            self.text if grid is None else self.sheet
        )  # first: what is hidden has no size to scroll by
        current = self._finder.current
        if current is not None and (current.page != number or scroll):
            current = None
        around = current.span if current is not None else None
        if grid is None:
            self.text.show_pages(pages, number, spans, scroll=scroll, around=around)
        else:
            self.sheet.show_grid(grid, number, spans, scroll=scroll, around=around)
        shown = next(page for page in pages if page.number == number)
        where = place_word(CitedPlace(shown.number, shown.kind, shown.label))
        as_what = (
            self.tr("{place} of {file}, as text")
            if grid is None
            else self.tr("{place} of {file}, as a table")
        )
        self._reader.setAccessibleName(as_what.format(place=where, file=self._viewer.filename))
        self._mark_found(scroll=current is not None)

    @Slot(int, object)
    def on_text_reveal_wanted(self, number: int, span: Span | None) -> None:
        if not self._reader.has_page(number, span):
            self._viewer.read_texts(number)
        elif span is None:
            self._reader.show_page(number)
        else:
            self._mark_found(scroll=True)

    @Slot()
    def on_found_changed(self) -> None:
        if self._viewer.shows_text:
            self._mark_found(scroll=False)

    def _mark_found(self, *, scroll: bool) -> None:
        finder = self._finder
        spans = [match.span for match in finder.matches if self._reader.has_page(match.page)]
        current = finder.current
        self._reader.show_found(spans, current.span if current is not None else None, scroll=scroll)

    @Slot(int)
    def on_text_page_changed(self, number: int) -> None:
        if self._viewer.shows_text:
            self._viewer.see(range(number, number + 1), number)

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self._show(self.page)
        quote = self._viewer.target.quote if self._viewer.target else ""
        kept = self.tr("The quoted words were: “{quote}”").format(quote=quote) if quote else ""
        self.page.show_message("\n\n".join(part for part in (f"{message} {hint}".strip(), kept) if part))

    # --- what the reader does -------------------------------------------------------------------

    @property
    def selected_text(self) -> str:
        if self.stack.currentWidget() is self.page:
            return self._viewer.words.selected_text
        return self._reader.selected_text

    @property
    def has_selection(self) -> bool:
        """Sooner told than what it is: the cells of a sheet may be hundreds of thousands."""
        match self.stack.currentWidget():
            case TextPage() as text:
                return text.textCursor().hasSelection()
            case SheetPage() as sheet:
                return sheet.selectionModel().hasSelection()
            case _:
                return self._viewer.words.selection is not None

    @property
    def _reader(self) -> TextPage | SheetPage:
        """What shows text in place of pictures."""
        return self.sheet if self.stack.currentWidget() is self.sheet else self.text

    @Slot()
    def copy(self) -> None:
        if self.selected_text:
            QGuiApplication.clipboard().setText(self.selected_text)

    @Slot()
    def focus_page(self) -> None:
        shown = self.page if self.stack.currentWidget() is self.page else self._reader
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def open_find(self) -> None:
        if self._viewer.is_open:
            chosen = self.selected_text
            self.find_bar.open_bar(chosen if "\n" not in chosen and len(chosen) <= 80 else "")

    @Slot()
    def focus_number(self) -> None:
        if self._viewer.is_open:
            self.number.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.number.selectAll()

    @Slot()
    def on_more(self) -> None:
        self.menu_wanted.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    @Slot()
    def on_hidden(self) -> None:
        self.report_requested.emit(self._viewer.document_id)

    @Slot()
    def on_previous_page(self) -> None:
        self._viewer.go_to(self._viewer.number - 1)

    @Slot()
    def on_next_page(self) -> None:
        self._viewer.go_to(self._viewer.number + 1)

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
        self.focus_page()
        self._viewer.go_to(wanted)

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

    def focusInEvent(self, _event: QFocusEvent) -> None:
        self.focus_page()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= _NARROW
        self._buttons["minus"].setVisible(wide)
        self._buttons["plus"].setVisible(wide)

    def _show(self, widget: QWidget) -> None:
        self.stack.setCurrentWidget(widget)

    def _button(self, name: str, says: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setToolTip(says)
        button.setAccessibleName(says)
        self._buttons[name] = button
        return button
