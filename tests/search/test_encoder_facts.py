"""An embedder is used as its catalogue entry says; a tiny real ONNX graph gives each word its own axis."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

from core.models.catalogue import EncoderFacts, load_catalogue
from core.search.embedder import FastembedEmbedder

WORDS = ["[PAD]", "[UNK]", "query", "passage", "warranty", "pump"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("encoder")
    numbers = {word: place for place, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(path / "tokenizer.json"))
    (path / "config.json").write_text(json.dumps({"pad_token_id": 0}))
    (path / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 512, "pad_token": "[PAD]"}))
    (path / "special_tokens_map.json").write_text(json.dumps({"pad_token": "[PAD]", "unk_token": "[UNK]"}))
    graph = helper.make_graph(
        [helper.make_node("Gather", ["axes", "input_ids"], ["last_hidden_state"])],
        "axes",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
            for name in ("input_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", 6])],
        [numpy_helper.from_array(np.eye(6, dtype=np.float32), "axes")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path / "model.onnx")
    return path


def facts(**fields: str) -> EncoderFacts:
    return EncoderFacts.model_validate({"dimensions": 6, "max_tokens": 64, **fields})


def test_prefixes_go_before_questions_and_passages(folder: Path) -> None:
    embedder = FastembedEmbedder(folder, encoder=facts(query_prefix="query ", passage_prefix="passage "))
    half = 1 / np.sqrt(2)
    assert embedder.embed_query("warranty") == pytest.approx([0, 0, half, 0, half, 0], abs=1e-6)
    assert embedder.embed(["warranty"])[0] == pytest.approx([0, 0, 0, half, half, 0], abs=1e-6)


def test_pooling_is_the_mean_or_the_first_token(folder: Path) -> None:
    mean = FastembedEmbedder(folder, encoder=facts())
    first = FastembedEmbedder(folder, encoder=facts(pooling="cls"))
    assert mean.embed(["pump warranty"])[0][4] == pytest.approx(1 / np.sqrt(2))
    assert first.embed(["pump warranty"])[0] == pytest.approx([0, 0, 0, 0, 0, 1])


def test_what_shapes_the_vectors_names_the_index(folder: Path) -> None:
    plain = FastembedEmbedder(folder, encoder=facts()).fingerprint
    others = [
        FastembedEmbedder(folder, encoder=facts(**fields)).fingerprint
        for fields in ({"pooling": "cls"}, {"passage_prefix": "passage "})
    ]
    assert len({plain, *others}) == 3
    assert FastembedEmbedder(folder, encoder=facts(query_prefix="query ")).fingerprint == plain


def test_every_embedding_model_of_the_catalogue_can_be_loaded_by_the_embedder() -> None:
    entries = [entry for entry in load_catalogue().models if entry.role == "embedding"]
    assert entries
    for entry in entries:
        assert entry.encoder is not None
        assert entry.files[0].name.endswith(".onnx"), entry.model_id
