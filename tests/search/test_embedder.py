"""The real embedder: unit vectors that mean something, bounded texts, clear failures."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import ModelError
from core.ingest.structure.token_count import TokenizerCounter
from core.models.store import InstalledModel
from core.search.embedder import FastembedEmbedder, embedder_of

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def embedder(embedding_model: InstalledModel) -> FastembedEmbedder:
    return embedder_of(embedding_model)


def test_vectors_are_of_unit_length_and_in_order(embedder: FastembedEmbedder) -> None:
    texts = ["a pump", "The warranty of the pump is 36 months. " * 10, "net sales", "pumps", ""]
    vectors = embedder.embed(texts)
    assert vectors.shape == (5, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5), abs=1e-5)
    one_by_one = np.stack([embedder.embed([text])[0] for text in texts])
    # Dynamic quantisation scales by the batch: a little depends on the neighbours, most for an empty text.
    assert np.sum(vectors * one_by_one, axis=1)[:4].min() > 0.98
    near, far = vectors[0] @ vectors[3], vectors[0] @ vectors[2]
    assert near - far > 0.2 * (1 - embedder.unrelated)
    assert embedder.embed([]).shape == (0, 384)


def test_a_text_is_read_up_to_256_tokens(embedder: FastembedEmbedder) -> None:
    long = "pump " * 240
    cut = embedder.embed([long, long + "warranty " * 300, "pump " * 120 + "warranty " * 120])
    assert cut[0] @ cut[1] > cut[0] @ cut[2]


def test_the_chunker_counts_as_the_embedder_does(embedder: FastembedEmbedder) -> None:
    texts = ["Net sales rose 3.5% to $3,909 million.", "Überraschung: naïve café", " ".join(["word"] * 300)]
    counts = TokenizerCounter(embedder.folder)(texts)
    assert counts[2] == 300  # not cut off at the embedder's limit
    assert [embedder.count_tokens(text) for text in texts[:2]] == [count + 2 for count in counts[:2]]
    # What the chunker adds up over sentences is what the whole text costs.
    assert (
        sum(TokenizerCounter(embedder.folder)(texts[:2]))
        == TokenizerCounter(embedder.folder)(["\n".join(texts[:2])])[0]
    )


def test_several_threads_may_ask(embedder: FastembedEmbedder) -> None:
    expected = embedder.embed(["warranty"])[0]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: float(embedder.embed(["warranty"])[0] @ expected), range(4)))
    assert found == pytest.approx([1.0] * 4, abs=1e-4)


@pytest.fixture
def copy(embedding_model: InstalledModel, tmp_path: Path) -> Path:
    return Path(shutil.copytree(embedding_model.main_file.parent, tmp_path / "copy"))


def test_the_fingerprint_follows_the_bytes(
    embedding_model: InstalledModel, embedder: FastembedEmbedder, copy: Path
) -> None:
    copied = replace(embedding_model, folder=copy, main_file=copy / embedding_model.main_file.name)
    same = embedder_of(copied)
    assert same.fingerprint == embedder.fingerprint
    (copy / "tokenizer.json").write_bytes(b"{}")
    assert embedder_of(copied).fingerprint != same.fingerprint


def test_a_damaged_model_is_told(copy: Path) -> None:
    hollow = b"\x08\x08" + b"\x3a\x03\x12\x01x"  # by its structure a model, with an empty graph
    for content, words in ((b"not a graph", "no ONNX model file"), (hollow, "cannot be loaded")):
        (copy / "model.onnx").write_bytes(content)
        with pytest.raises(ModelError, match=words) as caught:
            FastembedEmbedder(copy).embed(["x"])
        assert "model.onnx" in caught.value.message


def test_a_flipped_bit_in_the_graph_is_found_before_anything_is_embedded(
    embedding_model: InstalledModel, copy: Path
) -> None:
    """Its size is right and it may load: its vectors would be others, and so would the index."""
    graph = copy / embedding_model.main_file.name
    installed = replace(embedding_model, folder=copy, main_file=graph)
    assert embedder_of(installed).fingerprint
    content = bytearray(graph.read_bytes())
    content[len(content) // 2] ^= 1
    graph.write_bytes(content)
    for use in (lambda made: made.fingerprint, lambda made: made.embed(["x"])):
        with pytest.raises(ModelError, match="expected sha256"):
            use(embedder_of(installed))


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    embedder = FastembedEmbedder(tmp_path)
    with pytest.raises(ModelError, match=r"model\.onnx is missing"):
        embedder.embed(["x"])
    with pytest.raises(ModelError, match="missing"):
        _ = embedder.fingerprint


def test_a_text_is_nearer_to_its_translation_than_to_others_of_its_language(
    embedder: FastembedEmbedder,
) -> None:
    pages = embedder.embed(
        [
            "The tenant pays the rent on the first day of each month.",
            "The pump is delivered with a steel casing.",
        ]
    )
    for question in ("Wann muss die Miete gezahlt werden?", "Quand faut-il payer le loyer ?"):
        rent, pump = pages @ embedder.embed_query(question)
        assert rent - pump > 0.2 * (1 - embedder.unrelated)
