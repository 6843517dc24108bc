"""What has to be done with figures to answer a question, chosen by the language model after examples.

Of the 40 tuned questions of `tests.benchmarks figures` the default model sorts 35 rightly. The examples stand
before every question, so that a local model reads them once; a choice takes as long as reading the question.
"""

from __future__ import annotations

import logging
import math
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, Literal, cast

from core.cancel import CancelToken
from core.errors import ModelError
from core.llm.base import ChatModel, Message
from core.system.paths import resources

Operation = Literal[
    "value", "years", "difference", "growth", "ratio", "sum", "average", "larger", "trend", "none"
]
_log = logging.getLogger(__name__)
_FILE = "figure_operations.toml"
_MARKED = re.compile(r"\[[^\]]*\]")
_BRACKETS = re.compile(r"[\[\]]")
_TASK = "You sort questions by what has to be done to answer them. Answer with the kind alone.\nKinds:\n"


@dataclass(frozen=True, slots=True)
class Chosen:
    """`chance`: how likely it is among all operations, 0 to 1, as the model sees it."""

    operation: Operation
    chance: float


def operation_of(question: str, model: ChatModel, cancel: CancelToken) -> Chosen | None:
    """None where the model fails, or cannot say how likely its words are.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    names, shown = _examples()
    try:
        weights = model.choose(
            (*shown, Message("user", question)), [(name,) for name in names], cancel, kept=len(shown)
        )
    except ModelError as error:
        _log.warning("%s does not say what a question asks for: %s", model.model_name, error)
        return None
    most = max(weights)
    chances = [math.exp(weight - most) for weight in weights]
    best = weights.index(most)
    return Chosen(names[best], chances[best] / sum(chances))


def asking_texts() -> tuple[str, ...]:
    """Words that say nothing of which figure is meant: of the examples what only asks, and others."""
    texts = (text for one in _table()["operation"] for text in (*one["examples"], *one.get("also", ())))
    return (_table()["asking"], *(_MARKED.sub(" ", text) for text in texts))


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((resources() / _FILE).read_text(encoding="utf-8"))


@cache
def _examples() -> tuple[tuple[Operation, ...], tuple[Message, ...]]:
    """The names of the operations, and a conversation that sorts the examples, of each in turn."""
    listed = _table()["operation"]
    kinds = "\n".join(f"{one['name']}: {one['means']}" for one in listed)
    rounds = zip(*([(text, one["name"]) for text in one["examples"]] for one in listed), strict=True)
    turns = (
        (Message("user", _BRACKETS.sub("", text)), Message("assistant", name))
        for text, name in chain.from_iterable(rounds)
    )
    names = tuple(cast(Operation, one["name"]) for one in listed)
    return names, (Message("system", f"{_TASK}{kinds}"), *chain.from_iterable(turns))
