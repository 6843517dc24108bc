"""The computers on which a package is proven: a fresh Debian, or this system with the package unpacked.

Whatever runs on one has an empty network namespace, an empty environment and an empty home, and is a user
without rights where we are root. Linux only. Paths are those that the program sees; `outside` tells where
they lie here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from bootstrap.console import SetupError, run_logged

from bundle.linux import INSTALLED

PATIENCE_S = 600
NOBODY, USER = 65534, 1000
# Recommended by the package, and what a text in a window is drawn with.
FONT = "fonts-dejavu-core"
_MOUNTED = """set -e
root=$1; shift
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$root/dev/shm"
if [ -d /tmp/.X11-unix ]; then
    mkdir -p "$root/tmp/.X11-unix"
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
fi
exec "$@"
"""


class Computer(Protocol):
    """Where the steps of the proof run."""

    name: str
    programs: Path
    installed: Path  # the folder of the program, as it lies here

    def outside(self, path: Path) -> Path:
        """Where a path of that computer lies here."""
        ...

    def new_home(self, name: str) -> Path:
        """An empty home of the user."""
        ...

    def command(self, command: Sequence[object], home: Path, tracer: Sequence[str] = ()) -> list[str]:
        """What to start here, so that `command` runs there."""
        ...


def run(
    computer: Computer, command: Sequence[object], home: Path, tracer: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """Carry out `command` as the user of `home` and wait for its end."""
    return subprocess.run(
        computer.command(command, home, tracer),
        capture_output=True,
        text=True,
        cwd=computer.outside(home),
        timeout=PATIENCE_S,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def can_isolate() -> bool:
    """Network namespaces are allowed here."""
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*_without_network(), "true"], capture_output=True, check=False).returncode == 0


def _without_network() -> list[str]:
    return ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]


def _environment(home: Path, display: str) -> list[str]:
    window = [f"DISPLAY={display}"] if display else ["QT_QPA_PLATFORM=offscreen"]
    return ["env", "-i", f"HOME={home}", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", *window]


class Unpacked:
    """This system, the package unpacked into a folder; the window is drawn offscreen."""

    name = "this system, the package unpacked"

    def __init__(self, package: Path, base: Path) -> None:
        self._base = base
        self.root = base / "root"
        subprocess.run(["dpkg-deb", "-x", package, self.root], check=True)
        self.programs = self.installed = self.root / INSTALLED

    def outside(self, path: Path) -> Path:
        return path

    def new_home(self, name: str) -> Path:
        home = self._base / name
        home.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(home, NOBODY, NOBODY)
        return home

    def command(self, command: Sequence[object], home: Path, tracer: Sequence[str] = ()) -> list[str]:
        user = []
        if os.geteuid() == 0 and shutil.which("setpriv"):
            user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        return [*_without_network(), *tracer, *user, *_environment(home, ""), *map(str, command)]


class FreshDebian:
    """A root made by debootstrap with Debian's smallest set, into which the package is installed.

    The network is used to make it and to fetch what the package depends on; not by the installation.
    """

    name = "a fresh Debian"
    programs = Path("/usr/bin")

    def __init__(self, base: Path, log: Path, display: str = "", suite: str = "") -> None:
        """Make the root. `suite`: the release of Debian, such as `trixie`; else as `suite_of_this_system`.

        Raises:
            SetupError: debootstrap failed; its log is named.
        """
        self.root = base / "root"
        self.installed = self.root / INSTALLED
        self.display = display
        self._package = ""
        self._log = log
        suite = suite or suite_of_this_system()
        run_logged(
            f"Making a fresh Debian ({suite})",
            ["debootstrap", "--variant=minbase", suite, self.root],
            log,
            cwd=base,
        )
        self.name = f"a fresh Debian {suite}"
        self._in_root("useradd", "--uid", str(USER), "--no-create-home", "user")

    def outside(self, path: Path) -> Path:
        return self.root / str(path).lstrip("/")

    def new_home(self, name: str) -> Path:
        home = Path("/home") / name
        self.outside(home).mkdir(mode=0o700, parents=True)
        os.chown(self.outside(home), USER, USER)
        return home

    def command(self, command: Sequence[object], home: Path, tracer: Sequence[str] = ()) -> list[str]:
        enter = ["chroot", f"--userspec={USER}:{USER}", str(self.root)]
        return [*self._entry(), *tracer, *enter, *_environment(home, self.display), *map(str, command)]

    def fetch_dependencies(self, package: Path) -> None:
        """With the network: what the package depends on, into apt's cache of that computer."""
        place = self._put(package)
        self._in_root("apt-get", "update", "-qq")
        self._in_root("apt-get", *_APT, "--download-only", "install", place, FONT)

    def install(self, package: Path) -> None:
        """Without the network, as the administrator.

        Raises:
            SetupError: it cannot be installed; the text is apt's.
        """
        place = self._put(package)
        self.administer("apt-get", *_APT, "install", place, FONT)
        self.outside(Path(place)).unlink()
        self._package = package.name.split("_")[0]

    def remove(self) -> None:
        """Everything the package brought, its settings too (`purge`)."""
        self.administer("dpkg", "--purge", self._package)

    def installed_files(self) -> list[Path]:
        """The files and links of the package, as paths here."""
        listed = self.administer("dpkg", "-L", self._package)
        paths = [self.root / line.lstrip("/") for line in listed.splitlines()]
        return [path for path in paths if path.is_symlink() or not path.is_dir()]

    def administer(self, *command: str) -> str:
        """A command of the administrator, without network; returns what it printed."""
        whole = [*self._entry(), "chroot", str(self.root), *_ADMINISTRATOR, *command]
        return _checked(whole)

    def _entry(self) -> list[str]:
        """Namespaces of its own for network, mounts and processes, with what every system has mounted."""
        spaces = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        return [*spaces, "sh", "-c", _MOUNTED, "sh", str(self.root)]

    def _in_root(self, *command: str) -> None:
        _checked(["chroot", str(self.root), *_ADMINISTRATOR, *command])

    def _put(self, package: Path) -> str:
        target = self.root / "srv" / package.name
        if not target.exists():
            link_or_copy(package, target)
        return f"/srv/{package.name}"


_APT = ("-qq", "-y", "--no-install-recommends", "--allow-downgrades")
_ADMINISTRATOR = (
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "LC_ALL=C.UTF-8",
    "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
)


def can_make_debian() -> str:
    """Empty when a fresh Debian can be made here, else what is missing."""
    if os.geteuid() != 0:
        return "only root can make a Debian root"
    if shutil.which("debootstrap") is None:
        return "debootstrap is not installed"
    done = subprocess.run(["unshare", "--net", "--mount", "--pid", "--fork", "true"], check=False)
    return "" if done.returncode == 0 else "mount namespaces are not allowed here"


def suite_of_this_system() -> str:
    """The release of Debian that this is, since a package needs the glibc it was made with; else bookworm."""
    said = Path("/etc/os-release").read_text(encoding="utf-8")
    found = re.search(r"(?m)^VERSION_CODENAME=(\w+)", said) if "ID=debian" in said else None
    return found.group(1) if found else "bookworm"


def _checked(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise SetupError(f"{' '.join(command[-6:])} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def link_or_copy(source: Path, target: Path) -> None:
    """The same file under another name, where root can have that without a copy.

    Only root: what is proven then runs as somebody else, who cannot write into the original.
    """
    try:
        if os.geteuid() != 0:
            raise PermissionError
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def processes_of(root: Path, program: str) -> list[int]:
    """Numbers of the processes of `program` that have `root` as their root, without its workers."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().decode(errors="replace").split("\0")
            is_there = os.readlink(place / "root") == str(root.resolve())
        except OSError:  # it ended meanwhile, or is another user's
            continue
        named = [word.rpartition("/")[2] for word in words[:2]]  # a script stands behind its interpreter
        if is_there and program in named and not any("multiprocessing" in word for word in words):
            found.append(int(place.name))
    return found


@contextmanager
def x_server() -> Generator[str]:
    """A display of its own that answers on this computer only; its name, or an empty one without Xvfb."""
    if shutil.which("Xvfb") is None:
        yield ""
        return
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1600x1000x24",
        "-nolisten",
        "tcp",
        "-ac",
        "-noreset",
    ]
    server = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        yield f":{number}" if number else ""
    finally:
        server.terminate()
        server.wait()


def forget_cached(root: Path) -> None:
    """Drop the files below `root` from the system's memory, as after a restart; other files stay there.

    Raises:
        SetupError: the system offers no such call.
    """
    if not hasattr(os, "posix_fadvise"):
        raise SetupError("This system cannot forget files that are in memory.")
    subprocess.run(["sync", "-f", root], check=False)
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(descriptor)


def seconds_until(line: str, command: Sequence[str], cwd: Path) -> tuple[float, int, str]:
    """Start `command` and wait until it prints `line`: seconds, its exit code, what it wrote as errors.

    The seconds are -1 when it never did.
    """
    began, shown = time.monotonic(), -1.0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd
    ) as program:
        if program.stdout is not None:
            for told in program.stdout:
                if told.strip() == line and shown < 0:
                    shown = time.monotonic() - began
        errors = program.stderr.read() if program.stderr is not None else ""
        code = program.wait(PATIENCE_S)
    return shown, code, errors
