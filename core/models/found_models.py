"""Model files other programs have put on this computer: LM Studio, Ollama, GPT4All, the hub's cache.

Only looks: a file counts when its size and then its sha256 are right; it is used where it lies. Any thread.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.models.catalogue import ModelFile
from core.models.partial import hash_file

# Deep enough for publisher/repository/file and the hub's snapshots; stops a link loop or a home folder.
MAX_DEPTH = 6


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A folder of another program."""

    program: str
    path: Path


def known_folders(
    home: Path | None = None, environment: Mapping[str, str] | None = None
) -> tuple[ModelFolder, ...]:
    """The folders those programs use on this platform, whether they exist or not."""
    env = os.environ if environment is None else environment
    home = home or Path.home()
    hub_home = Path(env.get("HF_HOME") or home / ".cache" / "huggingface")
    if sys.platform == "darwin":
        gpt4all = home / "Library" / "Application Support" / "nomic.ai" / "GPT4All"
    elif sys.platform == "win32":
        gpt4all = Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "nomic.ai" / "GPT4All"
    else:
        data = Path(env.get("XDG_DATA_HOME") or home / ".local" / "share")
        gpt4all = data / "nomic.ai" / "GPT4All"
    folders = [
        ModelFolder("LM Studio", home / ".lmstudio" / "models"),
        ModelFolder("LM Studio", home / ".cache" / "lm-studio" / "models"),
        ModelFolder("Ollama", Path(env.get("OLLAMA_MODELS") or home / ".ollama" / "models")),
        ModelFolder("GPT4All", gpt4all),
        ModelFolder("the hub's cache", Path(env.get("HF_HUB_CACHE") or hub_home / "hub")),
    ]
    if sys.platform == "linux":
        folders.append(ModelFolder("Ollama", Path("/usr/share/ollama/.ollama/models")))
    return tuple(folders)


def find_file(
    file: ModelFile, folders: Iterable[ModelFolder], cancel: CancelToken
) -> Generator[int, None, tuple[ModelFolder, Path] | None]:
    """Look for the bytes of `file`; yields bytes hashed, returns the first right one."""
    if file.size is None or file.sha256 is None:
        return None
    for folder in folders:
        for path in files_like(file, folder.path):
            cancel.check()
            try:
                digest = yield from hash_file(path, cancel)
            except OSError:
                continue
            if digest == file.sha256:
                return folder, path
    return None


def files_like(file: ModelFile, folder: Path) -> Iterable[Path]:
    """What below `folder` could be `file`: its size is right, and its name tells no other content."""
    base_depth = len(folder.parts)
    for current, subfolders, names in os.walk(folder):
        if len(Path(current).parts) - base_depth >= MAX_DEPTH:
            subfolders.clear()
        for name in sorted(names):
            path = Path(current) / name
            try:
                if path.stat().st_size != file.size:
                    continue
            except OSError:
                continue
            # Ollama names a blob after its sha256, so that a foreign one need not be read at all.
            if not name.startswith("sha256-") or name == f"sha256-{file.sha256}":
                yield path.resolve()
