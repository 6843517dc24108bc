"""A scripted engine whose runs are stored by the real recorder in a real library file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Question
from core.engine.history import LibraryHistory
from core.engine.library_scopes import LibraryScopes
from core.engine.library_workspaces import LibraryWorkspaces
from core.events import AnswerReady, Event, EventStamper, RunFinished, RunStarted
from core.runs.recorder import RunRecorder
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.runs import RunRepository
from core.types import Answer
from core.types.scope import Scope
from tests.desktop.scripted import Script, ScriptedEngine


class StoringEngine(ScriptedEngine):
    """Questions are scripted; what is kept of them is kept as the engine keeps it."""

    def __init__(self, home: Path, script: Script | None = None) -> None:
        super().__init__(script)
        self.database = Database(home / "library.sqlite3")
        self.recorder = RunRecorder(RunRepository(self.database), ConversationRepository(self.database))
        self.history = LibraryHistory(self.database, self.recorder)
        self.workspaces = LibraryWorkspaces(self.database)
        self.scopes = LibraryScopes(self.database, self.workspaces)

    def ask(self, question: Question, cancel: CancelToken) -> Iterator[Event]:
        self.questions.append(question)
        stamp = EventStamper()
        yield from self.recorder.record(
            lambda: (one for one in self._played(question, stamp, cancel) if not isinstance(one, RunStarted)),
            stamp,
            question.mode,
            question.text,
            question.conversation_id,
            scope=Scope(question.workspace_id, question.document_ids),
        )

    def run_events(self, run_id: str) -> list[Event]:
        return self.recorder.load(run_id)

    def close(self) -> None:
        super().close()
        self.database.close()


def at_once(answer: Answer) -> Script:
    """The answer, without waiting."""

    def play(question: Question, stamp: EventStamper) -> Iterator[Event | str]:
        yield stamp(AnswerReady, answer=answer)
        yield stamp(RunFinished, outcome="answered")

    return play
