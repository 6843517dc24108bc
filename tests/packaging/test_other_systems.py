"""The recipes for Windows, macOS, AppImage and a public CI service. None has run here, so that only what
needs none of those systems is checked: form, names, and that everything they call exists.
"""

from __future__ import annotations

import os
import plistlib
import re
import shlex
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from bootstrap.commands import USAGE
from bootstrap.console import SetupError
from bootstrap.places import ROOT
from bootstrap.system import FONT_PACKAGE, QT_IMPORT, QT_WAYLAND, QT_X11
from bundle import linux, windows

PACKAGING = ROOT / "packaging"
SETUP = PACKAGING / "windows" / "docuchat.iss"
WORKFLOW = PACKAGING / "ci" / "packages.yml"
SCRIPTS = (PACKAGING / "macos" / "make_dmg.sh", PACKAGING / "linux" / "make_appimage.sh")


def sections() -> dict[str, list[str]]:
    """Section of the Inno Setup script → its lines; what is behind the preprocessor's `#if` counts, too."""
    parts = re.split(r"(?m)^\[(\w+)\]$", SETUP.read_text(encoding="utf-8"))[1:]
    assert len(parts[::2]) == len(set(parts[::2]))
    return {
        name: [line for line in text.splitlines() if line.strip() and not line.startswith((";", "#"))]
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }


def test_the_installer_for_windows_has_what_inno_setup_asks_for() -> None:
    parts = sections()
    entries = {"Languages", "Tasks", "InstallDelete", "Files", "Icons", "Registry", "Run"}
    assert set(parts) == {"Setup", "CustomMessages", *entries}
    for line in parts["Setup"]:
        assert re.fullmatch(r"\w+=\S.*", line), line
    for line in (line for name in entries for line in parts[name]):
        assert all(re.match(r'\s*\w+: ("([^"]|"")*"|[\w ]+)$', part) for part in split_entry(line)), line
    messages = [line.split("=")[0] for line in parts["CustomMessages"]]
    languages = [re.search(r'Name: "(\w+)"', line).group(1) for line in parts["Languages"]]
    text = SETUP.read_text(encoding="utf-8")
    used = set(re.findall(r"\{cm:(\w+)\}", text))
    assert sorted(messages) == sorted(f"{language}.{name}" for language in languages for name in used)
    settings = dict(line.split("=", 1) for line in parts["Setup"])
    assert re.fullmatch(r"\{\{[0-9A-F-]{36}\}", settings["AppId"])
    assert settings["PrivilegesRequired"] == "lowest"
    assert "x64compatible" in text
    assert "#if Ver < EncodeVer(6, 3, 0)" in text  # the first that knows that word


def split_entry(line: str) -> list[str]:
    """The `Name: value` parts of an entry, cut at semicolons that are not within quotes."""
    return re.findall(r'(?:[^;"]|"(?:[^"]|"")*")+', line)


def test_the_installer_starts_the_programs_that_are_built_and_removes_no_data() -> None:
    text = SETUP.read_text(encoding="utf-8")
    assert set(re.findall(r"\{app\}\\([\w-]+\.exe)", text)) <= set(windows.PROGRAMS)
    spec = (PACKAGING / "bundle" / "docuchat.spec").read_text(encoding="utf-8")
    assert all(f'"{program.removesuffix(".exe")}"' in spec for program in windows.PROGRAMS)
    assert "UninstallDelete" not in text
    deleted = re.findall(r'Type: \w+; Name: "([^"]+)"', text)
    assert deleted
    assert all(name.startswith("{app}\\") for name in deleted)


def test_every_name_the_script_takes_is_given_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def command() -> list[str]:
        return windows.installer_command("ISCC", Path("C:/f"), Path("C:/o"), "d", "1.0", Path("C:/i.ico"))

    monkeypatch.setenv("DOCUCHAT_SIGN", "signtool sign /a")
    given = {part[2:].split("=")[0] for part in command() if part.startswith("/D")}
    text = SETUP.read_text(encoding="utf-8")
    assert set(re.findall(r"\{#(\w+)\}", text)) | set(re.findall(r"(?m)^#ifdef (\w+)", text)) == given
    assert "/Sdocuchat=signtool sign /a $f" in command()
    assert "SignTool=docuchat" in text
    monkeypatch.delenv("DOCUCHAT_SIGN")
    assert not any(part.startswith(("/S", "/DSigned")) for part in command())


def test_the_versions_of_windows_are_four_numbers_and_the_texts_of_the_program() -> None:
    def part(name: str) -> Callable[..., tuple[str, tuple[object, ...], dict[str, object]]]:
        return lambda *given, **named: (name, given, named)

    names = ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct", "VarFileInfo")
    parts = {name: part(name) for name in (*names, "VarStruct")}
    _, _, made = eval(windows.version_file("1.2.3"), parts)  # noqa: S307 - as PyInstaller reads it
    assert made["ffi"][2] == {"filevers": (1, 2, 3, 0), "prodvers": (1, 2, 3, 0)}
    table = made["kids"][0][1][0][0]
    texts = dict(struct[1] for struct in table[1][1])
    assert (texts["ProductName"], texts["ProductVersion"]) == ("DocuChat", "1.2.3")


def test_the_portable_archive_for_windows_keeps_its_data_beside_it(tmp_path: Path) -> None:
    (tmp_path / "f" / "_internal").mkdir(parents=True)
    made = []
    for _ in range(2):
        (tmp_path / "f" / "docuchat.exe").write_bytes(b"MZ")
        path = windows.make_zip(tmp_path / "f", tmp_path, "docuchat", "1.0", 1_700_000_000)
        made.append(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["docuchat-1.0/docuchat.exe", "docuchat-1.0/docuchat-data/"]
    assert made[0] == made[1]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_are_sound_shell(script: Path) -> None:
    assert script.stat().st_mode & 0o111
    done = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if shutil.which("shellcheck"):
        done = subprocess.run(["shellcheck", script], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_what_macos_allows_the_program_is_a_list_of_rights() -> None:
    rights = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert rights
    assert all(
        name.startswith("com.apple.security.cs.") and granted is True for name, granted in rights.items()
    )
    assert not any("network" in name for name in rights)


def test_the_matrix_builds_both_editions_on_every_system_with_commands_that_exist() -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    (job,) = workflow["jobs"].values()
    matrix = job["strategy"]["matrix"]
    assert set(matrix["edition"]) == set(linux.NAMES)
    assert {one["name"] for one in matrix["include"]} == set(matrix["name"])
    assert all(one["runner"] for one in matrix["include"])
    commands = [line for line in lines_that_run() if "packaging/" in line]
    assert len(commands) == 3
    for command in commands:
        script, word = re.search(r"python\S* (packaging/\S+) (\S+)", command).groups()
        assert (ROOT / script).is_file()
        assert word in re.split(r"[| ]", USAGE)
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1"))
    for name in re.findall(r"hashFiles\(([^)]*)\)", WORKFLOW.read_text(encoding="utf-8")):
        assert all((ROOT / path.strip(" '")).is_file() for path in name.split(","))


def lines_that_run() -> list[str]:
    """The lines of all steps, those that go on in the next one put together."""
    (job,) = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"].values()
    ran = [step["run"].replace("\\\n", " ") for step in job["steps"] if "run" in step]
    return [line.strip() for text in ran for line in text.splitlines() if not line.strip().startswith("#")]


def test_the_service_installs_what_is_needed_first_and_runs_the_chosen_tools() -> None:
    """`sudo` looks for `python` on a path of its own; signtool is in no folder of the path."""
    lines = lines_that_run()
    by_root = [line for line in lines if "sudo " in line]
    assert any('"$(command -v python)"' in line for line in by_root)
    for line in by_root:
        words = shlex.split(line)
        assert not {"python", "python3"} & {word.rpartition("/")[2] for word in words}, line
    (number,) = [at for at, line in enumerate(lines) if "apt-get install" in line]
    proof = {"strace", "debootstrap", "qemu-user", "desktop-file-utils", "appstream", "xvfb"}
    wanted = proof | {*QT_IMPORT.values(), *QT_X11.values(), *QT_WAYLAND.values(), FONT_PACKAGE}
    assert wanted - set(lines[number].split()) == set()
    assert number < min(at for at, line in enumerate(lines) if "packaging/dev.py" in line)
    at = next(number for number, line in enumerate(lines) if "DOCUCHAT_SIGN=" in line)
    before = "\n".join(lines[:at])
    assert "Windows Kits/10/bin" in before
    assert "$GITHUB_PATH" in before


def test_words_in_quotes_reach_signtool_and_inno_setup_whole_and_a_missing_tool_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCUCHAT_SIGN", f'"{tmp_path}/no signtool" sign /f "my key.pfx"')
    with pytest.raises(SetupError, match=r"no signtool cannot be started .*on the path"):
        windows.make_installer(tmp_path, tmp_path, "docuchat", "1.0", tmp_path / "i.ico")
    monkeypatch.setenv("DOCUCHAT_SIGN", 'signtool sign /f "C:\\my keys\\a.pfx"')
    ran: list[list[str]] = []
    monkeypatch.setattr(windows, "_checked", ran.append)
    monkeypatch.setattr(windows.shutil, "which", lambda _name: str(tmp_path / "ISCC.exe"))
    (tmp_path / "ISCC.exe").touch()
    windows.make_installer(tmp_path, tmp_path, "docuchat", "1.0", tmp_path / "i.ico")
    assert [command[:4] for command in ran[:2]] == [["signtool", "sign", "/f", r"C:\my keys\a.pfx"]] * 2
    assert r"/Sdocuchat=signtool sign /f $qC:\my keys\a.pfx$q $f" in ran[2]


@pytest.fixture
def apple(tmp_path: Path) -> Callable[..., list[str]]:
    """Runs the script for macOS on a small application; what the stand-in for codesign was told."""
    for name in ("codesign", "hdiutil", "xcrun", "spctl"):
        tool = tmp_path / "bin" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >> "{tmp_path}/told"\n')
    (tmp_path / "bin" / "file").write_text(
        '#!/bin/sh\ngrep -q MACHO "$2" && echo Mach-O 64-bit || echo data\n'
    )
    for tool in (tmp_path / "bin").iterdir():
        tool.chmod(0o755)
    contents = tmp_path / "DocuChat.app" / "Contents"
    for name in APPLES:
        (contents / name).parent.mkdir(parents=True, exist_ok=True)
        (contents / name).write_text("MACHO")
    (contents / "Resources").mkdir()
    (contents / "Resources" / "LICENSE").write_text("text")

    def run(**environment: str) -> list[str]:
        command = ["bash", SCRIPTS[0], tmp_path / "DocuChat.app", tmp_path / "d.dmg"]
        path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
        subprocess.run(command, check=True, capture_output=True, env={"PATH": path, **environment})
        told = (tmp_path / "told").read_text().replace(f"{tmp_path}/", "")
        return [line for line in told.splitlines() if line.startswith("codesign")]

    return run


APPLES = (
    "MacOS/docuchat",
    "MacOS/docuchat-desktop",
    "Frameworks/Python.framework/Versions/3.12/Python",
    "Frameworks/PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore",
    "Frameworks/llama_cpp/lib/libllama.dylib",
    "Frameworks/numpy/core.so",
)


def test_on_macos_everything_is_signed_from_the_inside_outwards(apple: Callable[..., list[str]]) -> None:
    told = apple(DOCUCHAT_CODESIGN="Developer ID")
    parts = [word for line in told if "--force" in line for word in line.split()]
    signed = [
        part.removeprefix("DocuChat.app/Contents/") for part in parts if part.startswith("DocuChat.app")
    ]
    outermost = ["MacOS/docuchat", "MacOS/docuchat-desktop", "DocuChat.app"]
    assert set(APPLES) < set(signed)
    assert "Resources/LICENSE" not in signed
    assert signed[-3:] == outermost
    for name in APPLES[2:4]:
        framework = name.split("/Versions")[0]
        assert signed.index(name) < signed.index(framework) < len(signed) - 3
    with_rights = [line.split()[-1] for line in told if "--entitlements" in line]
    assert [name.removeprefix("DocuChat.app/Contents/") for name in with_rights] == outermost
    assert told[-2].startswith("codesign --verify --deep --strict")


def test_on_macos_a_program_without_an_identity_is_sealed_anew(apple: Callable[..., list[str]]) -> None:
    """The papers are put in after PyInstaller sealed it."""
    assert apple() == [
        "codesign --force --deep --sign - DocuChat.app",
        "codesign --verify --deep --strict DocuChat.app",
    ]


def test_no_recipe_holds_a_key() -> None:
    """Certificates and passwords come from the service's secrets or the builder's environment."""
    for path in (SETUP, WORKFLOW, *SCRIPTS):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?i)(password|certificate|secret)\s*[:=]\s*[\"']?[A-Za-z0-9+/]{16,}", text), (
            path.name
        )
