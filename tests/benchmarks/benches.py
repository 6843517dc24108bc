"""How the benchmarks of `benches.toml` are called. Each is imported only when it runs."""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.errors import UsageError
from core.published.schemas import BenchOutput
from core.system.paths import AppPaths
from tests.benchmarks.machine import commit
from tests.benchmarks.reporting import Bench

BENCHES: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
_KINDS: dict[str, dict[str, Any]] = BENCHES.pop("kinds")
_TYPES: dict[str, Callable[[str], Any]] = {
    "whole": int,
    "real": float,
    "path": Path,
    "place": lambda text: Path(text).expanduser().resolve(),
}


def add_option(command: argparse.ArgumentParser, flag: str, *, kind: str, **told: Any) -> None:
    """An option as the table tells of it."""
    how = _KINDS[kind] | told
    if "type" in how:
        how["type"] = _TYPES[how["type"]]
    if "least" in how:
        how["type"] = _number(how["type"], how.pop("least"), how.pop("most", None))
    command.add_argument(flag, **how)


def measure(where: str, *arguments: Any, **given: Any) -> BenchOutput:
    """Call `PACKAGE.MODULE.FUNCTION` with those of the common arguments and its options that it takes.

    One that takes a `bench` keeps in it what it finds.
    """
    module, _, name = where.rpartition(".")
    function = getattr(import_module(f"tests.benchmarks.{module}"), name)
    known = signature(function).parameters
    whole = any(one.kind is one.VAR_KEYWORD for one in known.values())
    taken = {key: value for key, value in given.items() if whole or key in known}
    if "bench" not in known:
        report: BenchOutput = function(*arguments, **taken)
        return report
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        common = {key: given[key] for key in ("name", "paths", "quick", "cancel")}
        bench = Bench(**common, folder=Path(folder))
        function(bench, *arguments, **taken)
        return bench.report()


def smoke(*, paths: AppPaths, quick: bool, cancel: CancelToken, documents: Sequence[Path]) -> BenchOutput:
    """The program's own check of itself."""
    from core.self_check.run import run_self_check

    checked = run_self_check(paths=paths, quick=quick, cancel=cancel, documents=documents)
    return checked.model_copy(update={"commit": commit()})


def agent(*, copied: bool, **given: Any) -> BenchOutput:
    """Tasks by a model, or by copied sentences."""
    if copied and (given["model"] or given["details"]):
        raise UsageError("--copied asks no model and keeps no details.", "Leave the others out.")
    if given["resume"] and not given["details"]:
        raise UsageError("--resume goes on with the file of --details.", "Add --details FILE.")
    return measure("agent.run.run_agent", copied=copied, **given)


def library(*, reports: bool, end_to_end: int, with_model: str, scale: int, **given: Any) -> BenchOutput:
    """One of the ways to measure: the first that is asked for."""
    if reports:
        return measure("library.run.run_library_reports", **given)
    if end_to_end:
        return measure("library.run.run_library_whole", **given | {"documents": end_to_end})
    if scale:
        return measure("library.scale.run_library_scale", **given | {"documents": scale})
    if with_model:
        from tests.benchmarks.one_model import language_model

        with language_model(given["paths"], with_model) as model:
            return measure("library.run.run_library_planned", model, **given)
    return measure("library.run.run_library", **given)


def _number(read: Callable[[str], float], least: float, most: float | None) -> Callable[[str], float]:
    """Reads a number within bounds."""

    def number(text: str) -> float:
        value = read(text)
        if not least <= value or (most is not None and value > most):
            bound = f"at least {least:,}" if most is None else f"between {least:,} and {most:,}"
            raise argparse.ArgumentTypeError(f"{text} is not {bound}")
        return value

    return number
