"""Counts, shares and their bounds as figures, alike in every report."""

from __future__ import annotations

from collections.abc import Sequence

from core.published.schemas import FigureOutput
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.intervals import share_with_interval
from tests.benchmarks.reporting import Endings, bounds


def number(
    count: float | None, unit: str, better: str = "higher", target: float | None = None
) -> FigureOutput:
    """A whole number of something."""
    return figure(count, unit, better=better, target=target, digits=0)


def share(value: float | None, better: str = "higher", target: float | None = None) -> FigureOutput:
    return figure(value, "share", better=better, target=target, digits=3)


def share_of(values: Sequence[float], better: str = "higher", target: float | None = None) -> FigureOutput:
    """The mean of truth values or shares; no value without any."""
    return share(sum(values) / len(values) if values else None, better, target)


def bounded(name: str, count: int, of: int, endings: Endings, better: str = "higher") -> Results:
    """A share with what it is of and its 95 % bounds; nothing where there is no case."""
    if not of:
        return {}
    _, low, high = share_with_interval(count, of)
    return {
        name: counted(count, of, better=better),
        **bounds(name, low, high, endings=endings, better=better),
    }


def percentiles(name: str, values: Sequence[float], unit: str, *shares: float) -> Results:
    """`name` with the percentile behind it: "whole answer, p90"."""
    return {
        f"{name}p{round(100 * one)}": figure(percentile(values, one), unit, better="lower") for one in shares
    }
