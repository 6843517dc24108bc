"""Kept runs judged by the rules of now, without asking any model. Their file is only read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from core.agent.limits import Limits
from core.cancel import CancelToken
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from core.types import Mode
from tests.benchmarks.agent.facts import run_facts
from tests.benchmarks.agent.lines import Asked, TaskLine, by_commit, fingerprint, judged
from tests.benchmarks.agent.report import findings, summed_up
from tests.benchmarks.agent.run import opened_library, page_texts
from tests.benchmarks.agent.tasks import Task, load_tasks
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with


def judge_again(
    *, paths: AppPaths, cancel: CancelToken, details: Path, library: Path, tasks: Sequence[Task] | None = None
) -> BenchOutput:
    """Sum up the runs that `details` holds, judged anew by texts of the data home `library`.

    Limits are judged as they were. Of a task that is there twice, the last one.
    """
    tasks = list(load_tasks() if tasks is None else tasks)
    try:
        rows = details.read_bytes().split(b"\n")[:-1]  # a kill may have cut off the last one
        held = {line.task_id: line for line in map(TaskLine.model_validate_json, rows)}
    except (OSError, ValidationError) as error:
        raise UsageError(
            f"{details} holds no answers of this benchmark.", "Name another with --details."
        ) from error
    lines = [
        (task, line)
        for task in tasks
        if (line := held.get(task.task_id)) and line.fingerprint == fingerprint(task)
    ]
    asked: list[Asked] = []
    with opened_library(paths, settings_with(paths, ""), library) as engine:
        page_text = page_texts(engine)
        for task, line in lines:
            for mode, run in zip((Mode.AGENT, Mode.CHAT), line.runs, strict=True):
                cancel.check()
                for citation in run_facts(run.events).answer.citations:
                    if engine.document(citation.document_id) is None:
                        raise UsageError(
                            f"The library in {library} lacks {citation.filename}, which an answer cites.",
                            "Name the data home that the tasks were asked of with --library.",
                        )
                now = judged(task, mode, run.events, Limits.standard(), page_text)
                asked.append(now.model_copy(update={"over_limits": run.asked.over_limits}))
    models = ", ".join(dict.fromkeys(line.model for _, line in lines))
    missing = len(tasks) - len(lines)
    return report(
        "agent",
        summed_up(asked),
        left_out=[f"{missing} of {len(tasks)} tasks: not in {details}"] if missing else [],
        notes=[
            f"{len(lines)} of {len(tasks)} tasks, answered by {models} and judged again",
            by_commit(line for _, line in lines),
            *findings(asked),
        ],
    )
