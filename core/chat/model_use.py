"""The model of one chat run: used while it works, told of once when there is none or it failed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

from core.answer.replies import reply
from core.chat.request import WithoutModel
from core.errors import ModelError
from core.events import Event, EventStamper, NoticeGiven, StepFailed
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter

MODEL_FAILED = "model_failed"
_T = TypeVar("_T")


class ModelUse:
    """`model`: None where there is none, and after it failed; `without` says why there is none.

    With `must_answer`, nothing stands in for a model that fails.
    """

    def __init__(
        self,
        model: ChatModel | None,
        without: WithoutModel | None,
        stamp: EventStamper,
        *,
        must_answer: bool,
    ) -> None:
        self.model = model
        self.has_failed = False
        self.meter = UsageMeter(model.model_name if model else "")
        self._without = without
        self._stamp = stamp
        self._must_answer = must_answer

    def work(
        self, work: Callable[[ChatModel | None], Generator[Event, None, _T]], language: str
    ) -> Generator[Event, None, _T]:
        """`work` with the model, and once more without when the model fails; it stays away then.

        Raises:
            core.errors.ModelError: the model failed, and must answer.
        """
        try:
            return (yield from work(self.model))
        except ModelError as error:
            if self.model is None or self._must_answer:
                raise
            self.model, self.has_failed = None, True
            message = reply(MODEL_FAILED, language, reason=error)
            yield self._stamp(StepFailed, code=MODEL_FAILED, message=message)
            return (yield from work(None))

    def say_missing(self, language: str) -> Iterator[Event]:
        """Why there is no model, once."""
        if self.model is None and self._without is not None:
            message = reply(self._without.code, language, reason=self._without.reason)
            yield self._stamp(NoticeGiven, code=self._without.code, message=message)
            self._without = None
