"""The protocol every language model speaks here, whatever it runs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from core.cancel import CancelToken

Role = Literal["system", "user", "assistant"]
# How a model may begin its yes or no.
YES, NO = ("Yes", "yes", " Yes"), ("No", "no", " No")
NO_LOG_ODDS = "no_log_odds"  # code of the `ModelError` of a server that gives no probabilities
SERVER_TIMEOUT = "server_timeout"  # code of the `ModelError` of a server that stays silent for too long


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. Runs only ever append messages, so that the evaluated prefix is reused."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the model may say. Exactly one of the two is set.

    `json_schema` works everywhere (compiled to GBNF for llama.cpp, sent as `response_format` to servers);
    `gbnf` only where the model `supports_gbnf`; elsewhere it is ignored and the gate alone decides.
    """

    json_schema: dict[str, Any] | None = None
    gbnf: str | None = None


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One call. `max_tokens` is mandatory: an unbounded grammar can run for minutes.

    `kept`: so many messages at the beginning will come again, before other ends: see `ChatModel.choose`. More
    than one are the program's own words and examples: a local model keeps its cache of them on disk.
    """

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float = 0.0
    grammar: Grammar | None = None
    seed: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A streamed piece of text (one or more tokens)."""

    text: str


@dataclass(frozen=True, slots=True)
class GenerationDone:
    """Always last. `finish` is `stop`, `length` or `cancelled`; token counts as in `core.types.Usage`."""

    text: str
    finish: Literal["stop", "length", "cancelled"]
    prompt_tokens: int
    evaluated_tokens: int
    completion_tokens: int
    seconds: float


class ChatModel(Protocol):
    """A language model. One lane: one `generate` at a time, from any thread."""

    @property
    def model_name(self) -> str: ...

    @property
    def context_tokens(self) -> int:
        """Tokens that prompt and completion may use together."""
        ...

    @property
    def supports_gbnf(self) -> bool: ...

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        """Tokens of the rendered prompt. Servers without a tokenizer estimate, rounding up.

        Loads the model if it is not loaded; Stop ends that too, with `Cancelled`.
        """
        ...

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        """Stream the completion. After `cancel.set()` it ends with `GenerationDone(finish="cancelled")`.

        Raises:
            core.errors.ModelError: the model is missing, damaged, out of memory, crashed or unreachable.
        """
        ...

    def choose(
        self,
        messages: Sequence[Message],
        options: Sequence[Sequence[str]],
        cancel: CancelToken,
        *,
        kept: int = 0,
    ) -> tuple[float, ...]:
        """How likely each option is to come next: natural logarithms, but for a constant that all share.

        An option is known by how any of its words begins. The cache stays as `generate` left it: the next
        prompt of a conversation is evaluated from where the last one ended. `kept`: so many messages at the
        beginning will come again, before other ends; a local model keeps its cache of them.

        Raises:
            core.errors.ModelError: as `generate`; `no_log_odds` where a server does not give probabilities.
            core.errors.Cancelled: after Stop.
        """
        ...

    def close(self) -> None: ...
