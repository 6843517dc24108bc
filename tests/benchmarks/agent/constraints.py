"""The constraints benchmark: are the demands of a question found, and only those?

Two tables of prompts (`tests/benchmarks/data/constraints`): `own` was written together with the patterns,
`blind` by somebody who had not seen them. Pure computation, unless a model is named for the model pass.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from core.agent.demands.constraint_pass import ask_for_constraints
from core.agent.demands.constraints import PromptConstraints, analyze_constraints
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.published.schemas import BenchOutput, FigureOutput
from core.system.paths import AppPaths
from core.text.textspan import word_list
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.figures import Results, figure, percentile
from tests.benchmarks.one_model import language_model
from tests.benchmarks.reporting import own_table, report

TABLES = ("own", "blind")
_DEFAULTS = PromptConstraints()
_FIELDS = tuple(field.name for field in fields(PromptConstraints))
_LISTS = ("required_search_topics", "exact_quote_indicators", "required_sections")
_SMALL_WORDS = word_list(own_table("agent/words")["words"]["small"])


@dataclass(frozen=True, slots=True)
class JudgedPrompt:
    """A prompt and the demands that a reader finds in it."""

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
        return self._share(self.invented)

    @property
    def recall(self) -> float | None:
        return self._share(self.missed)

    def _share(self, wrongly: int) -> float | None:
        return self.found / (self.found + wrongly) if self.found + wrongly else None


def load_table(name: str) -> list[JudgedPrompt]:
    """The prompts of one of `TABLES`; a field that a row leaves out has its default."""
    rows = json_lines(own_data() / "constraints" / f"{name}.jsonl")
    return [JudgedPrompt(row["prompt"], _constraints(row["expected"])) for row in rows]


def tallies(
    prompts: Sequence[JudgedPrompt], found: Sequence[PromptConstraints] | None = None
) -> dict[str, Tally]:
    """By field. A wrong number or rule is one invented and one missed.

    Sections have to have the same name. Topics and things to quote are the same when all important words of
    the shorter one are in the longer one: "noise level" and "noise level of the WP-340".
    """
    tally = {name: Tally() for name in _FIELDS}
    found = [analyze_constraints(judged.prompt) for judged in prompts] if found is None else found
    for judged, got in zip(prompts, found, strict=True):
        for name in _FIELDS:
            _count(tally[name], name, getattr(judged.expected, name), getattr(got, name))
    return tally


def mistakes(prompts: Sequence[JudgedPrompt], found: Sequence[PromptConstraints]) -> list[str]:
    """A line for each prompt with a wrong field."""
    lines: list[str] = []
    for judged, got in zip(prompts, found, strict=True):
        wrong = [
            f"{name}: expected {_shown(getattr(judged.expected, name))}, found {_shown(getattr(got, name))}"
            for name, tally in tallies([judged], [got]).items()
            if tally.invented or tally.missed
        ]
        if wrong:
            lines.append(f"{' '.join(judged.prompt.split())} → {'; '.join(wrong)}")
    return lines


def run_constraints(*, paths: AppPaths, quick: bool, cancel: CancelToken, model: str = "") -> BenchOutput:
    """Score both tables and take the time of each prompt; with `model` also what that model adds."""
    tables = {name: load_table(name) for name in TABLES}
    results: Results = {}
    notes: list[str] = []
    left_out: list[str] = []
    milliseconds: list[float] = []
    for table, prompts in tables.items():
        found = []
        for judged in prompts:
            start = time.perf_counter()
            found.append(analyze_constraints(judged.prompt))
            milliseconds.append((time.perf_counter() - start) * 1000)
        results |= _scores(table, prompts, found)
        notes += [f"{table}: {line}" for line in mistakes(prompts, found)]
    results["median"] = figure(statistics.median(milliseconds), "ms", better="lower")
    results["95th percentile"] = figure(percentile(milliseconds, 0.95), "ms", better="lower", target=5)
    if model and quick:
        left_out.append("the model pass (without --quick)")
    elif model:
        with language_model(paths, model) as opened:
            for table, prompts in tables.items():
                start = time.perf_counter()
                found = [_with_model(opened, judged.prompt, cancel) for judged in prompts]
                seconds = (time.perf_counter() - start) / len(prompts)
                results |= _scores(f"{table} with {model}", prompts, found)
                results[f"{table} with {model}: a prompt"] = figure(seconds, "s", better="lower")
    return report("constraints", results, left_out=left_out, notes=notes)


def _scores(table: str, prompts: Sequence[JudgedPrompt], found: Sequence[PromptConstraints]) -> Results:
    wrong = len(mistakes(prompts, found))
    silent = [got for judged, got in zip(prompts, found, strict=True) if judged.expected == _DEFAULTS]
    alarms = sum(got != _DEFAULTS for got in silent)
    results = {
        f"{table}: prompts": figure(len(prompts), "prompts", better="higher", digits=0),
        f"{table}: wholly right": _ratio(1 - wrong / len(prompts)),
        f"{table}: without demands": figure(len(silent), "prompts", better="higher", digits=0),
        f"{table}: false alarms among these": figure(alarms, "prompts", better="lower", digits=0),
    }
    for name, tally in tallies(prompts, found).items():
        results[f"{table}, {name}: precision"] = _ratio(tally.precision)
        results[f"{table}, {name}: recall"] = _ratio(tally.recall)
    return results


def _with_model(model: ChatModel, prompt: str, cancel: CancelToken) -> PromptConstraints:
    found = analyze_constraints(prompt)

    def run() -> Generator[Event, None, None]:
        nonlocal found
        found = yield from ask_for_constraints(
            model, prompt, found, UsageMeter(model.model_name), EventStamper(), cancel
        )

    for _ in run():
        pass
    return found


def _constraints(expected: dict[str, Any]) -> PromptConstraints:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in expected.items()
    }
    return PromptConstraints(**values)


def _count(tally: Tally, name: str, expected: Any, found: Any) -> None:
    if name in _LISTS:
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
        return
    default = getattr(_DEFAULTS, name)
    if expected == found:
        tally.found += expected != default
        return
    tally.missed += expected != default
    tally.invented += found != default


def _same_name(one: str, other: str) -> bool:
    return re.findall(r"\w+", one.casefold()) == re.findall(r"\w+", other.casefold())


def _same_thing(one: str, other: str) -> bool:
    words, others = (
        {word for word in re.findall(r"\w+", name.casefold()) if word not in _SMALL_WORDS}
        for name in (one, other)
    )
    return bool(words and others) and (words <= others or others <= words)


def _ratio(value: float | None) -> FigureOutput:
    return figure(value, "", better="higher", digits=3)


def _shown(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
