"""The data folder as the settings show it: sizes, copies, the one order carried out. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.messages.words import counted
from desktop.settings.backup_rows import BackupsModel
from desktop.workers.crew import Crew

if TYPE_CHECKING:
    from core.ingest.queue.consistency import Repairs
    from core.safety.survey import Survey


class DataController(QObject):
    """`surveyed`: `survey` is new. `busy_changed`: an order began or ended. `told(sentence, ok)` after one.

    `damage_found`: the library has to be repaired, or a copy put back. `copy_ready(path, documents)` and
    `target_ready(folder, left)`: these were looked at and can be used; `left` as of the worker.
    """

    surveyed = Signal()
    busy_changed = Signal()
    progressed = Signal(int)
    told = Signal(str, bool)
    damage_found = Signal()
    copy_ready = Signal(str, int)
    target_ready = Signal(str, bool)
    _survey_requested = Signal()
    _back_up_requested = Signal(object, str)
    _check_requested = Signal(object)
    _copy_requested = Signal(object, str)
    _target_requested = Signal(str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.survey: Survey | None = None
        self.backups = BackupsModel(self)
        self.doing = ""  # what is being done, in words
        self._worker = crew.data
        self._survey_requested.connect(crew.data.survey)
        self._back_up_requested.connect(crew.data.back_up)
        self._check_requested.connect(crew.data.check)
        self._copy_requested.connect(crew.data.check_copy)
        self._target_requested.connect(crew.data.check_target)
        crew.data.surveyed.connect(self.on_surveyed)
        crew.data.progressed.connect(self.progressed)
        crew.data.backed_up.connect(self.on_backed_up)
        crew.data.checked.connect(self.on_checked)
        crew.data.copy_checked.connect(self.on_copy_checked)
        crew.data.target_checked.connect(self.on_target_checked)
        crew.data.stopped.connect(self.on_stopped)
        crew.data.failed.connect(self.on_failed)

    def refresh(self) -> None:
        """`surveyed` follows."""
        self._survey_requested.emit()

    def back_up(self, folder: str = "") -> None:
        """A copy of the library beside the others, or in that folder."""
        if self._begin(self.tr("Copying and checking the library …")):
            self._back_up_requested.emit(self._worker.new_token(), folder)

    def check(self) -> None:
        if self._begin(self.tr("Checking every page of the library …")):
            self._check_requested.emit(self._worker.new_token())

    def check_copy(self, path: str) -> None:
        """Read a copy whole before anything is replaced by it."""
        if self._begin(self.tr("Checking the copy …")):
            self._copy_requested.emit(self._worker.new_token(), path)

    def check_target(self, folder: str) -> None:
        """Can the data be moved there?"""
        if self._begin(self.tr("Looking at the folder …")):
            self._target_requested.emit(folder)

    def stop(self) -> None:
        self._worker.interrupt_one()

    def _begin(self, doing: str) -> bool:
        if self.doing:
            return False
        self.doing = doing
        self.progressed.emit(0)
        self.busy_changed.emit()
        return True

    def _end(self, sentence: str = "", *, ok: bool = True) -> None:
        self.doing = ""
        self.busy_changed.emit()
        if sentence:
            self.told.emit(sentence, ok)
        self.refresh()

    @Slot(object)
    def on_surveyed(self, found: Survey) -> None:
        self.survey = found
        self.backups.replace_all(found.backups)
        self.surveyed.emit()

    @Slot(str)
    def on_backed_up(self, path: str) -> None:
        self._end(self.tr("Copied and checked: {path}").format(path=path))

    @Slot(list, object, str)
    def on_checked(self, problems: list[str], repairs: Repairs | None, why: str) -> None:
        if problems:
            self._end(
                self.tr(
                    "The library is damaged ({problem}). Nothing was changed. Repair it, or put a copy back."
                ).format(problem=problems[0]),
                ok=False,
            )
            self.damage_found.emit()
            return
        told = self.tr("Every page of the library is sound.")
        if repairs is None:
            self._end(f"{told} {self.tr('The search index was not checked:')} {why}")
        elif mended := repairs.requeued + repairs.refilled + repairs.orphans:
            touched = counted(mended, self.tr("1 document"), self.tr("{n} documents"))
            index = self.tr("The search index was mended from it when it was opened: {documents}.")
            self._end(f"{told} {index.format(documents=touched)}")
        else:
            self._end(f"{told} {self.tr('The search index matched it when it was opened.')}")

    @Slot(str, int)
    def on_copy_checked(self, path: str, documents: int) -> None:
        self._end()
        self.copy_ready.emit(path, documents)

    @Slot(str, bool)
    def on_target_checked(self, folder: str, left: bool) -> None:
        self._end()
        self.target_ready.emit(folder, left)

    @Slot()
    def on_stopped(self) -> None:
        self._end(self.tr("Stopped. Nothing was changed."))

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        sentence = f"{message} {hint}".strip()
        if self.doing:
            self._end(sentence, ok=False)
        else:  # the survey itself: another one would only fail again
            self.told.emit(sentence, False)
