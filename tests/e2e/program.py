"""`docuchat` as a user types it: a process of its own each time, without two seconds of imports each time.

A server process imports the program once and forks for every command: exit code, output, locks and the end of
the process are those of a program started afresh. Its workers are forked, too, from one process that has
imported what they need. Tests that are about the start itself, or about signals and terminals, start
`python -m core.cli`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import io
import json
import multiprocessing
import multiprocessing.forkserver
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import core.procs.spawn

ROOT = Path(__file__).resolve().parents[2]
# What commands import when they need it; without threads, so that forking is safe.
PRELOADED = ("core.engine", "fastembed", "numpy", "onnxruntime", "pymupdf", "qdrant_edge", "tokenizers")


def docuchat(
    *arguments: str, home: Path, timeout: float = 120, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    command = ["--home", str(home), *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    if not hasattr(os, "fork"):
        return subprocess.run(
            [sys.executable, "-m", "core.cli", *command],
            capture_output=True,
            input=stdin,
            text=True,
            timeout=timeout,
            cwd=ROOT,
            env=environment,
            check=False,
        )
    with tempfile.TemporaryDirectory(prefix="docuchat-test-") as folder:
        files = [Path(folder) / name for name in ("stdin", "stdout", "stderr")]
        files[0].write_text(stdin, encoding="utf-8")
        request = {"arguments": command, "environment": environment, "files": [str(file) for file in files]}
        code = _server().run(request, timeout)
        said = [file.read_text(encoding="utf-8") for file in files[1:]]
    return subprocess.CompletedProcess(["docuchat", *command], code, *said)


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    return done.stderr.strip().splitlines()[-1]


class _Server:
    """The parent's side: one request at a time, one line of JSON each way."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.program"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        atexit.register(self.close)

    def run(self, request: dict[str, Any], timeout: float) -> int:
        """The exit code, negative for a signal.

        Raises:
            TimeoutError: the command did not end in `timeout` seconds; it was killed.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()
        process_id = int(stdout.readline())
        late = threading.Event()

        def end() -> None:
            late.set()
            with contextlib.suppress(ProcessLookupError):
                os.kill(process_id, 9)

        timer = threading.Timer(timeout, end)
        timer.daemon = True
        timer.start()
        try:
            code = int(stdout.readline())
        finally:
            timer.cancel()
        if late.is_set():
            raise TimeoutError(f"docuchat {' '.join(request['arguments'])} took more than {timeout:g} s")
        return code

    def close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(10)


@functools.cache
def _server() -> _Server:
    return _Server()


def _serve() -> int:
    """The server's side. Returns in the forked child, too: with what the program returns."""
    import importlib

    from core.cli.program import main  # loads all commands, where `core.cli` waits for the first

    for name in PRELOADED:
        importlib.import_module(name)
    _fork_workers()
    for line in sys.stdin:
        request = json.loads(line)
        process_id = os.fork()
        if process_id == 0:
            _become(request)
            return main(request["arguments"])
        print(process_id, flush=True)
        _, status = os.waitpid(process_id, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return 0


def _fork_workers() -> None:
    """One fork server for all commands: each would start its own, or import for a second in every worker."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.worker_imports"])
    core.procs.spawn._CONTEXT = context  # type: ignore[assignment]
    multiprocessing.forkserver.ensure_running()
    # A command is not the fork server's parent, which `ensure_running` asks for.
    multiprocessing.forkserver._forkserver.ensure_running = lambda: None  # type: ignore[attr-defined]


def _become(request: dict[str, Any]) -> None:
    """Take the files as standard streams and the environment of the caller."""
    os.environ.clear()
    os.environ.update(request["environment"])
    flags = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    for number, (file, flag) in enumerate(zip(request["files"], flags, strict=True)):
        opened = os.open(file, flag, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):  # the same objects: modules may have kept them when imported
        assert isinstance(stream, io.TextIOWrapper)
        stream.reconfigure(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(_serve())
