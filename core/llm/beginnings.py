"""Beginnings of prompts that come again, as the model evaluated them: in memory, and between starts on disk.

Orders with examples are a thousand tokens, which take half a minute to read on a laptop; as a file they are
there in a tenth of a second. Only they lie on disk: they are the program's own words, while an order alone
may hold what a user wrote. A file that is damaged or of another model is not used.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

_MOST_IN_MEMORY = 6  # 500 tokens of a small model take 15 MB
_MOST_ON_DISK = 500_000_000  # bytes
_LEAST_FREE = 2_000_000_000  # bytes of the disk that are left alone
_DIGEST = hashlib.sha256().digest_size
log = logging.getLogger(__name__)


class KeptBeginnings:
    """States of the cache, as bytes that llama.cpp wrote down.

    `folder`: None keeps them in memory only. `model`: names all that a state depends on but its tokens.
    """

    def __init__(self, folder: Path | None, model: str) -> None:
        self._folder = folder
        self._model = model
        self._states: OrderedDict[str, bytes] = OrderedDict()

    def find(self, tokens: Sequence[int]) -> bytes | None:
        """The state after these tokens, if it is kept."""
        name = self._name(tokens)
        state = self._states.get(name) or self._read(name)
        if state is not None:
            self._remember(name, state)
        return state

    def keep(self, tokens: Sequence[int], state: bytes, *, on_disk: bool) -> None:
        """For the next prompt that begins so. `on_disk`: also of the next start, where there is room."""
        name = self._name(tokens)
        self._remember(name, state)
        if on_disk and self._folder is not None:
            try:
                self._write(self._folder, name, state)
            except OSError as error:
                log.warning("the beginning of a prompt is not kept in %s: %s", self._folder, error)

    def forget(self, tokens: Sequence[int]) -> None:
        """Because it could not be used."""
        name = self._name(tokens)
        self._states.pop(name, None)
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / name).unlink()

    def _name(self, tokens: Sequence[int]) -> str:
        of = hashlib.sha256(self._model.encode())
        of.update(np.asarray(tokens, dtype=np.int32).tobytes())
        return f"{of.hexdigest()[:32]}.state"

    def _remember(self, name: str, state: bytes) -> None:
        self._states[name] = state
        self._states.move_to_end(name)
        if len(self._states) > _MOST_IN_MEMORY:
            self._states.popitem(last=False)

    def _read(self, name: str) -> bytes | None:
        if self._folder is None:
            return None
        try:
            kept = (self._folder / name).read_bytes()
        except OSError:
            return None
        with suppress(OSError):  # it is kept for longer then
            os.utime(self._folder / name)
        state = kept[_DIGEST:]
        return state if hashlib.sha256(state).digest() == kept[:_DIGEST] else None

    @staticmethod
    def _write(folder: Path, name: str, state: bytes) -> None:
        """Whole or not at all; those that were not used for the longest time make room."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < _LEAST_FREE + len(state):
            return
        begun = folder / f"{name}.{os.getpid()}"
        try:
            begun.write_bytes(hashlib.sha256(state).digest() + state)
            begun.replace(folder / name)
        finally:
            begun.unlink(missing_ok=True)
        states = [(path.stat(), path) for path in folder.glob("*.state*") if path.is_file()]
        room = _MOST_ON_DISK
        for found, path in sorted(states, key=lambda row: row[0].st_mtime, reverse=True):
            room -= found.st_size
            if room < 0:
                path.unlink(missing_ok=True)
