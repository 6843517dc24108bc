"""Runs one question at a time through `Engine.ask`, on its own thread."""

from __future__ import annotations

from PySide6.QtCore import Slot

from core.cancel import CancelToken
from core.types import Mode
from desktop.event_relay import EventRelay
from desktop.workers.base import Worker, told


class ChatWorker(Worker):
    """Pushes every event of the run into `relay`. Stop is `token.set()` on the GUI thread."""

    def __init__(self, relay: EventRelay) -> None:
        super().__init__()
        self._relay = relay
        self._token: CancelToken | None = None

    @Slot(str, str, object, str, object, bool)
    def ask(
        self,
        text: str,
        mode: str,
        document_ids: tuple[str, ...] | None,
        conversation_id: str,
        token: CancelToken,
        anyway: bool,
    ) -> None:
        from core.engine import Question  # heavy: first imported here, on this thread

        self._token = token
        engine = self.engine
        question = Question(
            text=text,
            mode=Mode(mode),
            document_ids=document_ids,
            conversation_id=conversation_id,
            ask_anyway=anyway,
        )
        for event in told(lambda: engine.ask(question, token), token):
            self._relay.push(event)
        self._token = None

    def interrupt(self) -> None:
        if (token := self._token) is not None:
            token.set()
