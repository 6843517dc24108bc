"""Is a file what its name says: a whole GGUF or ONNX model? Looked at before a library may load it.

Only headers are read, in milliseconds whatever the size; nothing in them is carried out. A pickle, which runs
whatever it says when it is loaded, is neither. GGUF: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md;
ONNX is a protocol buffer. Any thread, any process.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from core.errors import ModelError

_MOST = 1 << 20  # keys, tensors; a vocabulary has a quarter of it
_LONGEST_NAME = 1 << 16
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9
_GRAPH, _IR_VERSION = 7, 1  # numbers of ModelProto's fields


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
        message, "It was not loaded. Fetch it again with `docuchat models get`, or choose another model."
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
        reader.skip(8 * dimensions + 4)
        farthest = max(farthest, reader.number("<Q"))
    data = -(-file.tell() // alignment) * alignment
    if tensors and data + farthest >= size:
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
    """The fields of ModelProto must fill the file exactly, and the graph be among them."""
    start = file.read(64)
    if start[:1] != bytes([_IR_VERSION << 3]):
        raise _Wrong(_foreign(start))
    file.seek(0)
    seen = set()
    while file.tell() < size:
        tag = _varint(file)
        number, wire = tag >> 3, tag & 7
        if not number or wire not in (0, 1, 2, 5):
            raise _Wrong("its structure makes no sense")
        seen.add(number)
        if wire == 0:
            _varint(file)
            continue
        length = {1: 8, 5: 4}[wire] if wire != 2 else _varint(file)
        if wire == 2 and file.tell() + length > size:
            raise _Wrong("it ends too early", cut_off=True)
        file.seek(length, os.SEEK_CUR)
    if _GRAPH not in seen:
        raise _Wrong("it holds no graph", cut_off=True)


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
