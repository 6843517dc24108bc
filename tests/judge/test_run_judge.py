"""A second opinion, before what was written is refused as beside the question."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.answer.assemble import build_answer
from core.answer.relevance.answering import answers
from core.answer.statements import DraftStatement
from core.cancel import CancelToken
from core.errors import Cancelled, ModelError
from core.judge.run_judge import RunJudge
from core.judge.support import ModelJudge
from tests.answer.helpers import on_page_one, source_of
from tests.library_kit import answer_judge
from tests.scripted_model import ScriptedModel

LEAKS = "What should I do if the pump leaks?"
CLOSE = "Close the valve and replace the seal."
SOURCES = [source_of(1, CLOSE, "care.pdf")]


def told(odds: Callable[[str], float] | None, said: str = CLOSE, cancel: CancelToken | None = None) -> bool:
    """Whether what was said answers, by a cross-encoder that takes it for beside the question."""
    model = ScriptedModel([], odds=odds) if odds else None
    judge = RunJudge(answer_judge(), ModelJudge(model, cancel or CancelToken()) if model else None)
    drafts = [DraftStatement(said, (1,))]
    statements = build_answer(drafts, SOURCES, LEAKS, locate=on_page_one).statements
    return answers([LEAKS], statements, SOURCES, judge)


def test_what_the_language_model_reads_as_an_answer_stays() -> None:
    assert told(lambda _asked: 1.8)
    assert not told(lambda _asked: -0.5)
    assert not told(None)


def test_a_model_that_fails_leaves_it_to_the_judge() -> None:
    def fails(_asked: str) -> float:
        raise ModelError("The model is gone.")

    assert not told(fails)


def test_stop_ends_it() -> None:
    cancel = CancelToken()
    cancel.set()
    with pytest.raises(Cancelled):
        told(lambda _asked: 1.0, cancel=cancel)


def test_what_nothing_carries_is_not_read() -> None:
    asked: list[str] = []

    def listens(text: str) -> float:
        asked.append(text)
        return 1.0

    assert not told(listens, "The moon is made of cheese by the Karst company.")
    assert asked == []
