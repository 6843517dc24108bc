"""`docuchat index`, `unlock`, `pause` and `resume`: getting documents read."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import Any
from urllib.parse import urlsplit

from core.cli.actions import given_path
from core.cli.printing import unread_parts
from core.cli.progress import IngestPrinter
from core.engine import Engine
from core.errors import UsageError
from core.events import Event
from core.runs.recorder import carry_out
from core.system.paths import AppPaths
from core.types import DocumentStatus


def add_parsers(commands: Any) -> None:
    index = commands.add_parser(
        "index",
        help="add files and folders to the library and read them",
        epilog="Ends with 3 when a file could not be taken or read, or needs a password. Files that are in "
        "the library already, or have the same content as one, are no failure.",
    )
    index.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files or folders; none: go on with what is queued, and read anew what an earlier version read",
    )
    index.add_argument("--workspace", metavar="NAME", help="put what is added into this workspace")
    index.add_argument("--jsonl", action="store_true", help="print every event as one JSON object a line")
    where = index.add_mutually_exclusive_group()
    where.add_argument(
        "--server", metavar="URL", help="first move the index to this Qdrant server, and use it from now on"
    )
    where.add_argument("--embedded", action="store_true", help="first move the index back from the server")
    index.set_defaults(run=run_index)

    unlock = commands.add_parser(
        "unlock",
        help="give the password of a document and read it",
        epilog="The password is asked for on a terminal, otherwise read from standard input. It is kept in "
        "memory only.",
    )
    unlock.add_argument("document", metavar="DOCUMENT", help="id, path or file name")
    unlock.set_defaults(run=run_unlock)

    pause = commands.add_parser("pause", help="read nothing until `docuchat resume`")
    pause.set_defaults(run=run_pause, paused=True)
    resume = commands.add_parser("resume", help="let reading go on")
    resume.set_defaults(run=run_pause, paused=False)


def run_index(arguments: argparse.Namespace) -> int:
    """Exit code 0 if everything that was given is in the library afterwards, else 3."""
    paths = [given_path(text) for text in arguments.paths]
    if arguments.server is not None or arguments.embedded:
        _move(arguments)
    printer = IngestPrinter()

    def show(event: Event) -> None:
        if arguments.jsonl:
            print(event.model_dump_json(), flush=True)
        printer.show(event)

    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        workspace = engine.workspaces.find(arguments.workspace) if arguments.workspace else None
        if workspace is not None and not paths:
            raise UsageError(
                "Nothing is named that could be put into the workspace.", "Name files or folders."
            )
        if paths:
            carry_out(engine.add_paths(paths, arguments.cancel), show)
            if workspace is not None:
                engine.workspaces.add_paths(workspace.workspace_id, paths)
        if engine.ingest_paused:
            _say_paused(engine)
        else:
            if not paths:
                say_outdated(engine, "are read anew behind all else, and can be searched meanwhile.")
            carry_out(engine.ingest(arguments.cancel, renews=not paths), show)
            printer.close()
            if paths:
                say_outdated(engine, "`docuchat index` reads them anew.")
            if not printer.worked and printer.all_taken:
                unread = ", ".join(unread_parts(engine.coverage()))
                told = (
                    f"{unread} (docuchat docs --problems)" if unread else "all in the library has been read"
                )
                print(f"  Nothing new to read: {told}.", file=sys.stderr)
    return 0 if printer.all_taken else 3


def say_outdated(engine: Engine, what: str) -> None:
    """That documents were read by an earlier version, and what becomes of them; nothing where none were."""
    if count := engine.to_renew():
        read = "1 document was" if count == 1 else f"{count:,} documents were"
        print(f"  {read} read by an earlier version: {what}", file=sys.stderr)


def _move(arguments: argparse.Namespace) -> None:
    """Move the index; the engine that is opened afterwards uses it where it is then."""
    url = (arguments.server or "").strip().rstrip("/")
    if not arguments.embedded and urlsplit(url).scheme not in ("http", "https"):
        raise UsageError(f"{arguments.server} is no address of a server.", "It looks like http://host:6333.")
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        said = -1
        for done, total in engine.move_index(url, arguments.cancel):
            if (percent := done * 100 // max(1, total)) // 10 != said:
                said = percent // 10
                print(f"  {done:,} of {total:,} passages copied", file=sys.stderr)
    where = f"on the server {url}" if url else "in this program"
    print(f"  The index is {where} now.", file=sys.stderr)


def run_unlock(arguments: argparse.Namespace) -> int:
    """Exit code 3 when the password is wrong, or the document cannot be read with it either."""
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        (document_id,) = engine.resolve_documents([arguments.document])
        document = engine.document(document_id)
        unfinished = document and document.status.can_be_searched and document.unchecked_pages
        if document and document.status is not DocumentStatus.LOCKED and not unfinished:
            read = " It has been read already." if document.status.can_be_searched else ""
            print(f"  {document.filename} asks for no password.{read}", file=sys.stderr)
            return 0
        engine.unlock(document_id, _password(arguments.document))
        if engine.ingest_paused:
            raise UsageError("Reading is paused.", "`docuchat resume` first, then unlock the document again.")
        carry_out(engine.ingest(arguments.cancel, renews=False), IngestPrinter().show)
        document = engine.document(document_id)
    return 0 if document is not None and document.status.can_be_searched else 3


def _password(document: str) -> str:
    if sys.stdin.isatty():
        password = getpass.getpass(f"Password of {document}: ")
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise UsageError("No password was given.", "Type it, or pipe it into the command.")
    return password


def run_pause(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        engine.pause_ingest(arguments.paused)
        if arguments.paused:
            _say_paused(engine)
        else:
            waiting = _waiting(engine)
            told = f" {_documents(waiting)} to be read: `docuchat index`." if waiting else ""
            print(f"  Reading is no longer paused.{told}", file=sys.stderr)
    return 0


def _say_paused(engine: Engine) -> None:
    waiting = _waiting(engine)
    told = f" {_documents(waiting)} to be read." if waiting else ""
    print(f"  Reading is paused until `docuchat resume`.{told}", file=sys.stderr)


def _waiting(engine: Engine) -> int:
    read = (DocumentStatus.INDEXED, DocumentStatus.FAILED, DocumentStatus.LOCKED)
    return sum(document.status not in read for document in engine.documents())


def _documents(count: int) -> str:
    return "1 document waits" if count == 1 else f"{count} documents wait"
