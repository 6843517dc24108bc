"""What a document states of one aspect of one thing: the sentence that answers the question, or none does.

The search finds passages. The judge of answers chooses among their sentences and decides where it knows the
language. Where it does not, the embedder chooses, and the language model says of each sentence whether the
question can be answered from it. Limits were fitted on questions to the sample documents and a public paper
(docs/decisions.md).
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from core.answer.asking.injection import unfenced
from core.answer.asking.question_language import question_language
from core.errors import ModelError
from core.events import Event
from core.judge.calibration import Signs, certainty_of, reads
from core.judge.word_judge import WordJudge
from core.llm.base import NO, NO_LOG_ODDS, YES, ChatModel, Message
from core.plans.base import PlanTools
from core.plans.compared_things import Thing
from core.plans.document_outline import Line, Section
from core.plans.scope_reading import found
from core.search.base import Vectors

_LEAST = 0.2  # certainty of the judge, from which on a sentence states it
_MOST_READ = 5  # sentences that the language model reads
_LONGEST = 600  # characters of one of them
_READS = (
    "You are shown a sentence of a document. Can the question be answered from the sentence alone? Answer "
    "Yes or No."
)
_ASKED = "Sentence: {sentence}\n\nQuestion: {question}"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Of log-odds and cosine, which together are above 0 where a sentence states it."""

    bias: float
    odds: float
    cosine: float


_FITTED: dict[str, _Weights] = {"qwen2.5-coder-1.5b-instruct-q4_k_m": _Weights(-14.1, 1.41, 13.2)}


def stated(thing: Thing, question: str, tools: PlanTools) -> Generator[Event, None, Line | None]:
    """The sentence of the thing that answers the question most certainly; None where none does.

    Raises:
        core.errors.ModelError: the language model failed.
        core.errors.KnownError: the library cannot be read.
        core.errors.Cancelled: Stop was asked for.
    """
    lines = yield from _found(question, thing, tools)
    if not lines:
        return None
    texts = [_placed(thing.outline.title, section, line) for section, line in lines]
    language = question_language(question)
    place = None
    if not reads(tools.judge.name, language):
        place = _by_model(question, texts, tools)
    if place is None and thing.outline.is_in_language_of(question):
        place = _by_judge(question, language, texts, tools)
    if place is None:
        place = int(np.argmax(_cosines(question, texts, tools)))
    return lines[place][1] if place >= 0 else None


def nearest_lines(
    thing: Thing, subject: str, count: int, tools: PlanTools
) -> Generator[Event, None, list[Line]]:
    """So many sentences of the thing that come nearest to a subject by their meaning, in their order. Raises
    as `stated`, but for the language model."""
    lines = yield from _found(subject, thing, tools)
    if not lines:
        return []
    near = _cosines(subject, [_placed(thing.outline.title, *line) for line in lines], tools)
    return [lines[place][1] for place in sorted(np.argsort(-near)[:count])]


def _found(text: str, thing: Thing, tools: PlanTools) -> Generator[Event, None, list[tuple[Section, Line]]]:
    """The lines of the thing in the passages that a search finds."""
    hits = yield from found(text, [thing.outline.document.document_id], tools)
    chunks = {hit.chunk.chunk_id for hit in hits}
    return [(section, line) for section, line in thing.lines if line.source.chunk.chunk_id in chunks]


def _placed(title: str, section: Section, line: Line) -> str:
    over = " › ".join(filter(None, (title, section.heading)))
    return f"{over}: {line.text}"


def _cosines(question: str, texts: Sequence[str], tools: PlanTools) -> Vectors:
    found: Vectors = tools.embedder.embed(list(texts)) @ tools.embedder.embed_query(question)
    return found


def _by_judge(question: str, language: str, texts: Sequence[str], tools: PlanTools) -> int | None:
    """The place of the text that answers most certainly, below 0 if none does; None where the judge fails."""
    try:
        scores = tools.judge.answers(question, texts)
    except ModelError as error:
        log.warning("what is compared is found by its meaning alone: %s", error)
        return None
    shares = WordJudge().answers(question, texts)
    certainties = [
        certainty_of(tools.judge.name, language, Signs(score, share))
        for score, share in zip(scores, shares, strict=True)
    ]
    best = int(np.argmax(certainties))
    return best if certainties[best] >= _LEAST else -1


def _by_model(question: str, texts: Sequence[str], tools: PlanTools) -> int | None:
    """As `_by_judge`; None without a model, with one that gives no probabilities, and with one that no
    weights were fitted for."""
    fitted = None if tools.model is None else _FITTED.get(tools.model.model_name)
    if tools.model is None or fitted is None:
        return None
    cosines = _cosines(question, texts, tools)
    above: dict[int, float] = {}
    for place in map(int, np.argsort(-cosines)[:_MOST_READ]):
        try:
            odds = _odds(question, texts[place], tools.model, tools)
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
            log.warning("whether something is stated is not read once more: %s", error)
            return None
        above[place] = fitted.bias + fitted.odds * odds + fitted.cosine * float(cosines[place])
    best = max(above, key=above.__getitem__)
    return best if above[best] >= 0 else -1


def _odds(question: str, text: str, model: ChatModel, tools: PlanTools) -> float:
    asked = _ASKED.format(sentence=unfenced(text)[:_LONGEST], question=question)
    messages = (Message("system", _READS), Message("user", asked))
    yes, no = model.choose(messages, (YES, NO), tools.cancel, kept=1)
    return yes - no
