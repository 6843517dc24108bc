"""The research benchmark: its parts, each measured by itself."""

from __future__ import annotations

from typing import Any

from core.published.schemas import BenchOutput
from tests.benchmarks.research.chains import run_chains
from tests.benchmarks.research.references import run_references


def run_research(*, part: str, **given: Any) -> BenchOutput:
    """Measure `references`, which takes `paths`, `quick`, `cancel` and `details`; or `runs` or `chains`."""
    if part == "references":
        return run_references(**{name: given[name] for name in ("paths", "quick", "cancel", "details")})
    return run_chains(part, **given)
