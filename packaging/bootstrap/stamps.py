"""Which steps are done: one small file each in `.venv`, holding the hash of what the step was made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from bootstrap.places import STAMPS


def digest(inputs: Iterable[str | bytes | Path]) -> str:
    """sha256 over texts, bytes and the contents of files."""
    total = hashlib.sha256()
    for given in inputs:
        if isinstance(given, Path):
            content = given.read_bytes()
        else:
            content = given.encode() if isinstance(given, str) else given
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def is_done(step: str, inputs: str) -> bool:
    """True if `step` was completed with the same inputs and the files it noted are unchanged."""
    try:
        stamp = json.loads((STAMPS / f"{step}.json").read_text(encoding="utf-8"))
        return stamp["inputs"] == inputs and all(
            Path(path).stat().st_size == size for path, size in stamp["files"].items()
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def note_of(step: str) -> str:
    """What a done step left for later: see `mark_done`."""
    return str(json.loads((STAMPS / f"{step}.json").read_text(encoding="utf-8"))["note"])


def mark_done(step: str, inputs: str, files: Iterable[Path] = (), note: str = "") -> None:
    """Written only after the step, and atomically: an interrupted step is done again."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    stamp = {
        "inputs": inputs,
        "files": {str(path): path.stat().st_size for path in files},
        "note": note,
    }
    temporary = STAMPS / f"{step}.tmp"
    temporary.write_text(json.dumps(stamp), encoding="utf-8")
    temporary.replace(STAMPS / f"{step}.json")


def forget(step: str) -> None:
    (STAMPS / f"{step}.json").unlink(missing_ok=True)
