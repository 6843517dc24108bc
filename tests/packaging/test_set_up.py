"""The set-up and the three speeds of `dev.py test`. The whole set-up is tried on a fresh system, not here."""

from __future__ import annotations

import ast
import contextlib
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from bootstrap import audit, commands, compiled, models, stamps, system
from bootstrap.console import SetupError, run_logged
from bootstrap.places import LOCKS, ROOT

from core.models.catalogue import load_catalogue
from core.settings import Settings


def test_the_models_fetched_are_the_default_ones() -> None:
    chosen = Settings().models
    assert (chosen.answer_model, chosen.embedding_model, chosen.judge_model) == models.RUN_MODELS
    for model_id in (*models.RUN_MODELS, *models.TEST_MODELS):
        assert all(file.sha256 for file in load_catalogue().entry(model_id).files)


@pytest.mark.parametrize("name", ["runtime", "dev", "build", "source", "audit"])
def test_every_locked_package_is_pinned_by_version_and_hash(name: str) -> None:
    text = (LOCKS / f"{name}.txt").read_text(encoding="utf-8")
    packages = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert packages
    for line in packages:
        assert "==" in line
        assert line.endswith("\\"), f"{line} has no hash"
    assert all(
        line.strip().startswith("--hash=sha256:") for line in text.splitlines() if line.startswith(" ")
    )


def test_the_locks_carry_everything_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [line for path in LOCKS.glob("*.txt") for line in path.read_text("utf-8").splitlines()]
    locked = {line.split("==")[0].lower() for line in lines if "==" in line}
    wanted = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    assert {re.split(r"[<>=!\[ ]", requirement)[0].lower() for requirement in wanted} <= locked


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_every_lock_is_audited_and_what_the_service_does_not_know_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool, told = tmp_path / "pip-audit", tmp_path / "told"
    tool.write_text(f'#!/bin/sh\necho "$@" >> {told}\ncase "$*" in *source.txt*) exit 1;; esac\n')
    tool.chmod(0o755)
    monkeypatch.setattr(audit, "_installed", lambda: tool)
    assert audit.audit(["-s", "osv"]) == 1
    calls = told.read_text().splitlines()
    assert all("--strict" in call and call.endswith("-s osv") for call in calls)
    asked = {lock for lock in LOCKS.glob("*.txt") if any(str(lock) in call for call in calls)}
    assert asked == set(LOCKS.glob("*.txt")) - {audit.LOCK}


def test_a_step_is_done_until_its_inputs_or_files_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "STAMPS", tmp_path / "stamps")
    made = tmp_path / "made"
    made.write_text("here")
    inputs = stamps.digest(["a", b"b", made])
    assert not stamps.is_done("step", inputs)
    stamps.mark_done("step", inputs, [made])
    assert stamps.is_done("step", inputs)
    assert not stamps.is_done("step", stamps.digest(["other"]))
    made.write_text("changed in size")
    assert not stamps.is_done("step", inputs)
    (tmp_path / "stamps" / "step.json").write_text("{")
    assert not stamps.is_done("step", inputs)


def test_a_failed_command_shows_the_end_of_its_log(tmp_path: Path) -> None:
    code = "print('first'); print('the reason'); raise SystemExit(3)"
    with pytest.raises(SetupError, match=r"(?s)Doing it failed \(exit code 3\).*the reason"):
        run_logged("Doing it", [sys.executable, "-c", code], tmp_path / "log", cwd=tmp_path)


def test_a_kept_wheel_counts_only_with_its_checksum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path / "cache")
    made = tmp_path / "llama_cpp_python-1-py3-none-any.whl"
    made.write_bytes(b"a wheel")
    kept = compiled._keep("key", made)
    assert compiled.kept_wheel("key") == kept
    kept.write_bytes(b"a wheee")
    assert compiled.kept_wheel("key") is None
    kept.write_bytes(b"a wheel")
    assert compiled.kept_wheel("key") == kept
    kept.with_name(kept.name + ".sha256").unlink()
    assert compiled.kept_wheel("key") is None


def test_other_compiler_flags_make_another_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    """And processors with tile registers get a build without them."""
    monkeypatch.delenv("CMAKE_ARGS", raising=False)
    plain = compiled.build_key()
    monkeypatch.setattr(compiled, "_processor", lambda: "avx2 fma")
    assert "amx" not in compiled.cmake_arguments()
    monkeypatch.setattr(compiled, "_processor", lambda: "amx_int8 amx_tile avx2")
    flags = {f"-DCMAKE_{kind}_FLAGS={compiled.NO_AMX}" for kind in ("C", "CXX")}
    assert flags <= set(shlex.split(compiled.cmake_arguments()))
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=ON")
    assert compiled.build_key() != plain
    assert compiled.cmake_arguments().endswith("-DGGML_CUDA=ON")
    assert compiled.version() in plain


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian packages are a matter of Linux")
def test_a_missing_library_is_named_by_its_package_and_without_root_the_exact_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert system.missing_packages({"libnot-there.so.9": "libnot-there9"}) == ["libnot-there9"]
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    with pytest.raises(SetupError, match="python3-venv"):
        system.install_or_name(["python3-venv"], "Python's venv module")


def test_the_script_explains_itself_with_nothing_but_python_and_refuses_other_commands() -> None:
    """As on the first start; what it shares with the window is found, too."""
    script = [sys.executable, "-E", "-S", str(ROOT / "packaging" / "dev.py")]
    for word, code in (("--help", 0), ("tset", 2)):
        done = subprocess.run([*script, word], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == code, done.stderr
        assert ("usage: python3 packaging/dev.py run|test|setup" in done.stderr) or code


def test_the_script_parses_as_old_python() -> None:
    """An old Python must get as far as the sentence that names the right ones."""
    ast.parse((ROOT / "packaging" / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that the command starts; the linter finds fault, nothing else does."""
    started: list[list[str]] = []

    class Program:
        def __init__(self, command: list[object], **_options: object) -> None:
            words = [str(word) for word in command]
            started.append([Path(words[0]).name, *words[1:]])
            self.returncode = int(words[1:2] == ["check"])

        def communicate(self) -> tuple[str, None]:
            return "line too long", None

    monkeypatch.setattr(commands.subprocess, "run", Program)
    monkeypatch.setattr(commands.subprocess, "Popen", Program)
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
