"""What one item of a list is, as a language model says it, and which sentences state one.

"List all deadlines" is no question that a small model can answer of a sentence; "Does this sentence state a
deadline?" is. How ready it is to say yes differs from request to request, so what stands out among the
sentences that were read counts (docs/decisions.md has the figures).
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping, Sequence

import numpy as np

from core.answer.asking.injection import unfenced
from core.errors import ModelError
from core.events import DraftDelta, Event
from core.llm.base import NO, NO_LOG_ODDS, YES, GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanTools

_NAMES_ITEM = (
    "A user wants a list from documents. Say in English, in a few words, what one item of that list is."
)
_EXAMPLES = (
    ("List all clauses about confidentiality in the NDA.", "a duty of confidentiality"),
    ("Which risks and measures does the report name?", "a risk or a measure"),
    ("What are the tenant's duties?", "a duty of the tenant"),
    ("Welche Länder werden genannt? Liste alle auf.", "a country"),
    ("In which cases may the tenant leave early?", "a case in which the tenant may leave early"),
    ("List everything that has to be paid, and when.", "something that has to be paid"),
    ("Nenne alle Termine und Aufgaben.", "an appointment or a task"),
    ("Which formats can an image have?", "a format that an image can have"),
)
_ITEM = Grammar(gbnf="root ::= [^\\n]{3,90}")
_ITEM_TOKENS = 30
_READS = "You read a document sentence by sentence."
_ASKED = "Sentence: {sentence}\n\nDoes this sentence state {item}? Answer Yes or No."
_LONGEST = 500  # characters of a sentence that the model reads
_FEW = 14  # sentences, of which no share stands out
_SURELY_ITEMS = 3  # the most certain ones, whose mean is what an item looks like
_STANDS_OUT = 0.35  # of the way from the ordinary sentence to these
log = logging.getLogger(__name__)


def read_item(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, str]:
    """What one item is; the request itself without a model.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None:
        return request.text
    shown = [
        message
        for asked, item in _EXAMPLES
        for message in (Message("user", asked), Message("assistant", item))
    ]
    generation = GenerationRequest(
        (Message("system", _NAMES_ITEM), *shown, Message("user", request.text)),
        max_tokens=_ITEM_TOKENS,
        temperature=tools.settings.temperature,
        grammar=_ITEM,
    )
    done = yield from call_model(
        tools.model, generation, "item", tools.stamp, tools.cancel, meter=tools.meter
    )
    return " ".join(done.text.split()).rstrip(".") or request.text


def stating(
    item: str, texts: Mapping[int, str], tools: PlanTools
) -> Generator[Event, None, dict[int, float] | None]:
    """Those of the numbered texts that state an item, with the log-odds of the model; None where there is no
    model, or one that gives no probabilities.

    Raises:
        core.errors.ModelError: the model failed otherwise.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None:
        return None
    odds: dict[int, float] = {}
    for number, text in texts.items():
        asked = _ASKED.format(sentence=unfenced(text)[:_LONGEST], item=item)
        try:
            yes, no = tools.model.choose(
                (Message("system", _READS), Message("user", asked)), (YES, NO), tools.cancel, kept=1
            )
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
            log.warning("items of a list are not read once more: %s", error)
            return None
        odds[number] = yes - no
        if yes > no:
            yield tools.stamp(DraftDelta, text=f"- {unfenced(text)}\n", attempt=1)
    least = _least(list(odds.values()))
    return {number: one for number, one in odds.items() if one > least}


def _least(odds: Sequence[float]) -> float:
    """Above which log-odds a sentence states an item; infinite where none does."""
    if not odds or max(odds) <= 0:
        return float("inf")
    if len(odds) <= _FEW:
        return 0.0
    ordinary = float(np.median(odds))
    surely = float(np.mean(sorted(odds)[-_SURELY_ITEMS:]))
    return ordinary + _STANDS_OUT * (surely - ordinary)
