"""What the sub-commands of `docuchat bench` share: how they are added, and how their options are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths

Measure = Callable[[argparse.Namespace, AppPaths], BenchOutput]


def add_bench(names: Any, name: str, description: str, measure: Measure) -> argparse.ArgumentParser:
    """A sub-command with the options that all have; `measure` makes its report."""
    parser: argparse.ArgumentParser = names.add_parser(name, help=description)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="end within 50 s; says what it left out")
    parser.set_defaults(measure=measure)
    return parser


def add_details(parser: argparse.ArgumentParser) -> None:
    """Where every answer is kept, and going on with what is kept there."""
    parser.add_argument("--details", metavar="FILE", help="write every answer and its marks here")
    parser.add_argument("--resume", action="store_true", help="go on with what --details holds already")


def asking(arguments: argparse.Namespace, paths: AppPaths) -> dict[str, Any]:
    """What every benchmark takes that asks a language model and keeps the answers."""
    return {
        "paths": paths,
        "quick": arguments.quick,
        "cancel": arguments.cancel,
        "model": arguments.model,
        "details": path_of(arguments.details),
        "resume": arguments.resume,
    }


def count_of(arguments: argparse.Namespace, option: str) -> int:
    """How many things to ask; 0 where the option was not given: all.

    Raises:
        UsageError: less than one.
    """
    count: int | None = getattr(arguments, option)
    if count is not None and count < 1:
        raise UsageError(f"--{option} must be at least 1.")
    return count or 0


def path_of(named: str | None) -> Path | None:
    """The file or folder an option names; None where it was not given."""
    return Path(named).expanduser().resolve() if named else None
