"""Runs of earlier versions open; those of newer ones are refused with what to do.

The fixtures are the stored events of two real runs of version 1: an agent run with a reprompt, and a chat run
whose model stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import StorageError
from core.events import RunFinished, ToolReturned
from core.events.versions import SCHEMA_VERSION, upcast
from core.published.seed_trace import seed_trace
from core.runs.recorder import finished_error
from core.runs.trace import fold_all
from core.store.database import Database
from core.store.runs import RunRepository
from core.types import Mode, StatementStatus

FIXTURES = Path(__file__).parent / "store" / "fixtures"


def lines_of(name: str) -> list[str]:
    return (FIXTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "library.sqlite3", tmp_path / "backups")
    yield opened
    opened.close()


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
    assert state.answer is not None
    assert state.answer.text == "The B-120 is warranted for 24 months from the date of delivery. [1]"
    assert state.answer.statements[0].status is StatementStatus.SUPPORTED
    hits = [hit for event in events if isinstance(event, ToolReturned) for hit in event.hits]
    assert {hit.where for hit in hits} <= {f"page {number}" for number in range(1, 5)}
    assert [row["type"] for row in seed_trace(events)] == [
        "plan",
        "tool_call",
        "tool_call",
        "tool_call",
        "validation",
        "reprompt",
        "final",
    ]


def test_an_old_failure_gets_the_exit_code_of_its_kind(database: Database) -> None:
    runs, run_id = stored(database, lines_of("run-schema1-failed"))
    finished = runs.load_events(run_id)[-1]
    assert isinstance(finished, RunFinished)
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
