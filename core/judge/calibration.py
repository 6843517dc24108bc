"""From a judge's score to the certainty that a sentence answers, by the language of the question.

A logistic function of two signs, fitted on the tuned halves of XQuAD in English and in German and of the
papers of an office: does the best sentence, read behind title and headings, hold the answer, where the text
that has it is there, and where only others are? The least certainty is the one that 5 % of the latter reach
in XQuAD; in German, of which the cross-encoder has read nothing, 9 %. What is less certain than 99 % of the
best sentences that hold the answer is beside the question.
`python -m tests.benchmarks judges --tuned` shows it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from core.types import Confidence

WORDS = "words"  # no model: shares of words
HIGH, MEDIUM = 0.85, 0.6
NEVER = 2.0  # as the least certainty: nothing is taken for an answer


@dataclass(frozen=True, slots=True)
class Signs:
    """`score` by the judge, `share` of the question's words that the sentence has, 0 to 1."""

    score: float
    share: float


@dataclass(frozen=True, slots=True)
class _Weights:
    bias: float
    score: float
    share: float
    least: float
    beside: float


@dataclass(frozen=True, slots=True)
class PairSigns:
    """`nearness` to the question of the sentence that is less near, by an embedder; `alike`: how far each
    answers what the other says, by the judge; `apart`: by how much the other is nearer, the more the more
    they are alike but for their values, for then a word or the title tells what each is about ("the rent
    is", "the deposit is"; "Lease Baker", "Lease Cole")."""

    nearness: float
    alike: float
    apart: float


class Reading(Enum):
    """Why a language model reads a sentence: in another language than the question, in one that the judge of
    answers was not trained on, or perhaps in other words."""

    FOREIGN = "foreign"
    UNREAD = "unread"
    OTHER_WORDS = "other words"


@dataclass(frozen=True, slots=True)
class _Conflicting:
    bias: float
    nearness: float
    alike: float
    apart: float


# Any sentence of Chinese or Japanese is one to a judge that reads neither: only the words tell, as in German.
_BY_WORDS = _Weights(-5.04, 0.0, 9.47, 0.42, 0.06)
_FITTED: dict[str, dict[str, _Weights]] = {
    "ms-marco-minilm-l-12-v2": {
        "en": _Weights(-2.56, 0.34, 2.92, 0.36, 0.14),
        "de": _Weights(-4.13, 0.28, 6.94, 0.32, 0.05),
        "ja": _BY_WORDS,
        "zh": _BY_WORDS,
    },
    WORDS: {
        "en": _Weights(-5.28, 8.84, 0.0, 0.30, 0.09),
        "de": _Weights(-5.04, 9.47, 0.0, 0.42, 0.06),
    },
}
# Of a sentence in another language, by language model, with the default embedder: `score` weighs the
# cosine, `share` the log-odds. `python -m tests.benchmarks foreign --tuned` shows it.
_FOREIGN: dict[str, _Weights] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": _Weights(-38.96, 43.79, 2.79, 0.23, 0.0),
}
# In one language words are alike, and the model says yes more easily: such an answer is never called highly
# certain, and taken only from here on (`python -m tests.benchmarks foreign --tuned`: 1 of 51 German questions
# of XQuAD that nothing answers; 3 of 28 of the other half).
_UNREAD, _LEAST_UNREAD = 0.84, 0.756
# Where the judge reads the language, and finds nothing: one of 65 English questions of XQuAD that nothing
# answers reaches this, and 4 of 20 in other words than their answers, of which the judge takes none.
_LEAST_IN_OTHER_WORDS = 0.613
# Of a short answer, by the language model that copied it: `score` weighs how certainly its sentence answers,
# `share` the log-odds of the phrase. `python -m tests.benchmarks phrases --tuned` shows it.
_PHRASES: dict[str, _Weights] = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": _Weights(-0.88, 2.67, 1.14, 0.5, 0.0),
}
# Of two sentences of different documents with other values: do they answer a question differently?
# `python -m tests.benchmarks conflicts --tuned` shows it, with the default embedder.
_CONFLICTS: dict[str, _Conflicting] = {
    "ms-marco-minilm-l-12-v2": _Conflicting(-1.71, 6.76, 0.28, -52.33),
    WORDS: _Conflicting(-3.64, 7.61, 4.14, -46.01),
}
LEAST_CONFLICT = 0.65  # from which certainty on documents are told to disagree
# Of the languages it can be asked in, those that it was trained on.
_READS = {"ms-marco-minilm-l-12-v2": frozenset({"en"})}
_UNFITTED = _Weights(-20.0, 0.0, 0.0, 0.5, 0.0)  # such a judge orders, and decides nothing


def certainty_of(judge: str, language: str, signs: Signs) -> float:
    """How certainly a sentence with these signs answers, 0 to 1."""
    of = _weights(judge, language)
    return _logistic(of.bias + of.score * signs.score + of.share * signs.share)


def conflict_certainty(judge: str, signs: PairSigns) -> float:
    """How certainly two sentences with other values answer a question differently, 0 to 1; 0 by a judge that
    no weights were fitted for."""
    of = _CONFLICTS.get(judge)
    if of is None:
        return 0.0
    return _logistic(of.bias + of.nearness * signs.nearness + of.alike * signs.alike + of.apart * signs.apart)


def foreign_certainty(model: str, cosine: float, odds: float, why: Reading = Reading.FOREIGN) -> float:
    """How certainly a sentence in another language answers, 0 to 1; 0 by a model that no weights were fitted
    for.

    Args:
        cosine: of question and sentence, by the default embedder.
        odds: natural logarithm, by the language model.
    """
    of = _FOREIGN.get(model)
    if of is None:
        return 0.0
    certainty = 1 / (1 + math.exp(-(of.bias + of.score * cosine + of.share * odds)))
    return certainty if why is Reading.FOREIGN else certainty * _UNREAD


def phrase_certainty(model: str, certainty: float, odds: float | None) -> float:
    """How certainly a short answer is right, 0 to 1.

    Args:
        certainty: that its sentence answers; returned as it is for a model that no weights were fitted for.
        odds: natural logarithm, by the language model; None where it gives none.
    """
    of = _PHRASES.get(model)
    if of is None or odds is None:
        return certainty
    return 1 / (1 + math.exp(-(of.bias + of.score * certainty + of.share * odds)))


def checks_phrases(model: str) -> bool:
    """Whether weights were fitted for what a language model says of its short answers."""
    return model in _PHRASES


def is_doubtful_phrase(model: str, certainty: float, odds: float | None) -> bool:
    """Whether a short answer with this certainty is more likely wrong than right."""
    return odds is not None and model in _PHRASES and certainty < _PHRASES[model].least


def least_foreign_certainty(model: str, why: Reading = Reading.FOREIGN) -> float:
    """From which certainty on such a sentence is taken for an answer."""
    if why is Reading.FOREIGN:
        return _FOREIGN.get(model, _UNFITTED).least
    return _LEAST_UNREAD if why is Reading.UNREAD else _LEAST_IN_OTHER_WORDS


def is_language_model(judge: str) -> bool:
    """Whether sentences were judged by a language model, because no judge of answers reads their language."""
    return judge in _FOREIGN


def least_certainty(judge: str, language: str) -> float:
    """From which certainty on a sentence is taken for an answer."""
    return _weights(judge, language).least


def reads(judge: str, language: str) -> bool:
    """Whether the judge was trained on texts of a language (ISO 639-1)."""
    return language in _READS.get(judge, ())


def is_unread(judge: str, language: str) -> bool:
    """Whether a judge that is a model was not trained on texts of a language."""
    return judge in _READS and not reads(judge, language)


def beside_below(judge: str, language: str) -> float:
    """Below which certainty a text that a model wrote from what it read is taken for no answer."""
    return _weights(judge, language).beside


def word_for(certainty: float) -> Confidence:
    """The word that users see for a certainty."""
    return (
        Confidence.HIGH if certainty >= HIGH else Confidence.MEDIUM if certainty >= MEDIUM else Confidence.LOW
    )


def _logistic(total: float) -> float:
    return 1 / (1 + math.exp(-total)) if total > -500 else 0.0


def _weights(judge: str, language: str) -> _Weights:
    fitted = _FITTED.get(judge, {})
    return fitted.get(language) or fitted.get("en") or _UNFITTED
