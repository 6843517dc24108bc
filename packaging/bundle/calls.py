"""What a program asked the system for, read from a log of `strace -f`: sockets, and files it wrote."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# What a user's own folders are called below the home.
OWN_FOLDERS = (".local/share/docuchat", ".local/state/docuchat", ".cache/docuchat", ".config/docuchat")
# The font library's, of all programs of the user; it is filled where the system has filled none.
SHARED_CACHES = (".cache/fontconfig",)
TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108 - nothing is written there from here
# A call that this processor or this strace does not have is passed over (`?`).
_OPENING = ("open", "openat", "openat2")
_CHANGING = (
    *(
        "creat",
        "mkdir",
        "mkdirat",
        "mknod",
        "mknodat",
        "rename",
        "renameat",
        "renameat2",
        "symlink",
        "symlinkat",
    ),
    *("link", "linkat", "unlink", "unlinkat", "rmdir", "truncate", "chmod", "fchmodat", "chown", "fchownat"),
)
TRACED = "trace=%network," + ",".join(f"?{call}" for call in (*_OPENING, *_CHANGING))
# The system's own: shared memory and pipes have no place in a home.
_SYSTEM = re.compile(r"^(/dev/|/proc/|/sys/|/memfd:|pipe:|anon_inode:)")
_SOCKET = re.compile(r"\b(?:socket|connect|bind|sendto|sendmsg|sendmmsg)\(.*AF_INET")
_CALL = re.compile(rf"\b({'|'.join((*_OPENING, *_CHANGING))})\((.*)\)\s+= (-?\d+|\?)")
# A call that another thread's came between stands on two lines, each with the number of its thread.
_BEGUN = re.compile(r"^(\d+)(\s.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"^(\d+)\s+<\.\.\. \w+ resumed>(.*)$")
# With `-y` the folder that a path is relative to stands before it.
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')


def tracer(log: Path) -> list[str]:
    """The words that go before a command to have its calls, and those of its children, in `log`."""
    return ["strace", "-f", "-y", "-qq", "-s", "300", "--seccomp-bpf", "-o", str(log), "-e", TRACED]


def whole_calls(lines: Iterable[str]) -> Iterator[str]:
    """The calls, each on one line and in the order in which they ended.

    Those that the log has no end of, because their process was killed within them, come last, with `?` for
    what they returned: they may have done their work.
    """
    begun: dict[str, str] = {}
    for line in lines:
        if first := _BEGUN.match(line):
            if earlier := begun.get(first[1]):  # another thread has the number by now
                yield f"{first[1]}{earlier}) = ?"
            begun[first[1]] = first[2]
        elif (rest := _RESUMED.match(line)) is None:
            yield line
        elif rest[1] in begun:
            yield f"{rest[1]}{begun.pop(rest[1])}{rest[2]}"
    for thread, call in begun.items():
        yield f"{thread}{call}) = ?"


def internet_sockets(lines: Iterable[str]) -> list[str]:
    """Calls that open or use a socket of the internet; sockets of this computer (X11, pipes) are none."""
    return [call for call in whole_calls(lines) if _SOCKET.search(call)]


def written_outside(lines: Iterable[str], home: Path, own_folders: Sequence[str] = OWN_FOLDERS) -> list[str]:
    """Paths that were written, made, changed or deleted and lie in none of the program's own folders below
    `home`; a relative one whose folder the system was not told (`mkdir("x")`) as it stands. Folders that
    these lie in may be made, and get their rights when they are: the font library makes `.cache` so."""
    own = tuple(f"{home / folder}/" for folder in (*own_folders, *SHARED_CACHES))
    found = []
    made: set[str] = set()
    for line in whole_calls(lines):
        call = _CALL.search(line)
        if call is None or call.group(3).startswith("-"):
            continue
        if call.group(1) in _OPENING and not re.search(r"O_(WRONLY|RDWR|CREAT)", call.group(2)):
            continue
        told = [posixpath.normpath(posixpath.join(*pair)) for pair in _PATH.findall(call.group(2))]
        # The earlier name of a file goes; what a link leads to stays as it is.
        for path in told if call.group(1).startswith("rename") else told[-1:]:
            is_parent = any(folder.startswith(f"{path}/") for folder in own)
            if is_parent and call.group(1).startswith("mkdir"):
                made.add(path)
                continue
            if path in made and "chmod" in call.group(1):
                continue
            if not _SYSTEM.search(path) and not f"{path}/".startswith(own):
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
