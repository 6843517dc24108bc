"""The answers benchmark: are answers right, and does "verified" mean anything? On XQuAD and FinanceBench.

Each question is asked of its whole library: copied by the program without a model, and, with `model`, written
by it and checked, and beside it by the same model from the same five passages without any of the checks.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from core.answer.confidence import VERIFIED, features_of
from core.cancel import CancelToken, Deadline
from core.engine import Engine
from core.errors import UsageError
from core.events import AnswerReady, DraftDelta, Event, RunFinished, ToolReturned
from core.llm.base import ChatModel
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from core.types import Answer
from tests.benchmarks.answers.lines import AnswerLine
from tests.benchmarks.answers.marks import marks_of
from tests.benchmarks.answers.report import summed_up
from tests.benchmarks.answers.sets import SETS, KnownAnswer, chosen, load_set
from tests.benchmarks.asking import QUICK_SECONDS, Wanted, answer_in, chat, lines_of, warm_up
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.grading.grades import admits, is_disclosed
from tests.benchmarks.judged_sets import JudgedSet, open_library
from tests.benchmarks.kept_lines import KeptLines, model_of
from tests.benchmarks.machine import commit
from tests.benchmarks.plain_answer import plain_answer
from tests.benchmarks.reporting import report
from tests.benchmarks.settings import settings_with

QUICK_QUESTIONS = 6
_Told = tuple[Answer, float | None, dict[str, Any]]  # the answer, when its first words came, what else


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
) -> BenchOutput:
    """Ask, grade and sum up.

    Args:
        model: also ask this language model of the catalogue; without it, only what is copied.
        count: so many questions of each set; 0: all.
        work: where the libraries are kept; else they are made in a temporary folder.
        details: a file that gets one JSON line an answer; with `resume` its lines are not asked again.
    """
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
        def opened(judged: JudgedSet) -> Iterator[Callable[[KnownAnswer, str], AnswerLine]]:
            with open_library(judged, paths, settings, place, until) as engine:
                writing = engine.language_model() if model else None
                asking = _Asking(engine, writing, model, commit(), until)
                warm_up(engine, writing, until)
                yield asking.ask

        for name in sets:
            judged, all_questions = load_set(name, folder)
            questions = chosen(all_questions, count)
            if left := len(all_questions) - len(questions):
                left_out.append(f"{left} of {len(all_questions)} of {name}")
            wanted = [
                Wanted(one, way, (name, one.question_id, way, model_of(way, model)), one.fingerprint)
                for one in questions
                for way in (("copied", "written", "plain") if model else ("copied",))
            ]
            found, in_time = lines_of(wanted, kept, partial(opened, judged), until, cancel)
            lines += found
            if not in_time:
                left_out.append(f"what of {name} did not end within {QUICK_SECONDS:.0f} s (--quick)")
    if not lines:
        raise UsageError("No question was answered in the time there was.", "Leave out --quick.")
    results, notes = summed_up(lines)
    return report("answers", results, left_out=left_out, notes=notes)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What answers the questions of one set."""

    engine: Engine
    model: ChatModel | None
    model_name: str
    commit: str
    cancel: CancelToken

    def ask(self, known: KnownAnswer, way: str) -> AnswerLine:
        """Of the whole library, or of all but the documents that hold the answer."""
        selection = [
            document.document_id
            for document in self.engine.documents()
            if known.without and known.without not in document.filename
        ]
        told = self._plainly if way == "plain" else self._checked
        began = time.perf_counter()
        answer, first, more = told(known.question, selection or None, way)
        seconds = time.perf_counter() - began
        return AnswerLine(
            known=known,
            fingerprint=known.fingerprint,
            way=way,
            model=model_of(way, self.model_name),
            commit=self.commit,
            answer=answer.text,
            marks=marks_of(known, answer),
            first_seconds=None if first is None else first - began,
            seconds=seconds,
            **more,
        )

    def _checked(self, question: str, selection: Sequence[str] | None, way: str) -> _Told:
        """Through chat mode, with the model or without."""
        first, events = None, []
        model = self.model if way == "written" else None
        for event in chat(self.engine, question, selection, self.cancel, model=model):
            if first is None and isinstance(event, DraftDelta | AnswerReady):
                first = time.perf_counter()
            events.append(event)
        answer = answer_in(events)
        outcome = events[-1].outcome if isinstance(events[-1], RunFinished) else ""
        more = {
            "outcome": outcome,
            "declined": outcome != "answered" or is_disclosed(answer),
            "confidence": answer.confidence.value,
            "flags": answer.safety_flags,
            "statements": len(answer.statements),
            "verified": sum(statement.status in VERIFIED for statement in answer.statements),
            "features": _features(answer, question, events),
        }
        return answer, first, more

    def _plainly(self, question: str, selection: Sequence[str] | None, _way: str) -> _Told:
        """The five best chunks and the question, and what the model says to that."""
        first, text = None, ""
        for piece in plain_answer(
            self.engine, self.engine.settings.answers, question, selection, self.cancel
        ):
            first = first or time.perf_counter()
            text += piece
        return Answer(text), first, {"outcome": "answered", "declined": admits(text)}


def _features(answer: Answer, question: str, events: Sequence[Event]) -> dict[str, float]:
    if not answer.statements or not answer.citations:
        return {}
    hits = [hit for event in events if isinstance(event, ToolReturned) for hit in event.hits]
    scores = [round(hit.score, 3) for hit in hits]
    found = features_of(answer.statements, answer.citations, question, scores)
    return {name: round(float(value), 4) for name, value in asdict(found).items()}
