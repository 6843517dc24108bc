"""Whether a window can open is asked of the display itself, not of the variables that name it."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bootstrap import system

from desktop.start.display import has_display, needs_display, no_window_reason

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux asks its display")
ROOT = Path(__file__).resolve().parents[2]
ABSENT = 4711  # no X server has this number


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Path]:
    """A socket that accepts connections, as a compositor's does."""
    path = tmp_path / "wayland-7"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        yield path


@pytest.mark.parametrize("display", ["", f":{ABSENT}", f"unix:{ABSENT}.0", "127.0.0.1:59000", "no", ":"])
def test_a_display_that_is_gone_is_no_display(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", display)
    assert not has_display()


def test_an_x_server_that_listens_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", f":{ABSENT}.0")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{ABSENT}")  # no file: nothing is left behind
        server.listen()
        assert has_display()
    assert not has_display()


def test_a_compositor_that_listens_is_one(listener: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", listener.name)
    assert not has_display()  # nobody says where it is
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(listener.parent))
    assert has_display()
    listener.unlink()
    assert not has_display()


def test_qt_is_asked_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    python = Path(sys.executable)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert system.qt_can_open_a_window(python)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", f":{ABSENT}")
    assert not system.qt_can_open_a_window(python)  # Qt aborts there


def test_a_stale_display_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not set" in no_window_reason()
    monkeypatch.setenv("DISPLAY", ":3")
    assert "DISPLAY=:3" in no_window_reason()


@pytest.mark.parametrize(
    ("platform", "arguments", "needed"),
    [
        ("", [], True),
        ("xcb", [], True),
        ("wayland;xcb", [], True),
        ("offscreen", [], False),
        ("vnc:size=800x600", [], False),
        ("", ["-platform", "offscreen"], False),
    ],
)
def test_some_of_qts_platforms_need_no_display(
    platform: str, arguments: list[str], needed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert needs_display(arguments) is needed
