"""Evidence leaves a prompt from the oldest, and only as much as needed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cancel import CancelToken
from core.errors import ModelError
from core.llm.base import Message
from core.llm.budget import RESERVE_TOKENS, EvidenceBlock, fit_evidence
from tests.scripted_model import ScriptedModel


class CountingModel(ScriptedModel):
    """The scripted model, and how often it was asked to count."""

    counts = 0

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        self.counts += 1
        return super().count_tokens(messages, cancel)


def build(blocks: Sequence[EvidenceBlock]) -> tuple[Message, ...]:
    evidence = "".join(block.text for block in blocks)
    return (Message("system", "Answer from the evidence."), Message("user", f"{evidence}What is it?"))


def blocks_of(sizes: Sequence[int]) -> list[EvidenceBlock]:
    return [EvidenceBlock(str(number), "word" * size) for number, size in enumerate(sizes)]


def test_everything_stays_when_it_fits_and_is_counted_once() -> None:
    model = CountingModel([], context_tokens=1000)
    fitted = fit_evidence(model, build, blocks_of([10, 20, 30]), max_tokens=200)
    assert (fitted.dropped_labels, fitted.messages) == ((), build(blocks_of([10, 20, 30])))
    assert model.counts == 1


def test_the_oldest_leave_first_with_few_counts() -> None:
    model = CountingModel([], context_tokens=400)
    fitted = fit_evidence(model, build, blocks_of([20] * 64), max_tokens=100)
    kept = 64 - len(fitted.dropped_labels)
    assert fitted.dropped_labels == tuple(str(number) for number in range(64 - kept))
    assert fitted.prompt_tokens <= 400 - 100 - RESERVE_TOKENS < fitted.prompt_tokens + 20
    assert model.counts <= 8


@given(st.lists(st.integers(0, 80), max_size=12), st.integers(60, 600), st.integers(1, 100))
def test_as_few_as_needed_are_dropped(sizes: list[int], context: int, max_tokens: int) -> None:
    model = ScriptedModel([], context_tokens=context)
    blocks = blocks_of(sizes)
    room = context - max_tokens - RESERVE_TOKENS

    def tokens(dropped: int) -> int:
        return model.count_tokens(build(blocks[dropped:]))

    expected = next((dropped for dropped in range(len(blocks) + 1) if tokens(dropped) <= room), None)
    if expected is None:
        with pytest.raises(ModelError):
            fit_evidence(model, build, blocks, max_tokens)
    else:
        fitted = fit_evidence(model, build, blocks, max_tokens)
        assert (len(fitted.dropped_labels), fitted.prompt_tokens) == (expected, tokens(expected))


def test_instructions_that_do_not_fit_are_told_with_numbers() -> None:
    model = ScriptedModel([], context_tokens=64, model_name="small-one")
    with pytest.raises(ModelError) as error:
        fit_evidence(model, build, blocks_of([5]), max_tokens=50)
    needed = model.count_tokens(build([]))
    assert error.value.code == "context_overflow"
    assert f"need {needed} tokens and the answer up to 50, but small-one has room for 64" in str(error.value)
