"""What chat mode is asked, and what it does when no language model may write. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from core.answer.asking.followup import Turn
from core.types.requests import RequestKind


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """`document_ids` None means the whole library; `earlier` are the turns before, oldest first.

    `ask_anyway`: the user has seen that it reads like an order to the program and wants it answered.
    `kind`: chosen by the user; None: told by what it asks.
    """

    text: str
    document_ids: tuple[str, ...] | None = None
    earlier: tuple[Turn, ...] = ()
    ask_anyway: bool = False
    kind: RequestKind | None = None


@dataclass(frozen=True, slots=True)
class WithoutModel:
    """Why no language model writes the answer: the key of a reply, and what fills its `reason`."""

    code: str
    reason: str = ""
