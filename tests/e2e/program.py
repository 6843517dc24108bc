"""`docuchat` with its arguments: in this process, or as a user starts it."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

from core.cli import main
from core.cli.printing import AnswerPrinter
from core.cli.progress import IngestPrinter

ROOT = Path(__file__).resolve().parents[2]
Done = subprocess.CompletedProcess[str]


class Keyboard(io.StringIO):
    """What somebody types."""

    def isatty(self) -> bool:
        return True


def docuchat(*arguments: str, home: Path, stdin: str | Keyboard = "") -> Done:
    """Run one command to its end, without the seconds of imports that a new process takes."""
    said, told = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(told),
        patch("sys.stdin", io.StringIO(stdin) if isinstance(stdin, str) else stdin),
        patch.dict(AnswerPrinter.__init__.__kwdefaults__, stream=said),  # made when it was imported
        patch.object(IngestPrinter.__init__, "__defaults__", (told, time.monotonic)),
    ):
        try:
            code = main(["--home", str(home), *arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Done(arguments, code, said.getvalue(), told.getvalue())


def started(*arguments: str, home: Path, before: tuple[str, ...] = ()) -> Done:
    """The same as a process of its own, below another program."""
    command = [*before, sys.executable, "-m", "core.cli", "--home", str(home), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=170, check=False)


def last_line(done: Done) -> str:
    return done.stderr.strip().splitlines()[-1]
