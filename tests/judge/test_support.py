"""The judge of support: what it decides, what it may not, and what becomes of it on failure and Stop."""

from __future__ import annotations

import pytest

from core.answer.statements import DraftStatement
from core.answer.verification.statement import judge_statement
from core.cancel import CancelToken
from core.errors import Cancelled, ModelError
from core.judge.support import ModelJudge, support_judge
from core.runs.recheck import _judged
from core.types import Evidence
from core.types import StatementStatus as S
from tests.answer.helpers import source_of
from tests.scripted_model import ScriptedModel

FITTED = "qwen2.5-coder-1.5b-instruct-q4_k_m"
MANUAL = source_of(1, "The pump comes with a warranty of 36 months. Operators wear gloves.")


def judge(odds: float) -> ModelJudge:
    return ModelJudge(ScriptedModel([], model_name=FITTED, odds=lambda _asked: odds), CancelToken())


def status(statement: str, odds: float) -> S:
    return judge_statement(DraftStatement(statement, (1,)), [MANUAL], "", judge(odds)).status


@pytest.mark.parametrize(
    ("statement", "sure", "unsure"),
    [
        ("Buyers of the pump get 36 months of warranty.", S.SUPPORTED, S.WEAK),
        # Most of its words stand there, in another order.
        ("The pump has a warranty of 36 months.", S.SUPPORTED, S.WEAK),
        # Whatever a model says: another figure, another name for a code, a lost "not".
        (
            "Buyers of the pump get 24 months of warranty.",
            S.UNSUPPORTED,
            S.UNSUPPORTED,
        ),
        (
            "Buyers of the B-120 get 36 months of warranty.",
            S.UNSUPPORTED,
            S.UNSUPPORTED,
        ),
        ("The pump comes with no warranty of 36 months.", S.WEAK, S.WEAK),
    ],
)
def test_a_model_decides_only_what_is_said_in_other_words(statement: str, sure: S, unsure: S) -> None:
    assert status(statement, 6.0) is sure
    assert status(statement, -6.0) is unsure


def test_what_a_model_found_holds_when_the_answer_is_checked_anew() -> None:
    draft = DraftStatement("Buyers of the pump get 36 months of warranty.", (1,))
    found = judge_statement(draft, [MANUAL], "", judge(6.0))
    assert _judged(found, found.evidence, "", "")[0] is S.SUPPORTED
    quote = Evidence(1, "", 1, (), "Operators wear gloves.")
    assert _judged(found, [quote], "", "")[0] is S.UNSUPPORTED


def test_a_model_that_nothing_is_known_of_does_not_judge() -> None:
    assert support_judge(ScriptedModel([], model_name="another"), CancelToken()) is None
    assert support_judge(ScriptedModel([], model_name=FITTED), CancelToken()) is not None


def test_a_model_that_fails_loses_nothing_and_is_not_asked_again() -> None:
    calls = []

    def fail(asked: str) -> float:
        calls.append(asked)
        raise ModelError("The language model stopped.", "Ask again.")

    failing = ModelJudge(ScriptedModel([], model_name=FITTED, odds=fail), CancelToken())
    for text in ("Buyers of the pump get 36 months of warranty.", "Operators always wear gloves."):
        draft = DraftStatement(text, (1,))
        assert judge_statement(draft, [MANUAL], "", failing).status is S.WEAK
    assert len(calls) == 1


def test_stop_ends_the_judging() -> None:
    token = CancelToken()
    token.set()
    with pytest.raises(Cancelled):
        ModelJudge(ScriptedModel([]), token).supports("It weighs 42 kg.", "It weighs 42 kg.")
