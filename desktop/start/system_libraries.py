"""Which libraries of the system are missing where the window cannot start. No Qt, which may be what cannot be
imported; nothing here runs at a start that succeeds.

Qt tells of its plugin for X11 only that it "could not be loaded", and guesses at libxcb-cursor0.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
from pathlib import Path

_PATIENCE_S = 10.0
# Debian names a package after the library's file and the number of its interface; these are in another one.
_ELSEWHERE = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libGLdispatch.so.0": "libglvnd0",
}


def missing_libraries(file: Path) -> list[str]:
    """File names of the libraries that `file`, itself a library, needs and the system's loader does not find.

    Empty where all are there, and where the loader cannot be asked (it is glibc's).
    """
    try:
        done = subprocess.run(
            [_loader(), str(file)],
            env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"},  # as `ldd` asks; `--list` ends at the first
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_PATIENCE_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return sorted(set(re.findall(r"^\s*(\S+) => not found", done.stdout, re.MULTILINE)))


def why_not_loaded(file: Path) -> str:
    """What the loader says against `file`, such as a version of a library that is too old; empty when it is
    loaded, or not there at all."""
    if not file.is_file():
        return ""
    try:
        ctypes.CDLL(str(file))
    except OSError as error:
        return str(error)
    return ""


def debian_package(library: str) -> str:
    """`libxcb-icccm.so.4` → `libxcb-icccm4`; empty for a name without the number of an interface."""
    if library in _ELSEWHERE:
        return _ELSEWHERE[library]
    match = re.fullmatch(r"(?P<name>lib.+?)\.so\.(?P<number>\d+)", library)
    if match is None:
        return ""
    name = match["name"].lower()
    return f"{name}{'-' if name[-1].isdigit() else ''}{match['number']}"


def missing_sentence(libraries: list[str]) -> str:
    """What is missing, and how to get it."""
    packages = dict.fromkeys(package for library in libraries if (package := debian_package(library)))
    how = f" On Debian and Ubuntu: sudo apt install {' '.join(packages)}." if packages else ""
    many = len(libraries) > 1
    return (
        f"The window cannot open, because {'libraries' if many else 'a library'} of the system "
        f"{'are' if many else 'is'} missing: {', '.join(libraries)}.{how}"
    )


def import_problem(error: ImportError) -> str:
    """The sentence for a module that lacks a library of the system; empty for another reason."""
    match = re.match(r"(lib\S+): cannot open shared object file", str(error))
    if match is None:
        return ""
    found = missing_libraries(Path(error.path)) if error.path else []
    return missing_sentence(found if match[1] in found else [match[1], *found])


def window_problem(plugins: Path) -> str:
    """Why Qt's plugin for this display cannot be loaded; empty when it can.

    `plugins`: Qt's folder `platforms`.
    """
    for plugin in _plugins_for_the_display(plugins):
        if missing := missing_libraries(plugin):
            return missing_sentence(missing)
        if reason := why_not_loaded(plugin):
            return f"The window cannot open, because {plugin.name} cannot be loaded: {reason}."
    return ""


def _plugins_for_the_display(plugins: Path) -> list[Path]:
    """Those that Qt was told to take, else the one of the display that answers."""
    told = os.environ.get("QT_QPA_PLATFORM", "")
    names = [part.split(":")[0].split("-")[0] for part in told.split(";") if part]
    if not names:
        names = ["xcb"] if os.environ.get("DISPLAY") else ["wayland"]
    return [plugins / f"libq{name}.so" for name in names]


def _loader() -> str:
    """The loader that this process was started with."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "ld.so"
    match = re.search(r"(/\S*/ld-linux\S*|/\S*/ld64\S*)$", maps, re.MULTILINE)
    return match[1] if match else "ld.so"
