"""`docuchat bench research --part runs`: does every run end, and within every limit?"""

from __future__ import annotations

import json
from pathlib import Path

from core.cancel import CancelToken, Deadline
from core.engine import Question
from core.errors import Cancelled
from core.events import RunFinished
from core.published.schemas import BenchOutput
from core.research.state import ResearchState
from core.store.research import ResearchRepository
from core.system.paths import AppPaths
from core.types import Mode
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.machine import commit, machine
from tests.benchmarks.research.chain_library import ChainLibrary, chain_library
from tests.benchmarks.research.limit_checks import over_limits

_QUICK_RUNS = 2
_LONGEST_PASSAGE = 1000  # tokens; a generous bound of what the reading cuts
RESUME_TESTS = (
    "going on after kill -9 at every boundary of a phase, with a scripted model: "
    "python -m pytest tests/research/test_killed.py"
)


def run_runs(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    model: str,
    count: int,
    seed: int,
    standard: bool,
    run_seconds: float,
    details: Path | None,
) -> BenchOutput:
    """Ask `count` questions (0: all) as researches that approve their own list; judge what they left.

    Raises:
        core.errors.KnownError: a model is missing, or the documents could not be written.
    """
    seconds: list[float] = []
    broken: list[str] = []
    rows: list[dict[str, object]] = []
    with chain_library(
        paths, model=model, seed=seed, alone=quick, standard=standard, cancel=cancel
    ) as library:
        chosen = library.questions[: count or (_QUICK_RUNS if quick else None)]
        for asked in chosen:
            over, took, outcome = _one(library, asked.question, run_seconds, cancel)
            seconds.append(took)
            broken += [f"{asked.question}: {one}" for one in over]
            rows.append({"question": asked.question, "outcome": outcome, "seconds": took, "over": over})
    if details is not None:
        lines = [json.dumps(row, ensure_ascii=False) for row in rows]
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    within = sum(not row["over"] for row in rows)
    results: Results = {
        "runs.within every limit": counted(within, len(rows), better="higher", target=1.0),
        "runs.seconds, median": figure(percentile(seconds, 0.5), "s", better="lower"),
        "runs.seconds, longest": figure(max(seconds, default=None), "s", better="lower"),
    }
    limits = library.limits
    preset = "standard" if standard else "reduced"
    notes = [
        f"{len(rows)} of {len(library.questions)} questions over {library.documents} documents, "
        + (f"written by {library.model}" if library.model else "copied, without a language model"),
        f"{preset} limits: {limits.tasks} tasks, {limits.added_tasks} added, "
        f"{limits.iterations} searches a task, depth {limits.follow_depth}, "
        f"{limits.reference_tokens} tokens behind references, "
        f"{limits.same_document} references into a document, {limits.retries} retry; "
        f"{run_seconds:g} s a run",
        *broken,
        RESUME_TESTS,
    ]
    left = [f"{len(library.questions) - len(rows)} questions"] if len(rows) < len(library.questions) else []
    return BenchOutput(
        name="research", commit=commit(), machine=machine(), results=results, left_out=left, notes=notes
    )


def _one(
    library: ChainLibrary, question: str, run_seconds: float, cancel: CancelToken
) -> tuple[list[str], float, str]:
    """What went beyond the limits, the seconds it took and how it ended.

    Raises:
        Cancelled: Stop, not the time limit.
    """
    in_time = Deadline(cancel, run_seconds)
    asked = Question(
        question, Mode.RESEARCH, extractive=not library.model, skip_questions=True, approve_tasks=True
    )
    events = list(library.engine.ask(asked, in_time))
    finished = events[-1]
    outcome = finished.outcome if isinstance(finished, RunFinished) else ""
    if outcome == "cancelled" and not in_time.passed:
        raise Cancelled
    over: list[str] = []
    if outcome not in ("answered", "no_answer"):
        late = outcome == "cancelled"
        over.append(f"stopped after {run_seconds:g} s" if late else f"ended as {outcome or 'nothing'}")
    stored = ResearchRepository(library.engine.database).load(events[0].run_id)
    if stored is None:
        over.append("left no state")
    else:
        state = ResearchState.model_validate_json(stored)
        over += over_limits(state, library.limits, _LONGEST_PASSAGE)
    return over, round(finished.t_ms / 1000, 1), outcome
