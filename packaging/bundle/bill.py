"""The bill of materials in the words of CycloneDX 1.6, of what is really in the built folder.

What a wheel carries of others stands below it, with the version that the carried files themselves tell.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import subprocess
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import quote

from bundle.contents import PROGRAM, Component
from bundle.licences import FOLDER, in_the_bill

# As auditwheel names them: `libssl-81259c47.so.1.1.1k`, `libopenblasp-r0-59ffcd50.3.15.so`.
_CARRIED = re.compile(r"(?P<name>lib.+?)(-[0-9a-f]{8})+(?P<before>(\.\d+)*)\.so(?P<after>(\.\d+[a-z]?)*)")
_QT = re.compile(rb"Qt (\d+\.\d+\.\d+) \(")
_MUPDF = re.compile(rb"MuPDF (\d+\.\d+\.\d+)\b")
_VERSIONED = re.compile(r"\.so\.(\d+\.\d+\.\d+)$")


def sbom(components: Iterable[Component], folder: Path, version: str, at: int) -> dict[str, object]:
    """CycloneDX 1.6. `at`: the commit's time, so that two builds give the same document."""
    listed = []
    owners: dict[str, Component] = {}
    for component in components:
        owners |= dict.fromkeys(component.files, component)
        if component.kind in ("own", "model"):
            continue
        digests = [_sha256(folder / name) for name in component.files]
        entry: dict[str, object] = {
            "type": "library",
            "bom-ref": f"{component.kind}:{component.name}",
            "name": component.name,
            "version": component.version,
            "licenses": in_the_bill(component),
            "properties": [
                {"name": "docuchat:size", "value": str(component.size)},
                {"name": "docuchat:files", "value": str(len(component.files))},
                {
                    "name": "docuchat:sha256-of-files",
                    "value": hashlib.sha256("".join(digests).encode()).hexdigest(),
                },
            ],
        }
        if component.kind in ("pypi", "deb"):
            entry["purl"] = package_address(component)
        if carried := [*carried_projects(component, folder), *carried_libraries(component, folder)]:
            entry["components"] = carried
        listed.append(entry)
    for path in sorted([*folder.rglob("*.onnx"), *folder.rglob("*.gguf")]):
        name = str(path.relative_to(folder))
        model: dict[str, object] = {
            "type": "machine-learning-model",
            "bom-ref": f"model:{name}",
            "name": path.name,
            "hashes": [{"alg": "SHA-256", "content": _sha256(path)}],
        }
        if name in owners:
            model["licenses"] = in_the_bill(owners[name])
        listed.append(model)
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


def package_address(component: Component) -> str:
    """The purl of a package of PyPI or of this system's distribution."""
    version = quote(component.version, safe=":")
    if component.kind == "pypi":
        return f"pkg:pypi/{component.name.lower().replace('_', '-')}@{version}"
    system, release = _distribution()
    of = f"?arch={_debian_architecture(component.name)}&distro={system}-{release}"
    return f"pkg:deb/{system}/{quote(component.name)}@{version}{of}"


def carried_projects(component: Component, folder: Path) -> list[dict[str, object]]:
    """Whole projects that a wheel brings under its own name, without a paper of their own."""
    return [
        {
            "type": "library",
            "bom-ref": f"carried:{component.name}/{name}",
            "name": name,
            "version": version,
            "licenses": [{"expression": licence}],
            **({"cpe": cpe.format(version)} if cpe else {}),
        }
        for owner, name, licence, cpe, find in _PROJECTS
        if component.kind == "pypi" and component.name.lower() == owner
        if (version := find(component.files, folder))
    ]


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
            # What the wheel says of it; a name of a file tells no licence.
            "licenses": [{"license": {"name": f"see {FOLDER}/{component.name}"}}],
            "hashes": [{"alg": "SHA-256", "content": _sha256(folder / name)}],
        }
        if version:
            part["version"] = version
        if named["name"] in ("libssl", "libcrypto"):  # a scanner knows them by this name
            part["cpe"] = f"cpe:2.3:a:openssl:openssl:{version}:*:*:*:*:*:*:*"
        parts.append(part)
    return parts


def _in_the_file(wanted: str, pattern: re.Pattern[bytes]) -> Callable[[Sequence[str], Path], str]:
    """A search for a version that a library tells within its bytes."""

    def find(files: Sequence[str], folder: Path) -> str:
        for name in sorted(files):
            if wanted in Path(name).name and (told := pattern.search((folder / name).read_bytes())):
                return told[1].decode()
        return ""

    return find


def _in_the_name(wanted: str) -> Callable[[Sequence[str], Path], str]:
    """A search for a version that a library has in its name (Linux)."""

    def find(files: Sequence[str], _folder: Path) -> str:
        names = sorted(Path(name).name for name in files)
        told = (_VERSIONED.search(name) for name in names if name.startswith(wanted))
        return next((found[1] for found in told if found is not None), "")

    return find


_PROJECTS = (
    ("llama_cpp_python", "llama.cpp", "MIT", "", _in_the_name("libllama.so")),
    ("llama_cpp_python", "ggml", "MIT", "", _in_the_name("libggml-base.so")),
    (
        "pymupdf",
        "MuPDF",
        "AGPL-3.0-or-later",
        "cpe:2.3:a:artifex:mupdf:{}:*:*:*:*:*:*:*",
        _in_the_file("mupdf", _MUPDF),
    ),
    (
        "pyside6_essentials",
        "Qt",
        "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
        "cpe:2.3:a:qt:qt:{}:*:*:*:*:*:*:*",
        _in_the_file("Core", _QT),
    ),
)


@cache
def _distribution() -> tuple[str, str]:
    """Name and release of this system, such as `debian` and `12`."""
    try:
        told = platform.freedesktop_os_release()
    except OSError:
        told = {}
    return told.get("ID", "debian"), told.get("VERSION_ID", "")


@cache
def _debian_architecture(package: str) -> str:
    command = ["dpkg-query", "-W", "-f", "${Architecture}\\n", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout.splitlines() or [""])[0]


@cache
def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
