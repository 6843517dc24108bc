"""What the store knows of an installed model: `manifest.json` in the model's folder, and its quick check.

Owns the manifest's shape, its atomic writing and the rule when a file counts as unchanged. Any thread.
"""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import ModelError
from core.models.partial import storage_errors

MANIFEST_NAME = "manifest.json"


class FileRecord(BaseModel):
    """One file: what lies there (`sha256`, `size`, `mtime_ns`) and what was fetched (`fetched_sha256`).

    `path` is empty for a file in the model's folder, absolute for one that is used in another program's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    size: int
    mtime_ns: int
    sha256: str
    fetched_sha256: str
    source: str
    path: str = ""

    @field_validator("name")
    @classmethod
    def _stays_in_its_folder(cls, value: str) -> str:
        """A folder of models may be shared, and what its records name is hashed, and renamed when damaged."""
        if Path(value).name != value or value in ("", ".."):
            raise ValueError("must be a plain file name")
        return value

    def location(self, folder: Path) -> Path:
        return Path(self.path) if self.path else folder / self.name

    @classmethod
    def of(
        cls, path: Path, *, sha256: str, fetched_sha256: str, source: str, in_place: bool = False
    ) -> FileRecord:
        """Record the file at `path` as it is now."""
        status = path.stat()
        return cls(
            name=path.name,
            size=status.st_size,
            mtime_ns=status.st_mtime_ns,
            sha256=sha256,
            fetched_sha256=fetched_sha256,
            source=source,
            path=str(path) if in_place else "",
        )


class Manifest(BaseModel):
    """`files[0]` is the main one. Companion files that the store writes itself are listed too."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    schema_version: int = 1
    model_id: str
    files: tuple[FileRecord, ...]

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """The manifest in `folder`, None if there is none.

        Raises:
            ModelError: there is one, but it cannot be read.
        """
        path = folder / MANIFEST_NAME
        try:
            return cls.model_validate_json(path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValidationError) as error:
            raise ModelError(
                f"The record of a model, {path}, cannot be read.",
                f"Type `docuchat models get {folder.name}` to set it up again.",
            ) from error

    def write(self, folder: Path) -> None:
        """Write atomically."""
        write_atomically(folder / MANIFEST_NAME, self.model_dump_json(indent=2).encode())


def write_atomically(path: Path, content: bytes) -> None:
    """A crash leaves the old file or the new one. Raises StorageError."""
    with storage_errors(path.parent, len(content)):
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
