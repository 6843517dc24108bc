"""Looks after the data folder beside an open library: sizes, a copy now, a check. One order at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled, ModelError
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    pass


class DataWorker(Worker):
    """`surveyed(Survey)` after `survey`. After every other order: its own signal, `stopped` or
    `failed(message, hint)`. `progressed`: thousandths of the order.

    `checked(problems, Repairs | None, why)`: what is wrong with the library's file; what was mended in the
    index, or None and why it was not looked at. `copy_checked(path, documents)`; `target_checked(folder,
    left)`: whether a move there was interrupted, and what it left is there.
    """

    surveyed = Signal(object)
    progressed = Signal(int)
    backed_up = Signal(str)
    checked = Signal(list, object, str)
    copy_checked = Signal(str, int)
    target_checked = Signal(str, bool)
    stopped = Signal()
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._token = CancelToken()
        self._closing = CancelToken()

    def new_token(self) -> CancelToken:
        """GUI thread: the token of the next order."""
        self._token = CancelToken()
        if self._closing.is_set:
            self._token.set()
        return self._token

    @Slot()
    def survey(self) -> None:
        from core.safety.survey import survey  # first imported here, on this thread

        try:
            found = survey(self.engine.paths, self._closing)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.surveyed.emit(found)

    @Slot(object, str)
    def back_up(self, token: CancelToken, folder: str) -> None:
        """A copy beside the others, or in another folder."""
        from core.safety.restoring import back_up

        def work() -> None:
            target = Path(folder) if folder else None
            self.backed_up.emit(str(back_up(self.engine.paths, target, token, self._progress)))

        self._carry_out(work)

    @Slot(object)
    def check(self, token: CancelToken) -> None:
        """The file, and if that is whole, the index beside it."""
        from core.safety.survey import check_whole

        def work() -> None:
            problems = check_whole(self.engine.paths, token)
            repairs, why = None, ""
            if not problems:
                try:
                    repairs = self.engine.check_index()
                except ModelError as error:
                    why = error.message
            self.checked.emit(problems, repairs, why)

        self._carry_out(work)

    @Slot(object, str)
    def check_copy(self, token: CancelToken, path: str) -> None:
        from core.safety.restoring import check_copy

        self._carry_out(lambda: self.copy_checked.emit(path, check_copy(Path(path), token)))

    @Slot(str)
    def check_target(self, folder: str) -> None:
        """A folder for the data, or a new one in it where it is not empty."""
        from core.safety.moving import is_interrupted, refuse

        def work() -> None:
            home, paths = Path(folder), self.engine.paths
            if home.is_dir() and any(home.iterdir()) and not is_interrupted(paths, home):
                home /= "DocuChat"
            refuse(paths, home)
            self.target_checked.emit(str(home), is_interrupted(paths, home))

        self._carry_out(work)

    def interrupt_one(self) -> None:
        """GUI thread: what is going on is given up."""
        self._token.set()

    def interrupt(self) -> None:
        self._closing.set()
        self._token.set()

    def _carry_out(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Cancelled:
            self.stopped.emit()
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)

    def _progress(self, done: int, total: int) -> None:
        self.progressed.emit(done * 1000 // max(total, 1))

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)
