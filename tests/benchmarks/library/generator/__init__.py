"""Business documents of six kinds as PDF files, and what each of them states; the same for a seed."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.library.generator.truth import (
    FieldTruth,
    FieldValue,
    MoneyTruth,
    Truth,
    read_truths,
    write_truths,
)
from tests.benchmarks.library.generator.writing import iterate_corpus

__all__ = [
    "FieldTruth",
    "FieldValue",
    "MoneyTruth",
    "Truth",
    "iterate_corpus",
    "read_truths",
    "write_corpus",
    "write_truths",
]


def write_corpus(folder: Path, *, documents: int, seed: int) -> list[Truth]:
    """Writes so many PDF files into `folder`, one after the other, and returns what they state.

    Shares of kinds and scans are those of `schema`; a file's bytes depend on `documents`, `seed` and its
    place only.

    Raises:
        OSError: the folder cannot be made or written to. ValueError: fewer than one document.
    """
    return list(iterate_corpus(folder, documents=documents, seed=seed))
