"""The calls of the language model in one run: on the transcript as it stands, in time, and accounted for."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from core.agent import prompts
from core.agent.prefix import PrefixWatch
from core.agent.run_parts import RunParts
from core.cancel import CancelToken, Deadline
from core.errors import Cancelled, ModelError
from core.events import Event, EvidenceDropped, PromptPrefix, StepFailed
from core.llm.base import (
    SERVER_TIMEOUT,
    ChatModel,
    GenerationDone,
    GenerationRequest,
    Grammar,
    Message,
)
from core.llm.calls import UsageMeter, call_model

_CHARACTERS_PER_TOKEN = 4
_LONGEST_TOKEN = 16  # characters; only white space makes longer ones
_T = TypeVar("_T")


class Asking:
    """Owns the sum of a run's tokens (`meter`), and looks that each prompt extends the one before."""

    def __init__(self, model: ChatModel, run: RunParts) -> None:
        self.model = model
        self.meter = UsageMeter(model.model_name)
        self._run = run
        self._prefix = PrefixWatch()

    def ask(
        self, purpose: str, max_tokens: int, grammar: Callable[[], Grammar]
    ) -> Generator[Event, None, str]:
        """What the model writes, which becomes the transcript's next turn.

        `grammar` is made after the prompt has been fitted. A call that
        reaches its time limit, or whose server falls silent, is a `StepFailed`, sets `state.timed_out`, and
        returns what had been said.

        Raises:
            core.errors.KnownError: from the model.
            core.errors.Cancelled: after Stop.
        """
        said: list[str] = []

        def heard(piece: str) -> str:
            said.append(piece)
            return ""

        def asked(deadline: CancelToken) -> Generator[Event, None, GenerationDone]:
            fitted, changed = self._run.transcript.fit(self.model, max_tokens, deadline, self._to_come())
            if changed:
                yield self._run.stamp(
                    EvidenceDropped,
                    labels=fitted.dropped_labels,
                    prompt_tokens=fitted.prompt_tokens,
                    context_tokens=self.model.context_tokens,
                )
            request = GenerationRequest(fitted.messages, max_tokens, temperature=0.0, grammar=grammar())
            prefix, seen = self._prefix.look(fitted, evicted=changed)
            return (
                yield from call_model(
                    self.model,
                    request,
                    purpose,
                    self._run.stamp,
                    deadline,
                    visible=heard,
                    meter=self.meter,
                    seen_tokens=self._tokens(prefix, seen),
                    prefix=prefix,
                )
            )

        done = yield from self._in_time(purpose, asked)
        # A server may heed no limit of tokens: what it said too much would fill the prompts to come.
        text = ("".join(said) if done is None else done.text)[: max_tokens * _LONGEST_TOKEN]
        if text:
            self._run.transcript.assistant(text)
        return text

    def aside(
        self, purpose: str, call: Callable[[CancelToken], Generator[Event, None, _T]], otherwise: _T
    ) -> Generator[Event, None, _T]:
        """A call on a prompt of its own, after which the transcript is read anew; `otherwise` if it takes too
        long. Raises as `ask`."""
        self._prefix.displace()
        done = yield from self._in_time(purpose, call)
        return otherwise if done is None else done

    def _in_time(
        self, purpose: str, call: Callable[[CancelToken], Generator[Event, None, _T]]
    ) -> Generator[Event, None, _T | None]:
        """What the call returns; None when its time is over, or the patience of the server's client."""
        limits = self._run.state.limits
        seconds = limits.plan_timeout_s if purpose == "plan" else limits.chat_timeout_s
        deadline = Deadline(self._run.cancel, seconds)
        began = time.monotonic()
        try:
            return (yield from call(deadline))
        except (Cancelled, ModelError) as error:
            is_late = error.code == SERVER_TIMEOUT if isinstance(error, ModelError) else deadline.passed
            if not is_late:
                raise
        self._run.state.timed_out = True
        taken = seconds if deadline.passed else round(time.monotonic() - began, 1)
        message = prompts.MODEL_TIMEOUT.format(seconds=taken)
        yield self._run.stamp(StepFailed, code=f"{purpose}_timeout", message=message)
        return None

    def _to_come(self) -> int:
        """Tokens that the remaining tool calls will add to the prompt, if each opens a citation."""
        limits = self._run.state.limits
        return self._run.state.calls_left * limits.max_citation_characters // _CHARACTERS_PER_TOKEN

    def _tokens(self, prefix: PromptPrefix, seen: Sequence[Message]) -> int:
        """Of `seen`; where the prompt extends the last one, as they were counted for that."""
        if prefix == "extended":
            return self.meter.standing_tokens + self.meter.written_tokens
        return self.model.count_tokens(seen, self._run.cancel) if seen else 0
