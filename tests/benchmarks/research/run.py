"""`docuchat bench research`: its parts, each measured by itself."""

from __future__ import annotations

from pathlib import Path

from core.cancel import CancelToken
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths

PARTS = ("references", "runs", "chains")


def run_research(
    *,
    part: str,
    paths: AppPaths,
    quick: bool,
    cancel: CancelToken,
    details: Path | None = None,
    model: str = "",
    count: int = 0,
    seed: int = 1,
    standard: bool = False,
    run_seconds: float = 900.0,
) -> BenchOutput:
    """Measure one of `PARTS`. What follows `details` is for runs and chains.

    Raises:
        ValueError: there is no such part.
        core.errors.KnownError: what it needs is missing.
    """
    if part not in PARTS:
        raise ValueError(f"no part of the research benchmark: {part}")
    if part == "references":
        from tests.benchmarks.research.references import run_references

        return run_references(paths=paths, quick=quick, cancel=cancel, details=details)
    if part == "runs":
        from tests.benchmarks.research.runs import run_runs as measured
    else:
        from tests.benchmarks.research.chains import run_chains as measured
    return measured(
        paths=paths,
        quick=quick,
        cancel=cancel,
        model=model,
        count=count,
        seed=seed,
        standard=standard,
        run_seconds=run_seconds,
        details=details,
    )
