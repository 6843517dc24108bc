"""The agent benchmark: what agent mode gets right, what it never does, what it costs; beside plain chat.

Tasks with known answers are asked of the real engine over the real reports, once in agent mode and once in
chat mode (one search, one answer, the same model). Grading is by rule; no model judges another.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.agent.limits import Limits
from core.cancel import CancelToken, Deadline
from core.engine import Engine, Question
from core.errors import Cancelled, UsageError
from core.events import AnswerReady, DraftDelta
from core.llm.base import GenerationRequest, Message
from core.published.schemas import BenchOutput
from core.runs.recorder import carry_out
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import Mode
from tests.benchmarks.agent.facts import PageText
from tests.benchmarks.agent.facts_found import facts_found
from tests.benchmarks.agent.lines import KeptRun, TaskLine, by_commit, fingerprint, judged
from tests.benchmarks.agent.report import findings, summed_up
from tests.benchmarks.agent.tasks import Task, load_tasks, spread
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.kept_lines import KeptLines
from tests.benchmarks.machine import commit
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with

QUICK_SECONDS = 40.0  # of 50; opening and closing take the rest
QUICK_DOCUMENTS = 2
HINT = "Name another file with --details, or leave out --resume to begin this one anew."
TASK_SECONDS = 900.0  # of one run; its own time limits may add up to more


@contextmanager
def opened_library(paths: AppPaths, settings: Settings, library: Path | None) -> Iterator[Engine]:
    """The engine on the data home `library`, or on a temporary one; models are where `paths` says."""
    with ExitStack() as closing:
        home = library or Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-bench-")))
        home_paths = AppPaths(home / "data", paths.models, home / "cache", home / "logs")
        yield closing.enter_context(Engine.open(home_paths, settings))


def page_texts(engine: Engine) -> PageText:
    @lru_cache(maxsize=128)
    def text(document_id: str, number: int) -> str:
        page = engine.page(document_id, number) if number > 0 else None
        return page.text if page else ""

    return text


@dataclass(frozen=True, slots=True)
class _Bench:
    engine: Engine
    limits: Limits
    model: str
    task_seconds: float
    page_text: PageText


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
    task_seconds: float = TASK_SECONDS,
    tasks: Sequence[Task] | None = None,
    documents: Sequence[Path] | None = None,
) -> BenchOutput:
    """Ask, grade and sum up. Tasks are taken in turn from every kind, so that any part of them is balanced.

    Args:
        paths: where models and settings are.
        model: a language model of the catalogue; the configured one by default.
        count: so many tasks only; 0: all.
        library: the data home to use and to complete where documents are missing; else a temporary one.
        details: a file that gets one JSON line a task, as soon as it has been asked.
        resume: leave out what `details` holds already, and sum up that, too.
        task_seconds: a run that takes longer is stopped and counts as not ended.
        tasks, documents: other tasks over other files.
    """
    until = Deadline(cancel, QUICK_SECONDS) if quick else cancel
    settings = settings_with(paths, model)
    with opened_library(paths, settings, library) as engine:
        name = engine.language_model().model_name  # says at once when it is missing
        chosen = _chosen(engine, tasks, documents, count, quick=quick)
        kept = KeptLines(TaskLine, details, resume=resume)
        found = ((task, kept.get((task.task_id,), fingerprint(task))) for task in chosen.tasks)
        done = {task.task_id: line for task, line in found if line}
        if others := {line.model for line in done.values()} - {name}:
            raise UsageError(f"{details} holds answers of {others.pop()}, not of {name}.", HINT)
        _read(engine, chosen.files, cancel)
        bench = _Bench(engine, _limits(settings), name, task_seconds, page_texts(engine))
        with suppress(Cancelled):  # the time may be over before anything was asked
            _warm_up(engine, until)
        for task in chosen.tasks:
            if task.task_id in done:
                continue
            if until.is_set or (line := _ask_both(bench, task, until)) is None:
                break
            kept.add(line)
            done[task.task_id] = line
        cancel.check()
        held = len(engine.documents())
    left_out, of = chosen.left_out, len(chosen.tasks)
    if len(done) < of:
        left_out.append(f"{of - len(done)} of {of} tasks: the time was over (without --quick)")
    asked = [run.asked for line in done.values() for run in line.runs]
    notes = [f"{len(done)} of {of} tasks over {held} documents, asked of {name}", by_commit(done.values())]
    return report("agent", summed_up(asked), left_out=left_out, notes=[*notes, *findings(asked)])


def run_copied(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    count: int = 0,
    library: Path | None = None,
    tasks: Sequence[Task] | None = None,
    documents: Sequence[Path] | None = None,
) -> BenchOutput:
    """The same tasks answered in chat mode by copied sentences, without a language model; see `run_agent`.

    Also in which results of their searches the facts lie that they ask for.
    """
    settings = Settings.load(paths.settings)
    with opened_library(paths, settings, library) as engine:
        chosen = _chosen(engine, tasks, documents, count, quick=quick)
        _read(engine, chosen.files, cancel)
        limits, page_text, asked = _limits(settings), page_texts(engine), []
        for task in chosen.tasks:
            cancel.check()
            question = Question(task.question, Mode.CHAT, _documents_of(engine, task), extractive=True)
            asked.append(judged(task, Mode.CHAT, engine.ask(question, cancel), limits, page_text))
        of_each = [(task, _documents_of(engine, task)) for task in chosen.tasks]
        results = summed_up(asked, {Mode.CHAT: "copied"}) | facts_found(engine.retriever(), of_each, cancel)
        held = len(engine.documents())
    notes = [f"{len(asked)} tasks over {held} documents, answered by copied sentences", *findings(asked)]
    return report("agent", results, left_out=chosen.left_out, notes=notes)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What is asked, the files that have to be in the library for it, and what was left out of it."""

    tasks: Sequence[Task]
    files: Sequence[Path]
    left_out: list[str]


def _chosen(
    engine: Engine, tasks: Sequence[Task] | None, documents: Sequence[Path] | None, count: int, *, quick: bool
) -> _Chosen:
    left_out: list[str] = []
    tasks = list(load_tasks() if tasks is None else tasks)
    known = {document.filename for document in engine.documents()}
    files: Sequence[Path] = _documents(tasks, known) if documents is None else documents
    tasks = spread(tasks, len(tasks))
    if quick and not known:
        files, tasks = _quick_part(files, tasks, left_out)
    if count and count < len(tasks):
        left_out.append(f"{len(tasks) - count} of {len(tasks)} tasks (--tasks)")
        tasks = tasks[:count]
    return _Chosen(tasks, [path for path in files if path.is_dir() or path.name not in known], left_out)


def _read(engine: Engine, files: Sequence[Path], cancel: CancelToken) -> None:
    carry_out(engine.add_paths(files, cancel), lambda _event: None)
    carry_out(engine.ingest(cancel), lambda _event: None)


def _documents_of(engine: Engine, task: Task) -> tuple[str, ...] | None:
    return engine.resolve_documents(task.documents) if task.documents else None


def _ask_both(bench: _Bench, task: Task, until: CancelToken) -> TaskLine | None:
    """Ask in both modes and tell what came of it; None when the benchmark was stopped."""
    runs: dict[str, KeptRun] = {}
    for mode in (Mode.AGENT, Mode.CHAT):
        in_time = Deadline(until, bench.task_seconds)
        question = Question(task.question, mode, _documents_of(bench.engine, task))
        events = [one for one in bench.engine.ask(question, in_time) if not isinstance(one, DraftDelta)]
        asked = judged(task, mode, events, bench.limits, bench.page_text)
        if asked.outcome == "cancelled" and not in_time.passed:
            return None
        if asked.outcome == "cancelled":
            asked = asked.model_copy(update={"over_limits": (f"stopped after {bench.task_seconds:g} s",)})
        answer = next((one.answer.text for one in reversed(events) if isinstance(one, AnswerReady)), "")
        runs[mode.value] = KeptRun(asked=asked, answer=answer, events=tuple(events))
    return TaskLine(
        task_id=task.task_id,
        fingerprint=fingerprint(task),
        kind=task.kind,
        question=task.question,
        commit=commit(),
        model=bench.model,
        **runs,
    )


def _limits(settings: Settings) -> Limits:
    return Limits.strict() if settings.answers.agent_limits == "strict" else Limits.standard()


def _documents(tasks: Sequence[Task], known: set[str]) -> list[Path]:
    """The reports the tasks are about; those outside the library come from the evaluation data."""
    named = {row.document for task in tasks for row in task.evidence}
    named |= {name for task in tasks for name in task.documents or ()}
    if named <= known:
        return []
    folder = shared_folder() / "financebench" / "pdfs"
    files = sorted(folder.glob("*.pdf"))
    lost = sorted(named - known - {path.name for path in files})
    if lost:
        raise UsageError(
            f"There is no {lost[0]} in {folder}, which the tasks are about.",
            "Set DOCUCHAT_SHARED to the folder that holds `eval/financebench`.",
        )
    return files


def _quick_part(
    files: Sequence[Path], tasks: Sequence[Task], left_out: list[str]
) -> tuple[list[Path], list[Task]]:
    """The smallest documents and the tasks that need no other."""
    smallest = sorted((path for path in files if path.is_file()), key=lambda path: path.stat().st_size)[
        :QUICK_DOCUMENTS
    ]
    names = {path.name for path in smallest}
    chosen = [
        task
        for task in tasks
        if (named := {row.document for row in task.evidence} | set(task.documents or ())) and named <= names
    ]
    left_out.append(
        f"{len(files) - len(smallest)} of {len(files)} documents, {len(tasks) - len(chosen)} of {len(tasks)} "
        "tasks: figures of so few say only that it works (without --quick, or with --library)"
    )
    return smallest, chosen


def _warm_up(engine: Engine, until: CancelToken) -> None:
    """Models are read from the disk before any time is taken."""
    engine.search("revenue", limit=1)
    request = GenerationRequest((Message("user", "Say hello."),), max_tokens=1)
    for _ in engine.language_model().generate(request, until):
        pass
