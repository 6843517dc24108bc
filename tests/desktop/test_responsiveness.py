"""The window stays alive: its heartbeat while the real engine indexes, and how soon it stands."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from core.engine import Engine
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import DocumentStatus
from tests.benchmarks.window.heartbeat import Heartbeat
from tests.conftest import MODELS_FOLDER
from tests.library_kit import make_pdf, prose

ROOT = Path(__file__).resolve().parents[2]
# A quiet machine with two cores stays below 50 ms, one with four busy programs on them below 300. Reading or
# embedding the 300 pages on the GUI thread would stop it for seconds.
WORST_MS = 1500.0
SHOWN_WITHIN_S = 15.0  # the goal is 1.5; a noisy test machine with cold files gets more
FILES, PAGES = 30, 10


def test_a_stall_is_seen(qtbot) -> None:
    heart = Heartbeat()
    QTimer.singleShot(30, lambda: time.sleep(0.12))
    qtbot.waitUntil(lambda: len(heart.late) > 5 and max(heart.late) > 80)
    heart.stop()


@pytest.mark.slow
@pytest.mark.model
def test_the_window_never_freezes_while_it_indexes(open_window, tmp_path: Path, qtbot, capsys) -> None:
    files = [
        make_pdf(tmp_path / f"{n}.pdf", [prose(f"P-{n}", 2, seed=page) for page in range(PAGES)])
        for n in range(FILES)
    ]
    paths = AppPaths(tmp_path / "data", MODELS_FOLDER, tmp_path / "cache", tmp_path / "logs")
    heart = Heartbeat()  # from before the engine is opened: imports on other threads hold the lock, too
    window = open_window(lambda: Engine.open(paths, Settings()))
    library = window.library_state
    library.add([str(path) for path in files])

    def all_indexed() -> bool:
        found = [document.status for document in library.documents.documents()]
        return len(found) == FILES and set(found) == {DocumentStatus.INDEXED}

    qtbot.waitUntil(all_indexed, timeout=100_000)
    late = heart.stop()
    worst, p999 = late[-1], late[int(len(late) * 0.999)]
    with capsys.disabled():
        print(f"\n  event loop while {FILES} × {PAGES} pages were indexed: {len(late)} beats, ", end="")
        print(f"p99.9 {p999:.0f} ms late, worst {worst:.0f} ms")
    assert len(late) > 100
    assert worst < WORST_MS


def test_the_window_stands_soon(own_home: Path, capsys) -> None:
    """As a process of its own, from the start of Python to the end, closing included."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    times = []
    for _ in range(2):  # the first one may have to read everything from the disk
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "desktop.app", "--quit-when-shown"],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=80,
        )
        times.append(time.monotonic() - began)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        if times[-1] < SHOWN_WITHIN_S:
            break
    with capsys.disabled():
        print(f"\n  window shown and closed in {min(times):.2f} s")
    assert min(times) < SHOWN_WITHIN_S
