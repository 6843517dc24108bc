"""Asking for the newest version, of a real server on this computer."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from core import __version__
from core.settings import Settings, WindowSettings
from core.system import paths
from core.system.updates import UpdateError, check_for_update
from tests.http_kit import server_saying


@pytest.mark.parametrize(
    ("said", "newer"),
    [("999.0", True), (__version__, False), (f"{__version__}.0\n", False), ("0.0.1", False)],
)
def test_the_newest_version_is_compared(said: str, newer: bool) -> None:
    with server_saying(said) as (url, _asked):
        found = check_for_update(url)
    assert (found.newest, found.is_newer) == (said.strip(), newer)


def test_nothing_of_the_user_is_sent() -> None:
    with server_saying("1.0") as (url, asked):
        check_for_update(url)
    (headers,) = asked
    assert headers["User-Agent"] == "DocuChat"
    assert not {"Cookie", "Referer", "Authorization"} & set(headers)
    assert __version__ not in str(headers)


@pytest.mark.parametrize(
    ("said", "status"), [("<html>", 200), ("1.0", 404), ("1.0", 302), ("1." + "0" * 5000, 200), ("", 200)]
)
def test_anything_else_is_no_version(said: str, status: int) -> None:
    with (
        server_saying(said, status, {"Location": "/elsewhere"}) as (url, asked),
        pytest.raises(UpdateError, match="does not name a v"),
    ):
        check_for_update(url)
    assert len(asked) == 1  # it followed nobody


def test_no_proxy_is_asked_for_a_server_on_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    with server_saying("999.0") as (url, _asked):
        assert check_for_update(url).is_newer


def test_an_answer_is_never_unpacked() -> None:
    """100 kB that would be 100 MB: the number of the newest version has 28 characters at most."""
    bomb = gzip.compress(b"1" * 100_000_000, 9)
    with server_saying(bomb, headers={"Content-Encoding": "gzip"}) as (url, asked):
        tracemalloc.start()
        try:
            with pytest.raises(UpdateError, match="does not name a version"):
                check_for_update(url)
            _now, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert asked[0]["Accept-Encoding"] == "identity"
    assert most < 20_000_000


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("https://[", "is no address"),
        ("https://[::1/newest", "is no address"),
        ("http://updates.example/newest.txt", "no https address"),
        ("http://127.0.0.1:9/newest.txt", "cannot be reached"),
    ],
)
def test_an_address_that_is_none_unsafe_or_away_is_told(address: str, problem: str) -> None:
    with pytest.raises(UpdateError, match=problem):
        check_for_update(address, timeout_s=5)


def test_a_package_may_name_whom_the_button_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its address is not kept among the user's settings, so that the next package may name another."""
    file = tmp_path / "settings.json"
    assert WindowSettings().updates_url == ""
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    (tmp_path / paths.UPDATES_FILE).write_text("https://example.org/newest\n")
    assert WindowSettings().updates_url == "https://example.org/newest"
    Settings(window=WindowSettings()).with_values("window", {"notify": False}).save(file)
    kept = json.loads(file.read_text(encoding="utf-8"))["window"]
    assert (kept["updates_url"], kept["notify"]) == ("", False)
    (tmp_path / paths.UPDATES_FILE).write_text("https://example.org/other\n")
    assert Settings.load(file).window.updates_url == "https://example.org/other"
    Settings.load(file).with_values("window", {"updates_url": "https://own.example/"}).save(file)
    assert Settings.load(file).window.updates_url == "https://own.example/"
    (tmp_path / paths.UPDATES_FILE).unlink()
    assert Settings.load(file).window.updates_url == "https://own.example/"
