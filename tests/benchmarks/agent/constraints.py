"""The constraints benchmark: are the demands of a question found, and only those?

Four tables of prompts (`tests/benchmarks/data/constraints`). The examples that tell demands were mended on
the mistakes of three; `fresh_held_out` only gives its figures.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from statistics import median
from typing import Any

from pydantic import TypeAdapter

from core.agent.demands.analysis import analyze_constraints
from core.agent.demands.constraints import PromptConstraints
from core.cancel import CancelToken
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.published.schemas import BenchOutput, FigureOutput
from core.search.embedder import embedder_of
from core.settings import Settings
from core.system.paths import AppPaths
from core.text.textspan import word_list
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.reporting import own_table, report
from tests.benchmarks.shares import number

HELD_OUT = "fresh_held_out"  # its mistakes are not looked at
TABLES = ("own", "blind", "fresh_tuned", HELD_OUT)
_DEFAULTS = PromptConstraints()
_FIELDS = tuple(field.name for field in fields(PromptConstraints))
_SMALL_WORDS = word_list(own_table("agent/words")["words"]["small"])


@dataclass(frozen=True, slots=True)
class JudgedPrompt:
    """A prompt and the demands that a reader finds in it; a field that a row leaves out has its default."""

    prompt: str
    expected: PromptConstraints


@dataclass(slots=True)
class Tally:
    """Demands that were found, invented and missed."""

    found: int = 0
    invented: int = 0
    missed: int = 0

    @property
    def precision(self) -> float | None:
        return self.found / (self.found + self.invented) if self.found + self.invented else None

    @property
    def recall(self) -> float | None:
        return self.found / (self.found + self.missed) if self.found + self.missed else None


def load_table(name: str) -> list[JudgedPrompt]:
    """The prompts of one of `TABLES`."""
    rows = json_lines(own_data() / "constraints" / f"{name}.jsonl")
    return TypeAdapter(list[JudgedPrompt]).validate_python(rows)


def tallies(prompts: Sequence[JudgedPrompt], found: Sequence[PromptConstraints]) -> dict[str, Tally]:
    """By field. A wrong number or rule is one invented and one missed.

    Sections have to have the same name. Topics and things to quote are the same when all important words of
    the shorter one are in the longer one: "noise level" and "noise level of the WP-340".
    """
    tally = {name: Tally() for name in _FIELDS}
    for judged, got in zip(prompts, found, strict=True):
        for name in _FIELDS:
            _count(tally[name], name, getattr(judged.expected, name), getattr(got, name))
    return tally


def run_constraints(*, paths: AppPaths, quick: bool, cancel: CancelToken) -> BenchOutput:
    """Score all tables and take the time of each prompt, with the embedder of the settings."""
    installed = ModelStore(paths.models, load_catalogue()).require(Settings().models.embedding_model)
    kinds = RequestKinds(embedder_of(installed), paths.cache)
    kinds.prepare()
    results, notes, seconds = _scored(lambda prompt: analyze_constraints(prompt, kinds), cancel)
    results["median"] = figure(median(seconds) * 1000, "ms", better="lower")
    slowest = (percentile(seconds, 0.95) or 0.0) * 1000
    results["95th percentile"] = figure(slowest, "ms", better="lower")
    return report("constraints", results, left_out=[], notes=notes)


def _scored(
    find: Callable[[str], PromptConstraints], cancel: CancelToken
) -> tuple[Results, list[str], list[float]]:
    """Figures of all tables, what is wrong in those that are tuned on, and the seconds of each prompt."""
    results: Results = {}
    notes: list[str] = []
    seconds: list[float] = []
    for table in TABLES:
        prompts, found = load_table(table), []
        for judged in prompts:
            cancel.check()
            start = time.perf_counter()
            found.append(find(judged.prompt))
            seconds.append(time.perf_counter() - start)
        wrong = [
            (one, got, names)
            for one, got in zip(prompts, found, strict=True)
            if (names := [name for name, of in tallies([one], [got]).items() if of.invented or of.missed])
        ]
        silent = [got for one, got in zip(prompts, found, strict=True) if one.expected == _DEFAULTS]
        results |= {
            f"{table}: prompts": number(len(prompts), "prompts"),
            f"{table}: wholly right": _ratio(1 - len(wrong) / len(prompts)),
            f"{table}: without demands": number(len(silent), "prompts"),
            f"{table}: false alarms among these": number(
                sum(got != _DEFAULTS for got in silent), "prompts", "lower"
            ),
        }
        for name, tally in tallies(prompts, found).items():
            results[f"{table}, {name}: precision"] = _ratio(tally.precision)
            results[f"{table}, {name}: recall"] = _ratio(tally.recall)
        for one, got, names in wrong if table != HELD_OUT else ():
            said = [f"{name}: {getattr(one.expected, name)!r}, not {getattr(got, name)!r}" for name in names]
            notes.append(f"{table}: {' '.join(one.prompt.split())} → {'; '.join(said)}")
    return results, notes, seconds


def _count(tally: Tally, name: str, expected: Any, found: Any) -> None:
    if not isinstance(expected, tuple):
        default = getattr(_DEFAULTS, name)
        tally.found += expected == found != default
        tally.missed += expected not in (found, default)
        tally.invented += found not in (expected, default)
        return
    same = _same_name if name == "required_sections" else _same_thing
    left = list(found)
    for item in expected:
        match = next((other for other in left if same(item, other)), None)
        if match is None:
            tally.missed += 1
        else:
            tally.found += 1
            left.remove(match)
    tally.invented += len(left)


def _same_name(one: str, other: str) -> bool:
    return re.findall(r"\w+", one.casefold()) == re.findall(r"\w+", other.casefold())


def _same_thing(one: str, other: str) -> bool:
    words, others = (set(re.findall(r"\w+", name.casefold())) - _SMALL_WORDS for name in (one, other))
    return bool(words and others) and (words <= others or others <= words)


def _ratio(value: float | None) -> FigureOutput:
    return figure(value, "", better="higher", digits=3)
