"""Kind and year read from real reports, whose file names tell both.

The reports of `financebench` are named COMPANY_YEAR_KIND. They are read from their own pages, without what a
library knows of a document beside them.
"""

from __future__ import annotations

import re
from pathlib import Path

from core.cancel import CancelToken
from core.fields.extraction.extract import FIRST_PAGES, Known, read_fields
from core.fields.extraction.layout import sheet_of
from core.fields.schema import GENERIC, built_in_schemas
from core.fields.sorting import Head, Sorter
from core.published.schemas import BenchOutput
from tests.benchmarks.evaluation_data import shared_folder
from tests.benchmarks.figures import Results, counted
from tests.benchmarks.library.documents import pages_of
from tests.benchmarks.reporting import report

_NAMED = re.compile(r"(?P<company>.+?)_(?P<year>\d{4})(?:Q\d)?_(?P<kind>10K|10Q|8K|EARNINGS)")
_KINDS = {
    "10K": "annual_report",
    "10Q": "quarterly_report",
    "8K": "current_report",
    "EARNINGS": "earnings_release",
}


def run_library_reports(*, cancel: CancelToken, details: Path | None = None) -> BenchOutput:
    """Read the first pages of each report.

    Args:
        details: every report whose kind or year is not right is written here, a line each.

    Raises:
        UsageError: the reports are not there; `Cancelled` after Stop.
    """
    schemas = built_in_schemas()
    sorter = Sorter(schemas)
    sorted_right: list[bool] = []
    read: dict[str, list[str]] = {"kind": [], "year": []}
    lines: list[str] = []
    for path in sorted((shared_folder() / "financebench" / "pdfs").glob("*.pdf")):
        cancel.check()
        named = told_by_name(path.stem)
        if named is None:
            continue
        pages = pages_of(path, last=FIRST_PAGES)
        bucket = sorter.sort(Head("document.pdf", "", [sheet_of(page) for page in pages[:2]]))[0][0]
        sorted_right.append(bucket == GENERIC)
        values = {
            value.field: value.value.shown
            for value in read_fields(schemas[GENERIC], pages, Known("en"))
            if value.value is not None
        }
        for name, field, wanted in (("kind", "document_kind", named[0]), ("year", "year", named[1])):
            found = values.get(field, "")
            read[name].append("right" if found == wanted else "wrong" if found else "missing")
            if found != wanted:
                lines.append(f"{path.name}: {field}: {wanted!r} was read as {found!r}")
    results: Results = {
        "reports.sorted": counted(sum(sorted_right), len(sorted_right), better="higher"),
    }
    for name, marks in read.items():
        results[f"reports.{name}"] = counted(marks.count("right"), len(marks), better="higher")
        results[f"reports.{name} wrong"] = counted(marks.count("wrong"), len(marks), better="lower")
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    notes = ["their names were hidden; fiscal years are those of the file names"]
    return report("library", results, notes=notes)


def told_by_name(stem: str) -> tuple[str, str] | None:
    """(kind, year) of a report by its file name without ending; None for other names."""
    match = _NAMED.match(stem)
    return (_KINDS[match["kind"]], match["year"]) if match else None
