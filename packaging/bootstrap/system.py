"""What must come from the operating system: venv, a C++ compiler, the libraries Qt loads.

On Debian and Ubuntu, as root, what is missing is installed; otherwise the exact line is named.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from bootstrap.console import SetupError, say

# Shared library → Debian package. Qt needs the first set to be imported at all, the second for an X11 window
# (it blames xcb-cursor whichever of them is missing), the third for Wayland.
QT_IMPORT = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
}
QT_X11 = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
}
QT_WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
QT_PATIENCE_S = 30.0
FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")


def qt_can_open_a_window(python: Path) -> bool:
    """Whether Qt gets on with the display: one that answers may still refuse us (another user's).

    In a process of its own, because Qt aborts where it cannot.
    """
    program = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
    try:
        done = subprocess.run(
            [str(python), "-c", program],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=QT_PATIENCE_S,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def require_venv() -> None:
    """Raises SetupError when `python -m venv` would fail."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        install_or_name(["python3-venv"], "Python's venv module")
        importlib.invalidate_caches()


def require_compiler() -> None:
    """Raises SetupError when there is no C++ compiler."""
    if os.name == "nt":
        return  # CMake finds Visual Studio's compiler by itself and says what is missing
    if not any(shutil.which(name) for name in ("g++", "c++", "clang++")):
        if sys.platform == "darwin":
            raise SetupError("A C++ compiler is missing. Install Apple's with\n    xcode-select --install")
        install_or_name(["g++", "libc6-dev"], "A C++ compiler (g++)")


def require_qt_libraries(*, window: bool) -> None:
    """Raises SetupError when a library that Qt loads is missing and cannot be installed here."""
    if not sys.platform.startswith("linux"):
        return
    wanted = dict(QT_IMPORT)
    if window and os.environ.get("DISPLAY"):
        wanted |= QT_X11
    elif window:
        wanted |= QT_WAYLAND
    missing = missing_packages(wanted)
    if missing:
        install_or_name(missing, "Libraries that the window needs")
        still = missing_packages(wanted)
        if still:
            raise SetupError(f"Still missing after the installation: {' '.join(still)}.")


def missing_packages(wanted: dict[str, str]) -> list[str]:
    """Debian packages of the libraries of `wanted` that the loader does not know, and a font."""
    known = _known_libraries()
    missing = [package for library, package in wanted.items() if library not in known]
    if not any(_fonts()):
        missing.append(FONT_PACKAGE)
    return missing


def _known_libraries() -> set[str]:
    for program in ("ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"):
        path = shutil.which(program)
        if path:
            listing = subprocess.run([path, "-p"], capture_output=True, text=True, check=False).stdout
            return {line.split()[0] for line in listing.splitlines() if "=>" in line}
    # musl and the like have no such list; let Qt itself complain.
    return {*QT_IMPORT, *QT_X11, *QT_WAYLAND}


def _fonts() -> Iterator[Path]:
    for folder in FONT_FOLDERS:
        for pattern in ("*.ttf", "*.otf", "*.ttc", "*.pfb"):
            yield from Path(folder).expanduser().rglob(pattern)


def install_or_name(packages: Iterable[str], what: str) -> None:
    """Install Debian packages as root; otherwise raise SetupError with the line to type."""
    names = list(packages)
    line = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(names)}"
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get")
    if not debian:
        raise SetupError(
            f"{what}: missing on this system. On Debian or Ubuntu the packages are called\n"
            f"    {' '.join(names)}\nInstall what your system calls them, then start again."
        )
    if os.geteuid() != 0:
        raise SetupError(f"{what}: missing. Install with\n    sudo sh -c '{line}'\nthen start again.")
    say(f"{what}: missing; installing {' '.join(names)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names],
    ):
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        # A mirror that is partly down lets `update` fail although the installation then succeeds.
        if done.returncode and command[1] == "install":
            tail = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
            raise SetupError(f"{what} could not be installed with\n    {line}\n{tail}")
