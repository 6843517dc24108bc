"""A file for a report of a mistake: versions, settings, numbers, and the log without its words. Any thread.

Nothing of a document, a question or a file's name may be in it. Log messages can name files, so of the log
only times, levels, modules, the places in our code and the kinds of errors are taken, never their messages.
"""

from __future__ import annotations

import json
import os
import platform
import re
import uuid
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

from core import __version__
from core.errors import StorageError
from core.fields.schema import built_in_schemas
from core.models.own import is_own
from core.models.store import ModelStore
from core.settings import Settings
from core.store.database import Database
from core.system.paths import AppPaths, built_commit

MOST_LINES = 20_000  # of the log, the newest
_PACKAGES = (
    "PySide6-Essentials", "PyMuPDF", "qdrant-client", "qdrant-edge-py", "fastembed", "onnxruntime",
    "llama-cpp-python", "pydantic", "numpy", "rapidocr",
)  # fmt: skip
_RECORD = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d+ ([A-Z]+) (\d+) ([\w.]+): ")
_FRAME = re.compile(r'^\s*File "([^"]*)", line (\d+), in ([\w<>.]+)\s*$')
_ERROR = re.compile(r"^([A-Za-z_][\w.]*(?:Error|Exception|Cancelled|Interrupt|Exit|Warning))(?::|$)")
_OUR_CODE = ("core", "desktop")
_COUNTED = {
    "documents_by_status": "SELECT status, COUNT(*) FROM documents GROUP BY status",
    "documents_by_format": "SELECT format, COUNT(*) FROM documents GROUP BY format",
    "documents_by_bucket": "SELECT bucket, COUNT(*) FROM sorted_documents GROUP BY bucket",
    "runs_by_mode": "SELECT mode, COUNT(*) FROM runs GROUP BY mode",
}


def write_diagnostics(
    path: Path, paths: AppPaths, settings: Settings, models: ModelStore, database: Database
) -> Path:
    """Write the archive, three JSON files and a log, in the place of what may be there.

    Raises:
        StorageError: the file cannot be written (what was there before stays), or the library cannot be read.
    """
    parts = {
        "about.json": _json(_about()),
        "settings.json": _json(_settings(settings)),
        "library.json": _json(_library(paths, models, database)),
        "log.txt": "\n".join(log_without_words(_log_lines(paths.logs))) + "\n",
    }
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        with part.open("wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, text in parts.items():
                    archive.writestr(name, text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise StorageError(
            f"{path} could not be written ({error.strerror or error}).",
            "Choose another folder or free some space.",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return path


def log_without_words(lines: Iterable[str]) -> Iterator[str]:
    """Of each record its time, level, process and module; of a trace the places and the kind of error."""
    for line in lines:
        if record := _RECORD.match(line):
            yield " ".join(record.groups())
        elif frame := _FRAME.match(line):
            yield f"  {_place(frame.group(1))}:{frame.group(2)} {frame.group(3)}"
        elif error := _ERROR.match(line):
            yield f"  {error.group(1)}"


def _place(path: str) -> str:
    """The file, if it is one of ours or of a library we use; others may have names that tell something."""
    parts = re.split(r"[\\/]", path)
    for start in _OUR_CODE:
        if start in parts:
            return "/".join(parts[parts.index(start) :])
    return "/".join(parts[parts.index("site-packages") + 1 :]) if "site-packages" in parts else "elsewhere"


def _log_lines(folder: Path) -> list[str]:
    lines: list[str] = []
    for file in sorted(folder.glob("docuchat.log*"), key=lambda one: (len(one.name), one.name)):
        if len(lines) >= MOST_LINES:
            break
        try:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines() + lines
        except OSError:
            continue
    return lines[-MOST_LINES:]


def _about() -> dict[str, Any]:
    memory = psutil.virtual_memory()
    return {
        "docuchat": __version__,
        "commit": built_commit(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "memory_bytes": {"total": memory.total, "available": memory.available},
        "packages": {name: found for name in _PACKAGES if (found := _version(name))},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _settings(settings: Settings) -> dict[str, Any]:
    """With the kind of server instead of its address, which may name a company or hold a password."""
    told = settings.model_dump(mode="json")
    told["models"]["answer_model"] = _model_name(settings.models.answer_model)
    told["models"]["server_url"] = _kind_of_address(settings.models.server_url)
    told["models"]["server_model"] = "set" if settings.models.server_model else ""
    told["qdrant_url"] = _kind_of_address(settings.qdrant_url)
    return told


def _kind_of_address(url: str) -> str:
    if not url:
        return ""
    parts = urlsplit(url)
    here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    return f"{parts.scheme}, {'this computer' if here else 'another computer'}"


def _model_name(model_id: str) -> str:
    """The id, unless it is made of the name of a file."""
    return "of the user's own" if is_own(model_id) else model_id


def _library(paths: AppPaths, models: ModelStore, database: Database) -> dict[str, Any]:
    counted = {
        name: {str(row[0]): int(row[1]) for row in database.query(sql)} for name, sql in _COUNTED.items()
    }
    buckets, shipped = counted["documents_by_bucket"], built_in_schemas()
    own = sum(count for name, count in buckets.items() if name not in shipped)
    counted["documents_by_bucket"] = {
        **{name: count for name, count in buckets.items() if name in shipped},
        **({"of the user's own": own} if own else {}),
    }
    pages = database.query_one("SELECT COALESCE(SUM(page_count), 0) FROM documents")
    newest = database.query_one("PRAGMA user_version")
    return {
        **counted,
        "pages": int(pages[0]) if pages else 0,
        "format": int(newest[0]) if newest else 0,
        "bytes": {"library": _size(paths.database), "index": _size(paths.index_root)},
        "models_installed": [
            _model_name(entry.model_id)
            for entry in models.catalogue.models
            if models.installed(entry.model_id) is not None
        ],
    }


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    total = 0
    for file in files:
        try:
            total += file.stat().st_size if file.is_file() else 0
        except OSError:
            continue
    return total


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
