"""Kept runs judged by the rules of now, without asking any model. Their file is only read."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from core.cancel import CancelToken
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.agent.facts import run_facts
from tests.benchmarks.agent.lines import RunLine
from tests.benchmarks.agent.run import judged_lines, opened_library
from tests.benchmarks.agent.tasks import load_tasks
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with


def judge_again(*, paths: AppPaths, cancel: CancelToken, details: Path, library: Path) -> BenchOutput:
    """Sum up the runs that `details` holds, judged anew by texts of the data home `library`.

    Limits are judged as they were. Of a run that is there twice, the last one.
    """
    tasks = {task.task_id: task for task in load_tasks()}
    try:
        rows = details.read_bytes().split(b"\n")[:-1]  # a kill may have cut off the last one
        held = {line.key: line for line in map(RunLine.model_validate_json, rows)}
    except (OSError, ValidationError) as error:
        raise UsageError(
            f"{details} holds no answers of this benchmark.", "Name another with --details."
        ) from error
    lines = [
        line
        for line in held.values()
        if line.task_id in tasks and line.fingerprint == tasks[line.task_id].fingerprint
    ]
    lines = [line for line in lines if sum(other.task_id == line.task_id for other in lines) == 2]
    with opened_library(paths, settings_with(paths, ""), library) as engine:
        for line in lines:
            cancel.check()
            for citation in run_facts(line.events).answer.citations:
                if engine.document(citation.document_id) is None:
                    raise UsageError(
                        f"The library in {library} lacks {citation.filename}, which an answer cites.",
                        "Name the data home that the tasks were asked of with --library.",
                    )
        results, notes = judged_lines(engine, [*tasks.values()], lines)
    models, missing = ", ".join({line.model for line in lines}), len(tasks) - len(lines) // 2
    return report(
        "agent",
        results,
        left_out=[f"{missing} of {len(tasks)} tasks: not in {details}"] if missing else [],
        notes=[f"{len(lines) // 2} of {len(tasks)} tasks, answered by {models} and judged again", *notes],
    )
