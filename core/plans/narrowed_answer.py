"""Of the statements of an answer those that meet a condition: "only the deadlines after June".

Dates and amounts are compared exactly; else a model reads every statement once, or, where there is none, the
embedder says which come nearest to the condition.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from core.answer.asking.injection import unfenced
from core.errors import ModelError
from core.llm.base import NO, NO_LOG_ODDS, YES, Message
from core.plans.base import PlanTools
from core.plans.last_answer import KeptStatement

Condition = Callable[[str], bool]
ReadCondition = Callable[[str], Condition | None]  # of a request; None where it states no date or amount
_LONGEST = 500  # characters of a statement that the model reads
_ASKED = (
    'An answer was a list. Now the user says: "{request}" You are shown one item of the list at a time. Does '
    "the user still want to see this item? Answer Yes or No."
)
log = logging.getLogger(__name__)


def narrowed(
    request: str, statements: Sequence[KeptStatement], read: ReadCondition, tools: PlanTools
) -> tuple[list[KeptStatement], str]:
    """Those that are wanted, and how that was told: `exactly`, `read` or `near`.

    Raises:
        core.errors.ModelError: the model failed.
        core.errors.Cancelled: Stop was asked for.
    """
    condition = read(request)
    if condition is not None:
        leaves_out = tools.kinds.is_left_out(request)
        return [one for one in statements if condition(_said(one)) is not leaves_out], "exactly"
    wanted = _by_model(request, statements, tools)
    if wanted is not None:
        return wanted, "read"
    return _nearest(request, statements, tools), "near"


def _said(statement: KeptStatement) -> str:
    """The statement, and what it was copied or translated from."""
    return " ".join([statement.draft.text, *(line.text for line in statement.lines)])


def _by_model(
    request: str, statements: Sequence[KeptStatement], tools: PlanTools
) -> list[KeptStatement] | None:
    if tools.model is None:
        return None
    system = Message("system", _ASKED.format(request=unfenced(request)))
    kept: list[KeptStatement] = []
    for one in statements:
        asked = Message("user", unfenced(one.draft.text)[:_LONGEST])
        try:
            yes, no = tools.model.choose((system, asked), (YES, NO), tools.cancel, kept=1)
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
            log.warning("a condition is told by resemblance: %s", error)
            return None
        if yes > no:
            kept.append(one)
    return kept


def _nearest(request: str, statements: Sequence[KeptStatement], tools: PlanTools) -> list[KeptStatement]:
    """Those nearer to the condition than halfway between the farthest and the nearest; farther where it says
    what is to go."""
    near = tools.embedder.embed([one.draft.text for one in statements]) @ tools.embedder.embed_query(request)
    middle = (float(near.max()) + float(near.min())) / 2
    leaves_out = tools.kinds.is_left_out(request)
    return [one for one, score in zip(statements, near, strict=True) if (score >= middle) is not leaves_out]
