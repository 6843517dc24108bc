"""A file that is being fetched: resumable bytes on disk, hashing, and plain words for a full disk.

Owns `<name>.part` and `<name>.part.json` in the staging folder of one model. Used by one fetch at a time, on
whatever thread runs it (the store holds the model's lock).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from core.cancel import CancelToken
from core.errors import StorageError

CHUNK_BYTES = 1 << 20
# Kept free besides the model itself: manifests, the database and the log must still be writable.
SPARE_BYTES = 32 << 20
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def readable_bytes(count: int) -> str:
    """`1.1 GB`, `98 MB`: decimal units, as file managers and stores show them."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}" if count < 10 * size else f"{count / size:.0f} {unit}"
    return f"{count} bytes"


def free_bytes(folder: Path) -> int:
    """Free space where `folder` is or will be made."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def disk_full(folder: Path, needed: int) -> StorageError:
    """The error for a full disk, naming the folder and both figures."""
    return StorageError(
        f"The disk of {folder} is full: {readable_bytes(needed)} are needed and "
        f"{readable_bytes(free_bytes(folder))} are free.",
        "Free some space, or set DOCUCHAT_MODELS to a folder on a larger disk. What was fetched is kept.",
    )


def check_space(folder: Path, needed: int) -> None:
    """Refuse before the first byte instead of failing after the last.

    Raises:
        StorageError: `needed` bytes and a reserve do not fit.
    """
    if needed and free_bytes(folder) < needed + SPARE_BYTES:
        raise disk_full(folder, needed + SPARE_BYTES)


@contextmanager
def storage_errors(folder: Path, needed: int = 0) -> Generator[None]:
    """Turn the operating system's complaints about `folder` into a `StorageError`."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(folder, needed) from error
        raise StorageError(
            f"The models folder cannot be written: {error.filename or folder} ({error.strerror or error}).",
            "Check its permissions, or set DOCUCHAT_MODELS to another folder.",
        ) from error


def hash_file(path: Path, cancel: CancelToken) -> Generator[int, None, str]:
    """Yield the bytes read so far; return the sha256 in hexadecimal."""
    digest = hashlib.sha256()
    done = 0
    with path.open("rb") as file:
        while block := file.read(CHUNK_BYTES):
            cancel.check()
            digest.update(block)
            done += len(block)
            yield done
    return digest.hexdigest()


class PartialFile:
    """`<name>.part` and how much of it can be trusted, from which source."""

    def __init__(self, folder: Path, name: str, expected_bytes: int) -> None:
        self.folder = folder
        self.path = folder / f"{name}.part"
        self._state_path = folder / f"{name}.part.json"
        self._expected = expected_bytes
        self._source = ""

    def resume(self, source: str) -> tuple[int, int]:
        """(parts, bytes) that are already here from the same `source`; anything beyond them is cut off."""
        self._source = source
        with storage_errors(self.folder, self._expected):
            self.folder.mkdir(parents=True, exist_ok=True)
            parts, size = self._read_state()
            with self.path.open("ab") as file:
                if file.tell() < size:
                    parts, size = 0, 0
                file.truncate(size)
        return parts, size

    def _read_state(self) -> tuple[int, int]:
        try:
            state = json.loads(self._state_path.read_text(encoding="utf-8"))
            if state["source"] != self._source:
                return 0, 0
            return int(state["parts"]), int(state["bytes"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0

    def append(self, stream: BinaryIO, cancel: CancelToken) -> Iterator[int]:
        """Copy `stream` to the end; yields the size reached. Cancel takes effect between chunks."""
        with storage_errors(self.folder, self._expected), self.path.open("ab") as file:
            while block := stream.read(CHUNK_BYTES):
                cancel.check()
                file.write(block)
                yield file.tell()

    def append_block(self, block: bytes) -> int:
        """Write one block to the end; returns the size reached."""
        with storage_errors(self.folder, self._expected), self.path.open("ab") as file:
            file.write(block)
            return file.tell()

    def commit(self, parts: int) -> int:
        """Make what is on disk now count after an interruption; returns its bytes."""
        with storage_errors(self.folder, self._expected):
            with self.path.open("ab") as file:
                file.flush()
                os.fsync(file.fileno())
                size = file.tell()
            temporary = self._state_path.with_suffix(".tmp")
            temporary.write_text(
                json.dumps({"source": self._source, "parts": parts, "bytes": size}), encoding="utf-8"
            )
            temporary.replace(self._state_path)
        return size

    @property
    def size(self) -> int:
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def discard(self) -> None:
        """Remove it: the bytes are wrong."""
        self.path.unlink(missing_ok=True)
        self._state_path.unlink(missing_ok=True)

    def finish(self, target: Path) -> None:
        """The bytes are right: move them to `target`, atomically."""
        with storage_errors(self.folder, self._expected):
            self.path.replace(target)
            self._state_path.unlink(missing_ok=True)
