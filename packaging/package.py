"""Makes and proves the packages; run by `packaging/dev.py package` and `verify-package` in the environment.

python packaging/package.py build [--edition small|full] [--this-processor] [--updates-url URL]
python packaging/package.py verify [PACKAGE] [--unpacked] [--suite NAME]
python packaging/package.py start-up PACKAGE
python packaging/package.py compare FOLDER FOLDER
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

from bootstrap import compiled
from bootstrap.console import SetupError, only_one, say
from bootstrap.models import BUNDLED, RUN_MODELS, TEST_MODELS
from bundle import bill, contents, documentation, licences, linux, macos, windows
from bundle.build import OUT, application, commit, make_folder, version_of_project
from bundle.reproduce import differences
from bundle.verify import measure_start, verify

INTERRUPTED = 130
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")


def build(options: argparse.Namespace) -> int:
    """The folder, its papers, the packages."""
    began = time.monotonic()
    # macOS: what is compiled for the first of Apple's processors runs on the later ones.
    native = options.this_processor or sys.platform == "darwin"
    wheel = None if native else _llama_for_every_processor()
    out = options.out.resolve()
    version, (name, at) = version_of_project(), commit()
    models = _models(RUN_MODELS if options.edition == "full" else BUNDLED)
    folder = make_folder(name, at, wheel, models, out, options.updates_url)
    built = time.monotonic()
    components = contents.components_of(folder, out / "work")
    licences.write_licences(components, folder)
    listed = bill.sbom(components, folder, version, at)
    (folder / "sbom.cdx.json").write_text(
        json.dumps(listed, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    table = contents.size_table(components)
    (out / f"sizes-{options.edition}.txt").write_text(table + "\n", encoding="utf-8")
    say(f"\n{table}\n")
    packed = time.monotonic()
    for package in _pack(folder, out, version, at, options.edition, not options.no_archive):
        with package.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        package.with_name(package.name + ".sha256").write_text(
            f"{digest}  {package.name}\n", encoding="utf-8"
        )
        say(f"{package.stat().st_size / 1e6:8.1f} MB  {package}")
    times = (built - began, packed - built, time.monotonic() - packed)
    told = ", ".join(
        f"{what} {s:.0f} s" for what, s in zip(("folder", "papers", "packages"), times, strict=True)
    )
    say(f"Commit {name}, edition {options.edition}: {told}.")
    return 0


def _pack(folder: Path, out: Path, version: str, at: int, edition: str, archive: bool) -> Iterator[Path]:
    """The packages of this system."""
    name = linux.NAMES[edition]
    if sys.platform == "win32":
        yield windows.make_installer(folder, out, name, version, out / "docuchat.ico")
        if archive:
            yield windows.make_zip(folder, out, name, version, at)
    elif sys.platform == "darwin":
        for paper in ("licences", documentation.FOLDER, "sbom.cdx.json", "LICENSE", "COMMIT"):
            copy = shutil.copytree if (folder / paper).is_dir() else shutil.copyfile
            copy(folder / paper, application(out) / "Contents" / "Resources" / paper)
        yield macos.make_image(application(out), out, name, version)
    else:
        yield linux.make_deb(folder, out, version, at, edition)
        if archive:
            yield linux.make_archive(folder, out, version, at, edition)


def compare(first: Path, second: Path) -> int:
    """Print how two built folders differ; 1 when a file differs that must not."""
    found = list(differences(first, second))
    for one in found:
        say(f"{one.name}: {one.what}{f' (known: {one.excused})' if one.excused else ''}")
    unexcused = [one for one in found if not one.excused]
    count = sum(path.is_file() for path in first.rglob("*"))
    say(f"{count} files, {len(found)} differ, {len(unexcused)} of them must not.")
    return 1 if unexcused else 0


def prove(options: argparse.Namespace) -> int:
    """The proof of a package; see `bundle/verify.py`."""
    out = options.out.resolve()
    package = options.package or max(out.glob("*.deb"), key=lambda path: path.stat().st_mtime, default=None)
    if package is None:
        raise SetupError("There is no package yet: `python3 packaging/dev.py package`.")
    models = models_of_the_proof()
    return verify(package.resolve(), out, *models, unpacked=options.unpacked, suite=options.suite)


def models_of_the_proof() -> tuple[Path, Path]:
    """Folders of the answer model that is asked, and of a small one that is imported."""
    answering, small = _models((RUN_MODELS[0], TEST_MODELS[0]))
    return answering, small


def _llama_for_every_processor() -> Path:
    key = compiled.build_key(every_processor=True)
    kept = compiled.kept_wheel(key)
    if kept is not None:
        return kept
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return compiled.build(key, PIP, environment, every_processor=True)


def _models(names: tuple[str, ...]) -> list[Path]:
    """Folders of installed models.

    Raises:
        SetupError: one is missing, or lies in another program's folder.
    """
    from core.models.catalogue import load_catalogue
    from core.models.store import ModelStore
    from core.system.paths import AppPaths

    store = ModelStore(AppPaths.from_environment().models, load_catalogue())
    folders = []
    for name in names:
        model = store.require(name)
        folder = store.folder(name)
        if not model.main_file.is_relative_to(folder):
            raise SetupError(
                f"{name} is used in another program's folder; `docuchat models get {name} --from hub`."
            )
        folders.append(folder)
    return folders


def main() -> int:
    parser = argparse.ArgumentParser(prog="packaging/dev.py", description="Make and prove packages.")
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build")
    making.add_argument(
        "--edition", choices=("small", "full"), default="small", help="full: with the answer model"
    )
    making.add_argument("--this-processor", action="store_true", help="llama.cpp as it is in the environment")
    making.add_argument(
        "--updates-url", default="", metavar="URL", help="whom the button asks for the newest version"
    )
    making.add_argument("--no-archive", action="store_true", help="only the .deb")
    proving = commands.add_parser("verify")
    proving.add_argument("package", nargs="?", type=Path, help="a .deb (default: the newest that was built)")
    proving.add_argument("--unpacked", action="store_true", help="on this system instead of a fresh Debian")
    proving.add_argument(
        "--suite",
        default="",
        metavar="NAME",
        help="release of the fresh Debian, such as trixie (default: that of this system, else bookworm)",
    )
    for parser_ in (making, proving):
        parser_.add_argument("--out", type=Path, default=OUT, help=f"folder of the results ({OUT})")
    measuring = commands.add_parser("start-up", help="seconds until the window of a .deb is painted")
    measuring.add_argument("package", type=Path)
    comparing = commands.add_parser("compare", help="two folders dist/docuchat of two builds")
    comparing.add_argument("folders", nargs=2, type=Path)
    options = parser.parse_args()
    # Ended from outside, too, no X server and no Debian of 2 GB may stay behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.command == "build":
            # Two builds into one folder would each take away what the other has made.
            with only_one(options.out / "build.lock", f"Another build is at work in {options.out}"):
                return build(options)
        if options.command == "start-up":
            return measure_start(options.package.resolve())
        if options.command == "compare":
            return compare(*options.folders)
        return prove(options)
    except SetupError as error:
        say(f"Error: {error}")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # the proof of the full edition takes 10 GB
        say(f"Error: {error}. Check free space and permissions.")
        return 1


if __name__ == "__main__":
    sys.exit(main())
