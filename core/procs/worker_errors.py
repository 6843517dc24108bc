"""Words and codes for what can happen to a worker process. Pure functions, used in the parent."""

from __future__ import annotations

import signal

from core import errors
from core.errors import Cancelled, KnownError, WorkerError
from core.procs.frames import Frame

# A child can only name a class of this table: what it sends is data.
_KNOWN = {
    name: value
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, KnownError)
}


def worker_error(code: str, message: str, hint: str = "") -> WorkerError:
    """A `WorkerError` with `code`: worker_died, worker_timeout, worker_memory, worker_closed, …"""
    error = WorkerError(message, hint)
    error.code = code
    return error


def mebibytes(count: int) -> str:
    return f"{count / 2**20:,.0f} MB"


def died(name: str, exit_code: int | None) -> WorkerError:
    """The process ended by itself. Signal 9 that we did not send is the system's out-of-memory killer."""
    if exit_code is not None and exit_code == -9:
        return worker_error(
            "worker_died",
            f"The {name} was stopped by the system, most likely because it ran out of memory.",
            "Close other programs, or choose smaller settings, and try again.",
        )
    how = "unexpectedly"
    if exit_code is not None and exit_code < 0:
        try:
            how = f"unexpectedly ({signal.Signals(-exit_code).name})"
        except ValueError:
            how = f"unexpectedly (signal {-exit_code})"
    elif exit_code:
        how = f"unexpectedly (exit code {exit_code})"
    return worker_error("worker_died", f"The {name} stopped {how}.", "It starts again with the next request.")


def out_of_memory(name: str, limit_bytes: int | None = None) -> WorkerError:
    limit = f" (its limit is {mebibytes(limit_bytes)})" if limit_bytes else ""
    return worker_error(
        "worker_memory",
        f"The {name} ran out of memory{limit} and was stopped.",
        "Close other programs, or choose smaller settings, and try again.",
    )


def timed_out(name: str, seconds: float, *, starting: bool = False, idle: bool = False) -> WorkerError:
    if starting:
        words = f"The {name} did not start within {seconds:g} seconds."
    elif idle:
        words = f"The {name} showed no sign of life for {seconds:g} seconds and was stopped."
    else:
        words = f"The {name} was not done after {seconds:g} seconds and was stopped."
    return worker_error("worker_timeout", words, "Try again when the computer is less busy.")


def garbled(name: str) -> WorkerError:
    return worker_error("worker_garbled", f"The {name} sent an answer that makes no sense and was stopped.")


def closed(name: str) -> WorkerError:
    return worker_error("worker_closed", f"The {name} has been closed.")


def from_child(name: str, frame: Frame) -> Exception:
    """The exception that an `error` frame stands for."""
    if frame.kind == "cancelled":
        return Cancelled()
    if frame.kind == "memory":
        return out_of_memory(name)

    def text(key: str) -> str:
        value = frame.payload.get(key, "")
        return value[:4000] if isinstance(value, str) else ""

    known = _KNOWN.get(text("class")) if frame.kind == "known" else None
    if known is None:
        return worker_error(
            "worker_failed",
            f"The {name} failed with an unexpected error ({text('class')}: {text('message')[:300]}).",
            "The log file has the details.",
        )
    error = known(text("message"), text("hint"))
    error.code = text("code") or known.code
    return error
