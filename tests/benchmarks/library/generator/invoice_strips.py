"""Receipts of a till, and invoices with a coloured side band."""

from __future__ import annotations

from datetime import time

from tests.benchmarks.library.generator.drawing import GREY, WHITE, Sheet
from tests.benchmarks.library.generator.invoice_parts import items, remarks, terms, totals
from tests.benchmarks.library.generator.invoices import Invoice
from tests.benchmarks.library.generator.tables import Look


def receipt(invoice: Invoice) -> Sheet:
    """A narrow strip; the till prints who paid when a customer card is used."""
    job = invoice.job
    height = 330 + 26 * len(invoice.lines)
    width = job.pick(226.0, 240.0)
    sheet = Sheet(
        job.facts,
        family=job.pick("mono", "mono", "sans"),
        size=8,
        paper=(width, height),
        margins=(14, 18, 14, 10),
    )
    x0, x1, middle = sheet.left, sheet.right, width / 2
    for part in sheet.wrap(invoice.vendor_name(), x1 - x0, 10, "b"):
        sheet.put(middle, sheet.y + 10, part, size=10, style="b", align="c")
        sheet.y += 13
    vendor = invoice.vendor
    lines = [
        *vendor.address(job.language),
        f"Tel. {vendor.phone}",
        f"{job.t('USt-IdNr.', 'Tax ID')} {vendor.vat}",
    ]
    sheet.y = sheet.block(middle, sheet.y + 8, lines, size=7.5, align="c") + 4
    sheet.put(middle, sheet.y + 8, invoice.title(), size=9, style="b", align="c")
    sheet.y += 16
    clock = time(job.chance.randrange(8, 20), job.chance.randrange(60))
    number = job.text("invoice_number", invoice.number)
    sheet.put(x0, sheet.y + 8, f"{job.t(('Beleg', 'Bon-Nr.', 'Rg.'), ('Receipt', 'Inv.', 'No.'))} {number}")
    sheet.put(x1, sheet.y + 8, f"{job.t('Kasse', 'Till')} {job.chance.randrange(1, 9)}", align="r")
    day = job.date("invoice_date", invoice.day)
    sheet.put(x0, sheet.y + 20, f"{day}  {clock:%H:%M}")
    sheet.y += 26
    for part in sheet.wrap(f"{job.t('Kunde', 'Customer')}: {invoice.recipient()[0]}", x1 - x0):
        sheet.put(x0, sheet.y + 8, part)
        sheet.y += 11
    _dashes(sheet)
    for line in invoice.lines:
        for part in sheet.wrap(line.description, x1 - x0 - 4):
            sheet.put(x0, sheet.y + 8, part)
            sheet.y += 10
        count = f"  {job.notation.number(line.quantity)} x {job.notation.bare_amount(line.price)}"
        sheet.put(x0, sheet.y + 8, count)
        sheet.put(x1, sheet.y + 8, job.notation.bare_amount(line.amount), align="r")
        sheet.y += 12
    _dashes(sheet)
    rows = invoice.totals()
    for number_of, (label, amount) in enumerate(rows):
        final = number_of == len(rows) - 1
        size = 10.5 if final else 8
        room = x1 - x0 - sheet.measure(amount, size, "b") - 4
        parts = sheet.wrap(label, room, size, "b" if final else "")
        for part in parts:
            sheet.put(x0, sheet.y + 10, part, size=size, style="b" if final else "")
            sheet.y += size * 1.25 if part is not parts[-1] else 0
        sheet.put(x1, sheet.y + 10, amount, size=size, style="b" if final else "", align="r")
        sheet.y += 14
    _dashes(sheet)
    paid = job.t(("Kartenzahlung Girocard", "Bar bezahlt"), ("Paid by card", "Visa contactless"))
    sheet.put(x0, sheet.y + 8, paid)
    sheet.put(x1, sheet.y + 8, job.notation.amount(invoice.total), align="r")
    thanks = job.t(
        ("Vielen Dank für Ihren Einkauf!", "Danke und auf Wiedersehen"),
        ("Thank you!", "Thanks for shopping with us"),
    )
    sheet.put(middle, sheet.y + 28, thanks, align="c")
    sheet.y += 34
    _bars(sheet)
    return sheet


def _dashes(sheet: Sheet) -> None:
    sheet.y += 4
    x = sheet.left
    while x < sheet.right:
        sheet.rule(x, sheet.y, x + 3, sheet.y, width=0.6)
        x += 5
    sheet.y += 4


def _bars(sheet: Sheet) -> None:
    """A bar code of no meaning."""
    x, number = sheet.left + 30, 0
    while x < sheet.right - 30:
        wide = 1 + (number * 7 % 5) / 2
        sheet.box(x, sheet.y, x + wide, sheet.y + 22, ink=None, fill=(0, 0, 0))
        x += wide + 1 + (number * 3 % 4) / 2
        number += 1


def side_band(invoice: Invoice) -> Sheet:
    """References in a band at the side, the amount to pay large at the top."""
    job = invoice.job
    band = 168.0
    left_band = job.likely(0.5)
    margins = (band + 22, 50, 45, 45) if left_band else (45, 50, band + 22, 45)
    sheet = Sheet(job.facts, margins=margins)
    start = 0.0 if left_band else sheet.width - band
    pale = job.likely(0.4)
    fill = (0.93, 0.94, 0.95) if pale else job.accent
    ink = (0.1, 0.1, 0.1) if pale else WHITE
    sheet.box(start, 0, start + band, sheet.height, ink=None, fill=fill)
    y = 60.0
    for part in sheet.wrap(invoice.vendor_name(), band - 32, 13, "b"):
        sheet.put(start + 16, y, part, size=13, style="b", ink=ink)
        y += 16
    vendor = invoice.vendor
    lines = [*vendor.address(job.language, abroad=True), vendor.phone, vendor.domain, vendor.vat]
    y = sheet.block(start + 16, y + 4, lines, size=8, ink=ink) + 16
    for label, value in invoice.head_rows():
        sheet.put(start + 16, y, label, size=7.5, ink=ink)
        for part in sheet.wrap(value, band - 30, 10, "b"):
            y += 13
            sheet.put(start + 16, y, part, size=10, style="b", ink=ink)
        y += 19
    iban = invoice.printed_iban()
    if iban:
        sheet.put(start + 16, y, job.t("Bankverbindung", "Bank account"), size=7.5, ink=ink)
        sheet.put(start + 16, y + 13, iban, size=7.8, ink=ink)
        sheet.put(start + 16, y + 24, vendor.bic, size=8, ink=ink)
    sheet.flow(invoice.title(), size=24, style="b", ink=job.accent, after=4)
    sheet.flow(f"{invoice.labels['total']}: {invoice.total_text()}", size=13, style="b", after=14)
    sheet.flow(job.t(("Rechnung an", "Für"), ("Billed to", "Prepared for")), size=8, ink=GREY, after=0)
    for line in invoice.recipient():
        sheet.flow(line, after=0)
    sheet.y += 18
    items(
        sheet,
        invoice,
        Look(head=job.pick("rule", "fill"), lines="rows", accent=job.accent),
        form="quantities",
    )
    totals(sheet, invoice.totals(), job=job, width=200, last=job.pick("rule", "fill"))
    sheet.flow(terms(invoice))
    for text in remarks(invoice):
        sheet.flow(text, size=8, ink=GREY)
    return sheet
