"""Figures that ordinary people ask of annual reports: 80 questions over 20 of them, in two halves.

Right: every figure of the gold stands in the answer, to half of its last digit, in whatever scale; where no
report has it, nothing is shown. The questions were written by somebody who had not seen the program's rules.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from core.answer.confidence import VERIFIED
from core.types import Answer, Confidence
from tests.benchmarks.asking import told, warm_up
from tests.benchmarks.evaluation_data import own_data, shared_folder
from tests.benchmarks.judged_sets import financebench, open_library
from tests.benchmarks.reporting import Bench
from tests.benchmarks.settings import settings_with

Grade = Literal["right", "partly", "declined", "else"]
QUICK_QUESTIONS = 6
_NUMBER = re.compile(r"(?<![\w.])(\d{1,3}(?:[,.]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?:\s?([^\W\d_]+))?")
_THOUSANDS = re.compile(r"\d{1,3}(?:[,.]\d{3})+(?:\.\d+)?")
_SCALES = {"thousand": 1e3, "tsd": 1e3, "million": 1e6, "mio": 1e6, "billion": 1e9, "mrd": 1e9}
_SHARE, _SMALL, _TENTH = 0.0006, 1000, 0.051  # of a value; below which it is told to tenths


def run_ordinary_figures(
    bench: Bench, *, half: str = "tuned", model: str = "", work: Path | None = None
) -> None:
    """Ask the questions of a half in chat, written by `model` or copied without one."""
    questions = _questions(half)[: QUICK_QUESTIONS if bench.quick else None]
    settings = settings_with(bench.paths, model)
    judged = financebench(shared_folder())
    grades: list[Grade] = []
    verified = high = 0
    seconds: list[float] = []
    with open_library(judged, bench.paths, settings, work or bench.folder, bench.cancel) as engine:
        warm_up(engine, engine.language_model() if model else None, bench.cancel)
        for asked in questions:
            came = told(engine, asked["question"], None, "written" if model else "copied", bench.cancel)
            grade = grade_of(asked, came.answer)
            grades.append(grade)
            seconds.append(came.seconds)
            carried = any(one.status in VERIFIED for one in came.answer.statements)
            verified += grade == "else" and carried
            high += grade == "else" and came.answer.confidence is Confidence.HIGH
    count = Counter(grades)
    for name in ("right", "partly", "declined", "else"):
        bench.share(name, count[name], len(grades), "higher" if name == "right" else "lower")
    bench.add("else, verified", verified, "questions", digits=0)
    bench.add("else, high confidence", high, "questions", digits=0)
    bench.percentiles([1000 * one for one in seconds], {"answer.p50": 0.5, "answer.p95": 0.95})


def grade_of(asked: dict[str, Any], answer: Answer) -> Grade:
    """How an answer compares with the figures that it should tell."""
    if not answer.statements:
        return "right" if not asked["value"] else "declined"
    found = [_tells(answer.text, value) for value in asked["value"]]
    if not found or not any(found):
        return "else"
    return "right" if all(found) else "partly"


def _tells(text: str, value: float) -> bool:
    wanted = abs(value)
    tolerance = max(_SHARE * wanted, _TENTH if wanted < _SMALL else 0.0)
    return any(abs(told_value - wanted) <= tolerance for told_value in _values(text))


def _values(text: str) -> Iterator[float]:
    """Numbers of a text in their scale; where none is named in each that it may have."""
    for match in _NUMBER.finditer(text):
        digits = match.group(1)
        if _THOUSANDS.fullmatch(digits):
            digits = digits.replace(",", "") if "," in digits else digits.replace(".", "")
        value = float(digits.replace(",", "."))
        word = (match.group(2) or "").casefold()
        scales: Sequence[float] = [_SCALES[word]] if word in _SCALES else [1.0, 1e3, 1e6]
        yield from (value * scale for scale in scales)


def _questions(half: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for name in ("tuned", "held") if half == "both" else (half,):
        rows += tomllib.loads((own_data() / "figures" / f"{name}.toml").read_text(encoding="utf-8"))[
            "question"
        ]
    return rows
