"""What a file is told by: the SHA-256 of its bytes. Used when a file is added and again when it is read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

HEAD_BYTES = 1024
_BLOCK = 1024 * 1024


def read_content(path: Path, check: Callable[[], None]) -> tuple[str, bytes]:
    """SHA-256 (hex) of the file and its first bytes; `check` is called for each block and may raise.

    Raises:
        OSError: the file cannot be read.
    """
    digest = hashlib.sha256()
    head = b""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            check()
            head = head or block[:HEAD_BYTES]
            digest.update(block)
    return digest.hexdigest(), head


def file_mark(path: Path) -> tuple[int, int, int]:
    """Changes when another file takes the path or the file is written to.

    Raises:
        OSError: the file is gone.
    """
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns
