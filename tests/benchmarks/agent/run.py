"""The agent benchmark: what agent mode gets right, what it never does, what it costs; beside plain chat.

Tasks with known answers are asked of the real engine over the real reports, once in agent mode and once in
chat mode (one search, one answer, the same model). Grading is by rule; no model judges another.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.agent.limits import Limits
from core.cancel import CancelToken, Deadline
from core.engine import Engine, Question
from core.errors import Cancelled, UsageError
from core.events import DraftDelta
from core.published.schemas import BenchOutput
from core.runs.recorder import carry_out
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import Mode
from tests.benchmarks.agent.facts import over_limits, run_facts
from tests.benchmarks.agent.facts_found import facts_found
from tests.benchmarks.agent.lines import RunLine, judged
from tests.benchmarks.agent.report import findings, summed_up
from tests.benchmarks.agent.tasks import Task, load_tasks
from tests.benchmarks.asking import QUICK_SECONDS, Wanted, in_turn, lines_of, warm_up
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.figures import Results
from tests.benchmarks.kept_lines import KeptLines
from tests.benchmarks.machine import commit
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import home_in, settings_with

QUICK_DOCUMENTS = 2
HINT = "Name another file with --details, or leave out --resume to begin this one anew."


def run_agent(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    model: str = "",
    count: int = 0,
    library: Path | None = None,
    details: Path | None = None,
    resume: bool = False,
    task_seconds: float = 900.0,
) -> BenchOutput:
    """Ask in agent mode and in chat mode, grade and sum up.

    Args:
        model: a language model of the catalogue; the configured one by default.
        count: so many tasks only, in turn from every kind; 0: all.
        library: the data home to use and to complete where documents are missing; else a temporary one.
        details: a file that gets one JSON line a run; with `resume` its lines are not asked again.
        task_seconds: a run that takes longer is stopped and counts as not ended.
    """
    until = Deadline(cancel, QUICK_SECONDS) if quick else cancel
    settings = settings_with(paths, model)
    with opened_library(paths, settings, library) as engine:
        name = engine.language_model().model_name  # says at once when it is missing
        tasks, left_out = _chosen(engine, count, cancel, quick=quick)
        kept = KeptLines(RunLine, details, resume=resume)
        wanted = [
            Wanted(task, way, (task.task_id, way), task.fingerprint)
            for task in tasks
            for way in ("agent", "chat")
        ]
        asking = _Asking(engine, _limits(settings), name, task_seconds, until)
        held = (kept.get(one.key, one.fingerprint) for one in wanted)
        if others := {line.model for line in held if line} - {name}:
            raise UsageError(f"{details} holds answers of {others.pop()}, not of {name}.", HINT)
        lines, _ = lines_of(wanted, kept, asking.begin, until, cancel)
        both = [line for line in lines if sum(other.task_id == line.task_id for other in lines) == 2]
        results, notes = judged_lines(engine, tasks, both)
    asked, of = len(both) // 2, len(tasks)
    if asked < of:
        left_out.append(f"{of - asked} of {of} tasks: the time was over (without --quick)")
    return report(
        "agent", results, left_out=left_out, notes=[f"{asked} of {of} tasks, asked of {name}", *notes]
    )


def run_copied(
    *, paths: AppPaths, quick: bool, cancel: CancelToken, count: int = 0, library: Path | None = None
) -> BenchOutput:
    """The same tasks answered in chat mode by copied sentences, without a language model; see `run_agent`.

    Also in which results of their searches the facts lie that they ask for.
    """
    settings = Settings.load(paths.settings)
    with opened_library(paths, settings, library) as engine:
        tasks, left_out = _chosen(engine, count, cancel, quick=quick)
        asking = _Asking(engine, _limits(settings), "", 0, cancel)
        results, notes = judged_lines(engine, tasks, [asking.ask(task, "copied") for task in tasks])
        of_each = [(task, _documents_of(engine, task)) for task in tasks]
        results |= facts_found(engine.retriever(), of_each, cancel)
    return report(
        "agent",
        results,
        left_out=left_out,
        notes=[f"{len(tasks)} tasks, answered by copied sentences", *notes],
    )


def judged_lines(
    engine: Engine, tasks: Sequence[Task], lines: Sequence[RunLine]
) -> tuple[Results, list[str]]:
    """The figures of these runs by the rules of now, and what they were asked of, and findings, in words."""

    @lru_cache(maxsize=128)
    def page_text(document_id: str, number: int) -> str:
        page = engine.page(document_id, number) if number > 0 else None
        return page.text if page else ""

    by_id = {task.task_id: task for task in tasks}
    runs = [judged(by_id[line.task_id], line, page_text) for line in lines]
    commits = ", ".join(f"{name} ({count})" for name, count in Counter(line.commit for line in lines).items())
    notes = [f"{len(engine.documents())} documents; answered by {commits}", *findings(runs)]
    return summed_up(runs), notes


@contextmanager
def opened_library(paths: AppPaths, settings: Settings, library: Path | None) -> Iterator[Engine]:
    """The engine on the data home `library`, or on a temporary one; models are where `paths` says."""
    with ExitStack() as closing:
        home = library or Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-bench-")))
        yield closing.enter_context(Engine.open(home_in(home, paths), settings))


@dataclass(frozen=True, slots=True)
class _Asking:
    engine: Engine
    limits: Limits
    model: str
    task_seconds: float
    until: CancelToken

    @contextmanager
    def begin(self) -> Iterator[Callable[[Task, str], RunLine]]:
        warm_up(self.engine, self.engine.language_model(), self.until)
        yield self.ask

    def ask(self, task: Task, way: str) -> RunLine:
        copied = way == "copied"
        in_time = self.until if copied else Deadline(self.until, self.task_seconds)
        question = Question(
            task.question,
            Mode.CHAT if copied else Mode(way),
            _documents_of(self.engine, task),
            extractive=copied,
        )
        events = [one for one in self.engine.ask(question, in_time) if not isinstance(one, DraftDelta)]
        facts = run_facts(events)
        over = over_limits(facts, self.limits)
        if facts.outcome == "cancelled":
            if not (isinstance(in_time, Deadline) and in_time.passed):
                raise Cancelled
            over = (f"stopped after {self.task_seconds:g} s",)
        return RunLine(
            task_id=task.task_id,
            fingerprint=task.fingerprint,
            way=way,
            model=self.model,
            commit=commit(),
            question=task.question,
            answer=facts.answer.text,
            seconds=facts.seconds,
            over_limits=over,
            events=tuple(events),
        )


def _chosen(engine: Engine, count: int, cancel: CancelToken, *, quick: bool) -> tuple[list[Task], list[str]]:
    """What is asked, and what was left out of it; the documents it is about are in the library then."""
    left_out: list[str] = []
    tasks = in_turn(load_tasks(), lambda task: task.kind)
    known = {document.filename for document in engine.documents()}
    files = _documents(tasks, known)
    if quick and not known:
        smallest = sorted(files, key=lambda path: path.stat().st_size)[:QUICK_DOCUMENTS]
        fitting = [task for task in tasks if task.files and task.files <= {path.name for path in smallest}]
        left_out.append(
            f"{len(files) - len(smallest)} of {len(files)} documents, "
            f"{len(tasks) - len(fitting)} of {len(tasks)} tasks: figures of so few "
            "say only that it works (without --quick, or with --library)"
        )
        files, tasks = smallest, fitting
    if count and count < len(tasks):
        left_out.append(f"{len(tasks) - count} of {len(tasks)} tasks (--tasks)")
        tasks = tasks[:count]
    for events in (
        engine.add_paths([path for path in files if path.name not in known], cancel),
        engine.ingest(cancel),
    ):
        carry_out(events, lambda _event: None)
    return tasks, left_out


def _documents(tasks: Sequence[Task], known: set[str]) -> list[Path]:
    """The reports the tasks are about; those outside the library come from the evaluation data."""
    named = set().union(*(task.files for task in tasks))
    if named <= known:
        return []
    folder = shared_folder() / "financebench" / "pdfs"
    files = sorted(folder.glob("*.pdf"))
    if lost := sorted(named - known - {path.name for path in files}):
        raise UsageError(
            f"There is no {lost[0]} in {folder}, which the tasks are about.",
            "Set DOCUCHAT_SHARED to the folder that holds `eval/financebench`.",
        )
    return files


def _documents_of(engine: Engine, task: Task) -> tuple[str, ...] | None:
    return engine.resolve_documents(task.documents) if task.documents else None


def _limits(settings: Settings) -> Limits:
    return Limits.strict() if settings.answers.agent_limits == "strict" else Limits.standard()
