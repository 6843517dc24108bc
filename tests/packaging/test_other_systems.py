"""The recipes for Windows, macOS, AppImage and a public CI service. None has run here, so that only what
needs none of those systems is checked: form, names, and that everything they call exists.
"""

from __future__ import annotations

import plistlib
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from bootstrap.commands import USAGE
from bootstrap.places import ROOT
from bundle import linux, windows

PACKAGING = ROOT / "packaging"
SETUP = PACKAGING / "windows" / "docuchat.iss"
WORKFLOW = PACKAGING / "ci" / "packages.yml"
SCRIPTS = (PACKAGING / "macos" / "make_dmg.sh", PACKAGING / "linux" / "make_appimage.sh")


def sections() -> dict[str, list[str]]:
    """Section of the Inno Setup script → its lines; what is behind the preprocessor's `#if` counts, too."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in SETUP.read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line.strip()):
            assert header.group(1) not in found
            current = found.setdefault(header.group(1), [])
        elif line.strip() and not line.startswith((";", "#")):
            current.append(line)
    return found


def test_the_installer_for_windows_has_what_inno_setup_asks_for() -> None:
    parts = sections()
    known = {
        "Setup",
        "Languages",
        "CustomMessages",
        "Tasks",
        "InstallDelete",
        "Files",
        "Icons",
        "Registry",
        "Run",
    }
    assert set(parts) == known
    for line in parts["Setup"]:
        assert re.fullmatch(r"\w+=\S.*", line), line
    for name in known - {"Setup", "CustomMessages"}:
        for line in parts[name]:
            assert all(re.match(r'\s*\w+: ("([^"]|"")*"|[\w ]+)$', part) for part in split_entry(line)), line
    messages = [line.split("=")[0] for line in parts["CustomMessages"]]
    languages = [re.search(r'Name: "(\w+)"', line).group(1) for line in parts["Languages"]]  # type: ignore[union-attr]
    used = set(re.findall(r"\{cm:(\w+)\}", SETUP.read_text(encoding="utf-8")))
    assert sorted(messages) == sorted(f"{language}.{name}" for language in languages for name in used)
    settings = dict(line.split("=", 1) for line in parts["Setup"])
    assert re.fullmatch(r"\{\{[0-9A-F-]{36}\}", settings["AppId"])
    assert settings["PrivilegesRequired"] == "lowest"


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
    monkeypatch.setenv("DOCUCHAT_SIGN", "signtool sign /a")
    command = windows.installer_command(
        "ISCC", Path("C:/f"), Path("C:/o"), "docuchat", "1.0", Path("C:/i.ico")
    )
    given = {part[2:].split("=")[0] for part in command if part.startswith("/D")}
    text = SETUP.read_text(encoding="utf-8")
    assert set(re.findall(r"\{#(\w+)\}", text)) | set(re.findall(r"(?m)^#ifdef (\w+)", text)) == given
    assert "/Sdocuchat=signtool sign /a $f" in command
    assert "SignTool=docuchat" in text
    monkeypatch.delenv("DOCUCHAT_SIGN")
    command = windows.installer_command(
        "ISCC", Path("C:/f"), Path("C:/o"), "docuchat", "1.0", Path("C:/i.ico")
    )
    assert not any(part.startswith(("/S", "/DSigned")) for part in command)


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
    (tmp_path / "f" / "docuchat.exe").write_bytes(b"MZ")
    first = windows.make_zip(tmp_path / "f", tmp_path, "docuchat", "1.0", 1_700_000_000)
    with zipfile.ZipFile(first) as archive:
        assert archive.namelist() == ["docuchat-1.0/docuchat.exe", "docuchat-1.0/docuchat-data/"]
    content = first.read_bytes()
    (tmp_path / "f" / "docuchat.exe").touch()
    assert (
        windows.make_zip(tmp_path / "f", tmp_path, "docuchat", "1.0", 1_700_000_000).read_bytes() == content
    )


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
    ran = [step["run"] for step in job["steps"] if "run" in step]
    commands = [line.strip() for text in ran for line in text.splitlines() if "packaging/" in line]
    assert len(commands) == 3
    for command in commands:
        script, word = re.search(r"python (packaging/\S+) (\S+)", command).groups()  # type: ignore[union-attr]
        assert (ROOT / script).is_file()
        assert word in re.split(r"[| ]", USAGE)
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1"))
    for name in re.findall(r"hashFiles\(([^)]*)\)", WORKFLOW.read_text(encoding="utf-8")):
        assert all((ROOT / path.strip(" '")).is_file() for path in name.split(","))


def test_no_recipe_holds_a_key() -> None:
    """Certificates and passwords come from the service's secrets or the builder's environment."""
    for path in (SETUP, WORKFLOW, *SCRIPTS):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?i)(password|certificate|secret)\s*[:=]\s*[\"']?[A-Za-z0-9+/]{16,}", text), (
            path.name
        )
