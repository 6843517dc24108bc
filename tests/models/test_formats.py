"""A file is loaded only when it is a whole model of its kind."""

from __future__ import annotations

import ctypes
import pickle
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import ModelError
from core.llm.base import Message
from core.llm.llama import LlamaModel
from core.models.bundled import check_bundled
from core.models.catalogue import load_catalogue
from core.models.formats import _BLOCKS, check_model_file
from core.models.store import ModelStore
from core.search.embedder import FastembedEmbedder
from tests.conftest import MODELS_FOLDER
from tests.models.parts import HUB_SOURCE, answer_model, get


def gguf(
    *, version: int = 3, keys: bytes = b"", key_count: int = 0, offset: int = 0, data: int = 64
) -> bytes:
    header = b"GGUF" + struct.pack("<IQQ", version, 1, key_count) + keys
    header += struct.pack("<Q", 1) + b"w" + struct.pack("<IQI", 1, 16, 0) + struct.pack("<Q", offset)
    return header + bytes(-len(header) % 32) + bytes(data)


ONNX = b"\x08\x08" + b"\x12\x04test" + b"\x3a\x03\x12\x01x"


def field(number: int, content: bytes) -> bytes:
    """A field of a protocol buffer, of fewer than 128 bytes."""
    assert len(content) < 128
    key = number << 3 | 2
    return (
        (bytes([key]) if key < 128 else bytes([key & 127 | 128, key >> 7])) + bytes([len(content)]) + content
    )


def _coded(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + _coded(number >> 7)


def onnx_of(*graph: bytes) -> bytes:
    return b"\x08\x08" + field(7, b"".join(graph))


ELSEWHERE = field(8, b"w") + field(13, field(1, b"location") + field(2, b"../../secret"))


class Explosive:
    """Unpickled, it would make a file."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return (Path.touch, (self.trace,))


def test_whole_files_pass(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(gguf())
    (tmp_path / "a.onnx").write_bytes(ONNX)
    weights = field(8, b"w") + field(9, bytes(16)) + b"\x70\x00"
    (tmp_path / "b.onnx").write_bytes(onnx_of(field(5, weights)))  # inside the file
    for name in ("a.gguf", "a.onnx", "b.onnx"):
        check_model_file(tmp_path / name, name)
    catalogue = load_catalogue()
    store = ModelStore(MODELS_FOLDER, catalogue, found_folders=())
    installed = [model for entry in catalogue.models if (model := store.installed(entry.model_id))]
    assert installed
    for model in installed:
        check_model_file(model.main_file, model.main_file.name)


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("a.gguf", b"", "model_format", "empty"),
        ("a.gguf", b"<!DOCTYPE html>", "model_format", "web page"),
        ("a.gguf", b"PK\x03\x04" + bytes(60), "model_format", "zip archive"),
        ("a.gguf", pickle.dumps({"a": 1}), "model_format", "never loads"),
        ("a.gguf", gguf(version=9), "model_format", "version is 9"),
        ("a.gguf", b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 0), "model_format", "no sense"),
        ("a.gguf", gguf(keys=struct.pack("<Q", 1 << 40), key_count=1), "model_format", "no sense"),
        (
            "a.gguf",
            gguf(keys=struct.pack("<Q", 1) + b"k" + struct.pack("<I", 99), key_count=1),
            "model_format",
            "no sense",
        ),
        (
            "a.gguf",
            gguf(keys=struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 4, 1 << 50), key_count=1),
            "model_damaged",
            "ends too early",
        ),
        ("a.gguf", gguf()[:40], "model_damaged", "ends too early"),
        ("a.gguf", gguf(offset=4096), "model_damaged", "last weights"),
        ("a.gguf", gguf()[:-1], "model_damaged", "last weights"),
        ("a.gguf", gguf(data=32), "model_damaged", "last weights"),
        ("a.onnx", b"", "model_format", "empty"),
        ("a.onnx", gguf(), "model_format", "other bytes"),
        ("a.onnx", pickle.dumps(ONNX), "model_format", "pickle"),
        ("a.onnx", ONNX[:-1], "model_damaged", "ends too early"),
        ("a.onnx", ONNX[:8], "model_damaged", "no graph"),
        ("a.onnx", ONNX + b"\x07", "model_format", "no sense"),
        ("a.onnx", onnx_of(field(5, ELSEWHERE)), "model_format", "another file"),
        ("a.onnx", onnx_of(field(5, field(8, b"w") + b"\x70\x01")), "model_format", "another file"),
        ("a.onnx", onnx_of(field(1, field(5, field(5, ELSEWHERE)))), "model_format", "another file"),
        (
            "a.onnx",
            onnx_of(field(1, field(5, field(6, field(5, ELSEWHERE))))),
            "model_format",
            "another file",
        ),
        ("a.onnx", onnx_of(field(15, field(1, ELSEWHERE))), "model_format", "another file"),
        (
            "a.onnx",
            onnx_of() + field(25, field(7, field(5, field(5, ELSEWHERE)))),
            "model_format",
            "another file",
        ),
        ("a.onnx", onnx_of(b"\x2a\x7f" + bytes(20)), "model_damaged", "ends too early"),
    ],
)
def test_what_is_no_model_of_its_kind(
    tmp_path: Path, name: str, content: bytes, code: str, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ModelError, match=words) as error:
        check_model_file(path, name)
    assert error.value.code == code
    assert str(path) in error.value.message
    assert "not loaded" in error.value.hint


def test_graphs_in_each_other_without_end_are_refused(tmp_path: Path) -> None:
    """What reads them would run out of its stack."""
    path = tmp_path / "model.onnx"
    content = b""
    for _ in range(3000):  # a node with an attribute that is a graph
        for number in (6, 5, 1):
            content = bytes([number << 3 | 2]) + _coded(len(content)) + content
    path.write_bytes(b"\x08\x08" + field(7, b"") + b"\x3a" + _coded(len(content)) + content)
    with pytest.raises(ModelError, match="no sense"):
        check_model_file(path, path.name)


@pytest.mark.skipif(sys.platform != "linux", reason="the library's file has another name")
def test_the_sizes_of_weights_are_those_of_llama_cpp() -> None:
    import llama_cpp

    library = ctypes.CDLL(str(next((Path(llama_cpp.__file__).parent / "lib").glob("libggml-base.so*"))))
    library.ggml_type_size.restype = ctypes.c_size_t
    library.ggml_blck_size.restype = ctypes.c_int64
    known = {kind: (library.ggml_blck_size(kind), library.ggml_type_size(kind)) for kind in _BLOCKS}
    assert known == _BLOCKS


def test_a_pickle_under_a_models_name_is_not_opened_by_any_loader(tmp_path: Path) -> None:
    trace = tmp_path / "exploded"
    folder = tmp_path / "embedder"
    shutil.copytree(MODELS_FOLDER / "all-minilm-l6-v2-int8", folder, ignore=shutil.ignore_patterns("tuned"))
    for path in (folder / "model.onnx", tmp_path / "model.gguf"):
        path.unlink(missing_ok=True)
        path.write_bytes(pickle.dumps(Explosive(trace)))
    with pytest.raises(ModelError, match="pickle"):
        FastembedEmbedder(folder).embed(["text"])
    model = LlamaModel(tmp_path / "model.gguf", model_name="tiny", context_tokens=512)
    with pytest.raises(ModelError, match="pickle"):
        model.load()
    model.close()
    assert not trace.exists()


def test_a_download_without_a_known_hash_must_be_of_its_kind(tmp_path: Path) -> None:
    catalogue = answer_model(gguf(), [HUB_SOURCE])
    (entry,) = catalogue.models
    unknown = entry.files[0].model_copy(update={"sha256": None, "size": None})
    catalogue = catalogue.model_copy(update={"models": (entry.model_copy(update={"files": (unknown,)}),)})
    store = ModelStore(tmp_path / "models", catalogue, found_folders=())
    page = tmp_path / "page.gguf"
    page.write_bytes(b"<html>please log in</html>")
    failed = get(store, str(page))
    assert (failed.outcome, "web page" in failed.message) == ("failed", True)
    assert store.installed("tiny") is None
    page.write_bytes(gguf())
    assert get(store, str(page)).outcome == "done"


def test_the_recognisers_models_are_those_of_the_catalogue(tmp_path: Path) -> None:
    (name, other, *_) = [file.name for file in load_catalogue().entry("pp-ocrv6-small").files]
    (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(ModelError, match="expected sha256"):
        check_bundled("pp-ocrv6-small", tmp_path, [name])
    with pytest.raises(ModelError, match="cannot be read"):
        check_bundled("pp-ocrv6-small", tmp_path, [other])


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ cycler.__init__.__globals__.os.system('touch TRACE') }}",
        "{% set _ = messages.append(1) %}{{ messages[0]['content'] }}",
        "{% for %}",
        "{{ messages | nobody_knows_this }}",
    ],
)
def test_a_chat_template_cannot_reach_out_of_its_sandbox(
    tmp_path: Path, tiny_model_path: Path, template: str
) -> None:
    trace = tmp_path / "t"
    content = tiny_model_path.read_bytes()
    key = b"tokenizer.chat_template" + struct.pack("<I", 8)
    at = content.index(key) + len(key)
    (length,) = struct.unpack_from("<Q", content, at)
    hostile = template.replace("TRACE", str(trace)).encode().ljust(length)
    assert len(hostile) == length, "the template fits into the place of the model's own"
    path = tmp_path / "hostile.gguf"
    path.write_bytes(content[: at + 8] + hostile + content[at + 8 + length :])
    model = LlamaModel(path, model_name="hostile", context_tokens=512)
    try:
        with pytest.raises(ModelError) as error:
            model.count_tokens([Message("user", "Hello")])
        assert error.value.code == "model_template"
        assert not trace.exists()
    finally:
        model.close()
