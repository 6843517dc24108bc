"""Whether two builds of one commit are the same, file by file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# What may differ, and why. A file that differs and is not here makes the comparison fail.
EXCEPTIONS = {
    r".*/resources/models/[^/]+/tuned/report\.json": "times measured while the embedder was tuned",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """`name` below the folders; `what`: `content`, `only in the first`, `only in the second`, `rights`;
    `excused`: why it may, empty when it may not."""

    name: str
    what: str
    excused: str


def differences(first: Path, second: Path) -> Iterator[Difference]:
    """What is not the same in two built folders; links count by where they lead."""
    ours, theirs = _entries(first), _entries(second)
    for name in sorted(ours.keys() | theirs.keys()):
        if name not in theirs:
            what = "only in the first"
        elif name not in ours:
            what = "only in the second"
        elif ours[name] == theirs[name]:
            continue
        else:
            what = "content" if ours[name][1] != theirs[name][1] else "rights"
        excused = next((why for pattern, why in EXCEPTIONS.items() if re.fullmatch(pattern, f"/{name}")), "")
        yield Difference(name, what, excused)


def _entries(folder: Path) -> dict[str, tuple[int, str]]:
    """Name → rights and the sha256 of the content (or where the link leads, or that it is a folder)."""
    found = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = (0, f"-> {path.readlink()}")
        elif path.is_file():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            found[name] = (path.stat().st_mode & 0o777, digest)
        else:  # its rights are those of the builder's umask; the packages give it their own
            found[name] = (0, "folder")
    return found
