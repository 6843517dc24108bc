"""`docuchat bench NAME`: benchmarks as commands. Exits 0 when it could measure, whatever the figures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.bench.german import run_german
from core.bench.ingest import run_ingest
from core.bench.retrieval import run_retrieval
from core.bench.robustness import table_lines
from core.bench.scale import run_scale
from core.bench.smoke import run_smoke
from core.cli_print import print_json
from core.errors import UsageError
from core.output import BenchOutput
from core.paths import AppPaths

NAMES = ("german", "ingest", "smoke", "retrieval", "scale")


def add_parser(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure this installation")
    bench.add_argument("name", choices=NAMES)
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.add_argument("--quick", action="store_true", help="end within 50 s; says what it left out")
    bench.add_argument(
        "--documents",
        nargs="+",
        default=[],
        metavar="PATH",
        help="read these files and folders instead of generated pages",
    )
    bench.add_argument(
        "--robustness",
        metavar="FOLDER",
        help="ingest: only take in every file of this folder, and show how each ended",
    )
    bench.add_argument(
        "--profile",
        metavar="FOLDER",
        help="ingest: also write where the time goes, as text files, to this folder",
    )
    bench.add_argument(
        "--work", metavar="FOLDER", help="retrieval: keep the libraries of the questions in this folder"
    )
    bench.add_argument(
        "--sets",
        nargs="+",
        choices=("financebench", "scifact"),
        default=["financebench", "scifact"],
        help="retrieval: only these questions",
    )
    bench.add_argument(
        "--model-pass",
        choices=("rephrase", "passage"),
        help="retrieval: only what the language model's help before a search gains and costs (financebench)",
    )
    bench.add_argument(
        "--questions",
        type=int,
        default=12,
        metavar="N",
        help="retrieval: the number of questions for --model-pass",
    )
    bench.add_argument(
        "--points",
        nargs="+",
        type=int,
        default=[],
        metavar="N",
        help="scale: these numbers of chunks, not 10,000 and 100,000; 1000000 takes half an hour",
    )
    bench.set_defaults(run=run_bench)


def run_bench(arguments: argparse.Namespace) -> int:
    report = _measured(arguments)
    if arguments.json:
        print_json(report.model_dump(mode="json"))
        return 0
    print(f"{report.name} · {report.machine} · commit {report.commit}")
    for name, figure in report.results.items():
        value = "not measured" if figure.value is None else f"{figure.value:g} {figure.unit}"
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


def _measured(arguments: argparse.Namespace) -> BenchOutput:
    paths = AppPaths.from_environment(arguments.home)
    documents = [Path(path) for path in arguments.documents]
    if arguments.name == "ingest":
        return run_ingest(
            paths=paths,
            quick=arguments.quick,
            cancel=arguments.cancel,
            documents=documents,
            robustness=Path(arguments.robustness) if arguments.robustness else None,
            profile=Path(arguments.profile) if arguments.profile else None,
        )
    if arguments.robustness or arguments.profile:
        raise UsageError("--robustness and --profile belong to `docuchat bench ingest`.")
    if arguments.name == "scale":
        return run_scale(quick=arguments.quick, cancel=arguments.cancel, points=arguments.points)
    if arguments.name == "german":
        if documents:
            raise UsageError("`docuchat bench german` has documents of its own.")
        return run_german(paths=paths, quick=arguments.quick, cancel=arguments.cancel)
    if arguments.name == "retrieval":
        return run_retrieval(
            paths=paths,
            quick=arguments.quick,
            cancel=arguments.cancel,
            work=Path(arguments.work).expanduser() if arguments.work else None,
            sets=arguments.sets,
            model_pass=(arguments.model_pass, arguments.questions) if arguments.model_pass else None,
        )
    return run_smoke(paths=paths, quick=arguments.quick, cancel=arguments.cancel, documents=documents)
