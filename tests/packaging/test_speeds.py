"""`dev.py test` at its three speeds: what each of them starts."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

import pytest
from bootstrap import commands


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that the command starts; the linter finds fault, nothing else does."""
    started: list[list[str]] = []

    def run(command: list[object], **_options: object) -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in command]
        started.append([Path(words[0]).name, *words[1:]])
        return subprocess.CompletedProcess(words, int(words[1:2] == ["check"]), "line too long", "")

    monkeypatch.setattr(commands.subprocess, "run", run)
    monkeypatch.setattr(commands, "_alone", contextlib.nullcontext)
    monkeypatch.setattr(commands, "require_qt_libraries", lambda **_wanted: None)
    monkeypatch.setattr(commands.environment, "prepare", lambda **_wanted: None)
    monkeypatch.setattr(commands.models, "prepare", lambda *_wanted: "models")
    return started


def marks_of(command: list[str]) -> str:
    return command[command.index("-m", command.index("pytest")) + 1]


def test_every_day_all_is_checked_and_the_first_failure_counts(
    ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.test(["tests/models"]) == 1
    assert [Path(command[0]).stem for command in ran[:4]] == ["ruff", "ruff", "mypy", "lint-imports"]
    assert marks_of(ran[4]) == "not slow and not package"
    assert ran[4][-1] == "tests/models"
    assert "ruff check: FAILED\nline too long" in capsys.readouterr().out


@pytest.mark.parametrize("speed", ["unit", "slow"])
def test_other_speeds_are_tests_alone(ran: list[list[str]], speed: str) -> None:
    assert commands.test([speed, "-x"]) == 0
    (tests,) = ran
    assert marks_of(tests).startswith(f"{speed} and ")
    assert tests[-1] == "-x"
