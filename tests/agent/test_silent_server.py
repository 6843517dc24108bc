"""A model server that accepts the question and then says nothing: an error event, and the run goes on."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from core.agent.executor import AgentExecutor
from core.agent.limits import CHAT_TIMEOUT_VARIABLE, PLAN_TIMEOUT_VARIABLE, Limits
from core.cancel import CancelToken
from core.engine.language_model import LanguageModel
from core.events import Event, EventStamper
from core.llm.openai_client import OpenAIModel
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.runs.recorder import guarded
from core.settings import Settings
from core.system.paths import AppPaths
from tests.agent.memory_library import MemoryRetriever
from tests.agent.scripted_run import SIMPLE


@pytest.fixture
def silent_address() -> Iterator[str]:
    """Of a server that takes every connection and never answers."""
    listener = socket.create_server(("127.0.0.1", 0))
    taken: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                taken.append(listener.accept()[0])

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()
    for connection in taken:
        connection.close()


def asked(model: OpenAIModel, limits: Limits, *, constraint_pass: bool = False) -> list[Event]:
    stamp = EventStamper()
    with ThreadPoolExecutor(4) as pool, contextlib.closing(model):
        executor = AgentExecutor(
            model,
            MemoryRetriever(),
            limits,
            None,
            stamp,
            CancelToken(),
            pool,
            constraint_pass=constraint_pass,
        )
        return list(guarded(lambda: executor.run(SIMPLE), stamp))


@pytest.mark.parametrize("constraint_pass", [False, True])
@pytest.mark.parametrize(("patience_s", "limit_s"), [(0.2, 60.0), (60.0, 0.2)])
def test_a_server_that_stays_silent_is_an_error_event_and_the_run_reads_on(
    silent_address: str, patience_s: float, limit_s: float, constraint_pass: bool
) -> None:
    model = OpenAIModel(silent_address, "some-model", timeout_s=patience_s)
    limits = replace(Limits.standard(), plan_timeout_s=limit_s, chat_timeout_s=limit_s)
    events = asked(model, limits, constraint_pass=constraint_pass)
    failures = [event for event in events if event.kind == "step_failed"]
    assert "plan_timeout" in {event.code for event in failures}
    assert all("took longer than 0." in event.message for event in failures)
    assert [event.ok for event in events if event.kind == "tool_returned"][:2] == [True, True]
    assert events[-1].kind == "run_finished"
    assert events[-1].outcome in ("answered", "no_answer")


def test_the_client_of_a_server_waits_as_long_as_a_step_may_take(
    silent_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PLAN_TIMEOUT_VARIABLE, raising=False)
    monkeypatch.delenv(CHAT_TIMEOUT_VARIABLE, raising=False)
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    store = ModelStore(paths.models, load_catalogue(), found_folders=())
    server = {"server_url": silent_address, "server_model": "some-model"}
    settings = Settings().with_values("models", server)
    language_model = LanguageModel(paths, store)

    def patience(settings: Settings) -> float:
        model = language_model.of(settings)
        assert isinstance(model, OpenAIModel)
        assert language_model.of(settings) is model
        return model.silence_limit_s

    assert patience(settings) == 600.0
    assert patience(settings.with_values("answers", {"plan_timeout_s": 900.0})) == 900.0
    monkeypatch.setenv(CHAT_TIMEOUT_VARIABLE, "1200")
    assert patience(settings) == 1200.0
    language_model.close()
