"""Of two kinds nearly as likely by their examples, the one that a language model takes a request for."""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import islice

from core.cancel import CancelToken
from core.errors import ModelError
from core.llm.base import ChatModel, Message
from core.plans.request_kinds import LOOKED_UP, ToldKind
from core.types.requests import RequestKind

_NEAR = 0.1  # apart by less, the model is asked
_NEAR_FIGURE = 0.4  # as well, where one is a figure: to look for one that is not there takes a minute
_LOOKED_UP_ODDS = 0.5  # by so much a kind that is looked up is preferred: it does less harm where it is wrong
_FIRST, _SECOND = ("A", " A"), ("B", " B")
_SYSTEM = "You sort requests about documents."
_ASKED = 'Request: "{text}"\n\nWhat does the user want?\nA: {first}\nB: {second}\n\nAnswer A or B.'
_WANTED = {
    RequestKind.ABOUT: "to know what the whole document is",
    RequestKind.SUMMARY: "a summary",
    RequestKind.LIST: "a list of several things",
    RequestKind.STEPS: "instructions, step by step",
    RequestKind.COMPARISON: "a comparison of things",
    RequestKind.EXPLANATION: "an explanation in plain words",
    RequestKind.DRAFT: "a text written, such as a letter or note",
    RequestKind.YES_NO: "a yes or no",
    RequestKind.FIGURE: "a calculated figure",
    RequestKind.FIND: "the place or document where something stands",
    RequestKind.LIBRARY: "documents counted or listed by their properties",
    RequestKind.FACT: "one fact",
}
log = logging.getLogger(__name__)


def read_kind(told: ToldKind, text: str, model: ChatModel | None, cancel: CancelToken) -> ToldKind:
    """The kind as it was told, or the other of two near ones where the model says so. Two kinds that are both
    looked up make no difference, and without a model the examples decide.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    best = [RequestKind(kind) for kind in islice(told.scores, 2)]
    if model is None or len(best) < 2 or LOOKED_UP.issuperset(best):
        return told
    first, second = best
    near = _NEAR_FIGURE if RequestKind.FIGURE in best else _NEAR
    if told.scores[first.value] - told.scores[second.value] >= near:
        return told
    try:
        odds = (_odds(text, first, second, model, cancel) - _odds(text, second, first, model, cancel)) / 2
    except ModelError as error:
        log.warning("near kinds of a request are told by their examples alone: %s", error)
        return told
    odds += _LOOKED_UP_ODDS * ((first in LOOKED_UP) - (second in LOOKED_UP))
    return replace(told, kind=first if odds > 0 else second)


def _odds(text: str, first: RequestKind, second: RequestKind, model: ChatModel, cancel: CancelToken) -> float:
    """Log-odds of the first, as the model sees them in this order."""
    asked = _ASKED.format(text=text, first=_WANTED[first], second=_WANTED[second])
    messages = (Message("system", _SYSTEM), Message("user", asked))
    yes, no = model.choose(messages, (_FIRST, _SECOND), cancel)
    return yes - no
