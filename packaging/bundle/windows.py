"""The Windows packages: an installer by Inno Setup, and a portable ZIP. Made on Windows; not run elsewhere.

With DOCUCHAT_SIGN set to a command that signs the file whose name is added to it, programs, installer and
uninstaller are signed. What has spaces stands in double quotes there.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
import zipfile
from pathlib import Path, PureWindowsPath

from bootstrap.console import SetupError
from bootstrap.places import ROOT

SCRIPT = ROOT / "packaging" / "windows" / "docuchat.iss"
# Where the compiler of Inno Setup lies when it is not on the path.
COMPILER = PureWindowsPath("C:/Program Files (x86)/Inno Setup 6/ISCC.exe")
PROGRAMS = ("docuchat.exe", "docuchat-desktop.exe")


def version_file(version: str) -> str:
    """What Windows shows among a program's properties, as PyInstaller reads it."""
    numbers = [int(part) for part in version.split(".")[:3]]
    four = tuple([*numbers, 0, 0, 0, 0][:4])
    told = {
        "CompanyName": "The DocuChat authors",
        "FileDescription": "DocuChat",
        "FileVersion": version,
        "LegalCopyright": "AGPL-3.0-or-later",
        "OriginalFilename": "docuchat-desktop.exe",
        "ProductName": "DocuChat",
        "ProductVersion": version,
    }
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in told.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={four}, prodvers={four}),\n"
        f"  kids=[StringFileInfo([StringTable('040904B0', [{strings}])]),\n"
        "        VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )


def installer_command(
    compiler: str, folder: Path, out: Path, name: str, version: str, icon: Path
) -> list[str]:
    """How Inno Setup is called."""
    defined = {"Version": version, "Folder": folder, "Out": out, "Name": name, "Icon": icon}
    command = [compiler, "/Qp", *(f"/D{key}={value}" for key, value in defined.items())]
    if sign := os.environ.get("DOCUCHAT_SIGN"):
        # Inno Setup has no other way to write a quote on its command line.
        command += ["/DSigned", f"/Sdocuchat={sign.replace(chr(34), '$q')} $f"]
    return [*command, str(SCRIPT)]


def make_installer(folder: Path, out: Path, name: str, version: str, icon: Path) -> Path:
    """`out/<name>-<version>-windows-x86_64.exe` from the built folder.

    Raises:
        SetupError: Inno Setup is missing or refuses; or a program cannot be signed.
    """
    if sign := os.environ.get("DOCUCHAT_SIGN"):
        for program in PROGRAMS:
            words = [word.strip('"') for word in shlex.split(sign, posix=False)]
            _checked([*words, str(folder / program)])
    compiler = shutil.which("iscc") or str(COMPILER)
    if not Path(compiler).is_file():
        raise SetupError("Inno Setup (6.3 or later) is not installed; it makes the installer.")
    target = out / f"{name}-{version}-windows-x86_64.exe"
    _checked(installer_command(compiler, folder, out, target.stem, version, icon))
    return target


def make_zip(folder: Path, out: Path, name: str, version: str, at: int) -> Path:
    """`out/<name>-<version>-windows-x86_64.zip`; `docuchat-data` inside makes it portable."""
    target, top = out / f"{name}-{version}-windows-x86_64.zip", f"{name}-{version}"
    moment = time.gmtime(at)[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                inside = zipfile.ZipInfo(f"{top}/{path.relative_to(folder).as_posix()}", moment)
                inside.compress_type = zipfile.ZIP_DEFLATED
                with path.open("rb") as source, archive.open(inside, "w", force_zip64=True) as packed:
                    shutil.copyfileobj(source, packed, 1 << 20)
        archive.writestr(zipfile.ZipInfo(f"{top}/docuchat-data/", moment), b"")
    return target


def _checked(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SetupError(
            f"{command[0]} cannot be started ({error.strerror or error}). Is it installed, and is its folder "
            "on the path?"
        ) from error
    if done.returncode:
        raise SetupError(f"{command[0]} failed:\n{(done.stdout + done.stderr)[-3000:]}")
