"""One figure of a benchmark's report: a value with its unit and target, a share, a percentile."""

from __future__ import annotations

from collections.abc import Sequence

from core.published.schemas import FigureOutput

Results = dict[str, FigureOutput]  # by the name that the report shows


def figure(
    value: float | None, unit: str, *, better: str, target: float | None = None, digits: int = 2
) -> FigureOutput:
    """One figure; `met` follows from value, target and direction."""
    met = None
    if value is not None and target is not None:
        met = value >= target if better == "higher" else value <= target
    rounded = None if value is None else round(value, digits)
    return FigureOutput.model_validate(
        {"value": rounded, "unit": unit, "better": better, "target": target, "met": met}
    )


def counted(count: int, of: int, *, better: str, target: float | None = None) -> FigureOutput:
    """A share with what it is a share of; no value where there was nothing to count."""
    share = figure(count / of if of else None, "share", better=better, target=target, digits=3)
    return share.model_copy(update={"count": count, "of": of})


def percentile(values: Sequence[float], share: float) -> float | None:
    """Nearest-rank percentile, `share` in 0..1; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered) + 0.5) - 1))]
