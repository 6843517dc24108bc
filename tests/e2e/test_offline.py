"""Nothing leaves the computer: no socket is opened by indexing and asking once the models are here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.system.paths import resources
from tests.e2e.program import started
from tests.e2e.test_cli import use_tiny_model

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(sys.platform != "linux", reason="strace and network namespaces are Linux's"),
]

# Unix sockets stay on this computer (multiprocessing, the system's name service).
NETWORK_CALL = re.compile(r"\b(?:socket|connect|sendto|bind)\(.*AF_INET")
COPIED, WRITTEN = ("--extractive",), ("--mode", "agent")


def script(asked: tuple[str, ...]) -> list[tuple[str, ...]]:
    manual = str(resources() / "samples" / "b-120-manual.pdf")
    return [("index", manual), ("ask", "How long is the warranty of the B-120?", *asked)]


@pytest.mark.parametrize("asked", [COPIED, pytest.param(WRITTEN, marks=pytest.mark.slow)])
def test_no_socket_is_opened(tmp_path: Path, asked: tuple[str, ...]) -> None:
    """And nothing of the output is lost where no language is set."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed (apt-get install strace)")
    home, log = tmp_path / "home", tmp_path / "trace"
    use_tiny_model(home)
    tracer = ("env", "LC_ALL=C", "strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=network", f"-o{log}")
    for command in script(asked):
        done = started(*command, home=home, before=tracer)
        if "ptrace" in done.stderr and done.returncode != 0:
            pytest.skip("tracing processes is not allowed here")
        assert done.returncode == 0, done.stderr
        assert re.search("[✓→]", done.stdout + done.stderr)
        calls = [line for line in log.read_text(encoding="utf-8").splitlines() if NETWORK_CALL.search(line)]
        assert calls == []


@pytest.mark.slow
def test_everything_works_in_an_empty_network_namespace(tmp_path: Path) -> None:
    isolate = ("unshare", "--net") if os.geteuid() == 0 else ("unshare", "--map-root-user", "--net")
    if shutil.which("unshare") is None or subprocess.run([*isolate, "true"], check=False).returncode != 0:
        pytest.skip("network namespaces are not allowed here")
    use_tiny_model(tmp_path)
    for command in script(WRITTEN):
        done = started(*command, home=tmp_path, before=isolate)
        assert done.returncode == 0, done.stderr
