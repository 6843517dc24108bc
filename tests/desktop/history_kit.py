"""A scripted engine whose runs are stored by the real recorder in a real library file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
from core.types import Answer, StatementStatus
from core.types.scope import Scope
from tests.desktop.scripted import Script, ScriptedEngine, answer_of, citation_of, statement_of


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


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[StoringEngine]:
    opened = StoringEngine(tmp_path / "stored")
    yield opened
    opened.close()


@pytest.fixture
def answer(engine: ScriptedEngine, manual: Path) -> Answer:
    """What the engine says to every question, with one citation, until the test gives it another script."""
    document = engine.put(manual)
    cited = citation_of(document, engine.pages[document.document_id][0], "Operating manual")
    made = answer_of([statement_of("It is a manual.", StatementStatus.QUOTED, cited)], [cited])
    engine.script = at_once(made)
    return made
