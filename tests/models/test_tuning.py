"""Tuning of the real default embedder, and of something that is no graph."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import NoticeGiven
from core.models.catalogue import Catalogue, load_catalogue
from core.models.companions import companion_files, prepare_tokenizer
from core.models.store import ModelStore
from core.models.tuned import read_report
from core.models.tuning import Encoder, probe_texts
from tests.conftest import MODELS_FOLDER
from tests.models.parts import finish, get, sha256

EMBEDDER = "all-minilm-l6-v2-int8"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> ModelStore:
    """A copy of the default embedder as it was installed and tuned."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(MODELS_FOLDER / EMBEDDER, folder / EMBEDDER)
    return ModelStore(folder, load_catalogue(), found_folders=())


def tuned_anew(folder: Path) -> ModelStore:
    """The default embedder, installed and tuned once more from the installed one's files."""
    for name in ("model.onnx", "tokenizer.json"):
        shutil.copyfile(MODELS_FOLDER / EMBEDDER / name, folder / name)
    entry = load_catalogue().entry(EMBEDDER)
    # The installed tokenizer is the prepared one; its own hash is as good here.
    digest = sha256((folder / "tokenizer.json").read_bytes())
    tokenizer = entry.files[1].model_copy(update={"sha256": digest, "size": None})
    changed = entry.model_copy(update={"files": (entry.files[0], tokenizer)})
    store = ModelStore(folder / "models", Catalogue(model=(changed,)), found_folders=())
    assert get(store, str(folder), EMBEDDER).outcome == "done"
    return store


def usable_by_fastembed(store: ModelStore) -> bool:
    from fastembed import TextEmbedding

    model = store.require(EMBEDDER)
    assert model.entry.encoder is not None
    encoder = TextEmbedding(model.entry.encoder.fastembed_name, specific_model_path=str(model.folder))
    return next(iter(encoder.embed(["A pump."]))).shape == (384,)


@pytest.mark.slow
@pytest.mark.model
def test_the_tuned_graph_says_the_same_and_the_report_holds_the_figures(tmp_path: Path) -> None:
    tuned_store = tuned_anew(tmp_path)
    assert usable_by_fastembed(tuned_store)
    report = read_report(tuned_store.folder(EMBEDDER))
    assert report is not None
    assert float(str(report["mean_cosine"])) >= 0.99
    model = tuned_store.require(EMBEDDER)
    assert model.tuned == report["use"] == (float(str(report["speed_ratio"])) > 1.0)
    original = tuned_store.folder(EMBEDDER) / "model.onnx"
    texts = probe_texts()[::8]
    before, after = (
        Encoder(graph, model.folder / "tokenizer.json").embed(texts) for graph in (original, model.main_file)
    )
    assert float((before * after).sum(axis=1).mean()) >= 0.985
    # Other texts stay as far apart as they were.
    assert abs(float(before[0] @ before[1]) - float(after[0] @ after[1])) < 0.05


@pytest.mark.model
def test_the_folder_is_usable_by_fastembed_and_reads_more_than_128_tokens(installed: ModelStore) -> None:
    from fastembed import TextEmbedding

    model = installed.require(EMBEDDER)
    assert model.entry.encoder is not None
    encoder = TextEmbedding(model.entry.encoder.fastembed_name, specific_model_path=str(model.folder))
    beginning = "The pump stands in the cellar of the old mill. " * 15
    first, second = encoder.embed([beginning, beginning + " Invoices are payable in Japanese yen."])
    assert first.shape == (384,)
    # With the published tokenizer both texts are cut at 128 tokens and get one and the same vector.
    assert float(first @ second) < 0.999


@pytest.mark.model
def test_a_second_get_does_not_tune_again(installed: ModelStore) -> None:
    report = installed.folder(EMBEDDER) / "tuned" / "report.json"
    before = report.stat().st_mtime_ns
    events = list(installed.get(EMBEDDER, CancelToken()))
    assert [event.kind for event in events] == ["run_finished"]
    assert report.stat().st_mtime_ns == before


@pytest.mark.model
def test_a_damaged_tuned_graph_is_found_and_leaves_the_original(installed: ModelStore) -> None:
    model = installed.require(EMBEDDER)
    if not model.tuned:
        pytest.skip("the tuned graph was not faster on this computer, so the original is in use")
    assert finish(installed.verify(EMBEDDER, CancelToken())).outcome == "done"
    content = bytearray(model.main_file.read_bytes())
    content[len(content) // 2] ^= 1
    model.main_file.write_bytes(content)
    failed = finish(installed.verify(EMBEDDER, CancelToken()))
    assert failed.outcome == "failed"
    assert model.sha256 in failed.message
    original = installed.require(EMBEDDER)
    assert not original.tuned
    assert original.main_file == installed.folder(EMBEDDER) / "model.onnx"


def test_what_cannot_be_tuned_is_used_as_it_is(tmp_path: Path) -> None:
    graph, tokenizer = b"no graph at all", b'{"model": {}, "added_tokens": []}'
    (tmp_path / "model.onnx").write_bytes(graph)
    (tmp_path / "tokenizer.json").write_bytes(tokenizer)
    entry = load_catalogue().entry(EMBEDDER)
    files = (
        entry.files[0].model_copy(update={"size": len(graph), "sha256": sha256(graph)}),
        entry.files[1].model_copy(update={"size": len(tokenizer), "sha256": sha256(tokenizer)}),
    )
    broken = Catalogue(model=(entry.model_copy(update={"files": files}),))
    store = ModelStore(tmp_path / "models", broken, found_folders=())
    events = list(store.get(EMBEDDER, CancelToken(), str(tmp_path)))
    assert finish(iter(events)).outcome == "done"
    assert [e.code for e in events if isinstance(e, NoticeGiven)] == ["tuning_failed"]
    model = store.require(EMBEDDER)
    assert not model.tuned
    assert model.main_file == store.folder(EMBEDDER) / "model.onnx"


def test_the_companions_of_an_encoder() -> None:
    encoder = load_catalogue().entry(EMBEDDER).encoder
    assert encoder is not None
    raw = (
        b'{"truncation": {"max_length": 128}, "padding": {"strategy": {"Fixed": 128}}, "model": {},'
        b' "added_tokens": [{"id": 0, "content": "[PAD]"}, {"id": 101, "content": "[CLS]"}]}'
    )
    prepared = prepare_tokenizer(raw, encoder)
    assert b'"max_length":256' in prepared
    assert b'"padding":null' in prepared
    files = companion_files(prepared, encoder)
    assert set(files) == {"config.json", "tokenizer_config.json", "special_tokens_map.json"}
    assert b'"model_max_length": 256' in files["tokenizer_config.json"]
    assert b'"cls_token": "[CLS]"' in files["special_tokens_map.json"]
