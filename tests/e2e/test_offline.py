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
from tests.e2e.program import ROOT
from tests.e2e.test_cli import use_tiny_model

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(sys.platform != "linux", reason="strace and network namespaces are Linux's"),
]

# Unix sockets stay on this computer (multiprocessing, the system's name service).
NETWORK_CALL = re.compile(r"\b(?:socket|connect|sendto|bind)\(.*AF_INET")


COPIED, WRITTEN = ("--extractive",), ("--mode", "agent")


def script(home: Path, asked: tuple[str, ...]) -> list[list[str]]:
    cli = [sys.executable, "-m", "core.cli", "--home", str(home)]
    manual = str(resources() / "samples" / "b-120-manual.pdf")
    question = "How long is the warranty of the B-120?"
    return [[*cli, "index", manual], [*cli, "ask", question, *asked]]


@pytest.mark.parametrize("asked", [COPIED, pytest.param(WRITTEN, marks=pytest.mark.slow)])
def test_no_socket_is_opened(tmp_path: Path, asked: tuple[str, ...]) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed (apt-get install strace)")
    home = tmp_path / "home"
    use_tiny_model(home)
    for number, command in enumerate(script(home, asked)):
        log = tmp_path / f"trace{number}"
        tracer = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=network", "-o", str(log)]
        done = subprocess.run(
            [*tracer, *command], capture_output=True, text=True, cwd=ROOT, timeout=170, check=False
        )
        if "ptrace" in done.stderr and done.returncode != 0:
            pytest.skip("tracing processes is not allowed here")
        assert done.returncode == 0, done.stderr
        calls = [line for line in log.read_text(encoding="utf-8").splitlines() if NETWORK_CALL.search(line)]
        assert calls == []


@pytest.mark.slow
def test_everything_works_in_an_empty_network_namespace(tmp_path: Path) -> None:
    isolate = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]
    probe = subprocess.run([*isolate, "true"], capture_output=True, check=False)
    if shutil.which("unshare") is None or probe.returncode != 0:
        pytest.skip("network namespaces are not allowed here")
    home = tmp_path / "home"
    use_tiny_model(home)
    for command in script(home, WRITTEN):
        done = subprocess.run(
            [*isolate, *command], capture_output=True, text=True, cwd=ROOT, timeout=170, check=False
        )
        assert done.returncode == 0, done.stderr
