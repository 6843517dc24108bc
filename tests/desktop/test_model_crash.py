"""The model's process is killed while it writes: a message with a link to ask again, which works."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.engine import Engine
from core.llm.llama import LlamaModel
from core.settings import Settings
from core.system.paths import AppPaths
from core.types import Mode
from desktop.conversation.event_relay import EventRelay
from desktop.workers.chat import ChatWorker
from tests.desktop.conftest import OpenWindow
from tests.desktop.history_kit import at_once
from tests.desktop.scripted import ScriptedEngine, answer_of
from tests.desktop.test_closing import indexed

__all__ = ["indexed"]


@pytest.fixture
def tiny(tiny_model_path: Path) -> Iterator[LlamaModel]:
    model = LlamaModel(tiny_model_path, model_name="tiny", context_tokens=2048)
    yield model
    model.close()


@pytest.mark.slow
@pytest.mark.model
def test_a_model_is_loaded_with_the_window_where_that_is_set(
    open_window: OpenWindow, indexed: AppPaths, tiny: LlamaModel, qtbot
) -> None:
    settings = Settings().with_values("window", {"load_model": True})
    open_window(lambda: Engine.open(indexed, settings, tiny))
    qtbot.waitUntil(lambda: tiny.loaded, timeout=60_000)


def test_no_model_is_no_failure_of_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    worker = ChatWorker(EventRelay())
    with Engine.open(paths, Settings().with_values("window", {"load_model": True})) as engine:
        worker.engine = engine
        worker.warm()
    assert "unexpected failure" not in caplog.text


def test_stop_does_not_wait_for_a_model_that_is_loaded_ahead(
    open_window: OpenWindow, engine: ScriptedEngine, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow:
        loading = threading.Event()

        def count_tokens(self, _messages: object, cancel: CancelToken) -> int:
            self.loading.set()
            cancel.wait(60.0)
            cancel.check()
            return 1

    monkeypatch.setattr("desktop.workers.crew._WARM_MS", 0)
    engine.settings = engine.settings.with_values("window", {"load_model": True})
    engine.script = at_once(answer_of([], []))
    engine.language_model = Slow
    talk = open_window().conversation
    qtbot.waitUntil(Slow.loading.is_set)
    talk.ask("How long is the warranty?", Mode.CHAT)
    with qtbot.waitSignal(talk.turn_finished, timeout=5_000):
        talk.stop()
    assert not talk.running


@pytest.mark.model
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_crash_of_the_model_is_a_message_with_a_way_on(
    open_window: OpenWindow, indexed: AppPaths, tiny: LlamaModel, qtbot
) -> None:
    settings = Settings().with_values("answers", {"extractive": "never", "max_tokens": 60})
    window = open_window(lambda: Engine.open(indexed, settings, tiny))
    talk = window.conversation
    with qtbot.waitSignal(talk.turn_finished, timeout=120_000):
        with qtbot.waitSignal(talk.draft_changed, timeout=120_000):
            talk.ask("How long is the warranty period of the pump?", Mode.CHAT)
        os.kill(tiny.pid or 0, signal.SIGSEGV)
    (turn,) = talk.turns
    assert (turn.state.outcome, turn.state.error_code) == ("failed", "model_stopped")
    shown = window.view.toPlainText()
    assert "The language model tiny stopped." in shown
    assert "Ask again: it is loaded anew." in shown
    with qtbot.waitSignal(talk.turn_finished, timeout=120_000):
        window.talks.on_deed_wanted("again", 0)
    assert talk.turns[1].state.outcome != "failed"
