"""`docuchat index` and `docuchat docs`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli_print import IngestPrinter, print_json
from core.engine import Engine
from core.errors import UsageError
from core.events import Event, RunFinished
from core.output import SCHEMAS, document_output
from core.paths import AppPaths
from core.types import DocumentStatus


def add_parsers(commands: Any) -> None:
    index = commands.add_parser("index", help="add files and folders to the library and read them")
    index.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders; none: go on with what is queued"
    )
    index.add_argument("--jsonl", action="store_true", help="print every event as one JSON object a line")
    index.set_defaults(run=run_index)

    docs = commands.add_parser("docs", help="list the documents of the library")
    docs.add_argument("--json", action="store_true", help="one JSON object a line")
    docs.add_argument(
        "--remove", metavar="DOCUMENT", help="remove a document (id or file name) from the library"
    )
    docs.set_defaults(run=run_docs)

    schema = commands.add_parser("schema", help="write the JSON Schemas of the outputs")
    schema.add_argument("folder", metavar="FOLDER")
    schema.set_defaults(run=run_schema)


def run_index(arguments: argparse.Namespace) -> int:
    """Exit code 0 if everything that was given is in the library afterwards, else 3."""
    printer = IngestPrinter()

    def show(event: Event) -> None:
        if arguments.jsonl:
            print(event.model_dump_json(), flush=True)
        printer.show(event)

    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        if arguments.paths:
            for event in engine.add_paths([Path(path) for path in arguments.paths], arguments.cancel):
                show(event)
        if not arguments.cancel.is_set:
            for event in engine.ingest(arguments.cancel):
                show(event)
    finished = printer.finished
    if finished is None or finished.outcome == "cancelled":
        return 130
    if finished.outcome == "failed":
        raise finished_error(finished)
    return 3 if printer.failed or printer.rejected else 0


def run_docs(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        if arguments.remove:
            (document_id,) = engine.resolve_documents([arguments.remove])
            engine.remove_document(document_id)
        documents = engine.documents()
    for document in documents:
        if arguments.json:
            print_json(document_output(document).model_dump())
            continue
        percent = 100 * document.embedded_count // document.chunk_count if document.chunk_count else 0
        status = document.status.value
        if document.status is DocumentStatus.SEARCHABLE:
            status += f" ({percent} % understood)"
        failure = f"  {document.failure}" if document.failure else ""
        print(f"{status:12} {document.page_count:5} pages  {document.filename}{failure}")
    if not documents and not arguments.json:
        print("The library is empty. Add documents with `docuchat index PATH`.")
    return 0


def run_schema(arguments: argparse.Namespace) -> int:
    import json

    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in SCHEMAS.items():
        text = json.dumps(model.model_json_schema(), indent=2) + "\n"
        (folder / f"{name}.schema.json").write_text(text, encoding="utf-8")
    return 0


def finished_error(finished: RunFinished) -> UsageError:
    """A run's failure as the error the command ends with."""
    error = UsageError(finished.message, finished.hint)
    error.code = finished.error_code
    error.exit_code = EXIT_CODES.get(finished.error_code, 1)
    return error


EXIT_CODES = {
    "usage": 2,
    "document": 3,
    "model": 4,
    "context_overflow": 4,
    "storage": 5,
    "already_running": 6,
    "worker": 7,
}
