"""The window while the library is closed: a copy is put back, the library repaired, or the data folder moved.
GUI thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QProgressBar, QPushButton, QVBoxLayout

from core.system.paths import AppPaths
from desktop.messages.words import counted
from desktop.settings.backup_rows import when
from desktop.workers.base import Lane
from desktop.workers.upkeep import Order, PutBack, Repair, UpkeepWorker

if TYPE_CHECKING:
    from core.safety.restoring import Restored
    from core.store.salvage import Salvaged

_PATIENCE_S = 3600.0  # taking away what a stopped move has copied; nothing may be open beside it


class UpkeepDialog(QDialog):
    """Carries out one order; closing it is Stop. `sentence`: how it ended, `ok`: as wanted."""

    ended = Signal()
    _requested = Signal(object)

    def __init__(self, order: Order, paths: AppPaths) -> None:
        super().__init__()
        self.sentence = ""
        self.ok = False
        self._order = order
        self._worker = UpkeepWorker(paths)
        self._lane = Lane(self._worker, "upkeep")
        self.setWindowTitle("DocuChat")
        self.setMinimumWidth(460)
        doing, says = self._words(order)
        self.doing = QLabel(doing, self)
        self.doing.setTextFormat(Qt.TextFormat.PlainText)
        self.doing.setWordWrap(True)
        self.says = QLabel(says, self)
        self.says.setProperty("look", "muted")
        self.says.setWordWrap(True)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 0 if isinstance(order, Repair) else 1000)  # a repair cannot tell how far it is
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(doing)
        self.stop = QPushButton(self.tr("Stop"), self)
        self.stop.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        for widget in (self.doing, self.bar, self.says):
            column.addWidget(widget)
        column.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignRight)
        self._requested.connect(self._worker.carry_out)
        self._worker.progressed.connect(self.bar.setValue)
        self._worker.put_back.connect(self.on_put_back)
        self._worker.moved.connect(self.on_moved)
        self._worker.repaired.connect(self.on_repaired)
        self._worker.stopped.connect(self.on_stopped)
        self._worker.failed.connect(self.on_failed)

    def _words(self, order: Order) -> tuple[str, str]:
        """What is being done, and what there is to know meanwhile."""
        if isinstance(order, Repair):
            return (
                self.tr("Saving what can be read of the library …"),
                self.tr("The damaged library is kept. Stop leaves everything as it was."),
            )
        if isinstance(order, PutBack):
            return (
                self.tr("Putting the copy in the place of the library …"),
                self.tr("The present library is kept. Stop leaves everything as it was."),
            )
        return (
            self.tr("Moving your data to {folder} …").format(folder=order.home),
            self.tr("Every file is read back and compared. Stop leaves everything as it was."),
        )

    def begin(self) -> None:
        """Show it and start; `ended` follows."""
        self.show()
        self._lane.start()
        self._requested.emit(self._order)

    @Slot()
    def reject(self) -> None:
        """Stop: what was done so far is undone on the worker's thread, so the dialog waits for it."""
        self.stop.setEnabled(False)
        self.says.setText(self.tr("Stopping …"))
        self._worker.interrupt()

    @Slot(object)
    def on_put_back(self, restored: Restored) -> None:
        parts = [
            self.tr("The copy of {when} was put back: {documents}.").format(
                when=when(restored.made_at),
                documents=counted(restored.documents, self.tr("1 document"), self.tr("{n} documents")),
            )
        ]
        if restored.replaced is not None:
            parts.append(self.tr("The earlier library is kept: {path}").format(path=restored.replaced))
        if restored.differing:
            parts.append(self.tr("Left as they are: {names}.").format(names=", ".join(restored.differing)))
        self._end(" ".join(parts), ok=True)

    @Slot(str)
    def on_moved(self, folder: str) -> None:
        self._end(self.tr("Your data lies in {folder} now.").format(folder=folder), ok=True)

    @Slot(str, object)
    def on_repaired(self, kept: str, saved: Salvaged) -> None:
        documents = saved.rows.get("documents", 0)
        parts = [
            self.tr("The library was repaired: {documents}.").format(
                documents=counted(documents, self.tr("1 document saved"), self.tr("{n} documents saved"))
            )
        ]
        if saved.broken:
            parts.append(self.tr("Not everything could be read of the damaged one."))
        if saved.requeued:
            parts.append(
                counted(
                    saved.requeued,
                    self.tr("1 document had lost pages and is read again."),
                    self.tr("{n} documents had lost pages and are read again."),
                )
            )
        parts.append(self.tr("The damaged library is kept: {path}").format(path=kept))
        self._end(" ".join(parts), ok=True)

    @Slot()
    def on_stopped(self) -> None:
        self._end(self.tr("Stopped. Everything is as it was."))

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self._end(f"{message} {hint}".strip())

    def _end(self, sentence: str, *, ok: bool = False) -> None:
        self.sentence, self.ok = sentence, ok
        self._lane.ask_to_stop()
        self._lane.wait(_PATIENCE_S)
        self.ended.emit()
        self.done(QDialog.DialogCode.Accepted)


def carry_out(app: QApplication, order: Order, paths: AppPaths) -> str:
    """Carry the order out behind a dialog; how it ended, in words. No window of the library may be open."""
    quits = app.quitOnLastWindowClosed()
    app.setQuitOnLastWindowClosed(False)  # another window follows
    dialog = UpkeepDialog(order, paths)
    try:
        dialog.begin()
        dialog.exec()
        return dialog.sentence
    finally:
        dialog.deleteLater()
        app.setQuitOnLastWindowClosed(quits)
