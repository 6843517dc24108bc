"""The texts of documents never go through a proxy to an index server on this computer."""

from __future__ import annotations

import json

import pytest

from core.errors import StorageError
from core.search.server import connect
from tests.http_kit import server_saying


def test_a_proxy_of_the_environment_is_not_used_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = json.dumps({"status": {"error": "no such thing"}})
    headers = {"Content-Type": "application/json"}
    with (
        server_saying(unknown, 404, headers) as (proxy, overheard),
        server_saying(unknown, 404, headers) as (index, asked),
    ):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.setenv(name, "")
        with pytest.raises(StorageError):
            connect(index, "documents", 3)
        assert asked
        assert overheard == []
