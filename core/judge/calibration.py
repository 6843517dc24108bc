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
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from core.types import Confidence

WORDS = "words"  # no model: shares of words
HIGH, MEDIUM = 0.85, 0.6
_SUREST = 0.01  # what is surer says no more
NEVER = 2.0  # as the least certainty: nothing is taken for an answer
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Signs:
    """`share` of the question's words that the sentence has, and how near it is by meaning, each 0 to 1;
    `score` by a judge that reads it. `is_foreign`: it is in another language than the question."""

    share: float
    nearness: float | None = None
    score: float | None = None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class _Weights:
    bias: float
    share: float = 0.0
    nearness: float = 0.0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class _Phrased:
    bias: float
    sentence: float
    odds: float


@dataclass(frozen=True, slots=True)
class PairSigns:
    """`nearness` to the question of the sentence that is less near, by an embedder; `alike`: how far each
    answers what the other says, by the judge; `apart`: by how much the other is nearer, the more the more
    they are alike but for their values, for then a word or the title tells what each is about ("the rent
    is", "the deposit is"; "Lease Baker", "Lease Cole")."""

    nearness: float
    alike: float
    apart: float


@dataclass(frozen=True, slots=True)
class _Conflicting:
    bias: float
    nearness: float
    alike: float
    apart: float


# Of the best sentence of a question: `python -m tests.benchmarks judges --tuned` shows them.
_SCORED: dict[str, _Weights] = {
    "ms-marco-minilm-l-12-v2": _Weights(-2.5, share=1.5, nearness=1.6, score=0.36)
}
_COMPARED = _Weights(-6.4, share=6.2, nearness=7.2)
_FOREIGN = _Weights(-5.4, nearness=11.3)
_BY_WORDS = {"en": _Weights(-5.28, share=8.84), "de": _Weights(-5.04, share=9.47)}
_LEAST, _BESIDE = 0.4, 0.05
_LEAST_BY_WORDS, _BESIDE_BY_WORDS = {"en": 0.30, "de": 0.42}, {"en": 0.09, "de": 0.06}
# Of a short answer, by the language model that copied it: by the log-odds of its sentence, and by its own.
# `python -m tests.benchmarks phrases --tuned` shows it.
_PHRASES: dict[str, _Phrased] = {"qwen2.5-coder-1.5b-instruct-q4_k_m": _Phrased(-0.2, 0.6, 1.14)}
LEAST_READ = 0.03  # from which certainty on a sentence is worth asking such a model
LEAST_ASKED = 0.5  # from which certainty on its short answer is one
# Of two sentences of different documents with other values: do they answer a question differently?
# `python -m tests.benchmarks conflicts --tuned` shows it, with the default embedder.
_CONFLICTS: dict[str, _Conflicting] = {
    "ms-marco-minilm-l-12-v2": _Conflicting(-1.71, 6.76, 0.28, -52.33),
    WORDS: _Conflicting(-3.64, 7.61, 4.14, -46.01),
}
LEAST_CONFLICT = 0.65  # from which certainty on documents are told to disagree
# Of the languages it can be asked in, those that it was trained on.
_READS = {"ms-marco-minilm-l-12-v2": frozenset({"en"})}


def log_odds_of(judge: str, language: str, signs: Signs) -> float:
    """That a sentence with these signs answers."""
    of = _weights(judge, language, signs)
    return (
        of.bias + of.share * signs.share + of.nearness * (signs.nearness or 0) + of.score * (signs.score or 0)
    )


def certainty_of(judge: str, language: str, signs: Signs) -> float:
    """How certainly a sentence with these signs answers, 0 to 1."""
    return _logistic(log_odds_of(judge, language, signs))


def conflict_certainty(judge: str, signs: PairSigns) -> float:
    """How certainly two sentences with other values answer a question differently, 0 to 1; 0 by a judge that
    no weights were fitted for."""
    of = _CONFLICTS.get(judge)
    if of is None:
        return 0.0
    return _logistic(of.bias + of.nearness * signs.nearness + of.alike * signs.alike + of.apart * signs.apart)


def phrase_certainty(model: str, certainty: float, odds: float | None) -> float:
    """How certainly a short answer is right, 0 to 1.

    Args:
        certainty: that its sentence answers; returned as it is for a model that no weights were fitted for.
        odds: natural logarithm, by the language model; None where it gives none.
    """
    of = _PHRASES.get(model)
    if of is None or odds is None:
        return certainty
    return _logistic(of.bias + of.sentence * log_odds(certainty) + of.odds * odds)


def checks_phrases(model: str) -> bool:
    """Whether weights were fitted for what a language model says of its short answers."""
    return model in _PHRASES


def is_doubtful_phrase(model: str, certainty: float, odds: float | None) -> bool:
    """Whether a short answer with this certainty is more likely wrong than right."""
    return odds is not None and model in _PHRASES and certainty < LEAST_ASKED


def least_certainty(judge: str, language: str) -> float:
    """From which certainty on a sentence is taken for an answer."""
    return _of_language(_LEAST_BY_WORDS, language) if judge == WORDS else _LEAST


def reads(judge: str, language: str) -> bool:
    """Whether the judge was trained on texts of a language (ISO 639-1)."""
    return language in _READS.get(judge, ())


def beside_below(judge: str, language: str) -> float:
    """Below which certainty a text that a model wrote from what it read is taken for no answer."""
    return _of_language(_BESIDE_BY_WORDS, language) if judge == WORDS else _BESIDE


def word_for(certainty: float) -> Confidence:
    """The word that users see for a certainty."""
    return (
        Confidence.HIGH if certainty >= HIGH else Confidence.MEDIUM if certainty >= MEDIUM else Confidence.LOW
    )


def _logistic(total: float) -> float:
    return 1 / (1 + math.exp(-total)) if total > -500 else 0.0


def log_odds(certainty: float) -> float:
    """Its natural logarithm, as far as it says anything."""
    sure = min(max(certainty, _SUREST), 1 - _SUREST)
    return math.log(sure / (1 - sure))


def _weights(judge: str, language: str, signs: Signs) -> _Weights:
    if signs.score is not None and judge in _SCORED:
        return _SCORED[judge]
    if signs.nearness is None:
        return _of_language(_BY_WORDS, language)
    return _FOREIGN if signs.is_foreign else _COMPARED


def _of_language(table: Mapping[str, _T], language: str) -> _T:
    return table.get(language) or table["en"]
