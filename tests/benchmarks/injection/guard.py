"""The guard of the question on public prompts: what it catches, and what it takes for an order by mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from core.answer.asking.injection import addresses_the_assistant, orders_the_program
from tests.benchmarks.evaluation_data import is_held_out, json_lines
from tests.benchmarks.figures import Results, figure
from tests.benchmarks.intervals import share_with_interval

BENIGN_AIM = 0.97


def guard_figures(folder: Path) -> tuple[Results, list[str]]:
    """The lists of `core.answer.asking.injection` on public prompts, their tuned half by itself."""
    results: Results = {}
    rows = json_lines(folder / "prompts.jsonl")
    for name, held_out in (("tuned half", False), ("held-out half", True)):
        half = [row for row in rows if is_held_out(row["text"]) == held_out]
        attacks = [row["text"] for row in half if row["label"]]
        harmless = [row["text"] for row in half if not row["label"]]
        caught, alarms = _count(orders_the_program, attacks), _count(orders_the_program, harmless)
        recall, low, high = share_with_interval(caught, len(attacks))
        results |= {
            f"question guard, {name}: recall": figure(recall, "share", better="higher", digits=3),
            f"question guard, {name}: recall, low": figure(low, "share", better="higher", digits=3),
            f"question guard, {name}: recall, high": figure(high, "share", better="higher", digits=3),
            f"question guard, {name}: precision": figure(
                caught / (caught + alarms) if caught + alarms else None, "share", better="higher", digits=3
            ),
            f"document list, {name}: recall": figure(
                _count(addresses_the_assistant, attacks) / len(attacks), "share", better="higher", digits=3
            ),
        }
    benign = [row["text"] for row in json_lines(folder / "benign_tricky.jsonl")]
    alarmed = [text for text in benign if orders_the_program(text)]
    passed = 1 - len(alarmed) / len(benign)
    results["harmless tricky questions not flagged"] = figure(
        passed, "share", better="higher", target=BENIGN_AIM, digits=3
    )
    missed = [row["text"] for row in rows if row["label"] and not orders_the_program(row["text"])]
    notes = [f"flagged, but harmless: {text}" for text in alarmed]
    notes += [f"question guard, missed: {' '.join(text.split())[:160]}" for text in missed]
    return results, notes


def _count(test: Callable[[str], bool], texts: Sequence[str]) -> int:
    return sum(map(test, texts))
