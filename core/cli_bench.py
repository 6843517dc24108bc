"""`docuchat bench NAME`: benchmarks as commands. Exits 0 when it could measure, whatever the figures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.bench.smoke import run_smoke
from core.cli_print import print_json
from core.paths import AppPaths

BENCHES = {"smoke": run_smoke}


def add_parser(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure this installation")
    bench.add_argument("name", choices=sorted(BENCHES))
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.add_argument("--quick", action="store_true", help="end within 50 s; says what it left out")
    bench.add_argument(
        "--documents",
        nargs="+",
        default=[],
        metavar="PATH",
        help="read these files and folders instead of generated pages",
    )
    bench.set_defaults(run=run_bench)


def run_bench(arguments: argparse.Namespace) -> int:
    report = BENCHES[arguments.name](
        paths=AppPaths.from_environment(arguments.home),
        quick=arguments.quick,
        cancel=arguments.cancel,
        documents=[Path(path) for path in arguments.documents],
    )
    if arguments.json:
        print_json(report.model_dump(mode="json"))
        return 0
    print(f"{report.name} · {report.machine} · commit {report.commit}")
    for name, figure in report.results.items():
        value = "not measured" if figure.value is None else f"{figure.value:g} {figure.unit}"
        target = (
            ""
            if figure.target is None
            else f"   target {figure.target:g}, {'met' if figure.met else 'missed'}"
        )
        print(f"  {name:44} {value}{target}")
    for note in report.left_out:
        print(f"  left out: {note}")
    return 0
