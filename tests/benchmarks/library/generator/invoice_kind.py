"""One invoice, credit note or reminder in one of its layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.benchmarks.library.generator.companies import some_company
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.invoice_forms import header_grid, long_list, numbered_form, two_column
from tests.benchmarks.library.generator.invoice_letters import (
    prose_letter,
    reminder_letter,
    reminder_table,
    right_block,
)
from tests.benchmarks.library.generator.invoice_strips import receipt, side_band
from tests.benchmarks.library.generator.invoices import Invoice, make_invoice, vendors
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.made import Made

_LAYOUTS: Mapping[str, Callable[[Invoice], Sheet]] = {
    "right-block": right_block,
    "header-grid": header_grid,
    "prose-letter": prose_letter,
    "two-column": two_column,
    "receipt": receipt,
    "numbered-form": numbered_form,
    "long-list": long_list,
    "side-band": side_band,
    "reminder-letter": reminder_letter,
    "reminder-table": reminder_table,
}
# A layout more often named is more often drawn.
LAYOUTS = (
    *("right-block", "header-grid", "prose-letter", "two-column", "numbered-form", "long-list", "side-band"),
    *("receipt", "right-block", "two-column", "header-grid", "reminder-letter", "side-band", "prose-letter"),
    "reminder-table",
)


def make(job: Job) -> Made:
    layout = job.layout
    kind = "invoice"
    if layout.startswith("reminder"):
        kind = "reminder"
    elif layout not in ("receipt", "long-list", "numbered-form") and job.likely(0.13):
        kind = "credit_note"
    among = vendors(job.language)
    if layout == "receipt":
        retail = ("office", "machinery", "electrical", "catering", "chemicals")
        among = [company for company in among if company.trade in retail]
    vendor = some_company(job.chance, among, abroad="DE" if job.language == "en" else "")
    job.settle(vendor.country)
    invoice = make_invoice(job, kind, vendor, many=layout == "long-list", small=layout == "receipt")
    sheet = _LAYOUTS[layout](invoice)
    word = vendor.short
    stem = invoice.number.replace("/", "-")
    names = [
        stem,
        f"{job.t('Rechnung', 'Invoice')} {stem}"
        if kind == "invoice"
        else f"{invoice.labels['title']} {stem}",
        f"{invoice.day:%Y-%m-%d} {word}",
        f"{word}_{stem}",
        f"{job.t('Beleg', 'bill')}_{invoice.day:%Y%m%d}",
    ]
    return Made(sheet, names)
