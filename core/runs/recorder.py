"""Turns a mode's generator into a complete run: begun, stored event by event, always ended exactly once.

Runs on the thread that iterates it. Whatever happens inside, a front end sees `RunStarted` first and one
`RunFinished` last.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator, Sequence

from core.errors import BugError, Cancelled, KnownError, UsageError
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    EventStream,
    RunFinished,
    RunStarted,
    ToolCalled,
    ToolReturned,
    failed,
)
from core.runs.drafts import DraftJoiner
from core.store.conversations import ConversationRepository
from core.store.runs import RunRepository, StoredRun
from core.types import Mode
from core.types.scope import WHOLE_LIBRARY, AskedScope, Scope

log = logging.getLogger(__name__)

BUG = "DocuChat made a mistake while working on this."
BUG_HINT = "Try again; the details are in the log file."
NOT_RETURNED = "The run ended before this did."
CUT_OFF = "DocuChat ended before this answer was finished."
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
        yield failed(stamp, error)
        return
    except Exception:
        log.exception("run %s failed", stamp.run_id)
        yield _bug(stamp)
        return
    if not finished:
        log.error("run %s ended without RunFinished", stamp.run_id)
        yield _bug(stamp)


def _bug(stamp: EventStamper) -> RunFinished:
    return stamp(RunFinished, outcome="failed", error_code="bug", exit_code=1, message=BUG, hint=BUG_HINT)


def completed(events: Sequence[Event]) -> list[Event]:
    """A stored run that a crash cut off, with the end it never got; any other run as it is.

    Each tool call without a return failed, and the run counts as cancelled: what has ended must not look as
    if it were still going on.
    """
    if not events:
        return []
    return [*events, *_missing_end(events, EventStamper.after(events[-1]), CUT_OFF)]


def _missing_end(events: Sequence[Event], stamp: EventStamper, message: str = "") -> Iterator[Event]:
    if events and isinstance(events[-1], RunFinished):
        return
    returned = {event.call_id for event in events if isinstance(event, ToolReturned)}
    for event in events:
        if isinstance(event, ToolCalled) and event.call_id not in returned:
            yield stamp(ToolReturned, call_id=event.call_id, ok=False, summary=NOT_RETURNED)
    yield stamp(RunFinished, outcome="cancelled", message=message)


def carry_out(events: EventStream, show: Callable[[Event], None]) -> None:
    """Show a stream to its end, and let nothing follow one that did not get there.

    Raises:
        KnownError: it failed; with the exit code of the error that stopped it.
        Cancelled: it was stopped.
    """
    finished: RunFinished | None = None
    for event in events:
        show(event)
        if isinstance(event, RunFinished):
            finished = event
    if finished is None:
        raise BugError("a stream of events ended without RunFinished")
    if finished.outcome == "failed":
        raise finished_error(finished)
    if finished.outcome == "cancelled":
        raise Cancelled


def finished_error(finished: RunFinished) -> KnownError:
    """A run's failure as the error the command ends with."""
    error = KnownError(finished.message, finished.hint)
    error.code = finished.error_code
    error.exit_code = finished.exit_code or 1
    return error


class RunRecorder:
    """Stores runs with their events and the messages of their conversation.

    A history that cannot be written (full disk) never costs the user the answer: it is shown, and the last
    event says that it was not saved.
    """

    def __init__(self, runs: RunRepository, conversations: ConversationRepository) -> None:
        self._runs = runs
        self._conversations = conversations
        self._running: set[str] = set()

    def find(self, name: str) -> StoredRun:
        """The run with this id, or the only one whose id begins so.

        Raises:
            UsageError: there is none, or there are several.
        """
        found = self._runs.starting_with(name.strip().casefold()) if name.strip() else []
        if not found:
            raise UsageError(f"There is no stored run {name}.", "`docuchat runs list` shows what there is.")
        if len(found) > 1:
            ids = ", ".join(run.run_id for run in found)
            raise UsageError(f"Several stored runs begin with {name}: {ids}.", "Give more of the id.")
        return found[0]

    def load(self, run_id: str) -> list[Event]:
        """The stored events of a run; one that a crash cut off gets its end.

        Raises:
            StorageError: the stored events cannot be read.
        """
        events = self._runs.load_events(run_id)
        return events if run_id in self._running else completed(events)

    def record(
        self,
        events: Callable[[], Iterator[Event]],
        stamp: EventStamper,
        mode: Mode,
        question: str,
        conversation_id: str = "",
        parent_run_id: str = "",
        scope: Scope = WHOLE_LIBRARY,
        told_scope: AskedScope | None = None,
    ) -> Iterator[Event]:
        """`RunStarted`, the events, `RunFinished`; each is stored before it is yielded, drafts when they end.

        `scope` is stored with the run, `told_scope` is what its first event says of it.
        A consumer that walks away, or an interrupt, leaves a complete run behind as well.
        """
        unsaved = ""
        try:
            conversation = self._conversations.create(question[:TITLE_CHARACTERS], conversation_id)
            conversation_id = conversation.conversation_id
            self._runs.start(stamp.run_id, conversation_id, mode, question, parent_run_id, scope)
            self._conversations.add_message(conversation_id, "user", question, stamp.run_id)
        except KnownError as error:
            unsaved = str(error)
        started = stamp(
            RunStarted,
            mode=mode,
            question=question,
            conversation_id=conversation_id,
            parent_run_id=parent_run_id,
            scope=told_scope,
        )
        outcome = "cancelled"  # what a consumer that walks away leaves behind
        seen: list[Event] = []
        drafts = DraftJoiner()
        stream = self._with_start(started, events, stamp)
        self._running.add(stamp.run_id)
        try:
            for event in stream:
                seen.append(event)
                unsaved = unsaved or self._store(drafts.take(event), conversation_id)
                if isinstance(event, RunFinished):
                    outcome = event.outcome
                    if unsaved and not event.message:
                        yield event.model_copy(update={"message": NOT_STORED.format(reason=unsaved)})
                        return
                yield event
        finally:
            stream.close()
            left = [*drafts.rest(), *_missing_end(seen, stamp)]
            unsaved = unsaved or self._store(left, conversation_id)
            self._running.discard(stamp.run_id)
            if not unsaved:
                try:
                    self._runs.finish(stamp.run_id, outcome)
                except KnownError as error:
                    log.warning("run %s could not be closed: %s", stamp.run_id, error)

    def _with_start(
        self, started: RunStarted, events: Callable[[], Iterator[Event]], stamp: EventStamper
    ) -> Generator[Event, None, None]:
        yield started
        yield from guarded(events, stamp)

    def _store(self, events: Sequence[Event], conversation_id: str) -> str:
        """Why they could not be stored, or nothing."""
        try:
            self._runs.append(events)
            for event in events:
                if isinstance(event, AnswerReady):
                    text = event.answer.text
                    self._conversations.add_message(conversation_id, "assistant", text, event.run_id)
        except (KnownError, ValueError) as error:  # ValueError: what cannot be written as JSON
            log.warning("run %s is not being stored: %s", events[0].run_id, error)
            return str(error)
        return ""
