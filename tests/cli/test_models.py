"""`docuchat models` as it is typed: what is there, what is missing, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli import main, models

LANGUAGE_MODEL = "smollm2-135m-instruct-q4_1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer without any model."""
    monkeypatch.delenv("DOCUCHAT_MODELS")
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return tmp_path / "home"


def typed(home: Path, *arguments: str) -> int:
    return main(["--home", str(home), "models", *arguments])


@pytest.mark.parametrize(
    "line",
    [
        ["verify", LANGUAGE_MODEL],
        ["where", LANGUAGE_MODEL],
        ["get", LANGUAGE_MODEL, "--from", "/nowhere"],
        ["get", "no-such-model"],
    ],
)
def test_every_error_begins_with_the_name_of_the_program(
    line: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(home, *line) == 4
    assert capsys.readouterr().err.startswith("docuchat: ")


def test_an_error_of_the_set_up_begins_so_too(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert models.main(["get", "no-such-model"]) == 4
    assert capsys.readouterr().err.startswith("docuchat: The catalogue has no model")
