"""Invoices in the form of letters, and reminders."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.invoice_parts import items, remarks, terms, totals
from tests.benchmarks.library.generator.invoices import Invoice
from tests.benchmarks.library.generator.letterhead import footer, head, signature, window
from tests.benchmarks.library.generator.tables import Column, Look, pairs, table


def right_block(invoice: Invoice) -> Sheet:
    """Window address left, labels with values right of it, items below."""
    job = invoice.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), margins=(62, 55, 55, 80))
    head(sheet, job, invoice.vendor_name(), invoice.vendor)
    window(sheet, invoice.vendor, invoice.recipient(), y=128)
    sheet.y = 118
    separator = job.pick(":", "", ":")
    with sheet.between(345, sheet.right):
        pairs(
            sheet,
            invoice.head_rows(),
            label_width=105,
            separator=separator,
            size=9,
            value_align=job.pick("l", "r"),
            label_ink=job.pick((0, 0, 0), GREY),
        )
    sheet.y = max(sheet.y + 14, 240)
    sheet.flow(invoice.title(), size=15, style="b", after=8)
    if invoice.kind == "credit_note":
        sheet.flow(_about(invoice), after=8)
    items(
        sheet,
        invoice,
        Look(head=job.pick("rule", "fill"), lines=job.pick("rows", "none"), accent=job.accent),
        form="positions",
    )
    totals(sheet, invoice.totals(bare=job.likely(0.15)), job=job, last=job.pick("rule", "double"))
    sheet.flow(terms(invoice))
    for text in remarks(invoice):
        sheet.flow(text, size=8.5, ink=GREY)
    sheet.running.append(footer(job, invoice.vendor, invoice.printed_iban(), invoice.director))
    return sheet


def _about(invoice: Invoice) -> str:
    """What a credit note corrects; the other invoice's number and date are not its own."""
    job = invoice.job
    day = job.notation.date(invoice.day - timedelta(days=job.chance.randrange(8, 70)))
    other = f"{job.chance.randrange(10000, 99999)}"
    return job.t(
        f"zu unserer Rechnung {other} vom {day}, wegen Rücksendung bzw. Preisdifferenz",
        f"relating to our invoice {other} of {day}, for goods returned",
    )


def prose_letter(invoice: Invoice) -> Sheet:
    """A letter whose sentences hold the values."""
    job = invoice.job
    sheet = Sheet(job.facts, family=job.pick("serif", "mono", "sans"), size=10, margins=(72, 60, 72, 84))
    head(sheet, job, invoice.vendor_name(), invoice.vendor)
    window(sheet, invoice.vendor, invoice.recipient(), y=130)
    place = invoice.vendor.town_name
    day = job.date("invoice_date", invoice.day, prose=True)
    dated = job.t(f"{place}, den {day}" if job.likely(0.5) else f"{place}, {day}", f"{day}")
    sheet.put(sheet.right, 226, dated, align="r")
    sheet.y = 252
    number = job.text("invoice_number", invoice.number)
    sheet.flow(
        f"{invoice.title()} {job.t(('Nr. ', ''), ('no. ', '', '# '))}{number}", style="b", size=11, after=12
    )
    sheet.flow(job.t("Sehr geehrte Damen und Herren,", ("Dear Sir or Madam,", "Dear customer,")), after=8)
    sheet.flow(_opening(invoice), after=8)
    items(sheet, invoice, Look(head="plain", lines="none", size=9.5), form="short")
    _amounts_in_words(sheet, invoice)
    sheet.flow(terms(invoice, repeat_total=job.likely(0.4)), after=8)
    iban = invoice.printed_iban()
    if iban:
        sheet.flow(
            job.t(
                f"Unsere Bankverbindung: IBAN {iban}, BIC {invoice.vendor.bic}.",
                f"Our account: IBAN {iban}, BIC {invoice.vendor.bic}.",
            )
        )
    for text in remarks(invoice):
        sheet.flow(text)
    sheet.need(80)
    sheet.flow(job.t("Mit freundlichen Grüßen", ("Yours faithfully", "Kind regards")), after=34)
    signature(sheet, job, sheet.x0 + 4, sheet.y - 6)
    sheet.flow(invoice.clerk)
    sheet.running.append(footer(job, invoice.vendor, "", invoice.director))
    return sheet


def _opening(invoice: Invoice) -> str:
    job = invoice.job
    if invoice.kind == "credit_note":
        return job.t("wir schreiben Ihnen gut, ", "We are crediting you ") + _about(invoice) + job.t(":", ":")
    order = job.text("purchase_order", invoice.order) if invoice.order else ""
    delivery = job.date("delivery_date", invoice.delivery, prose=True) if invoice.delivery else ""
    german = "für unsere Lieferungen und Leistungen"
    english = "For the goods and services supplied"
    if delivery:
        german += f" vom {delivery}"
        english += f" on {delivery}"
    if order:
        german += f" zu Ihrer Bestellung {order}"
        english += f" against your purchase order {order}"
    return job.t(f"{german} erlauben wir uns zu berechnen:", f"{english}, we charge as follows:")


def _amounts_in_words(sheet: Sheet, invoice: Invoice) -> None:
    job = invoice.job
    total = invoice.total_text()
    if len(invoice.taxes) == 1:
        net = job.money("net_amount", invoice.net, invoice.currency)
        tax = job.money("tax_amount", invoice.taxes[0][2], invoice.currency)
        rate = invoice.rate(invoice.taxes[0][0])
        before = ""
        for label, amount in invoice.extras:
            before += f"{label} {job.notation.amount(amount)}; "
        name = "sales tax" if invoice.vendor.country == "US" else "VAT"
        text = job.t(
            (
                f"{before}Der Nettobetrag beläuft sich auf {net}. Hinzu kommen {rate} Umsatzsteuer, also "
                f"{tax}. Der Gesamtbetrag beträgt somit {total}.",
                f"{before}Das ergibt netto {net}, zuzüglich {rate} MwSt. in Höhe von {tax} "
                f"insgesamt {total}.",
            ),
            (
                f"{before}The net amount comes to {net}. With {rate} {name}, that is {tax}, "
                f"the total is {total}.",
                f"{before}This makes {net} net; adding {name} at {rate} ({tax}) gives a total of {total}.",
            ),
        )
    else:
        text = job.t(f"Insgesamt berechnen wir {total}.", f"The total comes to {total}.")
    sheet.flow(text, after=8)


def reminder_letter(invoice: Invoice) -> Sheet:
    """A reminder in sentences."""
    sheet, fee, claimed = _reminder_start(invoice, family="serif")
    job = invoice.job
    number, day = (
        job.text("invoice_number", invoice.number),
        job.date("invoice_date", invoice.day, prose=True),
    )
    open_amount = job.notation.amount(invoice.total)
    total = job.money("total_amount", claimed, invoice.currency)
    sheet.flow(
        job.t(
            f"auf unsere Rechnung Nr. {number} vom {day} über {open_amount} konnten wir bislang keinen "
            "Zahlungseingang feststellen. Sicher handelt es sich um ein Versehen.",
            f"According to our records, our invoice {number} dated {day} for {open_amount} is still unpaid. "
            "This may be an oversight on your part.",
        ),
        after=8,
    )
    due = job.date("due_date", invoice.day + timedelta(days=60), prose=True)
    sheet.flow(
        job.t(
            f"Einschließlich einer Mahngebühr von {job.notation.amount(fee)} bitten wir um Überweisung von "
            f"{total} bis spätestens {due}.",
            f"Including a reminder fee of {job.notation.amount(fee)}, please pay {total} "
            f"no later than {due}.",
        ),
        after=8,
    )
    return _reminder_end(sheet, invoice)


def reminder_table(invoice: Invoice) -> Sheet:
    """A reminder with the open item in a table."""
    sheet, fee, claimed = _reminder_start(invoice, family="sans")
    job = invoice.job
    sheet.flow(job.t("folgender Posten ist noch offen:", "The following item is still open:"))
    columns = [
        Column(job.t("Rechnungs-Nr.", "Invoice no."), 10),
        Column(job.t("Rechnungsdatum", "Invoice date"), 10),
        Column(job.t("Offener Betrag", "Open amount"), 10, "r"),
        Column(job.t("Mahngebühr", "Reminder fee"), 9, "r"),
        Column(job.t("Gesamtforderung", "Total due"), 10, "r"),
    ]
    row = [
        job.text("invoice_number", invoice.number),
        job.date("invoice_date", invoice.day),
        job.notation.amount(invoice.total),
        job.notation.amount(fee),
        job.money("total_amount", claimed, invoice.currency),
    ]
    table(sheet, columns, [row], Look(head="fill", lines="grid", accent=job.accent))
    due = job.date("due_date", invoice.day + timedelta(days=60))
    sheet.flow(job.t(f"Zahlbar bis: {due}", f"Please pay by: {due}"), style="b", after=10)
    return _reminder_end(sheet, invoice)


def _reminder_start(invoice: Invoice, *, family: str) -> tuple[Sheet, Decimal, Decimal]:
    job = invoice.job
    sheet = Sheet(job.facts, family=family, size=10, margins=(66, 58, 66, 84))
    head(sheet, job, invoice.vendor_name(), invoice.vendor)
    window(sheet, invoice.vendor, invoice.recipient(), y=130)
    # The letter's own day is not the invoice's.
    written = job.notation.date(invoice.day + timedelta(days=46))
    sheet.put(sheet.right, 226, f"{invoice.vendor.town_name}, {written}", align="r")
    sheet.y = 252
    sheet.flow(invoice.title(), style="b", size=13, after=12)
    sheet.flow(job.t("Sehr geehrte Damen und Herren,", "Dear Sir or Madam,"), after=8)
    fee = Decimal(job.pick("5.00", "7.50", "10.00", "15.00"))
    return sheet, fee, invoice.total + fee


def _reminder_end(sheet: Sheet, invoice: Invoice) -> Sheet:
    job = invoice.job
    sheet.flow(
        job.t(
            "Sollten Sie inzwischen gezahlt haben, betrachten Sie dieses Schreiben bitte als gegenstandslos.",
            "If you have paid in the meantime, please disregard this letter.",
        ),
        after=12,
    )
    sheet.flow(job.t("Mit freundlichen Grüßen", "Yours faithfully"), after=34)
    signature(sheet, job, sheet.x0 + 4, sheet.y - 6)
    sheet.flow(invoice.clerk + job.t(", Debitorenbuchhaltung", ", Accounts receivable"))
    sheet.running.append(footer(job, invoice.vendor, invoice.printed_iban(), invoice.director))
    return sheet
