"""The parts of the proof that need no package: how programs are isolated, timed and judged."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bundle import computers, linux, processors, steps
from bundle.linux import INSTALLED

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces are Linux's")


class Here:
    """This system as the computer of the proof, with the package's programs written by the test."""

    name = "here"

    def __init__(self, base: Path) -> None:
        self.base = base
        self.programs = self.installed = base / INSTALLED
        self.programs.mkdir(parents=True)

    def outside(self, path: Path) -> Path:
        return path

    def new_home(self, name: str) -> Path:
        home = self.base / name
        home.mkdir()
        return home

    def command(self, command: list[object], home: Path, tracer: list[str] = ()) -> list[str]:  # type: ignore[assignment]
        return [str(part) for part in command]

    def program(self, name: str, *lines: str) -> None:
        path = self.programs / name
        path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
        path.chmod(0o755)


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)


def test_what_runs_there_sees_no_network_and_nothing_of_our_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not computers.can_isolate():
        pytest.skip("network namespaces are not allowed here")
    monkeypatch.setenv("DOCUCHAT_HOME", "/elsewhere")
    monkeypatch.setattr(computers.subprocess, "run", lambda *_, **__: None)  # nothing to unpack
    unpacked = computers.Unpacked(tmp_path / "x.deb", tmp_path)
    monkeypatch.undo()
    home = unpacked.new_home("home")
    tmp_path.chmod(0o755)
    command = unpacked.command(["/usr/bin/env"], home)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seen = dict(line.split("=", 1) for line in done.stdout.splitlines())
    assert seen == {
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "QT_QPA_PLATFORM": "offscreen",
    }
    devices = subprocess.run(
        unpacked.command(["/bin/cat", "/proc/net/dev"], home), capture_output=True, text=True, check=True
    )
    assert [line.split(":")[0].strip() for line in devices.stdout.splitlines()[2:]] == ["lo"]


def test_a_start_is_timed_until_its_line_and_not_until_its_end(tmp_path: Path) -> None:
    began = computers.time.monotonic()
    command = ["sh", "-c", "echo before; echo shown; sleep 1; echo bad >&2; exit 3"]
    seconds, code, errors = computers.seconds_until("shown", command, tmp_path)
    assert 0 < seconds < computers.time.monotonic() - began - 0.9
    assert (code, errors) == (3, "bad\n")
    assert computers.seconds_until("shown", ["true"], tmp_path)[0] == -1


def test_a_program_that_lost_its_library_in_the_upgrade_fails_the_proof(here: Here) -> None:
    """The old libraries are opened by what stands in the package's folder: here by one that says nothing."""
    here.program("docuchat", 'test -f "$HOME/x"; exit 0')
    findings = steps.Findings()
    steps.old_libraries(here, findings)  # type: ignore[arg-type]
    fixtures = list(steps.OLD_LIBRARIES.glob("format*.sql"))
    assert len([one for one in findings.problems if "ended with 0" in one]) == len(fixtures) > 3
    assert any("a newer library" in one for one in findings.problems)


@pytest.mark.parametrize(
    ("turn", "problem"),
    [
        (
            {"mode": "agent", "statements": [["24 months", "quoted"]], "citations": [["b", 4]]},
            "was not shown",
        ),
        ({"mode": "agent", "statements": [["24 months", "quoted"]], "page_shown": True}, "no citation"),
        ({"mode": "agent", "statements": [["36 months", "quoted"]]}, "not the answer"),
    ],
)
def test_an_answer_without_citation_or_page_fails_the_proof(
    here: Here, turn: dict[str, object], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps.shutil, "which", lambda _name: None)  # without strace
    here.program("docuchat-desktop", f"echo '{json.dumps({'turns': [turn]})}'")
    findings = steps.Findings()
    steps.window(here, findings, "agent", None)  # type: ignore[arg-type]
    assert any(problem in one for one in findings.problems), findings.problems


def test_a_file_in_the_home_is_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps.shutil, "which", lambda _name: None)  # without strace
    here.program("docuchat-desktop", "touch .history", "echo '{}'")
    findings = steps.Findings()
    steps.window(here, findings, "chat", None)  # type: ignore[arg-type]
    assert any(".history" in one for one in findings.problems), findings.problems


@pytest.mark.parametrize(
    ("index", "problem"),
    [
        ('cd "$(dirname "$0")/docuchat-data" && mkdir data && touch data/library.sqlite3', ""),
        ("true", "no library beside the program"),
    ],
)
def test_a_portable_program_keeps_its_library_beside_it(
    here: Here, tmp_path: Path, index: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps.shutil, "which", lambda _name: None)  # without strace
    turn = {"mode": "chat", "statements": ["24 months"], "citations": [1], "page_shown": True}
    here.program("docuchat", index, "echo 24 months")
    here.program("docuchat-desktop", f"echo '{json.dumps({'turns': [turn]})}'")
    archive = linux.make_archive(here.programs, tmp_path, "1.0", 1)
    findings = steps.Findings()
    steps.portable(here, findings, archive)  # type: ignore[arg-type]
    assert (findings.problems == []) == (not problem), findings.problems
    assert all(problem in one for one in findings.problems)
    assert linux.archive_beside(tmp_path / "docuchat_1.0_amd64.deb") == archive
    assert linux.archive_beside(tmp_path / "docuchat_1.1_amd64.deb") is None


def test_a_scanned_page_that_is_not_recognised_fails_the_proof(here: Here) -> None:
    here.program("docuchat", "exit 0")
    findings = steps.Findings()
    steps.scan(here, findings)  # type: ignore[arg-type]
    assert [one.startswith("a scanned page") for one in findings.problems] == [True]


def test_a_processor_that_is_given_the_wrong_library_fails_the_proof(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.gguf").touch()
    written = processors.Written(processors.WORD, ("libggml-cpu-sse42.so",))
    monkeypatch.setattr(steps, "write_on", lambda *_: written)
    findings = steps.Findings()
    steps.processors(here, findings, tmp_path)  # type: ignore[arg-type]
    assert len(findings.problems) == 1
    assert findings.problems[0].startswith("llama.cpp, Haswell: took")


def test_llama_cpp_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"no model")
    written = processors.write_on("", tmp_path, tmp_path / "model.gguf")
    assert written is not None
    assert (written.text, written.problem.startswith("ended with 1")) == ("", True)
    if shutil.which("qemu-x86_64") is None:
        assert processors.write_on("Nehalem", tmp_path, tmp_path / "model.gguf") is None
