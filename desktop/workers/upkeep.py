"""Puts a copy back, repairs the library, or moves the data folder, while no library is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.system.paths import AppPaths


@dataclass(frozen=True, slots=True)
class PutBack:
    """This copy takes the place of the library; None: the newest that is whole."""

    copy: Path | None
    with_settings: bool = False


@dataclass(frozen=True, slots=True)
class MoveData:
    """The data folder goes to `home`, a new or an empty folder."""

    home: Path


@dataclass(frozen=True, slots=True)
class Repair:
    """What can be read of the damaged library becomes a sound one."""


Order = PutBack | MoveData | Repair


class UpkeepWorker(Worker):
    """One order, then `put_back(Restored)`, `moved(folder)`, `repaired(path, Salvaged)`, `stopped` or
    `failed(message, hint)`. The path is that of the damaged library, which is kept.

    `progressed`: thousandths.
    """

    progressed = Signal(int)
    put_back = Signal(object)
    moved = Signal(str)
    repaired = Signal(str, object)
    stopped = Signal()
    failed = Signal(str, str)

    def __init__(self, paths: AppPaths) -> None:
        super().__init__()
        self._paths = paths
        self._token = CancelToken()
        self._said = -1

    @Slot(object)
    def carry_out(self, order: Order) -> None:
        from core.system.instance import only_instance  # first imported here, on this thread

        try:
            with only_instance(self._paths):
                tell = self._done(order)
        except Cancelled:
            self.stopped.emit()
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(message, hint)
        else:
            tell()

    def _done(self, order: Order) -> Callable[[], None]:
        """Carry it out; what tells of it when the folder is free again."""
        from core.safety.moving import move_home
        from core.safety.restoring import newest_good_copy, repair_library, restore

        match order:
            case PutBack():
                restored = restore(
                    self._paths,
                    order.copy or newest_good_copy(self._paths),
                    with_settings=order.with_settings,
                    cancel=self._token,
                    progress=self._progress,
                )
                return lambda: self.put_back.emit(restored)
            case MoveData():
                for done, total in move_home(self._paths, order.home, self._token):
                    self._progress(done, total)
                return lambda: self.moved.emit(str(order.home))
            case Repair():
                kept, saved = repair_library(self._paths, self._token)
                return lambda: self.repaired.emit(str(kept), saved)

    def interrupt(self) -> None:
        self._token.set()

    def _progress(self, done: int, total: int) -> None:
        """A signal for each thousandth, not for each block."""
        part = done * 1000 // max(total, 1)
        if part != self._said:
            self._said = part
            self.progressed.emit(part)
