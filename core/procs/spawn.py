"""The operating system's side of a worker: a child, its pipe and its log file. Parent process only."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.procs.channel import run_child
from core.procs.frames import MAX_FRAME_BYTES, Payload

_CONTEXT = multiprocessing.get_context("spawn")
_START_LOCK = threading.Lock()
CLOSE_WAIT_S = 1.0


class Child:
    """A running child process. Not thread-safe but for `kill`; its worker's lock guards the rest."""

    def __init__(self, target: str, name: str, options: Payload, cancelled_call: Any, nice: int) -> None:
        """Start it. Returns at once; the child sends a `ready` frame when its function runs."""
        descriptor, path = tempfile.mkstemp(prefix="docuchat-worker-", suffix=".log")
        os.close(descriptor)
        self._log_path = Path(path)
        self._connection, theirs = _CONTEXT.Pipe(duplex=True)
        self._process = _CONTEXT.Process(
            target=run_child,
            args=(theirs, cancelled_call, target, options, path, nice),
            name=name,
            daemon=True,
        )
        try:
            with _START_LOCK, _hidden_main_module(), _blocked_interrupts():
                self._process.start()
        except BaseException:
            self._connection.close()
            self._log_path.unlink(missing_ok=True)
            raise
        finally:
            theirs.close()

    @property
    def pid(self) -> int | None:
        """None once it was discarded, which may happen while another thread still looks after it."""
        try:
            return self._process.pid
        except ValueError:
            return None

    def is_alive(self) -> bool:
        try:
            return self._process.is_alive()
        except ValueError:  # discarded
            return False

    def send(self, data: bytes) -> None:
        self._connection.send_bytes(data)

    def receive(self) -> bytes:
        """One frame's bytes. Raises EOFError or OSError when the child is gone."""
        return self._connection.recv_bytes(MAX_FRAME_BYTES)

    def kill(self) -> None:
        """End it; a child that was discarded has ended."""
        with contextlib.suppress(ValueError):
            self._process.kill()

    def exit_code(self) -> int | None:
        """Of a child whose pipe has closed: waits for its end, and sees to it."""
        self._process.join(CLOSE_WAIT_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        return self._process.exitcode

    def last_output(self) -> str:
        """The end of what it printed: a crash's stack, a C library's complaint."""
        try:
            return self._log_path.read_text(encoding="utf-8", errors="replace")[-8000:]
        except OSError:
            return ""

    def discard(self, *, graceful: bool) -> None:
        """Wait for its end and free everything. `graceful` lets it end by itself, for up to a second."""
        if graceful:
            self._connection.close()  # the child's loop ends on EOF
            self._process.join(CLOSE_WAIT_S)
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._free_process()
        self._connection.close()
        with contextlib.suppress(OSError):
            self._log_path.unlink(missing_ok=True)

    def _free_process(self) -> None:
        """Free the handle of an ended child.

        Any thread that starts a process also collects ended ones (`multiprocessing.process._cleanup`). When
        it does so at this moment, `join` returns a moment before the exit code is stored, and `close` takes
        the child for running.
        """
        deadline = time.monotonic() + CLOSE_WAIT_S
        while True:
            try:
                self._process.close()
                return
            except ValueError:
                if time.monotonic() > deadline:
                    return  # the handle is freed with the object; the child has ended
                time.sleep(0.01)


@contextlib.contextmanager
def _hidden_main_module() -> Iterator[None]:
    """Keep spawn from running the parent's main script again in the child.

    multiprocessing does so to unpickle functions of `__main__`; ours are named by module. It would import
    the window into every child, and fails for a program read from standard input (Python 3.11 to 3.13).
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextlib.contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """The child inherits the mask: Ctrl+C cannot hit it before it has begun to ignore the signal."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
