"""`docuchat bench research`: its options, and what they measure."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--part",
        choices=("references", "runs", "chains"),
        default="references",
        help="references found and where they lead; runs within their limits; questions only a chain answers",
    )
    parser.add_argument("--details", metavar="FILE", help="write every mistake or run here, a line each")
    parser.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="runs, chains: the language model; without, answers are copied",
    )
    parser.add_argument("--questions", type=int, metavar="N", help="runs, chains: N questions only")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="runs, chains: which values the documents hold"
    )
    parser.add_argument(
        "--standard",
        action="store_true",
        help="runs, chains: the usual limits, not the reduced ones",
    )
    parser.add_argument(
        "--run-seconds",
        type=float,
        default=900.0,
        metavar="S",
        help="runs, chains: stop a run after so long and count it as not ended (default: 900)",
    )


def measure(arguments: argparse.Namespace, paths: AppPaths) -> BenchOutput:
    """Measure one part.

    Raises:
        UsageError: an option is out of its range.
        core.errors.KnownError: what it needs is missing.
    """
    from tests.benchmarks.research.run import run_research

    if arguments.questions is not None and arguments.questions < 1:
        raise UsageError("--questions must be at least 1.")
    if not arguments.run_seconds > 0:
        raise UsageError("--run-seconds must be more than 0.")
    return run_research(
        part=arguments.part,
        paths=paths,
        quick=arguments.quick,
        cancel=arguments.cancel,
        details=Path(arguments.details).expanduser().resolve() if arguments.details else None,
        model=arguments.model,
        count=arguments.questions or 0,
        seed=arguments.seed,
        standard=arguments.standard,
        run_seconds=arguments.run_seconds,
    )
