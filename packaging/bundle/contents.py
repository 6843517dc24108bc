"""What is really inside the built folder: each file's origin, sizes by component, licences, and the SBOM.

PyInstaller's tables say where each file and module came from. A path of the environment belongs to the
package whose RECORD lists it; one of the system to the package dpkg names; the rest to Python or to us.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from bootstrap.places import ROOT

PROGRAM = "docuchat"
MODELS = "resources/models/"
# Debian keeps the text once for all; models, and some packages, are licensed by name only.
COMMON_LICENCES = Path("/usr/share/common-licenses")
# What the names begin with; the LGPL adds to the GPL.
_COMMON_NAMES = {"Apache": ("Apache-2.0",), "LGPL-3": ("LGPL-3", "GPL-3")}
PYTHON = "Python"
# As auditwheel names them: `libssl-81259c47.so.1.1.1k`, `libopenblasp-r0-59ffcd50.3.15.so`.
_CARRIED = re.compile(r"(?P<name>lib.+?)(-[0-9a-f]{8})+(?P<before>(\.\d+)*)\.so(?P<after>(\.\d+[a-z]?)*)")


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
    for source in sources.values():
        _component(found, source)
    internal = folder / "_internal"
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        name = str(path.relative_to(internal)) if path.is_relative_to(internal) else path.name
        if name.startswith(MODELS):
            component = _model(found, name.removeprefix(MODELS).split("/")[0])
        elif name.startswith("llama_cpp/lib/"):
            component = _component(found, _installed_file("llama_cpp_python", "llama_cpp/__init__.py"))
        elif name in sources:
            component = _component(found, sources[name])
        else:
            component = _own(found)
        component.size += path.stat().st_size
        component.files.append(str(path.relative_to(folder)))
    return sorted(found.values(), key=lambda component: (-component.size, component.name))


def write_licences(components: Iterable[Component], folder: Path) -> list[str]:
    """Put the licence texts of all components into `folder/licences`; returns who has none."""
    target = folder / "licences"
    shutil.rmtree(target, ignore_errors=True)
    lines, without = [], []
    for component in sorted(components, key=lambda one: one.name.lower()):
        if component.kind == "own":
            continue
        place = target / component.name
        for number, text in enumerate(component.licence_files):
            place.mkdir(parents=True, exist_ok=True)
            name = text.name if not (place / text.name).exists() else f"{number}-{text.name}"
            shutil.copyfile(text, place / name)
        if not component.licence_files:
            without.append(component.name)
        lines.append(f"{component.name} {component.version}: {component.licence or 'see its files'}")
    target.mkdir(exist_ok=True)
    head = "DocuChat is licensed under AGPL-3.0-or-later (LICENSE). It contains:\n\n"
    (target / "THIRD-PARTY.txt").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return without


def sbom(components: Iterable[Component], folder: Path, version: str, at: int) -> dict[str, object]:
    """CycloneDX 1.6. `at`: the commit's time, so that two builds give the same document."""
    listed = []
    for component in components:
        if component.kind in ("own", "model"):
            continue
        digests = [_sha256(folder / name) for name in component.files]
        entry: dict[str, object] = {
            "type": "library",
            "bom-ref": f"{component.kind}:{component.name}",
            "name": component.name,
            "version": component.version,
            "properties": [
                {"name": "docuchat:size", "value": str(component.size)},
                {"name": "docuchat:files", "value": str(len(component.files))},
                {
                    "name": "docuchat:sha256-of-files",
                    "value": hashlib.sha256("".join(digests).encode()).hexdigest(),
                },
            ],
        }
        if component.licence:
            entry["licenses"] = [{"license": {"name": component.licence}}]
        if component.kind in ("pypi", "deb"):
            kind = "deb/debian" if component.kind == "deb" else "pypi"
            entry["purl"] = f"pkg:{kind}/{component.name.lower().replace('_', '-')}@{component.version}"
        if carried := carried_libraries(component, folder):
            entry["components"] = carried
        listed.append(entry)
    for path in sorted([*folder.rglob("*.onnx"), *folder.rglob("*.gguf")]):
        listed.append(
            {
                "type": "machine-learning-model",
                "bom-ref": f"model:{path.relative_to(folder)}",
                "name": path.name,
                "hashes": [{"alg": "SHA-256", "content": _sha256(path)}],
            }
        )
    names = json.dumps([[entry["name"], entry.get("version", "")] for entry in listed])
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, names + version)}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)),
            "component": {
                "type": "application",
                "bom-ref": PROGRAM,
                "name": PROGRAM,
                "version": version,
                "licenses": [{"license": {"id": "AGPL-3.0-or-later"}}],
            },
        },
        "components": listed,
        "dependencies": [{"ref": PROGRAM, "dependsOn": sorted(str(entry["bom-ref"]) for entry in listed)}],
    }


def carried_libraries(component: Component, folder: Path) -> list[dict[str, object]]:
    """The libraries of others that a wheel carries in its `….libs` folder, as parts of it. The version is
    that of the file's name, which for some is the library's interface, not its release."""
    parts: list[dict[str, object]] = []
    for name in sorted(component.files):
        named = _CARRIED.fullmatch(Path(name).name)
        if component.kind != "pypi" or named is None or not Path(name).parent.name.endswith(".libs"):
            continue
        version = (named["before"] or named["after"] or "").strip(".")
        part: dict[str, object] = {
            "type": "library",
            "bom-ref": f"carried:{component.name}/{Path(name).name}",
            "name": named["name"],
            "hashes": [{"alg": "SHA-256", "content": _sha256(folder / name)}],
        }
        if version:
            part["version"] = version
        if named["name"] in ("libssl", "libcrypto"):  # a scanner knows them by this name
            part["cpe"] = f"cpe:2.3:a:openssl:openssl:{version}:*:*:*:*:*:*:*"
        parts.append(part)
    return parts


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
        if not table.name.startswith(("COLLECT", "PYZ")):
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
                    and kind not in ("EXECUTABLE", "SYMLINK")
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


def _component(found: dict[tuple[str, str], Component], source: Path) -> Component:
    resolved = source.resolve()
    distribution = _owners().get(str(resolved))
    if distribution is not None and distribution.metadata["Name"].lower() != PROGRAM:
        name = distribution.metadata["Name"]
        if ("pypi", name) not in found:
            licence = _licence(distribution)
            texts = _licence_files(distribution) or _common_texts(licence)
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
                package, "deb", _debian_version(package), _debian_licence(texts), 0, texts
            )
        return found["deb", package]
    if ("python", PYTHON) not in found:
        text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
        version = ".".join(map(str, sys.version_info[:3]))
        texts = [text] if text.exists() else []
        found["python", PYTHON] = Component(PYTHON, "python", version, "PSF-2.0", 0, texts)
    return found["python", PYTHON]


def _own(found: dict[tuple[str, str], Component]) -> Component:
    return found.setdefault(("own", PROGRAM), Component(f"{PROGRAM} and all compiled modules", "own"))


def _model(found: dict[tuple[str, str], Component], model_id: str) -> Component:
    """A model of the catalogue that the package brings."""
    from core.models.catalogue import load_catalogue

    licence = load_catalogue().entry(model_id).licence
    texts = [path for path in (COMMON_LICENCES / licence,) if path.is_file()]
    return found.setdefault(
        ("model", model_id), Component(f"model {model_id}", "model", "", licence, 0, texts)
    )


def _installed_file(package: str, name: str) -> Path:
    return Path(str(metadata.distribution(package).locate_file(name)))


def _licence(distribution: metadata.Distribution) -> str:
    said = distribution.metadata
    classifiers = [
        line.rsplit(" :: ", 1)[1]
        for line in said.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    for text in (said.get("License-Expression"), said.get("License"), ", ".join(classifiers)):
        if text and text.strip() and "\n" not in text.strip() and len(text) < 120:
            return text.strip()
    return ""


def _licence_files(distribution: metadata.Distribution) -> list[Path]:
    wanted = re.compile(r"(licen[cs]e|copying|notice|authors|third.?party)", re.IGNORECASE)
    paths = [
        Path(str(distribution.locate_file(file)))
        for file in distribution.files or ()
        if ".dist-info/" in str(file) and wanted.search(file.name)
    ]
    paths += [
        Path(str(distribution.locate_file(file)))
        for file in distribution.files or ()
        if len(Path(str(file)).parts) <= 2
        and ".dist-info" not in str(file)
        and wanted.match(file.name)
        and not str(file).endswith((".py", ".pyc", ".so"))
    ]
    return [path for path in dict.fromkeys(paths) if path.is_file()]


def _common_texts(licence: str) -> list[Path]:
    names = next((names for begin, names in _COMMON_NAMES.items() if licence.startswith(begin)), ())
    return [path for path in (COMMON_LICENCES / name for name in names) if path.is_file()]


def _debian_licence(texts: list[Path]) -> str:
    names: dict[str, None] = {}
    for text in texts:
        for line in text.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("License: "):
                names.setdefault(line.removeprefix("License: ").strip())
    return ", ".join(list(names)[:6])


@cache
def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
