"""The hub, over real HTTP to a loopback server that breaks off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.models.store import ModelStore
from tests.models.parts import HUB_SOURCE, LoopbackHub, answer_model, get, sha256


@pytest.fixture
def hub(content: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    server = LoopbackHub(content)
    monkeypatch.setenv("HF_ENDPOINT", server.address)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with server.serving():
        yield server


def test_a_broken_line_goes_on_where_it_was(store: ModelStore, content: bytes, hub: LoopbackHub) -> None:
    hub.break_after = 2 << 20
    failed = get(store)
    assert (failed.outcome, failed.error_code) == ("failed", "model")
    assert "someone/tiny" in failed.message

    assert get(store).outcome == "done"
    assert store.require("tiny").main_file.read_bytes() == content
    assert hub.ranges[0] == "bytes=0-"
    assert int(hub.ranges[1].removeprefix("bytes=").rstrip("-")) >= 1 << 20


def test_changed_bytes_on_the_hub_are_refused(store: ModelStore, content: bytes, hub: LoopbackHub) -> None:
    hub.content = b"y" * len(content)
    failed = get(store)
    assert sha256(content) in failed.message
    assert sha256(hub.content) in failed.message
    assert store.installed("tiny") is None


def test_a_missing_file_and_the_next_source(tmp_path: Path, content: bytes, hub: LoopbackHub) -> None:
    gone = {**HUB_SOURCE, "filename": "missing.gguf"}
    only = ModelStore(tmp_path / "one", answer_model(content, [gone]), found_folders=())
    assert "404" in get(only).message
    both = ModelStore(tmp_path / "two", answer_model(content, [gone, HUB_SOURCE]), found_folders=())
    assert get(both).outcome == "done"


def test_no_network_is_told_plainly(store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    failed = get(store)
    assert "could not be reached" in failed.message
    assert "--from" in failed.hint


def test_without_a_pinned_hash_the_first_download_is_recorded_and_held_to(
    tmp_path: Path, content: bytes, hub: LoopbackHub
) -> None:
    catalogue = answer_model(content, [HUB_SOURCE])
    entry = catalogue.models[0]
    file = entry.main.model_copy(update={"sha256": None, "size": None, "approximate_size": 1000})
    loose = catalogue.model_copy(update={"models": (entry.model_copy(update={"files": (file,)}),)})
    store = ModelStore(tmp_path / "models", loose, found_folders=())
    assert get(store).outcome == "done"
    assert store.require("tiny").sha256 == sha256(content)
