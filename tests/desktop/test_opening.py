"""What an installed program has set for itself is not handed to the programs that it opens."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from desktop.shared.opening import open_with_system

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux hands it on")


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's `xdg-open`, which notes what it is given; returns the note."""
    note, program = tmp_path / "note", tmp_path / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(
        f"#!/bin/sh\n{{ echo $1; echo ${{LD_LIBRARY_PATH-none}} ${{QT_PLUGIN_PATH-none}}; }} > {note}.part\n"
        f"mv {note}.part {note}\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/docuchat/_internal:/opt/own")
    monkeypatch.setenv("QT_PLUGIN_PATH", "/usr/lib/docuchat/_internal/PySide6/Qt/plugins")
    return note


def lines(note: Path) -> list[str]:
    ends = time.monotonic() + 10
    while not note.exists() and time.monotonic() < ends:
        time.sleep(0.01)  # a program of its own, which tells nobody when it is done
    return note.read_text().splitlines()


def test_the_libraries_of_the_package_stay_with_it(opener: Path, tmp_path: Path) -> None:
    assert open_with_system(tmp_path / "A b.pdf")
    assert lines(opener) == [str(tmp_path / "A b.pdf"), "none none"]
    assert os.environ["LD_LIBRARY_PATH"].startswith("/usr/lib/docuchat")  # for workers that start now


def test_what_the_user_set_holds_again(opener: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/own")
    assert open_with_system(str(tmp_path))
    assert lines(opener) == [str(tmp_path), "/opt/own none"]


def test_without_a_program_it_says_so(opener: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert not open_with_system(tmp_path)
