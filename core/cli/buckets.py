"""`docuchat buckets` and `docuchat fields`: kinds of documents, their schemas, and what was read of each."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.actions import add_action
from core.cli.printing import print_json
from core.engine import Engine
from core.engine.buckets import FiledDocument, Refitted
from core.fields.schema import BucketSchema, FieldType, read_schema
from core.fields.values import FieldValue, Method
from core.system.paths import AppPaths

_METHOD_WORDS = {
    Method.LABEL: "beside its label",
    Method.TABLE: "in a table",
    Method.PROSE: "in a sentence",
    Method.LAYOUT: "by its place",
    Method.WORDS: "by its words",
    Method.FILENAME: "in the file name",
    Method.MODEL: "by the language model",
    Method.USER: "entered by you",
}


def add_parsers(commands: Any) -> None:
    """Both commands."""
    buckets = commands.add_parser("buckets", help="kinds of documents and what is read of each")
    actions = buckets.add_subparsers(dest="buckets_action", required=True, metavar="ACTION")
    listing = add_action(actions, "list", _list, "the buckets and how many documents are in each")
    listing.add_argument("--json", action="store_true", help="one JSON object a line")
    show = add_action(actions, "show", _show, "the schema of a bucket as JSON, to be edited and set")
    show.add_argument("bucket", metavar="BUCKET")
    put = add_action(actions, "set", _set, "use a schema from a TOML or JSON file")
    put.add_argument("file", metavar="FILE")
    reset = add_action(actions, "reset", _reset, "forget your schema of a bucket")
    reset.add_argument("bucket", metavar="BUCKET")
    move = add_action(actions, "move", _move, "say where documents belong")
    move.add_argument("bucket", metavar="BUCKET")
    move.add_argument("documents", nargs="+", metavar="DOCUMENT", help="an id, a path or a file name")

    fields = commands.add_parser("fields", help="what was read of a document, and correcting it")
    fields.add_argument("document", metavar="DOCUMENT", help="an id, a path or a file name")
    fields.add_argument("--json", action="store_true", help="one JSON object")
    change = fields.add_mutually_exclusive_group()
    change.add_argument(
        "--set",
        nargs=2,
        metavar=("FIELD", "VALUE"),
        help="enter a value; an empty one says that the document has none",
    )
    change.add_argument("--forget", metavar="FIELD", help="forget what you entered and read it anew")
    fields.set_defaults(run=_run_fields)


def _list(engine: Engine, arguments: argparse.Namespace) -> int:
    own = engine.buckets.changed_by_user()
    counts = engine.buckets.counts()
    for bucket, schema in engine.buckets.schemas().items():
        if arguments.json:
            print_json(
                {
                    "bucket": bucket,
                    "title": schema.shown,
                    "documents": counts[bucket],
                    "fields": [field.name for field in schema.fields],
                    "edited": bucket in own,
                }
            )
            continue
        edited = "  (your schema)" if bucket in own else ""
        print(f"{counts[bucket]:7}  {bucket:14} {len(schema.fields):2} fields{edited}")
    return 0


def _show(engine: Engine, arguments: argparse.Namespace) -> int:
    print(engine.buckets.schema(arguments.bucket).model_dump_json(indent=2, exclude_defaults=True))
    return 0


def _set(engine: Engine, arguments: argparse.Namespace) -> int:
    schema = read_schema(Path(arguments.file))
    now = engine.buckets.keep_schema(schema)
    count = len(schema.fields)
    print(f"{schema.bucket} has {count} fields now. `docuchat index` files the documents anew.")
    _tell_refitted(now)
    return 0


def _reset(engine: Engine, arguments: argparse.Namespace) -> int:
    now = engine.buckets.forget_schema(arguments.bucket)
    print("Forgotten. `docuchat index` files the documents anew.")
    _tell_refitted(now)
    return 0


def _tell_refitted(now: Refitted) -> None:
    if now.converted:
        print(f"{now.converted} of the values you entered were converted to what their fields are now.")
    for field, text in now.misfits:
        print(f"You entered “{text}” for {field}: it is no value of the field now, and kept as you wrote it.")


def _move(engine: Engine, arguments: argparse.Namespace) -> int:
    moved = engine.buckets.move(engine.resolve_documents(arguments.documents), arguments.bucket)
    print(f"{moved} moved to {arguments.bucket}. `docuchat index` reads their fields.")
    return 0


def _run_fields(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        [document_id] = engine.resolve_documents([arguments.document])
        if arguments.set:
            engine.buckets.correct(document_id, *arguments.set)
        elif arguments.forget and not engine.buckets.drop_correction(document_id, arguments.forget):
            print(f"Nothing was entered for {arguments.forget}.")
        filed = engine.buckets.filed(document_id)
        if arguments.json:
            print_json(fields_output(document_id, filed))
        elif filed is None:
            print("This document has not been filed yet; `docuchat index` does it.")
        else:
            _print(filed)
    return 0


def fields_output(document_id: str, filed: FiledDocument | None) -> dict[str, Any]:
    """What `docuchat fields --json` prints."""
    return {
        "document_id": document_id,
        "bucket": filed.sorting.bucket if filed else None,
        "bucket_confidence": round(filed.sorting.confidence, 3) if filed else None,
        "sorted_by": filed.sorting.sorted_by if filed else None,
        "fields": {
            value.field: {
                "value": value.value.shown if value.value else None,
                "unit": value.value.unit if value.value else "",
                "page": value.page or None,
                "quote": value.quote if not value.misfit else "",
                "misfit": value.misfit,
                "method": value.method.value,
                "confidence": value.confidence,
            }
            for value in (filed.values if filed else ())
        },
    }


def _print(filed: FiledDocument) -> None:
    by = "where you put it" if filed.sorting.sorted_by == "user" else f"{filed.sorting.confidence:.0%} sure"
    print(f"{filed.schema.shown} ({by})")
    width = max((len(field.shown) for field in filed.schema.fields), default=0)
    found = {value.field: value for value in filed.values}
    for field in filed.schema.fields:
        value = found.get(field.name)
        print(f"  {field.shown:{width}}  {_told(filed.schema, value) if value else '–'}")


def _told(schema: BucketSchema, found: FieldValue) -> str:
    if found.misfit:
        return f"“{found.misfit}”  (entered by you, and no value of the field since it was changed)"
    if found.value is None:
        return "none, as you said"
    field = schema.field(found.field)
    shown = found.value.shown
    if field is not None and field.type is FieldType.BOOL:
        shown = "yes" if shown == "true" else "no"
    elif field is not None and field.type is FieldType.ENUM:
        shown = shown.replace("_", " ")
    place = f", page {found.page}" if found.page else ""
    sure = "" if found.method is Method.USER else f", {found.confidence:.0%}"
    return f"{shown} {found.value.unit}".rstrip() + f"  ({_METHOD_WORDS[found.method]}{place}{sure})"
