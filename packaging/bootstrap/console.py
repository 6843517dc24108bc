"""Words on the terminal, and commands that run with a clock while their output goes to a log."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

PLAIN_SECONDS = 10.0
LAST_LINES = 25
_NINJA = re.compile(rb"\[(\d+)/(\d+)\]")


class SetupError(Exception):
    """The set-up cannot go on; the text says what happened and what to do."""


def say(text: str) -> None:
    """A line for the user."""
    print(text, file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


@contextmanager
def only_one(path: Path, otherwise: str) -> Generator[None]:
    """Hold the lock at `path`; says `otherwise` and waits while another process holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # Windows: two set-ups at once are left to the user
        yield
        return
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say(f"{otherwise}; waiting for it.")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run_logged(
    title: str,
    command: Sequence[str | Path],
    log: Path,
    *,
    cwd: Path,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run `command` with its output in `log`, showing `title` and the time (on a terminal each second, else a
    line every ten).

    Raises:
        SetupError: it failed; the text carries the last lines of the log.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    terminal = sys.stderr.isatty()
    if not terminal:
        say(title)
    with log.open("wb") as output:
        child = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            # A group of its own: compilers below it must end with it, however this program is ended.
            start_new_session=os.name == "posix",
        )
        next_line = began + PLAIN_SECONDS
        try:
            while child.poll() is None:
                time.sleep(0.1)
                now = time.monotonic()
                if now >= next_line or (terminal and now >= next_line - PLAIN_SECONDS + 1):
                    next_line = now + PLAIN_SECONDS
                    _tick(title, now - began, _steps_done(log), terminal)
        except BaseException:
            _end_group(child)
            raise
        finally:
            if terminal:
                sys.stderr.write("\r\x1b[K")
    if child.returncode:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:]
        tail = "\n".join(f"    {line}" for line in lines)
        raise SetupError(f"{title} failed (exit code {child.returncode}). The end of {log}:\n{tail}")
    say(f"{title}: {clock(time.monotonic() - began)}")


def _end_group(child: subprocess.Popen[bytes]) -> None:
    """End a command and everything it started."""
    try:
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGTERM)
        else:
            child.terminate()
        child.wait(10)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        child.kill()
        child.wait()


def _tick(title: str, seconds: float, steps: str, terminal: bool) -> None:
    line = f"{title} … {clock(seconds)}{steps}"
    if terminal:
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()
    else:
        say(f"  … {clock(seconds)}{steps}")


def _steps_done(log: Path) -> str:
    """`, 210 of 350 files` while ninja runs."""
    try:
        with log.open("rb") as file:
            file.seek(max(log.stat().st_size - 20_000, 0))
            found = _NINJA.findall(file.read())
    except OSError:
        return ""
    return f", {int(found[-1][0])} of {int(found[-1][1])} steps" if found else ""
