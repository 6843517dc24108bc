"""How confident an answer may look: high, medium or low. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from core.judge.calibration import word_for
from core.types import Confidence, Statement, StatementStatus

VERIFIED = (StatementStatus.QUOTED, StatementStatus.SUPPORTED)
_MOST = 0.5  # of the statements, verified: with fewer an answer is low
_ORDER = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)


def confidence_of(statements: Sequence[Statement], certainty: float | None = None) -> Confidence:
    """As certain as what is carried answers, and no surer than the share of it that is carried.

    `certainty`: 0 to 1, see `core.answer.relevance.answering`; None where nothing can be told.
    """
    if not statements or any(one.status is StatementStatus.UNSUPPORTED for one in statements):
        return Confidence.LOW
    verified = sum(one.status in VERIFIED for one in statements) / len(statements)
    most = Confidence.HIGH if verified == 1 else Confidence.MEDIUM if verified >= _MOST else Confidence.LOW
    return no_surer_than(Confidence.MEDIUM if certainty is None else word_for(certainty), most)


def no_surer_than(confidence: Confidence, most: Confidence) -> Confidence:
    """The lower of the two."""
    return min(confidence, most, key=_ORDER.index)
