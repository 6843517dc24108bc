"""Past conversations as a front end sees them: listed, opened, kept in order, exported. Any thread."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from core.cancel import CancelToken
from core.errors import KnownError, UsageError
from core.export import Exchange, Transcript, write_transcript
from core.runs.recorder import RunRecorder
from core.runs.trace import TraceState, fold_all
from core.store.database import Database
from core.store.history import HistoryEntry, HistoryRepository, Verdict
from core.store.runs import RunRepository, StoredRun

log = logging.getLogger(__name__)

UNREADABLE = "The stored steps of this answer cannot be read."


class LibraryHistory:
    """The conversations of one library. A deleted one can be restored until the library is closed."""

    def __init__(self, database: Database, recorder: RunRecorder) -> None:
        self._stored = HistoryRepository(database)
        self._runs = RunRepository(database)
        self._recorder = recorder

    def entries(self, text: str = "") -> list[HistoryEntry]:
        """Pinned ones first, then newest first; with `text` those that have all its words."""
        return self._stored.entries(text)

    def entry(self, conversation_id: str) -> HistoryEntry | None:
        return self._stored.entry(conversation_id)

    def find(self, name: str) -> HistoryEntry:
        """The conversation with this id, or the only one whose id begins so.

        Raises:
            UsageError: there is none, or there are several.
        """
        found = self._stored.starting_with(name.strip()) if name.strip() else []
        if not found:
            raise UsageError(
                f"There is no conversation {name}.", "`docuchat conversations list` shows what there is."
            )
        if len(found) > 1:
            ids = ", ".join(one.conversation_id for one in found)
            raise UsageError(f"Several conversations begin with {name}: {ids}.", "Give more of the id.")
        return found[0]

    def rename(self, conversation_id: str, title: str) -> bool:
        """False when there is no such conversation, or the name is empty."""
        return self._stored.rename(conversation_id, title)

    def pin(self, conversation_id: str, pinned: bool) -> bool:
        return self._stored.pin(conversation_id, pinned)

    def delete(self, conversation_id: str) -> bool:
        return self._stored.delete(conversation_id)

    def restore(self, conversation_id: str) -> bool:
        """Undo of `delete`; False when it is gone for good."""
        return self._stored.restore(conversation_id)

    def forget_deleted(self) -> None:
        """Remove what was deleted for good. A library that cannot be written keeps it for the next time."""
        with suppress(KnownError):
            self._stored.purge()

    def runs(self, conversation_id: str) -> list[StoredRun]:
        """Its questions, oldest first."""
        return self._runs.of_conversation(conversation_id)

    def state(self, run_id: str) -> TraceState:
        """How a run ended, as it was shown; one that cannot be read says so, and hides no other."""
        try:
            state = fold_all(self._recorder.load(run_id))
        except KnownError as error:
            log.warning("run %s cannot be shown: %s", run_id, error)
            return TraceState(run_id=run_id, outcome="failed", message=UNREADABLE, hint=error.hint)
        return state if state.run_id else TraceState(run_id=run_id, outcome="cancelled")

    def give_feedback(self, run_id: str, verdict: Verdict | None) -> None:
        """What the user thinks of an answer; None takes it back."""
        self._stored.give_feedback(run_id, verdict)

    def feedback(self, conversation_id: str) -> dict[str, Verdict]:
        """By run id."""
        return self._stored.feedback(conversation_id)

    def transcript(self, conversation_id: str) -> Transcript:
        """The whole conversation, to be written to a file.

        Raises:
            UsageError: there is no such conversation.
        """
        entry = self._stored.entry(conversation_id)
        if entry is None:
            raise UsageError("This conversation is not stored.", "Ask a question in it first.")
        exchanges = tuple(
            Exchange(run.question, run.mode, run.started_at, self.state(run.run_id))
            for run in self.runs(conversation_id)
        )
        return Transcript(entry.title, entry.created_at, exchanges)

    def export(self, conversation_id: str, path: Path, cancel: CancelToken) -> None:
        """Markdown, HTML, PDF or DOCX by the end of the name; raises what `write_transcript` raises."""
        write_transcript(self.transcript(conversation_id), path, cancel)
