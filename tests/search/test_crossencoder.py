"""A cross-encoder from a folder, through fastembed: a tiny real ONNX graph that counts a word."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

from core.errors import ModelError
from core.search.crossencoder import FastembedCrossEncoder
from core.search.retriever import HybridRetriever
from tests.library_kit import make_pdf, open_library

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "warranty"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The score of a pair is how often "warranty" stands in it."""
    path = tmp_path_factory.mktemp("cross")
    tokenizer = Tokenizer(
        models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]")  # noqa: S106
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(path / "tokenizer.json"))
    (path / "config.json").write_text(json.dumps({"pad_token_id": 0}))
    (path / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 512, "pad_token": "[PAD]"}))
    (path / "special_tokens_map.json").write_text(json.dumps({"pad_token": "[PAD]", "unk_token": "[UNK]"}))
    graph = helper.make_graph(
        [
            helper.make_node("Equal", ["input_ids", "word"], ["same"]),
            helper.make_node("Cast", ["same"], ["counted"], to=TensorProto.FLOAT),
            helper.make_node("ReduceSum", ["counted", "axis"], ["logits"], keepdims=1),
        ],
        "count",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
            for name in ("input_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [
            numpy_helper.from_array(np.array(4, dtype=np.int64), "word"),
            numpy_helper.from_array(np.array([1], dtype=np.int64), "axis"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path / "model.onnx")
    return path


def test_scores_come_from_the_graph(folder: Path) -> None:
    encoder = FastembedCrossEncoder(folder, folder / "model.onnx")
    assert encoder.scores("how long", ["no word", "warranty", "warranty and warranty"]) == [0.0, 1.0, 2.0]
    assert encoder.scores("how long", []) == []


def test_a_search_takes_its_order_and_does_without_it_when_it_fails(folder: Path, tmp_path: Path) -> None:
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
        assert first(FastembedCrossEncoder(folder, folder / "model.onnx")) == "b.pdf"
        assert first(FastembedCrossEncoder(folder, folder / "missing.onnx")) == "a.pdf"
        with pytest.raises(ModelError, match=r"missing\.onnx"):
            FastembedCrossEncoder(folder, folder / "missing.onnx").scores("q", ["p"])
    finally:
        library.close()
