"""Runs as they are kept: how they end, and that those of earlier versions open.

An error keeps its exit code, and nothing that was cut off looks as if it were going on. The fixtures are the
stored events of two real runs of version 1: an agent run with a reprompt, and a chat run whose model stopped.
"""

from __future__ import annotations

import json
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
from core.events.versions import SCHEMA_VERSION, upcast
from core.published.seed_trace import seed_trace
from core.runs.recorder import RunRecorder, carry_out, completed, finished_error, guarded
from core.runs.trace import fold_all
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.runs import RunRepository
from core.types import Answer, Mode, StatementStatus


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


@pytest.fixture
def recorder(database: Database) -> RunRecorder:
    return RunRecorder(RunRepository(database), ConversationRepository(database))


def recorded(
    recorder: RunRecorder, stamp: EventStamper, work: Callable[[], Iterator[Event]]
) -> Iterator[Event]:
    return recorder.record(work, stamp, Mode.AGENT, "How long is it?")


def interrupt() -> None:
    raise KeyboardInterrupt


def ends_cancelled(events: list[Event]) -> None:
    assert [event.kind for event in events].count("run_finished") == 1
    assert [event.seq for event in events] == sorted({event.seq for event in events})
    state = fold_all(events)
    assert state.outcome == "cancelled"
    assert not any(step.state == "running" for step in state.steps)


@pytest.mark.parametrize("how", ["closed", "interrupted"])
def test_a_run_that_is_left_in_the_middle_is_stored_whole(
    database: Database, recorder: RunRecorder, how: str
) -> None:
    stamp = EventStamper()
    last = interrupt if how == "interrupted" else None
    stream = recorded(recorder, stamp, lambda: searching(stamp, last))
    for event in stream:
        if isinstance(event, ToolCalled) and event.call_id == "two":
            break
    if how == "interrupted":
        with pytest.raises(KeyboardInterrupt):
            next(stream)
    else:
        stream.close()
    stored = RunRepository(database).load_events(stamp.run_id)
    returned = {event.call_id: event.ok for event in stored if isinstance(event, ToolReturned)}
    assert returned == {"one": True, "two": False}
    ends_cancelled(stored)
    (run,) = RunRepository(database).recent()
    assert (run.outcome, run.finished_at is not None) == ("cancelled", True)


def test_a_run_that_a_crash_cut_off_gets_its_end_when_it_is_loaded(
    database: Database, recorder: RunRecorder
) -> None:
    stamp = EventStamper()
    question = "How long is it?"
    events = [stamp(RunStarted, mode=Mode.AGENT, question=question), *list(searching(stamp))[:4]]
    conversation = ConversationRepository(database).create(question, "").conversation_id
    runs = RunRepository(database)
    runs.start(stamp.run_id, conversation, Mode.AGENT, question)
    runs.append(events)
    loaded = recorder.load(stamp.run_id)
    assert loaded[:5] == events
    assert [event.kind for event in loaded[5:]] == ["tool_returned", "run_finished"]
    ends_cancelled(loaded)


def test_a_run_that_is_going_on_is_not_ended_by_looking_at_it(recorder: RunRecorder) -> None:
    stamp = EventStamper()
    stream = recorded(recorder, stamp, lambda: searching(stamp))
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


def test_a_stored_run_ends_in_the_state_it_had_live(recorder: RunRecorder) -> None:
    stamp = EventStamper()
    live = list(recorded(recorder, stamp, lambda: writing(stamp)))
    stored = recorder.load(stamp.run_id)
    drafts = [(event.attempt, event.text) for event in stored if isinstance(event, DraftWritten)]
    assert drafts == [(1, "It is 36 weeks."), (2, "It is 36 months.")]
    assert not any(isinstance(event, DraftDelta) for event in stored)
    assert not any(isinstance(event, DraftWritten) for event in live)
    assert [event.seq for event in stored] == sorted({event.seq for event in stored})
    assert fold_all(stored) == fold_all(live)


@pytest.mark.parametrize("how", ["stopped", "closed"])
def test_stop_keeps_the_draft(recorder: RunRecorder, how: str) -> None:
    stamp = EventStamper()

    def stops() -> Iterator[Event]:
        for event in writing(stamp):
            if isinstance(event, GateChecked):
                raise Cancelled
            yield event

    stream = recorded(recorder, stamp, stops)
    for event in stream:
        if how == "closed" and isinstance(event, DraftDelta) and event.text == "36 weeks.":
            break
    stream.close()
    state = fold_all(recorder.load(stamp.run_id))
    assert state.outcome == "cancelled"
    assert state.draft.text == "It is 36 weeks."
    assert [(step.title, step.state) for step in state.steps] == [("compose", "failed"), ("draft", "failed")]


def test_a_complete_run_stays_as_it_is() -> None:
    stamp = EventStamper()
    whole = [*searching(stamp)]
    assert completed(whole) == whole
    broken: list[Event] = [stamp(StepStarted, step="guard"), failed(stamp, StorageError("The disk is full."))]
    assert completed(broken) == broken
    assert completed([]) == []


FIXTURES = Path(__file__).parent / "store" / "fixtures"


def lines_of(name: str) -> list[str]:
    return (FIXTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def stored(database: Database, lines: list[str]) -> tuple[RunRepository, str]:
    """The run as that version left it in the library."""
    runs = RunRepository(database)
    events = [json.loads(line) for line in lines]
    run_id = events[0]["run_id"]
    runs.start(run_id, "", Mode(events[0]["mode"]), events[0]["question"])
    database.execute_many(
        "INSERT INTO events VALUES (?, ?, ?, ?)",
        [(run_id, event["seq"], event["kind"], line) for event, line in zip(events, lines, strict=True)],
    )
    return runs, run_id


def test_every_released_version_has_a_run_as_a_user_has_it() -> None:
    for version in range(1, SCHEMA_VERSION):
        assert list(FIXTURES.glob(f"run-schema{version}-*.jsonl")), f"no stored run of version {version}"


def test_an_old_agent_run_opens_with_everything_in_it(database: Database) -> None:
    runs, run_id = stored(database, lines_of("run-schema1-answered"))
    events = runs.load_events(run_id)
    assert {event.schema_version for event in events} == {SCHEMA_VERSION}
    state = fold_all(events)
    assert (state.mode, state.outcome) == ("agent", "answered")
    assert len(state.plan) == 3
    assert state.plan_done == (3,)  # which calls served the others was not written down
    assert state.answer.text == "The B-120 is warranted for 24 months from the date of delivery. [1]"
    assert state.answer.statements[0].status is StatementStatus.SUPPORTED
    hits = [hit for event in events if isinstance(event, ToolReturned) for hit in event.hits]
    assert {hit.where for hit in hits} <= {f"page {number}" for number in range(1, 5)}
    kinds = ["plan", *["tool_call"] * 3, "validation", "reprompt", "final"]
    assert [row["type"] for row in seed_trace(events)] == kinds


def test_an_old_failure_gets_the_exit_code_of_its_kind(database: Database) -> None:
    runs, run_id = stored(database, lines_of("run-schema1-failed"))
    finished = runs.load_events(run_id)[-1]
    assert (finished_error(finished).exit_code, finished.message) == (4, "The language model stopped.")


def test_hits_of_removed_documents_stay_empty() -> None:
    hit = {"filename": "", "snippet": "", "page": 4}
    raised = upcast({"kind": "tool_returned", "hits": [hit]})
    assert raised["hits"][0]["where"] == ""
    assert "where" not in hit


def test_a_newer_run_is_refused_with_what_to_do(database: Database) -> None:
    lines = lines_of("run-schema1-failed")
    newer = json.dumps(json.loads(lines[0]) | {"schema_version": SCHEMA_VERSION + 1, "mood": "new"})
    runs, run_id = stored(database, [newer, *lines[1:]])
    with pytest.raises(StorageError, match="newer DocuChat") as raised:
        runs.load_events(run_id)
    assert "Install the newer version" in raised.value.hint
