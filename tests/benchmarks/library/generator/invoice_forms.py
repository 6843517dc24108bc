"""Invoices in the form of forms: heads of boxes, columns, numbered grids, long lists."""

from __future__ import annotations

from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.invoice_parts import items, remarks, terms, totals
from tests.benchmarks.library.generator.invoices import Invoice
from tests.benchmarks.library.generator.letterhead import footer, head, logo, page_numbers
from tests.benchmarks.library.generator.tables import Column, Look, boxed, pairs, table


def header_grid(invoice: Invoice) -> Sheet:
    """A strip of boxes with labels above the values, then a grid of items."""
    job = invoice.job
    sheet = Sheet(job.facts, margins=(45, 50, 45, 80))
    head(sheet, job, invoice.vendor_name(), invoice.vendor)
    sheet.put(sheet.right, sheet.y + 14, invoice.title(), size=16, style="b", align="r")
    sheet.put(
        sheet.left,
        sheet.y + 14,
        job.t(("Rechnungsempfänger", "Kunde"), ("Bill to", "Customer")),
        size=7.5,
        ink=GREY,
    )
    sheet.y = sheet.block(sheet.left, sheet.y + 28, invoice.recipient(), size=10) + 12
    boxed(sheet, invoice.head_rows(), columns=job.pick(3, 4), height=30)
    sheet.y += 14
    bare = job.likely(0.4)
    items(sheet, invoice, Look(head="fill", lines="grid", accent=job.accent), form="articles", bare=bare)
    totals(sheet, invoice.totals(bare=bare), job=job, last="box", width=235)
    sheet.flow(terms(invoice))
    iban = invoice.printed_iban()
    if iban:
        sheet.flow(f"IBAN: {iban}    BIC: {invoice.vendor.bic}")
    for text in remarks(invoice):
        sheet.flow(text, size=8)
    sheet.running.append(footer(job, invoice.vendor, "", invoice.director))
    return sheet


def two_column(invoice: Invoice) -> Sheet:
    """A large title, sender and receiver side by side, the reference table below them."""
    job = invoice.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), margins=(50, 50, 50, 80))
    sheet.put(sheet.left, 78, invoice.title(), size=28, style="b", ink=job.accent)
    logo(sheet, job, sheet.right - 38, 48, 36)
    vendor = invoice.vendor
    half = (sheet.left + sheet.right) / 2
    labels = (
        job.t(("Von", "Absender", "Lieferant"), ("From", "Seller")),
        job.t(("An", "Kunde", "Rechnung an"), ("To", "Bill to", "Invoice to")),
    )
    sheet.put(sheet.left, 112, labels[0], size=8, style="b", ink=job.accent)
    sheet.put(half + 10, 112, labels[1], size=8, style="b", ink=job.accent)
    sheet.block(
        sheet.left,
        126,
        [invoice.vendor_name(), vendor.street, vendor.town, vendor.country_name(job.language)],
    )
    low = sheet.block(half + 10, 126, invoice.recipient())
    sheet.y = max(low, 180) + 10
    sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, width=1.2, ink=job.accent)
    sheet.y += 10
    rows = invoice.head_rows()
    middle = (len(rows) + 1) // 2
    top = sheet.y
    style = job.pick(("b", ""), ("", "b"), ("", ""))
    with sheet.between(sheet.left, half - 10):
        pairs(
            sheet,
            rows[:middle],
            label_width=105,
            separator=job.pick(":", ""),
            label_style=style[0],
            value_style=style[1],
        )
    low, sheet.y = sheet.y, top
    with sheet.between(half + 10, sheet.right):
        pairs(
            sheet,
            rows[middle:],
            label_width=105,
            separator=job.pick(":", ""),
            label_style=style[0],
            value_style=style[1],
        )
    sheet.y = max(low, sheet.y) + 14
    items(sheet, invoice, Look(head="rule", lines="rows", zebra=job.likely(0.5)), form="quantities")
    totals(sheet, invoice.totals(), job=job, last="fill", separator=job.pick(":", ""))
    sheet.flow(job.t("Zahlung", ("Payment", "How to pay")), style="b", after=2)
    sheet.flow(terms(invoice, repeat_total=job.likely(0.5)))
    if vendor.iban:
        iban = invoice.printed_iban(spaced=job.likely(0.6))
        sheet.flow(f"{job.t('Konto', 'Account')}: {iban} ({vendor.bic})")
    elif vendor.country == "US":
        routing, account = job.chance.randrange(10**8, 10**9), job.chance.randrange(10**9, 10**10)
        sheet.flow(f"ACH: routing {routing}, account {account}")
    for text in remarks(invoice):
        sheet.flow(text, size=8, ink=GREY)
    sheet.running.append(footer(job, vendor, "", invoice.director))
    return sheet


def numbered_form(invoice: Invoice) -> Sheet:
    """A machine-printed form in typewriter letters, every field with its number."""
    job = invoice.job
    sheet = Sheet(job.facts, family="mono", size=9, margins=(40, 40, 40, 60))
    x0, x1, half = sheet.left, sheet.right, (sheet.left + sheet.right) / 2
    sheet.put(x0, 58, invoice.title(upper=True), size=14, style="b")
    sheet.put(x1, 58, job.t("Blatt 1", "Sheet 1"), size=8, align="r")
    sheet.box(x0, 66, half, 146)
    sheet.box(half, 66, x1, 146)
    sheet.put(x0 + 4, 76, job.t("1 Lieferant", "1 Supplier"), size=7)
    vendor = invoice.vendor
    lines = [invoice.vendor_name(), *vendor.address(job.language, abroad=True)]
    sheet.block(x0 + 4, 90, _fitted(sheet, lines, half - x0 - 8), size=8.5)
    sheet.put(half + 4, 76, job.t("2 Empfänger", "2 Consignee / buyer"), size=7)
    sheet.block(half + 4, 90, _fitted(sheet, invoice.recipient(), x1 - half - 8), size=8.5)
    sheet.y = 146
    rows = [(f"{n} {label}", value) for n, (label, value) in enumerate(invoice.head_rows(), 3)]
    bank = len(rows) + 3
    rows += [
        (f"{bank} BIC", vendor.bic or "-"),
        (f"{bank + 1} {job.t('Währung', 'Currency')}", invoice.currency),
    ]
    boxed(sheet, rows, columns=3, height=28)
    sheet.y += 12
    items(sheet, invoice, Look(head="plain", lines="rows", size=8, family="mono"), form="positions")
    for label, amount in invoice.totals(bare=True):
        sheet.need(14)
        dots = "." * max(3, int((330 - sheet.measure(label)) / sheet.measure(".")))
        sheet.put(x0 + 60, sheet.y + 10, f"{label} {dots} {invoice.currency}")
        sheet.put(x1 - 3, sheet.y + 10, amount, align="r")
        sheet.y += 14
    sheet.y += 12
    sheet.flow(terms(invoice), size=8)
    if vendor.iban:
        sheet.flow(f"IBAN {invoice.printed_iban()}", size=8)
    for text in remarks(invoice):
        sheet.flow(text, size=8)
    sheet.running.append(page_numbers(job.t("Seite {page} / {pages}", "Page {page} / {pages}"), align="r"))
    return sheet


def _fitted(sheet: Sheet, lines: list[str], width: float) -> list[str]:
    return [part for line in lines for part in sheet.wrap(line, width, 8.5)][:6]


def long_list(invoice: Invoice) -> Sheet:
    """Items over several pages, sums carried forward, the number in every page's head."""
    job = invoice.job
    sheet = Sheet(job.facts, size=9, margins=(50, 70, 50, 78))
    sheet.y = 50
    head(sheet, job, invoice.vendor_name(), invoice.vendor, contact=False)
    sheet.y += 6
    top = sheet.y
    sheet.block(sheet.left, top + 12, invoice.recipient(), size=9.5)
    with sheet.between(340, sheet.right):
        pairs(
            sheet,
            invoice.head_rows(),
            label_width=110,
            separator=":",
            size=8.5,
            leading=1.25,
            label_style=job.pick("", "b"),
        )
    sheet.y = max(sheet.y, top + 80) + 10
    sheet.flow(invoice.title(), size=13, style="b", after=6)
    look = Look(
        head=job.pick("rule", "fill"), lines=job.pick("none", "rows"), size=8, pad=2.2, accent=job.accent
    )
    items(sheet, invoice, look, form="articles", carried=True)
    totals(sheet, invoice.totals(), job=job, last=job.pick("double", "rule"), width=240)
    if len(invoice.taxes) > 1 or job.likely(0.3):
        _tax_table(sheet, invoice)
    sheet.flow(terms(invoice, repeat_total=True))
    number = job.text("invoice_number", invoice.number)
    words = f"{invoice.labels['title']} {number}"

    def running(drawn: Sheet, page: int, pages: int) -> None:
        if page > 1:
            drawn.put(drawn.left, 48, words, size=8, ink=GREY)
            drawn.put(drawn.right, 48, f"{page}/{pages}", size=8, align="r", ink=GREY)

    sheet.running.append(running)
    sheet.running.append(footer(job, invoice.vendor, invoice.printed_iban(), invoice.director))
    return sheet


def _tax_table(sheet: Sheet, invoice: Invoice) -> None:
    """The tax once more, by rate."""
    job, plain = invoice.job, invoice.job.notation.bare_amount
    if not invoice.taxes:
        return
    columns = [
        Column(job.t("Steuersatz", "Tax rate"), 8),
        Column(job.t("Netto", "Net"), 10, "r"),
        Column(job.t("Steuer", "Tax"), 10, "r"),
        Column(job.t("Brutto", "Gross"), 10, "r"),
    ]
    rows = [
        [invoice.rate(rate), plain(base), plain(tax), plain(base + tax)] for rate, base, tax in invoice.taxes
    ]
    sheet.need(20 + 16 * len(rows))
    with sheet.between(sheet.left, sheet.left + 280):
        table(sheet, columns, rows, Look(head="rule", lines="rows", size=7.5))
