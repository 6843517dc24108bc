"""What one item of a list is, as a language model says it, and which sentences state one.

"List all deadlines" is no question that a small model can answer of a sentence; "Does this sentence state a
deadline?" is. How ready it is to say yes differs from request to request, so what stands out among the
sentences that were read counts. Limits hold for the model they were fitted to; with any other the judges
choose (docs/decisions.md has the figures).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.answer.asking.injection import unfenced
from core.errors import ModelError
from core.events import DraftDelta, Event
from core.llm.base import NO, NO_LOG_ODDS, YES, ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.plans.base import PlanRequest, PlanTools

_NAMES_ITEM = (
    "A user wants a list from documents. Say in English, in a few words, what one item of that list is, but "
    "not in which document it stands."
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
    ("action items from the board call please, whose and until when", "something that somebody has to do"),
)
_ITEM = Grammar(gbnf="root ::= [^\\n]{3,90}")
_ITEM_TOKENS = 30
_READS = "You read a document sentence by sentence."
_ASKED = "Sentence: {sentence}\n\nDoes this sentence state {item}? Answer Yes or No."
_LISTS = "You read a document."
_ASKED_OF_LIST = "Text:\n{lines}\n\nIs this a list whose items are each {item}? Answer Yes or No."
_WITHOUT_NAME = "what this asks for: {request}"
_FITTED_TO = "qwen2.5-coder-1.5b-instruct-q4_k_m"
_SURELY_LIST = 0.9  # log-odds; of twelve lists, six of something else, 0.5 and 1.2 were the nearest to it
_LINES_OF_LIST, _LONGEST_OF_LIST = 12, 200  # that the model reads of a list, and characters of each
_LONGEST = 500  # characters of a sentence that the model reads
_READ, _MORE, _MOST_READ = 32, 16, 160  # sentences: at first, while half of these are items, and at most
_SURELY_ITEMS = 3  # the most certain ones, whose mean is what an item looks like
# Of the way from the ordinary sentence to these, and what a standard deviation of the judge counts in it.
# Fitted on 22 requests to the samples, a contract and office papers. The ordinary one is the median of those
# read, but never one that the model says yes to: in a price list nearly every line is an item.
_STANDS_OUT, _BY_JUDGE = 0.6, 0.1
_LEAST_WAY = 0.3  # in log-odds: below, most are alike, and each counts by itself
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Item:
    """What one item of a list is. `text`: a few words in English by a model, else the request itself."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ReadLines:
    """What the model said of the sentences it read: the log-odds of those that state an item.

    `read`: how many it read; `is_cut`: where it stopped, sentences still stated items. `is_guessed`: no model
    read them, and these are the most alike. `is_dense`: half of the likeliest states an item, and it read on.
    """

    stating: dict[int, float]
    read: int
    is_cut: bool = False
    is_guessed: bool = False
    is_dense: bool = False


def _reader(tools: PlanTools) -> ChatModel | None:
    """The model that reads lists; None for one that the limits were not fitted to."""
    return tools.model if tools.model is not None and tools.model.model_name == _FITTED_TO else None


def read_item(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, Item]:
    """What one item is.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    model = _reader(tools)
    if model is None:
        return Item(request.text, request.language)
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
    done = yield from call_model(model, generation, "item", tools.stamp, tools.cancel, meter=tools.meter)
    said = " ".join(done.text.split()).rstrip(".")
    if not said or done.finish == "length":
        return Item(_WITHOUT_NAME.format(request=request.text), request.language)
    return Item(said, "en")


def read_lines(
    item: Item,
    ranked: Sequence[tuple[int, str]],
    standing: Mapping[int, float],
    is_listed: Callable[[Mapping[int, float]], bool],
    tools: PlanTools,
) -> Generator[Event, None, ReadLines | None]:
    """Which of the numbered sentences, likeliest first, state an item; None where no model can tell.

    Reads on while half of the last ones state items.

    Args:
        is_listed: whether the document lists such items itself, by the log-odds of the first; then it does
            not read on.
        standing: of a sentence with the judge, in standard deviations above the ordinary one.

    Raises:
        core.errors.ModelError: the model failed otherwise.
        core.errors.Cancelled: Stop was asked for.
    """
    model = _reader(tools)
    if model is None:
        return None
    odds: dict[int, float] = {}
    ahead, yields, is_dense = _READ, True, False
    while yields and len(odds) < min(len(ranked), _MOST_READ):
        batch = ranked[len(odds) : len(odds) + ahead]
        for number, text in batch:
            one = _odds(
                _READS, _ASKED.format(sentence=unfenced(text)[:_LONGEST], item=item.text), model, tools
            )
            if one is None:
                return None
            odds[number] = one
            if one > 0:  # shown while it reads; what does not stand out leaves again
                yield tools.stamp(DraftDelta, text=f"- {unfenced(text)}\n", attempt=1)
        last = list(odds.values())[-_MORE:]
        yields = sum(one > 0 for one in last) * 2 >= len(last)
        if yields and ahead == _READ and (is_dense := len(odds) >= _READ) and is_listed(odds):
            yields = False
        ahead = _MORE
    found = _standing_out(odds, standing)
    is_cut = yields and len(odds) < len(ranked)
    return ReadLines(found, len(odds), is_cut, is_dense=is_dense)


def _standing_out(odds: Mapping[int, float], standing: Mapping[int, float]) -> dict[int, float]:
    """Those near enough to the most certain ones; none where even they are no items."""
    if not odds or max(odds.values()) <= 0:
        return {}
    ordinary = min(float(np.median(list(odds.values()))), 0.0)
    surely = float(np.mean(sorted(odds.values())[-_SURELY_ITEMS:]))
    way = surely - ordinary
    if way < _LEAST_WAY:
        return {number: one for number, one in odds.items() if one > 0}
    return {
        number: one
        for number, one in odds.items()
        if (one - ordinary) / way + _BY_JUDGE * standing.get(number, 0.0) > _STANDS_OUT
    }


def is_list_of(item: Item, lines: Sequence[str], tools: PlanTools) -> bool:
    """Whether lines, of which the first leads to the others, are a list of such items; taken for one where
    no model can tell.

    Raises:
        core.errors.ModelError: the model failed.
        core.errors.Cancelled: Stop was asked for.
    """
    model = _reader(tools)
    if model is None:
        return True
    text = "\n".join(unfenced(line)[:_LONGEST_OF_LIST] for line in lines[:_LINES_OF_LIST])
    odds = _odds(_LISTS, _ASKED_OF_LIST.format(lines=text, item=item.text), model, tools)
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
