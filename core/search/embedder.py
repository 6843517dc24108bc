"""Text to vectors with fastembed, from a local folder only. Any thread; one lane (a lock).

Measured on 2 cores: batches of 4 sorted by length give four times the throughput of one call with
fastembed's default of 256 and a fortieth of its memory, because no text is padded to a far longer one.
The model is loaded on first use (importing fastembed alone takes half a second).
"""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import ModelError
from core.models.catalogue import EncoderFacts
from core.models.formats import check_onnx
from core.models.store import InstalledModel
from core.search.base import Vectors
from core.system.cores import usable_cores

BATCH = 4
DIMENSIONS = 384  # of the default embedder
_USUAL = EncoderFacts(dimensions=DIMENSIONS, max_tokens=256)


class FastembedEmbedder:
    """A sentence encoder in ONNX form.

    Args:
        folder: holds tokenizer.json, tokenizer_config.json, config.json, special_tokens_map.json.
        main_file: the ONNX file, inside `folder`; default `model.onnx`.
        encoder: size of its vectors, pooling, and what it wants before questions and passages.
        threads: 0 means one per core that may be used.
    """

    def __init__(
        self,
        folder: Path,
        main_file: Path | None = None,
        *,
        encoder: EncoderFacts = _USUAL,
        threads: int = 0,
        sha256: str = "",
    ) -> None:
        self.folder = folder
        self.main_file = main_file or folder / "model.onnx"
        self._encoder = encoder
        self._threads = threads or usable_cores()
        self._sha256 = sha256
        self._lock = threading.Lock()
        self._model: Any = None
        self._fingerprint = ""

    @property
    def fingerprint(self) -> str:
        """Of the bytes of model and tokenizer, and of how it is used; read once (22 MB take about 30 ms).

        Raises:
            ModelError: a file is missing, or the model is another one than was recorded: with it the whole
                library would be embedded anew.
        """
        if not self._fingerprint:
            digest = hashlib.sha256()
            for path in (self.main_file, self.folder / "tokenizer.json"):
                try:
                    found = _sha256(path)
                except OSError as error:
                    raise self._missing(path) from error
                if self._sha256 and path == self.main_file and found.hex() != self._sha256:
                    raise ModelError(
                        f"{path} is damaged: expected sha256 {self._sha256}, got {found.hex()}. "
                        "It is not used any more.",
                        "Run `docuchat models verify` and get the model again.",
                    )
                digest.update(found)
            used = (self._encoder.pooling, self._encoder.passage_prefix)
            if used != (_USUAL.pooling, _USUAL.passage_prefix):
                digest.update("|".join(used).encode())
            self._fingerprint = digest.hexdigest()[:16]
        return self._fingerprint

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def unrelated(self) -> float:
        return self._encoder.unrelated

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Passages: shape (len(texts), dimensions), float32, rows of unit length.

        Texts longer than the encoder's `max_tokens` are cut.

        Raises:
            ModelError: the model is missing, damaged or makes vectors of another size.
        """
        prefix = self._encoder.passage_prefix
        return self._embed([prefix + text for text in texts] if prefix else texts)

    def embed_query(self, text: str) -> Vectors:
        """A question: shape (dimensions,), float32, of unit length.

        Raises:
            ModelError: as `embed`.
        """
        vector: Vectors = self._embed([self._encoder.query_prefix + text])[0]
        return vector

    def _embed(self, texts: Sequence[str]) -> Vectors:
        result = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        if not texts:
            return result
        # By characters: counting tokens would tokenize everything twice, and the order is all we need.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        with self._lock:
            model = self._loaded()
            ordered = [texts[place] for place in order]
            try:
                for place, vector in zip(order, model.embed(ordered, batch_size=BATCH), strict=True):
                    result[place] = vector
            except Exception as error:  # onnxruntime raises its own classes, all plain Exceptions
                raise ModelError(
                    f"The embedding model {self.main_file} failed ({_first_line(error)}).",
                    "Run `docuchat models verify`; if it is whole, close other programs to free memory.",
                ) from error
        # The int8 graph is only nearly unit length after its own normalisation in float16.
        lengths = np.linalg.norm(result, axis=1, keepdims=True)
        lengths[lengths == 0] = 1.0
        result /= lengths
        return result

    def count_tokens(self, text: str) -> int:
        """Tokens of `text` with the special tokens at either end."""
        with self._lock:
            return int(self._loaded().token_count([text]))

    def close(self) -> None:
        """Release the model's memory; the next call loads it again."""
        with self._lock:
            self._model = None

    def _loaded(self) -> Any:
        if self._model is not None:
            return self._model
        for path in (self.main_file, self.folder / "tokenizer.json"):
            if not path.is_file():
                raise self._missing(path)
        if self._sha256:
            _ = self.fingerprint  # compares
        try:
            self._model = _load(self.folder, self.main_file, self._encoder, self._threads)
        except ModelError:
            raise
        except Exception as error:  # a damaged file surfaces as onnxruntime's own classes
            raise ModelError(
                f"The embedding model {self.main_file} cannot be loaded ({_first_line(error)}).",
                "Run `docuchat models verify` and get the model again.",
            ) from error
        return self._model

    def _missing(self, path: Path) -> ModelError:
        return ModelError(
            f"The embedding model is not complete: {path} is missing.",
            "Run `docuchat models get` for the embedding model (without a network: `--from PATH`).",
        )


def embedder_of(installed: InstalledModel) -> FastembedEmbedder:
    """The embedder of a model of the catalogue, used as its card says."""
    return FastembedEmbedder(
        installed.folder,
        installed.main_file,
        encoder=installed.entry.encoder or _USUAL,
        sha256=installed.sha256,
    )


def _sha256(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _load(folder: Path, main_file: Path, encoder: EncoderFacts, threads: int) -> Any:
    check_onnx(main_file)
    with no_probing_socket():
        from fastembed import TextEmbedding
        from fastembed.common.model_description import ModelSource, PoolingType

    # fastembed keeps custom models in a process-wide list by name; ours is the path of the file.
    name = f"docuchat/{encoder.pooling}/{main_file}"
    known = {model["model"].lower() for model in TextEmbedding.list_supported_models()}
    if name.lower() not in known:
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType(encoder.pooling.upper()),
            normalization=True,
            sources=ModelSource(url="file://"),  # never used: the folder is given
            dim=encoder.dimensions,
            model_file=main_file.relative_to(folder).as_posix(),
        )
    return TextEmbedding(
        name,
        threads=threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(folder),
        local_files_only=True,
    )


@contextmanager
def no_probing_socket() -> Iterator[None]:
    """fastembed imports urllib3 2, which binds a socket to ::1 to find out whether IPv6 works.

    Nothing is sent, but this program opens no socket at all. Can go when fastembed drops `requests`.
    """
    had, socket.has_ipv6 = socket.has_ipv6, False
    try:
        yield
    finally:
        socket.has_ipv6 = had


def _first_line(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0][:200] if text else type(error).__name__
