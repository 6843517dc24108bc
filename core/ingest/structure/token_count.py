"""Counting tokens as the embedder counts them, without loading the embedder. Runs in the parser process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from core.errors import ModelError


class TokenCounter(Protocol):
    """Number of tokens of each text, without the special tokens at either end."""

    def __call__(self, texts: Sequence[str]) -> list[int]: ...


class TokenizerCounter:
    """Counts with the `tokenizer.json` of an embedder's folder. Batches release the interpreter lock.

    Raises:
        ModelError: the file is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer  # 30 ms; not needed by readers

        path = folder / "tokenizer.json"
        try:
            # The file may carry a truncation of its own (128 in some releases), which would hide long texts.
            tokenizer: Any = Tokenizer.from_str(path.read_text(encoding="utf-8"))
        except Exception as error:  # tokenizers raises plain Exception for a bad file
            raise ModelError(
                f"The tokenizer {path} is missing or damaged.",
                "Run `docuchat models verify`, then `docuchat models get` for the embedding model (without a "
                "network: `--from PATH`).",
            ) from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer

    def __call__(self, texts: Sequence[str]) -> list[int]:
        encodings = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [len(encoding) for encoding in encodings]
