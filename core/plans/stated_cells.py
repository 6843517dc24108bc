"""What a document states of one aspect of one thing: the sentence that answers the question, or none does.

The search finds passages, the cross-encoder and the embedder their likeliest sentences, and the language
model says of each whether the question can be answered from it. Its log-odds and the other score make a
certainty, fitted for one model on questions to the sample documents and a public paper (docs/decisions.md);
without that model the judge of answers decides.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from core.answer.asking.injection import unfenced
from core.answer.asking.question_language import question_language
from core.errors import ModelError
from core.events import Event
from core.judge.calibration import Signs, beside_below, certainty_of
from core.judge.word_judge import WordJudge
from core.llm.base import NO, NO_LOG_ODDS, YES, ChatModel, Message
from core.plans.base import PlanTools
from core.plans.compared_things import Thing
from core.plans.document_outline import Line, Section
from core.plans.scope_reading import found

_BY_JUDGE, _BY_MEANING = 3, 2  # sentences that the model reads
_LONGEST = 600  # characters of one of them
_READS = (
    "You are shown a sentence of a document. Can the question be answered from the sentence alone? Answer "
    "Yes or No."
)
_ASKED = "Sentence: {sentence}\n\nQuestion: {question}"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Of a logistic function; `least` is the certainty from which on a sentence states it."""

    bias: float
    odds: float
    score: float
    least: float


@dataclass(frozen=True, slots=True)
class _Fitted:
    """`score`: with that of the cross-encoder, where it has the language; else with the cosine."""

    score: _Weights
    cosine: _Weights


_FITTED: dict[str, _Fitted] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": _Fitted(
        _Weights(-2.46, 1.0, 0.19, 0.27), _Weights(-62.3, 1.64, 71.5, 0.27)
    ),
}


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence as it is judged, behind title and heading, with its scores. `judged`: by the cross-encoder;
    None where that cannot tell."""

    line: Line
    text: str
    cosine: float
    judged: float | None


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
    read = _likeliest(question, thing, lines, tools)
    certainties = _by_model(question, read, tools)
    if certainties is None:
        certainties = _by_judges(question, read, tools)
    best = max(range(len(read)), key=lambda place: certainties[place])
    return read[best].line if certainties[best] >= 0 else None


def nearest_lines(
    thing: Thing, subject: str, count: int, tools: PlanTools
) -> Generator[Event, None, list[Line]]:
    """So many sentences of the thing that come nearest to a subject by their meaning, in their order. Raises
    as `stated`, but for the language model."""
    lines = yield from _found(subject, thing, tools)
    if not lines:
        return []
    texts = [_placed(thing.outline.title, section, line) for section, line in lines]
    near = tools.embedder.embed(texts) @ tools.embedder.embed_query(subject)
    return [lines[place][1] for place in sorted(np.argsort(-near)[:count])]


def _found(text: str, thing: Thing, tools: PlanTools) -> Generator[Event, None, list[tuple[Section, Line]]]:
    """The lines of the thing in the passages that a search finds."""
    hits = yield from found(text, [thing.outline.document.document_id], tools)
    chunks = {hit.chunk.chunk_id for hit in hits}
    return [(section, line) for section, line in thing.lines if line.source.chunk.chunk_id in chunks]


def _likeliest(
    question: str, thing: Thing, lines: Sequence[tuple[Section, Line]], tools: PlanTools
) -> list[_Read]:
    """Those that the cross-encoder and the embedder take for most likely, the former's first."""
    outline = thing.outline
    texts = [_placed(outline.title, section, line) for section, line in lines]
    cosines = tools.embedder.embed(texts) @ tools.embedder.embed_query(question)
    scores: list[float] | None = None
    if outline.is_in_language_of(question):
        try:
            scores = tools.judge.answers(question, texts)
        except ModelError as error:
            log.warning("what is compared is found by its meaning alone: %s", error)
    by_meaning = [int(place) for place in np.argsort(-cosines)]
    if scores is None:
        chosen = by_meaning[: _BY_JUDGE + _BY_MEANING]
    else:
        by_score = sorted(range(len(lines)), key=scores.__getitem__, reverse=True)
        chosen = list(dict.fromkeys([*by_score[:_BY_JUDGE], *by_meaning[:_BY_MEANING]]))
    return [
        _Read(lines[at][1], texts[at], float(cosines[at]), None if scores is None else scores[at])
        for at in chosen
    ]


def _placed(title: str, section: Section, line: Line) -> str:
    over = " › ".join(filter(None, (title, section.heading)))
    return f"{over}: {line.text}"


def _by_model(question: str, read: Sequence[_Read], tools: PlanTools) -> list[float] | None:
    """How far each is above the least certainty, as log-odds; None without a model, with one that gives no
    probabilities, and with one that no weights were fitted for."""
    fitted = None if tools.model is None else _FITTED.get(tools.model.model_name)
    if tools.model is None or fitted is None:
        return None
    above: list[float] = []
    for one in read:
        try:
            odds = _odds(question, one.text, tools.model, tools)
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
            log.warning("whether something is stated is not read once more: %s", error)
            return None
        if one.judged is not None:
            of, score = fitted.score, one.judged
        else:
            of, score = fitted.cosine, one.cosine
        above.append(of.bias + of.odds * odds + of.score * score - math.log(of.least / (1 - of.least)))
    return above


def _odds(question: str, text: str, model: ChatModel, tools: PlanTools) -> float:
    asked = _ASKED.format(sentence=unfenced(text)[:_LONGEST], question=question)
    yes, no = model.choose(
        (Message("system", _READS), Message("user", asked)), (YES, NO), tools.cancel, kept=1
    )
    return yes - no


def _by_judges(question: str, read: Sequence[_Read], tools: PlanTools) -> list[float]:
    """As `_by_model`, by what the judge of answers is certain of; above all of them where it cannot tell."""
    language = question_language(question)
    shares = WordJudge().answers(question, [one.text for one in read])
    least = beside_below(tools.judge.name, language)
    return [
        one.cosine
        if one.judged is None
        else certainty_of(tools.judge.name, language, Signs(one.judged, share)) - least
        for one, share in zip(read, shares, strict=True)
    ]
