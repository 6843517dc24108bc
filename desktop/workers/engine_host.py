"""Opens and closes the engine on its own thread, so the window stands before `core.engine` is imported."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from core.errors import AlreadyRunningError, DamagedLibraryError
from core.system.paths import AppPaths
from desktop.workers.base import Worker, failure_of

if TYPE_CHECKING:
    from core.engine import Engine

DAMAGED = "damaged"
_KEYS = {AlreadyRunningError: "already_running", DamagedLibraryError: DAMAGED}
OpenEngine = Callable[[], "Engine"]
_log = logging.getLogger(__name__)


def open_real_engine(paths: AppPaths) -> Engine:
    """Import and open; called on the worker's thread only. Raises what `Engine.open` raises."""
    from core.engine import Engine

    return Engine.open(paths)


class EngineHost(Worker):
    """Emits `opened(engine)` or `failed(title_key, message, hint)` once after `open`. Its thread runs also
    where the library cannot be opened: after `find_copies`, `copies_found(list[Backup])`, in the order in
    which they are put back.
    """

    opened = Signal(object)
    failed = Signal(str, str, str)
    copies_found = Signal(list)

    def __init__(self, open_engine: OpenEngine) -> None:
        super().__init__()
        self._open_engine = open_engine

    @Slot()
    def open(self) -> None:
        try:
            self.engine = self._open_engine()
        except Exception as error:  # noqa: BLE001 - told to the user as a full-window message
            code, message, hint = failure_of(error)
            for kind, key in _KEYS.items():
                code = key if isinstance(error, kind) else code
            self.failed.emit(code, message, hint)
        else:
            self.opened.emit(self.engine)

    @Slot(object)
    def find_copies(self, folder: Path) -> None:
        """Of the library, that could take its place."""
        from core.store.backups import copies_to_restore  # not before the window stands

        try:
            copies = copies_to_restore(folder)
        except OSError:
            _log.exception("the copies in %s could not be listed", folder)
            copies = []
        self.copies_found.emit(copies)

    def close_engine(self) -> None:
        """Called by the crew when every lane has ended, or will never end."""
        engine, self._engine = self._engine, None
        if engine is not None:
            try:
                engine.close()
            except Exception:  # noqa: BLE001 - the program ends here anyway; the log keeps the reason
                _log.exception("the engine did not close cleanly")
