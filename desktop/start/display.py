"""Whether a window can open here. No Qt and nothing installed: the set-up asks, too, before there is any."""

from __future__ import annotations

import os
import re
import socket
import sys
from pathlib import Path

IN_THE_TERMINAL = "`docuchat --help` names the commands that do the same in a terminal."
_PATIENCE_S = 3.0
# Qt's platforms that need one of the displays looked for here; what else is named opens without.
_NEED_DISPLAY = ("", "xcb", "wayland")


def has_display() -> bool:
    """Whether a display answers. The variables outlive it: in a detached session, after a lost connection."""
    if not sys.platform.startswith("linux"):
        return True
    return _x11_answers(os.environ.get("DISPLAY", "")) or _wayland_answers(
        os.environ.get("WAYLAND_DISPLAY", ""), os.environ.get("XDG_RUNTIME_DIR", "")
    )


def needs_display(arguments: list[str]) -> bool:
    """Whether Qt, given this environment and these arguments, opens its windows on a display of ours."""
    if {"-platform", "--platform"} & set(arguments):
        return False  # whoever names one knows it
    return os.environ.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0] in _NEED_DISPLAY


def no_window_reason() -> str:
    """Why no window opens, so that it can be mended."""
    named = [
        f"{name}={value}" for name in ("DISPLAY", "WAYLAND_DISPLAY") if (value := os.environ.get(name, ""))
    ]
    if not named:
        return "There is no display (DISPLAY and WAYLAND_DISPLAY are not set), so no window can open."
    return f"The display ({', '.join(named)}) does not answer or refuses us, so no window can open."


def _x11_answers(display: str) -> bool:
    """`display` as in DISPLAY: `:0`, `:1.0`, `unix:0`, `host:10.0`."""
    match = re.fullmatch(r"(?P<host>.*?):(?P<number>\d+)(?:\.\d+)?", display)
    if match is None:
        return False
    path = f"/tmp/.X11-unix/X{match['number']}"  # noqa: S108 - where X servers listen
    if match["host"] in ("", "unix"):
        return _unix_socket_answers(path) or _unix_socket_answers("\0" + path)
    try:
        with socket.create_connection((match["host"].strip("[]"), 6000 + int(match["number"])), _PATIENCE_S):
            return True
    except (OSError, OverflowError):
        return False


def _wayland_answers(display: str, runtime: str) -> bool:
    return bool(display) and _unix_socket_answers(str(Path(runtime) / display))


def _unix_socket_answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_PATIENCE_S)
        try:
            connection.connect(path)
        except OSError:
            return False
    return True
