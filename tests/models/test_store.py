"""The store: what is installed, what is refused, and what two processes do at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.errors import ModelError
from core.models.found_models import ModelFolder, known_folders
from core.models.store import ModelStore
from tests.models.parts import HUB_SOURCE, answer_model, finish, get, sha256


@pytest.fixture
def local(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "here.gguf"
    path.write_bytes(content)
    return path


def test_a_missing_model_is_told_with_what_to_type(store: ModelStore) -> None:
    with pytest.raises(ModelError, match="docuchat models get tiny") as missing:
        store.require("tiny")
    assert "Without a network, add `--from PATH`" in missing.value.hint
    assert store.installed("tiny") is None


def test_a_local_file_is_copied_checked_and_recorded(store: ModelStore, local: Path, content: bytes) -> None:
    assert get(store, str(local)).outcome == "done"
    model = store.require("tiny")
    assert model.main_file.read_bytes() == content
    assert model.sha256 == sha256(content)
    manifest = json.loads((model.folder / "manifest.json").read_text())
    assert manifest["files"][0]["source"] == f"file {local}"
    assert local.exists()


def test_wrong_bytes_are_never_installed(store: ModelStore, local: Path, content: bytes) -> None:
    wrong = bytes([content[0] ^ 1]) + content[1:]
    local.write_bytes(wrong)
    failed = get(store, str(local))
    assert failed.outcome == "failed"
    assert sha256(content) in failed.message
    assert sha256(wrong) in failed.message
    assert "tiny.gguf" in failed.message
    assert failed.hint
    assert store.installed("tiny") is None
    assert not list((store.models_dir / ".partial" / "tiny").glob("tiny.gguf*"))


def test_a_file_of_another_size_is_told_with_both_and_not_copied(
    store: ModelStore, local: Path, content: bytes
) -> None:
    for other in (content[:1000], content + b"more"):
        local.write_bytes(other)
        failed = get(store, str(local))
        assert failed.outcome == "failed"
        assert f"it has {len(other)} bytes, not {len(content)}" in failed.message
        assert local.read_bytes() == other


def test_a_second_get_needs_no_source(store: ModelStore, local: Path) -> None:
    get(store, str(local))
    local.unlink()
    assert get(store).outcome == "done"


def test_a_changed_file_is_refused_and_can_be_fetched_again(
    store: ModelStore, local: Path, content: bytes
) -> None:
    get(store, str(local))
    path = store.require("tiny").main_file
    path.write_bytes(b"x" * len(content))
    with pytest.raises(ModelError, match="has changed"):
        store.require("tiny")
    assert get(store, str(local)).outcome == "done"
    assert store.require("tiny").main_file.read_bytes() == content


def test_a_copied_folder_is_hashed_once_and_trusted(store: ModelStore, local: Path) -> None:
    get(store, str(local))
    model = store.require("tiny")
    os.utime(model.main_file, ns=(1, 1))
    assert store.require("tiny") == model
    manifest = json.loads((model.folder / "manifest.json").read_text())
    assert manifest["files"][0]["mtime_ns"] == 1


def test_verify_finds_damage_that_the_quick_check_cannot_see(
    store: ModelStore, local: Path, content: bytes
) -> None:
    get(store, str(local))
    path = store.require("tiny").main_file
    assert finish(store.verify("tiny", CancelToken())).outcome == "done"
    times = path.stat().st_mtime_ns
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    os.utime(path, ns=(times, times))
    failed = finish(store.verify("tiny", CancelToken()))
    assert failed.outcome == "failed"
    assert sha256(content) in failed.message
    assert not path.exists()
    assert path.with_name("tiny.gguf.damaged").exists()
    assert store.installed("tiny") is None


def test_verify_of_a_missing_model_fails(store: ModelStore) -> None:
    failed = finish(store.verify("tiny", CancelToken()))
    assert (failed.outcome, failed.error_code) == ("failed", "model")


def test_an_unreadable_record_is_told(store: ModelStore, local: Path) -> None:
    get(store, str(local))
    (store.folder("tiny") / "manifest.json").write_text("{")
    with pytest.raises(ModelError, match=r"manifest\.json"):
        store.require("tiny")
    assert get(store, str(local)).outcome == "done"


def test_two_processes_may_get_the_same_model(tmp_path: Path, local: Path, content: bytes) -> None:
    catalogue = answer_model(content, [HUB_SOURCE])
    described = tmp_path / "catalogue.json"
    described.write_text(catalogue.model_dump_json(by_alias=True))
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from core.cancel import CancelToken
        from core.models.catalogue import Catalogue
        from core.models.store import ModelStore
        catalogue = Catalogue.model_validate_json(Path(sys.argv[1]).read_text())
        store = ModelStore(Path(sys.argv[2]), catalogue, found_folders=())
        print("ready", flush=True)
        sys.stdin.readline()
        print([e for e in store.get("tiny", CancelToken(), sys.argv[3])][-1].outcome)
        """
    )
    command = [sys.executable, "-c", script, str(described), str(tmp_path / "models"), str(local)]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    said = [child.communicate(timeout=60)[0] for child in children]
    assert said == ["done\n", "done\n"]
    store = ModelStore(tmp_path / "models", catalogue, found_folders=())
    assert store.require("tiny").main_file.read_bytes() == content


# --- other programs' folders -------------------------------------------------------------------


def test_a_file_of_another_program_is_used_in_place(tmp_path: Path, content: bytes) -> None:
    blobs = tmp_path / "ollama" / "blobs"
    blobs.mkdir(parents=True)
    blob = blobs / f"sha256-{sha256(content)}"
    blob.write_bytes(content)
    # Same size, other bytes: its name says that it need not even be read.
    (blobs / f"sha256-{'0' * 64}").write_bytes(b"x" * len(content))
    store = ModelStore(
        tmp_path / "models",
        answer_model(content, [HUB_SOURCE]),
        found_folders=[ModelFolder("Ollama", tmp_path / "ollama")],
    )
    assert get(store).outcome == "done"
    assert store.require("tiny").main_file == blob
    assert list(store.folder("tiny").iterdir()) == [store.folder("tiny") / "manifest.json"]

    blob.unlink()
    with pytest.raises(ModelError, match="is gone"):
        store.require("tiny")


@pytest.mark.parametrize("name", ["publisher/model/other name.gguf", "blobs/sha256-{sha256}"])
def test_another_programs_folder_can_be_named(
    name: str, store: ModelStore, tmp_path: Path, content: bytes
) -> None:
    """Its files lie some folders deep: on a stick, it was copied as it is."""
    file = tmp_path / "stick" / name.format(sha256=sha256(content))
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    (file.parent / f"sha256-{'0' * 64}").write_bytes(b"x" * len(content))
    assert get(store, str(tmp_path / "stick")).outcome == "done"
    assert store.require("tiny").main_file.read_bytes() == content
    assert file.exists()


def test_a_file_of_the_right_size_but_other_bytes_is_not_used(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "lm-studio" / "publisher" / "model"
    folder.mkdir(parents=True)
    (folder / "wrong.gguf").write_bytes(b"x" * len(content))
    (folder / "right.gguf").write_bytes(content)
    store = ModelStore(
        tmp_path / "models",
        answer_model(content, [HUB_SOURCE]),
        found_folders=[ModelFolder("LM Studio", tmp_path / "lm-studio")],
    )
    assert get(store).outcome == "done"
    assert store.require("tiny").main_file.name == "right.gguf"


def test_the_folders_follow_the_programs_own_settings(tmp_path: Path) -> None:
    settings = {"OLLAMA_MODELS": "/big/ollama", "HF_HOME": "/big/hf"}
    paths = {folder.path for folder in known_folders(tmp_path, settings)}
    assert Path("/big/ollama") in paths
    assert Path("/big/hf/hub") in paths
    assert tmp_path / ".lmstudio" / "models" in paths


def test_a_model_that_the_program_brings_along_is_used_and_never_written_to(
    store: ModelStore, local: Path, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    get(store, str(local))
    brought = tmp_path / "resources" / "models" / "tiny"
    brought.parent.mkdir(parents=True)
    store.folder("tiny").rename(brought)
    assert store.installed("tiny") is None
    monkeypatch.setattr("core.models.store.resources", lambda: tmp_path / "resources")
    os.utime(brought / "tiny.gguf", ns=(1, 1))  # as a package sets it
    before = (brought / "manifest.json").read_bytes()
    assert store.require("tiny").main_file == brought / "tiny.gguf"
    assert get(store).outcome == "done"
    assert (brought / "manifest.json").read_bytes() == before
    (brought / "tiny.gguf").write_bytes(bytes(len(content)))
    with pytest.raises(ModelError, match="has changed"):
        store.require("tiny")
    assert get(store, str(local)).outcome == "done"
    assert store.require("tiny").main_file == store.models_dir / "tiny" / "tiny.gguf"
