"""The Linux packages out of the built folder: a `.deb` and a portable archive, both the same for the same
commit.

The `.deb` has no maintainer scripts: menus, icons and MIME types are refreshed by triggers of the packages
that own them. Needs `dpkg-deb` (on Debian always there).
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import subprocess
import tarfile
import time
from email.utils import formatdate
from functools import partial
from pathlib import Path

from bootstrap.console import SetupError
from bootstrap.places import ROOT

from bundle.documentation import FOLDER, INDEX
from bundle.icons import DRAWING, draw

LINUX = ROOT / "packaging" / "linux"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
INSTALLED = "usr/lib/docuchat"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
MAINTAINER = "The DocuChat authors <docuchat@users.noreply.github.com>"
# What Qt loads from the system: an import, a window on X11 or Wayland. PyInstaller never takes along libegl1,
# libgl1, libxcb1 and those of Wayland. The others it may have from the builder's system, which only a bundle
# can show, so they stay (libxkbcommon0 and libfontconfig1 also bring what describes keyboards and fonts).
DEPENDS = (
    "libglib2.0-0 | libglib2.0-0t64, libegl1, libgl1, libxkbcommon0, libdbus-1-3, libfontconfig1, libxcb1, "
    "libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1, libxcb-xkb1, libxkbcommon-x11-0, libxcb-randr0, "
    "libxcb-render-util0, libxcb-shape0, libwayland-client0, libwayland-cursor0, libwayland-egl1"
)
# Texts in a window need some font; printing loads the system's CUPS, where there is one.
RECOMMENDS = "fonts-dejavu-core, libcups2 | libcups2t64"
# The full edition is a package of its own, so that apt exchanges one for the other.
NAMES = {"small": "docuchat", "full": "docuchat-full"}
# Beside the program's file: what makes it portable (core/system/paths.py).
PORTABLE_DATA = "docuchat-data"
DESCRIPTION = """ask questions about your own documents, offline
 Drop documents on the window and ask. Every sentence of an answer is tied to
 the exact words of a page, and a click shows them highlighted. Models run on
 this computer; nothing is sent anywhere."""


def architecture() -> str:
    """Debian's name of this machine's processor."""
    machine = platform.machine()
    return ARCHITECTURES.get(machine, machine)


def depends() -> str:
    """Not on an older glibc than that of this system, whose libraries are inside: apt says so, instead of the
    program when it is started."""
    name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    return f"libc6{f' (>= {version})' if name == 'glibc' else ''}, {DEPENDS}"


def is_full(package: Path) -> bool:
    """Whether a package is of the edition that brings the answer model."""
    return package.name.startswith(NAMES["full"])


def make_deb(folder: Path, out: Path, version: str, at: int, edition: str = "small") -> Path:
    """`out/docuchat_<version>_<architecture>.deb` (or `docuchat-full_…`) from the built folder.

    Raises:
        SetupError: a tool is missing or refuses.
    """
    root = out / "deb"
    shutil.rmtree(root, ignore_errors=True)
    (root / INSTALLED).parent.mkdir(parents=True)
    # Links: a second copy of the full edition is 1.9 GB.
    shutil.copytree(folder, root / INSTALLED, symlinks=True, copy_function=os.link)
    (root / "usr" / "bin").mkdir(parents=True)
    for name in ("docuchat", "docuchat-desktop"):
        (root / "usr" / "bin" / name).symlink_to(f"../lib/docuchat/{name}")
    _desktop_files(root / "usr" / "share", version, at, NAMES[edition])
    documents = root / "usr" / "share" / "doc" / NAMES[edition]
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(_copyright(folder), encoding="utf-8")
    changed = formatdate(at)
    _compressed(
        documents / "changelog.gz",
        f"{NAMES[edition]} ({version}) unstable; urgency=medium\n\n"
        f"  * See CHANGELOG.md.gz beside this file.\n\n -- {MAINTAINER}  {changed}\n".encode(),
    )
    _compressed(documents / "CHANGELOG.md.gz", (ROOT / "CHANGELOG.md").read_bytes())
    # Where a user looks for them, and where the browser of Ubuntu, which runs in a box of its own, may read.
    (root / INSTALLED / FOLDER).rename(documents / "html")
    (root / INSTALLED / FOLDER).symlink_to(f"../../share/doc/{NAMES[edition]}/html")
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    control = root / "DEBIAN"
    control.mkdir()
    name, (other,) = NAMES[edition], [one for key, one in NAMES.items() if key != edition]
    provides = "Provides: docuchat\n" if edition == "full" else ""
    (control / "control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: {architecture()}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {size // 1024}\nSection: text\nPriority: optional\nDepends: {depends()}\n"
        f"Recommends: {RECOMMENDS}\nConflicts: {other}\nReplaces: {other}\n{provides}"
        f"Description: {DESCRIPTION}\n",
        encoding="utf-8",
    )
    (control / "md5sums").write_text(_checksums(root), encoding="utf-8")
    _settle(root, at)
    target = out / f"{name}_{version}_{architecture()}.deb"
    # Debian 12 and Ubuntu 22.04 read zstd (33 s of one core; xz at level 3 was not done after 226 s).
    command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z9", "--build", root, target]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(at)}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    except OSError as error:
        raise SetupError("dpkg-deb is not installed; the .deb is made on Debian or Ubuntu.") from error
    if done.returncode:
        raise SetupError(f"dpkg-deb failed:\n{done.stderr}")
    shutil.rmtree(root)
    return target


def make_archive(folder: Path, out: Path, version: str, at: int, edition: str = "small") -> Path:
    """`out/docuchat-<version>-linux-<architecture>.tar.gz` (or `docuchat-full-…`): unpacked anywhere, with
    `docuchat-data` inside it keeps everything beside the program."""
    target = out / _archive_name(NAMES[edition], version)
    top = f"docuchat-{version}"

    def same(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = at
        return member

    def settled(path: Path, name: str) -> None:
        member = same(archive.gettarinfo(path, name))
        member.mode = 0o777 if path.is_symlink() else _rights(path)
        if member.isreg():
            with path.open("rb") as content:
                archive.addfile(member, content)
        else:
            archive.addfile(member)

    # 364 MB in 54 s of one core; xz at level 1 had 320 MB after 450 s.
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 6, file, mtime=at) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        settled(folder, top)
        for path in sorted(folder.rglob("*")):
            settled(path, f"{top}/{path.relative_to(folder)}")
        data = same(tarfile.TarInfo(f"{top}/{PORTABLE_DATA}"))
        data.type, data.mode = tarfile.DIRTYPE, 0o700
        archive.addfile(data)
    return target


def archive_beside(package: Path) -> Path | None:
    """The portable archive that was made with a `.deb`, where there is one."""
    name, version, _architecture = package.stem.split("_")
    archive = package.with_name(_archive_name(name, version))
    return archive if archive.is_file() else None


def _archive_name(name: str, version: str) -> str:
    return f"{name}-{version}-linux-{architecture()}.tar.gz"


def check_desktop_files(folder: Path) -> str:
    """What `appstreamcli` and `desktop-file-validate` say; a line for a tool that is not here."""
    said = []
    for command in (
        ["appstreamcli", "validate", "--no-net", *folder.rglob("*.metainfo.xml")],
        ["desktop-file-validate", *folder.rglob("*.desktop")],
    ):
        if shutil.which(command[0]) is None:
            said.append(f"{command[0]}: not installed, not run")
            continue
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        said.append(f"{command[0]}: {'ok' if done.returncode == 0 else done.stdout + done.stderr}")
    return "\n".join(said)


def _desktop_files(share: Path, version: str, at: int, package: str) -> None:
    folder = f"/usr/share/doc/{package}/html"
    filling = {
        "@VERSION@": version,
        "@DATE@": time.strftime("%Y-%m-%d", time.gmtime(at)),
        "@PAGES@": f"{folder}/{INDEX}",
        "@FOLDER@": folder,
        "@PACKAGE@": package,
    }

    def filled(name: str) -> str:
        text = (LINUX / name).read_text(encoding="utf-8")
        for place, filled_with in filling.items():
            text = text.replace(place, filled_with)
        return text

    for name, place in (("docuchat.desktop", "applications"), ("docuchat.metainfo.xml", "metainfo")):
        (share / place).mkdir(parents=True, exist_ok=True)
        target = "io.github.docuchat.DocuChat.metainfo.xml" if place == "metainfo" else name
        (share / place / target).write_text(filled(name), encoding="utf-8")
    (share / "doc-base").mkdir()
    (share / "doc-base" / package).write_text(filled("doc-base"), encoding="utf-8")
    manual = share / "man" / "man1"
    manual.mkdir(parents=True)
    _compressed(manual / "docuchat.1.gz", filled("docuchat.1").encode())
    (manual / "docuchat-desktop.1.gz").symlink_to("docuchat.1.gz")
    scalable = share / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copyfile(DRAWING, scalable / "docuchat.svg")
    for size, picture in draw(SIZES).items():
        place = share / "icons" / "hicolor" / f"{size}x{size}" / "apps"
        place.mkdir(parents=True)
        (place / "docuchat.png").write_bytes(picture)


def _copyright(folder: Path) -> str:
    """With the whole licence, which Debian does not keep among its common ones (Policy 12.5)."""
    record = folder / "COMMIT"
    commit = record.read_text(encoding="utf-8").strip() if record.is_file() else "unknown"
    lines = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
    licence = "\n".join(f" {line}" if line.strip() else " ." for line in lines)
    text = (LINUX / "copyright").read_text(encoding="utf-8")
    return text.replace("@COMMIT@", commit).replace("@LICENCE@", licence)


def _compressed(target: Path, content: bytes) -> None:
    target.write_bytes(gzip.compress(content, mtime=0))


def _checksums(root: Path) -> str:
    """Of every file that is installed, for `dpkg -V`."""
    lines = []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.is_file() and not path.is_symlink() and name.parts[0] != "DEBIAN":
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, partial(hashlib.md5, usedforsecurity=False))
            lines.append(f"{digest.hexdigest()}  {name}\n")
    return "".join(lines)


def _rights(path: Path) -> int:
    """Those of a file or folder in a package, whatever the builder's umask was."""
    is_open = path.is_dir() or (os.access(path, os.X_OK) and ".so" not in path.name)
    return 0o755 if is_open else 0o644


def _settle(root: Path, at: int) -> None:
    """Rights and times that do not depend on who builds, and when."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(_rights(path))
        os.utime(path, (at, at), follow_symlinks=False)
