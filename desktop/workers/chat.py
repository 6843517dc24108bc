"""Runs one question at a time through `Engine.ask`, on its own thread."""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import Slot

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.settings import AnswerStyle
from core.types.requests import FollowUp, RequestKind
from desktop.conversation.event_relay import EventRelay
from desktop.start.unfinished import Waiting
from desktop.workers.base import Worker, failure_of, told


class ChatWorker(Worker):
    """Pushes every event of the run into `relay`. Stop is `token.set()` on the GUI thread."""

    def __init__(self, relay: EventRelay) -> None:
        super().__init__()
        self._relay = relay
        self._token: CancelToken | None = None

    @Slot(object, object)
    def ask(self, asked: Waiting, token: CancelToken) -> None:
        from core.engine import Question  # heavy: first imported here, on this thread

        self._token = token
        engine = self.engine
        question = Question(
            text=asked.text,
            mode=asked.mode,
            document_ids=asked.scope.document_ids,
            workspace_id=asked.scope.workspace_id,
            conversation_id=asked.conversation_id,
            ask_anyway=asked.anyway,
            style=cast(AnswerStyle | Literal[""], asked.style),
            kind=RequestKind(asked.kind) if asked.kind else None,
            of_run=asked.of_run,
            how=FollowUp(asked.how) if asked.how else None,
            demands=asked.demands,
        )
        for event in told(lambda: engine.ask(question, token), token):
            self._relay.push(event)
        self._token = None

    @Slot()
    def warm(self) -> None:
        """Load what tells the language of a question, and if the settings say so the answer model and what
        tells requests apart: then the first question need not wait for it."""
        from core.answer.asking.question_language import question_language

        question_language("Which language is this?")
        if not self.engine.settings.window.load_model:
            return
        from core.llm.base import Message

        self._token = CancelToken()
        try:
            self.engine.language_model().count_tokens((Message("user", "."),), self._token)
            self.engine.request_kinds().prepare()
        except (Cancelled, KnownError):
            pass  # the first question will say it
        except Exception as error:  # noqa: BLE001
            failure_of(error)
        self._token = None

    def interrupt(self) -> None:
        if (token := self._token) is not None:
            token.set()
