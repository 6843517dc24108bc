"""What a reader does with the open document: ask, copy, print, open elsewhere, find its file. GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog, QMenu, QProgressDialog, QWidget

from core.types import SourceState
from desktop.library.document_words import file_filters
from desktop.shared.opening import open_with_system
from desktop.viewer.page_layout import Fit
from desktop.workers.crew import Crew

if TYPE_CHECKING:
    from desktop.window_parts import Controllers, Panes

MAX_ASKED_CHARACTERS = 800  # of a selection that becomes part of a question


class ViewerDesk(QObject):
    """Owns the actions of the Document menu, which the viewer's own menu shows, too."""

    _pages_requested = Signal(object, object, str, int, int, int)
    _text_requested = Signal(object, object, str, int, int)

    def __init__(
        self,
        crew: Crew,
        controllers: Controllers,
        panes: Panes,
        leave_tables: Callable[[], None],
        ask_password: Callable[[str], None],
        window: QWidget,
    ) -> None:
        """`ask_password` unlocks a document; the dialogs belong to `window`."""
        super().__init__(window)
        self._window = window
        self._panes = panes
        self._library = controllers.library
        self._leave_tables = leave_tables
        self._ask_password = ask_password
        self._viewer, finder = controllers.viewer, controllers.finder
        self._printing = crew.printing
        self._progress: QProgressDialog | None = None
        self._reread = ""  # path that is being read again
        self._located = ""  # path the user named
        self._left_at = ("", 0)  # document and page at which the last session was left
        document = panes.document
        self._menu = QMenu(window)
        self._menu.setAccessibleName(self.tr("What can be done with this document"))
        self.find = self._add(self.tr("&Find in document…"), "Ctrl+F", self.on_find)
        self.find_next = self._add(self.tr("Find &next"), "F3", lambda: finder.step(1))
        self.find_previous = self._add(self.tr("Find pre&vious"), "Shift+F3", lambda: finder.step(-1))
        self.go_to = self._add(self.tr("&Go to page…"), "Ctrl+G", self.on_go_to)
        self.contents = self._add(self.tr("&Outline and pages"), "F9", document.side.toggle)
        self._menu.addSeparator()
        self.fit_width = self._add(self.tr("Fit the &width"), "", self._viewer.fit)
        self.fit_page = self._add(self.tr("Fit the p&age"), "Ctrl+9", lambda: self._viewer.fit(Fit.PAGE))
        self.right = self._add(self.tr("Rotate &right"), "Ctrl+R", lambda: self._viewer.rotate(90))
        self.left = self._add(self.tr("Rotate &left"), "Ctrl+Shift+R", lambda: self._viewer.rotate(270))
        self._menu.addSeparator()
        self.copy = self._add(self.tr("&Copy the selected text"), "", document.copy)
        self.ask = self._add(self.tr("A&sk about the selected text"), "Ctrl+Shift+L", self.on_ask)
        self._menu.addSeparator()
        self.elsewhere = self._add(self.tr("Open in the s&ystem’s viewer"), "", self.on_elsewhere)
        self.printed = self._add(self.tr("&Print…"), "Ctrl+P", self.on_print)
        self._menu.aboutToShow.connect(self.refresh)
        self._viewer.changed.connect(self.refresh)
        self._viewer.words.changed.connect(self.refresh)
        document.text.selectionChanged.connect(self.refresh)
        document.sheet.selection_changed.connect(self.refresh)
        document.menu_wanted.connect(self.on_menu_wanted)
        document.source.reread_wanted.connect(self.on_reread)
        document.source.locate_wanted.connect(self.on_locate)
        document.source.password_wanted.connect(self.on_password)
        self._library.unlocked.connect(self.on_unlocked)
        self._library.listed.connect(self.on_listed)
        self._pages_requested.connect(self._printing.print_pages)
        self._text_requested.connect(self._printing.print_text)
        self._printing.progressed.connect(self.on_progressed)
        self._printing.finished.connect(self.on_printed)
        self._printing.stopped.connect(self.on_print_ended)
        self._printing.failed.connect(self.on_print_failed)
        self.refresh()

    def fill(self, menu: QMenu) -> None:
        """The same actions in the menu bar, where their keys work from anywhere in the window."""
        menu.addActions(self._menu.actions())
        menu.aboutToShow.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        viewer = self._viewer
        for action in (
            self.find,
            self.find_next,
            self.find_previous,
            self.go_to,
            self.contents,
            self.printed,
        ):
            action.setEnabled(viewer.is_open)
        for action in (self.fit_width, self.fit_page, self.right, self.left):
            action.setEnabled(viewer.is_open and not viewer.shows_text)
        chosen = self._panes.document.has_selection
        self.copy.setEnabled(chosen)
        self.ask.setEnabled(chosen)
        self.elsewhere.setEnabled(
            viewer.document is not None and viewer.state in (SourceState.PRESENT, SourceState.CHANGED)
        )

    @Slot(QPoint)
    def on_menu_wanted(self, where: QPoint) -> None:
        if self._viewer.is_open:
            self._menu.popup(where)

    # --- reading --------------------------------------------------------------------------------

    def restore(self, document_id: str, number: int) -> None:
        """The page of the last session, as soon as the library is open."""
        if document_id:
            self._left_at = document_id, number
            self._library.loaded.connect(self.on_loaded)

    @Slot()
    def on_loaded(self) -> None:
        (document_id, number), self._left_at = self._left_at, ("", 0)
        document = self._library.documents.document(document_id)
        if document is not None and not self._viewer.is_open:
            number = min(max(number, 1), max(document.page_count, 1))
            self._viewer.open_document(document_id, document.filename, document.page_count, number)

    @Slot()
    def on_find(self) -> None:
        self._panes.side.setCurrentWidget(self._panes.document)
        self._panes.document.open_find()

    @Slot()
    def on_go_to(self) -> None:
        self._panes.side.setCurrentWidget(self._panes.document)
        self._panes.document.focus_number()

    @Slot()
    def on_ask(self) -> None:
        """The selected words become a question, to be sent or changed."""
        words = " ".join(self._panes.document.selected_text.split())
        if not words:
            return
        if len(words) > MAX_ASKED_CHARACTERS:
            words = words[:MAX_ASKED_CHARACTERS].rsplit(" ", 1)[0] + " …"
        question = self.tr("What does “{words}” mean in {file}?").format(
            words=words, file=self._viewer.filename
        )
        self._leave_tables()
        self._panes.composer.propose(question, self._panes.composer.mode)

    @Slot()
    def on_elsewhere(self) -> None:
        """What lies inside another file is opened with that one."""
        document = self._viewer.document
        if document is not None and not open_with_system(document.path):
            self._tell(self.tr("No program of this computer could open {path}.").format(path=document.path))

    # --- a file that has changed or gone --------------------------------------------------------

    @Slot()
    def on_reread(self) -> None:
        """It becomes a document of its own, which takes the place of this one once it can be searched."""
        document = self._viewer.document
        if document is not None:
            self._reread = document.path
            self._library.add([document.path])

    @Slot()
    def on_locate(self) -> None:
        document = self._viewer.document
        if document is None:
            return
        title = self.tr("Where is {file} now?").format(file=document.filename)
        path, _kind = QFileDialog.getOpenFileName(self._window, title, "", file_filters())
        if path:
            self._located = path
            self._library.add([path])

    @Slot()
    def on_password(self) -> None:
        self._ask_password(self._viewer.document_id)

    @Slot(str)
    def on_unlocked(self, document_id: str) -> None:
        if document_id == self._viewer.document_id:
            self._viewer.reload()

    @Slot()
    def on_listed(self) -> None:
        """The library has news: the file was found, or its new content was read."""
        if not (self._reread or self._located):
            return
        viewer, documents = self._viewer, self._library.documents.documents()
        open_now = viewer.document
        if self._located and open_now is not None and open_now.path == self._located:
            self._located = ""
            viewer.reload()
            return
        wanted = self._reread or self._located
        other = next(
            (
                one
                for one in documents
                if one.path == wanted
                and not one.member
                and one.document_id != viewer.document_id
                and one.status.can_be_searched
            ),
            None,
        )
        if other is not None:
            if self._located:
                self._tell(
                    self.tr(
                        "{file} is not the file that was read; it was added as a document of its own."
                    ).format(file=other.filename)
                )
            self._reread = self._located = ""
            viewer.open_document(other.document_id, other.filename, other.page_count)
        elif self._reread and open_now is not None and open_now.source_state is SourceState.PRESENT:
            self._reread = ""  # it had been touched, not changed
            viewer.reload()

    # --- printing -------------------------------------------------------------------------------

    @Slot()
    def on_print(self) -> None:
        viewer = self._viewer
        if not viewer.is_open or self.printing:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(viewer.filename)
        dialog = QPrintDialog(printer, self._window)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintCurrentPage)
        dialog.setMinMax(1, max(viewer.page_count, 1))
        dialog.setFromTo(1, max(viewer.page_count, 1))
        if dialog.exec() == QPrintDialog.DialogCode.Accepted:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """What the reader sees, pictures or text, in the range the printer was told."""
        viewer = self._viewer
        first, last = 1, max(viewer.page_count, 1)
        if printer.printRange() is QPrinter.PrintRange.CurrentPage:
            first = last = viewer.number
        elif printer.printRange() is QPrinter.PrintRange.PageRange and printer.fromPage() > 0:
            first, last = printer.fromPage(), min(max(printer.toPage(), printer.fromPage()), last)
        self._progress = QProgressDialog(
            self.tr("Printing {file} …").format(file=viewer.filename),
            self.tr("Cancel"),
            0,
            last - first + 1,
            self._window,
        )
        self._progress.setMinimumDuration(400)
        self._progress.canceled.connect(self.on_print_cancelled)
        token = self._printing.new_token()
        if viewer.shows_text:
            self._text_requested.emit(token, printer, viewer.document_id, first, last)
        else:
            self._pages_requested.emit(token, printer, viewer.document_id, first, last, viewer.zooming.turn)

    @Slot(int, int)
    def on_progressed(self, done: int, _total: int) -> None:
        if self._progress is not None:
            self._progress.setValue(done)

    @Slot()
    def on_print_ended(self) -> None:
        progress, self._progress = self._progress, None
        if progress is not None:
            progress.canceled.disconnect(self.on_print_cancelled)
            progress.close()
            progress.deleteLater()

    @Slot()
    def on_print_cancelled(self) -> None:
        self._printing.interrupt_one()  # on this thread: its own is busy

    @property
    def printing(self) -> bool:
        return self._progress is not None

    @Slot(int)
    def on_printed(self, _pages: int) -> None:
        self.on_print_ended()

    @Slot(str, str)
    def on_print_failed(self, message: str, hint: str) -> None:
        self.on_print_ended()
        self._tell(f"{message} {hint}".strip())

    def _tell(self, sentence: str) -> None:
        self._panes.library.notice.add(sentence)

    def _add(self, name: str, keys: str, slot: Callable[[], object]) -> QAction:
        action = QAction(name, self)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(slot)
        self._menu.addAction(action)
        return action
