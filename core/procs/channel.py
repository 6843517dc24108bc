"""The child's side: the entry point of every worker process and the channel its function talks through.

Runs in the child process only (`run_child`, `Channel`); the parent's side is `core.procs.worker`.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import connection as mp_connection
from multiprocessing import parent_process
from typing import Any

from core.errors import Cancelled, KnownError
from core.procs.frames import MAX_FRAME_BYTES, Frame, FrameError, Payload, decode, encode
from core.procs.priority import lower_process

MAX_LOG_BYTES = 1024 * 1024
# How far past its time limit a call may run before the child ends itself, should the parent be gone and
# the call hold the interpreter lock for ever, so that no Python thread can notice.
SELF_DESTRUCT_MARGIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Request:
    """One call as the child sees it."""

    kind: str
    payload: Payload
    blob: bytes


class Channel:
    """What a child function gets: iterate over it for requests, answer with `reply` and `done`.

    One request at a time. `reply` and `cancelled` may be used from any thread of the child.
    """

    def __init__(self, connection: Any, cancelled_call: Any, options: Payload) -> None:
        self.options = options
        self._connection = connection
        self._cancelled_call = cancelled_call
        self._number = 0
        self._open = False
        self._limit_s: float | None = None
        self._send_lock = threading.Lock()

    @property
    def cancelled(self) -> bool:
        """True once the caller of the current request has asked to stop. Cheap: reads shared memory."""
        return bool(self._cancelled_call.value == self._number)

    @property
    def answering(self) -> bool:
        """True while a request has been taken and not been answered with `done`."""
        return self._open

    def check(self) -> None:
        """Raise `Cancelled` if the caller has asked to stop; forwarded to the caller as such."""
        if self.cancelled:
            raise Cancelled

    def __iter__(self) -> Iterator[Request]:
        """Requests until the parent closes the worker. A request left without `done` gets an empty one."""
        while True:
            if self._open:
                self.done()
            try:
                frame = decode(self._connection.recv_bytes(MAX_FRAME_BYTES))
            except (EOFError, OSError, FrameError):
                return
            limit = frame.payload.get("limit_s")
            self._limit_s = float(limit) if isinstance(limit, int | float) else None
            self._arm()
            _trim_log()
            self._number = frame.number
            self._open = True
            yield Request(frame.kind, frame.payload.get("payload", {}), frame.blob)

    def serve(self, handle: Callable[[Request], None]) -> None:
        """Answer each request with `handle`; an error it raises goes to the caller and the loop goes on.

        State that is dear (a loaded model) survives a failed request this way; with a plain `for` loop an
        error leaves the function, which is then called anew.
        """
        for request in self:
            try:
                handle(request)
            except Exception as error:  # noqa: BLE001 - the caller gets it, whatever it is
                self.forward(error)

    def reply(self, kind: str, payload: Payload | None = None, blob: bytes = b"") -> None:
        """Send one answer of possibly many. Blocks while the caller is behind."""
        faulthandler.cancel_dump_traceback_later()  # waiting for a slow caller costs nothing
        self._send(Frame("reply", self._number, kind, payload or {}, blob))
        self._arm()

    def done(self, payload: Payload | None = None, blob: bytes = b"") -> None:
        """Send the last answer of the current request. The caller sees it as a reply of kind `done`."""
        self._end(Frame("done", self._number, "done", payload or {}, blob))

    def forward(self, error: BaseException) -> None:
        """End the current request (or the start-up) with an error for the caller."""
        self._end(Frame("error", self._number, _error_kind(error), _describe(error)))

    def ready(self) -> None:
        """Tell the parent that the function was found and starts."""
        self._send(Frame("ready", 0))

    def _arm(self) -> None:
        if self._limit_s is not None:
            faulthandler.dump_traceback_later(self._limit_s + SELF_DESTRUCT_MARGIN_S, exit=True)

    def _end(self, frame: Frame) -> None:
        self._open = False
        faulthandler.cancel_dump_traceback_later()
        self._send(frame)

    def _send(self, frame: Frame) -> None:
        data = encode(frame)
        try:
            with self._send_lock:
                self._connection.send_bytes(data)
        except (BrokenPipeError, ConnectionError):
            os._exit(0)  # nobody listens any more: the worker was closed in the middle of an answer


def _error_kind(error: BaseException) -> str:
    if isinstance(error, Cancelled):
        return "cancelled"
    if isinstance(error, MemoryError):
        return "memory"
    return "known" if isinstance(error, KnownError) else "bug"


def _describe(error: BaseException) -> Payload:
    trace = "".join(traceback.format_exception(error))[-20_000:]
    if isinstance(error, KnownError):
        return {
            "class": type(error).__name__,
            "code": error.code,
            "message": error.message[:4000],
            "hint": error.hint[:4000],
            "trace": trace,
        }
    return {"class": type(error).__name__, "message": str(error)[:4000], "trace": trace}


def run_child(
    connection: Any, cancelled_call: Any, target: str, options: Payload, log_path: str, nice: int
) -> None:
    """Entry point of the child process: prepares it, then runs `target` until the parent closes."""
    _redirect_output(log_path)
    faulthandler.enable()
    _ignore_interrupts()
    lower_process(nice)
    threading.Thread(target=_die_with_parent, args=(log_path,), name="parent-watch", daemon=True).start()
    channel = Channel(connection, cancelled_call, options)
    try:
        module_name, _, function_name = target.partition(":")
        function: Callable[[Channel], None] = getattr(importlib.import_module(module_name), function_name)
    except Exception as error:  # noqa: BLE001 - the parent reports it
        channel.forward(error)
        return
    channel.ready()
    while True:
        try:
            function(channel)
        except Exception as error:  # noqa: BLE001 - the parent reports it
            was_answering = channel.answering
            channel.forward(error)
            if was_answering:
                continue
        return


def _redirect_output(log_path: str) -> None:
    """Nothing to read; C libraries' prints go to the log file, never into the caller's `--json` output."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    log = os.open(log_path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(null)
    os.close(log)
    # A windowed, frozen program has no standard streams at all: make them.
    # ruff: noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="replace", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)


def _trim_log() -> None:
    try:
        if os.fstat(2).st_size > MAX_LOG_BYTES:
            os.ftruncate(2, 0)
    except OSError:
        return


def _ignore_interrupts() -> None:
    """Ctrl+C reaches every process of the terminal; it is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _die_with_parent(log_path: str) -> None:
    """A pipe whose other end only the parent holds: also right after SIGKILL, and on every platform.

    Linux's `PR_SET_PDEATHSIG` would follow the *thread* that started us, not the process.
    """
    parent = parent_process()
    if parent is not None:
        mp_connection.wait([parent.sentinel])
        with contextlib.suppress(OSError):
            os.unlink(log_path)
        os._exit(1)
