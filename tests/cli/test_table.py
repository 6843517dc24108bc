"""`docuchat buckets`, `fields` and `table` on a real library, run as a user runs them."""

from __future__ import annotations

import csv
import datetime
import io
import json
import zipfile
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from core.cancel import CancelToken
from core.corpus.base import LibraryRow
from core.engine.buckets import schemas_of
from core.engine.table_files import write_csv, write_csv_to, write_xlsx
from core.errors import Cancelled
from core.fields.schema import BucketSchema, FieldSpec, FieldType, built_in_schemas
from core.fields.values import FieldValue, Method, bool_value, date_value, number_value
from core.store.database import Database
from tests.cli.conftest import Run
from tests.corpus.test_executor import INVOICES, invoice
from tests.library_kit import open_library


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with three filed invoices; reading them needs no model here."""
    home = tmp_path_factory.mktemp("home")
    library = open_library(home / "data", files=True)
    library.ingest(*(invoice(home, *entry) for entry in INVOICES))
    library.close()
    return home


@pytest.fixture(autouse=True)
def _own_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUCHAT_HOME", str(home))


def test_buckets_with_their_numbers(run: Run) -> None:
    code, out, _ = run("buckets", "list", "--json")
    counts = {entry["bucket"]: entry["documents"] for entry in map(json.loads, out.splitlines())}
    assert code == 0
    assert counts["invoices"] == 3
    assert counts["contracts"] == 0


def test_rows_that_meet_a_condition(run: Run) -> None:
    _, out, _ = run("table", "invoices", "--where", "total_amount > 1000 EUR", "--json")
    assert [json.loads(line)["file"] for line in out.splitlines()] == ["R-1.pdf"]
    _, out, _ = run("table", "invoices", "--order-by", "total_amount", "--descending", "--limit", "1")
    assert out.startswith("R-3.pdf\n")
    assert "3 documents, 2 more" in out


@pytest.mark.parametrize(
    "where",
    [
        '{"total_amount": {">": "1000 EUR"}, "vendor_name": "Acme GmbH"}',
        '{"total_amount": {"operator": ">", "value": "1000 EUR"}, "vendor_name": {"LIKE": "%acme%"}}',
        '[{"field": "total_amount", "operator": ">", "value": "1000 EUR", "raw_text": "over 1k"}]',
    ],
)
def test_a_condition_may_be_the_json_of_programs(run: Run, where: str) -> None:
    _, out, _ = run("table", "invoices", "--where", where, "--json")
    assert [json.loads(line)["file"] for line in out.splitlines()] == ["R-1.pdf"]


@pytest.mark.parametrize(
    ("where", "told"),
    [
        *(('{"total_amount": {">": 1000}', ""), ("[" * 100_000, ""), ('{"totl": 5}', ""), ("[1]", "")),
        ("totl > 5", "total_amount"),
    ],
)
def test_a_mistake_is_explained(run: Run, where: str, told: str) -> None:
    code, out, err = run("table", "invoices", "--where", where)
    assert (code, out) == (2, "")
    assert err
    assert told in err
    code, _, err = run("table", "letters")
    assert (code, "invoices" in err) == (2, True)


def test_what_a_condition_asks_to_be_missing_is_known(run: Run) -> None:
    """No invoice has a purchase order; whether one that must have none matches is no question."""
    _, out, err = run("table", "invoices", "--where", "purchase_order IS NULL")
    assert ("3 documents." in out, err) == (True, "")
    for joined, told in (("AND", "2 documents have no Order"), ("OR", "1 document has no Order")):
        where = f"purchase_order = 'PO-1' {joined} vendor_name LIKE '%Acme%'"
        assert run("table", "invoices", "--where", where)[2].startswith(told)


def test_figures(run: Run) -> None:
    assert run("table", "invoices", "--count")[1] == "3\n"
    _, out, _ = run("table", "invoices", "--sum", "total_amount", "--json")
    sums = {entry["unit"]: entry["figure"] for entry in map(json.loads, out.splitlines())}
    assert sums == {"EUR": "1428.00", "USD": "5000.00"}
    _, out, _ = run("table", "invoices", "--by", "vendor_name", "--sum", "total_amount")
    assert "2  Acme GmbH  1,428.00 EUR" in out


@pytest.mark.parametrize("sign", ["=", "+", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_an_export_holds_all_and_no_formula(run: Run, tmp_path: Path, sign: str) -> None:
    run("fields", "R-3.pdf", "--set", "customer_name", f"{sign}HYPERLINK(1)")
    target = tmp_path / "out.csv"
    code, out, _ = run("table", "invoices", "--csv", str(target))
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert (code, len(rows)) == (0, 3)
    assert "3 rows written" in out
    assert rows["R-1.pdf"]["total_amount"] == "1190.00 EUR"
    assert rows["R-3.pdf"]["customer_name"] == f"'{sign}HYPERLINK(1)"


def test_a_spreadsheet_has_real_figures_and_no_formula(run: Run, tmp_path: Path) -> None:
    run("fields", "R-3.pdf", "--set", "customer_name", "=HYPERLINK(1)")
    target = tmp_path / "out.xlsx"
    order = ("--order-by", "total_amount", "--where", "total_amount > 0")
    code, out, _ = run("table", "invoices", "--xlsx", str(target), *order)
    assert (code, out) == (0, f"3 rows written to {target}.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["out.xlsx"]
    sheet = load_workbook(target).active
    head = [cell.value for cell in sheet[1]]
    rows = [dict(zip(head, row, strict=True)) for row in sheet.iter_rows(min_row=2)]
    assert [row["File"].value for row in rows] == ["R-2.pdf", "R-1.pdf", "R-3.pdf"]
    totals = [(row["Total"].value, row["Total: currency"].value) for row in rows]
    assert totals == [(238, "EUR"), (1190, "EUR"), (5000, "USD")]
    assert rows[1]["Date"].value == datetime.datetime(2023, 5, 3)  # noqa: DTZ001 - a day
    assert rows[1]["Date"].number_format == "yyyy-mm-dd"
    customer = rows[2]["Customer"]
    assert (customer.value, customer.data_type, customer.quotePrefix) == ("=HYPERLINK(1)", "s", True)
    assert rows[0]["IBAN"].value is None
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("B2", f"A1:{sheet.dimensions.split(':')[1]}")
    with zipfile.ZipFile(target) as packed:
        sheets = [name for name in packed.namelist() if "worksheets/" in name]
        assert all(b"<f>" not in packed.read(name) for name in sheets)


@pytest.mark.parametrize("option", ["--csv", "--xlsx"])
def test_a_file_that_cannot_be_written_is_told_and_nothing_is_left(
    run: Run, tmp_path: Path, option: str
) -> None:
    code, _, err = run("table", "invoices", option, str(tmp_path / "none" / "out"))
    assert code != 0
    assert "could not be written" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("write", [write_csv, write_xlsx])
def test_a_stopped_export_leaves_the_old_file(write: Any, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("the old one")
    cancel = CancelToken()

    def rows() -> Iterator[LibraryRow]:
        yield LibraryRow("a", "a.pdf", {})
        cancel.set()
        yield LibraryRow("b", "b.pdf", {})

    with pytest.raises(Cancelled):
        write(target, built_in_schemas()["invoices"], rows(), cancel)
    assert target.read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_only_figures_begin_with_a_sign() -> None:
    orders = ["=1+1", "+49 30 1234", "-1+cmd|' /C calc'!A0", "@SUM(A1)"]
    texts = ["-12.50 EUR", "Acme = good"]
    file = io.StringIO()
    rows = [LibraryRow("a", text, {}) for text in (*orders, *texts)]
    write_csv_to(file, built_in_schemas()["manuals"], rows, CancelToken())
    _head, *written = csv.reader(io.StringIO(file.getvalue()))
    assert [row[0] for row in written] == [*(f"'{order}" for order in orders), *texts]


def test_a_sheet_keeps_what_it_cannot_hold_as_text(tmp_path: Path) -> None:
    fields = (
        FieldSpec(name="size", type=FieldType.NUMBER, unit="V"),
        FieldSpec(name="day", type=FieldType.DATE),
        FieldSpec(name="paid", type=FieldType.BOOL),
    )
    schema = BucketSchema(bucket="odd", title="a/b: [odd]", fields=fields)
    values = {
        "size": number_value(Decimal("0.12345678901234567890"), "V"),
        "day": date_value(datetime.date(1812, 6, 24)),
        "paid": bool_value(True),
    }
    read = {name: FieldValue(name, value, Method.LABEL, 0.9) for name, value in values.items()}
    target = tmp_path / "odd.xlsx"
    assert write_xlsx(target, schema, [LibraryRow("a", "bad\x07name.pdf", read)], CancelToken()) == 1
    sheet = load_workbook(target).active
    assert sheet.title == "a b   odd"
    assert [[cell.value for cell in row] for row in sheet[1:2]] == [
        ["File", "size (V)", "day", "paid"],
        ["bad name.pdf", "0.12345678901234567890", "1812-06-24", True],
    ]


def test_values_are_shown_and_corrected(run: Run) -> None:
    _, out, _ = run("fields", "R-1.pdf")
    assert "1190.00 EUR" in out
    assert "page 1" in out
    _, out, _ = run("fields", "R-2.pdf", "--set", "due_date", "2023-08-01", "--json")
    field = json.loads(out)["fields"]["due_date"]
    assert (field["value"], field["method"]) == ("2023-08-01", "user")


def test_a_schema_is_shown_edited_and_forgotten(run: Run, tmp_path: Path, home: Path) -> None:
    _, out, _ = run("buckets", "show", "manuals")
    edited = json.loads(out) | {"title": "Handbooks"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(edited), encoding="utf-8")
    assert run("buckets", "set", str(file))[0] == 0
    database = Database(home / "data" / "library.sqlite3")
    try:
        assert schemas_of(database)["manuals"].title == "Handbooks"
    finally:
        database.close()
    assert run("buckets", "reset", "manuals")[0] == 0
    assert run("buckets", "reset", "manuals")[0] == 2
