"""What the commands have in common: how one that was stopped says how to go on."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from core.cli import program
from core.errors import Cancelled
from core.system.about import version_and_commit


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["index", "/papers"], "stopped. Nothing is lost; the same command goes on where it was."),
        (["folders", "sync"], "stopped. Nothing is lost; the same command goes on where it was."),
        (["docs", "--retry"], "stopped. Nothing is lost; `docuchat index` goes on where it was."),
        (["docs", "--problems"], "stopped."),
        (["runs", "list"], "stopped."),
    ],
)
def test_a_command_that_was_stopped_says_how_to_go_on(
    line: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise Cancelled

    monkeypatch.setattr("core.engine.Engine.open", stopped)
    monkeypatch.setattr(program, "log_to_file", lambda _: None)
    monkeypatch.setattr(program, "_stop_on_interrupt", lambda _: None)
    assert program.main(line) == program.EXIT_STOPPED
    assert capsys.readouterr().err.splitlines() == [f"docuchat: {words}"]


@pytest.mark.parametrize("line", [["index", ""], ["index", "a.pdf", " "], ["folders", "add", ""]])
def test_an_empty_path_is_not_the_current_folder(
    line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("Not meant to be read.", encoding="utf-8")
    assert program.main(["--home", str(tmp_path / "home"), *line]) == 2
    assert "An empty path was given." in capsys.readouterr().err


def test_a_name_that_the_output_cannot_write_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOCUCHAT_MODELS")
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert program.main(["--home", str(tmp_path / "Öl"), "models", "where"]) == 0
    sys.stdout.flush()
    assert rb"\xd6l" in written.getvalue()


def test_the_version_names_the_commit_as_about_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, made_of in enumerate(("a checkout", "a package")):
        if number:
            (tmp_path / "COMMIT").write_text("f00ba412cafe\n")
            monkeypatch.setattr(sys, "frozen", True, raising=False)
            monkeypatch.setattr(sys, "executable", str(tmp_path / "docuchat"))
        program.build_parser.cache_clear()
        with pytest.raises(SystemExit):
            program.main(["--version"])
        assert capsys.readouterr().out == f"docuchat {version_and_commit()}\n", made_of
    assert "(f00ba412cafe)" in version_and_commit()
    program.build_parser.cache_clear()
