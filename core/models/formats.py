"""Is a file what its name says: a whole GGUF or ONNX model? Looked at before a library may load it.

Only headers are read, in 0.02 to 0.2 s whatever the size (a vocabulary entry by entry); nothing in them is
carried out. A pickle, which runs whatever it says when it is loaded, is neither. GGUF: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md;
ONNX is a protocol buffer. Any thread, any process.
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from core.errors import ModelError

_MOST = 1 << 20  # keys, tensors; a vocabulary has a quarter of it
_LONGEST_NAME = 1 << 16
_READ_OVER = 1 << 10
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9
# Values and bytes of one block of weights, by ggml's number of their type; of a newer type only the place is
# looked at (`ggml_blck_size` and `ggml_type_size` of https://github.com/ggml-org/ggml).
_BLOCKS = (
    {0: (1, 4), 1: (1, 2), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 30: (1, 2)}
    | {2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36), 20: (32, 18)}
    | {10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292)}
    | {16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 21: (256, 110), 22: (256, 82)}
    | {23: (256, 136), 29: (256, 56), 34: (256, 54), 35: (256, 66), 39: (32, 17)}
)
_GRAPH, _IR_VERSION = 7, 1  # numbers of ModelProto's fields
# Which fields of ONNX's messages hold which, on the way to the tensors
# (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
_WITHIN = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "function": {7: "node", 11: "attribute"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {},
}
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14  # of TensorProto
_DEEPEST = 60  # messages in each other; a graph within a graph is three


class _Wrong(Exception):
    """What is wrong, as the end of a sentence; `cut_off` when the file ends too early."""

    def __init__(self, what: str, *, cut_off: bool = False) -> None:
        super().__init__(what)
        self.cut_off = cut_off


def check_gguf(path: Path) -> None:
    """Refuse what is no whole GGUF file.

    Raises:
        ModelError: `model_missing`, `model_format` (no GGUF file) or `model_damaged` (it ends too early).
    """
    _checked(path, _gguf, "GGUF")


def check_onnx(path: Path) -> None:
    """Refuse what is no whole ONNX file.

    Raises:
        ModelError: `model_missing`, `model_format` (no ONNX file) or `model_damaged` (it ends too early).
    """
    _checked(path, _onnx, "ONNX")


def check_model_file(path: Path, name: str) -> None:
    """The check that goes with `name`; tokenizers and other files are none of this module's.

    Raises:
        ModelError: as the other two.
    """
    if name.endswith(".gguf"):
        check_gguf(path)
    elif name.endswith(".onnx"):
        check_onnx(path)


def _checked(path: Path, check: Callable[[BinaryIO, int], None], kind: str) -> None:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            check(file, size)
    except OSError as error:
        raise _error("model_missing", f"The model file {path} cannot be read ({error.strerror}).") from error
    except _Wrong as wrong:
        if wrong.cut_off:
            text = f"The {kind} model file {path} is damaged or incomplete: {wrong}."
            raise _error("model_damaged", text) from None
        raise _error("model_format", f"{path} is no {kind} model file: {wrong}.") from None


def _error(code: str, message: str) -> ModelError:
    error = ModelError(
        message,
        "It was not loaded. Fetch it again with `docuchat models get MODEL` (without a network: `--from "
        "PATH`), or choose another model.",
    )
    error.code = code
    return error


def _foreign(start: bytes) -> str:
    """What a file that is not what it should be looks like."""
    if start[:2] in (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"):
        return "it is a Python pickle, which this program never loads"
    if start[:2] == b"PK":
        return "it is a zip archive, as PyTorch writes them"
    if start.lstrip()[:1] == b"<":
        return "it is a web page"
    return "it begins with other bytes" if start else "it is empty"


# --- GGUF ------------------------------------------------------------------------------------------


def _gguf(file: BinaryIO, size: int) -> None:
    start = file.read(4)
    if start != b"GGUF":
        raise _Wrong(_foreign(start + file.read(60)))
    reader = HeaderReader(file, size)
    version = reader.number("<I")
    if version not in (2, 3):
        raise _Wrong(f"its version is {version}, known are 2 and 3")
    tensors, keys = reader.number("<Q"), reader.number("<Q")
    if tensors > _MOST or keys > _MOST:
        raise _Wrong("its header makes no sense")
    alignment = 32
    for _ in range(keys):
        name = reader.text(_LONGEST_NAME)
        kind = reader.number("<I")
        if name == b"general.alignment" and kind == 4:
            alignment = reader.number("<I")
        else:
            reader.skip_value(kind)
    if alignment < 1 or alignment & (alignment - 1):
        raise _Wrong("its header makes no sense")
    farthest = 0
    for _ in range(tensors):
        reader.text(_LONGEST_NAME)
        dimensions = reader.number("<I")
        if dimensions > 8:
            raise _Wrong("its header makes no sense")
        values = math.prod(reader.number("<Q") for _ in range(dimensions))
        block, block_bytes = _BLOCKS.get(reader.number("<I"), (1, 0))
        weights = -(-values // block) * block_bytes
        farthest = max(farthest, reader.number("<Q") + max(weights, 1))
    data = -(-file.tell() // alignment) * alignment
    if tensors and data + farthest > size:
        raise _Wrong("the last weights are missing", cut_off=True)


class HeaderReader:
    """Numbers, texts and what is passed over, never behind the end of the file."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size

    def number(self, form: str) -> int:
        data = self._file.read(struct.calcsize(form))
        if len(data) < struct.calcsize(form):
            raise _Wrong("its header ends too early", cut_off=True)
        return int(struct.unpack(form, data)[0])

    def text(self, longest: int) -> bytes:
        length = self.number("<Q")
        if length > longest:
            raise _Wrong("its header makes no sense")
        return self.taken(length)

    def taken(self, count: int) -> bytes:
        return self._file.read(count)

    def skip(self, count: int) -> None:
        if count <= _READ_OVER:  # a vocabulary has 150,000 short texts, and a seek is slower than they are
            if len(self._file.read(count)) < count:
                raise _Wrong("its header ends too early", cut_off=True)
            return
        if self._file.tell() + count > self._size:
            raise _Wrong("its header ends too early", cut_off=True)
        self._file.seek(count, os.SEEK_CUR)

    def skip_value(self, kind: int) -> None:
        if kind in _SIZES:
            self.skip(_SIZES[kind])
        elif kind == _STRING:
            self.skip(self.number("<Q"))
        elif kind == _ARRAY:
            self.skip_array(self.number("<I"), self.number("<Q"))
        else:
            raise _Wrong("its header makes no sense")

    def skip_array(self, inner: int, count: int) -> None:
        if inner in _SIZES:
            self.skip(_SIZES[inner] * count)
        elif inner == _STRING and count <= _MOST:
            for _ in range(count):
                self.skip(self.number("<Q"))
        else:
            raise _Wrong("its header makes no sense")


# --- ONNX ------------------------------------------------------------------------------------------


def _onnx(file: BinaryIO, size: int) -> None:
    """The fields of ModelProto must fill the file exactly, and the graph be among them. All weights must lie
    in the file: a tensor that names another one could name any file of this computer."""
    start = file.read(64)
    if start[:1] != bytes([_IR_VERSION << 3]):
        raise _Wrong(_foreign(start))
    file.seek(0)
    if _GRAPH not in _message(file, size, "model", 0):
        raise _Wrong("it holds no graph", cut_off=True)


def _message(file: BinaryIO, end: int, kind: str, depth: int) -> set[int]:
    """Pass over a message up to `end`, into those that lead to tensors; the numbers of its fields."""
    if depth > _DEEPEST:
        raise _Wrong("its structure makes no sense")
    seen = set()
    while file.tell() < end:
        tag = _varint(file)
        number, wire = tag >> 3, tag & 7
        if not number or wire not in (0, 1, 2, 5):
            raise _Wrong("its structure makes no sense")
        seen.add(number)
        value = {1: 8, 5: 4}.get(wire) or _varint(file)
        if kind == "tensor" and (number == _EXTERNAL_DATA or (number == _DATA_LOCATION and value)):
            raise _Wrong("it keeps its weights in another file")
        if wire == 0:
            continue
        if file.tell() + value > end:
            raise _Wrong("it ends too early", cut_off=True)
        if wire == 2 and number in _WITHIN[kind]:
            _message(file, file.tell() + value, _WITHIN[kind][number], depth + 1)
        else:
            file.seek(value, os.SEEK_CUR)
    if file.tell() > end:
        raise _Wrong("its structure makes no sense")
    return seen


def _varint(file: BinaryIO) -> int:
    value = 0
    for place in range(10):
        byte = file.read(1)
        if not byte:
            raise _Wrong("it ends too early", cut_off=True)
        value |= (byte[0] & 0x7F) << (7 * place)
        if byte[0] < 0x80:
            return value
    raise _Wrong("its structure makes no sense")
