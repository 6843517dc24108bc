"""Turns a mode's generator into a complete run: begun, stored event by event, always ended exactly once.

Runs on the thread that iterates it. Whatever happens inside, a front end sees `RunStarted` first and one
`RunFinished` last.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from core.errors import Cancelled, KnownError
from core.events import AnswerReady, Event, EventStamper, RunFinished, RunStarted
from core.store.conversations import ConversationRepository
from core.store.runs import RunRepository
from core.types import Mode

log = logging.getLogger(__name__)

BUG = "DocuChat made a mistake while working on this."
BUG_HINT = "Try again; the details are in the log file."
NOT_STORED = "This answer could not be saved to the history: {reason}"
TITLE_CHARACTERS = 80


def guarded(events: Callable[[], Iterator[Event]], stamp: EventStamper) -> Iterator[Event]:
    """The events of `events()`; errors and Stop become the final `RunFinished`.

    Also closes a generator that ends without one, which would be a mistake of ours.
    """
    finished = False
    try:
        for event in events():
            finished = isinstance(event, RunFinished)
            yield event
    except Cancelled:
        yield stamp(RunFinished, outcome="cancelled")
        return
    except KnownError as error:
        log.warning("run %s failed: %s", stamp.run_id, error)
        yield stamp(
            RunFinished, outcome="failed", error_code=error.code, message=error.message, hint=error.hint
        )
        return
    except Exception:
        log.exception("run %s failed", stamp.run_id)
        yield stamp(RunFinished, outcome="failed", error_code="bug", message=BUG, hint=BUG_HINT)
        return
    if not finished:
        log.error("run %s ended without RunFinished", stamp.run_id)
        yield stamp(RunFinished, outcome="failed", error_code="bug", message=BUG, hint=BUG_HINT)


class RunRecorder:
    """Stores runs with their events and the messages of their conversation.

    A history that cannot be written (full disk) never costs the user the answer: it is shown, and the last
    event says that it was not saved.
    """

    def __init__(self, runs: RunRepository, conversations: ConversationRepository) -> None:
        self._runs = runs
        self._conversations = conversations

    def record(
        self,
        events: Callable[[], Iterator[Event]],
        stamp: EventStamper,
        mode: Mode,
        question: str,
        conversation_id: str = "",
        parent_run_id: str = "",
    ) -> Iterator[Event]:
        """`RunStarted`, the events, `RunFinished`; each is stored before it is yielded."""
        unsaved = ""
        try:
            conversation = self._conversations.create(question[:TITLE_CHARACTERS], conversation_id)
            conversation_id = conversation.conversation_id
            self._runs.start(stamp.run_id, conversation_id, mode, question, parent_run_id)
            self._conversations.add_message(conversation_id, "user", question, stamp.run_id)
        except KnownError as error:
            unsaved = str(error)
        started = stamp(
            RunStarted,
            mode=mode,
            question=question,
            conversation_id=conversation_id,
            parent_run_id=parent_run_id,
        )
        outcome = "cancelled"  # what a consumer that walks away leaves behind
        try:
            for event in self._with_start(started, events, stamp):
                unsaved = unsaved or self._store(event, conversation_id)
                if isinstance(event, RunFinished):
                    outcome = event.outcome
                    if unsaved and not event.message:
                        yield event.model_copy(update={"message": NOT_STORED.format(reason=unsaved)})
                        return
                yield event
        finally:
            if not unsaved:
                try:
                    self._runs.finish(stamp.run_id, outcome)
                except KnownError as error:
                    log.warning("run %s could not be closed: %s", stamp.run_id, error)

    def _with_start(
        self, started: RunStarted, events: Callable[[], Iterator[Event]], stamp: EventStamper
    ) -> Iterator[Event]:
        yield started
        yield from guarded(events, stamp)

    def _store(self, event: Event, conversation_id: str) -> str:
        """Why it could not be stored, or nothing."""
        try:
            self._runs.append([event])
            if isinstance(event, AnswerReady):
                self._conversations.add_message(conversation_id, "assistant", event.answer.text, event.run_id)
        except KnownError as error:
            log.warning("run %s is not being stored: %s", event.run_id, error)
            return str(error)
        return ""
