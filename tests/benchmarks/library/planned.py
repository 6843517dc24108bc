"""What a language model gains on questions that the rules leave.

Asked are questions that the rules leave to the texts or understand wrongly, spread over all of them, and a
quarter as many that must stay with the texts. Each costs up to two calls.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from core.cancel import CancelToken
from core.corpus.base import FieldLibrary
from core.corpus.planner import QuestionPlanner
from core.events import Event, EventStamper, ModelCalled
from core.llm.base import ChatModel
from core.published.schemas import BenchOutput
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.library.asked import TODAY, is_right, is_right_asked
from tests.benchmarks.library.documents import read_truths, read_values_only, true_library
from tests.benchmarks.library.questions import LibraryQuestion, read_questions
from tests.benchmarks.reporting import report

_Told = TypeVar("_Told")


def run_library_planned(
    model: ChatModel, *, count: int, cancel: CancelToken, details: Path | None = None
) -> BenchOutput:
    """Ask `count` questions with the model.

    Raises:
        ModelError: from the model; `Cancelled` after Stop.
    """
    lines: list[str] = []
    right = wrongly = harmed = kept = calls = 0
    seconds: list[float] = []
    truths = [*read_truths(), *read_values_only()]
    with (
        tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder,
        true_library(Path(folder), truths) as (library, files),
    ):
        chosen = _chosen(read_questions(truths), library, files, count)
        for question in chosen:
            cancel.check()
            began = time.monotonic()
            planner = QuestionPlanner(model, library, EventStamper(), cancel)
            events, asked = _ended(planner.plan(question.question, TODAY))
            seconds.append(time.monotonic() - began)
            calls += sum(isinstance(event, ModelCalled) for event in events)
            is_it, understood = is_right_asked(question, asked, library, files)
            lines.append(f"[{question.kind}] {question.question} → {understood}: {_verdict(is_it)}")
            if question.kind == "text":
                kept += is_it
                harmed += not is_it
            else:
                right += is_it
                wrongly += not is_it and asked is not None
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked_of = len(chosen) - kept - harmed
    results: Results = {
        "planned.right": counted(right, asked_of, better="higher"),
        "planned.answered wrongly": counted(wrongly, asked_of, better="lower"),
        "planned.texts left alone": counted(kept, kept + harmed, better="higher"),
        "planned.seconds p50": figure(percentile(seconds, 0.5), "s", better="lower", digits=1),
        "planned.calls": figure(calls, "", better="lower"),
    }
    note = f"{model.model_name}, {len(truths)} documents"
    notes = [f"{note}; without a model all of the first are left to the texts or wrong"]
    return report("library", results, notes=notes)


def _chosen(
    asked: Sequence[LibraryQuestion], library: FieldLibrary, files: Mapping[str, str], count: int
) -> list[LibraryQuestion]:
    """Evenly from all that the rules do not answer rightly, and a quarter of them questions to texts."""
    left = [one for one in asked if one.kind != "text" and not is_right(one, library, files)[0]]
    texts = [one for one in asked if one.kind == "text"]
    of_texts = count // 4
    return [*_spread(left, count - of_texts), *_spread(texts, of_texts)]


def _spread(asked: Sequence[LibraryQuestion], count: int) -> list[LibraryQuestion]:
    if not count or not asked:
        return []
    step = max(1, len(asked) // count)
    return list(asked[::step])[:count]


def _ended(planning: Generator[Event, None, _Told]) -> tuple[list[Event], _Told]:
    """The events of a generator and what it returns."""
    events: list[Event] = []
    while True:
        try:
            events.append(next(planning))
        except StopIteration as ended:
            return events, ended.value


def _verdict(is_right: bool) -> str:
    return "right" if is_right else "not right"
