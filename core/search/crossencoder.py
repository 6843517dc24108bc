"""A cross-encoder through fastembed, from a local folder only: reads question and passage together.

Any thread; one lane (a lock). Optional: used when the settings name an installed one; loaded at first use.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.errors import ModelError
from core.models.formats import check_onnx
from core.search.embedder import no_probing_socket
from core.system.cores import usable_cores

BATCH = 8


class FastembedCrossEncoder:
    """A model in ONNX form with one output a pair.

    Args:
        folder: holds tokenizer.json, tokenizer_config.json, config.json, special_tokens_map.json.
        main_file: the ONNX file, inside `folder`.
        threads: 0 means one per core that may be used.
    """

    def __init__(self, folder: Path, main_file: Path, *, threads: int = 0) -> None:
        self.folder = folder
        self.main_file = main_file
        self._threads = threads or usable_cores()
        self._lock = threading.Lock()
        self._model: Any = None

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score a passage, the higher the better; not bounded.

        Raises:
            ModelError: the model is missing, damaged or of another kind.
        """
        if not passages:
            return []
        with self._lock:
            model = self._loaded()
            try:
                return [float(score) for score in model.rerank(query, list(passages), batch_size=BATCH)]
            except Exception as error:  # onnxruntime raises its own classes, all plain Exceptions
                raise ModelError(
                    f"The re-ranking model {self.main_file} failed ({error}).",
                    "Empty `models.rerank_model` in the settings to search without it.",
                ) from error

    def close(self) -> None:
        """Release the model's memory; the next call loads it again."""
        with self._lock:
            self._model = None

    def _loaded(self) -> Any:
        if self._model is not None:
            return self._model
        try:
            self._model = _load(self.folder, self.main_file, self._threads)
        except ModelError:
            raise
        except Exception as error:  # a damaged file surfaces as onnxruntime's own classes
            raise ModelError(
                f"The re-ranking model {self.main_file} cannot be loaded ({error}).",
                "Run `docuchat models verify`, or empty `models.rerank_model` in the settings.",
            ) from error
        return self._model


def _load(folder: Path, main_file: Path, threads: int) -> Any:
    check_onnx(main_file)
    with no_probing_socket():
        from fastembed.common.model_description import ModelSource
        from fastembed.rerank.cross_encoder import TextCrossEncoder
    name = f"docuchat/{main_file}"
    known = {model["model"].lower() for model in TextCrossEncoder.list_supported_models()}
    if name.lower() not in known:
        TextCrossEncoder.add_custom_model(
            model=name,
            sources=ModelSource(url="file://"),  # never used: the folder is given
            model_file=main_file.relative_to(folder).as_posix(),
        )
    return TextCrossEncoder(
        name,
        threads=threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(folder),
        local_files_only=True,
    )
