"""What the lanes share: one QObject on one QThread, and failures told as events instead of dead threads."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QMetaObject, QObject, Qt, QThread, Slot

from core.cancel import CancelToken
from core.errors import BugError, Cancelled, KnownError
from core.events import Event, EventStamper, RunFinished
from core.system.replaced import replaced, was_replaced
from desktop.messages.core_words import said

if TYPE_CHECKING:
    from core.engine import Engine

_log = logging.getLogger(__name__)


class Worker(QObject):
    """Lives on its own thread. `engine` is set before any request is sent; safe from several threads."""

    def __init__(self) -> None:
        super().__init__()
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The library.

        Raises:
            BugError: a request came before it was open.
        """
        if self._engine is None:
            raise BugError(f"{type(self).__name__} was asked before the library was open")
        return self._engine

    @engine.setter
    def engine(self, engine: Engine) -> None:
        self._engine = engine

    def interrupt(self) -> None:
        """End the present work soon. Called from the GUI thread, so it may only set tokens."""

    @Slot()
    def leave(self) -> None:
        """End the thread, when the turn of this order comes."""
        self.thread().quit()


class Lane:
    """A worker with its thread. The owner calls `ask_to_stop` and then `wait`, again and again if need be:
    Qt aborts the program when a running QThread is dropped.

    `keeps`: its orders change what is kept, and those that wait for their turn are done before it ends. Those
    of other lanes are dropped.
    """

    def __init__(self, worker: Worker, name: str, *, keeps: bool = False) -> None:
        self.worker = worker
        self.name = name
        self._keeps = keeps
        self._thread = QThread()
        self._thread.setObjectName(name)
        worker.moveToThread(self._thread)

    def start(self) -> None:
        self._thread.start()

    def ask_to_stop(self) -> None:
        self.worker.interrupt()
        if self._keeps:
            QMetaObject.invokeMethod(self.worker, "leave", Qt.ConnectionType.QueuedConnection)
        else:
            self._thread.quit()

    def wait(self, seconds: float) -> bool:
        """True when the thread has ended, or never began."""
        return self._thread.wait(max(int(seconds * 1000), 0))


def failure_of(error: Exception) -> tuple[str, str, str]:
    """Code, sentence and hint for the user; what is not the user's to mend goes to the log with its trace."""
    if not isinstance(error, KnownError) and was_replaced():
        _log.error("failed after an upgrade, while the earlier version ran", exc_info=error)
        error = replaced()
    if isinstance(error, KnownError):
        return error.code, said(error.message), said(error.hint)
    _log.error("unexpected failure in a worker", exc_info=error)
    return (
        "bug",
        QCoreApplication.translate("Worker", "DocuChat made a mistake and could not finish this."),
        QCoreApplication.translate(
            "Worker",
            "Try again. If it happens again, report it with the log file (Help → Open log folder).",
        ),
    )


def told(stream: Callable[[], Iterator[Event]], cancel: CancelToken) -> Iterator[Event]:
    """The events of `stream()`, ending with exactly one `RunFinished` whatever is raised on the way."""
    stamp = EventStamper()
    try:
        for event in stream():
            stamp = _Following(event)
            yield event
            if isinstance(event, RunFinished):
                return
        yield stamp(RunFinished, outcome="cancelled" if cancel.is_set else "done")
    except Cancelled:
        yield stamp(RunFinished, outcome="cancelled")
    except Exception as error:  # noqa: BLE001 - a worker turns every failure into an event
        code, message, hint = failure_of(error)
        yield stamp(RunFinished, outcome="failed", error_code=code, message=message, hint=hint)


class _Following(EventStamper):
    """Stamps what follows `event` in its run."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.run_id)
        self._seq = event.seq
