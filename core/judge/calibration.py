"""From a judge's score to the certainty that a sentence answers, by the language of the question.

A logistic function of a few signs, by the tuned halves of XQuAD in English and in German, of the papers of
an office and of questions in other words: does the best sentence, read behind title and headings, hold the
answer, where the text that has it is there, and where only others are? The least certainty is one that about
5 % of the latter reach in XQuAD.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.types import Confidence

WORDS = "words"  # no model: shares of words
HIGH, MEDIUM = 0.85, 0.6
_SUREST = 0.01  # what is surer says no more
NEVER = 2.0  # as the least certainty: nothing is taken for an answer


@dataclass(frozen=True, slots=True)
class Signs:
    """`share` of the question's words that the sentence has, and how near it is by meaning, each 0 to 1;
    `score` by a judge that reads it. `is_foreign`: it is in another language than the question."""

    share: float
    similarity: float | None = None
    score: float | None = None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class _Weights:
    bias: float
    share: float = 0.0
    similarity: float = 0.0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class _Phrased:
    bias: float
    sentence: float
    odds: float


@dataclass(frozen=True, slots=True)
class PairSigns:
    """`similarity` to the question of the sentence that is less near, by an embedder; `alike`: how far each
    answers what the other says, by the judge; `apart`: by how much the other is nearer, the more the more
    they are alike but for their values, for then a word or the title tells what each is about ("the rent
    is", "the deposit is"; "Lease Baker", "Lease Cole")."""

    similarity: float
    alike: float
    apart: float


@dataclass(frozen=True, slots=True)
class _Conflicting:
    bias: float
    similarity: float
    alike: float
    apart: float


# Of the best sentence of a question, read by the cross-encoder or compared by meaning, in its language or in
# another, or by words alone. `python -m tests.benchmarks judges --tuned` fits each set by itself; these lie
# between its weights, chosen by hand on the tuned halves, those across languages on ten questions only.
_READS = {"ms-marco-minilm-l-12-v2": frozenset({"en"})}  # the languages that a judge was trained on
_SCORED = _Weights(-2.5, share=1.5, similarity=1.6, score=0.36)
_COMPARED = _Weights(-6.4, share=6.2, similarity=7.2)
_FOREIGN = _Weights(-5.0, similarity=9.0)
_BY_WORDS = {"en": _Weights(-4.84, share=8.84), "de": _Weights(-5.12, share=9.47)}
LEAST, BESIDE = 0.4, 0.05  # from which certainty on a sentence answers, and below which it is beside
NEAR = 0.1  # from which certainty on it is shown, where nothing answers, as what may
# Of a short answer, by the language model that copied it: by the log-odds of its sentence, and by its own.
# `python -m tests.benchmarks phrases --tuned` shows it.
_PHRASES: dict[str, _Phrased] = {"qwen2.5-coder-1.5b-instruct-q4_k_m": _Phrased(1.29, 0.83, 1.33)}
LEAST_READ = 0.015  # from which certainty on a sentence is worth asking such a model
LEAST_DECIDING = 0.03  # from which certainty on a sentence is shown, in doubt, for a question for yes or no
LEAST_ASKED = 0.5  # from which certainty on its short answer is one
# Of two sentences of different documents with other values: do they answer a question differently?
# `python -m tests.benchmarks conflicts --tuned` shows it, with the default embedder.
_CONFLICTS: dict[str, _Conflicting] = {
    "ms-marco-minilm-l-12-v2": _Conflicting(-1.71, 6.76, 0.28, -52.33),
    WORDS: _Conflicting(-3.64, 7.61, 4.14, -46.01),
}
LEAST_CONFLICT = 0.65  # from which certainty on documents are told to disagree


def log_odds_of(language: str, signs: Signs) -> float:
    """That a sentence with these signs answers a question in this language (ISO 639-1)."""
    of = _weights(language, signs)
    similarity, score = signs.similarity or 0.0, signs.score or 0.0
    return of.bias + of.share * signs.share + of.similarity * similarity + of.score * score


def certainty_of(language: str, signs: Signs) -> float:
    """How certainly it answers, 0 to 1."""
    return _logistic(log_odds_of(language, signs))


def conflict_certainty(judge: str, signs: PairSigns) -> float:
    """How certainly two sentences with other values answer a question differently, 0 to 1; 0 by a judge that
    no weights were fitted for."""
    of = _CONFLICTS.get(judge)
    if of is None:
        return 0.0
    return _logistic(
        of.bias + of.similarity * signs.similarity + of.alike * signs.alike + of.apart * signs.apart
    )


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


def reads(judge: str, language: str) -> bool:
    """Whether the judge was trained on texts of a language (ISO 639-1)."""
    return language in _READS.get(judge, ())


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


def _weights(language: str, signs: Signs) -> _Weights:
    if signs.score is not None:
        return _SCORED
    if signs.similarity is None:
        return _BY_WORDS.get(language) or _BY_WORDS["en"]
    return _FOREIGN if signs.is_foreign else _COMPARED
