"""The random run of a number, stored in a real library: all that happens in it follows from the number."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.answer.asking.followup import Turn
from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import Event, EventStamper
from core.judge.word_judge import WordJudge
from core.runs.recorder import RunRecorder
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.runs import RunRepository
from core.types import Mode
from tests.agent.demand_reader import read_demands
from tests.agent.hostile import ERRORS, FailingRetriever, HostileModel
from tests.agent.hostile_texts import QUESTIONS
from tests.agent.memory_library import SOURCES

STOP_AT = (
    *("run_started", "step_started", "plan_made", "model_called", "tool_called", "tool_returned"),
    *("draft_delta", "gate_checked", "reprompted", "notice_given", "step_failed", "evidence_dropped"),
    *("question_rewritten", "answer_ready"),
)
EARLIER = Turn("How long is the warranty of the B-120 pump?", "It is 36 months from delivery. [1]")
RUNS_PER_LIBRARY = 500
NOWHERE = "c5bd8bfc-1234-5678-abcd-1234567890ab"  # a document that was removed since it was chosen


@dataclass(slots=True)
class HostileRun:
    """`stopped_at`: the kind of event at which the user stopped, or at which the reader `walked_away`.

    `document_ids` is the selection; None is all.
    """

    number: int
    question: str
    limits: Limits
    model: HostileModel
    mood: str
    events: list[Event]
    stored: list[Event]
    stopped_at: str
    walked_away: bool
    document_ids: tuple[str, ...] | None


class Libraries:
    """A real library file for every few hundred runs, in memory where the system has a place for that."""

    def __init__(self, pool: Executor) -> None:
        memory = Path("/dev/shm")
        self._folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        self._database: Database | None = None
        self._runs = 0
        self.pool = pool

    def database(self) -> Database:
        if self._database is None or self._runs % RUNS_PER_LIBRARY == 0:
            self.close_database()
            folder = Path(self._folder.name) / str(self._runs)
            self._database = Database(folder / "library.sqlite3", folder / "backups")
        self._runs += 1
        return self._database

    def close_database(self) -> None:
        if self._database is not None:
            self._database.close()
            for path in self._database.path.parent.rglob("*"):
                path.unlink(missing_ok=True)
            self._database = None

    def close(self) -> None:
        self.close_database()
        self._folder.cleanup()


def limits_of(choose: random.Random) -> Limits:
    """A preset; in one run of ten with a time limit that nothing can keep."""
    limits = choose.choice((Limits.standard(), Limits.strict()))
    if choose.random() < 0.1:
        what = choose.choice(("plan_timeout_s", "chat_timeout_s", "embedding_timeout_s"))
        return replace(limits, **{what: 1e-6})
    return limits


def selection_of(number: int) -> tuple[str, ...] | None:
    """In one run of three a few of the documents, now and then one that is not there, or none."""
    choose = random.Random(f"selection {number}")
    if choose.random() < 2 / 3:
        return None
    known = [source.document.document_id for source in SOURCES]
    chosen = choose.sample(known, choose.choices((0, 1, 2, 3, 4), (1, 4, 6, 6, 4))[0])
    return (*chosen, NOWHERE) if choose.random() < 0.1 else tuple(chosen)


def run_number(number: int, libraries: Libraries) -> HostileRun:
    """The run of that number: limits, grammar, question, model, failures and Stop follow from it.

    Raises:
        AssertionError: the program made a mistake, which it would have told as its own.
    """
    choose = random.Random(number)
    limits = limits_of(choose)
    cancel, stamp = CancelToken(), EventStamper()
    model = HostileModel(choose, cancel, obeys_grammar=number % 2 == 0)
    retriever = FailingRetriever(choose)
    if retriever.mood == "late":
        limits = replace(limits, embedding_timeout_s=0.02)
    if choose.random() < 0.02:
        model.slow = True
        limits = replace(limits, chat_timeout_s=0.015, plan_timeout_s=choose.choice((0.015, 1.0)))
    question = choose.choice(QUESTIONS)
    document_ids = selection_of(number)
    executor = AgentExecutor(
        model,
        retriever,
        WordJudge(),
        limits,
        document_ids,
        stamp,
        cancel,
        libraries.pool,
        read_demands=read_demands,
    )
    earlier = [EARLIER] if choose.random() < 0.1 else []
    if earlier and choose.random() < 0.5:
        question = "What does it weigh?"
    mistakes: list[Exception] = []

    def watched() -> Iterator[Event]:
        try:
            yield from executor.run(question, earlier)
        except (Cancelled, KnownError, *ERRORS):
            raise
        except Exception as error:
            mistakes.append(error)
            raise

    stop_at = choose.choice(STOP_AT) if choose.random() < 0.25 else ""
    walks_away = choose.random() < 0.2
    database = libraries.database()
    runs = RunRepository(database)
    recorder = RunRecorder(runs, ConversationRepository(database))
    events: list[Event] = []
    reached = ""
    with closing(recorder.record(watched, stamp, Mode.AGENT, question)) as stream:  # type: ignore[type-var]
        for event in stream:
            events.append(event)
            if event.kind == stop_at and not reached:
                reached = stop_at
                cancel.set()
                if walks_away:
                    break
    if mistakes:
        raise AssertionError(f"run {number} made a mistake") from mistakes[0]
    stored = runs.load_events(stamp.run_id)
    return HostileRun(
        number,
        question,
        limits,
        model,
        retriever.mood,
        events,
        stored,
        reached,
        walks_away and bool(reached),
        document_ids,
    )
