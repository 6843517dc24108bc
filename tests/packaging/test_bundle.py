"""What the packages are made of; a package that was built is looked into with `-m package`."""

from __future__ import annotations

import ctypes
import hashlib
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from bootstrap.console import SetupError
from bootstrap.places import ROOT
from bundle import build, calls, icons, linux, reproduce, runpaths, verify

from tests.cases import score_rules

OUT = ROOT / "build" / "package"


def test_the_manual_names_each_command_once_every_exit_code_and_every_place_of_files() -> None:
    from core import errors
    from core.cli.program import build_parser

    manual = (linux.LINUX / "docuchat.1").read_text(encoding="utf-8").replace("\\-", "-")
    parts = dict(re.findall(r"^\.SH (\w[\w ]*)\n(.*?)(?=^\.SH |\Z)", manual, re.MULTILINE | re.DOTALL))
    headings = re.findall(r"^\.TP\n\.\w+ (.*)$", parts["COMMANDS"], re.MULTILINE)
    names = [name for heading in headings for name in re.findall(r"\b[a-z]+(?:-[a-z]+)*\b", heading)]
    assert sorted(names) == sorted(set(names))
    (commands,) = [one.choices for one in build_parser()._actions if isinstance(one.choices, dict)]
    assert [name for name in commands if not re.search(rf"\b{name}\b", manual)] == []
    codes = {kind.exit_code for kind in vars(errors).values() if hasattr(kind, "exit_code")}
    assert codes <= {int(code) for code in re.findall(r"\b(\d+) [a-z]", parts["EXIT STATUS"])}
    places = ("~/.local/share/docuchat", "~/.local/state/docuchat", "~/.cache/docuchat", "docuchat-data")
    for name in (*places, "~/.config/docuchat/location.json", "library.sqlite3"):
        assert name in parts["FILES"]
    for name in ("DOCUCHAT_HOME", "DOCUCHAT_MODELS", "DOCUCHAT_SERVER_API_KEY", "DOCUCHAT_QDRANT_API_KEY"):
        assert name in parts["ENVIRONMENT"]


@pytest.mark.skipif(shutil.which("man") is None, reason="man reads manual pages")
def test_the_manual_is_sound() -> None:
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", linux.LINUX / "docuchat.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_libraries_for_every_processor_take_the_place_of_ours(folder: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "llama.whl"
    names = ["libggml-cpu-haswell.so", "libllama.so", "libllama.so.0"]
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in (*names, "libggml-cpu-sapphirerapids.so"):
            archive.writestr(f"bin/{name}", name.split(".")[0])
        archive.writestr("llama_cpp/llama.py", "code")
    lib = folder / "_internal" / "llama_cpp" / "lib"
    lib.mkdir(parents=True)
    for old in (lib / "libggml-cpu.so", folder / "_internal" / "libggml-cpu.so.0"):
        old.write_text("for one processor")
    build.exchange_llama(folder, wheel)
    assert sorted(path.name for path in lib.iterdir()) == names
    assert (lib / "libllama.so").is_symlink()
    assert not (folder / "_internal" / "libggml-cpu.so.0").exists()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("bin/libllama.so", "x")
    with pytest.raises(SetupError, match="several processors"):
        build.exchange_llama(folder, wheel)


def test_the_proof_sees_what_is_written_elsewhere_and_sockets_of_the_internet() -> None:
    """Relative paths, what is deleted, calls that another thread came between, rights of new folders."""
    rules = {
        "written_outside": lambda lines: calls.written_outside(lines, Path("/h")),
        "internet_sockets": lambda lines: calls.internet_sockets(lines),
    }
    score_rules("calls", rules)


def test_a_socket_is_counted_once_when_another_thread_came_between() -> None:
    lines = [
        "7 connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(53)}, 16 <unfinished ...>",
        "8 socket(AF_UNIX, SOCK_STREAM, 0) = 4",
        "7 <... connect resumed>) = 0",
        "7 sendmsg(5, {msg_name={sa_family=AF_INET6}, msg_namelen=28}, 0) = 1",
    ]
    assert len(calls.internet_sockets(lines)) == 2


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace tells what is called")
def test_strace_tells_what_several_threads_write_and_what_is_made_and_deleted(watched_path: Path) -> None:
    (watched_path / "work").mkdir()
    (watched_path / "letter").write_text("dear")
    script = (
        "import os, threading\n"
        "def write(number):\n"
        "    for turn in range(40):\n"
        "        os.close(os.open(f'{number}-{turn}', os.O_CREAT | os.O_WRONLY))\n"
        "threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]\n"
        "[thread.start() for thread in threads]\n"
        "[thread.join() for thread in threads]\n"
        "os.mkdir('folder'); os.unlink('../letter'); os.link('0-0', 'twice')\n"
    )
    command = [*calls.tracer(watched_path / "calls"), sys.executable, "-I", "-B", "-c", script]
    if subprocess.run(command, cwd=watched_path / "work", check=False).returncode:
        pytest.skip("processes may not be watched here")
    found = calls.written_outside((watched_path / "calls").read_text().splitlines(), watched_path / "home")
    made = [path for path in found if not path.startswith("/usr")]
    files = {str(watched_path / "work" / f"{number}-{turn}") for number in range(6) for turn in range(40)}
    assert set(made[:-3]) == files
    assert made[-3:] == ["folder", "../letter", "twice"]


def test_a_temporary_file_that_is_gone_is_nothing_and_one_that_stayed_is(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp" / "left").touch()
    written = ["/tmp/gone", "/tmp/left", "/tmp", "/home/x/.else"]
    assert calls.kept_outside(written, tmp_path) == ["/home/x/.else", "/tmp/left"]


def test_a_model_that_is_brought_is_not_hashed_at_each_start(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its record names the time that the package gives its files."""
    from core.models import store as model_store
    from core.models.catalogue import load_catalogue
    from core.models.manifest import FileRecord, Manifest

    name, content = "smollm2-135m-instruct-q4_1", b"GGUF and so on"
    catalogue = load_catalogue()
    entry = catalogue.entry(name)
    digest = hashlib.sha256(content).hexdigest()
    file = entry.main.model_copy(update={"sha256": digest, "size": len(content)})
    catalogue = catalogue.model_copy(update={"models": (entry.model_copy(update={"files": (file,)}),)})
    model = tmp_path / name
    model.mkdir()
    (model / file.name).write_bytes(content)
    record = FileRecord.of(model / file.name, sha256=digest, fetched_sha256=digest, source="file /home/me/x")
    Manifest(model_id=name, files=(record,)).write(model)

    resources = folder / "_internal" / "resources"
    build.bring_model(resources, model, 1_700_000_000)
    assert "/home/me" not in (resources / "models" / name / "manifest.json").read_text()
    monkeypatch.setattr(model_store, "resources", lambda: resources)
    hashed: list[Path] = []
    monkeypatch.setattr(model_store, "hash_file", lambda path, _cancel: hashed.append(path) or iter(()))
    store = model_store.ModelStore(tmp_path / "none", catalogue, found_folders=())
    assert store.require(name).main_file == resources / "models" / name / file.name
    assert hashed == []


def test_whom_the_button_for_updates_asks_is_baked_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.settings import WindowSettings
    from core.system import paths

    resources = folder / "_internal" / "resources"
    resources.mkdir()
    build.name_updates(resources, "https://example.org/newest.txt")
    monkeypatch.setattr(paths, "resources", lambda: resources)
    assert WindowSettings().updates_url == "https://example.org/newest.txt"
    build.name_updates(resources, "")
    assert list(resources.iterdir()) == []
    for address in ("http://example.org/", "https://me:secret@example.org/", "newest"):
        with pytest.raises(SetupError, match="no address to ask"):
            build.name_updates(resources, address)


def test_about_names_the_commit_of_an_installed_program(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.system.about import version_and_commit
    from core.system.paths import built_commit

    assert built_commit() == ""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "docuchat-desktop"))
    assert built_commit() == ""
    (folder / "COMMIT").write_text("0123456789ab\n")
    assert "0123456789ab" in version_and_commit()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ELF files are Linux's")
def test_a_builders_folder_is_taken_out_of_a_library_which_still_loads(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("a C compiler is missing, which the set-up needs for llama.cpp")
    (tmp_path / "a.c").write_text("int answer(void) { return 42; }")
    own, foreign = tmp_path / "libown.so", tmp_path / "libforeign.so"
    for target, place in (
        (foreign, "/home/builder/lib"),
        (own, "$ORIGIN/../lib"),
        (tmp_path / "none.so", ""),
    ):
        options = [f"-Wl,-rpath,{place}"] if place else []
        subprocess.run([compiler, "-shared", "-o", target, tmp_path / "a.c", *options], check=True)
    (tmp_path / "not.so").write_bytes(b"GROUP ( libc.so.6 )")
    assert runpaths.run_paths(foreign.read_bytes()) == ["/home/builder/lib"]
    assert runpaths.drop_foreign_run_paths(tmp_path) == ["libforeign.so"]
    assert runpaths.run_paths(foreign.read_bytes()) == []
    assert runpaths.run_paths(own.read_bytes()) == ["$ORIGIN/../lib"]
    assert ctypes.CDLL(str(foreign)).answer() == 42


def test_two_builds_are_compared_file_by_file(tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    tuned = "_internal/resources/models/x/tuned/report.json"
    (first / "empty").mkdir(parents=True)
    for number, made in enumerate((first, second)):
        (made / tuned).parent.mkdir(parents=True)
        for name, text in ((tuned, f"{number} s"), ("same", "same"), ("changed", str(number))):
            (made / name).write_text(text)
        (made / "link").symlink_to("same" if number else "changed")
    (first / "gone").touch()
    (second / "same").chmod(0o700)
    (first / "same").chmod(0o600)
    found = {one.name: (one.what, bool(one.excused)) for one in reproduce.differences(first, second)}
    missing, other = ("only in the first", False), ("content", False)
    expected = {"changed": other, "empty": missing, "gone": missing, "link": other, "same": ("rights", False)}
    assert found == expected | {tuned: ("content", True)}


def test_icons_for_windows_and_macos_hold_every_size(tmp_path: Path) -> None:
    icons.write_ico(tmp_path / "i.ico")
    ico = (tmp_path / "i.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", ico)
    assert (reserved, kind, count) == (0, 1, len(icons.WINDOWS_SIZES))
    for number, size in enumerate(icons.WINDOWS_SIZES):
        side, *_, length, at = struct.unpack_from("<BBBBHHII", ico, 6 + 16 * number)
        assert (side, ico[at : at + 8]) == (size % 256, b"\x89PNG\r\n\x1a\n")
        assert int.from_bytes(ico[at + 16 : at + 20], "big") == size
        assert len(ico) >= at + length
    icons.write_icns(tmp_path / "i.icns")
    icns = (tmp_path / "i.icns").read_bytes()
    assert (icns[:4], int.from_bytes(icns[4:8], "big")) == (b"icns", len(icns))
    at, sizes = 8, []
    while at < len(icns):
        assert icons.MACOS_KINDS[icns[at : at + 4]] == int.from_bytes(icns[at + 24 : at + 28], "big")
        sizes.append(icons.MACOS_KINDS[icns[at : at + 4]])
        at += int.from_bytes(icns[at + 4 : at + 8], "big")
    assert sizes == list(icons.MACOS_KINDS.values())


# --- of a package that was built: python3 packaging/dev.py package


@pytest.fixture(scope="module")
def built() -> Path:
    made = OUT / "dist" / "docuchat"
    if not made.is_dir():
        pytest.skip("no package was built (python3 packaging/dev.py package)")
    return made


@pytest.mark.package
def test_nothing_is_inside_that_is_not_used(built: Path) -> None:
    names = [path.name.lower() for path in built.rglob("*")]
    unused = ("webengine", "qt6qml", "qt6quick", "qt6network", "libcups.so", "libtk", "libtorch", "pytest")
    for word in (*unused, "libqgtk3"):
        assert [name for name in names if word in name] == []
    assert [path for path in built.rglob("*") if path.is_symlink() and not path.exists()] == []
    for library in built.rglob("*.so*"):
        if library.is_file():
            paths = runpaths.run_paths(library.read_bytes())
            assert all(path.startswith("$ORIGIN") for path in paths), (library.name, paths)


@pytest.mark.package
@pytest.mark.parametrize("program", ["docuchat", "docuchat-desktop"])
def test_no_tests_and_no_benchmarks_are_inside(built: Path, program: str) -> None:
    """A look into the archive of modules, which no listing of files shows."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(built / program))
    (name,) = [entry for entry in archive.toc if entry.startswith("PYZ")]
    modules = set(archive.open_embedded_archive(name).toc)
    assert {"core.engine", "desktop.app"} <= modules
    ours = [module.split(".") for module in modules if module.split(".")[0] in ("core", "desktop", "tests")]
    assert [parts for parts in ours if {"bench", "benchmarks", "tests"} & set(parts)] == []
    files = [path.relative_to(built).as_posix() for path in built.rglob("*")]
    assert [file for file in files if "benchmarks" in file or file.startswith("_internal/tests")] == []


@pytest.mark.package
@pytest.mark.timeout(3600)
def test_the_package_works_without_network_and_home(built: Path) -> None:
    newest = max(OUT.glob("*.deb"), key=lambda path: path.stat().st_mtime)
    from package import models_of_the_proof

    assert verify.verify(newest, OUT, *models_of_the_proof()) == 0


def test_records_name_no_scripts_of_the_builders_environment(tmp_path: Path) -> None:
    record = tmp_path / "_internal" / "x-1.0.dist-info" / "RECORD"
    record.parent.mkdir(parents=True)
    record.write_text("../../../bin/x,sha256=abc,212\nx/__init__.py,sha256=def,5\n", encoding="utf-8")
    build.drop_scripts_of_records(tmp_path)
    assert record.read_text(encoding="utf-8") == "x/__init__.py,sha256=def,5\n"
