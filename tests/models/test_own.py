"""GGUF files of the user's own, used where they lie: from a file, from folders of other programs."""

from __future__ import annotations

import json
import math
import os
import shutil
import struct
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from filelock import FileLock

from core.cancel import CancelToken
from core.cli.models import main
from core.engine import Engine
from core.engine.language_model import configured_model
from core.errors import ModelError
from core.events import DownloadProgressed, Event, NoticeGiven, RunFinished
from core.llm.base import Message
from core.models.catalogue import load_catalogue
from core.models.overview import overview
from core.models.own import gguf_files
from core.models.store import ModelStore
from core.settings import Settings
from core.system.paths import AppPaths
from tests.conftest import TINY_MODEL
from tests.models.parts import (
    HUB_SOURCE,
    LLAMA_KEYS,
    answer_model,
    finish,
    get,
    put_parts,
    small_gguf,
    split_gguf,
)


def added(store: ModelStore, path: Path) -> tuple[list[str], list[Event], RunFinished]:
    """Ids, all events, the last one."""
    events = list(store.add(path, CancelToken()))
    ids = [event.model_id for event in events if isinstance(event, DownloadProgressed)]
    last = events[-1]
    assert isinstance(last, RunFinished)
    return ids, events, last


def own(store: ModelStore, path: Path) -> str:
    """The id of the one model that is there."""
    (model_id,), _events, last = added(store, path)
    assert last.outcome == "done"
    return model_id


def refused(store: ModelStore, path: Path) -> str:
    """Why nothing there is a model."""
    ids, _events, last = added(store, path)
    assert (ids, last.outcome) == ([], "failed")
    return last.message


def put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_a_file_becomes_a_model_where_it_lies(store: ModelStore, tmp_path: Path) -> None:
    file = put(tmp_path / "stick" / "My Model Q4.gguf", small_gguf())
    model_id = own(store, file)
    again = ModelStore(store.models_dir, answer_model(b"x", [HUB_SOURCE]), found_folders=())
    model = again.require(model_id)
    assert model.main_file == file
    assert (model.entry.name, model.entry.context_tokens) == ("My Model Q4", 2048)
    assert model.entry.kv_bytes_per_token == 2 * 3 * 2 * 8 * 2
    assert sorted(path.name for path in again.folder(model_id).iterdir()) == ["entry.json", "manifest.json"]
    (state,) = [state for state in overview(again) if state.installed]
    assert (state.entry.model_id, state.place) == (model_id, str(file))
    assert added(store, file)[0] == [model_id]  # once more: the same model
    assert len(overview(store)) == 2


def test_a_file_that_has_gone_is_told_and_taken_again(store: ModelStore, tmp_path: Path) -> None:
    file = put(tmp_path / "a.gguf", small_gguf())
    model_id = own(store, file)
    file.rename(tmp_path / "elsewhere")
    with pytest.raises(ModelError, match="is gone") as gone:
        store.require(model_id)
    assert str(file) in str(gone.value)
    assert "docuchat models get" not in str(gone.value)
    (state,) = [state for state in overview(store) if state.place]
    assert not state.installed
    assert get(store, model_id=model_id).outcome == "failed"
    (tmp_path / "elsewhere").rename(file)
    assert store.require(model_id).main_file == file
    put(file, small_gguf(data=128))
    with pytest.raises(ModelError, match="has changed"):
        store.require(model_id)
    assert get(store, model_id=model_id).outcome == "done"
    assert store.installed(model_id) is not None


def test_a_folder_that_has_gone_is_told_as_that(store: ModelStore, tmp_path: Path) -> None:
    """A stick that is away: nothing is to be fetched."""
    stick = tmp_path / "stick"
    file = put(stick / "deep" / "a.gguf", small_gguf())
    put(stick / "b.gguf", small_gguf(data=128))
    ids, _events, _last = added(store, stick)
    model_id = next(one for one in ids if one.startswith("own-a"))
    stick.rename(tmp_path / "away")
    with pytest.raises(
        ModelError, match=rf"The folder {stick} of the model a is missing\. Connect its drive"
    ) as gone:
        store.require(model_id)
    assert f"docuchat models remove {model_id}" in gone.value.hint
    assert {state.missing_folder for state in overview(store) if state.place} == {str(stick)}
    for stream in (store.verify(model_id, CancelToken()), store.get(model_id, CancelToken())):
        last = finish(stream)
        assert (last.outcome, "is missing" in last.message) == ("failed", True)
        assert "etch it" not in last.hint
    assert refused(store, stick) == f"There is no file or folder {stick}."
    (tmp_path / "away").rename(stick)
    file.unlink()
    with pytest.raises(ModelError, match=rf"is gone: {file}\. Put it back\."):
        store.require(model_id)


def test_a_check_records_the_hash_and_later_holds_to_it(store: ModelStore, tmp_path: Path) -> None:
    file = put(tmp_path / "a.gguf", small_gguf())
    model_id = own(store, file)
    assert finish(store.verify(model_id, CancelToken())).outcome == "done"
    os.utime(file, ns=(1, 1))
    assert store.installed(model_id) is not None  # another time, the same bytes
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    last = finish(store.verify(model_id, CancelToken()))
    assert (last.outcome, "is damaged" in last.message) == ("failed", True)
    assert file.is_file()
    assert store.installed(model_id) is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<!DOCTYPE html>", "web page"),
        (small_gguf()[:100], "damaged or incomplete"),
        (small_gguf({**LLAMA_KEYS, "split.count": 3}), "name does not say of which"),
        (small_gguf({**LLAMA_KEYS, "llama.pooling_type": 1}), "writes no text"),
        (small_gguf({"general.architecture": "clip"}), "writes no text"),
        (small_gguf({**LLAMA_KEYS, "llama.attention.head_count": 0}), "lacks the figures"),
        (small_gguf({**LLAMA_KEYS, "llama.block_count": 1 << 31}), "lacks the figures"),
    ],
)
def test_what_is_no_language_model_is_refused(
    store: ModelStore, tmp_path: Path, content: bytes, words: str
) -> None:
    assert words in refused(store, put(tmp_path / "a.gguf", content))
    assert [state.entry.model_id for state in overview(store)] == ["tiny"]


@pytest.mark.parametrize("key", ["llama.context_length", "llama.attention.head_count"])
def test_figures_that_are_no_numbers_are_refused(store: ModelStore, tmp_path: Path, key: str) -> None:
    """Infinity as a floating point number: it can be no count of anything."""
    others = {name: value for name, value in LLAMA_KEYS.items() if name != key}
    infinite = struct.pack("<Q", len(key)) + key.encode() + struct.pack("<If", 6, math.inf)
    content = small_gguf(others)
    at = len(b"GGUF") + 4 + 8  # the number of keys
    (keys,) = struct.unpack_from("<Q", content, at)
    content = content[:at] + struct.pack("<Q", keys + 1) + infinite + content[at + 8 :] + bytes(64)
    assert "lacks the figures" in refused(store, put(tmp_path / "a.gguf", content))


@pytest.mark.skipif(sys.platform != "linux", reason="names are characters there")
def test_a_name_that_is_no_text_is_told(store: ModelStore, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.gguf"))
    told = refused(store, put(file, small_gguf()))
    assert "no characters" in told
    told.encode()


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes in folders")
def test_a_pipe_in_a_folder_is_not_waited_for(store: ModelStore, tmp_path: Path) -> None:
    put(tmp_path / "stick" / "a.gguf", small_gguf())
    os.mkfifo(tmp_path / "stick" / "b.gguf")
    looking = threading.Thread(target=lambda: found.extend(gguf_files(tmp_path / "stick", CancelToken())))
    found: list[Path] = []
    looking.daemon = True
    looking.start()
    looking.join(10)
    assert found == [tmp_path / "stick" / "a.gguf"]
    assert not looking.is_alive()


def test_a_record_names_no_file_outside_its_folder(store: ModelStore, tmp_path: Path, content: bytes) -> None:
    """A folder of models may be shared: whoever writes there must not have other files renamed."""
    theirs = put(tmp_path / "letter.txt", b"dear")
    get(store, str(put(tmp_path / "tiny.gguf", content)))
    record = store.folder("tiny") / "manifest.json"
    told = json.loads(record.read_text())
    told["files"][0].update(name="../../letter.txt", size=4)
    record.write_text(json.dumps(told))
    assert finish(store.verify("tiny", CancelToken())).outcome == "failed"
    assert theirs.read_bytes() == b"dear"


def test_a_folder_of_another_program_gives_all_its_models(store: ModelStore, tmp_path: Path) -> None:
    folder = tmp_path / ".lmstudio" / "models"
    first = put(folder / "someone" / "one-GGUF" / "one.gguf", small_gguf())
    second = put(folder / "someone" / "two-GGUF" / "two.GGUF", small_gguf(data=96))
    put(folder / "someone" / "two-GGUF" / "mmproj.gguf", small_gguf({"general.architecture": "clip"}))
    put(folder / "someone" / "readme.md", b"GGUF")
    ids, events, last = added(store, folder)
    assert last.outcome == "done"
    assert [store.require(model_id).main_file for model_id in ids] == [first, second]
    told = [event.code for event in events if isinstance(event, NoticeGiven)]
    assert told == ["model_added", "model_refused", "model_added"]


def test_a_model_in_parts_is_one_model_from_any_of_them(store: ModelStore, tmp_path: Path) -> None:
    paths = put_parts(tmp_path / "large", "Large Q4", split_gguf(small_gguf(), 3))
    for way in (paths[1], paths[0], tmp_path / "large"):
        model_id = own(store, way)
    model = store.require(model_id)
    assert (model.entry.name, model.main_file) == ("Large Q4", paths[0])
    sizes = [path.stat().st_size for path in paths]
    assert [file.size for file in model.entry.files] == sizes
    assert model.entry.memory_bytes > sum(sizes)
    assert finish(store.verify(model_id, CancelToken())).outcome == "done"
    paths[2].write_bytes(paths[2].read_bytes()[:-1] + b"x")
    assert finish(store.verify(model_id, CancelToken())).outcome == "failed"
    paths[2].unlink()
    assert store.installed(model_id) is None
    assert (
        refused(store, paths[0])
        == f"A part of the model Large Q4 is missing in {paths[0].parent}: {paths[2].name}."
    )
    paths[0].unlink()
    _ids, events, _last = added(store, tmp_path / "large")
    (told,) = [event.message for event in events if isinstance(event, NoticeGiven)]
    assert f"{paths[0].name}, {paths[2].name}" in told


def test_parts_that_do_not_belong_together_are_refused(store: ModelStore, tmp_path: Path) -> None:
    contents = split_gguf(small_gguf(), 2)
    paths = put_parts(tmp_path, "mixed", [contents[0], contents[0]])
    assert "another part than its name says" in refused(store, paths[0])
    paths = put_parts(tmp_path, "mixed", [*contents, contents[1]])
    assert "name does not say of which" in refused(store, paths[0])


@pytest.mark.slow
def test_a_real_model_in_parts_answers(tmp_path: Path, tiny_model_path: Path) -> None:
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    store = ModelStore(paths.models, load_catalogue(), found_folders=())
    parts = put_parts(tmp_path / "elsewhere", "some", split_gguf(tiny_model_path.read_bytes(), 3))
    model_id = own(store, parts[2])
    settings = Settings().with_values("models", {"answer_model": model_id, "context_tokens": 512})
    model = configured_model(paths, settings, store)
    try:
        assert model.count_tokens([Message(role="user", content="Hello")]) > 3
    finally:
        model.close()


def test_models_of_ollama_have_the_names_they_have_there(store: ModelStore, tmp_path: Path) -> None:
    home = tmp_path / ".ollama"
    blob = put(home / "models" / "blobs" / f"sha256-{'a' * 64}", small_gguf())
    put(home / "models" / "blobs" / f"sha256-{'b' * 64}", b"{}")
    put(home / "models" / "blobs" / f"sha256-{'c' * 64}-partial", small_gguf())
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{'a' * 64}"}
    tags = home / "models" / "manifests" / "registry.ollama.ai" / "library" / "llama3.2"
    put(tags / "3b", json.dumps({"layers": [{"mediaType": "x", "digest": "sha256:0"}, layer]}).encode())
    put(tags / "broken", b"[1")
    ids, _events, _last = added(store, home)
    (model,) = [store.require(model_id) for model_id in ids]
    assert (model.entry.name, model.main_file) == ("llama3.2:3b", blob)


def test_a_model_is_removed_and_its_file_elsewhere_stays(
    store: ModelStore, tmp_path: Path, content: bytes
) -> None:
    file = put(tmp_path / "a.gguf", small_gguf())
    model_id = own(store, file)
    with pytest.raises(ModelError, match="in use"):
        store.remove(model_id, Settings().with_values("models", {"answer_model": model_id}).models.chosen)
    assert store.installed(model_id) is not None
    with (
        FileLock(store.models_dir / ".locks" / f"{model_id}.lock"),
        pytest.raises(ModelError, match="fetched"),
    ):
        store.remove(model_id, ())
    store.remove(model_id, ())
    assert file.read_bytes() == small_gguf()
    assert [state.entry.model_id for state in overview(store)] == ["tiny"]
    with pytest.raises(ModelError, match="no model"):
        store.remove(model_id, ())
    file = put(tmp_path / "tiny.gguf", content)
    assert get(store, str(file)).outcome == "done"
    store.remove("tiny", ())
    assert not (store.models_dir / "tiny").exists()
    assert file.is_file()
    with pytest.raises(ModelError, match="not installed"):
        store.remove("tiny", ())


def test_a_folder_without_a_model_says_so(store: ModelStore, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "holds no language model" in refused(store, tmp_path / "empty")


def test_looking_through_a_folder_can_be_stopped(store: ModelStore, tmp_path: Path) -> None:
    put(tmp_path / "folder" / "a.gguf", small_gguf())
    cancel = CancelToken()
    cancel.set()
    assert finish(store.add(tmp_path / "folder", cancel)).outcome == "cancelled"
    assert len(overview(store)) == 1


def test_a_damaged_record_hides_no_other_model(store: ModelStore, tmp_path: Path) -> None:
    model_id = own(store, put(tmp_path / "a.gguf", small_gguf()))
    put(store.models_dir / "own-broken-1" / "entry.json", b"{")
    assert store.installed(model_id) is not None


def test_a_real_model_answers_from_where_it_lies(tmp_path: Path, tiny_model_path: Path) -> None:
    paths = AppPaths(tmp_path / "data", tmp_path / "models", tmp_path / "cache", tmp_path / "logs")
    file = tmp_path / "other program" / "some model.gguf"
    file.parent.mkdir()
    try:
        os.link(tiny_model_path, file)
    except OSError:
        shutil.copy(tiny_model_path, file)
    store = ModelStore(paths.models, load_catalogue(), found_folders=())
    model_id = own(store, file)
    known, read = load_catalogue().entry(TINY_MODEL), store.catalogue.entry(model_id)
    assert (read.context_tokens, read.kv_bytes_per_token) == (known.context_tokens, known.kv_bytes_per_token)
    assert 0.5 < read.memory_bytes / known.memory_bytes < 2
    settings = Settings().with_values("models", {"answer_model": model_id, "context_tokens": 1024})
    model = configured_model(paths, settings, store)
    try:
        assert model.count_tokens([Message(role="user", content="Hello")]) > 3
    finally:
        model.close()
    assert not list(paths.models.rglob("*.gguf"))


def test_the_command_line_adds_and_removes(
    store: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DOCUCHAT_MODELS", str(store.models_dir))
    file = put(tmp_path / "stick" / "a.gguf", small_gguf())
    assert main(["add", str(file.parent)]) == 0
    model_id = capsys.readouterr().out.strip()
    assert store.require(model_id).main_file == file
    assert main(["list", "--role", "answer"]) == 0
    assert model_id in capsys.readouterr().out
    assert main(["remove", model_id]) == 0
    assert file.is_file()
    assert main(["remove", model_id]) != 0
    assert main(["add", str(tmp_path / "nowhere.gguf")]) != 0
    assert "There is no file or folder" in capsys.readouterr().err


def test_a_diagnostics_file_does_not_name_the_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    paths = AppPaths(home / "data", home / "models", home / "cache", home / "logs")
    with Engine.open(paths) as engine:
        (model_id,), _events, _last = added(engine.models, put(tmp_path / "secret tune.gguf", small_gguf()))
        engine.change_settings(engine.settings.with_values("models", {"answer_model": model_id}))
        with zipfile.ZipFile(engine.save_diagnostics(tmp_path / "report.zip")) as archive:
            parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert not [name for name, text in parts.items() if "secret" in text]
    assert json.loads(parts["library.json"])["models_installed"] == [
        "pp-ocrv6-small",  # comes with the program
        "of the user's own",
    ]
