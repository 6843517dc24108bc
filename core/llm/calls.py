"""One model call as events: deltas while it streams, `ModelCalled` when it ends. Shared by all modes."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import replace

from core.cancel import CancelToken
from core.errors import Cancelled
from core.events import DraftDelta, Event, EventStamper, ModelCalled, PromptPrefix
from core.llm.base import ChatModel, GenerationDone, GenerationRequest, TextDelta
from core.llm.thinking import ThinkingFilter, without_thinking
from core.types import Usage

# As JSON escapes it: the first half without the second, or the second without the first.
_HALF_PAIR = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


class UsageMeter:
    """Adds up the calls of one run.

    Distinct prompt tokens are those that had to be computed at least once: of each prompt, what stood in no
    earlier one of the run, in whatever place, and was not written by the model itself, which has its own
    words in memory. So evaluated / distinct is 1 where every token is read once, and rises with each that is
    read again: a prompt whose beginning has changed shows, and one that is read anew each time gives the
    number of times.
    """

    def __init__(self, model_name: str) -> None:
        self._model_name = model_name
        self._prompt = self._evaluated = self._completion = self._distinct = 0
        self._seconds = 0.0
        self.standing_tokens = 0  # of the last prompt: what the model has evaluated of it, then or before
        self.written_tokens = 0  # by the model, in its last call

    def add(self, done: GenerationDone, seen_tokens: int = 0) -> None:
        """`seen_tokens`: of this prompt, what stood in earlier ones or was written by the model."""
        self._prompt += done.prompt_tokens
        self._evaluated += done.evaluated_tokens
        self._completion += done.completion_tokens
        new = max(done.prompt_tokens - seen_tokens, 0)
        if done.finish == "cancelled":  # perhaps in the middle of the prompt
            new = min(new, done.evaluated_tokens)
        self._distinct += new
        self.standing_tokens = min(seen_tokens + new, done.prompt_tokens)
        self.written_tokens = done.completion_tokens
        self._seconds += done.seconds

    @property
    def usage(self) -> Usage:
        """Totals so far; `seconds` is time spent in the model."""
        return Usage(
            model=self._model_name,
            prompt_tokens=self._prompt,
            evaluated_tokens=self._evaluated,
            distinct_prompt_tokens=self._distinct,
            completion_tokens=self._completion,
            seconds=round(self._seconds, 3),
        )


def call_model(
    model: ChatModel,
    request: GenerationRequest,
    purpose: str,
    stamp: EventStamper,
    cancel: CancelToken,
    visible: Callable[[str], str] | None = None,
    attempt: int = 1,
    meter: UsageMeter | None = None,
    seen_tokens: int = 0,
    prefix: PromptPrefix = "",
) -> Generator[Event, None, GenerationDone]:
    """Run one call; returns its `GenerationDone`, in which what the model thought aloud is left out.

    `meter` gets the call's tokens, also those of one that was stopped; `seen_tokens` is for it. `prefix`
    goes into the event. `visible` maps each streamed piece to the part of it a user may see as draft ("" for
    none); without it nothing is shown.

    Raises:
        Cancelled: the user pressed Stop, after the call has ended and been accounted for.
        core.errors.ModelError: from the model.
    """
    done: GenerationDone | None = None
    thinking = ThinkingFilter()
    for piece in model.generate(request, cancel):
        if isinstance(piece, TextDelta):
            said = thinking.feed(piece.text) if visible else ""
            shown = visible(said) if visible and said else ""
            if shown:
                yield stamp(DraftDelta, text=_storable(shown), attempt=attempt)
        else:
            done = piece
    if done is None:
        raise Cancelled
    if meter is not None:
        meter.add(done, seen_tokens)
    yield stamp(
        ModelCalled,
        purpose=purpose,
        prompt_tokens=done.prompt_tokens,
        evaluated_tokens=done.evaluated_tokens,
        completion_tokens=done.completion_tokens,
        seconds=round(done.seconds, 3),
        prefix=prefix,
    )
    if done.finish == "cancelled":
        raise Cancelled
    return replace(done, text=without_thinking(_without_half_pairs(done.text)))


def _without_half_pairs(text: str) -> str:
    """Halves of surrogate pairs, also those that JSON only escapes, become the replacement character."""
    return _storable(_HALF_PAIR.sub(r"\\ufffd", text))


def _storable(text: str) -> str:
    """No database and no file takes half a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8")
