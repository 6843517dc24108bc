"""`docuchat models` as it is typed: what is there, what is missing, and what to do about it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.cli import main, models
from core.models.bundled import bundled_folder
from core.models.catalogue import load_catalogue
from core.settings import Settings
from tests.conftest import MODELS_FOLDER
from tests.models.parts import small_gguf

RECOGNISER = "pp-ocrv6-small"
LANGUAGE_MODEL = "smollm2-135m-instruct-q4_1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer without any model."""
    monkeypatch.delenv("DOCUCHAT_MODELS")
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return tmp_path / "home"


def typed(home: Path, *arguments: str) -> int:
    return main(["--home", str(home), "models", *arguments])


def test_every_error_begins_with_the_name_of_the_program(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in (
        ["verify", LANGUAGE_MODEL],
        ["where", LANGUAGE_MODEL],
        ["get", LANGUAGE_MODEL, "--from", "/nowhere"],
        ["get", "no-such-model"],
    ):
        assert typed(home, *line) == 4
        assert capsys.readouterr().err.startswith("docuchat: ")
    assert models.main(["get", "no-such-model"]) == 4, "the set-up's own"
    assert capsys.readouterr().err.startswith("docuchat: The catalogue has no model")


def test_the_models_inside_the_program_are_listed_and_checked(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(home, "list", "--role", "ocr") == 0
    (line,) = [one for one in capsys.readouterr().out.splitlines() if one.startswith(RECOGNISER)]
    assert line.endswith("in the program")
    assert typed(home, "list", "--json") == 0
    rows = {row["model_id"]: row for row in json.loads(capsys.readouterr().out)["models"]}
    assert (rows[RECOGNISER]["installed"], rows[RECOGNISER]["with_program"]) == (True, True)
    assert (rows[LANGUAGE_MODEL]["installed"], rows[LANGUAGE_MODEL]["with_program"]) == (False, False)
    for arguments in ((), (RECOGNISER,)):
        assert typed(home, "verify", *arguments) == 0
        assert f"{RECOGNISER}: every file has the right sha256 (in the program)" in capsys.readouterr().out
    assert typed(home, "where", RECOGNISER, "--json") == 0
    (place,) = json.loads(capsys.readouterr().out)["models"]
    assert all(Path(file["path"]).is_file() for file in place["files"])
    assert typed(home, "get", RECOGNISER) == 0
    assert "comes with the program" in capsys.readouterr().out
    assert not (home / "models" / RECOGNISER).exists(), "what nothing reads is not fetched"
    assert typed(home, "remove", RECOGNISER) == 4
    assert "came with the program and stays" in capsys.readouterr().err


def test_a_damaged_model_inside_the_program_is_told_and_left_to_an_installation(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copied = tmp_path / "rapidocr" / "models"
    inside = bundled_folder(load_catalogue().entry(RECOGNISER))
    shutil.copytree(inside, copied)
    monkeypatch.setattr(
        "core.models.store.bundled_folder", lambda entry: copied if entry.bundled_in else None
    )
    assert typed(home, "verify", RECOGNISER) == 0
    damaged = copied / load_catalogue().entry(RECOGNISER).main.name
    with damaged.open("r+b") as file:
        file.seek(100_000)
        file.write(b"other bytes")
    capsys.readouterr()
    assert typed(home, "verify") == 4
    told = capsys.readouterr().err
    assert f"{damaged}, which came with the program, is damaged" in told
    assert "Install the program again." in told
    assert damaged.exists()
    damaged.unlink()
    assert typed(home, "where", RECOGNISER) == 4
    assert f"is gone: {damaged}. Install the program again." in capsys.readouterr().err


def test_a_folder_of_models_that_has_gone_is_listed_as_missing(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "a.gguf").write_bytes(small_gguf())
    assert typed(home, "add", str(stick)) == 0
    stick.rename(tmp_path / "away")
    capsys.readouterr()
    assert typed(home, "list", "--role", "answer") == 0
    told = capsys.readouterr().out
    (line,) = [one for one in told.splitlines() if one.startswith("own-a")]
    assert line.endswith("folder is missing")
    assert f"The folder {stick} is missing: connect its drive" in told
    assert typed(home, "add", str(stick)) == 4
    assert f"docuchat: There is no file or folder {stick}." in capsys.readouterr().err


def test_who_has_no_network_is_told_of_from(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["verify", LANGUAGE_MODEL], ["list", "--role", "answer"]):
        typed(home, *line)
        told = capsys.readouterr()
        assert "Without a network, add `--from PATH`: its file, a folder that has it" in told.out + told.err
    (home / "data").mkdir(parents=True, exist_ok=True)
    assert main(["--home", str(home), "search", "warranty"]) == 4, "no embedding model"
    assert (
        "`docuchat models get multilingual-e5-small` to fetch it. Without a network"
        in capsys.readouterr().err
    )


def test_a_fetched_model_answers_where_the_one_that_is_set_is_not_there(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of_the_model()
    assert typed(home, "get", LANGUAGE_MODEL, "--from", str(folder)) == 0
    assert "answers from now on" in capsys.readouterr().err
    assert Settings.load(home / "data" / "settings.json").models.answer_model == LANGUAGE_MODEL
    assert typed(home, "use", "multilingual-e5-small") == 4
    assert typed(home, "use", LANGUAGE_MODEL) == 0


def test_another_model_finds_passages(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCUCHAT_MODELS", str(MODELS_FOLDER))
    assert typed(home, "use", "all-minilm-l6-v2-int8") == 0
    assert "finds passages from now on" in capsys.readouterr().out
    chosen = Settings.load(home / "data" / "settings.json").models
    assert (chosen.embedding_model, chosen.answer_model) == (
        "all-minilm-l6-v2-int8",
        Settings().models.answer_model,
    )
    assert typed(home, "use", "ms-marco-minilm-l-12-v2") == 2


def test_the_command_of_the_set_up_changes_no_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of_the_model()
    monkeypatch.setenv("DOCUCHAT_HOME", str(home))
    assert models.main(["get", LANGUAGE_MODEL, "--from", str(folder), "--quiet"]) == 0
    assert not (home / "data" / "settings.json").exists()


def folder_of_the_model() -> Path:
    """The folder of the test model; skips without it."""
    folder = MODELS_FOLDER / LANGUAGE_MODEL
    if not folder.is_dir():
        pytest.skip(f"needs the model {LANGUAGE_MODEL}: python3 packaging/dev.py test fetches it")
    return folder
