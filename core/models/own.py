"""GGUF files of the user's own, used as answer models where they lie: one file, or all of a folder. A model
in several parts is one model.

Owns `<models>/own-…/entry.json`, the catalogue entry made of a file's header, beside the `manifest.json` that
points at the file. The file itself is never copied, moved, written to or deleted. Only its header is read
here; its hash is recorded when it is first checked (`ModelStore.verify`). Any thread.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.cancel import CancelToken
from core.errors import ModelError
from core.models.catalogue import ModelEntry, ModelFile
from core.models.found_models import MAX_DEPTH
from core.models.gguf import answer_facts
from core.models.gguf_parts import parts_of, whole_name
from core.models.manifest import FileRecord, Manifest, write_atomically
from core.models.partial import storage_errors

ENTRY_NAME = "entry.json"
_PREFIX = "own-"
# Work buffers beside the weights, as the catalogue counts them for models that were not measured.
_BUFFERS_PERCENT, _BUFFERS_BYTES = 12, 300_000_000
_NAMED = 4  # missing parts
_LARGEST_RECORD = 1 << 20
_BLOB = re.compile(r"sha256-[0-9a-f]{64}")  # one that is still being fetched ends with "-partial"


def is_own(model_id: str) -> bool:
    """Whether the id is made of the name of a user's file."""
    return model_id.startswith(_PREFIX)


def own_entries(models_dir: Path) -> Iterator[ModelEntry]:
    """The files that were named so far, also those that have gone since; a damaged record is passed over."""
    for path in sorted(models_dir.glob(f"{_PREFIX}*/{ENTRY_NAME}")):
        with contextlib.suppress(OSError, ValidationError):
            entry = ModelEntry.model_validate_json(path.read_bytes())
            if entry.model_id == path.parent.name and entry.place:
                yield entry


def add_own(models_dir: Path, path: Path) -> ModelEntry:
    """Record the file at `path` with the other parts of its model, anew if it was before.

    Raises:
        ModelError: it is no whole GGUF file, or no language model, or a part is missing.
        StorageError: the record cannot be written.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        shown = str(path).encode(errors="replace").decode()
        raise ModelError(
            f"The model file {shown} cannot be read (its name has bytes that are no characters).",
            "Rename it and add it again.",
        ) from None
    parts = parts_of(path)
    _refuse_gaps(parts)
    facts = answer_facts(parts)
    path = parts[0]
    try:
        records = tuple(
            FileRecord.of(part, sha256="", fetched_sha256="", source="in place", in_place=True)
            for part in parts
        )
    except OSError as error:
        raise ModelError(f"The model file {path} cannot be read ({error.strerror}).") from error
    size = sum(record.size for record in records)
    name = _ollama_names(path).get(path.name) or whole_name(path)
    entry = ModelEntry(
        model_id=_model_id(name, path),
        role="answer",
        name=name,
        licence="",
        languages=(),
        context_tokens=facts.context_tokens,
        memory_bytes=size * (100 + _BUFFERS_PERCENT) // 100 + min(size, _BUFFERS_BYTES),
        kv_bytes_per_token=facts.kv_bytes_per_token,
        place=str(path),
        files=tuple(ModelFile(name=one.name.lstrip("."), size=one.size) for one in records),
    )
    folder = models_dir / entry.model_id
    with storage_errors(models_dir):
        folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / ENTRY_NAME, entry.model_dump_json(indent=2).encode())
    Manifest(model_id=entry.model_id, files=records).write(folder)
    return entry


def _refuse_gaps(parts: tuple[Path, ...]) -> None:
    missing = [part.name for part in parts if not part.exists()]
    if not missing or len(parts) == 1:  # of one file the check says it
        return
    named = ", ".join(missing[:_NAMED]) + (f" … ({len(missing)} in all)" if len(missing) > _NAMED else "")
    error = ModelError(
        f"A part of the model {whole_name(parts[0])} is missing in {parts[0].parent}: {named}.",
        f"Put all {len(parts)} parts of it into one folder.",
    )
    error.code = "model_missing"
    raise error


def gguf_files(folder: Path, cancel: CancelToken) -> Iterator[Path]:
    """What could be models below `folder`: `*.gguf`, and Ollama's blobs. Links are followed to the file. Of
    a model in parts one of them.
    """
    base_depth, seen = len(folder.parts), set()
    begun: set[Path] = set()
    for current, subfolders, names in os.walk(folder):
        cancel.check()
        subfolders.sort()
        if len(Path(current).parts) - base_depth >= MAX_DEPTH:
            subfolders.clear()
        for name in sorted(names):
            if not name.lower().endswith(".gguf") and not _BLOB.fullmatch(name):
                continue
            path = Path(current) / name
            first = parts_of(path)[0]
            if first in begun:
                continue
            begun.add(first)
            # The hub's cache names a file in a link to a blob: the link is what the user knows.
            with contextlib.suppress(OSError, RuntimeError):
                if path.resolve() not in seen and _is_gguf(path):
                    seen.add(path.resolve())
                    yield path


def _is_gguf(path: Path) -> bool:
    if not path.is_file():  # a pipe would be waited for
        return False
    with path.open("rb") as file:
        return file.read(4) == b"GGUF"


def _model_id(name: str, path: Path) -> str:
    """Of the place, so that the same file keeps its id and two files of one name have two."""
    slug = re.sub(r"[^a-z0-9._]+", "-", name.lower()).strip("-._")[:48]
    return f"{_PREFIX}{slug or 'model'}-{hashlib.sha256(str(path).encode(errors='replace')).hexdigest()[:8]}"


def _ollama_names(blob: Path) -> dict[str, str]:
    """`model:tag` by the file name of the blob that holds its weights, for a blob of Ollama's folder."""
    manifests = blob.parent.parent / "manifests"
    if blob.parent.name != "blobs" or not manifests.is_dir():
        return {}
    names = {}
    for path in sorted(manifests.glob("*/*/*/*")):
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            if path.stat().st_size > _LARGEST_RECORD:
                continue
            told: dict[str, Any] = json.loads(path.read_bytes())
            for layer in told["layers"]:
                if layer["mediaType"] == "application/vnd.ollama.image.model":
                    names[layer["digest"].replace(":", "-")] = f"{path.parent.name}:{path.name}"
    return names
