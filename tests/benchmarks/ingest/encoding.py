"""Our embedding against the stock fastembed call, on the same chunks, each in a process of its own.

Stock is what its documentation shows: the model's source graph (before tuning), texts in their own order, the
default batch of 256. Ours is what the library does: the tuned graph, windows sorted by length, small batches.
Memory is the peak above what the process held with everything imported and nothing loaded.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from core.cancel import CancelToken
from core.models.manifest import Manifest
from core.models.store import InstalledModel
from core.procs.channel import Channel
from core.procs.worker import WorkerProcess
from core.search.embedder import DIMENSIONS, FastembedEmbedder
from tests.benchmarks.machine import peak_resident_bytes

WINDOW = 64  # as the library gives them to the embedder
# 256 chunks of 256 tokens in one stock batch took 18.5 GB (measured).
STOCK_BYTES_PER_CHUNK = 75 * 2**20
_SHARE_OF_FREE_MEMORY = 0.5
_TIMEOUT_S = 3600.0


@dataclass(frozen=True, slots=True)
class Encoded:
    """How fast a side was, and its memory above the baseline in bytes."""

    chunks_per_s: float
    extra_bytes: int

    def averaged(self, again: Encoded) -> Encoded:
        """Of two runs over the same chunks: the speed over both, the higher memory."""
        speed = 2 / (1 / self.chunks_per_s + 1 / again.chunks_per_s)
        return Encoded(speed, max(self.extra_bytes, again.extra_bytes))


def affordable_chunks(wanted: int) -> int:
    """As many chunks as the stock call can take in one batch without pushing this computer into swapping."""
    free = psutil.virtual_memory().available * _SHARE_OF_FREE_MEMORY
    return max(4, min(wanted, int(free / STOCK_BYTES_PER_CHUNK)))


def measure_encoding(side: str, texts: Sequence[str], model: InstalledModel, cancel: CancelToken) -> Encoded:
    """`side` is `ours` or `stock`; all `texts` are embedded once, the model is loaded before.

    Raises:
        KnownError: the model failed, or the memory limit was reached; Cancelled.
    """
    limit = int(psutil.virtual_memory().available * 0.9)
    worker = WorkerProcess(
        "tests.benchmarks.ingest.encoding:main",
        name="embedding benchmark",
        memory_limit_bytes=limit,
        start_timeout_s=120,
    )
    # The source graph lies in the model's own folder; tuning only adds a folder below it.
    folder = model.folder.parent if model.tuned else model.folder
    manifest = Manifest.read(folder)
    source = manifest.files[0].name if manifest is not None else model.main_file.name
    order = {
        "ours": [str(model.folder), str(model.main_file)],
        "stock": [str(folder), source],
        "side": side,
    }
    try:
        blob = json.dumps(list(texts)).encode()
        replies = list(worker.call("encode", order, blob=blob, timeout_s=_TIMEOUT_S, cancel=cancel))
    finally:
        worker.close()
    answer = replies[-1].payload
    return Encoded(len(texts) / float(answer["seconds"]), int(answer["peak"]) - int(answer["baseline"]))


def main(channel: Channel) -> None:
    """The child's work: one request `encode`."""
    for request in channel:
        order = request.payload
        texts = json.loads(request.blob)
        encode = _stock(*order["stock"]) if order["side"] == "stock" else _ours(*order["ours"])
        baseline = psutil.Process().memory_info().rss
        encode(["Load the model."])
        began = time.perf_counter()
        encode(texts)
        seconds = time.perf_counter() - began
        channel.done({"seconds": seconds, "baseline": baseline, "peak": peak_resident_bytes()})


def _ours(folder: str, main_file: str) -> Any:
    import fastembed  # noqa: F401 - imported before the baseline is taken, as on the other side

    embedder = FastembedEmbedder(Path(folder), Path(main_file))

    def encode(texts: list[str]) -> None:
        for start in range(0, len(texts), WINDOW):
            embedder.embed(texts[start : start + WINDOW])

    return encode


def _stock(folder: str, main_file: str) -> Any:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = "bench/source"
    TextEmbedding.add_custom_model(
        model=name,
        pooling=PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(url="file://"),  # never used: the folder is given
        dim=DIMENSIONS,
        model_file=main_file,
    )
    loaded: list[Any] = []

    def encode(texts: list[str]) -> None:
        if not loaded:
            loaded.append(TextEmbedding(name, specific_model_path=folder, local_files_only=True))
        list(loaded[0].embed(texts))

    return encode
