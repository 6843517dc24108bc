"""`docuchat table`: the documents of a bucket with their fields, filtered, added up, exported."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.cli.printing import print_json
from core.corpus import result_tables as display
from core.corpus.base import LibraryRow
from core.corpus.decomposition import Constraint, Decomposition
from core.engine import Engine
from core.engine.field_library import StoredFieldLibrary
from core.engine.table_files import write_csv, write_csv_to, write_xlsx
from core.engine.tables import LibraryTables, TableQuery
from core.errors import UsageError
from core.fields.filters import EVERYTHING, Filter, fields_of, parse_filter, parse_where
from core.fields.results import Amounts
from core.fields.schema import BucketSchema, FieldSpec
from core.store.fields.queries import FieldQueries
from core.system.paths import AppPaths

_LIMIT = 50


def add_parser(commands: Any) -> None:
    table = commands.add_parser(
        "table",
        help="the documents of a bucket with their fields: filtered, added up, exported",
        epilog="A condition reads like \"total_amount > 1000 AND vendor_name LIKE '%Acme%'\", or is JSON; "
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
    file = table.add_mutually_exclusive_group()
    file.add_argument("--csv", metavar="FILE", help="write all rows and fields to a file; - writes them here")
    file.add_argument(
        "--xlsx", metavar="FILE", help="the same as a spreadsheet with real figures, amounts and dates"
    )
    table.add_argument("--json", action="store_true", help="one JSON object a row or figure")
    table.set_defaults(run=run_table)


def run_table(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        schema = engine.buckets.schema(arguments.bucket)
        where = _filter(arguments.where, schema) if arguments.where else EVERYTHING
        if arguments.csv or arguments.xlsx:
            _export(LibraryTables(engine.database), schema, where, arguments)
            return 0
        with StoredFieldLibrary(engine.database, None).of_one_moment() as library:
            questions = library.questions(arguments.bucket)
            if arguments.by:
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


def _filter(text: str, schema: BucketSchema) -> Filter:
    """A condition as a line, or as the JSON that programs write.

    Raises:
        UsageError: it is neither, or does not suit the schema.
    """
    if not text.lstrip().startswith(("{", "[")):
        return parse_where(text, schema)
    try:
        return parse_filter(json.loads(text), schema)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"The filter is no valid JSON ({error}).", 'For example {"total_amount": {">": 1000}}.'
        ) from error


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
    print(counted + (f", {left} more with --limit, --csv or --xlsx." if left else "."))
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
        have = "1 document has" if amounts.without == 1 else f"{amounts.without} documents have"
        print(f"{have} no {spec.shown}; not counted in.", file=sys.stderr)


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
    tables: LibraryTables, schema: BucketSchema, where: Filter, arguments: argparse.Namespace
) -> None:
    """All rows and fields; what a spreadsheet would take for a formula is written as text."""
    query = TableQuery(schema.bucket, where, arguments.order_by, arguments.descending)
    cancel, rows = CancelToken(), tables.all_rows(query)
    if arguments.csv == "-":
        write_csv_to(sys.stdout, schema, rows, cancel)
        return
    target = Path(arguments.csv or arguments.xlsx)
    write = write_csv if arguments.csv else write_xlsx
    print(f"{write(target, schema, rows, cancel)} rows written to {target}.")


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
            told = "1 document has" if count == 1 else f"{count} documents have"
            it = "it matches" if count == 1 else "they match"
            print(f"{told} no {shown}; whether {it} is not known.", file=sys.stderr)
