"""The folder that is installed: PyInstaller, then llama.cpp's libraries for every processor in their place.

Runs in the project's environment (it reads what is installed there). Everything is made below
`build/package`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from bootstrap.console import SetupError, run_logged
from bootstrap.places import ROOT

from bundle.documentation import write_documentation
from bundle.icons import write_icns, write_ico
from bundle.runpaths import drop_foreign_run_paths

OUT = ROOT / "build" / "package"
# Among the resources: core/system/paths.py.
UPDATES_FILE = "updates-url.txt"
# Its code uses the tile registers of Xeons, which ends the first prompt with SIGSEGV: see
# bootstrap/compiled.py.
WITHOUT = ("sapphirerapids",)


def commit() -> tuple[str, int]:
    """The commit that is packaged (with `+` when files differ from it) and its time in seconds since 1970."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    name, at = git("rev-parse", "--short=12", "HEAD"), git("log", "-1", "--format=%ct")
    changed = "+" if git("status", "--porcelain", "--untracked-files=no") else ""
    return (name or "unknown") + changed, int(at or time.time())


def make_folder(
    name: str,
    at: int,
    llama_wheel: Path | None,
    models: Iterable[Path],
    out: Path = OUT,
    updates_url: str = "",
) -> Path:
    """Build `out/dist/docuchat` and return it. `name`, `at`: see `commit`; `updates_url`: see `name_updates`.

    `models`: folders of installed models that come along; without `llama_wheel`, llama.cpp is the one of this
    environment, compiled for this processor.

    Raises:
        SetupError: PyInstaller failed; its log is named.
    """
    environment = {
        **os.environ,
        "DOCUCHAT_ROOT": str(ROOT),
        "PYTHONPATH": str(ROOT),
        # What makes two builds of one commit alike.
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": str(at),
    }
    out.mkdir(parents=True, exist_ok=True)
    environment |= _for_this_system(out)
    run_logged(
        "Building the folder with PyInstaller",
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--distpath", out / "dist",
            "--workpath", out / "work", ROOT / "packaging" / "bundle" / "docuchat.spec",
        ],
        out / "pyinstaller.log",
        cwd=out,
        environment=environment,
    )  # fmt: skip
    folder = out / "dist" / "docuchat"
    if sys.platform == "linux":
        drop_foreign_run_paths(folder)
    drop_scripts_of_records(folder)
    (folder / "COMMIT").write_text(name + "\n", encoding="utf-8")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    write_documentation(folder)
    if llama_wheel is not None:
        exchange_llama(folder, llama_wheel)
    places = [folder / "_internal" / "resources"]
    if sys.platform == "darwin":
        places = [application(out) / "Contents" / "Resources" / "resources"]
    for place in places:
        name_updates(place, updates_url)
        for model in models:
            bring_model(place, model, at)
    return folder


def name_updates(resources: Path, url: str) -> None:
    """Let the built program ask `url` for newer versions when its user presses the button; or nobody.

    Raises:
        SetupError: it is no https address, or holds a name or password.
    """
    target = resources / UPDATES_FILE
    target.unlink(missing_ok=True)
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc:
        raise SetupError(f"{url} is no address to ask for newer versions: https, without a name or password.")
    target.write_text(url + "\n", encoding="utf-8")


def drop_scripts_of_records(folder: Path) -> None:
    """Scripts that packages record have a hash that depends on where the builder's environment lies."""
    for record in folder.rglob("*.dist-info/RECORD"):
        lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
        record.write_text("".join(line for line in lines if not line.startswith("../")), encoding="utf-8")


def application(out: Path) -> Path:
    """What macOS takes for the program, beside the built folder."""
    return out / "dist" / "DocuChat.app"


def _for_this_system(out: Path) -> dict[str, str]:
    """What the spec takes from the environment: icon, version."""
    version = version_of_project()
    if sys.platform == "win32":
        from bundle.windows import version_file

        icon, told = out / "docuchat.ico", out / "version.txt"
        write_ico(icon)
        told.write_text(version_file(version), encoding="utf-8")
        return {"DOCUCHAT_ICON": str(icon), "DOCUCHAT_VERSION_FILE": str(told)}
    if sys.platform == "darwin":
        write_icns(out / "docuchat.icns")
        return {"DOCUCHAT_ICON": str(out / "docuchat.icns"), "DOCUCHAT_VERSION": version}
    return {}


def version_of_project() -> str:
    """The version in pyproject.toml.

    Raises:
        SetupError: there is none.
    """
    found = re.search(r'(?m)^version = "([^"]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if found is None:
        raise SetupError("pyproject.toml names no version.")
    return found.group(1)


def bring_model(resources: Path, model: Path, at: int) -> None:
    """Put an installed model among the resources of the built program.

    The packages give every file the time `at`; the model's record says so, too, or a model of gigabytes would
    be hashed at each start, because nobody may write into an installed folder. Where the builder had the
    model from is no matter of the user's.
    """
    target = resources / "models" / model.name
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(model, target)
    record = target / "manifest.json"
    told = json.loads(record.read_text(encoding="utf-8"))
    for file in told["files"]:
        file |= {"mtime_ns": at * 10**9, "source": "package", "path": ""}
    record.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    for path in target.rglob("*"):
        os.utime(path, (at, at))


def exchange_llama(folder: Path, wheel: Path) -> None:
    """llama.cpp compiled for this processor goes; the libraries for every processor come, all in one folder.

    The wheel puts those that are chosen at run time beside the interpreter; `core.llm.loading` looks for them
    in `llama_cpp/lib`, by absolute path.
    """
    target = folder / "_internal" / "llama_cpp" / "lib"
    for old in [
        *target.glob("*"),
        *(folder / "_internal").glob("lib*ggml*"),
        *(folder / "_internal").glob("libllama*"),
    ]:
        old.unlink()
    target.mkdir(parents=True, exist_ok=True)
    variants = 0
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            name = Path(member).name
            if ".so" not in name and not name.endswith((".dll", ".dylib")):
                continue
            if any(word in name for word in WITHOUT):
                continue
            path = target / name
            if not path.exists():
                path.write_bytes(archive.read(member))
                path.chmod(0o755)
                variants += "ggml-cpu-" in name
    if not variants:
        raise SetupError(f"{wheel} holds no libraries for several processors.")
    _link_versions(target)


def _link_versions(folder: Path) -> None:
    """A wheel has no links, so `libx.so`, `libx.so.0` and `libx.so.0.1` are three copies: make them one."""
    by_content: dict[bytes, Path] = {}
    for path in sorted(folder.iterdir(), key=lambda path: len(path.name), reverse=True):
        content = path.read_bytes()
        first = by_content.setdefault(content, path)
        if first is not path:
            path.unlink()
            path.symlink_to(first.name)
