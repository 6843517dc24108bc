"""What a program asked the system for, read from a log of `strace -f`: sockets, and files it wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

# What a user's own folders are called below the home.
OWN_FOLDERS = (".local/share/docuchat", ".local/state/docuchat", ".cache/docuchat", ".config/docuchat")
# The font library's, of all programs of the user; it is filled where the system has filled none.
SHARED_CACHES = (".cache/fontconfig",)
TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108 - nothing is written there from here
TRACED = "trace=%network,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,symlink,link"
# The system's own: shared memory and pipes have no place in a home.
_SYSTEM = re.compile(r"^(/dev/|/proc/|/sys/|/memfd:|pipe:|anon_inode:)")
_SOCKET = re.compile(r"\b(?:socket|connect|bind|sendto)\(.*AF_INET")
_CALL = re.compile(
    r"\b(openat|open|creat|mkdir|mkdirat|rename|renameat2?|symlink|symlinkat|link|linkat)\((.*)\)\s+= (-?\d+)"
)
_PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')


def tracer(log: Path) -> list[str]:
    """The words that go before a command to have its calls, and those of its children, in `log`."""
    return ["strace", "-f", "-qq", "-s", "300", "--seccomp-bpf", "-o", str(log), "-e", TRACED]


def internet_sockets(lines: Iterable[str]) -> list[str]:
    """Lines that open or use a socket of the internet; sockets of this computer (X11, pipes) are none."""
    return [line for line in lines if _SOCKET.search(line)]


def written_outside(lines: Iterable[str], home: Path, own_folders: Sequence[str] = OWN_FOLDERS) -> list[str]:
    """Paths that were written or made and lie in none of the program's own folders below `home`."""
    own = tuple(str(home / folder) for folder in (*own_folders, *SHARED_CACHES))
    found = []
    for line in lines:
        call = _CALL.search(line)
        if call is None or call.group(3).startswith("-"):
            continue
        if call.group(1) in ("openat", "open") and not re.search(r"O_(WRONLY|RDWR|CREAT)", call.group(2)):
            continue
        for path in _PATH.findall(call.group(2))[-1:]:
            is_parent = call.group(1).startswith("mkdir") and any(folder.startswith(path) for folder in own)
            if (
                path.startswith("/")
                and not _SYSTEM.search(path)
                and not path.startswith(own)
                and not is_parent
            ):
                found.append(path)
    return found


def kept_outside(written: Sequence[str], root: Path) -> list[str]:
    """Those of `written` that matter: a temporary file that is gone by now does not.

    `root`: where `/` of the program lies here.
    """
    kept = []
    for path in sorted(set(written)):
        is_temporary = path.startswith(TEMPORARY)
        is_left = path not in TEMPORARY and (root / path.lstrip("/")).exists()
        if not is_temporary or is_left:
            kept.append(path)
    return kept
