"""Models that come inside a library's wheel: where they lie, and whether they are still the bytes of the
catalogue. Any process.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable
from pathlib import Path

from core.errors import ModelError
from core.models.catalogue import ModelEntry, load_catalogue
from core.models.manifest import FileRecord, Manifest

_SUBFOLDER = "models"  # of the library's own folder


def bundled_folder(entry: ModelEntry) -> Path | None:
    """Where the library has the model's files; None for other models, and where the library is missing. The
    library itself is not imported."""
    found = importlib.util.find_spec(entry.bundled_in) if entry.bundled_in else None
    places = found.submodule_search_locations if found is not None else None
    return Path(places[0]) / _SUBFOLDER if places else None


def bundled_manifest(entry: ModelEntry, folder: Path) -> Manifest:
    """What a manifest would say of the files in `folder`: the catalogue's bytes, and the time they have."""
    records = []
    for file in entry.files:
        path = folder / file.name
        records.append(
            FileRecord(
                name=file.name,
                size=file.expected_bytes,
                mtime_ns=path.stat().st_mtime_ns if path.is_file() else 0,
                sha256=file.sha256 or "",
                fetched_sha256=file.sha256 or "",
                source=f"inside {entry.bundled_in}",
            )
        )
    return Manifest(model_id=entry.model_id, files=tuple(records))


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
