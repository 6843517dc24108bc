"""What benchmarks share when they report: the report itself, bounds beside a figure, and their own tables."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from core.published.schemas import BenchOutput
from tests.benchmarks.evaluation_data import own_data
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.machine import commit, machine

Endings = tuple[str, str]


def report(
    name: str, results: Results, *, left_out: Sequence[str] = (), notes: Sequence[str] = ()
) -> BenchOutput:
    """The figures of a benchmark, with the commit and the machine of now."""
    return BenchOutput(
        name=name,
        commit=commit(),
        machine=machine(),
        results=results,
        left_out=list(left_out),
        notes=list(notes),
    )


def bounds(name: str, low: float, high: float, *, endings: Endings, better: str = "higher") -> Results:
    """The bounds of a share's interval, named after it."""
    return {
        f"{name}{ending}": figure(value, "share", better=better, digits=3)
        for ending, value in zip(endings, (low, high), strict=True)
    }


def own_table(name: str) -> dict[str, Any]:
    """A TOML file of the project's own data, for example `injection/words`."""
    return tomllib.loads((own_data() / f"{name}.toml").read_text(encoding="utf-8"))
