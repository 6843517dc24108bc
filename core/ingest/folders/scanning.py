"""Walking a folder: which files are documents, which are left out, and why. Reads names and sizes only.

No file is opened here but `.docuchatignore`. Files that lie only in the cloud are counted, never opened:
opening one would download it. Any thread.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

from core.errors import UsageError
from core.ingest.readers import format_of

IGNORE_FILE = ".docuchatignore"
DEFAULT_RULES = (
    ".*",
    "~$*",  # open office files
    "*.tmp",
    "*.temp",
    "*.part",
    "*.partial",
    "*.crdownload",
    "*.download",
    "Thumbs.db",
    "desktop.ini",
    "node_modules/",
    "site-packages/",
    "__pycache__/",
    "__MACOSX/",
    "*.app/",
    "*.photoslibrary/",
    "lost+found/",
    "$RECYCLE.BIN/",
    "System Volume Information/",
)
# https://learn.microsoft.com/en-us/windows/win32/fileio/file-attribute-constants
_OFFLINE, _RECALL_ON_OPEN, _RECALL_ON_DATA_ACCESS = 0x1000, 0x40000, 0x400000
_IN_CLOUD = _OFFLINE | _RECALL_ON_OPEN | _RECALL_ON_DATA_ACCESS
_DATALESS = 0x40000000  # SF_DATALESS of macOS' sys/stat.h
_MOUNT_POINT = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT: a junction, Windows' older link to a folder
NAME_IS_NO_TEXT = (
    "Its name, or that of a folder above it, has bytes that are no characters.",
    "Rename it and add it again.",
)
_STUB = re.compile(r"\..+\.icloud")
_SAVED_AS = {".doc": "DOCX", ".dot": "DOCX", ".xls": "XLSX", ".ppt": "PPTX", ".pps": "PPTX"}
_NAMED = 5  # files of other types, and endings, that are named
_LONGEST_RULES = 100_000  # bytes of an ignore file
_NO_TEXT = "its name is no text"
# Where removable and network drives appear; the part below is the drive itself.
_DRIVES = ("/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*", "/run/user/*/gvfs/*")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a type that can be read. `path` is absolute."""

    path: str
    size_bytes: int
    mtime_ns: int


@dataclass(slots=True)
class Scan:
    """What a walk found.

    Attributes:
        ignored: files and folders left out by a rule (a folder counts once).
        other_types: number of files that cannot be read, judged by their ending; `other_names` are the first
            few, `other_endings` counts them by ending.
        in_cloud: paths of files (and folders) whose content is not on this computer.
        unreadable: (path, reason) of folders and files that the system did not let us see.
        links: links to folders; these are not followed, so that no walk runs in circles.
    """

    files: list[FoundFile] = field(default_factory=list)
    ignored: int = 0
    other_types: int = 0
    in_cloud: list[str] = field(default_factory=list)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    is_empty: bool = False
    other_names: list[str] = field(default_factory=list)
    other_endings: Counter[str] = field(default_factory=Counter)

    def leave_out(self, name: str) -> None:
        """Count a file of a type that cannot be read."""
        self.other_types += 1
        name = shown(name)
        self.other_endings[os.path.splitext(name)[1].lower()] += 1
        if len(self.other_names) < _NAMED:
            self.other_names.append(name)

    def skipped(self, where: str) -> str:
        """Which files of other types were left out, as a sentence."""
        count = self.other_types
        files = "1 file of another type" if count == 1 else f"{count} files of other types"
        names = ", ".join(self.other_names) + (", …" if count > len(self.other_names) else "")
        usual = self.other_endings.most_common(_NAMED)
        endings = ", ".join(f"{number} {ending or 'without an ending'}" for ending, number in usual)
        rest = ", …" if len(self.other_endings) > len(usual) else ""
        by_type = f" ({endings}{rest})" if count > 1 else ""
        told = f"{files} in {where} {'was' if count == 1 else 'were'} skipped: {names}{by_type}."
        old = [f"{end} as {new}" for end, new in _SAVED_AS.items() if self.other_endings[end]]
        return f"{told} To have them read, save {', '.join(old)}." if old else told


def is_placeholder(status: os.stat_result, name: str) -> bool:
    """True when the file's content lies in the cloud only and reading it would download it.

    OneDrive, Dropbox and others on Windows say so in the file's attributes, macOS in its flags; older
    versions of iCloud leave a stub named `.name.icloud`.
    """
    if getattr(status, "st_file_attributes", 0) & _IN_CLOUD:
        return True
    if getattr(status, "st_flags", 0) & _DATALESS:
        return True
    return _STUB.fullmatch(name) is not None


def why_unreadable(path: str, reason: str) -> tuple[str, str]:
    """Reason and hint for a file or folder that the system did not let us see; `reason` is the system's."""
    if reason == _NO_TEXT:
        return NAME_IS_NO_TEXT
    if is_dead_link(path):
        return "It is a link that leads nowhere.", "Put back what it leads to, or remove the link."
    return f"It cannot be read ({reason}).", "Check its permissions."


def is_text(path: str) -> bool:
    """False for a path with bytes that are no characters, which Linux allows and no database stores."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(path: str) -> str:
    """The path with a replacement character for each byte that is none."""
    return path if is_text(path) else os.fsencode(path).decode("utf-8", "replace")


def is_dead_link(path: str | os.PathLike[str]) -> bool:
    """True for a link to something that is not there, or to itself; not when we may not look."""
    if not os.path.islink(path):
        return False
    try:
        os.stat(path)
    except OSError as error:
        return error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
    return False


def check_folder(path: Path) -> None:
    """Raises UsageError when it is no folder, or one whose name cannot be stored."""
    name = shown(str(path))
    if not path.is_dir():
        raise UsageError(f"{name} is not a folder.", "Check the spelling of the path.")
    if name != str(path):
        raise UsageError(f"{name} cannot be kept in step. {NAME_IS_NO_TEXT[0]}", NAME_IS_NO_TEXT[1])


def check_rules(lines: str) -> None:
    """Raises UsageError with the line that is no gitignore pattern."""
    for number, line in enumerate(lines.splitlines(), 1):
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError as error:
            raise UsageError(
                f"Line {number} of the ignore rules cannot be understood: {line}",
                "Rules are written as in .gitignore, one a line: *.log, drafts/, !keep.pdf",
            ) from error


def is_reachable(path: str) -> bool:
    """False when the drive or network share that holds the path cannot be seen now.

    A file that is missing on a drive that is there is reachable: it is just gone.
    """
    drive = _drive_of(path)
    return not drive or os.path.exists(drive)


def is_gone(path: str) -> bool:
    """True when the file is surely not there any more; not when its drive or folder cannot be looked at."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return is_reachable(path)
    except OSError:
        return False
    return False


def _drive_of(path: str) -> str:
    if sys.platform == "win32":
        return os.path.splitdrive(path)[0] + os.sep
    parts = path.split("/")
    for pattern in _DRIVES:
        wanted = pattern.split("/")
        if len(parts) > len(wanted) and all(w in ("*", p) for w, p in zip(wanted, parts, strict=False)):
            return "/".join(parts[: len(wanted)])
    return ""


def scan(
    folder: Path,
    *,
    rules: str = "",
    skip: Collection[str] = (),
    check: Callable[[], None] = lambda: None,
) -> Scan:
    """Walk a folder. `rules` are gitignore patterns after the default ones; `skip` are folders to leave out.

    Links to files are files; links to folders are not followed. `check` is called for each folder.

    Raises:
        OSError: the folder itself cannot be listed.
    """
    walk = _Walk(Scan(), frozenset(skip), check)
    first = _Rules("", GitIgnoreSpec.from_lines([*DEFAULT_RULES, *rules.splitlines()]), None)
    root = str(folder)
    with os.scandir(root) as listing:  # the caller decides what it means that this one cannot be read
        entries = sorted(listing, key=lambda entry: entry.name)
    walk.found.is_empty = not entries
    walk.enter(entries, first)
    return walk.found


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one folder, of which those further down go before those above."""

    base: str  # relative to the root, with "/" at the end unless empty
    spec: GitIgnoreSpec
    above: _Rules | None

    def leaves_out(self, relative: str) -> bool:
        rules: _Rules | None = self
        while rules is not None:
            verdict = rules.spec.check_file(relative[len(rules.base) :]).include
            if verdict is not None:
                return verdict
            rules = rules.above
        return False


_Level = tuple[str, list[os.DirEntry[str]], _Rules]  # relative path ("" or ends in "/"), entries, rules above


@dataclass(slots=True)
class _Walk:
    found: Scan
    skip: frozenset[str]
    check: Callable[[], None]

    def enter(self, entries: list[os.DirEntry[str]], rules: _Rules) -> None:
        """The root, and all folders below in the order of their names."""
        pending: list[_Level] = [("", entries, rules)]
        while pending:
            relative, listed, rules = pending.pop()
            self.check()
            rules = self._with_own(relative, listed, rules)
            below: list[_Level] = []
            for entry in listed:
                self._take(entry, relative, rules, below)
            pending += reversed(below)

    def _take(
        self,
        entry: os.DirEntry[str],
        relative: str,
        rules: _Rules,
        below: list[_Level],
    ) -> None:
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and _STUB.fullmatch(entry.name):
                if format_of(entry.name[1 : -len(".icloud")]) is not None:
                    self.found.in_cloud.append(entry.path)
                return
            if not is_folder and format_of(entry.name) is None:
                if entry.is_symlink() and entry.is_dir():
                    self.found.links.append(entry.path)
                elif not rules.leaves_out(relative + entry.name):
                    self.found.leave_out(entry.name)
                return
            if rules.leaves_out(relative + entry.name + ("/" if is_folder else "")):
                self.found.ignored += 1
                return
            if not is_text(entry.name):
                self.found.unreadable.append((shown(entry.path), _NO_TEXT))
                return
            if is_folder:
                self._take_folder(entry, relative, rules, below)
                return
            if entry.is_dir():  # a link to a folder that is called like a file
                self.found.links.append(entry.path)
                return
            status = entry.stat()
            if is_placeholder(status, entry.name):
                self.found.in_cloud.append(entry.path)
            elif stat.S_ISREG(status.st_mode):
                self.found.files.append(FoundFile(entry.path, status.st_size, status.st_mtime_ns))
        except OSError as error:
            self.found.unreadable.append((entry.path, error.strerror or str(error)))

    def _take_folder(
        self,
        entry: os.DirEntry[str],
        relative: str,
        rules: _Rules,
        below: list[_Level],
    ) -> None:
        if entry.path in self.skip:
            return
        status = entry.stat(follow_symlinks=False)
        if getattr(status, "st_reparse_tag", 0) == _MOUNT_POINT:
            self.found.links.append(entry.path)
        elif is_placeholder(status, entry.name):
            self.found.in_cloud.append(entry.path)
        else:
            with os.scandir(entry.path) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
            below.append((f"{relative}{entry.name}/", entries, rules))

    def _with_own(self, relative: str, listed: list[os.DirEntry[str]], rules: _Rules) -> _Rules:
        own = next((entry for entry in listed if entry.name == IGNORE_FILE), None)
        if own is None:
            return rules
        try:
            if is_placeholder(own.stat(), own.name):
                raise OSError("it lies in the cloud only")
            with open(own.path, encoding="utf-8", errors="replace") as file:
                lines = file.read(_LONGEST_RULES)
            return _Rules(relative, GitIgnoreSpec.from_lines(lines.splitlines()), rules)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.found.unreadable.append((own.path, reason))
            return rules
