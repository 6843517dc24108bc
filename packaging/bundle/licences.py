"""The licence of each component: its text, from where it is installed or from `packaging/licences`, and its
expression in the words of SPDX.
"""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Protocol

from bootstrap.console import SetupError
from bootstrap.places import ROOT

KEPT = ROOT / "packaging" / "licences"
COMMON = KEPT / "common"
FOLDER = "licences"
LIST = "THIRD-PARTY.txt"
# Where the copyright files of Debian's packages send their readers; other systems have no such folder.
DEBIANS = Path("/usr/share/common-licenses")
_NAMED = re.compile(r"/usr/share/common-licenses/([\w.+-]*\w)")
# What the names begin with; the LGPL adds to the GPL.
_COMMON_NAMES = {"Apache": ("Apache-2.0",), "LGPL-3": ("LGPL-3", "GPL-3")}
# As packages name their licence → as SPDX does. A family ("BSD License") is no licence, and stays as it is.
_EXPRESSIONS = {
    "2-Clause BSD License": "BSD-2-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "Dual Licensed - GNU AFFERO GPL 3.0 or Artifex Commercial License": (
        "AGPL-3.0-only OR LicenseRef-Artifex-Commercial"
    ),
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "OSI Approved, MIT License": "MIT",
    "PSFL": "PSF-2.0",
}
# Whose own words are no name: COPYING.txt says it of what comes along (start program, loader, runtime hooks).
_OF_PACKAGES = {"pyinstaller": "(GPL-2.0-or-later WITH Bootloader-exception) AND Apache-2.0"}
_ID = r"(MIT|MIT-CMU|ISC|Zlib|Unlicense|LicenseRef-[\w.-]+|(?=[A-Za-z0-9.-]*\d)[A-Za-z0-9][A-Za-z0-9.-]*)"
_TERM = rf"\(*{_ID}( WITH [\w-]+)?\)*"
_IS_EXPRESSION = re.compile(rf"{_TERM}( (AND|OR) {_TERM})*")


class Licensed(Protocol):
    """What has a licence; `contents.Component`."""

    name: str
    kind: str
    version: str
    licence: str
    licence_files: list[Path]


def write_licences(components: Iterable[Licensed], folder: Path) -> None:
    """Put the licence texts of all components into `folder/licences`.

    Raises:
        SetupError: one has none.
    """
    target = folder / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    lines, without = [], []
    for component in sorted(components, key=lambda one: one.name.lower()):
        if component.kind == "own":
            continue
        place = target / component.name
        for number, text in enumerate(component.licence_files):
            place.mkdir(parents=True, exist_ok=True)
            name = text.name if not (place / text.name).exists() else f"{number}-{text.name}"
            shutil.copyfile(text, place / name)
            if component.kind == "deb":
                _bring_common(text, target / COMMON.name)
        if not component.licence_files:
            without.append(component.name)
        lines.append(f"{component.name} {component.version}: {component.licence or 'see its files'}")
    if without:
        raise SetupError(
            f"No licence text is installed with: {', '.join(without)}. Put it into a folder of that name in "
            f"{KEPT.relative_to(ROOT)}, and say in the README there where it is from."
        )
    head = "DocuChat is licensed under AGPL-3.0-or-later (LICENSE). It contains:\n\n"
    (target / LIST).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def licence_of(distribution: metadata.Distribution) -> str:
    """As the package names it, or in the words of SPDX where they say the same."""
    said = distribution.metadata
    if own := _OF_PACKAGES.get(said["Name"].lower()):
        return own
    classifiers = [
        line.rsplit(" :: ", 1)[1]
        for line in said.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    for text in (said.get("License-Expression"), said.get("License"), ", ".join(classifiers)):
        if text and text.strip() and "\n" not in text.strip() and len(text) < 120:
            return _EXPRESSIONS.get(text.strip(), text.strip())
    return ""


def texts_of(distribution: metadata.Distribution, licence: str) -> list[Path]:
    """The texts that the package installs and those kept for it; without any, common ones of `licence`."""
    return [*_installed(distribution), *kept_texts(distribution.metadata["Name"])] or common_texts(licence)


def kept_texts(name: str) -> list[Path]:
    """The texts in `packaging/licences` for the component `name`."""
    return sorted(path for path in (KEPT / name).glob("*") if path.is_file())


def common_texts(licence: str) -> list[Path]:
    """The texts that several components share, for a licence that is known by its name."""
    names = next((names for begin, names in _COMMON_NAMES.items() if licence.startswith(begin)), ())
    return [COMMON / name for name in names]


def python_texts() -> list[Path]:
    """Python's own: beside its library, beside its program (Windows), or where Debian puts it."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for place in (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc") / version / "copyright",
    ):
        if place.is_file():
            return [place]
    return []


def debian_licence(texts: Sequence[Path]) -> str:
    """The names in a copyright file of Debian; the first six."""
    names: dict[str, None] = {}
    for text in texts:
        for line in text.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("License: "):
                names.setdefault(line.removeprefix("License: ").strip())
    return ", ".join(list(names)[:6])


def in_the_bill(component: Licensed) -> list[dict[str, object]]:
    """As CycloneDX wants it: an expression, or else names; at the least the place of the text."""
    if component.kind != "deb" and _IS_EXPRESSION.fullmatch(component.licence):
        return [{"expression": component.licence}]
    names = component.licence.split(", ") if component.kind == "deb" else [component.licence]
    named = [name for name in names if name] or [f"see {FOLDER}/{component.name}"]
    return [{"license": {"name": name}} for name in named]


def _installed(distribution: metadata.Distribution) -> list[Path]:
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


def _bring_common(text: Path, target: Path) -> None:
    """The common texts that a copyright file of Debian sends to: not every system has them."""
    for name in _NAMED.findall(text.read_text(encoding="utf-8", errors="replace")):
        source = next((path for path in (COMMON / name, DEBIANS / name) if path.is_file()), None)
        if source is not None:
            target.mkdir(exist_ok=True)
            shutil.copyfile(source, target / name)
