"""Makes an encoder's graph faster without changing what it says: fold, fuse, quantise, check, time.

Runs in a child process only (`main` is a worker function), because onnx, the optimizer and two sessions are
heavy. Fold: onnxruntime's basic level turns the stored int8 weights' Cast and Mul into constants. Fuse: the
transformer optimizer of onnxruntime. Quantise: dynamic int8, per channel. The result counts only if the mean
cosine to the original over the probe texts is at least 0.99, and is kept only if it is faster here.
"""

from __future__ import annotations

import hashlib
import logging
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import ModelError
from core.procs.channel import Channel
from core.system.paths import resources

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MINIMUM_MEAN_COSINE = 0.99
# Batches of 4 sorted by length were the fastest of 4, 8, 16, 64 and 256 (measured).
BATCH_SIZE = 4
TIMING_ROUNDS = 3
STEPS = ("fold", "fuse", "quantise", "compare", "time")
Progress = Callable[[str], None]


def main(channel: Channel) -> None:
    """Worker function: one request `tune`, answered with `progress` replies and the report."""
    for request in channel:
        wanted = request.payload

        def progress(step: str) -> None:
            channel.check()
            channel.reply("progress", {"step": step, "done": STEPS.index(step), "total": len(STEPS)})

        report = tune_graph(
            Path(wanted["source"]),
            Path(wanted["tokenizer"]),
            Path(wanted["target"]),
            graph_type=wanted["graph_type"],
            heads=wanted["heads"],
            dimensions=wanted["dimensions"],
            pooling=wanted["pooling"],
            progress=progress,
        )
        channel.done(report)


def tune_graph(
    source: Path,
    tokenizer_file: Path,
    target: Path,
    *,
    graph_type: str,
    heads: int,
    dimensions: int,
    progress: Progress,
    pooling: str = "mean",
) -> dict[str, Any]:
    """Write the tuned graph of `source` to `target` and report how it compares.

    Returns `use` and `reason`, `mean_cosine`, `min_cosine`, `original_texts_per_s`, `tuned_texts_per_s`,
    `speed_ratio`, `tuned_sha256`, `tuned_size`, `onnxruntime`, `seconds`.

    Raises:
        ModelError: the graph cannot be read or is not of `graph_type`.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    started = time.perf_counter()
    try:
        _transform(source, target, graph_type, heads, dimensions, progress)
    except Exception as error:
        raise ModelError(
            f"The graph {source} could not be tuned ({type(error).__name__}: {error}).",
            "It is used as it is; nothing needs to be done.",
        ) from error
    progress("compare")
    texts = probe_texts()
    original, tuned = (Encoder(graph, tokenizer_file, pooling) for graph in (source, target))
    cosines = (original.embed(texts) * tuned.embed(texts)).sum(axis=1)
    progress("time")
    original_rate, tuned_rate = _rates(original, tuned, texts)
    mean = float(cosines.mean())
    ratio = tuned_rate / original_rate
    if mean < MINIMUM_MEAN_COSINE:
        use, reason = False, f"the tuned graph differs (mean cosine {mean:.4f}); the original is used."
    elif ratio <= 1.0:
        use, reason = False, f"the tuned graph is not faster here ({ratio:.2f} times); the original is used."
    else:
        use, reason = True, f"tuned for this computer, {ratio:.2f} times as fast, mean cosine {mean:.4f}."
    return {
        "schema_version": 1,
        "use": use,
        "reason": reason,
        "mean_cosine": round(mean, 5),
        "min_cosine": round(float(cosines.min()), 5),
        "original_texts_per_s": round(original_rate, 2),
        "tuned_texts_per_s": round(tuned_rate, 2),
        "speed_ratio": round(ratio, 3),
        "tuned_sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "tuned_size": target.stat().st_size,
        "onnxruntime": onnxruntime.__version__,
        "probe_texts": len(texts),
        "seconds": round(time.perf_counter() - started, 1),
    }


def probe_texts(path: Path | None = None) -> list[str]:
    """The texts both graphs are compared on, one a line."""
    content = (path or resources() / "probe_texts.txt").read_text(encoding="utf-8")
    return [line for line in content.splitlines() if line.strip()]


def _transform(
    source: Path, target: Path, graph_type: str, heads: int, dimensions: int, progress: Progress
) -> None:
    import onnxruntime
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.transformers.fusion_options import FusionOptions
    from onnxruntime.transformers.optimizer import optimize_model

    # The quantiser asks for a pre-processing that folding and fusing have already done.
    logging.getLogger().setLevel(logging.ERROR)
    folded, fused = target.with_name("folded.onnx"), target.with_name("fused.onnx")
    try:
        progress("fold")
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(folded)
        onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
        progress("fuse")
        optimized = optimize_model(
            str(folded),
            model_type=graph_type,
            num_heads=heads,
            hidden_size=dimensions,
            opt_level=0,
            optimization_options=FusionOptions(graph_type),
        )
        optimized.save_model_to_file(str(fused))
        progress("quantise")
        quantize_dynamic(str(fused), str(target), per_channel=True, weight_type=QuantType.QInt8)
    finally:
        folded.unlink(missing_ok=True)
        fused.unlink(missing_ok=True)


class Encoder:
    """The bare encoder over onnxruntime: tokens, graph, mean over the tokens or the first one, length 1."""

    def __init__(self, graph: Path, tokenizer_file: Path, pooling: str = "mean") -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime
        from tokenizers import Tokenizer

        self._session = onnxruntime.InferenceSession(str(graph), providers=["CPUExecutionProvider"])
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._pooling = pooling
        self._tokenizer = Tokenizer.from_file(str(tokenizer_file))
        self._tokenizer.enable_padding()

    def embed(self, texts: list[str]) -> NDArray[np.float32]:
        """Unit vectors, one row a text, in the order of `texts`."""
        import numpy as np

        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        rows: list[NDArray[np.float32]] = [np.empty(0, np.float32)] * len(texts)
        for start in range(0, len(order), BATCH_SIZE):
            batch = order[start : start + BATCH_SIZE]
            for index, vector in zip(batch, self._batch([texts[index] for index in batch]), strict=True):
                rows[index] = vector
        return np.vstack(rows)

    def _batch(self, texts: list[str]) -> Iterable[NDArray[np.float32]]:
        import numpy as np

        encoded = self._tokenizer.encode_batch(texts)
        mask = np.array([item.attention_mask for item in encoded], np.int64)
        feeds = {"input_ids": np.array([item.ids for item in encoded], np.int64), "attention_mask": mask}
        if "token_type_ids" in self._inputs:
            feeds["token_type_ids"] = np.zeros_like(mask)
        hidden = self._session.run(None, feeds)[0]
        if self._pooling == "cls":
            pooled = hidden[:, 0]
        else:
            pooled = (hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        return list(pooled / np.linalg.norm(pooled, axis=1, keepdims=True))


def _rates(original: Encoder, tuned: Encoder, texts: list[str]) -> tuple[float, float]:
    """Texts per second of both, in turns, so that a busy moment of the computer hits both; best of rounds."""
    # Texts as long as chunks: short ones say little about the work to come.
    longest = sorted(texts, key=len)[-4 * BATCH_SIZE :]
    best = {id(original): float("inf"), id(tuned): float("inf")}
    for encoder in (original, tuned):
        encoder.embed(longest[:BATCH_SIZE])
    for _ in range(TIMING_ROUNDS):
        for encoder in (original, tuned):
            began = time.perf_counter()
            encoder.embed(longest)
            best[id(encoder)] = min(best[id(encoder)], time.perf_counter() - began)
    return len(longest) / best[id(original)], len(longest) / best[id(tuned)]
