"""Every setting, validated, with its default; stored as JSON in the data folder and written atomically."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_serializer,
    field_validator,
    model_validator,
)

from core.errors import StorageError, UsageError
from core.system.paths import make_private, packaged_updates_url

# Keys of servers: read where they are used, never stored.
SERVER_KEY_VARIABLE, INDEX_KEY_VARIABLE = "DOCUCHAT_SERVER_API_KEY", "DOCUCHAT_QDRANT_API_KEY"
_WITH_PASSWORD = re.compile(r"[^/]*//[^/?#]*@")

# The default of earlier versions, which every settings file of theirs names whether it was chosen or not.
EARLIER_EMBEDDER = "all-minilm-l6-v2-int8"

AnswerStyle = Literal["concise", "detailed", "bullet"]
# `auto`: without a language model, with one that is too small, and where what it wrote is not carried.
Extractive = Literal["auto", "always", "never"]


def _without(told: object, *retired: str) -> object:
    """What was stored, without entries that earlier versions wrote and this one no longer reads."""
    if not isinstance(told, dict):
        return told
    return {key: value for key, value in told.items() if key not in retired}


class ChunkingSettings(BaseModel):
    """Sizes in tokens of the embedder. 200 keeps a chunk and its context inside the embedder's 256."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: int = Field(200, ge=40, le=2000)
    overlap_tokens: int = Field(30, ge=0, le=400)


class ModelSettings(BaseModel):
    """Which models answer and embed. `context_tokens` and `threads` 0 mean: from catalogue and machine."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    answer_model: str = "qwen2.5-coder-1.5b-instruct-q4_k_m"
    embedding_model: str = "multilingual-e5-small"
    rerank_model: str = Field("", description="a re-ranker of the catalogue; empty: none")
    judge_model: str = Field("ms-marco-minilm-l-12-v2", description="a re-ranker: which sentences answer?")
    context_tokens: int = Field(0, ge=0, le=131072)
    gpu_layers: int = Field(0, ge=-1, description="-1 offloads every layer")
    threads: int = Field(0, ge=0, le=256)
    server_url: str = ""
    server_model: str = ""

    @property
    def chosen(self) -> tuple[str, ...]:
        """The models of this computer that are named here; also the one a server takes the place of, and the
        one that takes the place of an earlier default."""
        named = [self.answer_model, self.embedding_model, self.rerank_model, self.judge_model]
        if self.embedding_model == EARLIER_EMBEDDER:
            named.append(type(self)().embedding_model)
        return tuple(name for name in named if name)


class AnswerSettings(BaseModel):
    """Defaults of the chat pipeline in the specification; time limits are those of an agent run.

    `DOCUCHAT_PLAN_TIMEOUT`, `DOCUCHAT_CHAT_TIMEOUT` and `DOCUCHAT_EMBED_TIMEOUT` go before them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    top_k: int = Field(5, ge=1, le=50)
    style: AnswerStyle = "concise"
    temperature: float = Field(0.3, ge=0.0, le=2.0)
    max_tokens: int = Field(500, ge=16, le=4096)
    extractive: Extractive = Field("auto", description="when chat copies sentences instead of writing any")
    agent_limits: Literal["standard", "strict"] = "standard"
    research_limits: Literal["standard", "reduced"] = "standard"
    plan_timeout_s: float = Field(300.0, gt=0, le=86_400)
    chat_timeout_s: float = Field(600.0, gt=0, le=86_400)
    embedding_timeout_s: float = Field(120.0, gt=0, le=86_400)

    @model_validator(mode="before")
    @classmethod
    def _without_retired(cls, told: object) -> object:
        return _without(told, "reference_pass", "constraint_pass", "library_pass")


class LibrarySettings(BaseModel):
    """How documents are read and kept. `ocr` `auto`: text on scanned pages is recognised, behind all other
    work. `backups` `auto`: a copy of the library a day, beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ocr: Literal["auto", "off"] = "auto"
    backups: Literal["auto", "off"] = "auto"
    pause_on_battery: bool = Field(False, description="the window reads no documents meanwhile")


class WindowSettings(BaseModel):
    """Manners of the window. `load_model`: not only with the first question. `updates_url`: whom the button
    asks for the newest version (`core.system.updates`): named by the user, else by the package or nobody."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    notify: bool = Field(True, description="tell when long work ends while another program is in front")
    load_model: bool = Field(False, description="the answer model is loaded when the window has opened")
    updates_url: str = Field("", validate_default=True)

    @field_validator("updates_url")
    @classmethod
    def _of_the_package(cls, value: str) -> str:
        return value or packaged_updates_url()

    @field_serializer("updates_url")
    def _of_the_user(self, value: str) -> str:
        """The package's is not kept: the next one may name another."""
        return "" if value == packaged_updates_url() else value


class Settings(BaseModel):
    """The whole file. Unknown keys are refused, so that a typing error is not silently ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chunking: ChunkingSettings = ChunkingSettings()
    models: ModelSettings = ModelSettings()
    answers: AnswerSettings = AnswerSettings()
    library: LibrarySettings = LibrarySettings()
    window: WindowSettings = WindowSettings()
    qdrant_url: str = Field("", description="empty: the embedded index")

    @model_validator(mode="before")
    @classmethod
    def _without_retired(cls, told: object) -> object:
        return _without(told, "retrieval")

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read `path`; defaults when it does not exist.

        Raises:
            UsageError: the file cannot be read or does not validate; it is never overwritten.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return cls()
        except OSError as error:
            raise UsageError(f"The settings file {path} cannot be read ({error.strerror}).") from error
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the file"
            if first["type"] == "extra_forbidden":
                raise UsageError(
                    f"The settings file {path} has an entry that this version does not know: {where}. "
                    "Perhaps it is from a newer DocuChat.",
                    "Install the newer version, take that entry out, or move the file away to start with the "
                    "defaults.",
                ) from error
            raise UsageError(
                f"The settings file {path} is not valid: {where}: {first['msg']}.",
                "Correct that line, or move the file away to start with the defaults.",
            ) from error

    def with_values(self, section: str, values: Mapping[str, object]) -> Settings:
        """A copy in which these values of a section (`models`, `answers` …) are others.

        Raises:
            ValidationError: one of them is not allowed there.
        """
        told = self.model_dump()
        told[section] = {**told[section], **values}
        return Settings.model_validate(told)

    def refuse_passwords(self) -> None:
        """Raises:
        UsageError: an address holds a name or password, which would be readable in the file.
        """
        for address in (self.models.server_url, self.qdrant_url, self.window.updates_url):
            if _WITH_PASSWORD.match(address):
                raise UsageError(
                    f"The address of {address.rpartition('@')[2]} holds a name or password, which are not "
                    "kept in the settings.",
                    f"Leave them out. A key is taken from the environment variable {SERVER_KEY_VARIABLE} "
                    f"(model server) or {INDEX_KEY_VARIABLE} (Qdrant).",
                )

    def save(self, path: Path) -> None:
        """Write atomically: a crash leaves the old file or the new one.

        Raises:
            UsageError: as `refuse_passwords`; the old one stays.
            StorageError: the file cannot be written; the old one stays.
        """
        self.refuse_passwords()
        temporary = path.with_suffix(".tmp")
        try:
            make_private(path.parent)
            with temporary.open("w", encoding="utf-8") as file:
                file.write(self.model_dump_json(indent=2))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            raise StorageError(
                f"The settings could not be written to {path} ({error.strerror or error}).",
                "Free some space, or check the permissions of that folder.",
            ) from error
