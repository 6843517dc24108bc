"""Closing while a question hangs in its model: the threads end, or the process ends around them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Engine
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta
from core.paths import AppPaths
from core.procs import Channel, WorkerProcess
from core.settings import Settings
from core.types import Mode
from tests.conftest import MODELS_FOLDER

ROOT = Path(__file__).resolve().parents[2]


def deaf(channel: Channel) -> None:
    """A worker process that works on and on and never looks whether it should stop."""
    for _request in channel:
        channel.reply("begun")
        time.sleep(600)


class HangingModel:
    """A language model whose process does not answer and is not told of Stop: a load without end."""

    model_name = "hanging"
    context_tokens = 4096
    supports_gbnf = True

    def __init__(self) -> None:
        self.worker = WorkerProcess("tests.desktop.test_closing:deaf", name="language model")
        self.begun = False

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        for _reply in self.worker.call("count", timeout_s=None):  # `cancel` is not passed on
            self.begun = True
        return 1

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        raise AssertionError("it hangs before")

    def close(self) -> None:
        self.worker.close()


@pytest.mark.model
def test_a_run_that_hangs_in_its_model_does_not_keep_the_window(
    open_window, indexed: AppPaths, qtbot
) -> None:
    model = HangingModel()
    window = open_window(lambda: Engine.open(indexed, Settings(), model))
    window.conversation.ask("How long is the warranty period of the pump?", Mode.CHAT)
    qtbot.waitUntil(lambda: model.begun, timeout=15_000)
    window.close()
    began = time.monotonic()
    assert window._crew.close()
    assert time.monotonic() - began < 30  # the model would hang for ten minutes
    assert not any(lane._thread.isRunning() for lane in window._crew._lanes)
    assert model.worker.pid is None
    with Engine.open(indexed, Settings()) as again:  # lock and library were given back
        assert again.runs(1)[0].outcome in ("cancelled", "failed")


@pytest.fixture
def indexed(tmp_path: Path) -> AppPaths:
    """A library with one small document, read by the real engine."""
    from tests.desktop.scripted import make_pdf

    path = make_pdf(tmp_path / "pump.pdf", ["The warranty period of the pump is 24 months from delivery."])
    paths = AppPaths(tmp_path / "data", MODELS_FOLDER, tmp_path / "cache", tmp_path / "logs")
    with Engine.open(paths, Settings()) as engine:
        for events in (engine.add_paths([path], CancelToken()), engine.ingest(CancelToken())):
            assert list(events)[-1].outcome == "done"
    return paths


PROGRAM = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import desktop.app, desktop.workers.crew as crew
from core.types import Mode
from tests.desktop.scripted import ScriptedEngine

crew.STOP_S = crew.KILL_S = 0.5

def hang(question, stamp):
    print("hanging", flush=True)
    time.sleep(600)  # what no token and no kill ends: a server that never answers
    yield

class Engine(ScriptedEngine):
    def close(self):
        print("closed", flush=True)

def ask():
    window = next(w for w in QApplication.topLevelWidgets() if hasattr(w, "conversation"))
    window.library_state.loaded.connect(lambda: window.conversation.ask("What is it?", Mode.CHAT))
    QTimer.singleShot(1500, window.close)

desktop.app.open_real_engine = lambda paths: Engine(hang)
QTimer.singleShot(0, ask)
sys.exit(desktop.app.main([]))
"""


def test_a_thread_that_never_ends_is_left_behind_without_a_crash() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.stdout.split() == ["hanging", "closed"], done.stderr
    assert done.returncode == 0, done.stderr  # an abort would be -6
    assert "QThread" not in done.stderr
    assert time.monotonic() - began < 60
