"""Are documents that disagree told, and only those? Cases written by hand, half of them German.

A case is a question over a few short passages, each a document with its date, title and heading, and the two
values that disagree, or none. Written before anything was run; by turns the lines are tuned on and held out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.answer.disagreement.conflicts import Conflict, find_conflicts
from core.answer.sources import Source
from tests.answer.helpers import source_of
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.reporting import Bench, write_lines

# What differs is exact there; elsewhere it is words.
EXACT = ("figure", "money", "date", "time", "percent", "replaces")


def run_conflicts(bench: Bench, *, tuned: bool = False, details: Path | None = None) -> None:
    """`tuned`: the half that limits were fitted on. `details`: its mistakes; never those of the other."""
    rows = json_lines(own_data() / "conflicts" / "cases.jsonl")[not tuned :: 2]
    found = {row["id"]: _told(row) for row in rows}
    differ = [row for row in rows if row["values"]]
    for name, own in {
        "": differ,
        ", exact values": [row for row in differ if row["kind"] in EXACT],
        ", words": [row for row in differ if row["kind"] not in EXACT],
    }.items():
        bench.share(
            f"of the conflicts, told{name}", sum(_is_found(row, found[row["id"]]) for row in own), len(own)
        )
    agree = [row for row in rows if not row["values"]]
    alarms = [row["id"] for row in agree if found[row["id"]]]
    bench.share("false alarms, of cases without a conflict", len(alarms), len(agree), better="lower")
    told = [(row, pair) for row in rows for pair in found[row["id"]]]
    bench.share("of the pairs told, right", sum(_is_found(row, [pair]) for row, pair in told), len(told))
    bench.notes.append(f"half: {'tuned' if tuned else 'held out'}; {len(rows)} cases")
    if tuned:
        wrong = [
            row
            for row in rows
            if not (_is_found(row, found[row["id"]]) if row["values"] else not found[row["id"]])
        ]
        write_lines(
            details, [f"{row['id']}: wanted {row['values']}, told {found[row['id']]}" for row in wrong]
        )


def _told(row: dict[str, Any]) -> list[tuple[str, str]]:
    """What each pair gives: its values, with their sentences."""
    rule = "newest" if row["kind"] == "replaces" else None
    found: Sequence[Conflict] = find_conflicts(sources_of(row), row["question"], rule)
    return [
        (
            f"{one.first.shown_value}: {one.first.sentence.text}",
            f"{one.second.shown_value}: {one.second.sentence.text}",
        )
        for one in found
    ]


def sources_of(row: dict[str, Any]) -> list[Source]:
    """A document for each passage."""
    sources = []
    for number, told in enumerate(row["passages"], start=1):
        source = source_of(number, told["text"], told["document"], date=told["date"])
        document = replace(source.document, title=told["title"], language=row["id"][:2])
        sources.append(
            replace(source, document=document, chunk=replace(source.chunk, context=told["heading"]))
        )
    return sources


def _is_found(row: dict[str, Any], pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether one of them has the values that disagree, a side each."""
    return any(
        (row["values"][0] in one and row["values"][1] in other)
        or (row["values"][1] in one and row["values"][0] in other)
        for one, other in pairs
        if row["values"]
    )
