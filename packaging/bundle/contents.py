"""What is really inside the built folder: each file's origin, and sizes by component.

PyInstaller's tables say where each file and module came from. A path of the environment belongs to the
package whose RECORD lists it; one of the system to the package dpkg names; the rest to Python or to us.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from bootstrap.places import ROOT

from bundle.licences import COMMON, debian_licence, licence_of, python_texts, texts_of

PROGRAM = "docuchat"
MODELS = "resources/models/"
PYTHON = "Python"
# Its start program is the first part of ours, and stands in no table.
STARTER = "pyinstaller"


@dataclass
class Component:
    """One package inside. `kind`: `pypi`, `deb`, `python`, `model` or `own`; `size`: bytes of its files."""

    name: str
    kind: str
    version: str = ""
    licence: str = ""
    size: int = 0
    licence_files: list[Path] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def components_of(folder: Path, work: Path) -> list[Component]:
    """Every component of `folder`, the largest first. `work`: PyInstaller's folder with its tables."""
    sources = _sources(work)
    found: dict[tuple[str, str], Component] = {}
    _component(found, _installed_file(STARTER, "PyInstaller/__init__.py"), work)
    for source in sources.values():
        _component(found, source, work)
    internal = folder / "_internal"
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        name = str(path.relative_to(internal)) if path.is_relative_to(internal) else path.name
        if name.startswith(MODELS):
            component = _model(found, name.removeprefix(MODELS).split("/")[0])
        elif name.startswith("llama_cpp/lib/"):
            component = _component(found, _installed_file("llama_cpp_python", "llama_cpp/__init__.py"), work)
        elif name in sources:
            component = _component(found, sources[name], work)
        else:
            component = _own(found)
        component.size += path.stat().st_size
        component.files.append(str(path.relative_to(folder)))
    return sorted(found.values(), key=lambda component: (-component.size, component.name))


def size_table(components: Iterable[Component]) -> str:
    """Megabytes by component, the small ones together."""
    rows, rest, count = [], 0, 0
    for component in components:
        if component.size >= 1_000_000:
            rows.append((component.size, f"{component.name} {component.version}".strip()))
        else:
            rest, count = rest + component.size, count + 1
    rows.append((rest, f"{count} others below 1 MB"))
    rows.append((sum(size for size, _ in rows), "all"))
    return "\n".join(f"{size / 1e6:8.1f} MB  {name}" for size, name in rows)


# --- where a file came from ------------------------------------------------------------------------


def _sources(work: Path) -> dict[str, Path]:
    """Name in the folder, or module, → file it was made from."""
    found: dict[str, Path] = {}
    for table in sorted(work.rglob("*.toc")):
        if not table.name.startswith(("COLLECT", "PKG", "PYZ")):
            continue
        for node in ast.walk(ast.parse(table.read_text(encoding="utf-8"), mode="eval")):
            if isinstance(node, ast.Tuple) and len(node.elts) == 3:
                try:
                    name, source, kind = ast.literal_eval(node)
                except ValueError:
                    continue
                if (
                    isinstance(source, str)
                    and source not in ("", "-")
                    and kind not in ("EXECUTABLE", "SYMLINK", "PYZ")
                ):
                    found[str(name)] = Path(source)
    return found


@cache
def _owners() -> dict[str, metadata.Distribution]:
    """File of the environment → package."""
    owners = {}
    for distribution in metadata.distributions():
        base = os.path.realpath(str(distribution.locate_file("")))
        for file in distribution.files or ():
            owners[os.path.normpath(os.path.join(base, file))] = distribution
    return owners


@cache
def _debian_files() -> dict[str, str]:
    """Library of the system, below /lib or /usr/lib as dpkg noted it → package."""
    found = {}
    for listing in Path("/var/lib/dpkg/info").glob("*.list"):
        package = listing.name.removesuffix(".list").split(":")[0]
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            if ".so" in line:
                found[line.removeprefix("/usr")] = package
    return found


@cache
def _debian_version(package: str) -> str:
    command = ["dpkg-query", "-W", "-f", "${Version}\\n", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout.splitlines() or [""])[0]


def _component(found: dict[tuple[str, str], Component], source: Path, work: Path) -> Component:
    if source.is_relative_to(work):  # made while building, wherever that was: compiled modules, Python's own
        if not source.name.startswith("pyi"):
            return _python(found)
        source = _installed_file(STARTER, "PyInstaller/__init__.py")
    resolved = source.resolve()
    distribution = _owners().get(str(resolved))
    if distribution is not None and distribution.metadata["Name"].lower() != PROGRAM:
        name = distribution.metadata["Name"]
        if ("pypi", name) not in found:
            licence = licence_of(distribution)
            texts = texts_of(distribution, licence)
            found["pypi", name] = Component(name, "pypi", distribution.version, licence, 0, texts)
        return found["pypi", name]
    if resolved.is_relative_to(ROOT):
        return _own(found)
    package = _debian_files().get(str(resolved).removeprefix("/usr"), "")
    if package and not package.startswith(("python3", "libpython3")):
        if ("deb", package) not in found:
            text = Path("/usr/share/doc") / package / "copyright"
            texts = [text] if text.exists() else []
            found["deb", package] = Component(
                package, "deb", _debian_version(package), debian_licence(texts), 0, texts
            )
        return found["deb", package]
    return _python(found)


def _python(found: dict[tuple[str, str], Component]) -> Component:
    version = ".".join(map(str, sys.version_info[:3]))
    python = Component(PYTHON, "python", version, "PSF-2.0", 0, python_texts())
    return found.setdefault(("python", PYTHON), python)


def _own(found: dict[tuple[str, str], Component]) -> Component:
    return found.setdefault(("own", PROGRAM), Component(f"{PROGRAM} and all compiled modules", "own"))


def _model(found: dict[tuple[str, str], Component], model_id: str) -> Component:
    """A model of the catalogue that the package brings."""
    from core.models.catalogue import load_catalogue

    licence = load_catalogue().entry(model_id).licence
    texts = [path for path in (COMMON / licence,) if path.is_file()]
    return found.setdefault(
        ("model", model_id), Component(f"model {model_id}", "model", "", licence, 0, texts)
    )


def _installed_file(package: str, name: str) -> Path:
    return Path(str(metadata.distribution(package).locate_file(name)))
