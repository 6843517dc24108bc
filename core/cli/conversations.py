"""`docuchat conversations`: past conversations are listed, searched, named, pinned, deleted and exported."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.cli.actions import add_action
from core.cli.draft import printable
from core.cli.printing import print_json
from core.engine import Engine
from core.errors import UsageError
from core.export import FORMATS, transcript_markdown
from core.store.history import HistoryEntry

SHORT_ID = 8


def add_parser(commands: Any) -> None:
    parser = commands.add_parser(
        "conversations", help="past conversations: list, search, name, pin, delete, export them"
    )
    actions = parser.add_subparsers(dest="conversations_action", required=True, metavar="ACTION")
    listed = add_action(actions, "list", _list, "pinned ones first, then newest first")
    listed.add_argument("--search", default="", metavar="WORDS", help="those that have all these words")
    listed.add_argument("--workspace", metavar="NAME", help="those that belong to this workspace")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")
    export = add_action(actions, "export", _export, "write one to a file, with its sources")
    _add_id(export)
    export.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help=f"its end says the format: {', '.join(f'.{one}' for one in FORMATS)} (default: print Markdown)",
    )
    rename = add_action(actions, "rename", _rename, "give one another name")
    _add_id(rename)
    rename.add_argument("name", metavar="NAME")
    pin = add_action(actions, "pin", _pin, "keep one at the top")
    _add_id(pin)
    pin.add_argument("--off", action="store_true", help="not any more")
    delete = add_action(actions, "delete", _delete, "delete one for good, with its answers and steps")
    _add_id(delete)
    delete.add_argument("--yes", action="store_true", help="without asking")


def _add_id(action: argparse.ArgumentParser) -> None:
    action.add_argument("conversation", metavar="ID", help="its id, or the beginning of it")


def _list(engine: Engine, arguments: argparse.Namespace) -> int:
    entries = engine.history.entries(arguments.search)
    if arguments.workspace:
        name = engine.workspaces.find(arguments.workspace).name
        entries = [entry for entry in entries if entry.workspace == name]
    for entry in entries:
        if arguments.json:
            print_json(asdict(entry))
        else:
            print(_line(entry))
    if not entries and not arguments.json:
        nothing = "Nothing has been asked yet."
        nothing = "No conversation belongs to this workspace." if arguments.workspace else nothing
        print("No conversation has these words." if arguments.search else nothing)
    return 0


def _line(entry: HistoryEntry) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.updated_at))
    pin = "*" if entry.pinned else " "
    told = f"{entry.conversation_id[:SHORT_ID]} {pin} {when}  {entry.questions:3}  {printable(entry.title)}"
    told += f"  [{printable(entry.workspace)}]" if entry.workspace else ""
    return f"{told}\n    {printable(entry.excerpt)}" if entry.excerpt else told


def _export(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.history.find(arguments.conversation)
    if arguments.file is None:
        print(transcript_markdown(engine.history.transcript(found.conversation_id)), end="")
        return 0
    engine.history.export(found.conversation_id, arguments.file, arguments.cancel)
    print(f"Written: {arguments.file}")
    return 0


def _rename(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.history.find(arguments.conversation)
    if not engine.history.rename(found.conversation_id, arguments.name):
        raise UsageError("A name must not be empty.", "Give a few words.")
    return 0


def _pin(engine: Engine, arguments: argparse.Namespace) -> int:
    engine.history.pin(engine.history.find(arguments.conversation).conversation_id, not arguments.off)
    return 0


def _delete(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.history.find(arguments.conversation)
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise UsageError("Nothing was deleted.", "Add --yes to delete without being asked.")
        print(f"Delete “{printable(found.title)}” with its answers for good? [y/N] ", end="", flush=True)
        if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
            return 0
    engine.history.delete(found.conversation_id)
    engine.history.forget_deleted()
    print("Deleted.")
    return 0
