"""The commands of one step under `strace`, and the verdict on all that they called."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bundle import calls
from bundle.computers import Computer, run
from bundle.findings import Findings

# A log with fewer calls is none: a program's own libraries are some, and a step does more than start.
FEWEST, FEWEST_OF_A_STEP = 10, 100


class Watch:
    """Runs the commands of the step `name` as the user of `home`.

    `own_folders`: below `home`, where the program may write.
    """

    def __init__(
        self,
        computer: Computer,
        findings: Findings,
        name: str,
        home: Path,
        own_folders: Sequence[str] = calls.OWN_FOLDERS,
    ) -> None:
        self._computer, self._findings = computer, findings
        self._name, self._home, self._own = name, home, tuple(own_folders)
        self._logs: list[Path] = []

    def run(self, command: Sequence[object]) -> subprocess.CompletedProcess[str]:
        """Carry out `command` and wait for its end."""
        tracer = []
        if shutil.which("strace"):
            here = self._computer.outside(self._home).parent
            self._logs.append(here / f"{self._name}-{len(self._logs) + 1}.calls")
            tracer = calls.tracer(self._logs[-1])
        return run(self._computer, command, self._home, tracer)

    def judge(self) -> None:
        """Write what the commands called into the findings; sockets and files elsewhere are problems.

        So is that nobody watched.
        """
        if not self._logs:
            self._findings.problems.append(f"{self._name}: strace is not installed, so nothing was watched")
            return
        lines: list[str] = []
        seen = True
        for log in self._logs:  # each by itself: the numbers of processes come again
            found = self._whole(log)
            seen = seen and len(found) > FEWEST
            lines += found
        self._findings.expect(
            seen and len(lines) > FEWEST_OF_A_STEP,
            f"{self._name}: strace saw hardly anything, so it proves nothing",
        )
        sockets = calls.internet_sockets(lines)
        written = calls.written_outside(lines, self._home, self._own)
        outside = calls.kept_outside(written, self._computer.outside(Path("/")))
        self._findings.figures[f"{self._name}_calls"] = {
            "traced": len(lines),
            "internet_sockets": len(sockets),
            "written_outside": outside,
        }
        self._findings.expect(not sockets, f"{self._name}: sockets were opened: {sockets[:5]}")
        self._findings.expect(
            not outside, f"{self._name}: files were written outside the own folders: {outside[:10]}"
        )

    @staticmethod
    def _whole(log: Path) -> list[str]:
        try:
            text = log.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return []
        return list(calls.whole_calls(text.splitlines()))
