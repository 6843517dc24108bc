"""One run of a benchmark, and what benchmarks share when they report."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.published.schemas import BenchOutput, OutcomeOutput
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.evaluation_data import own_data
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.machine import commit, machine
from tests.benchmarks.settings import settings_with

Endings = tuple[str, str]


@dataclass(slots=True)
class Bench:
    """One run: with what it measures, a folder of its own that is deleted after it, and what it found."""

    name: str
    paths: AppPaths
    quick: bool
    cancel: CancelToken
    folder: Path
    began: float = field(default_factory=time.monotonic)
    prefix: str = ""  # of the names of figures
    embedder: str = ""  # of the catalogue; empty: the configured one
    results: Results = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcomes: list[OutcomeOutput] = field(default_factory=list)

    @property
    def settings(self) -> Settings:
        return settings_with(self.paths, embedder=self.embedder)

    def add(
        self,
        name: str,
        value: float | None,
        unit: str,
        better: str = "lower",
        target: float | None = None,
        digits: int = 2,
    ) -> None:
        shown = figure(value, unit, better=better, target=target, digits=digits)
        self.results[self.prefix + name] = shown

    def share(
        self, name: str, count: int, of: int, better: str = "higher", target: float | None = None
    ) -> None:
        """A share that tells what it is a share of."""
        self.results[self.prefix + name] = counted(count, of, better=better, target=target)

    def percentiles(
        self, values: Sequence[float], names: dict[str, float], unit: str = "ms", **how: Any
    ) -> None:
        """Percentiles of the same values, each by its name."""
        for name, share in names.items():
            self.add(name, percentile(values, share), unit, **how)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.add(name, time.perf_counter() - began, "s")

    def report(self) -> BenchOutput:
        told = report(self.name, self.results, left_out=self.left_out, notes=self.notes)
        return told.model_copy(update={"outcomes": self.outcomes})


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


def write_lines(path: Path | None, lines: Sequence[str]) -> None:
    """What `--details` asks for; nothing without it."""
    if path is not None:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
