"""Which document's guide is shown, and what is suggested where nothing was asked yet. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.types.guides import DocumentGuide
from core.types.reading_report import ReadingReport
from core.types.scope import WHOLE_LIBRARY, Scope
from desktop.workers.crew import Crew

MOST_SUGGESTED = 4
_SETTLE_MS = 150  # while the arrow keys walk through the list
_IDLE_MS = 4000  # after the last news of the library


class GuideController(QObject):
    """`changed`: what the guide shows; `suggested(list[tuple[document_id, question]])`.

    `guide` is None while it is made or could not be, which `problem` says then. `more`: a language model is
    at work on it. `report`: how the document was read.
    """

    changed = Signal()
    suggested = Signal(list)
    _find_wanted = Signal(str)
    _fill_wanted = Signal()
    _suggestions_wanted = Signal(object, int)
    _report_wanted = Signal(str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document_id = ""
        self.guide: DocumentGuide | None = None
        self.report: ReadingReport | None = None
        self.problem = ""
        self.more = False
        self._scope: Scope = WHOLE_LIBRARY
        self._asking = False
        self._worker = crew.guides
        self._find_wanted.connect(self._worker.find)
        self._fill_wanted.connect(self._worker.fill)
        self._suggestions_wanted.connect(self._worker.suggest)
        self._report_wanted.connect(crew.query.find_reading)
        crew.query.reading_found.connect(self.on_reading_found)
        self._worker.found.connect(self.on_found)
        self._worker.failed.connect(self.on_failed)
        self._worker.suggested.connect(self.suggested)
        self._worker.made.connect(self.on_made)
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settling.timeout.connect(self.on_settled)
        self._idle = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self._idle.timeout.connect(self._fill_wanted)

    def show(self, document_id: str) -> None:
        """The guide to another document; empty: to none."""
        if document_id == self.document_id and not self.problem:
            return
        if document_id != self.document_id:
            self.report = None
        self.document_id, self.guide, self.problem, self.more = document_id, None, "", False
        self.changed.emit()
        self._settling.start()

    @Slot()
    def on_settled(self) -> None:
        self._worker.want(self.document_id)
        if self.document_id:
            self._find_wanted.emit(self.document_id)
            self.find_report()

    def find_report(self) -> None:
        """Again, when the library has news."""
        if self.document_id:
            self._report_wanted.emit(self.document_id)

    @Slot(str, object)
    def on_reading_found(self, document_id: str, report: ReadingReport | None) -> None:
        if document_id == self.document_id and report != self.report:
            self.report = report
            self.changed.emit()

    @Slot(bool)
    def on_running_changed(self, running: bool) -> None:
        """A question has the language model for itself; what a guide still wants of it comes after."""
        self._worker.pause(running)
        if not running and self.more:
            self.on_settled()
        if not running:
            self._idle.start()

    @Slot(str, object, bool)
    def on_found(self, document_id: str, guide: DocumentGuide, more: bool) -> None:
        if document_id == self.document_id:
            self.guide, self.problem, self.more = guide, "", more
            self.changed.emit()

    @Slot(str, str, str)
    def on_failed(self, document_id: str, message: str, hint: str) -> None:
        """Where a language model failed, what was made without one stays."""
        if document_id == self.document_id:
            self.more = False
            self.problem = "" if self.guide is not None else f"{message} {hint}".strip()
            self.changed.emit()

    # --- suggestions ----------------------------------------------------------------------------

    def set_scope(self, scope: Scope) -> None:
        """What the next question is asked about."""
        self._scope = scope
        self.suggest()

    @Slot()
    def suggest(self) -> None:
        self._suggestions_wanted.emit(self._scope, MOST_SUGGESTED)

    @Slot()
    def on_made(self) -> None:
        self.suggest()

    @Slot()
    def on_listed(self) -> None:
        """The library has news: guides are made for what is new, once it has come to rest."""
        self._idle.start()
