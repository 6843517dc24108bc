"""The evaluation data that benchmarks read: a folder outside the program, which is only read."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from core.errors import UsageError


def shared_folder() -> Path:
    """The folder with evaluation data, `eval` in the folder that `DOCUCHAT_SHARED` names."""
    named = os.environ.get("DOCUCHAT_SHARED", "")
    folder = Path(named) / "eval"
    if not named or not folder.is_dir():
        raise UsageError(
            "There is no evaluation data to measure with.",
            "Set DOCUCHAT_SHARED to the folder that holds `eval/financebench`, `eval/scifact` and others.",
        )
    return folder


def json_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file that holds one a line."""
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"The evaluation data {path} cannot be read ({error}).") from error


def is_held_out(name: str) -> bool:
    """Whether a question, by its id or its text, is of the half on which nothing is fitted."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def own_data() -> Path:
    """The folder with the questions and documents that are the project's own."""
    return Path(__file__).parent / "data"
