"""`docuchat index` and `docuchat docs`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli_print import IngestPrinter, print_json
from core.engine import Engine
from core.events import Event
from core.output import SCHEMAS, document_output
from core.paths import AppPaths
from core.runs import carry_out
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
            paths = [Path(path) for path in arguments.paths]
            carry_out(engine.add_paths(paths, arguments.cancel), show)
        carry_out(engine.ingest(arguments.cancel), show)
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
