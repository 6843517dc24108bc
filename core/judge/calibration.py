"""From a judge's score to the certainty that a sentence answers, by the language of the question.

A logistic function of two signs, fitted on the tuned halves of XQuAD in English and in German: does the
best sentence hold the answer, where the paragraph that has it is there, and where only the others of its
article are? The least certainty is the one that 5 % of the latter reach; in German, of which the
cross-encoder has read nothing, 9 %. `python -m tests.benchmarks judges --tuned` shows it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.types import Confidence

WORDS = "words"  # no model: shares of words
HIGH, MEDIUM = 0.85, 0.6


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


_FITTED: dict[str, dict[str, _Weights]] = {
    "ms-marco-minilm-l-12-v2": {
        "en": _Weights(-2.90, 0.47, 3.29, 0.25),
        "de": _Weights(-3.62, 0.30, 5.85, 0.35),
    },
    WORDS: {"en": _Weights(-5.45, 9.89, 0.0, 0.38), "de": _Weights(-4.94, 9.47, 0.0, 0.45)},
}
_UNFITTED = _Weights(-20.0, 0.0, 0.0, 0.5)  # such a judge orders, and decides nothing


def certainty_of(judge: str, language: str, signs: Signs) -> float:
    """How certainly a sentence with these signs answers, 0 to 1."""
    of = _weights(judge, language)
    total = of.bias + of.score * signs.score + of.share * signs.share
    return 1 / (1 + math.exp(-total)) if total > -500 else 0.0


def least_certainty(judge: str, language: str) -> float:
    """From which certainty on a sentence is taken for an answer."""
    return _weights(judge, language).least


def word_for(certainty: float) -> Confidence:
    """The word that users see for a certainty."""
    return (
        Confidence.HIGH if certainty >= HIGH else Confidence.MEDIUM if certainty >= MEDIUM else Confidence.LOW
    )


def _weights(judge: str, language: str) -> _Weights:
    fitted = _FITTED.get(judge, {})
    return fitted.get(language) or fitted.get("en") or _UNFITTED
