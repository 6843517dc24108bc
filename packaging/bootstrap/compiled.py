"""llama-cpp-python, compiled from its locked source for this processor, and kept for other checkouts.

The wheel lies in the user's cache under a key of everything that shaped it, beside its sha256. Sources and
object files stay in the cache until the wheel is there, so that an interrupted compilation goes on.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bootstrap.console import SetupError, only_one, run_logged, say
from bootstrap.places import LOCKS, cache_folder
from bootstrap.stamps import digest

PACKAGE = "llama-cpp-python"
# OpenMP would add a system library; its thread pool was no faster. LLAVA needs what we do not use.
CMAKE_ARGUMENTS = "-DGGML_NATIVE=ON -DGGML_OPENMP=OFF -DLLAVA_BUILD=OFF"
# Linux grants the tile registers per thread and ggml asks for its first thread only: the first prompt ends in
# SIGSEGV (llama.cpp issue 20824, pull request 26954; seen with 0.3.36 on a virtual Xeon). Goes with that fix.
NO_AMX = "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
MINUTES_ON_TWO_CORES = 6
# For a package: one library for each generation of processors, of which ggml loads the best at run time.
EVERY_PROCESSOR = (
    "-DGGML_NATIVE=OFF -DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON -DGGML_OPENMP=OFF -DLLAVA_BUILD=OFF"
)
MINUTES_FOR_EVERY_PROCESSOR = 12


def cmake_arguments() -> str:
    """Ours, then the user's own `CMAKE_ARGS` (for a GPU, for example)."""
    ours = CMAKE_ARGUMENTS
    if "amx_tile" in _processor().split():
        ours += f" '-DCMAKE_C_FLAGS={NO_AMX}' '-DCMAKE_CXX_FLAGS={NO_AMX}'"
    return f"{ours} {os.environ.get('CMAKE_ARGS', '')}".strip()


def version() -> str:
    found = re.search(rf"(?m)^{PACKAGE}==(\S+)", (LOCKS / "source.txt").read_text(encoding="utf-8"))
    if found is None:
        raise SetupError(f"{LOCKS / 'source.txt'} does not name {PACKAGE}. Restore the file from git.")
    return found.group(1)


def build_key(every_processor: bool = False) -> str:
    """Names the wheel: version, then a hash of source, flags, system, C library and processor."""
    shaped_by = [
        LOCKS / "source.txt",
        EVERY_PROCESSOR if every_processor else cmake_arguments(),
        sys.platform,
        platform.machine(),
        "-".join(platform.libc_ver()),
        sys.implementation.cache_tag or "",
        "every processor" if every_processor else _processor(),
    ]
    return f"{version()}-{digest(shaped_by)[:16]}"


def _processor() -> str:
    """What `-march=native` depends on: a home folder may be shared between different computers."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith(("flags", "Features")):
                return " ".join(sorted(line.split(":", 1)[1].split()))
    except OSError:
        pass
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return platform.processor()


def kept_wheel(key: str) -> Path | None:
    """The wheel of `key` from an earlier set-up, if its sha256 is still right."""
    folder = cache_folder() / "wheels" / key
    for wheel in sorted(folder.glob("*.whl")):
        try:
            expected = wheel.with_name(wheel.name + ".sha256").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        if hashlib.sha256(wheel.read_bytes()).hexdigest() == expected:
            return wheel
        say(f"The kept wheel {wheel} is damaged and is made again.")
    return None


def discard(key: str) -> None:
    shutil.rmtree(cache_folder() / "wheels" / key, ignore_errors=True)


def build(
    key: str,
    pip: Sequence[str | Path],
    environment: Mapping[str, str],
    *,
    every_processor: bool = False,
    cores: int = os.cpu_count() or 1,
) -> Path:
    """Fetch, unpack and compile on `cores` cores; returns the kept wheel.

    Raises:
        SetupError: with the last lines of the compiler.
    """
    folder = cache_folder() / "build" / key
    folder.mkdir(parents=True, exist_ok=True)
    with only_one(folder / "lock", f"Another set-up is compiling {PACKAGE}"):
        wheel = kept_wheel(key)
        if wheel is not None:
            return wheel
        source = _source(folder, pip, environment)
        minutes = MINUTES_FOR_EVERY_PROCESSOR if every_processor else MINUTES_ON_TWO_CORES
        say(
            f"{PACKAGE} {version()} is now compiled for {'every' if every_processor else 'this'} processor "
            f"on "
            f"{cores} core{'s' if cores > 1 else ''}: about {minutes} minutes on two cores, once. "
            f"The result is kept in {cache_folder() / 'wheels'}."
        )
        made = folder / "made"
        shutil.rmtree(made, ignore_errors=True)
        run_logged(
            f"Compiling {PACKAGE}",
            [
                *pip, "wheel", "-v", "--no-build-isolation", "--no-deps", "--no-index", "--no-cache-dir",
                "--wheel-dir", made, f"--config-settings=build-dir={folder / 'objects'}", source,
            ],
            folder / "compile.log",
            cwd=folder,
            environment={
                **environment,
                "CMAKE_ARGS": EVERY_PROCESSOR if every_processor else cmake_arguments(),
                "CMAKE_BUILD_PARALLEL_LEVEL": str(cores),
            },
        )  # fmt: skip
        wheel = _keep(key, next(made.glob("*.whl")))
    shutil.rmtree(folder, ignore_errors=True)
    return wheel


def _source(folder: Path, pip: Sequence[str | Path], environment: Mapping[str, str]) -> Path:
    """The unpacked source; its archive was checked against the lock by pip."""
    source = folder / "source"
    if source.is_dir():
        return source
    archives = folder / "archive"
    shutil.rmtree(archives, ignore_errors=True)
    run_logged(
        f"Fetching the source of {PACKAGE} {version()}",
        [
            *pip, "download", "--no-deps", "--no-build-isolation", "--require-hashes", "--no-binary", PACKAGE,
            "--dest", archives, "-r", LOCKS / "source.txt",
        ],
        folder / "fetch.log",
        cwd=folder,
        environment=environment,
    )  # fmt: skip
    unpacked = folder / "unpacking"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(next(archives.glob("*.tar.gz"))) as archive:
        # Debian 12's Python 3.11.2 has no filters yet; the archive's sha256 is that of the lock either way.
        if hasattr(tarfile, "data_filter"):
            archive.extractall(unpacked, filter="data")
        else:
            archive.extractall(unpacked)  # noqa: S202
    next(path for path in unpacked.iterdir() if path.is_dir()).rename(source)
    shutil.rmtree(archives, ignore_errors=True)
    return source


def _keep(key: str, made: Path) -> Path:
    """Move a new wheel into the cache so that a half-written one can never be found there."""
    folder = cache_folder() / "wheels" / key
    folder.mkdir(parents=True, exist_ok=True)
    checksum = hashlib.sha256(made.read_bytes()).hexdigest()
    wheel = folder / made.name
    arriving = folder / f"{made.name}.{os.getpid()}.tmp"
    shutil.copyfile(made, arriving)
    wheel.with_name(wheel.name + ".sha256").write_text(checksum + "\n", encoding="utf-8")
    arriving.replace(wheel)
    return wheel
