"""A library of the system that is missing is named, not the one that Qt guesses at."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from desktop.start import system_libraries

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's loader is asked")
ROOT = Path(__file__).resolve().parents[2]
DISPLAY = 4712  # no X server has this number
OPEN = "import sys; from desktop.start.started import main; sys.exit(main(['--quit-when-shown']))"
# Where its first plugin fails, Qt would go on to those that it came with.
OPEN_WITHOUT_QTS_OWN = (
    f"from PySide6.QtCore import QCoreApplication; QCoreApplication.setLibraryPaths([]); {OPEN}"
)


def test_packages_are_named_as_debian_names_them() -> None:
    """By the rule; the set-up has the same in a table."""
    sys.path.append(str(ROOT / "packaging"))
    try:
        from bootstrap import system
    finally:
        sys.path.remove(str(ROOT / "packaging"))
    table = {**system.QT_IMPORT, **system.QT_X11, **system.QT_WAYLAND}
    assert {library: system_libraries.debian_package(library) for library in table} == table
    assert system_libraries.debian_package("libcups.so.2") == "libcups2"
    assert system_libraries.debian_package("something.so") == ""


def library(folder: Path, name: str, needs: str) -> Path:
    """A library that needs another one, which is gone."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("a C compiler is missing, which the set-up needs for llama.cpp")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.c").write_text("int absent(void); int present(void) { return absent(); }")
    (folder / "b.c").write_text("int absent(void) { return 1; }")
    subprocess.run(
        [compiler, "-shared", f"-Wl,-soname,{needs}", "-o", folder / needs, folder / "b.c"], check=True
    )
    made = folder / name
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, folder / "a.c", folder / needs], check=True)
    (folder / needs).unlink()
    return made


def test_what_a_library_lacks_is_found(tmp_path: Path) -> None:
    made = library(tmp_path, "libmade.so", "libxcb-absent.so.4")
    assert system_libraries.missing_libraries(made) == ["libxcb-absent.so.4"]
    assert "libxcb-absent.so.4" in system_libraries.why_not_loaded(made)
    assert system_libraries.missing_libraries(tmp_path / "none.so") == []
    assert system_libraries.why_not_loaded(tmp_path / "none.so") == ""
    sentence = system_libraries.missing_sentence(["libEGL.so.1", "libxcb-absent.so.4"])
    assert sentence.endswith(
        "libraries of the system are missing: libEGL.so.1, libxcb-absent.so.4. "
        "On Debian and Ubuntu: sudo apt install libegl1 libxcb-absent4."
    )


def start(environment: dict[str, str], program: str = OPEN) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_a_display_that_qt_does_not_get_on_with_ends_in_a_sentence(tmp_path: Path) -> None:
    """Qt's own words are shown, and the process is not aborted."""
    done = start({"QT_QPA_PLATFORM": "nonsense", "DOCUCHAT_HOME": str(tmp_path)})
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("docuchat-desktop: Qt cannot open a window here.")
    assert "nonsense" in done.stderr


def test_qt_that_cannot_be_imported_is_explained(tmp_path: Path) -> None:
    library(tmp_path / "PySide6", "QtCore.so", "libEGX.so.1")
    (tmp_path / "PySide6" / "__init__.py").touch()
    done = start({"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "libEGX.so.1. On Debian and Ubuntu: sudo apt install libegx1. `docuchat --help`" in line


def test_another_mistake_in_an_import_is_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").touch()
    done = start({"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr


@pytest.mark.slow
def test_a_plugin_of_qt_that_cannot_be_loaded_is_explained(tmp_path: Path) -> None:
    """Qt's own plugin, with the names of two libraries that it needs changed to such that nobody has."""
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PrefixPath))
    platforms, libraries = tmp_path / "plugins" / "platforms", tmp_path / "lib"
    platforms.mkdir(parents=True)
    libraries.mkdir()
    for path in (qt / "lib").glob("*.so*"):
        (libraries / path.name).symlink_to(path)
    base, plugin = libraries / "libQt6XcbQpa.so.6", platforms / "libqxcb.so"
    base.unlink()
    for source, target in (
        (qt / "lib" / base.name, base),
        (qt / "plugins" / "platforms" / plugin.name, plugin),
    ):
        content = source.read_bytes().replace(b"libxcb-icccm.so.4\0", b"libxcb-empty.so.4\0")
        target.write_bytes(content.replace(b"libxcb-keysyms.so.1\0", b"libxcb-nothing.so.1\0"))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{DISPLAY}")
        server.listen()
        done = start(
            {
                "DISPLAY": f":{DISPLAY}",
                "QT_QPA_PLATFORM": "xcb",
                "QT_QPA_PLATFORM_PLUGIN_PATH": str(platforms),
                "DOCUCHAT_HOME": str(tmp_path / "home"),
            },
            OPEN_WITHOUT_QTS_OWN,
        )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("docuchat-desktop: The window cannot open")
    assert "libxcb-empty.so.4" in line
    assert "libxcb-nothing.so.1" in line
    assert re.search("sudo apt install .*libxcb-empty4 .*libxcb-nothing1", line)
    assert "docuchat --help" in line
