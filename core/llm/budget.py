"""Keeps a prompt inside the model's context: the oldest evidence leaves first, instructions never do.

Pure: counts through the model it is given; runs on the caller's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.cancel import CancelToken
from core.errors import ModelError
from core.llm.base import ChatModel, Message

# Servers only estimate, and a template may add a token or two when the answer begins.
RESERVE_TOKENS = 8


@dataclass(frozen=True, slots=True)
class EvidenceBlock:
    """Text that may be dropped from a prompt, and the name it has in the trace."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """Messages that fit. `dropped_labels` in the order they were dropped, oldest first."""

    messages: tuple[Message, ...]
    dropped_labels: tuple[str, ...]
    prompt_tokens: int


def fit_evidence(
    model: ChatModel,
    build: Callable[[Sequence[EvidenceBlock]], tuple[Message, ...]],
    blocks: Sequence[EvidenceBlock],
    max_tokens: int,
    cancel: CancelToken | None = None,
) -> FittedPrompt:
    """Drop as few blocks as needed, from the front (the oldest), until prompt and completion fit.

    One count when everything fits, about log2(len(blocks)) + 2 otherwise.

    Args:
        build: the whole prompt from the blocks that stay; more blocks must never make it shorter.
        max_tokens: completion tokens to leave room for.
        cancel: ends the counting, and the loading of the model that comes with it.

    Raises:
        ModelError: code `context_overflow`, if it does not even fit without any evidence.
    """
    room = model.context_tokens - max_tokens - RESERVE_TOKENS

    def attempt(dropped: int) -> FittedPrompt:
        messages = build(blocks[dropped:])
        labels = tuple(block.label for block in blocks[:dropped])
        return FittedPrompt(messages, labels, model.count_tokens(messages, cancel))

    whole = attempt(0)
    if whole.prompt_tokens <= room:
        return whole
    smallest = attempt(len(blocks)) if blocks else whole
    if smallest.prompt_tokens > room:
        raise overflow(model.model_name, smallest.prompt_tokens, max_tokens, model.context_tokens)
    # Invariant: `fits` fits, and dropping only `low` blocks does not.
    fits, low, high = smallest, 0, len(blocks)
    while high - low > 1:
        middle = (low + high) // 2
        candidate = attempt(middle)
        if candidate.prompt_tokens <= room:
            fits, high = candidate, middle
        else:
            low = middle
    return fits


def overflow(model_name: str, prompt_tokens: int, max_tokens: int, context_tokens: int) -> ModelError:
    """The prompt cannot fit, whatever is dropped."""
    error = ModelError(
        f"The question and its instructions need {prompt_tokens} tokens and the answer up to {max_tokens}, "
        f"but {model_name} has room for {context_tokens} together.",
        "Shorten the question, or choose a model with a larger context in the settings.",
    )
    error.code = "context_overflow"
    return error
