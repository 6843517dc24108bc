"""A research killed with `kill -9` at every boundary of its phases goes on as if nobody had killed it."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.events import Event
from core.llm.base import GenerationRequest
from core.research.limits import ResearchLimits
from core.store.database import Database
from core.store.research import ResearchRepository
from core.store.runs import RunRepository
from tests.research.kit import WARRANTY, Research, answering, one, story

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")

RIGHT = "The warranty of the B-120 pump is 36 months from delivery [1]. The pump weighs 42 kg [1]."
WEAK = "The warranty of the pump is short [1]."


def written(request: GenerationRequest) -> str:
    """Not carried until it is told what is wrong with it, so that every report is written twice."""
    return RIGHT if "Not verified" in request.messages[-1].content else WEAK


TURN = answering(
    queries=["warranty period of the pump"], tasks=["weight of the pump"], section=written, score=8
)
LIMITS = replace(ResearchLimits.standard(), accepted=480)
SAID = (WARRANTY, "The pump of 2019", "+ Where is the service office for seals?; ok")
# Each is the phase that is next where a state is stored; the first is stored before the guard.
ALONE = (
    ["clarification"] * 2 + ["to-do list"] + ["tasks"] * 2 + ["synthesis"] * 2 + ["quality check"]
    + ["synthesis"] * 2 + ["quality check", "attribution", "done"]
)  # fmt: skip
TALKED = (
    ["clarification"] * 4 + ["to-do list"] * 3 + ["tasks"] * 3 + ["synthesis"] * 3 + ["quality check"]
    + ["synthesis"] * 3 + ["quality check", "attribution", "done"]
)  # fmt: skip


class Noting(ResearchRepository):
    """Keeps the phases that states were stored for, and ends the process right after the n-th, if given."""

    def __init__(self, database: Database, kill_after: int = 0) -> None:
        super().__init__(database)
        self.phases: list[str] = []
        self._kill_after = kill_after

    def save(self, run_id: str, phase: str, state: str) -> None:
        super().save(run_id, phase, state)
        self.phases.append(phase)
        if len(self.phases) == self._kill_after:
            os.kill(os.getpid(), signal.SIGKILL)


def carried_out(
    database: Database,
    store: ResearchRepository | None,
    said: Sequence[str],
    research: Research | None = None,
) -> list[list[Event]]:
    """The runs of a conversation: without replies all at once. `research`: one that goes on with these."""
    alone = len(said) == 1 and research is None
    research = research or Research(database, TURN, limits=LIMITS)
    research.store = store
    runs = []
    for text in said:
        first = not research.run_id
        wishes = {"skip_questions": True, "approve_tasks": True} if alone else {}
        runs.append(research.ask(text, **wishes) if first else research.reply(text))
    return runs


def opened(path: Path) -> Database:
    return Database(path, path.parent / "backups")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[list[str], list[list[object]]]]:
    """By the number of texts that the user said: the phases stored for, and each run's story."""
    told = {}
    for said in (SAID[:1], SAID):
        database = opened(tmp_path_factory.mktemp("whole") / "a.sqlite3")
        store = Noting(database)
        runs = carried_out(database, store, said)
        told[len(said)] = (store.phases, [story(run) for run in runs])
        database.close()
    return told


def killed_after(path: Path, saves: int, said: Sequence[str]) -> list[str]:
    """The runs, oldest first, of a child process that was killed right after that many saves."""
    child = os.fork()
    if child == 0:  # only real parts of ours from here on: no test runner, no fixtures
        try:
            database = opened(path)
            carried_out(database, Noting(database, saves), said)
        finally:
            os._exit(0)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it was over before it could be killed"
    assert os.WTERMSIG(status) == signal.SIGKILL
    database = opened(path)
    runs = [run.run_id for run in reversed(RunRepository(database).recent())]
    database.close()
    return runs


def test_those_are_the_boundaries(whole: dict[int, tuple[list[str], list[list[object]]]]) -> None:
    assert whole[1][0] == ALONE
    assert whole[3][0] == TALKED
    assert [run[-1] for run in whole[3][1]] == ["needs_input"] * 2 + ["answered"]


@pytest.mark.parametrize("saves", range(1, len(ALONE) + 1))
def test_what_follows_is_what_would_have_followed(
    saves: int, tmp_path: Path, whole: dict[int, tuple[list[str], list[list[object]]]]
) -> None:
    (run_id,) = killed_after(tmp_path / "a.sqlite3", saves, SAID[:1])
    database = opened(tmp_path / "a.sqlite3")
    research = Research(database, TURN, limits=LIMITS, run_id=run_id)
    told = story(research.resume())
    (without,) = whole[1][1]
    began = ["run_started", "question_rewritten", *([] if saves == 1 else ["notice_given"])]
    assert told[: len(began)] == began
    rest = told[len(began) :]
    assert rest == without[-len(rest) :]
    # Nothing that was stored is done again; only the report is told again, by a run that had no end.
    steps = [row for row in rest if isinstance(row, tuple) and row[0] in {"guard", *ALONE}]
    assert len(steps) == max(len(ALONE) - saves, 1)
    assert RunRepository(database).get(research.run_id).parent_run_id == run_id
    database.close()


# Behind its list a conversation has the boundaries of the run above.
@pytest.mark.parametrize("saves", range(1, TALKED.index("tasks") + 2))
def test_a_conversation_comes_to_the_same_report(
    saves: int, tmp_path: Path, whole: dict[int, tuple[list[str], list[list[object]]]]
) -> None:
    runs = killed_after(tmp_path / "a.sqlite3", saves, SAID)
    database = opened(tmp_path / "a.sqlite3")
    research = Research(database, TURN, limits=LIMITS, run_id=runs[-1])
    last = research.resume()
    left = SAID[len(runs) :]
    if left:
        assert last[-1].outcome == "needs_input"
        last = carried_out(database, None, left, research)[-1]
    told = whole[3][1][-1]
    assert last[-1].outcome == told[-1] == "answered"
    assert one(last, "research_reported").report in told
    assert one(last, "answer_ready").answer.text in told
    database.close()
