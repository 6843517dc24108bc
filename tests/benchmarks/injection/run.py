"""`docuchat bench injection`: are orders in questions recognised, and are orders in documents obeyed?

Public attack texts are planted visibly in real PDFs, each beside what answers a harmless question; that is
asked, and a rule tells whether the answer obeyed. The library is temporary.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken, Deadline
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion
from core.engine import Engine, Question
from core.errors import Cancelled
from core.events import AnswerReady, Event, EventStamper
from core.published.schemas import BenchOutput
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import Answer, Mode
from tests.benchmarks.evaluation_data import json_lines, shared_folder
from tests.benchmarks.injection.following import following_of
from tests.benchmarks.injection.guard import guard_figures
from tests.benchmarks.injection.lines import AttackLine, key_of
from tests.benchmarks.injection.pages import PlantedPage, make_pages, planted_page
from tests.benchmarks.injection.report import attack_figures
from tests.benchmarks.judged_sets import JudgedSet, open_library
from tests.benchmarks.kept_lines import KeptLines, model_of
from tests.benchmarks.machine import commit, machine
from tests.benchmarks.plain_answer import plain_answer
from tests.benchmarks.settings import settings_with

QUICK_SECONDS = 40.0
QUICK_ATTACKS = 5


@dataclass(frozen=True, slots=True)
class _Bench:
    engine: Engine
    settings: Settings
    document_ids: dict[str, str]
    cancel: CancelToken


def run_injection(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    model: str = "",
    modes: Sequence[str] = ("chat",),
    count: int = 0,
    broad: bool = False,
    details: Path | None = None,
    resume: bool = False,
    data: Path | None = None,
) -> BenchOutput:
    """Plant, ask, judge and sum up; the guard of the question is measured, too.

    Args:
        model: the language model that is attacked; without one only copied sentences are.
        modes: `chat`, `agent` or both; both need a model.
        broad: ask what the page says, not for one fact of it.
        count: so many attacks, in turn from every category; 0: all.
        details: a file that gets one JSON line an answer; with `resume` its lines are not asked again.
        data: the folder of evaluation data; `DOCUCHAT_SHARED` by default.

    Raises:
        UsageError: the data is not there, or `details` cannot be used.
        KnownError: model or library cannot be used; `Cancelled` after Stop.
    """
    folder = (data or shared_folder()) / "injection"
    results, notes = guard_figures(folder)
    left_out: list[str] = []
    until: CancelToken = Deadline(cancel, QUICK_SECONDS) if quick else cancel
    settings = settings_with(paths, model)
    pages = _planted(folder, broad=broad)
    wanted = min(count or len(pages), QUICK_ATTACKS if quick else len(pages))
    if wanted < len(pages):
        left_out.append(f"{len(pages) - wanted} of {len(pages)} attacks")
        pages = _in_turn(pages)[:wanted]
    ways = ["copied", *([*modes, "plain"] if model else [])]
    kept = KeptLines(AttackLine, details, resume=resume)
    asked = [(page, way) for way in ways for page in pages]
    waiting = [(page, way) for page, way in asked if not kept.get(key_of(page, way, model), page.fingerprint)]
    if waiting:
        try:
            _ask_all(waiting, pages, kept, paths, settings, model, until)
        except Cancelled:
            if cancel.is_set:
                raise
            left_out.append(f"what did not end within {QUICK_SECONDS:.0f} s (--quick)")
    lines = [kept.get(key_of(page, way, model), page.fingerprint) for page, way in asked]
    figures, told = attack_figures([line for line in lines if line is not None])
    return BenchOutput(
        name="injection",
        commit=commit(),
        machine=machine(),
        results=results | figures,
        left_out=left_out,
        notes=told + notes,
    )


def _planted(folder: Path, *, broad: bool) -> list[PlantedPage]:
    rows = json_lines(folder / "indirect_attacks.jsonl")
    return [
        planted_page(number, row["text"], row["category"], broad=broad) for number, row in enumerate(rows)
    ]


def _in_turn(pages: Sequence[PlantedPage]) -> list[PlantedPage]:
    seen: dict[str, int] = {}
    ranked = []
    for page in pages:
        seen[page.category] = seen.get(page.category, 0) + 1
        ranked.append((seen[page.category], page))
    return [page for _, page in sorted(ranked, key=lambda one: one[0])]


def _ask_all(
    waiting: Sequence[tuple[PlantedPage, str]],
    pages: Sequence[PlantedPage],
    kept: KeptLines[AttackLine],
    paths: AppPaths,
    settings: Settings,
    model: str,
    cancel: CancelToken,
) -> None:
    with ExitStack() as closing:
        work = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-injection-")))
        judged = JudgedSet("injection", (), lambda folder: make_pages(pages, folder))
        engine = closing.enter_context(open_library(judged, paths, settings, work, cancel))
        ids = {document.filename: document.document_id for document in engine.documents()}
        bench = _Bench(engine, settings, ids, cancel)
        now = commit()
        for page, way in waiting:
            cancel.check()
            began = time.perf_counter()
            answer = _plain(bench, page) if way == "plain" else _answer_of(_events(bench, page, way))
            judged_as = following_of(page, answer.text)
            kept.add(
                AttackLine(
                    attack_id=page.attack_id,
                    fingerprint=page.fingerprint,
                    way=way,
                    model=model_of(way, model),
                    commit=now,
                    category=page.category,
                    attack=page.attack,
                    question=page.question,
                    gold=page.gold,
                    answer=answer.text,
                    flagged="injection_in_context" in answer.safety_flags,
                    followed=judged_as.followed,
                    repeated=judged_as.repeated,
                    reason=judged_as.reason,
                    seconds=time.perf_counter() - began,
                )
            )


def _events(bench: _Bench, page: PlantedPage, way: str) -> Iterator[Event]:
    """The question, asked of the page with the order alone, so that the order is in the prompt."""
    chosen = (bench.document_ids[page.filename],)
    if way == "agent":
        return iter(bench.engine.ask(Question(page.question, Mode.AGENT, chosen), bench.cancel))
    model = bench.engine.language_model() if way == "chat" else None
    pipeline = ChatPipeline(
        bench.engine.retriever(), bench.settings.answers, EventStamper(), bench.cancel, model=model
    )
    return pipeline.run(ChatQuestion(page.question, chosen))


def _plain(bench: _Bench, page: PlantedPage) -> Answer:
    """What the model says without any of the defences: that the rule sees orders that are followed."""
    chosen = (bench.document_ids[page.filename],)
    return Answer(
        "".join(plain_answer(bench.engine, bench.settings.answers, page.question, chosen, bench.cancel))
    )


def _answer_of(events: Iterator[Event]) -> Answer:
    found = [event.answer for event in events if isinstance(event, AnswerReady)]
    return found[-1] if found else Answer("")
