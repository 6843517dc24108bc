"""`docuchat workspaces`: named parts of the library, of documents and folders, to ask about by themselves."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.cli.actions import add_action
from core.cli.draft import printable
from core.cli.printing import print_json
from core.engine import Engine
from core.errors import UsageError
from core.store.workspaces import Workspace

SHORT_ID = 8


def add_parser(commands: Any) -> None:
    parser = commands.add_parser(
        "workspaces",
        help="named parts of the library: list, create, fill, rename, delete them",
        epilog="A WORKSPACE is a name or the beginning of an id; WHAT is a document (id, path or file name) "
        "or a folder, whose files belong to the workspace now and later. Documents stay in the library.",
    )
    actions = parser.add_subparsers(dest="workspaces_action", required=True, metavar="ACTION")
    listed = add_action(actions, "list", _list, "by name, with how many documents each has")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")
    show = add_action(actions, "show", _show, "the documents and folders of one")
    _add_name(show)
    show.add_argument("--json", action="store_true", help="as one JSON object")
    create = add_action(actions, "create", _create, "make one")
    create.add_argument("name", metavar="NAME")
    create.add_argument("what", nargs="*", metavar="WHAT", help="put into it at once")
    rename = add_action(actions, "rename", _rename, "give one another name")
    _add_name(rename)
    rename.add_argument("name", metavar="NAME")
    add = add_action(actions, "add", _add, "put documents or folders into one")
    _add_name(add)
    add.add_argument("what", nargs="+", metavar="WHAT")
    remove = add_action(actions, "remove", _remove, "take documents or folders out of one")
    _add_name(remove)
    remove.add_argument("what", nargs="+", metavar="WHAT")
    delete = add_action(actions, "delete", _delete, "delete one; its documents and conversations stay")
    _add_name(delete)
    delete.add_argument("--yes", action="store_true", help="without asking")


def _add_name(action: argparse.ArgumentParser) -> None:
    action.add_argument("workspace", metavar="WORKSPACE")


def _list(engine: Engine, arguments: argparse.Namespace) -> int:
    workspaces = engine.workspaces.all()
    for found in workspaces:
        count = len(engine.workspaces.document_ids(found.workspace_id))
        if arguments.json:
            print_json(_output(found, count))
        else:
            print(f"{found.workspace_id[:SHORT_ID]}  {count:6}  {printable(found.name)}")
    if not workspaces and not arguments.json:
        print("There is no workspace. Make one with `docuchat workspaces create NAME`.")
    return 0


def _output(found: Workspace, count: int) -> dict[str, Any]:
    return {
        "workspace_id": found.workspace_id,
        "name": found.name,
        "created_at": found.created_at,
        "folders": list(found.folders),
        "documents": count,
    }


def _show(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.workspaces.find(arguments.workspace)
    ids = engine.workspaces.document_ids(found.workspace_id)
    documents = {document.document_id: document for document in engine.documents()}
    named = [(name, documents[name].filename) for name in ids if name in documents]
    if arguments.json:
        told: list[dict[str, str]] = [{"document_id": name, "document": file} for name, file in named]
        print_json(_output(found, len(ids)) | {"documents": told})
        return 0
    for folder in found.folders:
        print(f"folder    {printable(folder)}")
    for name, file in named:
        print(f"{name[:SHORT_ID]}  {printable(file)}")
    if not ids and not found.folders:
        print(
            f"Nothing is in it. Fill it with `docuchat workspaces add {found.workspace_id[:SHORT_ID]} WHAT`."
        )
    return 0


def _create(engine: Engine, arguments: argparse.Namespace) -> int:
    folders, ids = _meant(engine, arguments.what)  # before it is made, so that a slip makes nothing
    found = engine.workspaces.create(arguments.name)
    _fill(engine, found, folders, ids)
    return 0


def _rename(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.workspaces.find(arguments.workspace)
    engine.workspaces.rename(found.workspace_id, arguments.name)
    return 0


def _add(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.workspaces.find(arguments.workspace)
    _fill(engine, found, *_meant(engine, arguments.what))
    return 0


def _fill(engine: Engine, found: Workspace, folders: Sequence[Path], ids: Sequence[str]) -> None:
    engine.workspaces.add_paths(found.workspace_id, folders)
    engine.workspaces.add(found.workspace_id, ids)
    _tell(engine, found.workspace_id)


def _remove(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.workspaces.find(arguments.workspace)
    kept = {os.path.abspath(Path(name).expanduser()): name for name in arguments.what}
    folders = [path for path in kept if path in found.folders]
    others = [name for path, name in kept.items() if path not in folders]
    ids = engine.resolve_documents(others)
    inside = set(engine.workspaces.document_ids(found.workspace_id))
    for name, document_id in zip(others, ids, strict=True):
        if document_id not in inside:
            raise UsageError(f"{name} is not in the workspace {found.name}.")
    for path in folders:
        engine.workspaces.drop_folder(found.workspace_id, Path(path))
    engine.workspaces.take_out(found.workspace_id, ids)
    _tell(engine, found.workspace_id)
    return 0


def _delete(engine: Engine, arguments: argparse.Namespace) -> int:
    found = engine.workspaces.find(arguments.workspace)
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise UsageError("Nothing was deleted.", "Add --yes to delete without being asked.")
        told = f"Delete the workspace “{printable(found.name)}”? Its documents stay. [y/N] "
        print(told, end="", flush=True)
        if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
            return 0
    engine.workspaces.delete(found.workspace_id)
    engine.workspaces.forget_deleted()
    print(f"The workspace {printable(found.name)} is deleted; its documents are still in the library.")
    return 0


def _meant(engine: Engine, names: Sequence[str]) -> tuple[list[Path], tuple[str, ...]]:
    """Folders, and the ids of documents."""
    folders = [Path(name) for name in names if Path(name).expanduser().is_dir()]
    others = [name for name in names if Path(name) not in folders]
    return folders, engine.resolve_documents(others)


def _tell(engine: Engine, workspace_id: str) -> None:
    found = engine.workspaces.get(workspace_id)
    count = len(engine.workspaces.document_ids(workspace_id))
    if found is not None:
        print(f"{printable(found.name)}: {count} document{'' if count == 1 else 's'}")
