"""A model that says what it was told to say: for tests, the demo and the smoke test of a packaged program.

Runs on the caller's thread; no process, no file.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.cancel import CancelToken
from core.errors import BugError
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta

Turn = str | dict[str, Any] | Exception | Callable[[GenerationRequest], "str | dict[str, Any]"]


class ScriptedModel:
    """Plays `turns` one after the other; every request is kept in `history`.

    Args:
        turns: text as it is; a dict is sent as compact JSON; an exception is raised; a callable gets the
            request and returns text or a dict.
        piece_chars: how much text one delta carries.
        delay_s: pause before each delta, for demonstrations and tests of Stop.
        repeat_last: play the last turn for ever instead of complaining that the script is over.
        odds: of a choice between yes and no, how much likelier yes is, by the last of its messages.
        choice: of any other choice, the word that is chosen, by the last of its messages; by default none.
    """

    def __init__(
        self,
        turns: Sequence[Turn],
        *,
        model_name: str = "scripted",
        context_tokens: int = 4096,
        supports_gbnf: bool = True,
        piece_chars: int = 6,
        delay_s: float = 0.0,
        repeat_last: bool = False,
        odds: Callable[[str], float] = lambda _asked: 0.0,
        choice: Callable[[str], str] = lambda _asked: "",
    ) -> None:
        self._turns = list(turns)
        self._model_name = model_name
        self._context_tokens = context_tokens
        self._supports_gbnf = supports_gbnf
        self._piece_chars = piece_chars
        self._delay_s = delay_s
        self._repeat_last = repeat_last
        self._odds = odds
        self._choice = choice
        self._evaluated: list[str] = []
        self._lane = threading.Lock()
        self.history: list[GenerationRequest] = []
        self.closed = False

    @property
    def model_name(self) -> str:
        return self._model_name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    @property
    def supports_gbnf(self) -> bool:
        return self._supports_gbnf

    @property
    def remaining(self) -> int:
        """Turns not played yet: a test asserts 0."""
        return max(0, len(self._turns) - len(self.history))

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        """One token per started four characters, four per message, three to begin the reply."""
        return len(_pieces(messages)) + len(_REPLY)

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        """See `ChatModel`. Like the real host it reuses the common prefix of the last prompt and its reply.

        Raises:
            BugError: the script is over.
        """
        with self._lane:
            began = time.monotonic()
            text = self._next_text(request)
            prompt = [*_pieces(request.messages), *_REPLY]
            reused = _common_prefix(self._evaluated, prompt)
            # Something is always evaluated, or there would be nothing to sample the first token from.
            evaluated = max(1, len(prompt) - reused)
            limit = request.max_tokens * 4
            finish = "length" if len(text) > limit else "stop"
            said = ""
            for start in range(0, min(len(text), limit), self._piece_chars):
                if cancel.wait(self._delay_s) if self._delay_s else cancel.is_set:
                    break
                piece = text[start : min(start + self._piece_chars, limit)]
                said += piece
                yield TextDelta(piece)
            self._evaluated = [*prompt, *_pieces_of(said)]
            yield GenerationDone(
                text=said,
                finish="cancelled" if cancel.is_set else finish,  # type: ignore[arg-type]
                prompt_tokens=len(prompt),
                evaluated_tokens=evaluated,
                completion_tokens=-(-len(said) // 4),
                seconds=time.monotonic() - began,
            )

    def choose(
        self,
        messages: Sequence[Message],
        options: Sequence[Sequence[str]],
        cancel: CancelToken,
        *,
        kept: int = 0,
    ) -> tuple[float, ...]:
        cancel.check()
        asked = messages[-1].content
        if len(options) == 2:
            return (self._odds(asked), 0.0)
        chosen = self._choice(asked)
        return tuple(0.0 if chosen in words else -9.0 for words in options)

    def close(self) -> None:
        self.closed = True

    def _next_text(self, request: GenerationRequest) -> str:
        played = len(self.history)
        self.history.append(request)
        if played >= len(self._turns) and not (self._repeat_last and self._turns):
            raise BugError(
                f"the script of {self._model_name!r} is over: call {played + 1} of {len(self._turns)}; "
                f"its last message begins {request.messages[-1].content[:200]!r}"
            )
        turn = self._turns[min(played, len(self._turns) - 1)]
        if isinstance(turn, Exception):
            raise turn
        said = turn(request) if callable(turn) else turn
        return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False, separators=(",", ":"))


_REPLY = ("<message>", "assistant", "<text>")


def _pieces(messages: Sequence[Message]) -> list[str]:
    pieces: list[str] = []
    for message in messages:
        pieces += ["<message>", message.role, "<text>"]
        pieces += _pieces_of(message.content)
        pieces.append("<end>")
    return pieces


def _pieces_of(text: str) -> list[str]:
    return [text[i : i + 4] for i in range(0, len(text), 4)]


def _common_prefix(left: Sequence[str], right: Sequence[str]) -> int:
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))


def computing(odds: float = 1.0, *, leaves_out: float = -1.0) -> Callable[[str], float]:
    """What a model says of a computation over a table, and of whether the request leaves rows out."""
    return lambda asked: odds if "Computation: " in asked else leaves_out
