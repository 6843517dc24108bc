"""The answers benchmark: are answers right, and does "verified" mean anything? On XQuAD and FinanceBench.

Each question is asked of its whole library: copied by the program without a model, and, with `model`, written
by it and checked, and beside it by the same model from the same five passages without any of the checks.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from core.answer.confidence import VERIFIED
from core.cancel import CancelToken, Deadline
from core.engine import Engine
from core.errors import UsageError
from core.events import Event, EvidenceFound, RunFinished
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.answers.marks import marks_of
from tests.benchmarks.answers.report import AnswerLine, summed_up
from tests.benchmarks.answers.sets import SETS, KnownAnswer, chosen, load_set
from tests.benchmarks.asking import QUICK_SECONDS, Asked, lines_of, told, warm_up
from tests.benchmarks.evaluation_data import is_held_out, shared_folder
from tests.benchmarks.grading.grades import admits, is_disclosed
from tests.benchmarks.judged_sets import JudgedSet, open_library
from tests.benchmarks.kept_lines import KeptLines
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with

QUICK_QUESTIONS = 6


def run_answers(
    *,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    sets: Sequence[str] = SETS,
    half: str = "both",
    model: str = "",
    count: int = 0,
    work: Path | None = None,
    details: Path | None = None,
    resume: bool = False,
) -> BenchOutput:
    """Ask, grade and sum up; the options say what is asked, and how."""
    folder = shared_folder()
    until: CancelToken = Deadline(cancel, QUICK_SECONDS) if quick else cancel
    settings = settings_with(paths, model)
    if quick:
        sets, count = sets[:1], min(count or QUICK_QUESTIONS, QUICK_QUESTIONS)
    kept = KeptLines(AnswerLine, details, resume=resume)
    left_out: list[str] = [f"{name} (--quick)" for name in SETS if quick and name not in sets]
    lines: list[AnswerLine] = []
    with ExitStack() as closing:
        place = work or Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="docuchat-answers-")))

        @contextmanager
        def opened(judged: JudgedSet) -> Iterator[Asked[KnownAnswer]]:
            with open_library(judged, paths, settings, place, until) as engine:
                warm_up(engine, engine.language_model() if model else None, until)
                yield lambda known, way: _ask(engine, known, way, until)

        for name in sets:
            judged, known = load_set(name, folder)
            known = [
                one for one in known if half == "both" or is_held_out(one.question_id) is (half == "held")
            ]
            questions = chosen(known, count)
            if left := len(known) - len(questions):
                left_out.append(f"{left} of {len(known)} of {name}")
            ways = ("copied", "written", "plain") if model else ("copied",)
            asked = [(one, way) for one in questions for way in ways]
            opening = partial(opened, judged)
            found, in_time = lines_of(AnswerLine, asked, model, kept, opening, until, cancel)
            lines += found
            if not in_time:
                left_out.append(f"what of {name} did not end within {QUICK_SECONDS:.0f} s (--quick)")
    if not lines:
        raise UsageError("No question was answered in the time there was.", "Leave out --quick.")
    results, notes = summed_up(lines)
    return report("answers", results, left_out=left_out, notes=notes)


def _ask(engine: Engine, known: KnownAnswer, way: str, until: CancelToken) -> dict[str, Any]:
    """Of the whole library, or of all but the documents that hold the answer."""
    selection = [
        document.document_id
        for document in engine.documents()
        if known.without and known.without not in document.filename
    ]
    came = told(engine, known.question, selection or None, way, until)
    answer = came.answer
    line = {
        "answer": answer.text,
        "marks": marks_of(known, answer),
        "first_seconds": came.first_seconds,
        "seconds": came.seconds,
    }
    if way == "plain":
        return {**line, "outcome": "answered", "declined": admits(answer.text)}
    outcome = came.events[-1].outcome if isinstance(came.events[-1], RunFinished) else ""
    return {
        **line,
        "outcome": outcome,
        "declined": outcome != "answered" or is_disclosed(answer),
        "confidence": answer.confidence.value,
        "flags": answer.safety_flags,
        "statements": len(answer.statements),
        "verified": sum(statement.status in VERIFIED for statement in answer.statements),
        "certainty": _certainty(came.events),
        "evidence_seconds": came.evidence_seconds,
    }


def _certainty(events: Sequence[Event]) -> float:
    """Of the sentence that most likely answers."""
    found = (event.passages[0].score for event in events if isinstance(event, EvidenceFound))
    return next(found, 0.0)
