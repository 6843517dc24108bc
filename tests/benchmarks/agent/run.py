"""The agent benchmark: what agent mode gets right, what it never does, what it costs; beside plain chat.

Tasks with known answers are asked of the real engine over the real reports, once in agent mode and once in
chat mode (one search, one answer, the same model). Grading is by rule; no model judges another.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.agent.limits import Limits
from core.agent.tools import AgentTools
from core.answer.asking.question import question_parts, without_directions
from core.cancel import CancelToken, Deadline
from core.engine import Engine, Question
from core.errors import Cancelled, UsageError
from core.events import DraftDelta
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from core.types import Mode, SearchHit
from tests.benchmarks.agent.facts import over_limits, run_facts
from tests.benchmarks.agent.report import Judged, RunLine, findings, judged, summed_up
from tests.benchmarks.agent.tasks import Gold, Task, load_tasks
from tests.benchmarks.asking import QUICK_SECONDS, Asked, in_turn, lines_of, read_in, warm_up
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.figures import Results, counted
from tests.benchmarks.kept_lines import KeptLines
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import home_in, settings_with

QUICK_DOCUMENTS = 2


def run_agent(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    copied: bool = False,
    model: str = "",
    count: int = 0,
    library: Path | None = None,
    details: Path | None = None,
    resume: bool = False,
    task_seconds: float = 900.0,
) -> BenchOutput:
    """Ask in agent mode and in chat mode, judge by the rules of now, and sum up; the options say the rest.

    `copied`: in chat mode by copied sentences instead, without a language model, and in which results of
    their searches the facts lie that tasks ask for.
    """
    until = Deadline(cancel, QUICK_SECONDS) if quick else cancel
    settings, ways = settings_with(paths, model), ("copied",) if copied else ("agent", "chat")
    with ExitStack() as closing:
        home = library or Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-bench-")))
        engine = closing.enter_context(Engine.open(home_in(home, paths), settings))
        writing = None if copied else engine.language_model()  # says at once when it is missing
        name = writing.model_name if writing else ""
        tasks, left_out = _chosen(engine, count, cancel, quick=quick)

        @contextmanager
        def asking() -> Iterator[Asked[Task]]:
            warm_up(engine, writing, until)
            yield lambda task, way: _ask(engine, task, way, task_seconds, until)

        kept = KeptLines(RunLine, details, resume=resume)
        asked = [(task, way) for task in tasks for way in ways]
        lines, _ = lines_of(RunLine, asked, name, kept, asking, until, cancel)
        ended = Counter(line.thing.task_id for line in lines)
        runs = _judged(engine, tasks, [line for line in lines if ended[line.thing.task_id] == len(ways)])
        results = summed_up(runs)
        if copied:
            results |= _facts_found(engine, tasks, cancel)
        documents = len(engine.documents())
    whole, of = len(runs) // len(ways), len(tasks)
    if whole < of:
        left_out.append(f"{of - whole} of {of} tasks: the time was over (without --quick)")
    commits = Counter(one.line.commit for one in runs)
    notes = [
        f"{whole} of {of} tasks over {documents} documents, answered by {name or 'copied sentences'}",
        f"by commit: {', '.join(f'{commit} ({number})' for commit, number in commits.items())}",
        *findings(runs),
    ]
    return report("agent", results, left_out=left_out, notes=notes)


def _judged(engine: Engine, tasks: Sequence[Task], lines: Sequence[RunLine]) -> list[Judged]:
    @lru_cache(maxsize=128)
    def page_text(document_id: str, number: int) -> str:
        page = engine.page(document_id, number) if number > 0 else None
        return page.text if page else ""

    by_id = {task.task_id: task for task in tasks}
    return [judged(by_id[line.thing.task_id], line, page_text) for line in lines]


def _ask(engine: Engine, task: Task, way: str, task_seconds: float, until: CancelToken) -> dict[str, Any]:
    in_time, copied = Deadline(until, task_seconds), way == "copied"
    mode = Mode.CHAT if copied else Mode(way)
    question = Question(task.question, mode, _documents_of(engine, task), extractive=copied)
    events = [one for one in engine.ask(question, in_time) if not isinstance(one, DraftDelta)]
    facts = run_facts(events)
    strict = engine.settings.answers.agent_limits == "strict"
    over = over_limits(facts, Limits.strict() if strict else Limits.standard())
    if facts.outcome == "cancelled":
        if not in_time.passed:
            raise Cancelled
        over = (f"stopped after {task_seconds:g} s",)
    return {
        "question": task.question,
        "answer": facts.answer.text,
        "seconds": facts.seconds,
        "over_limits": over,
        "events": events,
    }


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
    read_in(engine, [path for path in files if path.name not in known], cancel)
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


def _facts_found(engine: Engine, tasks: Sequence[Task], cancel: CancelToken) -> Results:
    """How many facts lie in the first one, two and three results: as found, and as an agent lists them.

    No model is asked: only a search for each part of the question, as a run begins with.
    """
    places: dict[str, list[int]] = {"as found": [], "as listed": []}
    limits, retriever = Limits.standard(), engine.retriever()
    for task in tasks:
        cancel.check()
        if task.kind == "sections":  # are searched for otherwise
            continue
        tools = AgentTools(retriever, engine.answer_judge(), _documents_of(engine, task), limits)
        plain: list[Sequence[SearchHit]] = []
        shown: list[Sequence[SearchHit]] = []
        for query in question_parts(without_directions(task.question)):
            result = tools.search_docs(query, cancel)
            plain.append(retriever.beside(result.hits, ())[: limits.top_k])
            shown.append(tools.shown(query, result, ()).hits)
        for fact in task.evidence:
            places["as found"].append(_place(fact, plain))
            places["as listed"].append(_place(fact, shown))
    return {
        f"facts in the first {first} results, {name}": counted(
            sum(0 < place <= first for place in of), len(of), better="higher"
        )
        for name, of in places.items()
        for first in (1, 2, 3)
    }


def _place(fact: Gold, searches: Sequence[Sequence[SearchHit]]) -> int:
    """The best place among the results of a search, from 1; 0 if it lies in none."""
    places = [
        place
        for hits in searches
        for place, hit in enumerate(hits, start=1)
        if hit.filename == fact.document and _folded(fact.text) in _folded(hit.chunk.text)
    ]
    return min(places, default=0)


def _folded(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
