"""`docuchat bench NAME`: benchmarks as commands. Exits 0 when it could measure, whatever the figures.

Each benchmark is a sub-command with options of its own (`core/cli/bench_*.py`) and is imported only when it
runs.
"""

from __future__ import annotations

import argparse
from typing import Any

from core.cli import bench_answering, bench_library, bench_reading, bench_research
from core.cli.bench_options import add_bench
from core.cli.printing import print_json
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


def add_parser(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure this installation")
    bench.set_defaults(run=run_bench)
    names = bench.add_subparsers(dest="name", metavar="NAME", required=True)
    bench_reading.add_benches(names)
    described = "how well fields are read and questions over them understood"
    bench_library.add_options(add_bench(names, "library", described, bench_library.measure))
    bench_answering.add_benches(names)
    described = "are references found, followed within the limits, and is what is behind them answered?"
    bench_research.add_options(add_bench(names, "research", described, bench_research.measure))


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure and print one report."""
    from tests.benchmarks.ingest.robustness import table_lines

    report: BenchOutput = arguments.measure(arguments, AppPaths.from_environment(arguments.home))
    if arguments.json:
        print_json(report.model_dump(mode="json"))
        return 0
    print(f"{report.name} · {report.machine} · commit {report.commit}")
    for name, figure in report.results.items():
        value = "not measured" if figure.value is None else f"{figure.value:g} {figure.unit}"
        if figure.of is not None:
            value += f" ({figure.count} of {figure.of})"
        verdict = {None: "", True: ", met", False: ", missed"}[figure.met]
        target = "" if figure.target is None else f"   target {figure.target:g}{verdict}"
        print(f"  {name:44} {value}{target}")
    for line in table_lines(report.outcomes):
        print(line)
    for note in report.notes:
        print(f"  {note}")
    for note in report.left_out:
        print(f"  left out: {note}")
    return 0
