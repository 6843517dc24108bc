"""Our embedding against the stock fastembed call, on the same chunks, each in a process of its own.

Stock is what its documentation shows: the model's source graph (before tuning), texts in their own order, the
default batch of 256. Ours is what the library does: the tuned graph, windows sorted by length, small batches.
Memory is the peak above what the process held with everything imported and nothing loaded.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from core.cancel import CancelToken
from core.models.manifest import Manifest
from core.models.store import InstalledModel
from core.procs.channel import Channel
from core.search.embedder import DIMENSIONS, FastembedEmbedder
from tests.benchmarks.machine import peak_resident_bytes, told_by_child

WINDOW = 64  # as the library gives them to the embedder
# 256 chunks of 256 tokens in one stock batch took 18.5 GB (measured).
_STOCK_BYTES_PER_CHUNK = 75 * 2**20


def affordable_chunks(wanted: int) -> int:
    """As many chunks as the stock call can take in one batch in half of the free memory."""
    return max(4, min(wanted, psutil.virtual_memory().available // 2 // _STOCK_BYTES_PER_CHUNK))


def measure_encoding(
    side: str, texts: Sequence[str], model: InstalledModel, cancel: CancelToken
) -> tuple[float, int]:
    """Seconds and extra bytes of one side, `ours` or `stock`, for all `texts`; the model is loaded before."""
    folder, file = model.folder, str(model.main_file)
    if side == "stock":
        # The source graph lies in the model's own folder; tuning only adds a folder below it.
        folder = folder.parent if model.tuned else folder
        manifest = Manifest.read(folder)
        file = manifest.files[0].name if manifest is not None else model.main_file.name
    order = {"side": side, "folder": str(folder), "file": file}
    blob = json.dumps(list(texts)).encode()
    room = int(psutil.virtual_memory().available * 0.9)
    limits = {"memory_limit_bytes": room, "start_timeout_s": 120}
    told = told_by_child("ingest.encoding:main", order, cancel, blob, **limits)
    return float(told["seconds"]), int(told["extra"])


def main(channel: Channel) -> None:
    """The child's work: one order."""
    for request in channel:
        order, texts = request.payload, json.loads(request.blob)
        encode = (_stock if order["side"] == "stock" else _ours)(Path(order["folder"]), order["file"])
        baseline = psutil.Process().memory_info().rss
        encode(["Load the model."])
        began = time.perf_counter()
        encode(texts)
        seconds = time.perf_counter() - began
        channel.done({"seconds": seconds, "extra": peak_resident_bytes() - baseline})


def _ours(folder: Path, file: str) -> Callable[[list[str]], None]:
    import fastembed  # noqa: F401 - imported before the baseline is taken, as on the other side

    embedder = FastembedEmbedder(folder, folder / file)

    def encode(texts: list[str]) -> None:
        for start in range(0, len(texts), WINDOW):
            embedder.embed(texts[start : start + WINDOW])

    return encode


def _stock(folder: Path, file: str) -> Callable[[list[str]], None]:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = "bench/source"
    nowhere = ModelSource(url="file://")  # never used: the folder is given
    TextEmbedding.add_custom_model(name, PoolingType.MEAN, True, nowhere, DIMENSIONS, file)
    loaded: list[TextEmbedding] = []

    def encode(texts: list[str]) -> None:
        if not loaded:
            loaded.append(TextEmbedding(name, specific_model_path=str(folder), local_files_only=True))
        list(loaded[0].embed(texts))

    return encode
