"""The packages for Linux: what a `.deb` and the portable archive hold, and that both are the same twice."""

from __future__ import annotations

import configparser
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import tarfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from bootstrap.places import ROOT
from bootstrap.system import QT_IMPORT, QT_WAYLAND, QT_X11
from bundle import documentation, linux, runpaths, steps, verify

from tests.packaging.conftest import small_folder

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb makes packages on Debian")
AT = 1_700_000_000


class Deb:
    """A package of an edition, unpacked."""

    def __init__(self, edition: str, folder: Path, out: Path) -> None:
        self.name = linux.NAMES[edition]
        self.package = linux.make_deb(folder, out, "0.1.0", AT, edition)
        self.root, self.control = out / f"{edition} root", out / f"{edition} control"
        self.share = self.root / "usr" / "share"
        subprocess.run(["dpkg-deb", "-x", self.package, self.root], check=True)
        subprocess.run(["dpkg-deb", "-e", self.package, self.control], check=True)


@pytest.fixture(scope="module")
def debs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Deb]:
    """Both editions of a folder whose rights are odd."""
    out = tmp_path_factory.mktemp("debs")
    folder = small_folder(out)
    (folder / "COMMIT").write_text("0123456789ab\n")
    folder.chmod(0o2770)
    (folder / "docuchat").chmod(0o4777)
    return {edition: Deb(edition, folder, out) for edition in linux.NAMES}


@pytest.fixture
def small(debs: dict[str, Deb]) -> Deb:
    return next(deb for edition, deb in debs.items() if edition != "full")


def asked(*command: object) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@needs_dpkg
def test_a_deb_has_menus_icons_and_manual(small: Deb) -> None:
    root, share = small.root, small.share
    control = asked("dpkg-deb", "-f", small.package)
    assert "Package: docuchat\nVersion: 0.1.0\n" in control
    # apt refuses where the libraries inside would not start
    assert f"Depends: libc6 (>= {platform.libc_ver()[1]}), " in control
    for size in linux.SIZES:
        png = (share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "docuchat.png").read_bytes()
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(png[16:20], "big") == size
    assert (share / "icons" / "hicolor" / "scalable" / "apps" / "docuchat.svg").is_file()
    menu = configparser.ConfigParser(interpolation=None, strict=False)
    menu.optionxform = str
    menu.read(share / "applications" / "docuchat.desktop", encoding="utf-8")
    assert (root / "usr" / "bin" / menu["Desktop Entry"]["Exec"].split()[0]).exists()
    meta = ElementTree.parse(share / "metainfo" / "io.github.docuchat.DocuChat.metainfo.xml").getroot()  # noqa: S314
    assert meta.findtext("launchable") == "docuchat.desktop"
    assert meta.find("releases/release").get("version") == "0.1.0"
    told = gzip.decompress((share / "doc" / "docuchat" / "changelog.gz").read_bytes()).decode()
    assert re.match(r"docuchat \(0\.1\.0\) unstable; .*\n\n  \* .*\n\n -- .+ <.+>  Tue, 14 Nov 2023", told)
    pages = share / "doc" / "docuchat" / "html"
    manual = gzip.decompress((share / "man" / "man1" / "docuchat.1.gz").read_bytes()).decode()
    assert f"/{(pages / 'index.html').relative_to(root)}" in manual
    assert "@" not in manual
    assert (small.control / "md5sums").read_text(encoding="utf-8").splitlines() == [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}"
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]
    assert documentation.dead_links(pages) == []
    assert (root / linux.INSTALLED / "documentation").resolve() == pages.resolve()
    said = linux.check_desktop_files(share)
    assert all(line.endswith((": ok", "not run")) for line in said.splitlines()), said


@needs_dpkg
def test_a_deb_holds_nothing_that_runs_and_nothing_that_others_may_write(small: Deb) -> None:
    assert sorted(path.name for path in small.control.iterdir()) == ["control", "md5sums"]
    entries = [line.split(maxsplit=5) for line in asked("dpkg-deb", "-c", small.package).splitlines()]
    assert len(entries) > 60
    assert {owner for _rights, owner, *_ in entries} == {"root/root"}
    assert {rights for rights, *_ in entries} == {"drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "lrwxrwxrwx"}
    rights = {entry[5]: entry[0] for entry in entries}
    assert rights["./usr/lib/docuchat/docuchat"] == "-rwxr-xr-x"
    assert rights["./usr/lib/docuchat/_internal/library.so"] == "-rw-r--r--"


@needs_dpkg
@pytest.mark.parametrize("edition", linux.NAMES)
def test_a_deb_carries_its_licence_whole_and_says_where_its_source_is(
    debs: dict[str, Deb], edition: str
) -> None:
    deb = debs[edition]
    text = (deb.share / "doc" / deb.name / "copyright").read_text(encoding="utf-8")
    head, *files, licence = [fields(part) for part in text.strip().split("\n\n")]
    assert head["Format"].startswith("https://www.debian.org/doc/packaging-manuals/copyright-format/1.0")
    assert "commit 0123456789ab" in head["Source"]
    assert "whoever gave you this package" in re.sub(r"\s+", " ", head["Source"])
    assert [part["Files"] for part in files] == ["*", "usr/lib/docuchat/_internal/*"]
    assert all(part["Copyright"] and part["License"] for part in files)
    assert "/usr/lib/docuchat/licences/THIRD-PARTY.txt" in files[1]["License"]
    told = [line.strip() for line in licence["License"].splitlines()]
    whole = [line.strip() or "." for line in (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()]
    assert (told[0], told[-len(whole) :]) == ("AGPL-3.0-or-later", whole)
    assert "@" not in text.replace("https://", "")


def fields(paragraph: str) -> dict[str, str]:
    """The fields of a paragraph in Debian's form."""
    return {
        name: value.strip()
        for name, value in re.findall(r"(?ms)^([A-Z][\w-]*):(.*?)(?=^[A-Z][\w-]*:|\Z)", paragraph)
    }


@needs_dpkg
@pytest.mark.parametrize("edition", linux.NAMES)
def test_the_pages_are_registered_with_the_systems_documents(debs: dict[str, Deb], edition: str) -> None:
    deb = debs[edition]
    about, form = map(fields, (deb.share / "doc-base" / deb.name).read_text("utf-8").strip().split("\n\n"))
    assert (about["Document"], about["Section"], form["Format"]) == (deb.name, "Office", "HTML")
    assert all(about[name] for name in ("Title", "Author", "Abstract"))
    index = deb.root / form["Index"].lstrip("/")
    assert index.is_file()
    pages = {path for pattern in form["Files"].split() for path in deb.root.glob(pattern.lstrip("/"))}
    assert pages == set(index.parent.rglob("*.html"))


def test_the_menu_entry_takes_no_files_from_a_file_manager_editor_or_browser() -> None:
    """An entry that names a type becomes what opens it where no other program does, or the newest."""
    menu = configparser.ConfigParser(interpolation=None, strict=False)
    menu.read(linux.LINUX / "docuchat.desktop", encoding="utf-8")
    types = menu["Desktop Entry"]["MimeType"].rstrip(";").split(";")
    assert "application/pdf" in types
    assert [one for one in types if one.startswith(("inode/", "text/", "image/"))] == []


@needs_dpkg
def test_the_archive_is_the_same_with_every_umask(tmp_path: Path) -> None:
    made, before = [], os.umask(0)
    try:
        for mask in (0o022, 0o077, 0o002):
            os.umask(mask)
            folder = tmp_path / f"{mask:o}" / "docuchat"
            (folder / "_internal").mkdir(parents=True)
            for name in ("docuchat", "_internal/library.so", "_internal/table.txt"):
                (folder / name).write_text(name)
            for name in ("docuchat", "_internal/library.so"):
                (folder / name).chmod(0o777 & ~mask)
            (folder / "_internal" / "link.so").symlink_to("library.so")
            made.append(linux.make_archive(folder, folder.parent, "0.1.0", AT))
    finally:
        os.umask(before)
    assert len({path.read_bytes() for path in made}) == 1
    with tarfile.open(made[0]) as archive:
        found = {one.name: (oct(one.mode), one.uname, one.gname, one.mtime) for one in archive}
    assert found == {
        "docuchat-0.1.0": ("0o755", "root", "root", AT),
        "docuchat-0.1.0/_internal": ("0o755", "root", "root", AT),
        "docuchat-0.1.0/_internal/library.so": ("0o644", "root", "root", AT),
        "docuchat-0.1.0/_internal/link.so": ("0o777", "root", "root", AT),
        "docuchat-0.1.0/_internal/table.txt": ("0o644", "root", "root", AT),
        "docuchat-0.1.0/docuchat": ("0o755", "root", "root", AT),
        "docuchat-0.1.0/docuchat-data": ("0o700", "root", "root", AT),
    }


@pytest.mark.slow
@needs_dpkg
def test_the_same_folder_gives_the_same_packages(folder: Path, tmp_path: Path) -> None:
    made = []
    for number in (1, 2):
        (folder / "docuchat").touch()
        out = tmp_path / str(number)
        out.mkdir()
        made.append(linux.make_deb(folder, out, "0.1.0", AT).read_bytes())
    assert made[0] == made[1]


def test_the_archive_is_portable(folder: Path, tmp_path: Path) -> None:
    with tarfile.open(linux.make_archive(folder, tmp_path, "0.1.0", 1)) as archive:
        data, program = map(
            archive.getmember, ("docuchat-0.1.0/docuchat-data", "docuchat-0.1.0/docuchat-desktop")
        )
        archive.extractall(tmp_path / "unpacked", filter="data")
    assert (data.isdir(), data.mode) == (True, 0o700)
    assert program.mode & 0o111
    pages = tmp_path / "unpacked" / "docuchat-0.1.0" / "documentation"
    assert (pages / "index.html").is_file()
    assert documentation.dead_links(pages) == []


@needs_dpkg
def test_the_full_edition_takes_the_place_of_the_small_one(
    debs: dict[str, Deb], small: Deb, tmp_path: Path
) -> None:
    full = debs["full"]
    assert (linux.is_full(small.package), linux.is_full(full.package)) == (False, True)
    said = asked("dpkg-deb", "-f", full.package).splitlines()
    assert {f"{word}: docuchat" for word in ("Conflicts", "Replaces", "Provides")} < set(said)
    assert "Package: docuchat-full" in said
    assert (full.root / linux.INSTALLED / "documentation" / "index.html").is_file()
    earlier = verify.earlier_version(small.package, tmp_path)
    assert asked("dpkg-deb", "-f", earlier, "Version").strip() == "0.0.1"
    assert steps.EARLIER_FILE in asked("dpkg-deb", "-c", earlier)


def named(field: str) -> set[str]:
    """The packages of a field, alternatives among them."""
    return {name.split()[0] for part in field.split(",") for name in part.split("|")}


def test_apt_brings_what_qt_loads_for_both_kinds_of_display() -> None:
    wanted = {*QT_IMPORT.values(), *QT_X11.values(), *QT_WAYLAND.values(), "libxcb1"}
    assert wanted - named(linux.depends()) == set()
    assert "libcups2" not in named(linux.depends())  # who never prints needs none
    assert {"libcups2", "libcups2t64"} <= named(linux.RECOMMENDS)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="a C compiler is what the set-up needs for llama.cpp")
def test_what_a_library_needs_is_read_from_it(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int answer(void) { return 42; }")
    library = tmp_path / "liba.so"
    options = ["-shared", "-Wl,--no-as-needed", "-Wl,-rpath,/x"]
    subprocess.run(["gcc", *options, "-o", library, tmp_path / "a.c", "-lm"], check=True)
    assert runpaths.needed(library.read_bytes()) == ["libm.so.6", "libc.so.6"]
    assert runpaths.needed(b"#!/bin/sh") == []


# --- of a package that was built: python3 packaging/dev.py package


@pytest.mark.package
def test_what_the_bundle_needs_and_does_not_hold_is_named_to_apt() -> None:
    from desktop.start.system_libraries import debian_package

    built = ROOT / "build" / "package" / "dist" / "docuchat"
    if not built.is_dir():
        pytest.skip("no package was built (python3 packaging/dev.py package)")
    files = [path for path in built.rglob("*") if path.is_file()]
    inside = {path.name for path in files}
    glibc = re.compile(r"(ld-linux[\w-]*|lib(c|m|dl|rt|util|pthread|resolv|nsl|anl|mvec))\.so\.\d+")
    wanted: dict[str, str] = {}
    for path in files:
        if not path.is_symlink() and (".so" in path.name or path.parent == built):
            for library in runpaths.needed(path.read_bytes()):
                if library not in inside and not glibc.fullmatch(library):
                    wanted[library] = path.name
    assert len(wanted) > 3
    known = named(linux.depends()) | named(linux.RECOMMENDS)
    lacking = {
        library: (debian_package(library), by)
        for library, by in wanted.items()
        if debian_package(library) not in known
    }
    assert lacking == {}
