"""How runs end: an error keeps its exit code, and nothing that was cut off looks as if it were going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.errors import Cancelled, DocumentError, KnownError, ModelError, StorageError, WorkerError
from core.events import (
    AnswerReady,
    DraftDelta,
    DraftWritten,
    Event,
    EventStamper,
    GateChecked,
    RunFinished,
    RunStarted,
    StepStarted,
    ToolCalled,
    ToolReturned,
    failed,
    parse_event,
)
from core.runs.recorder import RunRecorder, carry_out, completed, finished_error, guarded
from core.runs.trace import fold_all
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.runs import RunRepository
from core.types import Answer, Mode


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "library.sqlite3", tmp_path / "backups")
    yield opened
    opened.close()


def coded(error: KnownError, code: str) -> KnownError:
    error.code = code
    return error


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (coded(ModelError("It stopped."), "model_stopped"), 4),
        (coded(ModelError("It is too large."), "model_memory"), 4),
        (coded(ModelError("The server is silent."), "server_unreachable"), 4),
        (coded(WorkerError("It died."), "worker_died"), 7),
        (coded(StorageError("It is damaged."), "index_damaged"), 5),
        (DocumentError("It is gone."), 3),
    ],
)
def test_a_failed_run_ends_with_the_exit_code_of_its_error(error: KnownError, exit_code: int) -> None:
    def work() -> Iterator[Event]:
        yield from ()
        raise error

    with pytest.raises(KnownError) as raised:
        carry_out(guarded(work, EventStamper()), lambda _event: None)
    assert (raised.value.code, raised.value.exit_code) == (error.code, exit_code)
    assert raised.value.message == error.message


def test_a_run_stored_before_exit_codes_still_has_one() -> None:
    stored = parse_event(
        '{"kind": "run_finished", "run_id": "r", "seq": 1, "t_ms": 0, "schema_version": 1,'
        '"outcome": "failed", "error_code": "storage", "message": "The disk is full."}'
    )
    assert isinstance(stored, RunFinished)
    assert finished_error(stored).exit_code == 5


def test_nothing_follows_a_stopped_stream() -> None:
    stamp = EventStamper()
    with pytest.raises(Cancelled):
        carry_out(iter([stamp(RunFinished, outcome="cancelled")]), lambda _event: None)


def searching(stamp: EventStamper, last: Callable[[], None] | None = None) -> Iterator[Event]:
    yield stamp(StepStarted, step="tool loop")
    yield stamp(ToolCalled, call_id="one", tool="search_docs", tool_input={"query": "warranty"})
    yield stamp(ToolReturned, call_id="one", ok=True, summary="Found 5 chunks")
    yield stamp(ToolCalled, call_id="two", tool="search_docs", tool_input={"query": "price"})
    if last is not None:
        last()
    yield stamp(ToolReturned, call_id="two", ok=True, summary="Found 5 chunks")
    yield stamp(RunFinished, outcome="answered")


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", ["closed", "interrupted"])
def test_a_run_that_is_left_in_the_middle_is_stored_whole(database: Database, how: str) -> None:
    runs = RunRepository(database)
    recorder = RunRecorder(runs, ConversationRepository(database))
    stamp = EventStamper()
    last = interrupt if how == "interrupted" else None
    stream = recorder.record(lambda: searching(stamp, last), stamp, Mode.AGENT, "How long is it?")
    for event in stream:
        if isinstance(event, ToolCalled) and event.call_id == "two":
            break
    if how == "interrupted":
        with pytest.raises(KeyboardInterrupt):
            next(stream)
    else:
        stream.close()
    stored = runs.load_events(stamp.run_id)
    returned = {event.call_id: event.ok for event in stored if isinstance(event, ToolReturned)}
    assert returned == {"one": True, "two": False}
    assert [event.kind for event in stored].count("run_finished") == 1
    assert [event.seq for event in stored] == sorted({event.seq for event in stored})
    state = fold_all(stored)
    assert state.outcome == "cancelled"
    assert not any(step.state == "running" for step in state.steps)
    (run,) = runs.recent()
    assert (run.outcome, run.finished_at is not None) == ("cancelled", True)


def test_a_run_that_a_crash_cut_off_gets_its_end_when_it_is_loaded(database: Database) -> None:
    runs = RunRepository(database)
    conversations = ConversationRepository(database)
    stamp = EventStamper()
    started = stamp(RunStarted, mode=Mode.AGENT, question="How long is it?")
    events = [started, *list(searching(stamp))[:4]]
    conversation = conversations.create("How long is it?", "").conversation_id
    runs.start(stamp.run_id, conversation, Mode.AGENT, "How long is it?")
    runs.append(events)
    loaded = RunRecorder(runs, conversations).load(stamp.run_id)
    assert loaded[:5] == events
    assert [event.kind for event in loaded[5:]] == ["tool_returned", "run_finished"]
    assert [event.seq for event in loaded] == list(range(1, 8))
    assert fold_all(loaded).outcome == "cancelled"
    assert not any(step.state == "running" for step in fold_all(loaded).steps)


def test_a_run_that_is_going_on_is_not_ended_by_looking_at_it(database: Database) -> None:
    recorder = RunRecorder(RunRepository(database), ConversationRepository(database))
    stamp = EventStamper()
    stream = recorder.record(lambda: searching(stamp), stamp, Mode.AGENT, "How long is it?")
    seen = [next(stream), next(stream)]
    assert recorder.load(stamp.run_id) == seen
    seen += list(stream)
    assert recorder.load(stamp.run_id) == seen


def writing(stamp: EventStamper) -> Iterator[Event]:
    yield stamp(StepStarted, step="compose")
    for attempt, words in ((1, ("It is ", "36 weeks.")), (2, ("It is ", "36 ", "months."))):
        for word in words:
            yield stamp(DraftDelta, text=word, attempt=attempt)
        passed = attempt == 2
        codes = () if passed else ("UNSUPPORTED_ANSWER",)
        yield stamp(GateChecked, attempt=attempt, passed=passed, codes=codes, messages=codes)
    yield stamp(AnswerReady, answer=Answer("It is 36 months."))
    yield stamp(RunFinished, outcome="answered")


def test_a_stored_run_ends_in_the_state_it_had_live(database: Database) -> None:
    recorder = RunRecorder(RunRepository(database), ConversationRepository(database))
    stamp = EventStamper()
    live = list(recorder.record(lambda: writing(stamp), stamp, Mode.AGENT, "How long is it?"))
    stored = recorder.load(stamp.run_id)
    drafts = [(event.attempt, event.text) for event in stored if isinstance(event, DraftWritten)]
    assert drafts == [(1, "It is 36 weeks."), (2, "It is 36 months.")]
    assert not any(isinstance(event, DraftDelta) for event in stored)
    assert not any(isinstance(event, DraftWritten) for event in live)
    assert [event.seq for event in stored] == sorted({event.seq for event in stored})
    assert fold_all(stored) == fold_all(live)


@pytest.mark.parametrize("how", ["stopped", "closed"])
def test_stop_keeps_the_draft(database: Database, how: str) -> None:
    recorder = RunRecorder(RunRepository(database), ConversationRepository(database))
    stamp = EventStamper()

    def stops() -> Iterator[Event]:
        for event in writing(stamp):
            if isinstance(event, GateChecked):
                raise Cancelled
            yield event

    stream = recorder.record(stops, stamp, Mode.AGENT, "How long is it?")
    for event in stream:
        if how == "closed" and isinstance(event, DraftDelta) and event.text == "36 weeks.":
            break
    stream.close()
    state = fold_all(recorder.load(stamp.run_id))
    assert state.outcome == "cancelled"
    assert state.draft is not None
    assert state.draft.text == "It is 36 weeks."
    assert [(step.title, step.state) for step in state.steps] == [("compose", "failed"), ("draft", "failed")]


def test_a_complete_run_stays_as_it_is() -> None:
    stamp = EventStamper()
    whole = [*searching(stamp)]
    assert completed(whole) == whole
    broken: list[Event] = [stamp(StepStarted, step="guard"), failed(stamp, StorageError("The disk is full."))]
    assert completed(broken) == broken
    assert completed([]) == []
