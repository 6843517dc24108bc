"""Options of benchmarks: what each is called, what it means and how its value is read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """`keyword` is what the function that measures calls it; `how` goes to argparse."""

    flag: str
    keyword: str
    help: str
    how: dict[str, Any]


def number(kind: type[int] | type[float], least: float, most: float | None = None) -> Callable[[str], float]:
    """Reads a number within bounds."""

    def read(text: str) -> float:
        value = kind(text)
        if not least <= value or (most is not None and value > most):
            bound = f"at least {least:,}" if most is None else f"between {least:,} and {most:,}"
            raise argparse.ArgumentTypeError(f"{text} is not {bound}")
        return value

    return read


def path(text: str) -> Path:
    """Reads a file or folder."""
    return Path(text).expanduser().resolve()


def count(flag: str, keyword: str, text: str, default: int = 0, most: int | None = None) -> Option:
    return Option(flag, keyword, text, {"type": number(int, 1, most), "default": default, "metavar": "N"})


def place(flag: str, text: str, metavar: str = "FOLDER") -> Option:
    return Option(flag, _keyword(flag), text, {"type": path, "metavar": metavar})


def switch(flag: str, text: str) -> Option:
    return Option(flag, _keyword(flag), text, {"action": "store_true"})


def name(flag: str, text: str) -> Option:
    return Option(flag, _keyword(flag), text, {"default": "", "metavar": "NAME"})


def choice(flag: str, keyword: str, text: str, choices: str, default: str = "") -> Option:
    """One or several of `choices`, parted by blanks; all by default."""
    how = {"nargs": "+", "choices": choices.split(), "default": (default or choices).split()}
    return Option(flag, keyword, text, how)


def seconds(flag: str, text: str) -> Option:
    return Option(
        flag, _keyword(flag), text, {"type": number(float, 0.001), "default": 900.0, "metavar": "S"}
    )


def _keyword(flag: str) -> str:
    return flag.removeprefix("--").replace("-", "_")


DETAILS = place("--details", "write every answer, or every mistake, here: a line each", "FILE")
RESUME = switch("--resume", "go on with what --details holds already")
WORK = place("--work", "keep the libraries of the questions in this folder")
DOCUMENTS = Option(
    "--documents",
    "documents",
    "read these files and folders instead of generated pages",
    {"nargs": "+", "type": Path, "default": [], "metavar": "PATH"},
)
