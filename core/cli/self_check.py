"""`docuchat self-check`: is this installation as fast as it should be? Exits 0 when it could measure.

`docuchat bench`, its name of before, answers here, too.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from core.cli.printing import print_json
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


def add_parser(commands: Any) -> None:
    described = "is this installation as fast as it should be?"
    check = commands.add_parser("self-check", help=described, description=described)
    add_options(check)
    check.set_defaults(run=run_check)
    earlier = commands.add_parser("bench", description="`docuchat bench smoke` is now `docuchat self-check`.")
    earlier.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    earlier.set_defaults(run=run_under_earlier_name)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="in about a minute; says what it left out")
    documents = "read these files and folders instead of generated pages"
    parser.add_argument("--documents", nargs="+", type=Path, default=[], metavar="PATH", help=documents)


def run_check(arguments: argparse.Namespace) -> int:
    """Measure and print one report."""
    from core.self_check.run import run_self_check

    paths = AppPaths.from_environment(arguments.home)
    how = {"quick": arguments.quick, "cancel": arguments.cancel, "documents": arguments.documents}
    print_report(run_self_check(paths=paths, **how), as_json=arguments.json)
    return 0


def run_under_earlier_name(arguments: argparse.Namespace) -> int:
    """Run `bench smoke` as what it is called now.

    Raises:
        UsageError: it is another benchmark.
    """
    if arguments.rest[:1] != ["smoke"]:
        raise UsageError(
            "Benchmarks are no longer part of DocuChat: `python -m tests.benchmarks NAME` runs them where "
            "its source is; what `docuchat bench smoke` did is `docuchat self-check` now."
        )
    print("docuchat: `docuchat bench smoke` is now `docuchat self-check`.", file=sys.stderr)
    parser = argparse.ArgumentParser(prog="docuchat self-check")
    add_options(parser)
    return run_check(parser.parse_args(arguments.rest[1:], arguments))


def print_report(report: BenchOutput, *, as_json: bool) -> None:
    """One JSON object, or a figure a line and what was left out."""
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    print(f"{report.name} · {report.machine} · commit {report.commit}")
    for name, figure in report.results.items():
        value = "not measured" if figure.value is None else f"{figure.value:g} {figure.unit}"
        if figure.of is not None:
            value += f" ({figure.count} of {figure.of})"
        verdict = {None: "", True: ", met", False: ", missed"}[figure.met]
        target = "" if figure.target is None else f"   target {figure.target:g}{verdict}"
        print(f"  {name:44} {value}{target}")
    for row in report.outcomes:
        print(f"  {row.files:5}  {row.outcome:16} {row.reason or '–'}  ({', '.join(row.examples)})")
    for note in report.notes:
        print(f"  {note}")
    for note in report.left_out:
        print(f"  left out: {note}")
