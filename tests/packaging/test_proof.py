"""The parts of the proof that need no package: how programs are isolated, timed and judged."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from bundle import computers, linux, processors, steps, watch
from bundle.linux import INSTALLED

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces are Linux's")


class Here:
    """This system as the computer of the proof, with the package's programs written by the test.

    `traced`: with the tracer that the proof puts before a command.
    """

    name = "here"

    def __init__(self, base: Path, *, traced: bool = False) -> None:
        self.base, self.traced = base, traced
        self.programs = self.installed = base / INSTALLED
        self.programs.mkdir(parents=True)

    def outside(self, path: Path) -> Path:
        return path

    def new_home(self, name: str) -> Path:
        home = self.base / name
        home.mkdir()
        return home

    def command(self, command: list[object], home: Path, tracer: Sequence[str] = ()) -> list[str]:
        return [*(tracer if self.traced else ()), *map(str, command)]

    def program(self, name: str, *lines: str) -> None:
        path = self.programs / name
        path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
        path.chmod(0o755)

    def problems(self, step: str, *given: object) -> list[str]:
        """What a step of the proof finds here."""
        findings = steps.Findings()
        getattr(steps, step)(self, findings, *given)
        return findings.problems


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)


@pytest.fixture
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is judged by other things than the calls."""
    monkeypatch.setattr(watch.Watch, "judge", lambda _self: None)


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

    def told(*command: object) -> list[str]:
        inside = unpacked.command(list(command), home)
        return subprocess.run(inside, capture_output=True, text=True, check=True).stdout.splitlines()

    assert dict(line.split("=", 1) for line in told("/usr/bin/env")) == {
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "QT_QPA_PLATFORM": "offscreen",
    }
    devices = told("/bin/cat", "/proc/net/dev")[2:]
    assert [line.split(":")[0].strip() for line in devices] == ["lo"]


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
    problems = here.problems("old_libraries")
    fixtures = list(steps.OLD_LIBRARIES.glob("format*.sql"))
    assert len([one for one in problems if "ended with 0" in one]) == len(fixtures) > 3
    assert any("a newer library" in one for one in problems)


@pytest.mark.parametrize(
    ("statement", "more", "problem"),
    [
        ("24 months", {"citations": [["b", 4]]}, "was not shown"),
        ("24 months", {"page_shown": True}, "no citation"),
        ("36 months", {}, "not the answer"),
    ],
)
def test_an_answer_without_citation_or_page_fails_the_proof(
    here: Here, statement: str, more: dict[str, object], problem: str, unwatched: None
) -> None:
    turn = {"mode": "agent", "statements": [[statement, "quoted"]], **more}
    here.program("docuchat-desktop", f"echo '{json.dumps({'turns': [turn]})}'")
    problems = here.problems("window", "agent", None)
    assert any(problem in one for one in problems), problems


def test_a_file_in_the_home_and_a_scanned_page_that_is_not_recognised_are_told(
    here: Here, unwatched: None
) -> None:
    here.program("docuchat-desktop", "touch .history", "echo '{}'")
    problems = here.problems("window", "chat", None)
    assert any(".history" in one for one in problems), problems
    here.program("docuchat", "exit 0")
    assert [one.startswith("a scanned page") for one in here.problems("scan")] == [True]


@pytest.mark.parametrize(
    ("index", "problem"),
    [
        ('cd "$(dirname "$0")/docuchat-data" && mkdir data && touch data/library.sqlite3', ""),
        ("true", "no library beside the program"),
    ],
)
def test_a_portable_program_keeps_its_library_beside_it(
    here: Here, tmp_path: Path, index: str, problem: str, unwatched: None
) -> None:
    turn = {"mode": "chat", "statements": ["24 months"], "citations": [1], "page_shown": True}
    here.program("docuchat", index, "echo 24 months")
    here.program("docuchat-desktop", f"echo '{json.dumps({'turns': [turn]})}'")
    archive = linux.make_archive(here.programs, tmp_path, "1.0", 1)
    only(here.problems("portable", archive), problem)
    assert linux.archive_beside(tmp_path / "docuchat_1.0_amd64.deb") == archive
    assert linux.archive_beside(tmp_path / "docuchat_1.1_amd64.deb") is None


def only(problems: list[str], wanted: str) -> None:
    """Nothing else is found, or nothing at all."""
    assert (problems == []) == (not wanted), problems
    assert all(wanted in one for one in problems)


def test_a_processor_that_is_given_the_wrong_library_fails_the_proof(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.gguf").touch()
    written = processors.Written(processors.WORD, ("libggml-cpu-sse42.so",))
    monkeypatch.setattr(steps, "write_on", lambda *_: written)
    (problem,) = here.problems("processors", tmp_path)
    assert problem.startswith("llama.cpp, Haswell: took")


def test_llama_cpp_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"no model")
    written = processors.write_on("", tmp_path, tmp_path / "model.gguf")
    assert (written.text, written.problem.startswith("ended with 1")) == ("", True)
    if shutil.which("qemu-x86_64") is None:
        assert processors.write_on("Nehalem", tmp_path, tmp_path / "model.gguf") is None


def small_model(base: Path) -> Path:
    """A folder as the store keeps a model, of the one that the proof imports."""
    folder = base / "smollm2-135m-instruct-q4_1"
    folder.mkdir()
    (folder / "SmolLM2-135M-Instruct-Q4_1.gguf").write_bytes(b"GGUF")
    return folder


@pytest.mark.parametrize("step", ["terminal", "scan", "imports", "window"])
def test_without_strace_no_step_proves_anything(
    here: Here, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch.shutil, "which", lambda _name: None)
    problems = problems_of(step, here)
    assert any(one.endswith("strace is not installed, so nothing was watched") for one in problems), problems


def problems_of(step: str, computer: Here) -> list[str]:
    """Of a step with programs that do nothing but what the test wrote."""
    for name in ("docuchat", "docuchat-desktop"):
        if not (computer.programs / name).exists():
            computer.program(name, "exit 0")
    given = {"imports": (small_model(computer.base),), "window": ("chat", None)}.get(step, ())
    return computer.problems(step, *given)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace tells what is called")
@pytest.mark.parametrize("step", ["terminal", "scan", "imports", "window"])
def test_a_file_elsewhere_is_told_of_every_step(watched_path: Path, step: str) -> None:
    computer = Here(watched_path, traced=True)
    for name in ("docuchat", "docuchat-desktop"):
        computer.program(name, f'echo x >> "{watched_path}/elsewhere"')
    problems = problems_of(step, computer)
    if not (watched_path / "elsewhere").exists():
        pytest.skip("processes may not be watched here")
    assert any("written outside" in one and f"{watched_path}/elsewhere" in one for one in problems), problems
    assert any("hardly anything" in one for one in problems)  # a script opens little


def test_the_calls_of_all_commands_of_a_step_are_judged_together(here: Here, tmp_path: Path) -> None:
    """Each log by itself is put together, since the numbers of processes come again."""
    findings = steps.Findings()
    watched = watch.Watch(here, findings, "step", tmp_path / "h")
    own = [f'1 openat(AT_FDCWD, "/usr/lib/{at}", O_RDONLY) = 3' for at in range(60)]
    first = [*own, '1 openat(AT_FDCWD, "/srv/a", O_WRONLY|O_CREAT, 0644 <unfinished ...>']
    second = [*own, "1 <... openat resumed>) = -1 EACCES (Permission denied)", '1 mkdir("/srv/b", 0700) = 0']
    for number, lines in enumerate((first, second)):
        watched._logs.append(tmp_path / f"{number}.calls")
        watched._logs[-1].write_text("\n".join(lines))
    watched.judge()
    assert findings.figures["step_calls"] == {
        "traced": 122,
        "internet_sockets": 0,
        "written_outside": ["/srv/a", "/srv/b"],
    }
    assert len(findings.problems) == 1


class Upgraded(Here):
    """One whose installation replaces the program beneath a window."""

    root = Path("/")

    def install(self, package: Path) -> None:
        (self.installed / steps.EARLIER_FILE).unlink()
        (self.programs / steps.WINDOW).unlink()
        self.program(steps.WINDOW, "exit 7")


@pytest.mark.parametrize(("ends", "problem"), [("exit 0", ""), ("exit 3", "ended with 3")])
def test_a_window_that_stands_during_the_upgrade_has_to_close_well(
    tmp_path: Path, ends: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No other program of this computer is called so: the processes of that name are ended.
    monkeypatch.setattr(steps, "WINDOW", f"window-of-{tmp_path.parent.name}-{tmp_path.name}")
    computer = Upgraded(tmp_path)
    library = f"mkdir -p {steps.LIBRARY.parent}; touch {steps.LIBRARY}"
    computer.program("docuchat", library, "echo 24 months")
    computer.program(steps.WINDOW, f"trap '{ends}' TERM", library, "while :; do sleep 0.05; done")
    (computer.installed / steps.EARLIER_FILE).touch()
    only(computer.problems("upgrade", tmp_path / "x.deb"), problem)


def test_the_release_of_the_fresh_debian_can_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[object]] = []
    monkeypatch.setattr(computers, "run_logged", lambda _what, command, *_, **__: ran.append(list(command)))
    monkeypatch.setattr(computers, "_checked", lambda _command: "")
    made = computers.FreshDebian(tmp_path, tmp_path / "log", suite="trixie")
    computers.FreshDebian(tmp_path, tmp_path / "log")
    assert made.name == "a fresh Debian trixie"
    assert [command[-2] for command in ran] == ["trixie", computers.suite_of_this_system()]
