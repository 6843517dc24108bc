"""Keys and passwords of servers are taken from the environment and never written into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.settings import SERVER_KEY_VARIABLE, Settings
from core.system.paths import AppPaths
from tests.llm.test_openai_client import USAGE, answers, ask, chunk, stream


@pytest.mark.parametrize(
    "values",
    [
        {"models": {"server_url": "https://me:secret@host/v1"}},
        {"models": {"server_url": "https://secret@host"}},
        {"qdrant_url": "http://me:secret@host:6333"},
        {"window": {"updates_url": "https://me:secret@host/newest"}},
    ],
)
def test_an_address_with_a_password_is_not_kept(values: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    Settings().save(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="password") as error:
        Settings.model_validate(values).save(path)
    assert "secret" not in error.value.message
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])


def test_an_index_is_not_moved_to_an_address_that_could_not_be_kept(tmp_path: Path) -> None:
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    with Engine.open(paths, Settings()) as engine, pytest.raises(UsageError, match="password"):
        list(engine.move_index("http://me:secret@127.0.0.1:9", CancelToken()))


def test_an_at_sign_elsewhere_in_an_address_is_no_password(tmp_path: Path) -> None:
    settings = Settings().with_values("models", {"server_url": "http://host/users/@me?x=http://a@b"})
    settings.save(tmp_path / "settings.json")
    assert Settings.load(tmp_path / "settings.json") == settings


def test_a_model_server_gets_the_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVER_KEY_VARIABLE, "of-the-environment\n")
    body = stream(chunk("Paris", "stop"), USAGE, "[DONE]")
    _pieces, received = ask(answers("200 OK", body))
    assert b"authorization: bearer of-the-environment\r\n" in received[0].lower()
    monkeypatch.delenv(SERVER_KEY_VARIABLE)
    _pieces, received = ask(answers("200 OK", body))
    assert b"authorization" not in received[0].lower()
