"""The research benchmark: its parts, each measured by itself."""

from __future__ import annotations

from pathlib import Path

from core.cancel import CancelToken
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


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
    """Measure `references`, `runs` or `chains`. What follows `details` is for the last two."""
    if part == "references":
        from tests.benchmarks.research.references import run_references

        return run_references(paths=paths, quick=quick, cancel=cancel, details=details)
    if part not in ("runs", "chains"):
        raise ValueError(f"no part of the research benchmark: {part}")
    from tests.benchmarks.research.chains import run_chains

    return run_chains(
        part,
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
