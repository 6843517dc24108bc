"""What a document states of one aspect of one thing: the sentence that answers the question, or none does.

The search finds passages. The judge of answers chooses among their sentences where it knows the language.
Where it does not, or is not certain, the language model says of the likeliest sentences whether the question
can be answered from each. Limits were fitted on questions to the sample documents and a public paper
(docs/decisions.md).
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from core.answer.asking.injection import unfenced
from core.errors import ModelError
from core.events import Event
from core.judge.calibration import BESIDE, Signs, certainty_of, reads
from core.judge.word_judge import WordJudge
from core.llm.base import NO, NO_LOG_ODDS, YES, ChatModel, Message
from core.plans.base import PlanTools
from core.plans.compared_things import Thing
from core.plans.document_outline import Line, Section
from core.plans.scope_reading import found
from core.search.base import Vectors
from core.types import SearchHit

_LEAST = 0.2  # certainty of the judge, from which on a sentence states it
_MOST_READ, _BY_JUDGE = 5, 3  # sentences that the language model reads; of these, by the judge's scores
_LONGEST = 600  # characters of one of them
_READS = (
    "You are shown a sentence of a document. Can the question be answered from the sentence alone? Answer "
    "Yes or No."
)
_ASKED = "Sentence: {sentence}\n\nQuestion: {question}"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Of log-odds and another score, which together are above 0 where a sentence states it."""

    bias: float
    odds: float
    score: float


@dataclass(frozen=True, slots=True)
class _Fitted:
    """With the score of the judge where it was trained on the language, else with the cosine."""

    judged: _Weights
    cosine: _Weights


_FITTED: dict[str, _Fitted] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": _Fitted(_Weights(-1.46, 1.0, 0.19), _Weights(-14.1, 1.41, 13.2)),
}


@dataclass(frozen=True, slots=True)
class Question:
    """`language`: ISO 639-1; it is not told by the words, of which there are few."""

    text: str
    language: str


def stated(
    thing: Thing, question: Question, tools: PlanTools, most: int = 1
) -> Generator[Event, None, list[Line]]:
    """The sentences of the thing that answer the question, the most certain first, and no more of them than
    `most`; none where none does.

    Raises:
        core.errors.ModelError: the language model failed.
        core.errors.KnownError: the library cannot be read.
        core.errors.Cancelled: Stop was asked for.
    """
    hits = yield from found(question.text, [thing.outline.document.document_id], tools)
    for group in (thing.lines, thing.others):
        lines = _in_hits(group, hits)
        if not lines:
            continue
        texts = [_placed(thing.outline.title, section, line) for section, line in lines]
        is_same = thing.outline.document.language in ("", question.language)
        judged = _judged(question, texts, tools) if is_same else None
        if places := _places(question, texts, judged, tools):
            return [lines[place][1] for place in places[:most]]
    return []


def _places(
    question: Question,
    texts: Sequence[str],
    judged: tuple[list[float], list[float]] | None,
    tools: PlanTools,
) -> list[int]:
    """The places of the texts that answer, best first. `judged`: scores and certainties."""
    is_read = judged is not None and reads(tools.judge.name, question.language)
    certain: list[int] = []
    if judged is not None:
        _, certainties = judged
        certain = [place for place in np.argsort(-np.asarray(certainties)) if certainties[place] >= _LEAST]
    if is_read and certain:
        return certain
    cosines = _cosines(question.text, texts, tools)
    by_meaning = [int(place) for place in np.argsort(-cosines)]
    if judged is not None and is_read:
        by_score = [int(place) for place in np.argsort(-np.asarray(judged[0]))]
        likeliest = list(dict.fromkeys([*by_score[:_BY_JUDGE], *by_meaning]))[:_MOST_READ]
        return _by_model(question.text, texts, likeliest, judged[0], True, tools) or []
    found = _by_model(question.text, texts, by_meaning[:_MOST_READ], cosines.tolist(), False, tools)
    if found is not None:
        return found
    return certain if judged is not None else by_meaning[:1]


def nearest_lines(
    thing: Thing, subject: Question, count: int, tools: PlanTools
) -> Generator[Event, None, dict[Line, bool]]:
    """So many sentences of the thing, those nearest to a subject first, and whether each is about it: by the
    judge where it was trained on the language, else by their meaning, which cannot say that one is not.
    Raises as `stated`, but for the language model."""
    hits = yield from found(subject.text, [thing.outline.document.document_id], tools)
    lines = _in_hits(thing.lines, hits) or _in_hits(thing.others, hits)
    if not lines:
        return {}
    texts = [_placed(thing.outline.title, *line) for line in lines]
    is_read = thing.outline.document.language in ("", subject.language) and reads(
        tools.judge.name, subject.language
    )
    judged = _judged(subject, texts, tools) if is_read else None
    near = _cosines(subject.text, texts, tools) if judged is None else np.asarray(judged[0])
    return {
        lines[place][1]: judged is None or judged[1][place] >= BESIDE
        for place in map(int, np.argsort(-near)[:count])
    }


def _in_hits(lines: Sequence[tuple[Section, Line]], hits: Sequence[SearchHit]) -> list[tuple[Section, Line]]:
    chunks = {hit.chunk.chunk_id for hit in hits}
    return [(section, line) for section, line in lines if line.source.chunk.chunk_id in chunks]


def _placed(title: str, section: Section, line: Line) -> str:
    over = " › ".join(filter(None, (title, section.heading)))
    return f"{over}: {line.text}"


def _cosines(question: str, texts: Sequence[str], tools: PlanTools) -> Vectors:
    found: Vectors = tools.embedder.embed(list(texts)) @ tools.embedder.embed_query(question)
    return found


def _judged(
    question: Question, texts: Sequence[str], tools: PlanTools
) -> tuple[list[float], list[float]] | None:
    """Scores by the judge, and how certainly each text answers; None where the judge fails."""
    shares, is_read = WordJudge().answers(question.text, texts), reads(tools.judge.name, question.language)
    try:
        scores = tools.judge.answers(question.text, texts)
        similar = tools.judge.similarity.of(question.text, texts)
    except ModelError as error:
        log.warning("what is compared is found by its meaning alone: %s", error)
        return None
    return scores, [
        certainty_of(question.language, Signs(share, similarity, score if is_read else None))
        for share, similarity, score in zip(shares, similar, scores, strict=True)
    ]


def _by_model(
    question: str,
    texts: Sequence[str],
    places: Sequence[int],
    scores: Sequence[float],
    are_judged: bool,
    tools: PlanTools,
) -> list[int] | None:
    """Those of the places that answer by the language model, best first; None without a model, with one that
    gives no probabilities, and with one that no weights were fitted for."""
    fitted = None if tools.model is None else _FITTED.get(tools.model.model_name)
    if tools.model is None or fitted is None:
        return None
    of = fitted.judged if are_judged else fitted.cosine
    above: dict[int, float] = {}
    for place in places:
        try:
            odds = _odds(question, texts[place], tools.model, tools)
        except ModelError as error:
            if error.code != NO_LOG_ODDS:
                raise
            log.warning("whether something is stated is not read once more: %s", error)
            return None
        above[place] = of.bias + of.odds * odds + of.score * scores[place]
    return sorted((place for place in places if above[place] >= 0), key=lambda place: -above[place])


def _odds(question: str, text: str, model: ChatModel, tools: PlanTools) -> float:
    asked = _ASKED.format(sentence=unfenced(text)[:_LONGEST], question=question)
    messages = (Message("system", _READS), Message("user", asked))
    yes, no = model.choose(messages, (YES, NO), tools.cancel, kept=1)
    return yes - no
