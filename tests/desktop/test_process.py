"""The program as it is started: a process of its own, which ends in order when it is told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_a_terminated_window_closes_in_order(own_home: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "desktop"], env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    database = own_home / "data" / "library.sqlite3"
    deadline = time.monotonic() + 30
    # Another process: there is no Qt signal to wait on.
    while not database.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert database.exists()
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert (own_home / "data" / "window.ini").exists()
    assert "Traceback" not in errors
