"""Encoders are used as their catalogue entries say: tiny real ONNX graphs, loaded through fastembed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import NodeProto, TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

from core.errors import ModelError
from core.models.catalogue import EncoderFacts, load_catalogue
from core.search.crossencoder import FastembedCrossEncoder
from core.search.embedder import FastembedEmbedder
from core.search.retriever import HybridRetriever
from tests.library_kit import make_pdf, open_library


def write_model(
    path: Path,
    words: Sequence[str],
    nodes: Sequence[NodeProto],
    output: tuple[str, list[str | int]],
    constants: Mapping[str, np.ndarray],
) -> Path:
    numbers = {word: place for place, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(path / "tokenizer.json"))
    (path / "config.json").write_text(json.dumps({"pad_token_id": 0}))
    (path / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 512, "pad_token": "[PAD]"}))
    (path / "special_tokens_map.json").write_text(json.dumps({"pad_token": "[PAD]", "unk_token": "[UNK]"}))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [helper.make_tensor_value_info(output[0], TensorProto.FLOAT, output[1])]
    given = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "graph", inputs, outputs, given)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path / "model.onnx")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    nodes = [helper.make_node("Gather", ["axes", "input_ids"], ["last_hidden_state"])]
    words = ["[PAD]", "[UNK]", "query", "passage", "warranty", "pump"]
    path = tmp_path_factory.mktemp("encoder")
    output = ("last_hidden_state", ["batch", "length", 6])
    return write_model(path, words, nodes, output, {"axes": np.eye(6, dtype=np.float32)})


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


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The score of a pair is how often "warranty" stands in it."""
    nodes = [
        helper.make_node("Equal", ["input_ids", "word"], ["same"]),
        helper.make_node("Cast", ["same"], ["counted"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["counted", "axis"], ["logits"], keepdims=1),
    ]
    constants = {"word": np.array(4, dtype=np.int64), "axis": np.array([1], dtype=np.int64)}
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "warranty"]
    path = tmp_path_factory.mktemp("cross")
    return write_model(path, words, nodes, ("logits", ["batch", 1]), constants)


def test_scores_come_from_the_graph(counting: Path) -> None:
    encoder = FastembedCrossEncoder(counting, counting / "model.onnx")
    assert encoder.scores("how long", ["no word", "warranty", "warranty and warranty"]) == [0.0, 1.0, 2.0]
    assert encoder.scores("how long", []) == []


def test_a_search_takes_its_order_and_does_without_it_when_it_fails(counting: Path, tmp_path: Path) -> None:
    library = open_library(tmp_path / "home")
    try:
        library.ingest(
            make_pdf(tmp_path / "a.pdf", ["The pump is described here and the pump is red and loud."]),
            make_pdf(tmp_path / "b.pdf", ["The pump has a warranty ; the warranty is long ."]),
        )

        def first(encoder: FastembedCrossEncoder | None) -> str:
            retriever = HybridRetriever(
                library.database, library.index, library.embedder, cross_encoder=encoder
            )
            return retriever.search("is the pump red and loud", limit=2).hits[0].filename

        assert first(None) == "a.pdf"
        assert first(FastembedCrossEncoder(counting, counting / "model.onnx")) == "b.pdf"
        assert first(FastembedCrossEncoder(counting, counting / "missing.onnx")) == "a.pdf"
        with pytest.raises(ModelError, match=r"missing\.onnx"):
            FastembedCrossEncoder(counting, counting / "missing.onnx").scores("q", ["p"])
    finally:
        library.close()
