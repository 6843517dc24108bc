"""The language model of a research: short calls bound by a JSON schema, each on a prompt of its own.

Without a model, when it fails, and when what it wrote cannot be read, the answer is None and the program does
what it can compute. A model that failed is not asked again in that run.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from typing import Any

from core.answer.asking.question_language import LANGUAGE_NAMES
from core.answer.replies import reply
from core.cancel import CancelToken
from core.errors import ModelError
from core.events import Event, EventStamper, NoticeGiven, StepFailed
from core.llm.base import NO, YES, ChatModel, GenerationDone, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.llm.grammars import object_schema
from core.llm.reply_json import reply_json
from core.research import prompts
from core.research.limits import Pace
from core.types import Usage

MODEL_FAILED = "model_failed"
log = logging.getLogger(__name__)


class Asker:
    """One a run. `model` None: nothing is asked, and `without` (code, reason) says why.

    Attributes:
        meter: tokens of this run; what other callers of the model use adds to it, too.
    """

    def __init__(
        self,
        model: ChatModel | None,
        stamp: EventStamper,
        cancel: CancelToken,
        *,
        may_fail: bool = True,
        without: tuple[str, str] = ("", ""),
    ) -> None:
        self.model = model
        self.meter = UsageMeter(model.model_name if model else "")
        self._stamp = stamp
        self._cancel = cancel
        self._may_fail = may_fail
        self._without = without

    def tell_why_not(self, language: str) -> Generator[Event, None, None]:
        """A notice where a model was wanted and there is none."""
        code, reason = self._without
        if code:
            yield self._stamp(NoticeGiven, code=code, message=reply(code, language, reason=reason))

    def ask(
        self, purpose: str, prompt: str, schema: dict[str, Any], max_tokens: int, language: str
    ) -> Generator[Event, None, dict[str, Any] | None]:
        """The JSON object that the model writes; None where there is none.

        Raises:
            Cancelled: the user pressed Stop.
            core.errors.ModelError: from a model that nothing may stand in for.
        """
        system = prompts.SYSTEM.format(language=LANGUAGE_NAMES.get(language, "English"))
        messages = (Message("system", system), Message("user", prompt))
        written = yield from self.write(purpose, messages, Grammar(json_schema=schema), max_tokens, language)
        try:
            content = reply_json(written or "")
        except ValueError:
            return None
        return content if isinstance(content, dict) else None

    def ask_for(
        self,
        name: str,
        prompt: str,
        few: tuple[int, int],
        length: int,
        tokens: int,
        language: str,
        purpose: str = "",
    ) -> Generator[Event, None, list[str]]:
        """Texts that the model lists under `name`, at least and at most so `few`. Raises as `ask`."""
        text = {"type": "string", "minLength": 1, "maxLength": length}
        rows = {"type": "array", "items": text, "minItems": few[0], "maxItems": few[1]}
        content = yield from self.ask(purpose or name, prompt, object_schema({name: rows}), tokens, language)
        listed = content.get(name) if content else None
        found = (
            [" ".join(row.split()) for row in listed if isinstance(row, str)]
            if isinstance(listed, list)
            else []
        )
        return list(dict.fromkeys(filter(None, found)))

    def write(
        self, purpose: str, messages: Sequence[Message], grammar: Grammar, max_tokens: int, language: str
    ) -> Generator[Event, None, str | None]:
        """What the model writes within the grammar; None where there is none. Raises as `ask`."""
        if self.model is None:
            return None
        request = GenerationRequest(tuple(messages), max_tokens, grammar=grammar)
        try:
            done: GenerationDone = yield from call_model(
                self.model, request, purpose, self._stamp, self._cancel, meter=self.meter
            )
        except ModelError as error:
            yield from self.failed(error, language)
            return None
        return done.text

    def odds(self, system: str, asked: str) -> float | None:
        """The log-odds of yes against no; None without a model, and with one that gives none.

        Raises:
            Cancelled: the user pressed Stop.
        """
        if self.model is None:
            return None
        messages = (Message("system", system), Message("user", asked))
        try:
            yes, no = self.model.choose(messages, (YES, NO), self._cancel)
        except ModelError as error:
            log.warning("yes or no is not read once more: %s", error)
            return None
        return yes - no

    def failed(self, error: ModelError, language: str) -> Generator[Event, None, None]:
        """The model stays away for the rest of the run.

        Raises:
            core.errors.ModelError: the settings let nothing stand in for it.
        """
        if not self._may_fail:
            raise error
        self.model = None
        message = reply(MODEL_FAILED, language, reason=error)
        yield self._stamp(StepFailed, code=MODEL_FAILED, message=message)

    def spent(self) -> Pace:
        """The calls of this run so far."""
        usage = self.meter.usage
        return Pace().plus(usage.evaluated_tokens, usage.completion_tokens, usage.seconds)


def added(one: Usage, other: Usage) -> Usage:
    """Two runs' usage as one."""
    return Usage(
        other.model or one.model,
        one.prompt_tokens + other.prompt_tokens,
        one.evaluated_tokens + other.evaluated_tokens,
        one.distinct_prompt_tokens + other.distinct_prompt_tokens,
        one.completion_tokens + other.completion_tokens,
        round(one.seconds + other.seconds, 3),
    )
