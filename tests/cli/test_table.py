"""`docuchat buckets`, `fields` and `table` on a real library, run as a user runs them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from core.cli.program import main
from core.engine.buckets import schemas_of
from core.store.database import Database
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


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_buckets_with_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "buckets", "list", "--json")
    counts = {entry["bucket"]: entry["documents"] for entry in map(json.loads, out.splitlines())}
    assert code == 0
    assert counts["invoices"] == 3
    assert counts["contracts"] == 0


def test_rows_that_meet_a_condition(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "table", "invoices", "--where", "total_amount > 1000 EUR", "--json")
    assert [json.loads(line)["file"] for line in out.splitlines()] == ["R-1.pdf"]
    _, out, _ = run(capsys, "table", "invoices", "--order-by", "total_amount", "--descending", "--limit", "1")
    assert out.startswith("R-3.pdf\n")
    assert "3 documents, 2 more" in out


def test_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "table", "invoices", "--count")[1] == "3\n"
    _, out, _ = run(capsys, "table", "invoices", "--sum", "total_amount", "--json")
    sums = {entry["unit"]: entry["figure"] for entry in map(json.loads, out.splitlines())}
    assert sums == {"EUR": "1428.00", "USD": "5000.00"}
    _, out, _ = run(capsys, "table", "invoices", "--by", "vendor_name", "--sum", "total_amount")
    assert "2  Acme GmbH  1,428.00 EUR" in out


def test_an_export_holds_all_and_no_formula(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "fields", "R-3.pdf", "--set", "customer_name", "=HYPERLINK(1)")
    target = tmp_path / "out.csv"
    code, out, _ = run(capsys, "table", "invoices", "--csv", str(target))
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert (code, len(rows)) == (0, 3)
    assert "3 rows written" in out
    assert rows["R-1.pdf"]["total_amount"] == "1190.00 EUR"
    assert rows["R-3.pdf"]["customer_name"] == "'=HYPERLINK(1)"


def test_a_mistake_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "table", "invoices", "--where", "totl > 5")
    assert code == 2
    assert "total_amount" in err
    code, _, err = run(capsys, "table", "letters")
    assert code == 2
    assert "invoices" in err


def test_values_are_shown_and_corrected(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "fields", "R-1.pdf")
    assert "1190.00 EUR" in out
    assert "page 1" in out
    _, out, _ = run(capsys, "fields", "R-2.pdf", "--set", "due_date", "2023-08-01", "--json")
    field = json.loads(out)["fields"]["due_date"]
    assert (field["value"], field["method"]) == ("2023-08-01", "user")


def test_a_schema_is_shown_edited_and_forgotten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, home: Path
) -> None:
    _, out, _ = run(capsys, "buckets", "show", "manuals")
    edited = json.loads(out) | {"title": "Handbooks"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(edited), encoding="utf-8")
    assert run(capsys, "buckets", "set", str(file))[0] == 0
    database = Database(home / "data" / "library.sqlite3")
    try:
        assert schemas_of(database)["manuals"].title == "Handbooks"
    finally:
        database.close()
    assert run(capsys, "buckets", "reset", "manuals")[0] == 0
    assert run(capsys, "buckets", "reset", "manuals")[0] == 2
