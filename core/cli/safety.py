"""`docuchat backup`, `restore`, `check` and `move`: keeping the library safe."""

from __future__ import annotations

import argparse
import shlex
import sqlite3
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.cli.printing import print_json
from core.engine import Engine
from core.errors import ModelError, StorageError, UsageError
from core.safety.moving import is_interrupted, move_home
from core.safety.restoring import back_up, newest_good_copy, repair_library, restore
from core.safety.starting import missing_for_copy, note_check, what_is_gone
from core.settings import Settings
from core.store.backups import Backup, backup_at, backups_in, copies_to_restore
from core.store.integrity import file_problems
from core.store.salvage import Salvaged
from core.system.instance import only_instance
from core.system.paths import AppPaths

_WORDS = {
    "auto": "made by itself",
    "format": "before a change of format",
    "manual": "made by hand",
    "replaced": "replaced by a restore",
    "damaged": "damaged, before a repair",
}


def add_parsers(commands: Any) -> None:
    backup = commands.add_parser(
        "backup",
        help="copy the library to a file, also while the window is open",
        epilog="The copy holds texts, answers, fields, settings and your own words; not the files, "
        "the models or the index, which is made anew. Copies in the data folder are rid of documents you "
        "remove; "
        "copies elsewhere are not.",
    )
    backup.add_argument(
        "target", nargs="?", metavar="FILE", help="a new file, or a folder (default: beside the library)"
    )
    backup.add_argument("--list", action="store_true", help="name the copies beside the library")
    backup.add_argument("--json", action="store_true", help="print JSON")
    backup.set_defaults(run=run_backup)

    back = commands.add_parser("restore", help="put a copy in the place of the library, which is kept")
    back.add_argument(
        "source",
        nargs="?",
        metavar="FILE",
        help="a copy (default: the newest good one beside the library that no restore has replaced)",
    )
    back.add_argument("--settings", action="store_true", help="take the copy's settings, too")
    back.add_argument("--yes", action="store_true", help="do not ask")
    back.set_defaults(run=run_restore)

    check = commands.add_parser(
        "check",
        help="is the library whole? its file, the index, the copies",
        epilog="Ends with 5 when something is damaged. What is wrong with the index is mended, out of the "
        "library; nothing is ever deleted from that.",
    )
    check.add_argument("--full", action="store_true", help="also every index, and each copy; takes longer")
    check.add_argument("--repair", action="store_true", help="save what can be read of a damaged library")
    check.add_argument("--json", action="store_true", help="print JSON")
    check.set_defaults(run=run_check)

    move = commands.add_parser(
        "move",
        help="move the data folder, with its models, to another place",
        epilog="A move that was killed has changed nothing; the same command takes away what it left, and "
        "begins anew.",
    )
    move.add_argument("folder", metavar="FOLDER", help="a new or empty folder")
    move.add_argument("--keep-old", action="store_true", help="leave the old files where they are")
    move.set_defaults(run=run_move)


def run_backup(arguments: argparse.Namespace) -> int:
    paths = AppPaths.from_environment(arguments.home)
    if arguments.list:
        for backup in backups_in(paths.backups):
            if arguments.json:
                print_json(_as_json(backup))
            else:
                size = f"{backup.size / 1e6:8,.1f} MB"
                print(f"{_day(backup.made_at)}  {size}  {_WORDS[backup.kind]:26}  {backup.path}")
        _tell_missing_room(paths)
        return 0
    target = Path(arguments.target).expanduser() if arguments.target else None
    copy = back_up(paths, target, arguments.cancel, _Percent("copied").show)
    if arguments.json:
        print_json({"path": str(copy), "size": copy.stat().st_size})
    else:
        print(f"Copied and checked: {copy} ({copy.stat().st_size / 1e6:,.1f} MB)")
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    paths = AppPaths.from_environment(arguments.home)
    with only_instance(paths):
        source = newest_good_copy(paths) if arguments.source is None else _copy_named(arguments.source)
        if not arguments.yes and paths.database.exists():
            _ask(
                f"Put the copy {source} of {_of_when(source)} in the place of the library? The present one "
                f"is kept in {paths.backups}. [y/N] "
            )
        restored = restore(paths, source, with_settings=arguments.settings)
    print(
        f"The library is the copy {restored.source} of {_of_when(restored.source)}: "
        f"{_count(restored.documents, 'document')}."
    )
    if restored.replaced:
        back = f"docuchat restore {shlex.quote(str(restored.replaced))}"
        print(f"The earlier one is kept; `{back}` brings it back.")
    if restored.put_back:
        print(f"Put back, too: {', '.join(restored.put_back)}")
    if restored.differing:
        print(f"Not put back, because yours is another: {', '.join(restored.differing)} (--settings)")
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    paths = AppPaths.from_environment(arguments.home)
    with only_instance(paths):
        problems = _library_problems(paths, arguments.full)
        if problems and arguments.repair:
            kept, saved = repair_library(paths, arguments.cancel)
            print(f"The damaged library is kept: {kept}", file=sys.stderr)
            _say_saved(saved)
            problems = _library_problems(paths, arguments.full) or _nothing_saved(paths, saved)
    index = "not checked: the library is damaged" if problems else _index_state(paths)
    backups = backups_in(paths.backups)
    if arguments.json:
        print_json(
            {
                "library": str(paths.database),
                "problems": problems,
                "index": index,
                "backups": [_as_json(backup) for backup in backups],
            }
        )
    else:
        print(f"Library  {paths.database}: {problems[0] if problems else _soundness(paths)}")
        for line in problems[1:10]:
            print(f"         {line}")
        print(f"Index    {index}")
        usable = copies_to_restore(paths.backups)
        newest = f", the newest of {_day(usable[0].made_at)}" if usable else ""
        print(f"Copies   {_count(len(backups), 'copy', 'copies')} in {paths.backups}{newest}")
        for backup in usable if arguments.full else ():
            if damaged := _damage_of(backup):
                print(f"         {backup.path}: {damaged}; `docuchat restore` passes it over")
        _tell_missing_room(paths)
    if problems and not arguments.repair:
        raise StorageError(
            f"The library {paths.database} is damaged. Nothing was changed.",
            "`docuchat check --repair` saves what can be read; `docuchat restore` puts the newest good copy "
            "in its "
            "place.",
        )
    return StorageError.exit_code if problems else 0


def run_move(arguments: argparse.Namespace) -> int:
    paths = AppPaths.from_environment(arguments.home)
    target = Path(arguments.folder).expanduser().absolute()
    percent = _Percent("copied and compared")
    with only_instance(paths):
        if is_interrupted(paths, target):
            told = (
                f"{target} holds what an interrupted move left. It is taken away, and the move begins anew."
            )
            print(told, file=sys.stderr)
        for done, total in move_home(paths, target, arguments.cancel, keep_old=arguments.keep_old):
            percent.show(done, total)
    old = f"The old files are still in {paths.data}." if arguments.keep_old else ""
    print(f"The data folder is {target} now. {old}".rstrip())
    return 0


def _copy_named(name: str) -> Path:
    """`backup` ends the name of a copy in `.sqlite3`; it need not be typed.

    Raises:
        UsageError: there is no such file.
    """
    named = Path(name).expanduser()
    for path in (named, named.with_name(named.name + ".sqlite3")):
        if path.exists():
            return path
    raise UsageError(f"There is no file {named}.", "`docuchat backup --list` names the copies there are.")


def _tell_missing_room(paths: AppPaths) -> None:
    with suppress(UsageError):  # of settings that cannot be read
        if Settings.load(paths.settings).library.backups == "off":
            return
    if missing := missing_for_copy(paths):
        told = f"{missing / 1e6:,.0f} MB are missing on the disk of {paths.backups}."
        print(f"docuchat: The copy of today was not made: {told}", file=sys.stderr)


def _of_when(copy: Path) -> str:
    backup = backup_at(copy)
    if backup is not None:
        return f"{_day(backup.made_at)} ({_WORDS[backup.kind]})"
    return _day(copy.stat().st_mtime)


class _Percent:
    """A line on stderr for each tenth."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._said = 0

    def show(self, done: int, total: int) -> None:
        tenth = done * 10 // max(1, total)
        if tenth > self._said and sys.stderr.isatty():
            self._said = tenth
            print(f"  {tenth * 10} % {self._what}", file=sys.stderr)


def _library_problems(paths: AppPaths, full: bool) -> list[str]:
    if problem := what_is_gone(paths):
        return [problem]
    if not paths.database.exists():
        return []
    try:
        problems = file_problems(paths.database, thorough=full)
    except sqlite3.Error as error:
        raise StorageError(
            f"The library {paths.database} cannot be opened ({error}).",
            "Check the permissions of its folder.",
        ) from error
    note_check(paths, problems)
    return problems


def _soundness(paths: AppPaths) -> str:
    return "sound" if paths.database.exists() else "none yet"


def _index_state(paths: AppPaths) -> str:
    """Opens the library as the window does, which migrates it and mends the index."""
    if not paths.database.exists():
        return "none yet"
    try:
        with Engine.open(paths) as engine:
            repairs = engine.check_index()
    except ModelError as error:
        return f"not checked: {error.message}"
    if not repairs:
        return "matches the library"
    again = _count(repairs.requeued + repairs.to_embed, "document")
    return (
        f"mended: {_count(repairs.refilled, 'document')} written anew, {again} queued (`docuchat index` "
        f"goes on), "
        f"points of {_count(repairs.orphans, 'missing document')} dropped"
    )


def _nothing_saved(paths: AppPaths, saved: Salvaged) -> list[str]:
    """An empty library is not what a user had: told as a problem, with the way to a copy."""
    if saved.rows.get("documents", 0) or not copies_to_restore(paths.backups):
        return []
    return ["no document could be saved. `docuchat restore` puts the newest good copy in its place"]


def _damage_of(backup: Backup) -> str:
    """What is wrong with a copy; empty for a whole one."""
    try:
        return next(iter(file_problems(backup.path)), "")
    except sqlite3.Error as error:
        return str(error)


def _say_saved(saved: Salvaged) -> None:
    for table in ("documents", "pages", "chunks", "conversations", "messages", "runs"):
        print(f"  {table}: {saved.rows.get(table, 0):,} rows saved", file=sys.stderr)
    if saved.broken:
        print(f"  Damaged parts: {', '.join(saved.broken)}.", file=sys.stderr)
    if saved.requeued:
        print(f"  {_count(saved.requeued, 'document')} will be read again.", file=sys.stderr)


def _ask(question: str) -> None:
    if not sys.stdin.isatty():
        raise UsageError("Nobody can be asked here.", "Add --yes to go on without a question.")
    print(question, end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise UsageError("Nothing was changed.")


def _as_json(backup: Backup) -> dict[str, Any]:
    return {
        "path": str(backup.path),
        "kind": backup.kind,
        "made_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(backup.made_at)),
        "size": backup.size,
    }


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"
