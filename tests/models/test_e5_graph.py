"""The graph that is made of multilingual-e5-small's weights: a tiny file of the same shape, read and run."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from core.errors import ModelError
from core.models.e5_graph import make_graph

HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES = 32, 1, 2, 64, 20, 16
Tensors = dict[str, NDArray[np.float32]]


def q4(matrix: NDArray[np.float32]) -> tuple[bytes, NDArray[np.float32]]:
    """Packed as the file has it, and the values that this leaves."""
    blocks = matrix.reshape(-1, 32)
    scales = (np.abs(blocks).max(axis=1, keepdims=True) / 7).astype(np.float16)
    levels = np.clip(np.round(blocks / scales.astype(np.float32)) + 8, 0, 15).astype(np.uint8)
    packed = np.concatenate([scales.view(np.uint8), levels[:, :16] | levels[:, 16:] << 4], axis=1)
    left = (levels.astype(np.float32) - 8) * scales.astype(np.float32)
    return packed.tobytes(), left.reshape(matrix.shape).astype(np.float32)


def write(path: Path) -> Tensors:
    """A file of random weights; returns them as they can be read back."""
    chance = np.random.default_rng(1)
    shapes = {"emb.word": (WORDS, HIDDEN), "l0.fi.w": (INNER, HIDDEN), "l0.fo.w": (HIDDEN, INNER)}
    shapes |= {f"l0.{part}.w": (HIDDEN, HIDDEN) for part in ("q", "k", "v", "ao")}
    vectors = {"emb.pos": PLACES * HIDDEN, "emb.type": 2 * HIDDEN, "l0.fi.b": INNER}
    vectors |= {f"l0.{part}.b": HIDDEN for part in ("q", "k", "v", "ao", "fo")}
    vectors |= {f"{norm}.{part}": HIDDEN for norm in ("emb.ln", "l0.aln", "l0.oln") for part in "wb"}
    tensors: Tensors = {}
    packed: dict[str, bytes] = {}
    for name, shape in shapes.items():
        packed[name], tensors[name] = q4(chance.normal(0, 0.2, shape).astype(np.float32))
    for name, size in vectors.items():
        tensors[name] = chance.normal(1.0 if name.endswith(".w") else 0.0, 0.1, size).astype(np.float32)
        packed[name] = tensors[name].tobytes()
    head = b"E5S1" + struct.pack("<I7if", 1, HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES, 2, 1e-12)
    head += struct.pack("<i5iQ", 0, 2, 0, 2, 1, 3, 4) + struct.pack("<3I2f", 0, 2, 4, 0.0, 0.0) + b"abcd"
    head += struct.pack("<iI", 0, 0) + struct.pack("<i", len(packed))
    table = sum(2 + len(name) + 1 + 4 + 16 for name in packed)
    at, body = len(head) + table, b""
    at += -at % 4  # floats lie at multiples of their size
    for name, content in packed.items():
        head += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BI", 0, 0)
        head += struct.pack("<QQ", at + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    path.write_bytes(head + bytes(-len(head) % 4) + body)
    return tensors


def normed(x: NDArray[np.float32], weights: Tensors, name: str) -> NDArray[np.float32]:
    centred = x - x.mean(axis=-1, keepdims=True)
    return (
        centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12) * weights[name + ".w"]
        + weights[name + ".b"]
    )


def encoded(weights: Tensors, words: list[int]) -> NDArray[np.float32]:
    """The same encoder, written out."""
    from math import erf

    def linear(x: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        return x @ weights[f"l0.{name}.w"].T + weights[f"l0.{name}.b"]

    places = weights["emb.pos"].reshape(PLACES, HIDDEN)[: len(words)]
    x = normed(weights["emb.word"][words] + places + weights["emb.type"][:HIDDEN], weights, "emb.ln")
    size = HIDDEN // HEADS
    mixed = []
    for head in range(HEADS):
        own = slice(head * size, (head + 1) * size)
        scores = linear(x, "q")[:, own] @ linear(x, "k")[:, own].T / np.sqrt(size)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        mixed.append(shares / shares.sum(axis=1, keepdims=True) @ linear(x, "v")[:, own])
    x = normed(x + linear(np.concatenate(mixed, axis=1), "ao"), weights, "l0.aln")
    wide = linear(x, "fi")
    gelu = wide * (1 + np.vectorize(erf)(wide / np.sqrt(2))) / 2
    return normed(x + linear(gelu.astype(np.float32), "fo"), weights, "l0.oln")


def test_the_graph_says_what_the_weights_say_and_padding_says_nothing(tmp_path: Path) -> None:
    weights = write(tmp_path / "e5.bin")
    make_graph(tmp_path / "e5.bin", tmp_path / "model.onnx")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e5.bin", "model.onnx"]
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    words = [3, 7, 11, 2]
    padded = np.array([[*words, 1, 1]], np.int64)
    mask = np.array([[1, 1, 1, 1, 0, 0]], np.int64)
    (found,) = session.run(["last_hidden_state"], {"input_ids": padded, "attention_mask": mask})
    told, wanted = found[0, :4], encoded(weights, words)
    cosines = (told * wanted).sum(axis=1) / np.linalg.norm(told, axis=1) / np.linalg.norm(wanted, axis=1)
    assert cosines.min() > 0.99  # eight bits


@pytest.mark.parametrize("damage", ["other", "cut", "sizes"])
def test_another_file_is_refused_by_name(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "e5.bin"
    write(path)
    content = path.read_bytes()
    path.write_bytes(
        {
            "other": b"GGUF" + content[4:],
            "cut": content[:60],
            "sizes": content[:8] + b"\xff" * 28 + content[36:],
        }[damage]
    )
    with pytest.raises(ModelError, match=r"e5\.bin does not hold the weights"):
        make_graph(path, tmp_path / "model.onnx")
    assert not (tmp_path / "model.onnx").exists()
