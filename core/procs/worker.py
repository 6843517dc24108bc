"""One child process with one lane: started on first use, watched, restarted after a death, closed.

Runs in the parent; calls may come from any thread, one at a time. The child's side is `core.procs.channel`.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import logging
import threading
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import sharedctypes
from typing import Any

from core.cancel import CancelToken
from core.errors import BugError, Cancelled
from core.procs import worker_errors as words
from core.procs.frames import Frame, FrameError, Payload, decode, encode
from core.procs.spawn import CLOSE_WAIT_S, Child
from core.procs.watchdog import TICK_S, Verdict, Watch, Watchdog, resident_bytes
from core.system.replaced import refuse_if_replaced, replaced, was_replaced

log = logging.getLogger(__name__)
_OPEN_WORKERS: weakref.WeakSet[WorkerProcess] = weakref.WeakSet()


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the child. The last one of a call has kind `done`."""

    kind: str
    payload: Payload
    blob: bytes


class _Garbled(Exception):
    pass


class WorkerProcess:
    """Runs `target` ("package.module:function", resolved in the child) in a process of its own.

    Args:
        target: a function `main(channel: Channel) -> None`.
        name: shown to users in errors, lower case with article-free words: "PDF reader".
        options: JSON, given to the child as `channel.options`.
        memory_limit_bytes: resident memory at which the child is killed (`worker_memory`).
        start_timeout_s: limit for starting and importing.
        cancel_grace_s: how long after Stop the child may take to answer before it is killed.
        nice: added to the child's niceness (below-normal priority on Windows); for background work.
    """

    def __init__(
        self,
        target: str,
        *,
        name: str,
        options: Payload | None = None,
        memory_limit_bytes: int | None = None,
        start_timeout_s: float = 60.0,
        cancel_grace_s: float = 2.0,
        nice: int = 0,
    ) -> None:
        self._target = target
        self._name = name
        self._options = options or {}
        self._start_timeout_s = start_timeout_s
        self._nice = nice
        self._memory_limit_bytes = memory_limit_bytes
        self._cancel_grace_s = cancel_grace_s
        # Plain shared memory, not a multiprocessing.Event: a child that is killed while it holds an
        # Event's lock would block the parent for ever. The number makes a late Stop miss the next call.
        self._cancelled_call: Any = sharedctypes.RawValue(ctypes.c_longlong, -1)
        self._lane = threading.Lock()
        self._state = threading.Lock()
        self._watchdog: Watchdog | None = None
        self._watch: Watch | None = None
        self._child: Child | None = None
        self._number = 0
        self._doomed = False
        self._closed = False

    # --- what others see -----------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def pid(self) -> int | None:
        """Process id of the running child, None when there is none."""
        with self._state:
            child = self._child
            return child.pid if child is not None and child.is_alive() else None

    def rss_bytes(self) -> int:
        """Resident memory of the child in bytes, 0 when it does not run."""
        return resident_bytes(self.pid)

    def call(
        self,
        kind: str,
        payload: Payload | None = None,
        *,
        blob: bytes = b"",
        timeout_s: float | None,
        cancel: CancelToken | None = None,
        idle_timeout_s: float | None = None,
        cancel_grace_s: float | None = None,
    ) -> Iterator[Reply]:
        """Send one request and yield the answers; the last has kind `done`. Begins at the first `next()`.

        Time limits count only while this iterator waits for the child. Leaving the iterator early stops
        the call in the child. `cancel_grace_s` replaces the worker's own for this call.

        Raises:
            KnownError: what the child raised, same class, code and words.
            WorkerError: `worker_died`, `worker_timeout`, `worker_memory`, `worker_garbled`,
                `worker_failed` (an unexpected error in the child) or `worker_closed`.
            ReplacedError: the program was replaced while it ran: no child is started with the other version,
                and one that runs and fails now may have failed for that.
            Cancelled: Stop was asked for, and the child raised it, had not begun, or had to be killed.
        """
        self._enter_lane(cancel)
        grace = self._cancel_grace_s if cancel_grace_s is None else cancel_grace_s
        watch = Watch(cancel, self._start_timeout_s, idle_timeout_s, grace)
        try:
            yield from self._run(watch, kind, payload or {}, blob, timeout_s)
        finally:
            self._lane.release()

    def close(self) -> None:
        """End the child and wait for it; a running call raises `worker_closed`. May be called twice."""
        with self._state:
            self._closed = True
            watch, self._watch = self._watch, None
            watchdog, self._watchdog = self._watchdog, None
            if watch is not None and self._child is not None:
                watch.verdict = "closed"
                self._child.kill()
        if watchdog is not None:
            watchdog.close()
        if watch is not None and watch.clock.running:
            watch.left.wait(CLOSE_WAIT_S)  # its thread is about to leave the pipe that is closed next
        with self._state:
            child, self._child = self._child, None
            if child is not None:
                child.discard(graceful=watch is None)
        _OPEN_WORKERS.discard(self)

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # --- one call ------------------------------------------------------------------------------

    def _enter_lane(self, cancel: CancelToken | None) -> None:
        while not self._lane.acquire(timeout=TICK_S if cancel is not None else -1):
            if cancel is not None:
                cancel.check()
        if self._closed or (cancel is not None and cancel.is_set):
            self._lane.release()
            raise words.closed(self._name) if self._closed else Cancelled

    def _run(
        self, watch: Watch, kind: str, payload: Payload, blob: bytes, timeout_s: float | None
    ) -> Iterator[Reply]:
        self._begin(watch)
        body: Payload = {"payload": payload, "limit_s": timeout_s}
        child: Child | None = None
        finished = False
        try:
            data = encode(Frame("call", watch.number, kind, body, blob))
            child = self._ensure_started(watch)
            watch.begin_answering(timeout_s)
            with contextlib.suppress(BrokenPipeError):  # it failed already, and has said why
                child.send(data)
            while not finished:
                frame = self._receive(child, watch)
                if frame.type == "error":
                    finished = True
                    if frame.number == 0:
                        self._condemn(watch, "")  # it failed before its first request and is ending
                    raise self._error_of(frame)
                finished = frame.type == "done"
                if finished:
                    self._finish(watch)
                watch.clock.pause()
                yield Reply(frame.kind, frame.payload, frame.blob)
                watch.clock.resume()
                watch.sign_of_life()
        except FrameError as error:
            finished = True
            raise BugError(f"request to the {self._name}: {error}") from error
        except (EOFError, OSError, _Garbled) as error:
            finished = True
            raise self._obituary(watch, error, timeout_s) from error
        finally:
            if not finished and child is not None:
                self._abandon(child, watch)
            self._finish(watch)
            watch.left.set()

    def _begin(self, watch: Watch) -> None:
        with self._state:
            if self._closed:
                raise words.closed(self._name)
            if self._watchdog is None:
                self._watchdog = Watchdog(
                    self._name,
                    tell_child=self._tell_child,
                    kill=self._condemn,
                    process_id=lambda: self._child.pid if self._child is not None else None,
                    memory_limit_bytes=self._memory_limit_bytes,
                )
                _OPEN_WORKERS.add(self)
            self._number += 1
            watch.number = self._number
            self._watch = watch
            self._watchdog.begin(watch)

    def _finish(self, watch: Watch) -> None:
        with self._state:
            if self._watch is watch:
                self._watch = None
            if self._watchdog is not None:
                self._watchdog.end(watch)

    def _receive(self, child: Child, watch: Watch) -> Frame:
        """Next frame of this call; frames of earlier, abandoned calls are skipped.

        Raises:
            EOFError, OSError: the child is gone.
            _Garbled: it sent something that is not a frame.
        """
        while True:
            data = child.receive()
            try:
                frame = decode(data)
            except FrameError as error:
                raise _Garbled(str(error)) from error
            if frame.number > watch.number or frame.type == "call":
                raise _Garbled(f"{frame.type} for call {frame.number} during call {watch.number}")
            watch.sign_of_life()
            if frame.number == watch.number or (frame.number == 0 and frame.type != "ready"):
                return frame
            if frame.type == "ready" and watch.starting:
                return frame

    def _abandon(self, child: Child, watch: Watch) -> None:
        """The caller left in the middle: stop the call in the child, so that the next one finds it free."""
        watch.abandoned = True
        watch.clock.resume()
        try:
            while self._receive(child, watch).type not in ("done", "error"):
                pass
        except (EOFError, OSError, _Garbled):
            self._condemn(watch, "cancelled")

    # --- the process ---------------------------------------------------------------------------

    def _tell_child(self, number: int) -> None:
        self._cancelled_call.value = number

    def _condemn(self, watch: Watch, verdict: Verdict) -> None:
        """Kill the child because of this call, unless the call is over."""
        with self._state:
            if self._watch is not watch or self._child is None:
                return
            watch.verdict = watch.verdict or verdict
            self._doomed = True
            self._child.kill()

    def _ensure_started(self, watch: Watch) -> Child:
        with self._state:
            if self._closed:
                watch.verdict = "closed"
                raise EOFError
            if self._child is not None:
                if self._child.is_alive() and not self._doomed:
                    return self._child
                self._child.discard(graceful=False)
                self._child = None
            refuse_if_replaced()
            watch.starting = True
            child = Child(self._target, self._name, self._options, self._cancelled_call, self._nice)
            self._child, self._doomed = child, False
        frame = self._receive(child, watch)
        if frame.type == "error":
            self._condemn(watch, "")
            raise self._error_of(frame)
        return child

    # --- errors --------------------------------------------------------------------------------

    def _obituary(self, watch: Watch, error: Exception, timeout_s: float | None) -> Exception:
        """What to tell the caller about a child that is gone, from the watchdog's verdict and its exit."""
        if isinstance(error, _Garbled):
            log.error("%s: %s", self._name, error)
            self._condemn(watch, "garbled")
            watch.verdict = watch.verdict or "garbled"
        exit_code, output = None, ""
        with self._state:
            if self._child is not None and watch.verdict != "closed":
                exit_code, output = self._child.exit_code(), self._child.last_output()
        match watch.verdict:
            case "cancelled":
                return Cancelled()
            case "timeout":
                limit = self._start_timeout_s if watch.starting else timeout_s or 0.0
                return words.timed_out(self._name, limit, starting=watch.starting)
            case "idle":
                return words.timed_out(self._name, watch.idle_limit_s or 0.0, idle=True)
            case "memory":
                return words.out_of_memory(self._name, self._memory_limit_bytes)
            case "closed":
                return words.closed(self._name)
            case "garbled":
                return words.garbled(self._name)
        log.error("%s ended with exit code %s; its last output:\n%s", self._name, exit_code, output)
        if was_replaced():
            return replaced()
        return words.died(self._name, exit_code)

    def _error_of(self, frame: Frame) -> Exception:
        if frame.kind in ("bug", "memory"):
            log.error("%s: %s", self._name, str(frame.payload.get("trace", ""))[:20_000])
        if frame.kind != "cancelled" and was_replaced():
            return replaced()
        return words.from_child(self._name, frame)


@atexit.register
def _close_all() -> None:
    """At exit, whatever its owner did not close. Runs before multiprocessing's own clean-up."""
    for worker in list(_OPEN_WORKERS):
        worker.close()
