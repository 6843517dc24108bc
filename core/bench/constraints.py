"""`docuchat bench constraints`: are the demands of a question found, and only those?

Two tables of prompts (`resources/evaluation/constraints`): `own` was written together with the patterns,
`blind` by somebody who had not seen them. Pure computation, no model.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from core.agent.constraints import PromptConstraints, analyze_constraints
from core.bench.measure import commit, figure, machine, percentile
from core.paths import resources
from core.schemas import BenchOutput, FigureOutput
from core.textspan import word_list

TABLES = ("own", "blind")
_DEFAULTS = PromptConstraints()
_FIELDS = tuple(field.name for field in fields(PromptConstraints))
_LISTS = ("required_search_topics", "exact_quote_indicators", "required_sections")
_SMALL_WORDS = word_list(
    "the a an of on for in from to about and its their exact",
    "der die das den dem des ein eine einen von zu zum zur über für und genauer genauen",
)


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
        return _share(self.found, self.found + self.invented)

    @property
    def recall(self) -> float | None:
        return _share(self.found, self.found + self.missed)


def load_table(name: str) -> list[JudgedPrompt]:
    """The prompts of one of `TABLES`; a field that a row leaves out has its default."""
    text = (resources() / "evaluation" / "constraints" / f"{name}.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    return [JudgedPrompt(row["prompt"], _constraints(row["expected"])) for row in rows]


def tallies(
    prompts: Sequence[JudgedPrompt], analyze: Callable[[str], PromptConstraints] = analyze_constraints
) -> dict[str, Tally]:
    """By field. A wrong number or rule is one invented and one missed.

    Sections have to have the same name. Topics and things to quote are the same when all important words of
    the shorter one are in the longer one: "noise level" and "noise level of the WP-340".
    """
    tally = {name: Tally() for name in _FIELDS}
    for judged in prompts:
        found = analyze(judged.prompt)
        for name in _FIELDS:
            _count(tally[name], name, getattr(judged.expected, name), getattr(found, name))
    return tally


def mistakes(prompts: Sequence[JudgedPrompt]) -> list[str]:
    """A line for each prompt with a wrong field."""
    lines: list[str] = []
    for judged in prompts:
        found = analyze_constraints(judged.prompt)
        wrong: list[str] = []
        for name in _FIELDS:
            expected, got, tally = getattr(judged.expected, name), getattr(found, name), Tally()
            _count(tally, name, expected, got)
            if tally.invented or tally.missed:
                wrong.append(f"{name}: expected {_shown(expected)}, found {_shown(got)}")
        if wrong:
            lines.append(f"{' '.join(judged.prompt.split())} → {'; '.join(wrong)}")
    return lines


def run_constraints() -> BenchOutput:
    """Score both tables and take the time of each prompt."""
    results: dict[str, FigureOutput] = {}
    notes: list[str] = []
    milliseconds: list[float] = []
    for table in TABLES:
        prompts = load_table(table)
        for judged in prompts:
            start = time.perf_counter()
            analyze_constraints(judged.prompt)
            milliseconds.append((time.perf_counter() - start) * 1000)
        wrong = mistakes(prompts)
        silent = [judged for judged in prompts if judged.expected == _DEFAULTS]
        alarms = sum(analyze_constraints(judged.prompt) != _DEFAULTS for judged in silent)
        results[f"{table}: prompts"] = figure(len(prompts), "prompts", better="higher", digits=0)
        results[f"{table}: wholly right"] = _ratio(1 - len(wrong) / len(prompts))
        results[f"{table}: without demands"] = figure(len(silent), "prompts", better="higher", digits=0)
        results[f"{table}: false alarms among these"] = figure(alarms, "prompts", better="lower", digits=0)
        for name, tally in tallies(prompts).items():
            results[f"{table}, {name}: precision"] = _ratio(tally.precision)
            results[f"{table}, {name}: recall"] = _ratio(tally.recall)
        notes += [f"{table}: {line}" for line in wrong]
    results["median"] = figure(statistics.median(milliseconds), "ms", better="lower")
    results["95th percentile"] = figure(percentile(milliseconds, 0.95), "ms", better="lower", target=5)
    return BenchOutput(
        name="constraints", commit=commit(), machine=machine(), results=results, left_out=[], notes=notes
    )


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


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _ratio(value: float | None) -> FigureOutput:
    return figure(value, "", better="higher", digits=3)


def _shown(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
