"""What was asked and answered before in a conversation, from the stored runs. Any thread."""

from __future__ import annotations

import logging

from core.answer.asking.followup import MOST_TURNS, Turn
from core.answer.asking.small_talk import SMALL_TALK
from core.errors import KnownError, UsageError
from core.events import AnswerReady, Event, KindTold, QuestionRewritten, RunFinished, RunStarted
from core.store.conversations import ConversationRepository
from core.store.runs import RunRepository
from core.types import Mode

log = logging.getLogger(__name__)


class EarlierTurns:
    """The turns of a conversation that a follow-up can lean on."""

    def __init__(self, runs: RunRepository, conversations: ConversationRepository) -> None:
        self._runs = runs
        self._conversations = conversations

    def before(self, conversation_id: str, run_id: str) -> tuple[Turn, ...]:
        """The last turns before the run, oldest first; none in a conversation that is new or unreadable.

        Refused questions, small talk and runs without an answer are left out.
        """
        if not conversation_id:
            return ()
        try:
            asked = [
                message.run_id
                for message in self._conversations.messages(conversation_id)
                if message.role == "user" and message.run_id != run_id
            ]
            turns: list[Turn] = []
            for earlier in reversed(asked):
                turn = _turn(self._runs.load_events(earlier))
                if turn is not None:
                    turns.insert(0, turn)
                if len(turns) == MOST_TURNS:
                    break
        except KnownError as error:
            log.warning("the conversation before this question cannot be read: %s", error)
            return ()
        return tuple(turns)

    def of_run(self, run_id: str) -> Turn:
        """The turn of one stored run.

        Raises:
            UsageError: it has no answer that could be changed.
            core.errors.StorageError: it cannot be read.
        """
        turn = _turn(self._runs.load_events(run_id))
        if turn is None:
            raise UsageError("This run has no answer that could be changed.", "Ask the question again.")
        return turn

    def waiting(self, conversation_id: str) -> str:
        """The last run of a conversation if it waits for its user, whose next question is the reply; else
        empty. A research waits for replies in its own mode (`core.engine.research`)."""
        if not conversation_id:
            return ""
        try:
            asked = [found.run_id for found in self._conversations.messages(conversation_id) if found.run_id]
            last = self._runs.get(asked[-1]) if asked else None
        except KnownError as error:
            log.warning("whether a conversation waits for its user cannot be read: %s", error)
            return ""
        waits = last is not None and last.outcome == "needs_input" and last.mode is not Mode.RESEARCH
        return last.run_id if last is not None and waits else ""


def _turn(events: list[Event]) -> Turn | None:
    question, answer, kind = "", None, None
    for event in events:
        match event:
            case RunStarted():
                question = event.question
            case QuestionRewritten():
                question = event.standalone
            case KindTold():
                kind = event.request_kind
            case AnswerReady() if SMALL_TALK not in event.answer.safety_flags:
                answer = event.answer
            case RunFinished() if event.outcome == "refused":
                return None
            case _:
                pass
    return Turn(question, answer.text, answer, kind) if question and answer and answer.text else None
