"""`docuchat table`: the documents of a bucket with their fields, filtered, added up, exported."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from core.cli.printing import print_json
from core.corpus import display
from core.corpus.base import LibraryRow
from core.corpus.decomposition import Constraint, Decomposition
from core.engine import Engine
from core.engine.field_library import StoredFieldLibrary
from core.errors import StorageError, UsageError
from core.fields.filters import EVERYTHING, Filter, fields_of, parse_where
from core.fields.results import Amounts
from core.fields.schema import BucketSchema, FieldSpec
from core.paths import AppPaths
from core.store.field_queries import FieldQueries

_PAGE = 500
_LIMIT = 50


def add_parser(commands: Any) -> None:
    table = commands.add_parser(
        "table",
        help="the documents of a bucket with their fields: filtered, added up, exported",
        epilog="A condition reads like \"total_amount > 1000 AND vendor_name LIKE '%Acme%'\"; "
        "`docuchat buckets show BUCKET` names the fields.",
    )
    table.add_argument("bucket", metavar="BUCKET")
    table.add_argument("--where", metavar="CONDITION", help="only documents that meet it")
    table.add_argument("--order-by", metavar="FIELD", help="by this field; those without a value come last")
    table.add_argument("--descending", action="store_true", help="the largest first")
    table.add_argument(
        "--limit", type=int, default=_LIMIT, metavar="N", help=f"at most N rows (default {_LIMIT})"
    )
    figure = table.add_mutually_exclusive_group()
    figure.add_argument("--count", action="store_true", help="only how many there are")
    figure.add_argument("--sum", metavar="FIELD", help="what a field adds up to, per currency")
    figure.add_argument("--average", metavar="FIELD", help="the mean of a field, per currency")
    table.add_argument(
        "--by", metavar="FIELD", help="count, or --sum, for each value of a field (years of dates)"
    )
    table.add_argument(
        "--csv", metavar="FILE", help="write all rows and fields to a file; - writes them here"
    )
    table.add_argument("--json", action="store_true", help="one JSON object a row or figure")
    table.set_defaults(run=run_table)


def run_table(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        schema = engine.buckets.schema(arguments.bucket)
        where = parse_where(arguments.where, schema) if arguments.where else EVERYTHING
        library = StoredFieldLibrary(engine.database, None)
        questions = library.questions(arguments.bucket)
        if arguments.csv:
            _export(library, questions, schema, where, arguments)
        elif arguments.by:
            _groups(questions, schema, where, arguments)
        elif arguments.sum or arguments.average:
            _amounts(questions, schema, where, arguments)
        elif arguments.count:
            counted = questions.count(where)
            print(counted.count)
            _tell_unknown(counted.without, schema)
        else:
            _rows(library, questions, schema, where, arguments)
    return 0


def _rows(
    library: StoredFieldLibrary,
    questions: FieldQueries,
    schema: BucketSchema,
    where: Filter,
    arguments: argparse.Namespace,
) -> None:
    page = questions.documents(
        where, order_by=arguments.order_by, descending=arguments.descending, limit=max(0, arguments.limit)
    )
    rows = library.rows(schema.bucket, page.document_ids)
    if arguments.json:
        for row in rows:
            print_json(_packed(row))
        return
    specs = display.columns(schema, Decomposition(constraints=_compared(where)))
    for row in rows:
        shown = [f"{spec.shown}: {value}" for spec in specs if (value := _text(spec, row)) != "–"]
        print(f"{row.filename}\n    {'; '.join(shown)}")
    left = page.count - len(rows)
    counted = f"{page.count} document{'' if page.count == 1 else 's'}"
    print(counted + (f", {left} more with --limit or --csv." if left else "."))
    _tell_unknown(questions.count(where).without, schema)


def _amounts(
    questions: FieldQueries, schema: BucketSchema, where: Filter, arguments: argparse.Namespace
) -> None:
    field = arguments.sum or arguments.average
    amounts: Amounts = (questions.total if arguments.sum else questions.average)(field, where)
    spec = _spec(schema, field)
    if arguments.json:
        for entry in amounts.per_unit:
            print_json({"unit": entry.unit, "figure": str(entry.figure), "documents": entry.documents})
        return
    for entry in amounts.per_unit:
        print(f"{display.amount(spec, entry)}  over {entry.documents} documents")
    if amounts.without:
        print(f"{amounts.without} documents have no {spec.shown} and are not counted in.", file=sys.stderr)


def _groups(
    questions: FieldQueries, schema: BucketSchema, where: Filter, arguments: argparse.Namespace
) -> None:
    found = questions.groups(arguments.by, where, of=arguments.sum)
    spec = _spec(schema, arguments.sum) if arguments.sum else None
    for group in found.groups:
        figures = [display.amount(spec, entry) for entry in group.amounts] if spec else []
        if arguments.json:
            print_json({"value": group.shown, "documents": group.documents, "sums": figures})
        else:
            print(f"{group.documents:7}  {group.shown}  {'; '.join(figures)}".rstrip())
    if found.without:
        print(f"{found.without} documents have no {_spec(schema, arguments.by).shown}.", file=sys.stderr)


def _export(
    library: StoredFieldLibrary,
    questions: FieldQueries,
    schema: BucketSchema,
    where: Filter,
    arguments: argparse.Namespace,
) -> None:
    """All rows and fields; what a spreadsheet would take for a formula is written as text."""
    try:
        if arguments.csv == "-":
            _write(sys.stdout, library, questions, schema, where, arguments)
            return
        with Path(arguments.csv).open("w", encoding="utf-8-sig", newline="") as file:
            count = _write(file, library, questions, schema, where, arguments)
    except OSError as error:
        raise StorageError(
            f"{arguments.csv} could not be written ({error.strerror}).",
            "Name another file or free some space.",
        ) from error
    print(f"{count} rows written to {arguments.csv}.")


def _write(
    file: TextIO,
    library: StoredFieldLibrary,
    questions: FieldQueries,
    schema: BucketSchema,
    where: Filter,
    arguments: argparse.Namespace,
) -> int:
    writer = csv.writer(file)
    writer.writerow(["file", *(field.name for field in schema.fields), "document_id"])
    count = 0
    for row in _all(library, questions, schema, where, arguments):
        values = [_plain(row, field) for field in schema.fields]
        writer.writerow([_harmless(row.filename), *map(_harmless, values), row.document_id])
        count += 1
    return count


def _all(
    library: StoredFieldLibrary,
    questions: FieldQueries,
    schema: BucketSchema,
    where: Filter,
    arguments: argparse.Namespace,
) -> Iterator[LibraryRow]:
    offset = 0
    while True:
        page = questions.documents(
            where, order_by=arguments.order_by, descending=arguments.descending, limit=_PAGE, offset=offset
        )
        yield from library.rows(schema.bucket, page.document_ids)
        offset += len(page.document_ids)
        if len(page.document_ids) < _PAGE:
            return


def _packed(row: LibraryRow) -> dict[str, Any]:
    return {
        "document_id": row.document_id,
        "file": row.filename,
        "fields": {
            name: {"value": found.value.shown, "unit": found.value.unit, "page": found.page or None}
            for name, found in row.values.items()
            if found.value is not None
        },
    }


def _plain(row: LibraryRow, field: FieldSpec) -> str:
    found = row.values.get(field.name)
    if found is None or found.value is None:
        return ""
    return f"{found.value.shown} {found.value.unit}".rstrip()


def _harmless(text: str) -> str:
    """A document's text must not become a formula of the spreadsheet that opens it."""
    is_figure = text[1:2].isdigit() and text[:1] in "+-"
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not is_figure else text


def _text(spec: FieldSpec, row: LibraryRow) -> str:
    return display.shown_value(spec, row.values.get(spec.name))


def _compared(where: Filter) -> tuple[Constraint, ...]:
    return tuple(Constraint(field=name, operator="IS NOT NULL") for name in fields_of(where))


def _spec(schema: BucketSchema, name: str) -> FieldSpec:
    found = schema.field(name)
    if found is None:
        known: Sequence[str] = [field.name for field in schema.fields]
        raise UsageError(f"{schema.shown} have no field {name}.", f"There are {', '.join(known)}.")
    return found


def _tell_unknown(without: Any, schema: BucketSchema) -> None:
    for name, count in without.items():
        if count:
            shown = _spec(schema, name).shown
            print(f"{count} documents have no {shown}; whether they match is not known.", file=sys.stderr)
