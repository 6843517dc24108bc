"""`docuchat bench research --part chains`: questions whose answer stands behind references, in three modes.

Told by rule: right is an answer whose verified statements say every value that is asked for. Values of
neighbouring parts that stand beside it as verified are counted, too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from core.cancel import CancelToken, Deadline
from core.engine import Question
from core.errors import Cancelled
from core.events import AnswerReady, Event, RunFinished
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from core.types import Answer, Mode
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.grading.grades import grade, verified_texts
from tests.benchmarks.grading.rules import PhrasesRule
from tests.benchmarks.machine import commit, machine
from tests.benchmarks.research.chain_library import ChainLibrary, chain_library
from tests.benchmarks.research.chain_plan import ChainQuestion

_QUICK_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class ChainAnswer:
    """One question in one mode. `clean`: right, and no value of a neighbouring part is verified beside it."""

    question: str
    depth: int
    mode: str
    right: bool
    clean: bool
    seconds: float
    outcome: str
    verified: tuple[str, ...]


def run_chains(
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
    """Ask `count` questions (0: all) in Research, Agent (with a model) and Chat.

    Raises:
        core.errors.KnownError: a model is missing, or the documents could not be written.
    """
    modes = (Mode.RESEARCH, Mode.AGENT, Mode.CHAT) if model else (Mode.RESEARCH, Mode.CHAT)
    rows: list[ChainAnswer] = []
    if details is not None:
        details.write_text("", encoding="utf-8")
    with chain_library(
        paths, model=model, seed=seed, alone=quick, standard=standard, cancel=cancel
    ) as library:
        chosen = library.questions[: count or (_QUICK_QUESTIONS if quick else None)]
        for asked in chosen:
            for mode in modes:
                row = _ask(library, asked, mode, run_seconds, cancel)
                rows.append(row)
                if details is not None:
                    with details.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
    left = [] if model else ["agent mode, which needs a language model (--model)"]
    if len(chosen) < len(library.questions):
        left.append(f"{len(library.questions) - len(chosen)} of {len(library.questions)} questions")
    return BenchOutput(
        name="research",
        commit=commit(),
        machine=machine(),
        results=summed_up(rows),
        left_out=left,
        notes=[
            f"{len(chosen)} questions over {library.documents} documents drawn with seed {seed}, "
            + (f"answers by {library.model}" if library.model else "answers copied, without a model"),
            f"{'standard' if standard else 'reduced'} limits of research; {run_seconds:g} s a run",
            *(f"{row.mode}, not right: {row.question}" for row in rows if not row.right),
        ],
    )


def summed_up(rows: Sequence[ChainAnswer]) -> Results:
    """The figures of each mode, by depth, too."""
    results: Results = {}
    for mode in dict.fromkeys(row.mode for row in rows):
        own = [row for row in rows if row.mode == mode]
        results[f"{mode}.right"] = counted(sum(row.right for row in own), len(own), better="higher")
        results[f"{mode}.right, nothing wrong beside it"] = counted(
            sum(row.clean for row in own), len(own), better="higher"
        )
        for depth in sorted({row.depth for row in own}):
            deep = [row for row in own if row.depth == depth]
            name = f"{mode}.right, {depth} deep"
            results[name] = counted(sum(row.right for row in deep), len(deep), better="higher")
        taken = percentile([row.seconds for row in own], 0.5)
        results[f"{mode}.seconds, median"] = figure(taken, "s", better="lower")
    return results


def judged(asked: ChainQuestion, answer: Answer) -> tuple[bool, bool]:
    """Whether the verified statements say what is asked for, and whether nothing wrong is among them."""
    said = Answer(" ".join(verified_texts(answer)))
    wanted = tuple((one,) for one in asked.says)
    right = grade(PhrasesRule(all=wanted), asked.question, said).correct
    clean = grade(PhrasesRule(all=wanted, none=asked.wrong), asked.question, said).correct
    return right, clean


def _ask(
    library: ChainLibrary, asked: ChainQuestion, mode: Mode, run_seconds: float, cancel: CancelToken
) -> ChainAnswer:
    in_time = Deadline(cancel, run_seconds)
    research = mode is Mode.RESEARCH
    question = Question(
        asked.question,
        mode,
        extractive=not library.model,
        skip_questions=research,
        approve_tasks=research,
    )
    events: list[Event] = list(library.engine.ask(question, in_time))
    finished = events[-1]
    outcome = finished.outcome if isinstance(finished, RunFinished) else ""
    if outcome == "cancelled" and not in_time.passed:
        raise Cancelled
    answer = next((event.answer for event in reversed(events) if isinstance(event, AnswerReady)), Answer(""))
    right, clean = judged(asked, answer)
    return ChainAnswer(
        asked.question,
        asked.depth,
        mode.value,
        right,
        clean,
        round(finished.t_ms / 1000, 1),
        outcome,
        tuple(verified_texts(answer)),
    )
