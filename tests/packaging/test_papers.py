"""The papers of a package: whose each file is, the licence of everything, the bill of materials."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shutil
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from bootstrap.console import SetupError
from bootstrap.places import ROOT
from bundle import bill, contents, licences, linux

SITE = Path(sysconfig.get_path("purelib"))
OUT = ROOT / "build" / "package"
QT = {"LGPL-3", "GPL-3"}
NEEDED = {"loguru": {"LICENSE"}, "PySide6_Essentials": QT, "shiboken6": QT}
NEEDED |= {name: {"Apache-2.0"} for name in ("flatbuffers", "qdrant-edge-py", "tokenizers")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docuchat"
    (made / "_internal").mkdir(parents=True)
    (made / "_internal" / "library.so").write_bytes(b"x" * 1000)
    return made


def table(work: Path, name: str, *rows: tuple[str, object, str]) -> Path:
    """One of PyInstaller's tables."""
    work.mkdir(parents=True, exist_ok=True)
    (work / f"{name}-00.toc").write_text(
        repr(([(place, str(source), kind) for place, source, kind in rows],))
    )
    return work


def component(name: str, *files: str) -> contents.Component:
    """A package of this environment with `files` in the built folder."""
    of = metadata.distribution(name)
    said = licences.licence_of(of)
    return contents.Component(
        of.metadata["Name"], "pypi", of.version, said, 0, licences.texts_of(of, said), list(files)
    )


def listed(*components: contents.Component, folder: Path) -> dict[str, dict[str, Any]]:
    entries: Any = bill.sbom(components, folder, "0.1.0", 0)["components"]
    return {entry["name"]: entry for entry in entries}


def test_the_papers_name_what_the_tables_say(folder: Path, tmp_path: Path) -> None:
    source = SITE / "pydantic" / "main.py"
    work = table(
        tmp_path / "work", "COLLECT", ("library.so", source, "BINARY"), ("pydantic.main", source, "PYMODULE")
    )
    components = contents.components_of(folder, work)
    (found,) = [one for one in components if one.name == "pydantic"]
    version = metadata.version("pydantic")
    assert (found.kind, found.version, found.size) == ("pypi", version, 1000)
    licences.write_licences(components, folder)
    assert "MIT" in (folder / "licences" / "pydantic" / "LICENSE").read_text()
    assert f"pydantic {version}: MIT\n" in (folder / "licences" / "THIRD-PARTY.txt").read_text()
    assert bill.sbom(components, folder, "0.1.0", 0) == bill.sbom(components, folder, "0.1.0", 0)
    entry = listed(*components, folder=folder)["pydantic"]
    assert entry["purl"] == f"pkg:pypi/pydantic@{version}"
    assert entry["licenses"] == [{"expression": "MIT"}]


@pytest.mark.parametrize("place", ["inside the checkout", "elsewhere"])
def test_what_is_made_while_building_is_pythons_wherever_that_is(
    folder: Path, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "inside the checkout":
        monkeypatch.setattr(contents, "ROOT", tmp_path)
    (folder / "_internal" / "base_library.zip").write_bytes(b"PK")
    work = tmp_path / "work"
    table(work / "docuchat", "COLLECT", ("base_library.zip", work / "docuchat" / "base_library.zip", "DATA"))
    found = {one.name: one for one in contents.components_of(folder, work)}
    assert found["Python"].files == ["_internal/base_library.zip"]


def test_what_pyinstaller_puts_into_the_programs_is_a_component(folder: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    pyinstaller, contrib = SITE / "PyInstaller", SITE / "_pyinstaller_hooks_contrib"
    compiled = work / "localpycs"
    table(
        work,
        "PKG",
        ("pyi-contents-directory _internal", "", "OPTION"),
        ("PYZ-00.pyz", work / "PYZ-00.pyz", "PYZ"),
        ("struct", compiled / "struct.pyc", "PYMODULE"),
        ("pyimod02_importers", compiled / "pyimod02_importers.pyc", "PYMODULE"),
        ("pyiboot01_bootstrap", pyinstaller / "loader" / "pyiboot01_bootstrap.py", "PYSOURCE"),
        ("pyi_rth_pyside6", pyinstaller / "hooks" / "rthooks" / "pyi_rth_pyside6.py", "PYSOURCE"),
        ("pyi_rth_findlibs", contrib / "rthooks" / "pyi_rth_findlibs.py", "PYSOURCE"),
        ("start_window", ROOT / "packaging" / "bundle" / "start_window.py", "PYSOURCE"),
    )
    components = contents.components_of(folder, work)
    packages = {one.name for one in components if one.kind == "pypi"}
    assert packages == {"pyinstaller", "pyinstaller-hooks-contrib"}
    assert any(one.name == "Python" for one in components)
    licences.write_licences(components, folder)
    assert "Bootloader Exception" in (folder / "licences" / "pyinstaller" / "COPYING.txt").read_text()
    said = "(GPL-2.0-or-later WITH Bootloader-exception) AND Apache-2.0"
    assert listed(*components, folder=folder)["pyinstaller"]["licenses"] == [{"expression": said}]


def test_llama_cpp_brings_the_licence_of_its_own_authors(folder: Path) -> None:
    licences.write_licences([component("llama_cpp_python")], folder)
    texts = {path.name: path.read_text() for path in (folder / "licences" / "llama_cpp_python").iterdir()}
    assert "The ggml authors" in texts["LICENSE.llama.cpp"]
    assert any("Andrei Betlen" in text for text in texts.values())


@pytest.mark.parametrize("name", sorted(NEEDED))
def test_a_package_without_a_licence_text_gets_one_on_every_system(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "DEBIANS", folder / "none")  # as on Windows and macOS
    licences.write_licences([component(name)], folder)
    texts = {path.name for path in (folder / "licences" / component(name).name).iterdir()}
    assert texts == NEEDED[name]


def test_every_package_that_is_locked_for_the_program_has_a_licence_text() -> None:
    """Those of this environment; a build looks at what is really inside."""
    lock = (ROOT / "packaging" / "locks" / "runtime.txt").read_text(encoding="utf-8")
    names = re.findall(r"(?m)^([\w.-]+)==", lock)
    here = []
    for name in names:
        try:
            here.append(component(name))
        except metadata.PackageNotFoundError:  # of another system
            continue
    assert len(here) > 40
    assert [one.name for one in here if not one.licence_files] == []


def test_a_component_without_a_licence_text_ends_the_build(folder: Path) -> None:
    unknown = contents.Component("some-library", "pypi", "1", "MIT")
    with pytest.raises(SetupError, match=r"some-library\. Put it into .*packaging/licences"):
        licences.write_licences([unknown], folder)


def test_texts_that_debians_papers_send_to_come_along(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "copyright"
    text.write_text(
        "License: LGPL-3+\n See `/usr/share/common-licenses/LGPL-3'. Or /usr/share/common-licenses/No.\n"
    )
    licences.write_licences([contents.Component("libx", "deb", "1", "LGPL-3+", 0, [text])], folder)
    assert [path.name for path in (folder / "licences" / "common").iterdir()] == ["LGPL-3"]


def test_kept_texts_are_of_packages_that_are_locked_and_the_readme_says_whence() -> None:
    locked = "".join(
        (ROOT / "packaging" / "locks" / f"{name}.txt").read_text(encoding="utf-8").lower().replace("_", "-")
        for name in ("runtime", "source", "build", "dev")
    )
    readme = (licences.KEPT / "README.md").read_text(encoding="utf-8")
    for place in licences.KEPT.iterdir():
        if place.is_dir():
            assert f"| `{place.name}` |" in readme
            assert place == licences.COMMON or f"\n{place.name.replace('_', '-')}==" in f"\n{locked}"


def test_a_licence_is_an_expression_where_it_is_one_and_otherwise_a_name() -> None:
    def told(said: str, kind: str = "pypi") -> list[dict[str, object]]:
        return licences.in_the_bill(contents.Component("a", kind, "1", said))

    several = "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0"
    for said in ("MIT", several, "AGPL-3.0-only OR LicenseRef-Artifex-Commercial"):
        assert told(said) == [{"expression": said}]
    for said, name in (("BSD License", "BSD License"), ("PSFL", "PSFL"), ("", "see licences/a")):
        assert told(said) == [{"license": {"name": name}}]
    debians = [{"license": {"name": "LGPL-2+"}}, {"license": {"name": "Expat"}}]
    assert told("LGPL-2+, Expat", "deb") == debians


def test_words_that_say_the_same_become_those_of_spdx() -> None:
    names = ("pymupdf", "loguru", "opencv-python-headless", "protobuf")
    artifex = "AGPL-3.0-only OR LicenseRef-Artifex-Commercial"
    assert [component(name).licence for name in names] == [artifex, "MIT", "Apache-2.0", "BSD-3-Clause"]


def test_packages_of_debian_are_addressed_with_their_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scanner finds the weaknesses of a package only with its distribution."""
    told = {"ID": "debian", "VERSION_ID": "12"}
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: told)
    monkeypatch.setattr(bill, "_debian_architecture", lambda _package: "amd64")
    bill._distribution.cache_clear()
    package = contents.Component("libstdc++6", "deb", "2:12.2.0-14+deb12u1")
    address = "pkg:deb/debian/libstdc%2B%2B6@2:12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12"
    assert bill.package_address(package) == address
    bill._distribution.cache_clear()


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="dpkg is Debian's")
def test_the_architecture_is_that_of_the_package() -> None:
    assert bill._debian_architecture("dpkg") == linux.architecture()


def test_the_bill_names_the_libraries_that_a_wheel_carries(tmp_path: Path) -> None:
    """A scanner that reads it must meet the OpenSSL inside a wheel, not only Debian's."""
    names = {
        "libssl-81259c47.so.1.1.1k": ("libssl", "1.1.1k"),
        "libgfortran-040039e1-0352e75f.so.5.0.0": ("libgfortran", "5.0.0"),
        "libgeos-d1e818bb.so.3.14.1": ("libgeos", "3.14.1"),
        "libopenblasp-r0-59ffcd50.3.15.so": ("libopenblasp-r0", "3.15"),
    }
    files = [*(f"_internal/some.libs/{name}" for name in names), "_internal/some/module.so"]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    wheel = contents.Component("some", "pypi", "2.0", files=files)
    parts = {part["name"]: part for part in listed(wheel, folder=tmp_path)["some"]["components"]}
    assert {name: part["version"] for name, part in parts.items()} == dict(names.values())
    assert parts["libssl"]["cpe"] == "cpe:2.3:a:openssl:openssl:1.1.1k:*:*:*:*:*:*:*"
    assert parts["libssl"]["hashes"][0]["content"] == hashlib.sha256(files[0].encode()).hexdigest()
    assert len({part["bom-ref"] for part in parts.values()}) == 4
    assert all(part["licenses"] == [{"license": {"name": "see licences/some"}}] for part in parts.values())


@pytest.mark.parametrize(
    ("package", "pattern", "wanted"),
    [
        ("llama_cpp_python", "llama_cpp/lib/*.so.*.*.*", {"llama.cpp", "ggml"}),
        ("pymupdf", "pymupdf/libmupdf.so.*", {"MuPDF"}),
        ("PySide6_Essentials", "PySide6/Qt/lib/libQt6Core.so.6", {"Qt"}),
    ],
)
def test_the_bill_names_the_projects_that_a_wheel_brings_by_another_name(
    package: str, pattern: str, wanted: set[str]
) -> None:
    files = [str(path.relative_to(SITE)) for path in SITE.glob(pattern)]
    if not files:
        pytest.skip("the libraries of this system are called otherwise")
    parts = listed(component(package, *files), folder=SITE)[component(package).name]["components"]
    assert {part["name"] for part in parts} == wanted
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", part["version"]) for part in parts)
    if wanted != {"llama.cpp", "ggml"}:  # their packages are numbered as they are
        assert [part["version"] for part in parts] == [metadata.version(package)]


def test_a_model_has_the_licence_of_whoever_brings_it(tmp_path: Path) -> None:
    for name in ("ocr.onnx", "x.onnx"):
        (tmp_path / name).write_bytes(b"")
    brings = (("rapidocr", "pypi", "1", "ocr.onnx"), ("model m", "model", "", "x.onnx"))
    made = [contents.Component(*told, "Apache-2.0", files=[file]) for *told, file in brings]
    found = listed(*made, folder=tmp_path)
    assert [found[name]["licenses"] for name in ("ocr.onnx", "x.onnx")] == [
        [{"expression": "Apache-2.0"}]
    ] * 2


# --- of a package that was built: python3 packaging/dev.py package


@pytest.mark.package
def test_every_component_is_in_the_bill_with_a_licence() -> None:
    built = OUT / "dist" / "docuchat"
    if not built.is_dir():
        pytest.skip("no package was built (python3 packaging/dev.py package)")
    told = json.loads((built / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert told["bomFormat"] == "CycloneDX"
    entries = [
        *told["components"],
        *(part for one in told["components"] for part in one.get("components", ())),
    ]
    assert {
        *("pymupdf", "PySide6_Essentials", "onnxruntime", "qdrant-edge-py", "llama_cpp_python", "Python"),
        *("pyinstaller", "MuPDF", "Qt", "llama.cpp", "ggml"),
    } <= {entry["name"] for entry in entries}
    assert [entry["name"] for entry in entries if not entry.get("licenses")] == []
    assert all(entry.get("version") for entry in told["components"] if entry["type"] == "library")
    texts = {path.name for path in (built / "licences").iterdir()}
    assert {one["name"] for one in told["components"] if one["type"] == "library"} <= texts
    assert "The ggml authors" in (built / "licences" / "llama_cpp_python" / "LICENSE.llama.cpp").read_text()
