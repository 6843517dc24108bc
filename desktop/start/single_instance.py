"""One window a data folder: a second start hands its files to the first and ends. GUI thread.

Through small files in the data folder, which needs no socket: the second start writes one, and the window
that takes it removes it.
"""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import Sequence

from PySide6.QtCore import QFileSystemWatcher, QLockFile, QObject, Signal, Slot

from core.errors import StorageError
from core.system.paths import AppPaths, make_private

TAKEN_WITHIN_S = 15.0  # a window that opens a large library or shows a message answers late
_LOOK_EVERY_S = 0.05
_log = logging.getLogger(__name__)


class SingleInstance(QObject):
    """`files_passed(list[str])`: another start wants these added, and the window shown; may be empty."""

    files_passed = Signal(list)

    def __init__(self, paths: AppPaths, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = paths.data / "window-requests"
        try:
            make_private(paths.data)
            self._inbox.mkdir(exist_ok=True)
        except OSError as error:
            raise StorageError(
                f"The data folder {paths.data} cannot be used ({error.strerror}).",
                "Check its permissions, or set DOCUCHAT_HOME to a folder you may write to.",
            ) from error
        self._lock = QLockFile(str(paths.window_lock))
        self._lock.setStaleLockTime(0)  # only when the program that made it is gone
        self.is_first = self._lock.tryLock(0)
        self._watcher = QFileSystemWatcher(self)
        if self.is_first:
            self._begin_watching()

    def hand_over(self, files: Sequence[str], wait_s: float = TAKEN_WITHIN_S) -> bool:
        """Give the files to the window that is open.

        False when it does not take them: after `wait_s`, or because it is gone. In the latter case this start
        is the first from now on (`is_first`).
        """
        request = self._inbox / f"{uuid.uuid4().hex}.json"
        part = request.with_suffix(".part")
        try:
            part.write_text(json.dumps(list(files)), encoding="utf-8")
            part.replace(request)
        except OSError:
            _log.exception("files could not be handed to the window that is open")
            return False
        deadline = time.monotonic() + wait_s
        while request.exists() and time.monotonic() < deadline:
            if self._lock.tryLock(0):
                self.is_first = True
                break
            time.sleep(_LOOK_EVERY_S)
        try:
            request.unlink()
            taken = False
        except FileNotFoundError:  # be it at the last moment
            taken = True
        if taken and self.is_first:  # by a window that ended then
            self._lock.unlock()
            self.is_first = False
        elif self.is_first:
            self._begin_watching()
        return taken

    def _begin_watching(self) -> None:
        for left in self._inbox.glob("*.json"):
            left.unlink(missing_ok=True)
        self._watcher.addPath(str(self._inbox))
        self._watcher.directoryChanged.connect(self.on_changed)

    @Slot()
    def on_changed(self) -> None:
        for request in sorted(self._inbox.glob("*.json")):
            try:
                files = json.loads(request.read_text(encoding="utf-8"))
                request.unlink()
            except (OSError, ValueError):
                _log.warning("a request of another start could not be read: %s", request.name)
                request.unlink(missing_ok=True)
                continue
            self.files_passed.emit([str(one) for one in files] if isinstance(files, list) else [])

    def release(self) -> None:
        """Another start is the first from now on."""
        if self.is_first:
            self._lock.unlock()
