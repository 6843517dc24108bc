"""What the optional model pass before a search gains and costs: the same questions with and without it."""

from __future__ import annotations

import hashlib
import statistics
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from core.answer.asking.phrasing import phrasings_of
from core.cancel import CancelToken
from core.engine import Engine
from core.events import Event, EventStamper
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.settings import ModelPass
from core.types import SearchResult
from tests.benchmarks.judged_sets import JudgedQuestion


@dataclass(frozen=True, slots=True)
class Helped:
    """One question's results without and with the pass, what the model wrote, and its seconds."""

    question: JudgedQuestion
    alone: SearchResult
    helped: SearchResult
    phrasings: tuple[str, ...]
    seconds: float


def chosen_questions(questions: Sequence[JudgedQuestion], count: int) -> list[JudgedQuestion]:
    """So many of them, the same ones every time, spread over the documents by chance."""
    return sorted(questions, key=lambda one: hashlib.sha256(one.question_id.encode()).hexdigest())[:count]


def with_model_pass(
    engine: Engine, questions: Sequence[JudgedQuestion], kind: ModelPass, limit: int, cancel: CancelToken
) -> list[Helped]:
    """Search for each question over all documents.

    Raises:
        KnownError: model or library cannot be used; `Cancelled` after Stop.
    """
    model = engine.language_model()
    # The model is read from the disk before any time is taken.
    _written(model, kind, questions[0].text, cancel)
    found: list[Helped] = []
    for question in questions:
        start = time.perf_counter()
        texts = _written(model, kind, question.text, cancel)
        seconds = time.perf_counter() - start
        alone = engine.retriever().search(question.text, limit=limit)
        helped = engine.retriever().search(question.text, limit=limit, phrasings=texts)
        found.append(Helped(question, alone, helped, texts, seconds))
    return found


def median_seconds(found: Sequence[Helped]) -> float:
    return statistics.median(one.seconds for one in found)


def _written(model: ChatModel, kind: ModelPass, text: str, cancel: CancelToken) -> tuple[str, ...]:
    result: tuple[str, ...] = ()

    def run() -> Generator[Event, None, None]:
        nonlocal result
        meter = UsageMeter(model.model_name)
        result = yield from phrasings_of(model, kind, text, meter, EventStamper(), cancel)

    for _ in run():
        pass
    return result
