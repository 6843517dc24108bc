"""The research benchmark: its part `references`, and what is answered behind references within limits.

The documents (`references/chains.txt`) are written and read in for the time of a measurement. Told by rule:
right is an answer whose verified statements say every value that is asked for.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from core.cancel import CancelToken, Deadline
from core.engine import Engine, Question
from core.errors import Cancelled
from core.events import RunFinished
from core.published.schemas import BenchOutput
from core.research.limits import ResearchLimits
from core.research.state import ResearchState
from core.store.research import ResearchRepository
from core.system.paths import AppPaths
from core.types import Answer, Mode
from tests.benchmarks.asking import ThingLine, answer_in, lines_of, read_in
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.grading.grades import grade, verified_texts
from tests.benchmarks.grading.rules import Part, PhrasesRule
from tests.benchmarks.kept_lines import KeptLines
from tests.benchmarks.reporting import report
from tests.benchmarks.research.library_pages import write_library
from tests.benchmarks.research.library_plan import planned_library
from tests.benchmarks.research.references import run_references
from tests.benchmarks.settings import home_in, settings_with

_QUICK_QUESTIONS = {"chains": 3, "runs": 2}
_LONGEST_PASSAGE = 1000  # tokens; a generous bound of what the reading cuts
RESUME_TESTS = (
    "going on after kill -9 at every boundary of a phase, with a scripted model: "
    "python -m pytest tests/research/test_killed.py"
)


class ChainQuestion(Part):
    """`says` has to stand in verified statements of the answer; `wrong` are values of the neighbouring parts.

    `depth`: so many references lie between what the question speaks of and the answer.
    """

    question: str
    depth: int
    says: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def key(self) -> tuple[str, ...]:
        return (self.question,)

    @property
    def fingerprint(self) -> str:
        return " ".join(self.says)


class ChainAnswer(ThingLine):
    """One question in one mode (`way`). `over`: the limits of research that were not kept, in words.

    `clean`: right, and no value of a neighbouring part is verified beside it.
    """

    thing: ChainQuestion
    right: bool
    clean: bool
    outcome: str
    verified: tuple[str, ...]
    over: tuple[str, ...]


def run_research(
    *,
    part: str,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    model: str,
    count: int,
    standard: bool,
    run_seconds: float,
    details: Path | None,
) -> BenchOutput:
    """Measure `references`, or ask `count` questions (0: all).

    `chains` are asked in Research, Agent (with a model) and Chat, `runs` in Research alone.
    """
    if part == "references":
        return run_references(paths=paths, quick=quick, cancel=cancel, details=details)
    modes = [Mode.RESEARCH]
    if part == "chains":
        modes += [Mode.AGENT, Mode.CHAT] if model else [Mode.CHAT]
    rows = json_lines(own_data() / "references" / "chains.jsonl")
    questions = [ChainQuestion.model_validate(row) for row in rows]
    libraries = ("chains",) if quick else ("chains", "library", "library_last")
    planned = [document for name in libraries for document in planned_library(name)[0]]
    settings = settings_with(paths, model)
    preset = "standard" if standard else "reduced"
    answers = settings.answers.model_copy(update={"research_limits": preset})
    chosen = questions[: count or (_QUICK_QUESTIONS[part] if quick else None)]
    kept = KeptLines(ChainAnswer, details, resume=False)
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        root = Path(folder)
        write_library(planned, root / "documents")
        with Engine.open(home_in(root, paths), settings.model_copy(update={"answers": answers})) as engine:
            name = engine.language_model().model_name if model else ""
            read_in(engine, [root / "documents"], cancel)
            held = len(engine.documents())
            asked = [(one, mode.value) for one in chosen for mode in modes]
            asking = partial(_ask, engine, name, run_seconds, cancel)
            opened = partial(nullcontext, asking)
            came, _ = lines_of(ChainAnswer, asked, name, kept, opened, cancel, cancel)
    written = f"written by {name}" if name else "copied, without a language model"
    notes = [
        f"{len(chosen)} of {len(questions)} questions over {held} documents, {written}",
        f"{preset} limits of research; {run_seconds:g} s a run",
    ]
    left = len(questions) - len(chosen)
    left_out = [f"{left} of {len(questions)} questions"] if left else []
    if part == "runs":
        notes += [f"{row.thing.question}: {over}" for row in came for over in row.over]
        return report("research", _within_limits(came), left_out=left_out, notes=[*notes, RESUME_TESTS])
    notes += [f"{row.way}, not right: {row.thing.question}" for row in came if not row.right]
    if not model:
        left_out.append("agent mode, which needs a language model (--model)")
    return report("research", _summed_up(came), left_out=left_out, notes=notes)


def _summed_up(rows: Sequence[ChainAnswer]) -> Results:
    """The figures of each mode, by depth, too."""
    results: Results = {}
    for way in dict.fromkeys(row.way for row in rows):
        own = [row for row in rows if row.way == way]
        held = {
            "right": [row.right for row in own],
            "right, nothing wrong beside it": [row.clean for row in own],
            **{
                f"right, {depth} deep": [row.right for row in own if row.thing.depth == depth]
                for depth in sorted({row.thing.depth for row in own})
            },
        }
        for name, values in held.items():
            results[f"{way}.{name}"] = counted(sum(values), len(values), better="higher")
        results[f"{way}.seconds, median"] = figure(
            percentile([row.seconds for row in own], 0.5), "s", better="lower"
        )
    return results


def _within_limits(rows: Sequence[ChainAnswer]) -> Results:
    seconds = [row.seconds for row in rows]
    within = sum(not row.over for row in rows)
    return {
        "runs.within every limit": counted(within, len(rows), better="higher", target=1.0),
        "runs.seconds, median": figure(percentile(seconds, 0.5), "s", better="lower"),
        "runs.seconds, longest": figure(max(seconds, default=None), "s", better="lower"),
    }


def _ask(
    engine: Engine, model: str, run_seconds: float, cancel: CancelToken, asked: ChainQuestion, way: str
) -> dict[str, Any]:
    """One question in one mode."""
    in_time, research = Deadline(cancel, run_seconds), way == Mode.RESEARCH
    question = Question(
        asked.question, Mode(way), extractive=not model, skip_questions=research, approve_tasks=research
    )
    events = list(engine.ask(question, in_time))
    finished = events[-1]
    outcome = finished.outcome if isinstance(finished, RunFinished) else ""
    if outcome == "cancelled" and not in_time.passed:
        raise Cancelled
    told = verified_texts(answer_in(events))
    said, wanted = Answer(" ".join(told)), tuple((one,) for one in asked.says)
    right, clean = (
        grade(PhrasesRule(all=wanted, none=none), asked.question, said).correct for none in ((), asked.wrong)
    )
    over: list[str] = []
    if research:
        if outcome == "cancelled":
            over.append(f"stopped after {run_seconds:g} s")
        elif outcome not in ("answered", "no_answer"):
            over.append(f"ended as {outcome or 'nothing'}")
        over += _over_limits(engine, events[0].run_id)
    return {
        "right": right,
        "clean": clean,
        "seconds": round(finished.t_ms / 1000, 1),
        "outcome": outcome,
        "verified": told,
        "over": over,
    }


def _over_limits(engine: Engine, run_id: str) -> list[str]:
    """What went beyond the limits, told by the state that the research left, not by its own guards."""
    stored = ResearchRepository(engine.database).load(run_id)
    if stored is None:
        return ["left no state"]
    state, limits = ResearchState.model_validate_json(stored), ResearchLimits.of(engine.settings.answers)
    led = Counter((place.split("|")[0], place.split("|")[1]) for place in state.visited)
    counts = [
        ("rounds", len(state.rounds), limits.rounds),
        ("tasks", len(state.tasks), limits.tasks),
        ("added tasks", sum(task.origin == "added" for task in state.tasks), limits.added_tasks),
        ("levels", max((found.depth for found in state.findings), default=0), limits.follow_depth),
        ("checks of quality", len(state.quality), 1 + limits.retries),
        (
            "references into one document",
            max((led[one] for one in led if one[1]), default=0),
            limits.same_document,
        ),
    ]
    for task in state.tasks:
        # The passage that reaches the token budget is read to its end.
        most = limits.reference_tokens + _LONGEST_PASSAGE
        counts.append(("searches of a task", len(task.queries), limits.iterations))
        counts.append(("tokens behind references", task.reference_tokens, most))
    return [f"{count} {what} of {most}" for what, count, most in counts if count > most]
