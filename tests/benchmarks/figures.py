"""Figures of a benchmark's report: a value with its unit and target, a share, a percentile."""

from __future__ import annotations

from core.published.schemas import FigureOutput
from core.self_check.measures import Results, figure, percentile

__all__ = ["Results", "counted", "figure", "percentile"]


def counted(count: int, of: int, *, better: str, target: float | None = None) -> FigureOutput:
    """A share with what it is a share of; no value where there was nothing to count."""
    share = figure(count / of if of else None, "share", better=better, target=target, digits=3)
    return share.model_copy(update={"count": count, "of": of})
