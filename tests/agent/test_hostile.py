"""Every run ends, within its limits and with its invariants, whatever the model says and whatever fails.

`NORMAL_RUNS` random runs are part of every test run, `ALL_RUNS` of `-m slow`. A run is known by its number:
the failing one is named, and `run_number` plays it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.agent.hostile_checks import check_run
from tests.agent.hostile_run import STOP_AT, Libraries, run_number

NORMAL_RUNS = 240
ALL_RUNS = 10_000


@pytest.fixture
def libraries() -> Iterator[Libraries]:
    with ThreadPoolExecutor(4) as pool:
        opened = Libraries(pool)
        yield opened
        opened.close()


def check_runs(numbers: range, libraries: Libraries) -> Counter[str]:
    """How often runs ended in which way, were stopped at which kind of event, and met which library."""
    seen: Counter[str] = Counter()
    for number in numbers:
        run = run_number(number, libraries)
        try:
            check_run(run)
        except AssertionError as error:
            story = "\n".join(str(event)[:300] for event in run.events)
            raise AssertionError(f"run {number}: {error}\n{story}") from error
        seen[run.stored[-1].outcome] += 1  # type: ignore[union-attr]
        seen[f"stopped at {run.stopped_at}"] += 1
        seen["walked away"] += run.walked_away
        seen[run.mood] += 1
        seen["selection, answered"] += bool(run.document_ids) and run.stored[-1].outcome == "answered"  # type: ignore[union-attr]
        seen.update(event.code for event in run.stored if event.kind == "step_failed")
    return seen


def test_every_run_ends_within_its_limits(libraries: Libraries) -> None:
    seen = check_runs(range(NORMAL_RUNS), libraries)
    ends = ("answered", "no_answer", "cancelled", "failed", "walked away")
    for what in (*ends, "late", "failing", "selection, answered"):
        assert seen[what], what
    for code in ("search_timeout", "action_timeout", "plan_timeout", "answer_timeout"):
        assert seen[code], code


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_ten_thousand_runs_end_within_their_limits(libraries: Libraries) -> None:
    seen = check_runs(range(ALL_RUNS), libraries)
    print(dict(sorted(seen.items())))
    reached = {kind for kind in STOP_AT if seen[f"stopped at {kind}"]}
    assert reached >= {*STOP_AT} - {"evidence_dropped"}  # prompts seldom grow so long any more
