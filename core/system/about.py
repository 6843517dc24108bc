"""Which program this is: version, commit, the licences of what it is made of, its pages. Reads files only."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from core import __version__
from core.system.paths import built_commit

_ROOT = Path(__file__).resolve().parents[2]


def commit() -> str:
    """Of a package what it was built from, of a checkout its head, both shortened; else empty."""
    if _is_packaged():
        return built_commit()
    try:
        git = _ROOT / ".git"
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        return (head if name == head else _commit_of(git, name))[:12]
    except OSError:
        return ""


def version_and_commit() -> str:
    """`0.1.0 (f00ba412cafe)`."""
    found = commit()
    return f"{__version__} ({found})" if found else __version__


def licences() -> str:
    """The list that a package carries; of a checkout what the installed libraries say of themselves."""
    if _is_packaged():
        folder = licences_folder()
        try:
            return (folder / "THIRD-PARTY.txt").read_text(encoding="utf-8") if folder is not None else ""
        except OSError:
            return ""
    lines = sorted({_line(one) for one in metadata.distributions() if one.metadata["Name"]}, key=str.lower)
    head = "DocuChat is licensed under AGPL-3.0-or-later (LICENSE). Installed beside it:\n\n"
    return head + "\n".join(lines) + "\n"


def licences_folder() -> Path | None:
    """The whole texts, where a package carries them."""
    if not _is_packaged():
        return None
    return next((place for folder in _folders() if (place := folder / "licences").is_dir()), None)


def documentation() -> Path | None:
    """The first page that a package carries (`packaging/bundle/documentation.py`); of a checkout the folder.

    The page's own place, not that of a link to it: a browser in a box of its own sees `/usr/share/doc` only.
    None where the pages were left out at the installation.
    """
    if not _is_packaged():
        return _ROOT / "docs"
    for folder in _folders():
        page = folder / "documentation" / "index.html"
        if page.is_file():
            return page.resolve()
    return None


def _commit_of(git: Path, name: str) -> str:
    """A branch is a file of its own, or a line among others."""
    try:
        return (git / name).read_text(encoding="utf-8").strip()
    except OSError:
        for line in (git / "packed-refs").read_text(encoding="utf-8").splitlines():
            found, _, ref = line.partition(" ")
            if ref == name:
                return found
    return ""


def _line(distribution: metadata.Distribution) -> str:
    told: Any = distribution.metadata
    licence = told.get("License-Expression") or next(
        (one.rpartition(" :: ")[2] for one in told.get_all("Classifier", []) if one.startswith("License ::")),
        (told.get("License") or "").strip().partition("\n")[0],
    )
    return f"{told['Name']} {distribution.version}: {licence or 'see its files'}"


def _is_packaged() -> bool:
    return bool(getattr(sys, "frozen", False))


def _folders() -> tuple[Path, Path]:
    """Where the papers of a package lie: beside the program; in an application of macOS beside its folder."""
    folder = Path(sys.executable).resolve().parent
    return folder, folder.parent / "Resources"
