"""The answers benchmark: are answers right, and does "verified" mean anything? On XQuAD and FinanceBench.

Each question is asked of its whole library: copied by the program without a model, and, with `model`, written
by it and checked, and beside it by the same model from the same five passages without any of the checks.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.answer.confidence import VERIFIED, features_of
from core.cancel import CancelToken, Deadline
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion
from core.engine import Engine
from core.errors import Cancelled, UsageError
from core.events import AnswerReady, DraftDelta, Event, EventStamper, RunFinished, ToolReturned
from core.llm.base import ChatModel, GenerationRequest, Message
from core.published.schemas import BenchOutput
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import Answer
from tests.benchmarks.answers.lines import AnswerLine, StatementLine, Way
from tests.benchmarks.answers.marks import marks_of
from tests.benchmarks.answers.report import summed_up
from tests.benchmarks.answers.sets import SETS, AnswerSet, KnownAnswer, chosen, load_set
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.grading.grades import admits, is_disclosed
from tests.benchmarks.judged_sets import open_library
from tests.benchmarks.kept_lines import KeptLines, model_of
from tests.benchmarks.machine import commit
from tests.benchmarks.plain_answer import plain_answer
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with

QUICK_SECONDS = 40.0
QUICK_QUESTIONS = 6


@dataclass(frozen=True, slots=True)
class _Asking:
    """What answers the questions of one set."""

    engine: Engine
    settings: Settings
    model: ChatModel | None
    model_name: str
    commit: str
    cancel: CancelToken


def run_answers(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    sets: Sequence[str] = SETS,
    model: str = "",
    count: int = 0,
    work: Path | None = None,
    details: Path | None = None,
    resume: bool = False,
    data: Path | None = None,
) -> BenchOutput:
    """Ask, grade and sum up.

    Args:
        model: also ask this language model of the catalogue; without it, only what is copied.
        count: so many questions of each set; 0: all.
        work: where the libraries are kept; else they are made in a temporary folder.
        details: a file that gets one JSON line an answer; with `resume` its lines are not asked again.
        data: the folder of evaluation data; `DOCUCHAT_SHARED` by default.
    """
    folder = data or shared_folder()
    until: CancelToken = Deadline(cancel, QUICK_SECONDS) if quick else cancel
    settings = settings_with(paths, model)
    if quick:
        sets, count = sets[:1], min(count or QUICK_QUESTIONS, QUICK_QUESTIONS)
    kept = KeptLines(AnswerLine, details, resume=resume)
    left_out: list[str] = [f"{name} (--quick)" for name in SETS if quick and name not in sets]
    lines: list[AnswerLine] = []
    ways: tuple[Way, ...] = ("copied", "written", "plain") if model else ("copied",)

    def line_of(known: KnownAnswer, way: Way) -> AnswerLine | None:
        key = known.set_name, known.question_id, way, model_of(way, model)
        return kept.get(key, known.fingerprint)

    with ExitStack() as closing:
        place = work or Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-answers-")))
        for name in sets:
            known = load_set(name, folder)
            questions = chosen(known.questions, count)
            if len(questions) < len(known.questions):
                left_out.append(
                    f"{len(known.questions) - len(questions)} of {len(known.questions)} of {name}"
                )
            asked = [(one, way) for one in questions for way in ways]
            if waiting := [(one, way) for one, way in asked if not line_of(one, way)]:
                try:
                    _ask_all(known, waiting, kept, paths, settings, model, place, until)
                except Cancelled:
                    if cancel.is_set:
                        raise
                    left_out.append(f"what of {name} did not end within {QUICK_SECONDS:.0f} s (--quick)")
            lines += [line for one in asked if (line := line_of(*one))]
    if not lines:
        raise UsageError("No question was answered in the time there was.", "Leave out --quick.")
    results, notes = summed_up(lines)
    return report("answers", results, left_out=left_out, notes=notes)


def _ask_all(
    known: AnswerSet,
    waiting: Sequence[tuple[KnownAnswer, Way]],
    kept: KeptLines[AnswerLine],
    paths: AppPaths,
    settings: Settings,
    model_name: str,
    work: Path,
    cancel: CancelToken,
) -> None:
    with open_library(known.judged, paths, settings, work, cancel) as engine:
        model = engine.language_model() if model_name else None
        asking = _Asking(engine, settings, model, model_name, commit(), cancel)
        _warm_up(asking)
        for one, way in waiting:
            cancel.check()
            kept.add(_asked_plainly(asking, one) if way == "plain" else _asked(asking, one, way))


def _warm_up(asking: _Asking) -> None:
    """Embedder and model are read from the disk before any time is taken."""
    asking.engine.retriever().search("What is it?", limit=1)
    if asking.model is not None:
        for _ in asking.model.generate(
            GenerationRequest((Message("user", "Hello."),), max_tokens=1), asking.cancel
        ):
            pass


def _asked(asking: _Asking, known: KnownAnswer, way: Way) -> AnswerLine:
    """Through chat mode, with the model or without."""
    stamp = EventStamper()
    pipeline = ChatPipeline(
        asking.engine.retriever(),
        asking.settings.answers,
        stamp,
        asking.cancel,
        model=asking.model if way == "written" else None,
    )
    began = time.perf_counter()
    first, events = None, []
    for event in pipeline.run(ChatQuestion(known.question, _selection(asking.engine, known))):
        if first is None and isinstance(event, DraftDelta | AnswerReady):
            first = time.perf_counter() - began
        events.append(event)
    seconds = time.perf_counter() - began
    answer = next(event.answer for event in reversed(events) if isinstance(event, AnswerReady))
    ended = events[-1]
    outcome = ended.outcome if isinstance(ended, RunFinished) else ""
    return AnswerLine(
        **_known(asking, known, way, answer),
        outcome=outcome,
        declined=outcome != "answered" or is_disclosed(answer),
        confidence=answer.confidence.value,
        flags=answer.safety_flags,
        statements=tuple(
            StatementLine(text=statement.text, status=statement.status.value)
            for statement in answer.statements
        ),
        verified=sum(statement.status in VERIFIED for statement in answer.statements),
        features=_features(answer, known.question, events),
        first_seconds=first,
        seconds=seconds,
    )


def _selection(engine: Engine, known: KnownAnswer) -> tuple[str, ...] | None:
    """What is asked of: the whole library, or all but the documents that hold the answer."""
    if not known.without:
        return None
    return tuple(
        document.document_id for document in engine.documents() if known.without not in document.filename
    )


def _features(answer: Answer, question: str, events: Sequence[Event]) -> dict[str, float]:
    if not answer.statements or not answer.citations:
        return {}
    scores = [
        round(hit.score, 3) for event in events if isinstance(event, ToolReturned) for hit in event.hits
    ]
    found = features_of(answer.statements, answer.citations, question, scores)
    return {name: round(float(value), 4) for name, value in asdict(found).items()}


def _asked_plainly(asking: _Asking, known: KnownAnswer) -> AnswerLine:
    """The five best chunks and the question, and what the model says to that."""
    began = time.perf_counter()
    selection = _selection(asking.engine, known)
    first, text = None, ""
    for piece in plain_answer(
        asking.engine, asking.settings.answers, known.question, selection, asking.cancel
    ):
        if first is None:
            first = time.perf_counter() - began
        text += piece
    return AnswerLine(
        **_known(asking, known, "plain", Answer(text)),
        outcome="answered",
        declined=admits(text),
        first_seconds=first,
        seconds=time.perf_counter() - began,
    )


def _known(asking: _Asking, known: KnownAnswer, way: Way, answer: Answer) -> dict[str, Any]:
    """What is asked, what was answered, and its marks."""
    marks = marks_of(known, answer.text)
    return {
        "set_name": known.set_name,
        "question_id": known.question_id,
        "fingerprint": known.fingerprint,
        "way": way,
        "model": model_of(way, asking.model_name),
        "commit": asking.commit,
        "kind": known.kind,
        "question": known.question,
        "gold": known.gold,
        "answer": answer.text,
        "exact": marks.exact,
        "f1": round(marks.f1, 4),
        "holds": marks.holds,
        "beside": marks.beside,
        "partly": marks.half and bool(answer.insufficiencies),
    }
