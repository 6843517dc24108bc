"""Whether an installed program was replaced on the disk while it runs, as an upgrade does. Any thread.

An installed program reads what it imports late, and starts its worker processes, from its own file, by name:
after an upgrade that is another version, whose parts lie elsewhere. So it is looked again before a worker
starts, and whenever the window comes to the front.
"""

from __future__ import annotations

import sys
from pathlib import Path

from core.errors import KnownError
from core.system.paths import commit_beside

Identity = tuple[int, int, str]


class ReplacedError(KnownError):
    """The program was replaced while it ran. Not the fault of what it was working on, which waits."""

    code = "replaced"
    exit_code = 7


def identity(program: Path) -> Identity | None:
    """Device, inode and built commit of a program's file; None where there is none."""
    try:
        found = program.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, commit_beside(program)


_AT_START = identity(Path(sys.executable)) if getattr(sys, "frozen", False) else None


def was_replaced() -> bool:
    """Another version, or none, lies where this program was started from. Never for a checkout."""
    return _AT_START is not None and identity(Path(sys.executable)) != _AT_START


def refuse_if_replaced() -> None:
    """Raises:
    ReplacedError: nothing new may be begun with the parts of another version.
    """
    if was_replaced():
        raise replaced()


def replaced() -> ReplacedError:
    return ReplacedError(
        "DocuChat was updated while it was open.",
        "Close it and open it again: nothing is lost, and reading goes on where it was.",
    )
