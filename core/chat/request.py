"""What chat mode is asked, and what it does when no language model may write. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from core.answer.asking.followup import Turn
from core.types.requests import FollowUp, RequestKind


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """`document_ids` None means the whole library; `earlier` are the turns before, oldest first.

    `ask_anyway`: the user has seen that it reads like an order to the program and wants it answered.
    `kind`: chosen by the user; None: told by what it asks. `how` the question goes on from the last turn.
    `clicked`: under an answer; `kind` or `how` is meant of the last turn then, whatever the text says.
    """

    text: str
    document_ids: tuple[str, ...] | None = None
    earlier: tuple[Turn, ...] = ()
    ask_anyway: bool = False
    kind: RequestKind | None = None
    how: FollowUp = FollowUp.ABOUT
    clicked: bool = False


@dataclass(frozen=True, slots=True)
class WithoutModel:
    """Why no language model writes the answer: the key of a reply, and what fills its `reason`."""

    code: str
    reason: str = ""
