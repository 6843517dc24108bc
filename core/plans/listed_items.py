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
from core.llm.base import NO, NO_LOG_ODDS, YES, ChatModel, GenerationRequest, Grammar, Message
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
_LISTS = "You read a document."
_ASKED_OF_LIST = "Text:\n{lines}\n\nIs this a list whose items are each {item}? Answer Yes or No."
_SURELY_LIST = 0.9  # log-odds; of twelve lists, six of something else, 0.5 and 1.2 were the nearest to it
_LINES_OF_LIST = 12  # that the model reads
_LONGEST = 500  # characters of a sentence that the model reads
_SURELY_ITEMS = 3  # the most certain ones, whose mean is what an item looks like
# Of the way from the ordinary sentence to these, and what a standard deviation of the judge counts in it.
# Fitted on 23 requests to the samples, a contract and office papers.
_STANDS_OUT, _BY_JUDGE = 0.6, 0.1
_LEAST_WAY = 0.3  # in log-odds: below, most are alike, and each counts by itself
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
    item: str, texts: Mapping[int, str], standing: Mapping[int, float], tools: PlanTools
) -> Generator[Event, None, dict[int, float] | None]:
    """Those of the numbered texts that state an item, with the log-odds of the model; None where there is no
    model, or one that gives no probabilities.

    Args:
        standing: of a text with the judge, in standard deviations above the ordinary one.

    Raises:
        core.errors.ModelError: the model failed otherwise.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None:
        return None
    odds: dict[int, float] = {}
    for number, text in texts.items():
        asked = _ASKED.format(sentence=unfenced(text)[:_LONGEST], item=item)
        one = _odds(_READS, asked, tools.model, tools)
        if one is None:
            return None
        odds[number] = one
        if one > 0:
            yield tools.stamp(DraftDelta, text=f"- {unfenced(text)}\n", attempt=1)
    if not odds or max(odds.values()) <= 0:
        return {}
    ordinary = float(np.median(list(odds.values())))
    surely = float(np.mean(sorted(odds.values())[-_SURELY_ITEMS:]))
    way = surely - ordinary
    if way < _LEAST_WAY:
        return {number: one for number, one in odds.items() if one > 0}
    return {
        number: one
        for number, one in odds.items()
        if (one - ordinary) / way + _BY_JUDGE * standing.get(number, 0.0) > _STANDS_OUT
    }


def is_list_of(item: str, lines: Sequence[str], tools: PlanTools) -> bool:
    """Whether lines, of which the first leads to the others, are a list of such items; taken for one where
    nobody can tell.

    Raises:
        core.errors.ModelError: the model failed.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None:
        return True
    text = "\n".join(unfenced(line)[:_LONGEST] for line in lines[:_LINES_OF_LIST])
    odds = _odds(_LISTS, _ASKED_OF_LIST.format(lines=text, item=item), tools.model, tools)
    return odds is None or odds >= _SURELY_LIST


def _odds(system: str, asked: str, model: ChatModel, tools: PlanTools) -> float | None:
    """None where a model gives no probabilities."""
    messages = (Message("system", system), Message("user", asked))
    try:
        yes, no = model.choose(messages, (YES, NO), tools.cancel, kept=1)
    except ModelError as error:
        if error.code != NO_LOG_ODDS:
            raise
        log.warning("items of a list are not read once more: %s", error)
        return None
    return yes - no
