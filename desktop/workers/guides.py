"""Guides to documents: the one that is looked at first, the others in idle time. Its own thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError, KnownError
from core.types.scope import Scope
from desktop.workers.base import Worker, failure_of

_LOOKED_AT_S = 1.5  # before a language model is put to work: who walks through the list needs none


class GuideWorker(Worker):
    """`found(document_id, DocumentGuide, more)`: `more` is still being written by a language model;
    `failed(document_id, message, hint)`; `suggested(list[tuple[document_id, question]])`; `made`: one more
    is kept.
    """

    found = Signal(str, object, bool)
    failed = Signal(str, str, str)
    suggested = Signal(list)
    made = Signal()
    _next_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._token = CancelToken()
        self._wanted = ""
        self._closing = self._paused = False
        self._next_wanted.connect(self.fill)

    def want(self, document_id: str) -> None:
        """GUI thread: `find` is to follow; what is being made for another document ends."""
        with self._lock:
            self._wanted = document_id
            self._token.set()
            self._token = CancelToken()

    def pause(self, paused: bool) -> None:
        """GUI thread: while a question is answered, nothing is made."""
        with self._lock:
            self._paused = paused
            if paused:
                self._token.set()
                self._token = CancelToken()

    @Slot(str)
    def find(self, document_id: str) -> None:
        """The guide as it is kept or made at once, then the one with the words of a language model, where
        there is one."""
        with self._lock:
            if document_id != self._wanted or self._closing:
                return
            token = self._token
        guides = self.engine.guides
        try:
            guide = guides.kept(document_id) or guides.make(document_id, token, with_model=False)
            more = guides.lacks_model(guide)
            self.found.emit(document_id, guide, more)
            if more and not token.wait(_LOOKED_AT_S):
                self.found.emit(document_id, guides.make(document_id, token), False)
            self.made.emit()
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.failed.emit(document_id, message, hint)

    @Slot()
    def fill(self) -> None:
        """A guide without a language model for one document that has none, then for the next; nothing while
        documents are being read."""
        with self._lock:
            if self._closing or self._paused:
                return
            token = self._token
        document_id = ""
        try:
            document_id = self.engine.guides.next_waiting()
            if not document_id:
                return
            self.engine.guides.make(document_id, token, with_model=False)
        except Cancelled:
            self._next_wanted.emit()  # behind the document that is looked at now
            return
        except DocumentError:
            pass  # whoever looks at the document is told; the others are not held up
        except KnownError:
            return  # library or models cannot be used: the next news of the library tries again
        except Exception as error:  # noqa: BLE001
            failure_of(error)
            if not document_id:
                return
            self.engine.guides.pass_over(document_id)
        self.made.emit()
        self._next_wanted.emit()

    @Slot(object, int)
    def suggest(self, scope: Scope, most: int) -> None:
        """Questions that the documents of a scope answer, as far as their guides are made."""
        rows: list[tuple[str, str]] = []
        try:
            rows = self.engine.guides.suggested(scope, most)
        except KnownError:
            pass  # the scope is gone, which is said elsewhere
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self.suggested.emit(rows)

    def interrupt(self) -> None:
        with self._lock:
            self._closing = True
            self._token.set()
