"""Models that come inside a library's wheel: still the bytes of the catalogue? Any process."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from core.errors import ModelError
from core.models.catalogue import load_catalogue


def check_bundled(model_id: str, folder: Path, names: Iterable[str]) -> None:
    """Compare size and sha256 of files with the catalogue (30 MB take about 0.1 s).

    Raises:
        ModelError: a file is missing or another one.
    """
    known = {file.name: file for file in load_catalogue().entry(model_id).files}
    for name in names:
        path, expected = folder / name, known[name]
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise ModelError(
                f"The model file {path} cannot be read ({error.strerror}).", "Install the program again."
            ) from error
        if digest != expected.sha256:
            raise ModelError(
                f"The model file {path} is not the one that belongs to this version: expected sha256 "
                f"{expected.sha256}, got {digest}. It was not loaded.",
                "Install the program again.",
            )
