"""`docuchat folders`: folders that are kept in step with the library."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from core.cli.actions import add_action, given_path
from core.cli.draft import printable_line
from core.cli.printing import print_json
from core.cli.progress import IngestPrinter
from core.engine import Engine
from core.events import Event, EventStream, FolderSynced
from core.runs.recorder import carry_out
from core.store.folders import WatchedFolder


def add_parser(commands: Any) -> None:
    folders = commands.add_parser("folders", help="keep folders in step with the library")
    actions = folders.add_subparsers(dest="folders_action", required=True, metavar="ACTION")
    add_action(actions, "list", _list, "the folders that are kept in step").add_argument(
        "--json", action="store_true", help="one JSON object a line"
    )
    add = add_action(actions, "add", _add_folder, "keep a folder in step and read what is in it")
    add.add_argument("folder", metavar="FOLDER")
    add.add_argument(
        "--ignore", action="append", default=[], metavar="RULE", help="leave files out, as in .gitignore"
    )
    add.add_argument(
        "--drop-missing",
        action="store_true",
        help="when a file is deleted, remove its document too (default: keep it, shown as missing)",
    )
    sync = add_action(actions, "sync", _sync, "compare the folders with the library now and read what is new")
    sync.add_argument("folders", nargs="*", metavar="FOLDER", help="only these (default: all)")
    add_action(actions, "watch", _watch, "keep the folders in step until Ctrl+C")
    for name, paused in (("pause", True), ("resume", False)):
        words = "leave a folder alone" if paused else "keep a paused folder in step again"
        one = add_action(actions, name, _pause, words)
        one.add_argument("folder", metavar="FOLDER")
        one.set_defaults(paused=paused)
    ignore = add_action(actions, "ignore", _ignore, "show or replace the ignore rules of a folder")
    ignore.add_argument("folder", metavar="FOLDER")
    ignore.add_argument("rules", nargs="*", metavar="RULE", help="new rules, as in .gitignore")
    ignore.add_argument("--none", action="store_true", help="no rules any more")
    remove = add_action(actions, "remove", _remove, "no longer keep a folder in step; its documents stay")
    remove.add_argument("folder", metavar="FOLDER")


def _list(engine: Engine, arguments: argparse.Namespace) -> int:
    folders = engine.folders.all()
    for folder in folders:
        if arguments.json:
            print_json(_output(folder))
            continue
        state = "paused" if folder.paused else folder.problem or _last_look(folder)
        print(printable_line(f"{folder.folder_id:4}  {folder.path}  {state}"))
        for rule in folder.ignore.splitlines():
            print(f"      ignores {rule}")
    if not folders and not arguments.json:
        print("No folder is kept in step. Add one with `docuchat folders add FOLDER`.")
    return 0


def _output(folder: WatchedFolder) -> dict[str, Any]:
    return {
        "folder_id": folder.folder_id,
        "path": folder.path,
        "paused": folder.paused,
        "ignore": folder.ignore.splitlines(),
        "state": folder.state.value,
        "problem": folder.problem,
        "keep_missing": folder.keep_missing,
        "synced_at": folder.synced_at,
    }


def _last_look(folder: WatchedFolder) -> str:
    if not folder.synced_at:
        return "not compared yet"
    return time.strftime("in step since %Y-%m-%d %H:%M", time.localtime(folder.synced_at))


def _add_folder(engine: Engine, arguments: argparse.Namespace) -> int:
    folder = engine.folders.add(
        given_path(arguments.folder), "\n".join(arguments.ignore), keep_missing=not arguments.drop_missing
    )
    return _read(engine, arguments, engine.folders.sync(arguments.cancel, [folder.folder_id]))


def _sync(engine: Engine, arguments: argparse.Namespace) -> int:
    chosen = [engine.folders.resolve(name).folder_id for name in arguments.folders] or None
    if chosen is None and all(folder.paused for folder in engine.folders.all()):
        _say("Every folder is paused." if engine.folders.all() else "No folder is kept in step.")
    return _read(engine, arguments, engine.folders.sync(arguments.cancel, chosen))


def _read(engine: Engine, arguments: argparse.Namespace, events: EventStream) -> int:
    """Exit code 3 when a file could not be taken or read."""
    printer = IngestPrinter()
    carry_out(events, printer.show)
    if not engine.ingest_paused:
        carry_out(engine.ingest(arguments.cancel, renews=False), printer.show)
    printer.close()
    return 0 if printer.all_taken else 3


def _watch(engine: Engine, arguments: argparse.Namespace) -> int:
    """Ends with Ctrl+C, as any command that is stopped."""
    printer = IngestPrinter()

    def show(event: Event) -> None:
        quiet = isinstance(event, FolderSynced) and not (event.added or event.changed or event.moved)
        if not quiet or (isinstance(event, FolderSynced) and (event.missing or event.problem)):
            printer.show(event)
        if isinstance(event, FolderSynced) and (event.added or event.changed) and not engine.ingest_paused:
            carry_out(engine.ingest(arguments.cancel, renews=False), printer.show)

    print("  Watching; Ctrl+C ends it.", file=sys.stderr)
    carry_out(engine.folders.watch(arguments.cancel), show)
    return 0


def _pause(engine: Engine, arguments: argparse.Namespace) -> int:
    folder = engine.folders.resolve(arguments.folder)
    engine.folders.set_paused(folder.folder_id, arguments.paused)
    _say(f"{folder.path} is {'paused' if arguments.paused else 'kept in step again'}.")
    return 0


def _ignore(engine: Engine, arguments: argparse.Namespace) -> int:
    folder = engine.folders.resolve(arguments.folder)
    if arguments.rules or arguments.none:
        engine.folders.set_ignore(folder.folder_id, "\n".join(arguments.rules))
        count = len(arguments.rules)
        told = f"{count} ignore rule{'' if count == 1 else 's'}" if count else "no ignore rules any more"
        _say(f"{folder.path} has {told}; documents in the library stay.")
        return 0
    if not folder.ignore:
        _say(f"{folder.path} has no ignore rules.")
    for rule in folder.ignore.splitlines():
        print(rule)
    return 0


def _remove(engine: Engine, arguments: argparse.Namespace) -> int:
    folder = engine.folders.resolve(arguments.folder)
    engine.folders.remove(folder.folder_id)
    _say(f"{folder.path} is no longer kept in step; its documents stay in the library.")
    return 0


def _say(sentence: str) -> None:
    print(f"  {printable_line(sentence)}", file=sys.stderr)
